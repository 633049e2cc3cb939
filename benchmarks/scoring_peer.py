"""Compares the scorer's speed with the package `mahjong`: `python -m benchmarks.scoring_peer`.

The hands are drawn at random from sets and eyes with a fixed seed, keeping only those that
`mahjong` scores too: it stops early for a hand without a riichi value. Both get their input ready
made (tiles, sets, winds) and give their whole result: ours every arrangement, the rows with what
swallowed them, and the payments. Each rule set and the package take turns on the same few hands,
alternating who goes first, so that other load on the machine affects both alike, and processor time
is measured. A share of 1 is as fast as the package, which knows one rule set.
"""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

import numpy as np
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as RiichiMeld

from datasets.command_line import command_parser
from datasets.synth.scenes.hands import Bag, sample_hand
from scorer.core.hand import Hand, MeldKind
from scorer.core.tiles import TILES, Tile, Wind
from scorer.core.win import Declaration
from scorer.rules.payment import settle_faan
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import score_hand

SEED = 20_000
HANDS = 5_000
AT_A_TIME = 100
PLAIN = tuple(tile for tile in TILES if not tile.is_bonus)
# That package numbers manzu, pinzu, souzu and honours from 0 to 33, in our order, four of each.
EMPTY_HANDS = dict.fromkeys(Wind, 0)
RIICHI_WIND = {wind: 27 + place for place, wind in enumerate(Wind)}


@dataclass(frozen=True, slots=True)
class RiichiHand:
    """The same hand as the other package takes it."""

    tiles: list[int]
    win_tile: int
    melds: list[RiichiMeld]
    config: HandConfig


def hands(number: int) -> list[tuple[Declaration, RiichiHand]]:
    """Return winning hands to which both scorers give a value."""
    rng = np.random.default_rng(SEED)
    chosen: list[tuple[Declaration, RiichiHand]] = []
    while len(chosen) < number:
        declared = _declared(rng)
        riichi = _riichi(declared)
        if _estimate(riichi).error is None:
            chosen.append((declared, riichi))
    return chosen


def seconds_of_both(
    drawn: Sequence[tuple[Declaration, RiichiHand]], rules: RuleSet
) -> tuple[float, float]:
    """Return the seconds that one of our rule sets takes for the hands, and the other package."""
    works: list[Callable[[Declaration, RiichiHand], object]] = [
        partial(_full_result, rules),
        lambda _, riichi: _estimate(riichi),
    ]
    taken = [0.0, 0.0]
    for turn, start in enumerate(range(0, len(drawn), AT_A_TIME)):
        for who in (0, 1) if turn % 2 else (1, 0):
            taken[who] += _seconds(works[who], drawn[start : start + AT_A_TIME])
    return taken[0], taken[1]


def table(number: int = HANDS) -> str:
    """Return lines: hands per second of each rule set, and the speed relative to the package."""
    drawn = hands(number)
    lines = [f"{f'hands per second, {number} hands':<42}{'':>8}{'share':>7}"]
    for id_, rules in RULE_SETS.items():
        ours, other = seconds_of_both(drawn, rules)
        lines.append(f"{id_:<42}{number / ours:>8.0f}{other / ours:>7.2f}")
    return "\n".join(lines)


def _full_result(rules: RuleSet, declared: Declaration, _: object) -> object:
    """Return a hand scored and settled; where everyone scores, the others have empty hands."""
    scored = score_hand(declared, rules)
    if scored.count is None or not scored.is_valid:
        return scored, None
    if rules.everyone_scores:
        return scored, rules.settle(
            EMPTY_HANDS | {declared.seat: scored.count.figures["score"] or 0},
            declared.seat,
        )
    faan = scored.count.figures["faan"] or 0
    return scored, settle_faan(faan, rules, declared.seat, declared.discarder).deltas


def _seconds(
    work: Callable[[Declaration, RiichiHand], object],
    some: Sequence[tuple[Declaration, RiichiHand]],
) -> float:
    gc.disable()  # otherwise one would pay for what others left
    start = time.process_time()
    for declared, riichi in some:
        work(declared, riichi)
    taken = time.process_time() - start
    gc.enable()
    return taken


def _declared(rng: np.random.Generator) -> Declaration:
    """Return a win: four sets and eyes, some on the table, by discard or self-draw."""
    hand = replace(sample_hand(Bag(rng), rng), bonus=())
    seat, thrower, round_ = (
        tuple(Wind)[int(i)] for i in (*rng.permutation(4)[:2], rng.integers(4))
    )
    self_drawn = bool(rng.random() < 0.5)
    return Declaration(
        Hand.parse(hand.text),
        seat=seat,
        round=round_,
        self_drawn=self_drawn,
        discarder=None if self_drawn else thrower,
    )


def _riichi(declared: Declaration) -> RiichiHand:
    copies: dict[Tile, Iterator[int]] = {tile: count(4 * tile.index) for tile in PLAIN}
    melds = [
        RiichiMeld(
            meld_type={MeldKind.CHOW: RiichiMeld.CHI, MeldKind.PUNG: RiichiMeld.PON}.get(
                meld.kind, RiichiMeld.KAN
            ),
            tiles=[next(copies[tile]) for tile in meld.tiles],
            opened=meld.is_exposed,
        )
        for meld in declared.hand.melds
    ]
    standing = [next(copies[tile]) for tile in declared.hand.standing]
    config = HandConfig(
        is_tsumo=declared.self_drawn,
        player_wind=RIICHI_WIND[declared.seat],
        round_wind=RIICHI_WIND[declared.round],
        options=OptionalRules(has_open_tanyao=True),
    )
    tiles = [*standing, *(tile for meld in melds for tile in meld.tiles or ())]
    return RiichiHand(sorted(tiles), standing[-1], melds, config)


def _estimate(hand: RiichiHand) -> HandResponse:
    return HandCalculator.estimate_hand_value(
        hand.tiles, hand.win_tile, melds=hand.melds, config=hand.config
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = command_parser("benchmarks.scoring_peer", __doc__)
    parser.add_argument("--hands", type=int, default=HANDS, help="hands to compare on")
    print(table(parser.parse_args(arguments).hands))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
