"""Who pays whom for a win, by seat wind; every settlement sums to zero."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.core.tiles import Wind
from scorer.rules.rule_set import Counted, RuleSet

OTHERS = 3
_WINDS = tuple(Wind)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a win moves: `deltas` by seat wind, and `due`, who owes what without names."""

    deltas: Mapping[Wind, int]
    due: Mapping[str, int]


def drawing_row(count: Counted) -> str | None:
    """Return the name of the row for which a win is paid as a draw, None if there is none.

    All eight bonus tiles are: the eighth was drawn, whoever gave the tile that completes the hand.
    """
    for line in count.lines:
        as_draw = line.row.paid_as_draw
        if line.counts and as_draw is not None and as_draw(count.win):
            return line.row.name
    return None


def due_faan(faan: int, rules: RuleSet, *, self_drawn: bool) -> dict[str, int]:
    """Return what each player owes, by part played: `discarder`, `each_other` and the `total`."""
    points, pays = rules.points(faan), rules.payment
    if self_drawn:
        each = pays.self_draw * points
        return {"each_other": each, "total": OTHERS * each}
    discarder, other = pays.discarder * points, pays.others * points
    return {
        "discarder": discarder,
        "each_other": other,
        "total": discarder + (OTHERS - 1) * other,
    }


def settle_faan(faan: int, rules: RuleSet, winner: Wind, discarder: Wind | None) -> Settlement:
    """Settle a win of some faan (after the cap); `discarder` None is a self-draw.

    Who cannot pay in full is a matter of the table (`scorer.ledger.table`). Raises ValueError where
    the winner is the discarder.
    """
    if winner is discarder:
        raise ValueError(f"Nobody wins on an own discard: winner and discarder are {winner}.")
    due = due_faan(faan, rules, self_drawn=discarder is None)
    deltas = dict.fromkeys(_WINDS, -due["each_other"])
    if discarder is not None:
        deltas[discarder] = -due["discarder"]
    deltas[winner] = due["total"]
    return Settlement(deltas, due)


def settle_false_win(rules: RuleSet, declarer: Wind) -> Settlement:
    """Settle a win declared on a hand that is none, as agreed (docs/rules/hk-500.md, A13).

    `pay_max_selfdraw_each`: the declarer pays each other player what each would owe for a
    self-drawn limit; `fixed:n`: n points each; `none`: nothing.
    """
    each = rules.false_win(rules)
    deltas = dict.fromkeys(_WINDS, each)
    deltas[declarer] = -OTHERS * each
    return Settlement(deltas, {"each_other": each, "total": OTHERS * each})


def pays_for_all(deltas: Mapping[Wind, int], responsible: Wind) -> Mapping[Wind, int]:
    """Let one player bear what all others pay, for having fed the hand (包).

    Raises ValueError where the responsible player receives.
    """
    if deltas[responsible] > 0:
        raise ValueError(f"{responsible} receives and cannot pay for all.")
    borne = {wind: max(amount, 0) for wind, amount in deltas.items()}
    return {**borne, responsible: -sum(borne.values())}
