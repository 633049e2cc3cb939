"""Whole tables: what lies in front of each of four players, and the discards between them.

A side is laid as its player sees it, the hand along the x axis, and then turned to its place. Hands
win, wait, or do neither; the winning tile, the sets and the bonus tiles lie where players put them.
Other players show walls, the backs of their tiles, their sets, bonus tiles or an open hand.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from datasets.synth.scenes.camera import Box, Pose
from datasets.synth.scenes.hands import BONUS, PLAIN, LaidHand, sample_hand, sample_set
from datasets.synth.scenes.layouts import (
    QUARTER,
    Stage,
    lay_discards,
    lay_racked_backs,
    lay_tiles,
    lay_wall,
)
from datasets.synth.scenes.profile import PLACES
from datasets.synth.scenes.winning_hands import choose, lay_hand

Place = tuple[float, float]
_ORPHANS = tuple(f"{rank}{suit}" for suit in "mps" for rank in (1, 9)) + tuple(
    f"{rank}z" for rank in range(1, 8)
)
_LEVEL = 0.3  # tile widths of height between tiles of one layer
_ROOM = 0.93  # tile widths between the centres of two tiles side by side
_PLACES = PLACES["sides"]


def draw_hand(stage: Stage, kind: str) -> LaidHand:
    """Return a hand of a kind: of four or five sets, pairs, orphans, waiting, random, small."""
    rng, bag = stage.rng, stage.bag
    if kind in ("orphans", "pairs"):
        pairs = [PLAIN[int(i)] for i in rng.permutation(len(PLAIN))[:7]]
        row = [*_ORPHANS, _ORPHANS[int(rng.integers(13))]] if kind == "orphans" else pairs * 2
        bag.take(tuple(row))
        win = row.pop(int(rng.integers(14)))
        return LaidHand(tuple(row), win, (), tuple(bag.draw(int(rng.integers(0, 4)), BONUS)))
    hand = sample_hand(bag, rng)
    if kind == "small":
        row = bag.draw(int(rng.integers(1, 10)), PLAIN)
        return LaidHand(tuple(row), "", hand.sets[: int(rng.integers(0, 2))], hand.bonus[:1])
    if kind == "random":
        count = int(rng.choice([13, 14])) - 3 * len(hand.sets)
        return replace(hand, concealed=tuple(bag.draw(max(count, 1), PLAIN)), win="")
    if kind == "long":
        return replace(hand, concealed=hand.concealed + sample_set(bag, rng, laid=False).codes)
    return replace(hand, win="") if kind == "waiting" else hand


def _lay_side(stage: Stage, hand: LaidHand) -> tuple[float, float]:
    """Lay a player's tiles; return where the row ends and how far back they all go."""
    loose = float(stage.rng.choice([0.0, 0.02, 0.1, 0.2], p=[0.4, 0.3, 0.2, 0.1]))
    _, end, back = lay_hand(stage, hand, _PLACES, across=0.45, loose=loose, beyond=0.55)
    return end, back


def _turn_boxes(own: Sequence[Box], player: int, at: Place, role: str) -> list[Box]:
    """Return boxes turned about the origin and moved, as another player's."""
    turn = player * QUARTER
    c, s = np.cos(turn), np.sin(turn)
    rotation = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    shift = np.array([at[0], at[1], 0.0])

    def moved(pose: Pose) -> Pose:
        return Pose(
            rotation @ pose.centre + shift,
            rotation @ pose.right,
            rotation @ pose.up,
            rotation @ pose.out,
        )

    return [
        replace(box, pose=moved(box.pose), role=role if box.is_tile else box.role, part=0)
        for box in own
    ]


def lay_sides(stage: Stage) -> None:
    """Lay a table: the player's own side, and as much of the others' as a photo may show."""
    rng, tall = stage.rng, stage.size[1]
    holding = draw_hand(stage, choose(stage, _PLACES["hand"]))
    end, back = _lay_side(stage, holding)
    own = list(stage.boxes)
    crowd = rng.random()
    if crowd < 0.22:
        return  # nothing but the hand
    middle = (end / 2, 0.0)
    half = max(8.0, end / 2 + 2) + float(rng.uniform(0, 3))
    centre = (middle[0] + float(rng.normal(0, 1)), back + half * float(rng.uniform(0.45, 1.0)))
    for player in range(1, 4):
        if rng.random() < 0.55:
            lay_other(stage, player, centre, half)
    if rng.random() < 0.75:
        sides = int(rng.choice([1, 2, 4], p=[0.35, 0.15, 0.5]))
        for player in range(sides):
            turn = player * QUARTER if sides > 1 else float(rng.choice([0.0, 0.0, QUARTER, np.pi]))
            away = float(rng.uniform(2.2, 3.6)) if sides > 1 else 0.0
            at = (centre[0] + np.sin(turn) * away, centre[1] - np.cos(turn) * away)
            if player == 0 and rng.random() < 0.35:  # with the pool close to the hand
                at = (at[0], back + tall * 0.5 + float(rng.uniform(0.05, 1.0)) + 3 * tall)
            lay_discards(stage, at, int(rng.integers(3, 22)), turn)
    if rng.random() < 0.15:
        for code in stage.bag.draw(int(rng.integers(1, 4))):
            at = (float(rng.uniform(-3, end + 3)), float(rng.uniform(-3.5, back + 4)))
            turn, down = float(rng.uniform(-np.pi, np.pi)), bool(rng.random() < 0.4)
            stage.lay(code, at, "discard", turn=turn, down=down)
    stage.boxes = drop_overlaps(own, stage.boxes)


def lay_other(
    stage: Stage, player: int, centre: Place, half: float, kind: str | None = None
) -> None:
    """Lay another player's side: a "wall", "backs", "sets", "bonus" tiles, or an "open" hand."""
    rng = stage.rng
    side = Stage(rng, stage.size, stage.bag, wobble=stage.wobble, flips=stage.flips)
    kind = kind or choose(stage, _PLACES["other"])
    hand = sample_hand(stage.bag, rng)
    if kind == "open":
        _lay_side(side, hand.insert_win(0))
    elif kind == "bonus":
        _lay_side(side, LaidHand((), "", (), hand.bonus or tuple(stage.bag.draw(1, BONUS))))
    elif kind == "sets":
        sets = hand.sets or (sample_set(stage.bag, rng, laid=True),)
        _lay_side(side, LaidHand((), "", sets, hand.bonus))
    elif kind == "backs":
        lay_racked_backs(side, (0.0, 0.0))
    else:
        lay_wall(side, (0.0, 0.0), int(rng.integers(4, 18)))
    if not side.boxes:
        return
    xs = [float(box.pose.centre[0]) for box in side.boxes]
    turn = player * QUARTER
    offset = (min(xs) + max(xs)) / 2 + float(rng.normal(0, 2))
    away = half * float(rng.uniform(0.9, 1.4))
    at = (
        centre[0] + np.sin(turn) * away - np.cos(turn) * offset,
        centre[1] - np.cos(turn) * away - np.sin(turn) * offset,
    )
    role = "wall" if kind in ("wall", "backs") else "other"
    stage.boxes += _turn_boxes(side.boxes, player, at, role)


def drop_overlaps(own: Sequence[Box], every: Sequence[Box]) -> list[Box]:
    """Return the boxes without those inside a tile laid earlier; lying on one is allowed."""
    places = np.array([box.pose.centre for box in every]).reshape(-1, 3)
    level = abs(places[:, None, 2] - places[None, :, 2]) < _LEVEL
    near = np.hypot(*(places[:, None, :2] - places[None, :, :2]).transpose(2, 0, 1)) < _ROOM
    kept = np.ones(len(every), np.bool_)
    for number in range(len(own), len(every)):
        before = near[number, :number] & level[number, :number] & kept[:number]
        kept[number] = not before.any()
    return [box for box, is_kept in zip(every, kept, strict=True) if is_kept]


def lay_catalogue(stage: Stage) -> None:
    """Lay rows of tiles to be named, in the order of a set, in any order, or of one suit only.

    Nobody holds them, yet the photo is about all of them.
    """
    rng, tall = stage.rng, stage.size[1]
    rows = int(rng.choice([1, 2, 3, 4], p=[0.5, 0.25, 0.15, 0.1]))
    apart = tall + float(rng.choice([0.01, 0.1, 0.5, 1.2]))
    across = rng.random() < 0.3
    suits = [str(suit) for suit in rng.permutation(list("mpszb"))]
    for number in range(rows):
        kind = suits[number]
        among = BONUS if kind == "b" else tuple(code for code in PLAIN if code[1] == kind)
        if rng.random() < 0.2:
            codes = stage.bag.draw(int(rng.integers(2, 15)), PLAIN)
        else:
            first = int(rng.integers(0, 3)) if rng.random() < 0.3 else 0
            codes = list(among[first : len(among) - int(rng.integers(0, 2))])
        role = "bonus" if kind == "b" and codes[0] in BONUS else "hand"
        start = (float(rng.uniform(-1, 1)), -apart * number)
        if across:
            _lay_across(stage, codes, start, role)
        else:
            lay_tiles(stage, codes, start, role)
    if rng.random() < 0.2:
        lay_wall(stage, (float(rng.uniform(-4, 2)), tall + float(rng.uniform(1, 5))), 12)


def _lay_across(stage: Stage, codes: Sequence[str], start: Place, role: str) -> None:
    """Lay a row of tiles on their sides, one beside the other, some the other way round."""
    rng, tall = stage.rng, stage.size[1]
    pitch = tall + float(rng.choice([0.02, 0.1, 0.3]))
    alike = rng.random() < 0.4
    way = QUARTER * float(rng.choice([-1, 1]))
    for i, code in enumerate(codes):
        turn = way if alike else QUARTER * float(rng.choice([-1, 1]))
        at = (start[0] + (i + 0.5) * pitch, start[1] + float(rng.normal(0, 0.05)))
        stage.lay(code, at, role, turn=turn + float(rng.normal(0, 0.03)))


SIDES: Mapping[str, Callable[[Stage], None]] = MappingProxyType(
    {"sides": lay_sides, "catalogue": lay_catalogue}
)
