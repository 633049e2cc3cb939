"""The patterns that a house can make rows of, by their names."""

from collections.abc import Mapping

from scorer.patterns import (
    bonus,
    chows,
    pungs,
    special_hands,
    suits,
    winning_tile,
)
from scorer.patterns.pattern import Finder, Pattern

_MODULES = (winning_tile, bonus, chows, pungs, suits, special_hands)
_FOUND = (getattr(each, "pattern", None) for module in _MODULES for each in vars(module).values())
PATTERNS: Mapping[str, Pattern] = {each.id: each for each in _FOUND if isinstance(each, Pattern)}
FINDERS: Mapping[str, Finder] = {
    id_: each.finder for id_, each in PATTERNS.items() if each.finder is not None
}
