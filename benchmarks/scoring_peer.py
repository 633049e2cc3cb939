"""Hands a second of the scorer beside the package `mahjong`, in one run on one core.

The hands are drawn at random from sets and eyes with a fixed seed, and only those are taken that
`mahjong` scores too: it stops early where a hand has no riichi value. Both are given what they work
on ready made (tiles, sets, winds) and give their whole result: ours every arrangement, the rows
with what swallowed them, and the payments. Each rule set and the package take turns on the same few
hands, the other one first each time, so that what else the machine does meets both alike, and
processor time is counted. A share of 1 is as fast as the package, which knows one rule set.

Both keep arrangements that they found. So every cache is emptied before each turn: cold are the
hands as they come, warm the same hands once more.
"""

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper, partial
from itertools import count
from typing import TypeVar

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as RiichiMeld

from scorer.core.hand import Hand, Meld, MeldKind, Place
from scorer.core.tiles import TILES, Tile, Wind
from scorer.core.win import Declaration
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import score_hand
from scorer.scoring.near_misses import near_misses
from scorer.settlement.payments import settle_faan

SEED = 20_000
HANDS = 5_000
AT_A_TIME = 100  # fewer than the 128 hands of which the other package keeps the arrangements
EXPLAINED = 100
PACKAGES = ("scorer", "mahjong")
AMBIGUOUS = "1112222333444m +3m"  # no 14 tiles of a suit have more arrangements than its four
PLAIN = tuple(tile for tile in TILES if not tile.is_bonus)
CHOWS = tuple(tile for tile in PLAIN if tile.is_suited and tile.rank <= 7)
# That package counts manzu, pinzu, souzu and honours in our order, from 0 to 33 and four of each.
EMPTY_HANDS = dict.fromkeys(Wind, 0)
RIICHI_WIND = {wind: 27 + place for place, wind in enumerate(Wind)}


Other = TypeVar("Other")


@dataclass(frozen=True, slots=True)
class RiichiHand:
    """The same hand as the other package takes it."""

    tiles: list[int]
    win_tile: int
    melds: list[RiichiMeld]
    config: HandConfig


def hands(number: int, seed: int = SEED) -> list[tuple[Declaration, RiichiHand]]:
    """Draw winning hands that both scorers have a value for."""
    drawn = random.Random(seed)
    chosen: list[tuple[Declaration, RiichiHand]] = []
    while len(chosen) < number:
        declared = _declared(drawn)
        if declared is None:
            continue
        riichi = _riichi(declared)
        if _estimate(riichi).error is None:
            chosen.append((declared, riichi))
    return chosen


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a rule set of ours took for some hands, and the other package for the same."""

    ours: float
    other: float
    hands: int

    @property
    def a_second(self) -> float:
        """Our hands a second."""
        return self.hands / self.ours

    @property
    def share(self) -> float:
        """Return how fast we are: 1 is as fast as the other package."""
        return self.other / self.ours


def paces(drawn: Sequence[tuple[Declaration, RiichiHand]], rules: RuleSet) -> tuple[Pace, Pace]:
    """Time a rule set of ours and the other package: with empty caches, and once more."""
    works: list[Callable[[Declaration, RiichiHand], object]] = [
        partial(_full_result, rules),
        lambda _, riichi: _estimate(riichi),
    ]
    cold, warm, kept = [0.0, 0.0], [0.0, 0.0], caches()
    for turn, start in enumerate(range(0, len(drawn), AT_A_TIME)):
        some = drawn[start : start + AT_A_TIME]
        for who in (0, 1) if turn % 2 else (1, 0):
            for cache in kept:
                cache.cache_clear()
            cold[who] += _seconds(works[who], some)
            warm[who] += _seconds(works[who], some)
    number = len(drawn)
    return Pace(cold[0], cold[1], number), Pace(warm[0], warm[1], number)


def caches() -> tuple["_lru_cache_wrapper[object]", ...]:
    """Find every cache of both packages, wherever it stands."""
    return tuple(
        each
        for each in gc.get_objects()
        if isinstance(each, _lru_cache_wrapper) and each.__module__.partition(".")[0] in PACKAGES
    )


def ambiguous_ms(times: int = 50) -> dict[str, float]:
    """Time the one-suit hand with the most arrangements: the median in milliseconds a rule set."""
    declared = Declaration(Hand.parse(AMBIGUOUS), discarder=Wind.SOUTH)
    medians = {}
    for id_, rules in RULE_SETS.items():
        taken = [_seconds(partial(_full_result, rules), [(declared, None)]) for _ in range(times)]
        medians[id_] = statistics.median(taken) * 1000
    return medians


def explained_ms(drawn: Sequence[tuple[Declaration, RiichiHand]]) -> dict[str, float]:
    """Time answers with the rows missed by a little: the median in milliseconds a rule set."""
    medians = {}
    for id_, rules in RULE_SETS.items():
        taken = [_seconds(partial(_explained, rules), [one]) for one in drawn]
        medians[id_] = statistics.median(taken) * 1000
    return medians


def table(number: int = HANDS) -> str:
    """Print-ready lines on all of it."""
    drawn = hands(number)
    titles = f"{'cold':>8}{'share':>7}{'warm':>8}{'share':>7}"
    lines = [f"{f'hands a second, {number} hands':<42}{titles}"]
    for id_, rules in RULE_SETS.items():
        cells = (f"{pace.a_second:>8.0f}{pace.share:>7.2f}" for pace in paces(drawn, rules))
        lines.append(f"{id_:<42}{''.join(cells)}")
    lines.append(f"{'milliseconds, ' + AMBIGUOUS:<42}")
    lines += [f"{id_:<42}{ms:>12.2f}" for id_, ms in ambiguous_ms().items()]
    lines.append("milliseconds, with the rows missed by a little")
    lines += [f"{id_:<42}{ms:>12.2f}" for id_, ms in explained_ms(drawn[:EXPLAINED]).items()]
    return "\n".join(lines)


def _full_result(rules: RuleSet, declared: Declaration, _: object) -> object:
    """Score a hand and settle it; where everyone scores, the three others are empty hands."""
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


def _explained(rules: RuleSet, declared: Declaration, _: object) -> object:
    return near_misses(score_hand(declared, rules))


def _seconds(
    work: Callable[[Declaration, Other], object], some: Sequence[tuple[Declaration, Other]]
) -> float:
    gc.disable()  # or one would pay for what others left
    start = time.process_time()
    for declared, riichi in some:
        work(declared, riichi)
    taken = time.process_time() - start
    gc.enable()
    return taken


def _declared(drawn: random.Random) -> Declaration | None:
    """Draw a win: four sets and eyes, some claimed, by discard or self-draw; None if impossible."""
    sets = [_set(drawn) for _ in range(4)]
    eyes = Meld(MeldKind.EYES, drawn.choice(PLAIN))
    tiles = [tile for part in (*sets, eyes) for tile in part.tiles]
    if any(tiles.count(tile) > tile.copies for tile in tiles):
        return None
    standing = [t for part in (*sets, eyes) if part.place is Place.STANDING for t in part.tiles]
    winning = drawn.choice(standing)
    standing.remove(winning)
    seat, thrower = drawn.sample(tuple(Wind), 2)
    self_drawn = drawn.random() < 0.5
    return Declaration(
        Hand(
            tuple(sorted(standing)),
            tuple(part for part in sets if part.place is not Place.STANDING),
            winning,
        ),
        seat=seat,
        round=drawn.choice(tuple(Wind)),
        self_drawn=self_drawn,
        discarder=None if self_drawn else thrower,
    )


def _set(drawn: random.Random) -> Meld:
    kind = drawn.choices((MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG), (6, 5, 1))[0]
    tile = drawn.choice(CHOWS if kind is MeldKind.CHOW else PLAIN)
    place = drawn.choices((Place.STANDING, Place.EXPOSED), (2, 1))[0]
    if kind is MeldKind.KONG and place is Place.STANDING:
        place = Place.LAID_DOWN
    return Meld(kind, tile, place)


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
