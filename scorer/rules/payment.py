"""Who pays whom for a win: how many shares, who may have to pay for everybody (包), and how much.

Settlements are by seat wind and in coins; every one sums to zero.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from scorer.core.hand import Hand
from scorer.core.sentences import RowName, Sentence
from scorer.core.tiles import Suit, Wind

if TYPE_CHECKING:
    from scorer.rules.hand_count import HandCount
    from scorer.rules.rule_set import RuleSet

OTHERS = 3  # payers of four players; fewer if fewer play (scorer.rules.options)
HALF_GUN = (2, 1)  # shares of the discarder and of each other player
FEW_SETS, ALL_SETS = 3, 4  # exposed sets: nine tiles, and twelve


class PaidAmount(StrEnum):
    """The amount paid by the player who pays for all."""

    DUE = "due"
    SELF_DRAW = "self_draw"


class FedWin(NamedTuple):
    """What is known about a fed win; `hand` is None if its tiles are unknown."""

    is_limit: bool
    self_drawn: bool
    robbed_kong: bool
    hand: Hand | None = None


class Responsibility(NamedTuple):
    """A reason for one player to pay for all: what a win needs for it, and who decides.

    `by_rules`: the circumstances of the win name the player, otherwise the table does. `needs` ends
    the sentence "The house has a player pay for all if …".
    """

    id: str
    name: str
    zh: str
    needs: str
    fits: Callable[[FedWin], bool]
    by_rules: bool = False

    @property
    def decides(self) -> str:
        """Who decides that a player pays for all: the `rules`, or the `table`."""
        return "rules" if self.by_rules else "table"

    @property
    def public(self) -> dict[str, str]:
        """Its fields by their public names."""
        return {key: getattr(self, key) for key in ("id", "name", "zh", "needs", "decides")}


def _nine_of_a_suit(fed: FedWin) -> bool:
    """Three exposed sets of one suit in a hand of that suit alone; unknown tiles are believed."""
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
            "a kong was robbed: the player who added the tile",
            lambda fed: fed.robbed_kong,
            by_rules=True,
        ),
        Responsibility(
            "limit_hand",
            "Limit hand fed",
            "包牌",
            "it is a limit hand, and that player fed the set that decided it",
            lambda fed: fed.is_limit,
        ),
        Responsibility(
            "nine_tiles",
            "Nine tiles of a suit",
            "九張包",
            "nine tiles of one suit were exposed and the hand is only of that suit",
            _nine_of_a_suit,
        ),
        Responsibility(
            "twelve_tiles",
            "Twelve tiles laid down",
            "十二張包",
            "all four sets of the hand were exposed, the last one fed by that player",
            lambda fed: fed.hand is None or _exposed_set_count(fed.hand) >= ALL_SETS,
        ),
        Responsibility(
            "live_tile",
            "Live tile thrown late",
            "生張包",
            "with few tiles left, that player discarded a tile that nobody had discarded before",
            lambda fed: not fed.self_drawn and not fed.robbed_kong,
        ),
        Responsibility(
            "self_draw",
            "Self-draw paid by one",
            "包自摸",
            "the hand was self-drawn, and that player had made it possible",
            lambda fed: fed.self_drawn,
        ),
    )
}
ON_A_LIMIT = (("limit_hand", PaidAmount.DUE),)
Ways: TypeAlias = tuple[tuple[str, PaidAmount], ...]


def with_ways(ways: Ways, others: Ways) -> Ways:
    """Return reasons for one player to pay for all, with those of `others` that are not among them.

    A house's file may name some, and the option `responsibility` one more.
    """
    named = [id_ for id_, _ in ways]
    return (*ways, *(way for way in others if way[0] not in named))


@dataclass(frozen=True, slots=True)
class Payment:
    """How many shares each player pays; a share is the ladder's amount for the faan.

    `discarder` and `others` pay on a discard, `self_draw` each on a self-draw. `dealer` is the
    factor for what East pays and gets, in halves. `most` is the most that one player pays for a
    hand, in coins (`TableRules.coins`), None without a limit. `responsible` are the reasons for
    which one player pays for all (ids of `RESPONSIBILITIES`), with what is then paid; the first
    that applies counts.
    """

    discarder: int = 2
    others: int = 1
    self_draw: int = 2
    dealer: float = 1
    most: int | None = None
    responsible: Ways = ()

    def owed(self, shares: int, points: int, *, dealer: bool = False) -> int:
        """Return what one player owes for some shares, in coins; `dealer`: East pays or is paid."""
        owed = int(shares * points * (self.dealer if dealer else 1))
        return owed if self.most is None else min(owed, self.most)

    @property
    def for_all(self) -> tuple["Way", ...]:
        """The ways in which one player pays for all at this table."""
        return tuple((RESPONSIBILITIES[id_], paid) for id_, paid in self.responsible)


class NotResponsibleError(ValueError):
    """Nobody pays for all here; the message says what would be needed."""


Way: TypeAlias = tuple[Responsibility, PaidAmount]
"""The reason for one player to pay for all, and what is then paid."""


def responsibility(pays: Payment, fed: FedWin, named: str | None = None) -> Way:
    """Return the way in which a player named by the table pays for all.

    It is the one named, or the first that fits. Raises NotResponsibleError if the house has none or
    none that fits the win, or if the circumstances decide it.
    """
    ways = tuple(way for way in pays.for_all if named in (None, way[0].id))
    for kind, paid in ways:
        if not kind.by_rules and kind.fits(fed):
            return kind, paid
    if not ways:
        known = ", ".join(id_ for id_, _ in pays.responsible)
        what = (
            Sentence("played as {known}, not as {named}", named=named, known=known)
            if named and known
            else Sentence("not played")
        )
        raise NotResponsibleError(Sentence("At this table, paying for all is {what}.", what=what))
    needs = reduce(
        lambda left, right: Sentence("{left}; or {right}", left=left, right=right),
        (Sentence(kind.needs) for kind, _ in ways),
    )
    raise NotResponsibleError(
        Sentence("At this table a player pays for all only if {needs}.", needs=needs)
    )


def way_to_pay(pays: Payment, fed: FedWin, player: object, named: str | None) -> Way | None:
    """Return the way in which one player pays for all, None if nobody does.

    `player` is the player named by the table, and `named` the reason; without a player, the
    circumstances may make the discarder pay. Raises NotResponsibleError as `responsibility` does.
    """
    if player is not None:
        return responsibility(pays, fed, named)
    return next((way for way in pays.for_all if way[0].by_rules and way[0].fits(fed)), None)


class Settlement(NamedTuple):
    """The result of a win: `deltas` by seat wind, and `due`, who owes what, without names."""

    deltas: Mapping[Wind, int]
    due: Mapping[str, int]


def drawing_row(count: "HandCount") -> str | None:
    """Return the name of the row by which a win is paid as a self-draw, or None.

    All eight bonus tiles are such a row: the eighth was drawn, even if a discard completes the
    hand.
    """
    for line in count.lines:
        as_draw = line.row.paid_as_draw
        if as_draw is not None and line.counts and as_draw(count.win):
            return RowName(line.row.name, line.row.zh)
    return None


def due_faan(
    faan: int,
    rules: "RuleSet",
    *,
    self_drawn: bool,
    winner: Wind | None = None,
    discarder: Wind | None = None,
) -> dict[str, int] | None:
    """Return what each player owes in coins, by the player's part in the win.

    `discarder`, `each_other` and the `total`; if East pays a different amount from the others,
    `dealer` too. Without a winner nobody is East. None if it depends on an unnamed discarder.
    """
    pays, points, others = rules.payment, rules.points(faan), rules.table.players - 1
    east_wins = winner is Wind.EAST
    other = pays.owed(pays.self_draw if self_drawn else pays.others, points, dealer=east_wins)
    apart = winner is not None and not east_wins and pays.dealer != 1
    east = pays.owed(pays.self_draw if self_drawn else pays.others, points, dealer=True)
    if self_drawn:
        if apart and east != other:
            return {"each_other": other, "dealer": east, "total": (others - 1) * other + east}
        return {"each_other": other, "total": others * other}
    if apart and discarder is None:
        return None
    east_threw = discarder is Wind.EAST
    threw = pays.owed(pays.discarder, points, dealer=east_wins or (apart and east_threw))
    due = {"discarder": threw, "each_other": other, "total": threw + (others - 1) * other}
    if apart and not east_threw and east != other:
        return due | {"dealer": east, "total": threw + (others - 2) * other + east}
    return due


def settle_faan(faan: int, rules: "RuleSet", winner: Wind, discarder: Wind | None) -> Settlement:
    """Settle a win of some faan (after the cap), in coins; `discarder` None is a self-draw.

    What happens if a player cannot pay is up to the table (`scorer.ledger.table`). Raises
    ValueError if the winner is the discarder.
    """
    if winner is discarder:
        raise ValueError(
            f"A player cannot win on their own discard: winner and discarder are {winner}."
        )
    due = (
        due_faan(faan, rules, self_drawn=discarder is None, winner=winner, discarder=discarder)
        or {}
    )  # all seats are known, so there is always a result
    deltas = dict.fromkeys(rules.winds, -due["each_other"])
    if "dealer" in due:
        deltas[Wind.EAST] = -due["dealer"]
    if discarder is not None:
        deltas[discarder] = -due["discarder"]
    deltas[winner] = due["total"]
    return Settlement(deltas, due)


def due_for_all(due: Mapping[str, int], *, thrown: bool) -> dict[str, int]:
    """Return what is due if one player pays it all: the discarder (`thrown`), or another."""
    total = due["total"]
    if thrown:
        return {"discarder": total, "each_other": 0, "total": total}
    return {"responsible": total, "total": total}


def settle_win(
    faan: int,
    rules: "RuleSet",
    seats: tuple[Wind, Wind | None, Wind | None],
    way: Way | None,
    fellows: Iterable[Wind] = (),
    *,
    drawn: bool,
) -> Settlement:
    """Settle a win of some faan: `seats` are the winner, the discarder, and who pays for all.

    With a `way`, one player pays for all: what was due, or what a self-draw would have brought.
    `fellows` won on the same discard and pay nothing. Raises ValueError if a winner would pay for
    all.
    """
    winner, discarder, named = seats
    payer = named or discarder
    as_drawn = drawn or (way is not None and way[1] is PaidAmount.SELF_DRAW)
    moved, due = settle_faan(faan, rules, winner, None if as_drawn else discarder)
    deltas = dict(moved)
    for fellow in fellows:
        deltas[winner] += deltas[fellow]
        deltas[fellow] = 0
    if way is None or payer is None:
        return Settlement(deltas, due)
    return Settlement(pays_for_all(deltas, payer), due_for_all(due, thrown=payer is discarder))


def settle_false_win(rules: "RuleSet", declarer: Wind) -> Settlement:
    """Settle a win declared with an invalid hand, as agreed (docs/rules/hk-500.md, A13).

    `pay_max_selfdraw_each`: the declarer pays each other player what each would owe for a
    self-drawn limit; `fixed:n`: n points each; `bank:n`: n points to nobody; `none`: nothing.
    """
    each, others = rules.false_win_price, rules.table.players - 1
    if rules.false_win.startswith("bank"):
        deltas = {**dict.fromkeys(rules.winds, 0), declarer: -each}
        return Settlement(deltas, {"each_other": 0, "total": each})
    deltas = dict.fromkeys(rules.winds, each)
    deltas[declarer] = -others * each
    return Settlement(deltas, {"each_other": each, "total": others * each})


def pays_for_all(deltas: Mapping[Wind, int], responsible: Wind) -> Mapping[Wind, int]:
    """Let one player pay for all others, having fed the hand (包).

    Raises ValueError if the responsible player is the receiver.
    """
    if deltas[responsible] > 0:
        raise ValueError(f"{responsible} receives and cannot pay for all.")
    borne = {wind: max(amount, 0) for wind, amount in deltas.items()}
    return {**borne, responsible: -sum(borne.values())}
