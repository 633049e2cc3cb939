"""The events of a game: facts in the past tense that never change.

Players are numbered in the order in which they first sat down. `changes` are the points that
changed hands, by player, `due` those that were owed: they differ if somebody could not pay in full.
Both are whole coins of the table (`TableRules.coins`). `kind` is an event's public name. The stored
form (`service.db.codec`) and the public JSON (`scorer.ledger.answers`) follow from the fields.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from scorer.ledger.table import Player, Points, RulesStamp, Seating, TableRules, Terms

Hands: TypeAlias = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Players sat down, the first as East; `table` are the agreed customs.

    `follows` is the id of the game that the same table played before. `house` is the text of the
    house's file if the table plays by one; `rules` is then its hash.
    """

    players: tuple[str, ...]
    rules: str
    table: TableRules
    options: Mapping[str, object] = field(default_factory=dict)
    stamp: RulesStamp | None = None
    follows: str | None = None
    house: str | None = None
    kind: Literal["started"] = "started"

    @property
    def terms(self) -> Terms:
        """The rules agreed on."""
        return Terms(self.rules, self.options, self.stamp, self.house)


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The table agreed on other rules, which apply after `after` further hands (0: from now on).

    `table` are its customs from then on; coins, start and direction stay those of the game.
    """

    terms: Terms
    table: TableRules
    after: int = 0
    kind: Literal["rules_changed"] = "rules_changed"


@dataclass(frozen=True, slots=True)
class Winning:
    """One player's win. `hand` is its text, or None if only the result was agreed.

    `circumstances` are the public names (docs/rules/README.md, 4), `answer` is the scoring as it
    was shown to the table.
    """

    player: Player
    hand: str | None = None
    faan: int | None = None
    score: int | None = None
    circumstances: tuple[str, ...] = ()
    answer: Mapping[str, object] | None = None


class Settled:
    """An event with a payment: `due` was owed, and `changes` were paid."""

    __slots__ = ()
    due: Points
    changes: Points

    @property
    def unpaid(self) -> Points:
        """What each player owed and could not pay."""
        pairs = zip(self.due, self.changes, strict=True)
        return tuple(paid - owed if owed < 0 else 0 for owed, paid in pairs)

    @property
    def lacking(self) -> Points:
        """What each player was owed and did not receive."""
        pairs = zip(self.due, self.changes, strict=True)
        return tuple(owed - got if owed > 0 else 0 for owed, got in pairs)


@dataclass(frozen=True, slots=True)
class HandWon(Settled):
    """One player won, or several on one discard, in turn after the discarder.

    `discarder` is None for a self-draw or if it was not recorded, and the konger of a robbed kong.
    If everyone scores, `scores` and `hands` are by player, and `unknown` are the players whose
    hands were not recorded. `responsible` paid for all (包), and `way` is the id of the reason, if
    known.
    """

    wins: tuple[Winning, ...]
    self_drawn: bool
    discarder: Player | None
    due: Points
    changes: Points
    scores: Points | None = None
    hands: Hands | None = None
    unknown: tuple[Player, ...] = ()
    responsible: Player | None = None
    way: str | None = None
    stamp: RulesStamp | None = None
    kind: Literal["hand_won"] = "hand_won"

    @property
    def winners(self) -> tuple[Player, ...]:
        """Everyone who won."""
        return tuple([win.player for win in self.wins])


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """The wall ran out and nobody won."""

    kind: Literal["hand_drawn"] = "hand_drawn"


@dataclass(frozen=True, slots=True)
class FalseWin(Settled):
    """A player declared an invalid win and paid as the house agreed; the hand continues."""

    player: Player
    due: Points
    changes: Points
    hand: str | None = None
    stamp: RulesStamp | None = None
    kind: Literal["false_win"] = "false_win"


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points were moved outside a hand, with the reason in the table's words."""

    changes: Points
    reason: str
    kind: Literal["adjusted"] = "adjusted"


@dataclass(frozen=True, slots=True)
class PlayersSwapped:
    """Players changed chairs and kept their points; `seating` is who sits on each chair now."""

    seating: Seating
    kind: Literal["players_swapped"] = "players_swapped"


@dataclass(frozen=True, slots=True)
class Ended:
    """The table ended the game before its length was played."""

    reason: str = ""
    kind: Literal["ended"] = "ended"


@dataclass(frozen=True, slots=True)
class HandNoted:
    """Somebody wrote a note on hand `notes`: the latest counts, an empty one removes it."""

    notes: int
    note: str
    kind: Literal["hand_noted"] = "hand_noted"


@dataclass(frozen=True, slots=True)
class PlayersNamed:
    """The table renamed its players, in the order of `GameStarted`; the latest names count."""

    players: tuple[str, ...]
    kind: Literal["players_named"] = "players_named"


@dataclass(frozen=True, slots=True)
class Undone:
    """The event with number `undoes` was taken back; it stays in the history."""

    undoes: int
    kind: Literal["undo"] = "undo"


Happening: TypeAlias = HandWon | HandDrawn | FalseWin | Adjusted | PlayersSwapped
Payment: TypeAlias = HandWon | FalseWin


@dataclass(frozen=True, slots=True)
class Corrected:
    """An older event was corrected: from now on `replacement` counts in its place.

    None strikes it out. `resettled` are the later payments that changed because of it, by their
    numbers; the originals stay in the history.
    """

    corrects: int
    replacement: Happening | None
    resettled: tuple[tuple[int, Payment], ...] = ()
    reason: str = ""
    kind: Literal["corrected"] = "corrected"


Event: TypeAlias = (
    GameStarted | Happening | RulesChanged | HandNoted | PlayersNamed | Ended | Undone | Corrected
)
