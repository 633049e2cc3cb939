"""Whole tables: what each of four players has before them, and the discards between them.

A side is laid as its player sees it, the hand along the x axis, and then turned to its place. Hands
win, wait, or do neither; the winning tile, the sets and the bonus tiles lie where players put them.
Other players show walls, the backs of their tiles, their sets, bonus tiles or an open hand.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.camera import Box, Pose, face_down, lying
from datasets.synth.scenes.hands import BONUS, PLAIN, LaidSet, sample_hand, sample_set
from datasets.synth.scenes.layouts import (
    QUARTER,
    Stage,
    lay_marker,
    lay_racked_backs,
    lay_tiles,
)
from datasets.synth.scenes.winning_hands import HIDDEN

Place = tuple[float, float]
_ORPHANS = tuple(f"{rank}{suit}" for suit in "mps" for rank in (1, 9)) + tuple(
    f"{rank}z" for rank in range(1, 8)
)
_LEVEL = 0.3  # tile widths of height between tiles of one layer
_ROOM = 0.93  # tile widths between the middles of two tiles that lie side by side
_LINE = 0.75  # of a tile's height: a second line of the row lies farther before the first
_DOWN = np.pi / 12  # radians: what is laid by hand is turned by less


@dataclass(frozen=True)
class Holding:
    """What a player shows: ``row`` tiles, the ``win`` ("" where none lies apart), sets, bonus."""

    row: tuple[str, ...]
    win: str
    sets: tuple[LaidSet, ...]
    bonus: tuple[str, ...]


def draw_hand(stage: Stage, kind: str) -> Holding:
    """Draw a hand of a kind: of four or five sets, of pairs, orphans, waiting, at random, small."""
    rng, bag = stage.rng, stage.bag
    if kind in ("orphans", "pairs"):
        pairs = [PLAIN[int(i)] for i in rng.permutation(len(PLAIN))[:7]]
        row = [*_ORPHANS, _ORPHANS[int(rng.integers(13))]] if kind == "orphans" else pairs * 2
        bag.take(tuple(row))
        return _take_win_out(stage, row, (), tuple(bag.draw(int(rng.integers(0, 4)), BONUS)))
    hand = sample_hand(bag, rng)
    if kind == "small":
        row = bag.draw(int(rng.integers(1, 10)), PLAIN)
        return Holding(tuple(row), "", hand.sets[: int(rng.integers(0, 2))], hand.bonus[:1])
    if kind == "random":
        count = int(rng.choice([13, 14])) - 3 * len(hand.sets)
        row = bag.draw(max(count, 1), PLAIN)
        return Holding(tuple(row), "", hand.sets, hand.bonus)
    row = [*hand.concealed, hand.win]
    if kind == "long":
        row += sample_set(bag, rng, laid=False).codes
    if kind == "waiting":
        row.pop(int(rng.integers(len(row))))
        return Holding(tuple(row), "", hand.sets, hand.bonus)
    return _take_win_out(stage, row, hand.sets, hand.bonus)


_KINDS: Mapping[str, float] = MappingProxyType(
    {
        "winning": 0.62,
        "waiting": 0.09,
        "random": 0.09,
        "small": 0.06,
        "long": 0.07,
        "pairs": 0.04,
        "orphans": 0.03,
    }
)


def _take_win_out(
    stage: Stage, row: Sequence[str], sets: tuple[LaidSet, ...], bonus: tuple[str, ...]
) -> Holding:
    """Take the winning tile out of the row in half of all hands."""
    held = list(row)
    win = held.pop(int(stage.rng.integers(len(held)))) if stage.rng.random() < 0.5 else ""
    return Holding(tuple(held), win, sets, bonus)


def lay_side(stage: Stage, holding: Holding) -> tuple[float, float]:
    """Lay what a player shows along the x axis; return where the row ends and how far back it goes.

    The stage's boxes have the roles of a hand that is to be read.
    """
    end, back = _lay_row(stage, holding)
    if holding.win:
        end = _lay_win(stage, holding.win, end)
    if holding.sets:
        back = max(back, _lay_sets(stage, holding.sets, end, back))
    if holding.bonus:
        back = max(back, _lay_bonus(stage, holding.bonus, end, back))
    return end, back


def _lay_row(stage: Stage, holding: Holding) -> tuple[float, float]:
    """Lay the row: as one, in groups, in two lines, standing, sorted or not.

    Returns where it ends, and how far back it goes.
    """
    rng, (_, tall, thick) = stage.rng, stage.size
    row = list(holding.row)
    if rng.random() < 0.75:
        row.sort(key=CODES.index)
    how = str(
        rng.choice(("one", "groups", "two", "standing", "loose"), p=[0.46, 0.18, 0.06, 0.2, 0.1])
    )
    if how == "groups":
        gap = float(rng.uniform(0.08, 0.7))
        x = 0.0
        for group in _groups(row, rng):
            x = lay_tiles(stage, group, (x, float(rng.normal(0, 0.05))), "hand") + gap
        return x - gap, tall / 2
    if how == "two" and len(row) > 7:
        half = len(row) // 2
        below = -(tall + float(rng.choice([0.02, 0.2, 0.5])))
        first = lay_tiles(stage, row[:half], (float(rng.normal(0, 0.3)), 0.0), "hand")
        return max(first, lay_tiles(stage, row[half:], (0.0, below), "hand")), tall / 2
    if how == "loose":
        x = 0.0
        slope, turned = float(rng.normal(0, 0.05)), float(rng.uniform(0.02, 0.2))
        for code in row:
            turn = float(np.clip(rng.normal(0, turned), -_DOWN * 2, _DOWN * 2))
            stage.lay(code, (x + 0.5, slope * x + float(rng.normal(0, 0.06))), "hand", turn=turn)
            x += 1 + float(rng.uniform(0.02, 0.45))
        return x, tall / 2
    if how == "standing":
        lean = float(rng.uniform(0.0, 0.35))
        deep = thick + tall * float(np.sin(lean))
        return lay_tiles(stage, row, (0.0, 0.0), "hand", lean=lean), deep / 2
    return lay_tiles(stage, row, (0.0, 0.0), "hand"), tall / 2


def _groups(row: list[str], rng: np.random.Generator) -> list[list[str]]:
    """Cut a row where suits change, or every three tiles."""
    if rng.random() < 0.5:
        return [row[start : start + 3] for start in range(0, len(row), 3)]
    groups = [row[:1]]
    for last, code in pairwise(row):
        if last[1] == code[1]:
            groups[-1].append(code)
        else:
            groups.append([code])
    return groups


def _lay_win(stage: Stage, code: str, end: float) -> float:
    """Lay the winning tile: close, apart, turned, within the row, before, behind, or far off."""
    rng, tall = stage.rng, stage.size[1]
    how = str(
        rng.choice(
            ("close", "gap", "turned", "within", "left", "below", "above", "askew", "far"),
            p=[0.13, 0.2, 0.2, 0.12, 0.11, 0.08, 0.06, 0.06, 0.04],
        )
    )
    turn = float(rng.normal(0, 0.08))
    x, y = end + 0.5, float(rng.normal(0, 0.04))
    if how == "close":
        x += float(rng.uniform(0.12, 0.45))
    elif how == "gap":
        x += float(rng.uniform(0.35, 1.6))
    elif how == "turned":
        turn += QUARTER * float(rng.choice([-1, 1]))
        x = end + float(rng.uniform(0.02, 0.6)) + tall / 2
        y = float(rng.choice([0.0, -(tall - 1) / 2, (tall - 1) / 2]))
    elif how == "within":
        x, end = _part_row(stage, tall + float(rng.choice([0.02, 0.1, 0.4])))
        turn += QUARTER * float(rng.choice([-1, 1]))
        y = float(rng.choice([0.0, -(tall - 1) / 2, -(tall - 1) / 2, (tall - 1) / 2]))
    elif how == "left":
        across = rng.random() < 0.4
        x = -float(rng.uniform(0.05 if across else 0.3, 1.6)) - (tall / 2 if across else 0.5)
        turn += QUARTER * float(rng.choice([-1, 1])) * across
        y = float(rng.choice([0.0, -(tall - 1) / 2])) if across else y
    elif how in ("below", "above"):
        x = float(rng.uniform(0, max(end, 1)))
        y = (tall + float(rng.uniform(0.08, 0.9))) * (-1 if how == "below" else 1)
        turn += QUARTER * float(rng.choice([0, 0, 0, 1]))
    elif how == "askew":
        x += float(rng.uniform(0.05, 0.4))
        y = float(rng.choice([-1, 1])) * float(rng.uniform(0.15, 0.5))
        turn = float(rng.choice([-1, 1])) * float(rng.uniform(0.05, 0.4))
    else:
        x = end + float(rng.uniform(1.5, 3.5))
        y = float(rng.normal(0, 0.7))
    with stage.winning():
        stage.lay(code, (x, y), "hand", turn=turn)
    return max(end, x + 0.7)


def _part_row(stage: Stage, room: float) -> tuple[float, float]:
    """Make room between two tiles of the row; return the middle of it, and where the row ends."""
    line = -stage.size[1] * _LINE
    places = sorted(
        float(box.pose.centre[0]) for box in stage.boxes if float(box.pose.centre[1]) > line
    )
    start = places[int(stage.rng.integers(len(places)))] + 0.5
    stage.boxes = [
        _move_box(box, room)
        if box.pose.centre[1] > line and float(box.pose.centre[0]) + 0.5 > start
        else box
        for box in stage.boxes
    ]
    return start + room / 2, max(places[-1] + 0.5, start) + room


def _move_box(box: Box, along: float) -> Box:
    """Move a box along the row."""
    centre = box.pose.centre + np.array([along, 0.0, 0.0])
    return replace(box, pose=replace(box.pose, centre=centre))


def _lay_sets(stage: Stage, sets: tuple[LaidSet, ...], end: float, back: float) -> float:
    """Lay the sets: behind, beside, before, in a column at the rim; return how far back they go.

    The row goes as far as ``back``: of tiles that stand it is little.
    """
    rng, tall = stage.rng, stage.size[1]
    where = str(
        rng.choice(
            ("behind", "right", "left", "before", "column", "rows"),
            p=[0.4, 0.2, 0.1, 0.08, 0.1, 0.12],
        )
    )
    gap = float(rng.choice([0.02, 0.12, 0.35, 0.8]))
    width = sum(len(laid.codes) + 0.4 + gap for laid in sets)
    gone = float(rng.choice([0.02, 0.15, 0.5, 1.2])) + float(rng.uniform(0, 0.2))
    away = back + tall / 2 + gone
    x, y = float(rng.uniform(-1.0, max(end - width + 1, 0.0))), away
    if where == "right":
        x, y = end + float(rng.uniform(0.35, 2.5)), float(rng.normal(0, 0.15))
    elif where == "left":
        x, y = -width - float(rng.uniform(0.35, 2.0)), float(rng.normal(0, 0.15))
    elif where == "before":
        y = -away
    elif where == "column":
        x, y = end + float(rng.uniform(0.6, 3.0)), float(rng.normal(0, 0.4))
    top = y
    for number, laid in enumerate(sets):
        with stage.one_set():
            far = _lay_set(stage, laid, (x, y))
        if where == "column" or (where == "rows" and number % 2):
            x, y = x if where == "column" else float(rng.uniform(-1, 1)), y + tall + 0.05 + gap / 2
        else:
            x = far + gap * float(rng.uniform(0.7, 1.3))
        top = max(top, y)
    return top + tall / 2


def _lay_set(stage: Stage, laid: LaidSet, start: Place) -> float:
    """Lay a set from ``start`` to the right, as claimed tiles lie; return where it ends."""
    rng, tall = stage.rng, stage.size[1]
    codes, (x, y) = list(laid.codes), start
    role = "kong" if "kong" in laid.kind else "exposed"
    concealed = laid.kind == "concealed_kong"
    extra = codes.pop() if laid.kind == "added_kong" and rng.random() < 0.7 else None
    across = int(rng.integers(len(codes))) if not concealed and rng.random() < 0.45 else -1
    hidden = HIDDEN[int(rng.integers(len(HIDDEN)))] if concealed else ()
    loose = float(rng.choice([0.0, 0.02, 0.1, 0.2], p=[0.4, 0.3, 0.2, 0.1]))
    upon = across if across >= 0 else int(rng.integers(len(codes)))
    for i, code in enumerate(codes):
        wide = tall if i == across else 1.0
        at = (
            x + wide / 2,
            y - ((tall - 1) / 2 if i == across else 0.0) + float(rng.normal(0, loose / 2)),
        )
        turn = float(rng.normal(0, loose))
        turn += QUARTER * float(rng.choice([-1, 1])) if i == across else 0.0
        stage.lay(code, at, role, turn=turn, down=i in hidden)
        if extra is not None and i == upon:
            how = rng.random()
            if how < 0.45:
                stage.lay(extra, (at[0], at[1] + 0.03), role, turn=turn, level=1)
            else:  # above the one across, as wide as it, or above the middle one
                stage.lay(extra, (at[0], at[1] + (1.01 if i == across else tall)), role, turn=turn)
        x += wide + 0.01 + abs(float(rng.normal(0, loose)))
    return x


def _lay_bonus(stage: Stage, codes: tuple[str, ...], end: float, back: float) -> float:
    """Lay the bonus tiles, at times beside a seat marker; return how far back they go."""
    rng, tall = stage.rng, stage.size[1]
    where = str(
        rng.choice(
            ("behind", "right", "left", "above", "row", "before"), p=[0.3, 0.2, 0.2, 0.1, 0.1, 0.1]
        )
    )
    y = back + tall / 2 + float(rng.choice([0.05, 0.3, 1.0]))
    x = float(rng.uniform(-1.5, max(end - len(codes), 0.0)))
    right = max((float(b.pose.centre[0]) for b in stage.boxes), default=end) + 0.7
    left = min((float(b.pose.centre[0]) for b in stage.boxes), default=0.0) - 0.7
    if where == "right":
        x, y = right + float(rng.uniform(0.3, 2.5)), float(rng.uniform(-0.3, back))
    elif where == "left":
        x, y = left - float(rng.uniform(0.3, 2.0)) - len(codes), float(rng.uniform(-0.3, back))
    elif where == "row":
        x, y = right + float(rng.choice([0.02, 0.1, 0.5])), 0.0
    elif where == "before":
        y = -tall - float(rng.uniform(0.1, 1.0))
    marked = rng.random() < 0.45
    if marked and rng.random() < 0.6:
        x = lay_marker(stage, (x, y)) + float(rng.choice([0.03, 0.15, 0.5]))
        marked = False
    across = QUARTER * float(rng.choice([0, 0, 0, 1, -1]))
    wide = tall if across else 1.0
    pitch = float(rng.choice([0.01, 0.01, 0.08, 0.3]))
    heap = rng.random() < 0.12  # in two lines
    for i, code in enumerate(codes):
        lift = tall * 1.03 if heap and i % 2 else 0.0
        stage.lay(code, (x + wide / 2, y + lift), "bonus", turn=across + float(rng.normal(0, 0.04)))
        x += 0.0 if heap and not i % 2 else wide + pitch
    if marked:
        lay_marker(stage, (x + 0.15, y))
    return y + tall


def _turn_boxes(own: Sequence[Box], player: int, at: Place, role: str) -> list[Box]:
    """Turn boxes about the origin, and move them, as another player's."""
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
        replace(
            box,
            pose=moved(box.pose),
            role=role if box.is_tile else box.role,
            part=0,
            player=player,
        )
        for box in own
    ]


def _lay_wall(stage: Stage, start: Place, count: int) -> None:
    """Build a wall of backs to the right, one or two high."""
    rng, (_, tall, thick) = stage.rng, stage.size
    high = int(rng.integers(1, 3))
    for i in range(count):
        for level in range(high):
            pose = lying(
                start[0] + i * 1.01, start[1], thick * (level + 0.5), float(rng.normal(0, 0.01))
            )
            stage.boxes.append(Box(face_down(pose), (1.0, tall, thick), "back", "x", "wall"))


def _lay_discards(stage: Stage, middle: Place, count: int, turn: float) -> None:
    """Lay discards in rows of about six, turned towards a player, or as they fell."""
    rng, tall = stage.rng, stage.size[1]
    columns = int(rng.integers(5, 11))
    loose = float(rng.choice([0.01, 0.05, 0.15, 0.5], p=[0.35, 0.3, 0.2, 0.15]))
    riichi = int(rng.integers(count + 1)) if rng.random() < 0.2 else -1
    c, s = np.cos(turn), np.sin(turn)
    gap = 0.02 + loose * 0.7
    for i, code in enumerate(stage.bag.draw(count)):
        x = (i % columns - columns / 2) * (1 + gap) + float(rng.normal(0, loose * 0.3))
        y = -(i // columns) * (tall + gap) + float(rng.normal(0, loose * 0.3))
        at = (middle[0] + c * x - s * y, middle[1] + s * x + c * y)
        own = QUARTER if i == riichi else float(rng.normal(0, loose * 0.8))
        stage.lay(code, at, "discard", turn=turn + own)


def lay_sides(stage: Stage) -> None:
    """Lay a table: the player's own side, and as much of the others' as a photo may show."""
    rng, tall = stage.rng, stage.size[1]
    kinds, shares = list(_KINDS), list(_KINDS.values())
    holding = draw_hand(stage, str(rng.choice(kinds, p=shares)))
    end, back = lay_side(stage, holding)
    own = list(stage.boxes)
    crowd = rng.random()
    if crowd < 0.22:
        return  # nothing but the hand
    middle = (end / 2, 0.0)
    half = max(8.0, end / 2 + 2) + float(rng.uniform(0, 3))
    centre = (middle[0] + float(rng.normal(0, 1)), back + half * float(rng.uniform(0.45, 1.0)))
    for player in range(1, 4):
        if rng.random() < 0.55:
            _lay_other(stage, player, centre, half)
    if rng.random() < 0.75:
        sides = int(rng.choice([1, 2, 4], p=[0.35, 0.15, 0.5]))
        for player in range(sides):
            turn = player * QUARTER if sides > 1 else float(rng.choice([0.0, 0.0, QUARTER, np.pi]))
            away = float(rng.uniform(2.2, 3.6)) if sides > 1 else 0.0
            at = (centre[0] + np.sin(turn) * away, centre[1] - np.cos(turn) * away)
            if player == 0 and rng.random() < 0.35:  # the pool comes close to the hand
                at = (at[0], back + tall * 0.5 + float(rng.uniform(0.05, 1.0)) + 3 * tall)
            before = len(stage.boxes)
            _lay_discards(stage, at, int(rng.integers(3, 22)), turn)
            whose = player if sides > 1 else None
            stage.boxes[before:] = [replace(box, player=whose) for box in stage.boxes[before:]]
    if rng.random() < 0.15:
        for _ in range(int(rng.integers(1, 4))):
            at = (float(rng.uniform(-3, end + 3)), float(rng.uniform(-3.5, back + 4)))
            down = rng.random() < 0.4
            stage.lay(
                stage.bag.draw(1)[0],
                at,
                "discard",
                turn=float(rng.uniform(-np.pi, np.pi)),
                down=down,
            )
    stage.boxes = _drop_overlaps(own, stage.boxes)


def _lay_other(stage: Stage, player: int, centre: Place, half: float) -> None:
    """Lay another player's side: a wall, backs, sets and bonus tiles, or an open hand."""
    rng = stage.rng
    side = Stage(rng, stage.size, stage.bag, wobble=stage.wobble, flips=stage.flips)
    kind = str(
        rng.choice(("wall", "backs", "sets", "bonus", "open"), p=[0.2, 0.15, 0.3, 0.15, 0.2])
    )
    hand = sample_hand(stage.bag, rng)
    if kind == "open":
        lay_side(side, Holding((*hand.concealed, hand.win), "", hand.sets, hand.bonus))
    elif kind == "bonus":
        lay_side(side, Holding((), "", (), hand.bonus or tuple(stage.bag.draw(1, BONUS))))
    elif kind == "sets":
        sets = hand.sets or (sample_set(stage.bag, rng, laid=True),)
        lay_side(side, Holding((), "", sets, hand.bonus))
    elif kind == "backs":
        lay_racked_backs(side, (0.0, 0.0))
    else:
        _lay_wall(side, (0.0, 0.0), int(rng.integers(4, 18)))
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


def _drop_overlaps(own: Sequence[Box], every: Sequence[Box]) -> list[Box]:
    """Leave out what lies in a tile that was laid before it, unless it lies upon it."""
    places = np.array([box.pose.centre for box in every]).reshape(-1, 3)
    level = abs(places[:, None, 2] - places[None, :, 2]) < _LEVEL
    near = np.hypot(*(places[:, None, :2] - places[None, :, :2]).transpose(2, 0, 1)) < _ROOM
    kept = np.ones(len(every), np.bool_)
    for number in range(len(own), len(every)):
        before = near[number, :number] & level[number, :number] & kept[:number]
        kept[number] = not before.any()
    return [box for box, is_kept in zip(every, kept, strict=True) if is_kept]


def lay_catalogue(stage: Stage) -> None:
    """Lay rows of tiles to be named, in the order of a set, in any order, or those of one suit.

    Nobody holds them, and yet all that lies there is meant.
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
        _lay_wall(stage, (float(rng.uniform(-4, 2)), tall + float(rng.uniform(1, 5))), 12)


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
