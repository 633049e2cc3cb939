"""Which rules a table has agreed on, as its ledger keeps them."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RulesStamp:
    """Which edition of a rule set was played: its id, a version and a hash of its tables."""

    id: str
    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class Terms:
    """A rule set with the house's answers. `house` is the text of the house's file, if it has one.

    `rules` is the id of a rule set, or the hash of the house's file.
    """

    rules: str
    options: Mapping[str, object] = field(default_factory=dict)
    stamp: RulesStamp | None = None
    house: str | None = None
