"""Tiles, hands, rules, payments and the table: the game itself, standard library only."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.rulesets import RULE_SETS
    from scorer.scoring.hand_score import is_win
    from scorer.scoring.score import Request, Score

# Loaded when it is first asked for: whoever needs only tiles loads no rule set.
_PLACES = {
    "RULE_SETS": "rulesets",
    "Request": "scoring.score",
    "Score": "scoring.score",
    "is_win": "scoring.hand_score",
}
__all__ = ["RULE_SETS", "Request", "Score", "is_win"]


def __getattr__(name: str) -> object:
    """Load what is asked for; AttributeError for any other name."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
