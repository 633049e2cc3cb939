"""Who pays whom for a win, by seat wind and in coins; every settlement sums to zero."""

from collections.abc import Mapping
from typing import NamedTuple

from scorer.core.sentences import RowName
from scorer.core.tiles import Wind
from scorer.rules.payment import PaidAmount
from scorer.rules.rule_set import AnyCount, RuleSet


class Settlement(NamedTuple):
    """What a win moves: `deltas` by seat wind, and `due`, who owes what without names."""

    deltas: Mapping[Wind, int]
    due: Mapping[str, int]


def drawing_row(count: AnyCount) -> str | None:
    """Return the name of the row for which a win is paid as a draw, None if there is none.

    All eight bonus tiles are: the eighth was drawn, whoever gave the tile that completes the hand.
    """
    for line in count.lines:
        as_draw = line.row.paid_as_draw
        if as_draw is not None and line.counts and as_draw(count.win):
            return RowName(line.row.name, line.row.zh)
    return None


def due_faan(
    faan: int,
    rules: RuleSet,
    *,
    self_drawn: bool,
    winner: Wind | None = None,
    discarder: Wind | None = None,
) -> dict[str, int] | None:
    """Return what each player owes in coins, by part played.

    `discarder`, `each_other` and the `total`; where East pays another amount than the others,
    `dealer` too. Without a winner nobody is East. None where that depends on a discarder who was
    not named.
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


def settle_faan(faan: int, rules: RuleSet, winner: Wind, discarder: Wind | None) -> Settlement:
    """Settle a win of some faan (after the cap), in coins; `discarder` None is a self-draw.

    Who cannot pay in full is a matter of the table (`scorer.ledger.table`). Raises ValueError where
    the winner is the discarder.
    """
    if winner is discarder:
        raise ValueError(
            f"A player cannot win on their own discard: winner and discarder are {winner}."
        )
    due = (
        due_faan(faan, rules, self_drawn=discarder is None, winner=winner, discarder=discarder)
        or {}
    )  # all seats are known, so it is always there
    deltas = dict.fromkeys(rules.winds, -due["each_other"])
    if "dealer" in due:
        deltas[Wind.EAST] = -due["dealer"]
    if discarder is not None:
        deltas[discarder] = -due["discarder"]
    deltas[winner] = due["total"]
    return Settlement(deltas, due)


def due_for_all(due: Mapping[str, int], *, thrown: bool) -> dict[str, int]:
    """Return what is due where one player pays it all: the discarder (`thrown`), or another."""
    total = due["total"]
    if thrown:
        return {"discarder": total, "each_other": 0, "total": total}
    return {"responsible": total, "total": total}


def settle_for_all(
    faan: int, rules: RuleSet, seats: tuple[Wind, Wind | None, Wind], paid: PaidAmount
) -> Settlement:
    """Settle a win for which one player pays for all (包): `seats` are winner, discarder and payer.

    What is paid is what was due, or what a self-draw would have brought. Raises ValueError where
    the payer is the winner.
    """
    winner, discarder, payer = seats
    drawn = discarder is None or paid is PaidAmount.SELF_DRAW
    settled = settle_faan(faan, rules, winner, None if drawn else discarder)
    due = due_for_all(settled.due, thrown=payer is discarder)
    return Settlement(pays_for_all(settled.deltas, payer), due)


def settle_false_win(rules: RuleSet, declarer: Wind) -> Settlement:
    """Settle a win declared on a hand that is none, as agreed (docs/rules/hk-500.md, A13).

    `pay_max_selfdraw_each`: the declarer pays each other player what each would owe for a
    self-drawn limit; `fixed:n`: n points each; `bank:n`: n points to nobody; `none`: nothing.
    """
    each, others = rules.false_win(rules), rules.table.players - 1
    if rules.penalty_to_bank:
        deltas = {**dict.fromkeys(rules.winds, 0), declarer: -each}
        return Settlement(deltas, {"each_other": 0, "total": each})
    deltas = dict.fromkeys(rules.winds, each)
    deltas[declarer] = -others * each
    return Settlement(deltas, {"each_other": each, "total": others * each})


def pays_for_all(deltas: Mapping[Wind, int], responsible: Wind) -> Mapping[Wind, int]:
    """Let one player bear what all others pay, for having fed the hand (包).

    Raises ValueError where the responsible player receives.
    """
    if deltas[responsible] > 0:
        raise ValueError(f"{responsible} receives and cannot pay for all.")
    borne = {wind: max(amount, 0) for wind, amount in deltas.items()}
    return {**borne, responsible: -sum(borne.values())}
