"""Scenes that are rare among random hands, and that readers fail at.

Sets laid loosely or stacked at the rim of the table, bonus tiles of other players, pools that
nearly touch the hand, rows that stand and show their tops, many backs and bare dragons, two hands
in one photo, and photos of things in rows that are not tiles.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from datasets.synth.scenes.hands import WHITE, Bag, LaidHand, LaidSet, sample_hand
from datasets.synth.scenes.layouts import (
    Stage,
    lay_around,
    lay_discards,
    lay_set,
    lay_tiles,
)
from datasets.synth.scenes.profile import PLACES
from datasets.synth.scenes.props import STRANGE
from datasets.synth.scenes.sides import drop_overlaps, lay_other
from datasets.synth.scenes.winning_hands import as_big_kongs, lay_won, with_small_kongs

_TRIES = 60  # hands drawn until one has what a scene needs


def _draw_hand(stage: Stage, fits: Callable[[LaidHand], bool]) -> LaidHand:
    """Draw a hand that fits, each time from a full bag; otherwise return the last one."""
    for _ in range(_TRIES):
        stage.bag = Bag(stage.rng)
        hand = sample_hand(stage.bag, stage.rng)
        if fits(hand):
            break
    return hand


def _draw_hand_with_sets(stage: Stage, least: int) -> LaidHand:
    """Draw a hand with so many laid sets."""
    return _draw_hand(stage, lambda hand: len(hand.sets) >= least)


def lay_loose(stage: Stage) -> None:
    """Lay a hand whose sets were pushed aside: all their tiles slightly displaced and turned."""
    rng = stage.rng
    hand = as_big_kongs(replace(_draw_hand_with_sets(stage, 1), bonus=()))
    around, loose = bool(rng.random() < 0.5), float(rng.uniform(0.1, 0.35))
    lay_won(stage, hand, PLACES["loose"], around=around, across=0.0, loose=loose)


def lay_rim(stage: Stage) -> None:
    """Lay a hand whose sets are stacked in a column at the rim, each with a tile across."""
    rng, tall = stage.rng, stage.size[1]
    hand = replace(_draw_hand_with_sets(stage, 2), bonus=())
    hand = replace(hand, sets=tuple(with_small_kongs(stage, laid) for laid in hand.sets))
    lay_won(stage, hand, PLACES["rim"], around=False, across=1.0, beyond=1.0, seam=0.01)
    if rng.random() < 0.6:
        own = list(stage.boxes)
        at = (float(rng.uniform(0, 3)), tall * 2 + float(rng.uniform(0, 2)))
        lay_discards(stage, at, int(rng.integers(6, 25)))
        stage.boxes = drop_overlaps(own, stage.boxes)


def _lay_others(stage: Stage, players: Sequence[int], kind: str, away: float) -> None:
    """Lay tiles of other players around a hand, at about this distance from its centre."""
    own = list(stage.boxes)
    places = np.array([box.pose.centre for box in own])
    x, y, _ = (places.min(axis=0) + places.max(axis=0)) / 2
    for player in players:
        lay_other(stage, player, (float(x), float(y)), away, kind)
    stage.boxes = drop_overlaps(own, stage.boxes)
    if stage.rng.random() < 0.3:
        lay_around(stage, float(places[:, 0].max()))


def lay_beside_bonus(stage: Stage) -> None:
    """Lay a hand, and bonus tiles of up to three other players where they sit."""
    rng = stage.rng
    end = lay_won(stage, sample_hand(stage.bag, rng), around=False)
    players = rng.permutation(3)[: int(rng.integers(1, 4))] + 1
    _lay_others(stage, players.tolist(), "bonus", end / 2 + 7)


def lay_close_pool(stage: Stage) -> None:
    """Lay a hand with a pool so near that it might be its next row."""
    rng, tall = stage.rng, stage.size[1]
    hand = sample_hand(stage.bag, rng)
    end = lay_won(stage, hand, around=False)
    top = max(float(box.pose.centre[1]) for box in stage.boxes)
    corner = (float(rng.uniform(-2, end / 2)), top + tall + float(rng.uniform(0.02, 0.5)))
    lay_discards(stage, corner, int(rng.integers(6, 32)))


def lay_tops(stage: Stage) -> None:
    """Stand a winning hand up, seen so steeply that the tops of its tiles show."""
    rng = stage.rng
    hand = as_big_kongs(sample_hand(stage.bag, rng))
    lay_won(stage, hand, PLACES["standing"], around=bool(rng.random() < 0.4))


def lay_two(stage: Stage) -> None:
    """Lay a hand, and another player's laid open across the table or at its side."""
    rng = stage.rng
    end = lay_won(stage, sample_hand(stage.bag, rng), around=False)
    player = int(rng.choice([1, 2, 3], p=[0.2, 0.6, 0.2]))
    _lay_others(stage, [player], "open", 10.0 if player == 2 else end / 2 + 8)


def lay_touching_bonus(stage: Stage) -> None:
    """Lay a hand whose bonus tiles touch its laid sets, at either end of them or between."""
    rng, tall = stage.rng, stage.size[1]
    hand = as_big_kongs(_draw_hand(stage, lambda hand: bool(hand.sets and hand.bonus))).insert_win(
        0
    )
    end = lay_tiles(stage, list(hand.concealed), (0.0, 0.0), "hand")
    laid: list[LaidSet | str] = [*hand.sets, *hand.bonus]
    apart = float(rng.uniform(0.02, 0.8))
    x, y = float(rng.uniform(-1.0, 1.5)), tall + apart
    for number in rng.permutation(len(laid)):
        part = laid[int(number)]
        if isinstance(part, str):
            stage.lay(part, (x + 0.5, y), "bonus")
            x += 1.0
        else:
            with stage.one_set():
                x = lay_set(stage, part, (x, y))
        x += float(rng.choice([0.0, 0.02, 0.3]))
        if x > max(end, 12.0):
            x, y = float(rng.uniform(-1.0, 1.5)), y + tall + apart
    stage.hand = hand.text
    if rng.random() < 0.4:
        lay_around(stage, end)


def lay_backs(stage: Stage) -> None:
    """Lay a hand with at least one concealed kong."""
    hand = _draw_hand(stage, lambda hand: any(laid.kind == "concealed_kong" for laid in hand.sets))
    lay_won(stage, as_big_kongs(hand))


def lay_whites(stage: Stage) -> None:
    """Lay a hand with white dragons, some of them blank and some as in their design."""
    hand = _draw_hand(stage, _has_whites)
    lay_won(stage, as_big_kongs(hand))
    whites = [i for i, box in enumerate(stage.boxes) if box.code == WHITE]
    for place, i in enumerate(stage.rng.permutation(whites)):
        if place == 0 or (place > 1 and stage.rng.random() < 0.5):  # one stays as it is drawn
            stage.boxes[int(i)] = replace(stage.boxes[int(i)], front="")


def _has_whites(hand: LaidHand) -> bool:
    laid = [code for one in hand.sets for code in one.codes]
    return [*hand.concealed, hand.win, *laid].count(WHITE) >= 2


def lay_tight(stage: Stage) -> None:
    """Lay a hand and its sets without gaps, row upon row, some tiles upside down."""
    rng, tall = stage.rng, stage.size[1]
    stage.flips = 0.5
    hand = _draw_hand_with_sets(stage, 1)
    hand = as_big_kongs(replace(hand, bonus=())).insert_win(0)
    for i, code in enumerate(hand.concealed):
        stage.lay(code, (i + 0.5, 0.0), "hand")
    x = float(rng.uniform(-0.5, 1.5))
    for laid in hand.sets:
        with stage.one_set():
            x = lay_set(stage, laid, (x, tall), across=0.0, seam=0.0)
    stage.hand = hand.text


def lay_nothing(stage: Stage) -> None:
    """Lay a keyboard, books, playing cards or dominoes in rows, and no tile."""
    rng = stage.rng
    kind = str(rng.choice(list(STRANGE)))
    size: Sequence[float]
    size, rows, columns, gap = {
        "key": ((0.92, 0.92, 0.35), 4, 11, 0.08),
        "book": ((0.8, 4.5, 1.0), 1, 14, 0.02),
        "playing": ((1.4, 2.0, 0.03), 2, 7, 0.3),
        "domino": ((1.0, 2.0, 0.4), 2, 8, 0.1),
    }[kind]
    loose = 0.0 if kind == "key" else float(rng.choice([0.01, 0.08]))
    height = float(rng.uniform(0.85, 1.15))
    colour = int(rng.integers(2))  # light or dark; both for playing cards
    for row in range(int(rng.integers(1, rows + 1)) if kind != "key" else rows):
        x = 0.2 * row
        for _ in range(int(rng.integers(5, columns + 1)) if kind != "key" else columns):
            wide = size[0] * (float(rng.uniform(0.5, 1.4)) if kind == "book" else 1.0)
            number = int(rng.integers(STRANGE[kind]))
            number = number if kind == "playing" else number // 2 * 2 + colour
            at = (x + wide / 2, -row * (size[1] * height + gap))
            block = (wide, size[1] * height, size[2])
            stage.prop(f"{kind}:{number}", at, block, float(rng.normal(0, loose)))
            x += wide + gap


RARE: Mapping[str, Callable[[Stage], None]] = MappingProxyType(
    {
        "loose": lay_loose,
        "rim": lay_rim,
        "beside bonus": lay_beside_bonus,
        "touching bonus": lay_touching_bonus,
        "close pool": lay_close_pool,
        "tops": lay_tops,
        "two": lay_two,
        "backs": lay_backs,
        "whites": lay_whites,
        "tight": lay_tight,
        "nothing": lay_nothing,
    }
)
