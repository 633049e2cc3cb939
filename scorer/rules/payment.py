"""Who pays how many shares of a hand's points, and who may have to pay for everybody (包)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from scorer.core.hand import Hand
from scorer.core.sentences import Sentence
from scorer.core.tiles import Suit

OTHERS = 3  # of four players; fewer where fewer play (scorer.rules.few_players)
HALF_GUN = (2, 1)  # shares of the discarder and of each other player
FEW_SETS, ALL_SETS = 3, 4  # exposed sets: nine tiles, and twelve


class PaidAmount(StrEnum):
    """What is paid by who pays for all."""

    DUE = "due"
    SELF_DRAW = "self_draw"


class FedWin(NamedTuple):
    """What is known of a win about who fed it; `hand` is None where its tiles are unknown."""

    is_limit: bool
    self_drawn: bool
    robbed_kong: bool
    hand: Hand | None = None


class Responsibility(NamedTuple):
    """A way in which one player comes to pay for all: what a win needs for it, and who says so.

    `by_rules`: the circumstances of the win say who it is, else the table names the player. `needs`
    ends the sentence "The house has a player pay for all if …".
    """

    id: str
    name: str
    zh: str
    needs: str
    fits: Callable[[FedWin], bool]
    by_rules: bool = False

    @property
    def decides(self) -> str:
        """Who says that a player pays for all: the `rules`, or the `table`."""
        return "rules" if self.by_rules else "table"

    @property
    def public(self) -> dict[str, str]:
        """Its fields by their public names."""
        return {key: getattr(self, key) for key in ("id", "name", "zh", "needs", "decides")}


def _nine_of_a_suit(fed: FedWin) -> bool:
    """Three exposed sets of one suit in a hand of that suit alone; tiles unseen are believed."""
    if fed.hand is None:
        return True
    suits = {tile.suit for tile in fed.hand.tiles}
    return (
        len(suits) == 1 and Suit.HONOURS not in suits and _exposed_set_count(fed.hand) >= FEW_SETS
    )


def _exposed_set_count(hand: Hand) -> int:
    return sum(meld.is_exposed for meld in hand.melds)


RESPONSIBILITIES: Mapping[str, Responsibility] = {
    each.id: each
    for each in (
        Responsibility(
            "robbed_kong",
            "Robbed kong",
            "搶槓包",
            "a kong was robbed: the one who added the tile",
            lambda fed: fed.robbed_kong,
            by_rules=True,
        ),
        Responsibility(
            "limit_hand",
            "Limit hand fed",
            "包牌",
            "the hand is a limit, and that player gave the set that decided it",
            lambda fed: fed.is_limit,
        ),
        Responsibility(
            "nine_tiles",
            "Nine tiles of a suit",
            "九張包",
            "nine tiles of one suit lay exposed and the hand is of that suit alone",
            _nine_of_a_suit,
        ),
        Responsibility(
            "twelve_tiles",
            "Twelve tiles laid down",
            "十二張包",
            "all four sets of the hand lay exposed, the last of them given by that player",
            lambda fed: fed.hand is None or _exposed_set_count(fed.hand) >= ALL_SETS,
        ),
        Responsibility(
            "live_tile",
            "Live tile thrown late",
            "生張包",
            "with few tiles left that player threw a tile that nobody had thrown before",
            lambda fed: not fed.self_drawn and not fed.robbed_kong,
        ),
        Responsibility(
            "self_draw",
            "Self-draw paid by one",
            "包自摸",
            "the hand was self-drawn and that player had made it possible",
            lambda fed: fed.self_drawn,
        ),
    )
}
ON_A_LIMIT = (("limit_hand", PaidAmount.DUE),)


@dataclass(frozen=True, slots=True)
class Payment:
    """How many shares each player pays, a share being what the ladder gives for the faan.

    `discarder` and `others` on a discard, `self_draw` each on a self-draw. `dealer` is how many
    times of it East pays and gets, in halves. `most` is what one player pays at most for a hand, in
    coins (`TableRules.coins`), None without a bound. `responsible` are the ways in which one player
    comes to pay for all (ids of `RESPONSIBILITIES`), with what is paid then; the first that fits
    counts.
    """

    discarder: int = 2
    others: int = 1
    self_draw: int = 2
    dealer: float = 1
    most: int | None = None
    responsible: tuple[tuple[str, PaidAmount], ...] = ()

    def owed(self, shares: int, points: int, *, dealer: bool = False) -> int:
        """Return what one player owes for some shares, in coins; `dealer`: East pays or is paid."""
        owed = int(shares * points * (self.dealer if dealer else 1))
        return owed if self.most is None else min(owed, self.most)

    @property
    def for_all(self) -> tuple[tuple[Responsibility, PaidAmount], ...]:
        """The ways in which one player pays for all at this table."""
        return tuple((RESPONSIBILITIES[id_], paid) for id_, paid in self.responsible)


class NotResponsibleError(ValueError):
    """Nobody pays for all here; the message says what would be needed."""


def responsibility(
    pays: Payment, fed: FedWin, named: str | None = None
) -> tuple[Responsibility, PaidAmount]:
    """Return the way in which a player whom the table names pays for all.

    It is the one named, or the first that fits. Raises NotResponsibleError where the house has none
    or none that fits the win, and for one that the circumstances decide.
    """
    ways = tuple(way for way in pays.for_all if named in (None, way[0].id))
    for kind, paid in ways:
        if not kind.by_rules and kind.fits(fed):
            return kind, paid
    if not ways:
        known = ", ".join(id_ for id_, _ in pays.responsible)
        what = (
            Sentence("not by {named}, but by {known}", named=named, known=known)
            if named and known
            else Sentence("by no rule")
        )
        raise NotResponsibleError(
            Sentence("At this table a player pays for all {what}.", what=what)
        )
    needs = reduce(
        lambda left, right: Sentence("{left}; or {right}", left=left, right=right),
        (Sentence(kind.needs) for kind, _ in ways),
    )
    raise NotResponsibleError(
        Sentence("At this table a player pays for all only if {needs}.", needs=needs)
    )


def responsible_by_rules(pays: Payment, fed: FedWin) -> tuple[Responsibility, PaidAmount] | None:
    """Return the way in which the discarder pays for all without being named, if there is one."""
    ways = (way for way in pays.for_all if way[0].by_rules and way[0].fits(fed))
    return next(ways, None)
