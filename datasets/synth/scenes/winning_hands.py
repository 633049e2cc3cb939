"""Winning hands as players photograph them for scoring: second rows, kongs, markers, a full table.

The concealed row lies flat; laid sets lie behind, before or beside it; bonus tiles lie beside a
seat marker; the winning tile is apart, turned or in the row; discards and walls lie around.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.hands import Bag, LaidHand, LaidSet, sample_hand, sample_row
from datasets.synth.scenes.layouts import (
    QUARTER,
    Stage,
    lay_around,
    lay_marker,
    lay_tiles,
    lay_winning_tile,
)
from datasets.synth.scenes.props import RACKS

# Which of the four tiles of a concealed kong lie face down.
HIDDEN = ((0, 3), (0, 3), (1, 2), (0, 1, 2), (1, 2, 3), (0, 2, 3), (1,), (2,), (0,), (3,))
# Where sets and bonus tiles lie, by their shares.
_SETS = MappingProxyType({"behind": 0.55, "before": 0.12, "right": 0.2, "rows": 0.13})
_BONUS = MappingProxyType({"behind": 0.35, "left": 0.25, "right": 0.4})
_BEFORE = MappingProxyType({"before": 1.0})


def lay_table(stage: Stage) -> None:
    """Lay a complete winning hand with all that lies around it on a table in play."""
    lay_whole(stage, _with_stacked_or_big_kongs(stage))


def lay_hand(stage: Stage) -> None:
    """Lay a winning hand like `lay_table`; one row in seven stands."""
    lean = float(stage.rng.uniform(0.0, 0.25)) if stage.rng.random() < 0.15 else None
    lay_whole(stage, _with_stacked_or_big_kongs(stage), lean=lean)


def _with_stacked_or_big_kongs(stage: Stage) -> LaidHand:
    """Draw a hand; flat in a row of four, nobody could tell a small kong from a big one."""
    hand = sample_hand(stage.bag, stage.rng)
    return as_big_kongs(hand) if stage.rng.random() < 0.5 else hand


def as_big_kongs(hand: LaidHand) -> LaidHand:
    """Make big kongs of all small ones."""
    kinds = {"added_kong": "kong"}
    return replace(hand, sets=tuple(replace(s, kind=kinds.get(s.kind, s.kind)) for s in hand.sets))


def lay_stacked(stage: Stage) -> None:
    """Lay a winning hand like `lay_table`, with about as many small kongs as pungs."""
    hand = sample_hand(stage.bag, stage.rng)
    lay_whole(stage, replace(hand, sets=tuple(with_small_kongs(stage, laid) for laid in hand.sets)))


def with_small_kongs(stage: Stage, laid: LaidSet) -> LaidSet:
    """Make small kongs of all kongs, and of half the pungs whose fourth tile is still there."""
    if "kong" in laid.kind:
        return replace(laid, kind="added_kong")
    fourth = laid.codes[:1]
    if laid.kind == "pung" and stage.rng.random() < 0.5 and stage.bag.take(fourth):
        return LaidSet("added_kong", laid.codes + fourth)
    return laid


def lay_whole(
    stage: Stage, hand: LaidHand, *, around: bool = True, lean: float | None = None
) -> float:
    """Lay all of a hand, with what lies `around` it; return where its row ends.

    `lean` is that of a standing row in radians, None for a row that lies flat.
    """
    rng, tall = stage.rng, stage.size[1]
    winning = str(rng.choice(("", "gap", "turned", "below"), p=[0.45, 0.25, 0.2, 0.1]))
    winning = winning if lean is None else ""
    row = list(hand.concealed)
    if not winning:
        row.insert(int(rng.integers(len(row) + 1)), hand.win)
    end, gap = 0.0, float(rng.uniform(0.12, 0.45)) if rng.random() < 0.25 else 0.0
    if gap:
        row.sort(key=CODES.index)
        winning = "turned" if winning == "gap" else winning  # else any group might be it
    for part in _parts(row) if gap else [row]:
        at = (end, float(rng.normal(0, 0.03 * gap)))
        end = lay_tiles(stage, part, at, "hand", lean=lean) + gap
    end -= gap
    if winning:
        lay_winning_tile(stage, hand.win, end, winning)
        end += 2.2
    back, ways = tall / 2, (_SETS, _BONUS)
    if lean is not None:  # what stands would hide what lies behind it
        back, ways = stage.size[2] / 2, (_BEFORE, _BEFORE)
    if hand.sets:
        back = max(back, lay_sets(stage, hand.sets, end, back, ways[0]))
    marked = rng.random() < (0.7 if hand.bonus else 0.35)
    if hand.bonus or marked:
        lay_bonus(stage, hand.bonus, end, back, ways[1], marked=marked)
    stage.hand = hand.text(apart=bool(winning))
    if not around:
        return end
    lay_around(stage, end)
    if rng.random() < 0.2:
        kind = int(rng.integers(RACKS))
        low_edge = min(float(b.pose.centre[1]) for b in stage.boxes if b.role != "wall")
        at = (end / 2, low_edge - tall / 2 - float(rng.uniform(0.35, 1.0)))
        stage.prop(f"rack:{kind}", at, (end + float(rng.uniform(-1, 5)), 0.5, 0.5), 0.0)
    return end


def lay_long(stage: Stage) -> None:
    """Lay seventeen tiles of a winning hand in one row, at times with their bonus tiles behind."""
    rng = stage.rng
    hand = sample_row(stage.bag, rng, 5)
    while max(Counter(hand.concealed).values()) > 3:  # three fours would be a hand of kongs
        stage.bag = Bag(rng)
        hand = sample_row(stage.bag, rng, 5)
    end = lay_tiles(stage, list(hand.concealed), (0.0, 0.0), "hand")
    if rng.random() < 0.3:
        marked = bool(rng.random() < 0.7)
        lay_bonus(stage, hand.bonus, end, stage.size[1] / 2, _BONUS, marked=marked)
    else:
        hand = replace(hand, bonus=())
    stage.hand = hand.text(apart=True)
    if rng.random() < 0.4:
        lay_around(stage, end)


def _parts(row: list[str]) -> list[list[str]]:
    """Cut a row where neighbours are of two suits or more than a rank apart; none lies alone."""
    parts = [row[:1]]
    for last, code in pairwise(row):
        near = last[1] == code[1] and abs(int(last[0]) - int(code[0])) <= (last[1] != "z")
        if near or len(parts[-1]) == 1:
            parts[-1].append(code)
        else:
            parts.append([code])
    if len(parts) > 1 and len(parts[-1]) == 1:
        parts[-2:] = [parts[-2] + parts[-1]]
    return parts


def lay_sets(
    stage: Stage,
    sets: Sequence[LaidSet],
    end: float,
    back: float,
    where: Mapping[str, float],
    *,
    casual: bool = False,
) -> float:
    """Lay sets by a row that ends at `end`, in a way drawn from `where`; return how far back.

    Ways are behind, before, right, left, in a column at the rim and in rows; the row goes as far
    as ``back``: of tiles that stand it is little.
    """
    rng, tall = stage.rng, stage.size[1]
    how = draw_from(rng, where)
    gap = float(rng.choice([0.02, 0.12, 0.35, 0.8]))
    width = sum(len(laid.codes) + 0.4 + gap for laid in sets)
    away = tall / 2 + float(rng.choice([0.02, 0.15, 0.5, 1.2])) + float(rng.uniform(0, 0.2))
    x, y = float(rng.uniform(-1.0, max(end - width + 1, 0.0))), back + away
    if how == "right":
        x, y = end + float(rng.uniform(0.35, 2.5)), float(rng.normal(0, 0.15))
    elif how == "left":
        x, y = -width - float(rng.uniform(0.35, 2.0)), float(rng.normal(0, 0.15))
    elif how == "before":
        y = _front(stage) - away
    elif how == "column":
        x, y = end + float(rng.uniform(0.6, 3.0)), float(rng.normal(0, 0.4))
    top = y
    for number, laid in enumerate(sets):
        with stage.one_set():
            far = lay_set(stage, laid, (x, y), casual=casual)
        if how == "column" or (how == "rows" and number % 2):
            x, y = x if how == "column" else float(rng.uniform(-1, 1)), y + tall + 0.05 + gap / 2
        else:
            x = far + gap * float(rng.uniform(0.7, 1.3))
        top = max(top, y)
    return top + tall / 2


def _front(stage: Stage) -> float:
    """Return where what lies there ends towards the player."""
    low = min((float(b.pose.centre[1]) for b in stage.boxes), default=0.0)
    return low - stage.size[1] / 2


def draw_from(rng: np.random.Generator, shares: Mapping[str, float]) -> str:
    """Draw a name by its share of all."""
    return str(rng.choice(list(shares), p=np.array([*shares.values()]) / sum(shares.values())))


def lay_set(
    stage: Stage, laid: LaidSet, start: tuple[float, float], *, casual: bool = False
) -> float:
    """Lay one set, each tile where the last ends; return where it ends.

    A `casual` hand lays tiles loosely, and the fourth of a small kong at times above another.
    """
    rng, tall = stage.rng, stage.size[1]
    codes, role = list(laid.codes), "kong" if "kong" in laid.kind else "exposed"
    concealed = laid.kind == "concealed_kong"
    stacked = laid.kind == "added_kong" and (not casual or rng.random() < 0.7)
    extra = codes.pop() if stacked else None
    across = -1
    if not concealed and rng.random() < (0.45 if casual else 0.22):
        across = int(rng.integers(len(codes)))
    hidden = HIDDEN[int(rng.integers(len(HIDDEN)))] if concealed else ()
    loose = float(rng.choice([0.0, 0.02, 0.1, 0.2], p=[0.4, 0.3, 0.2, 0.1])) if casual else 0.0
    slope, pitch = float(rng.normal(0, 0.012)), float(rng.choice([0.0, 0.01, 0.05]))
    upon = across if across >= 0 else 1
    x = start[0]
    for i, code in enumerate(codes):
        wide = tall if i == across else 1.0
        y = start[1] + slope * (x - start[0]) + float(rng.normal(0, loose / 2))
        at = (x + wide / 2, y - ((tall - 1) / 2 if i == across else 0.0))
        turn = slope + float(rng.normal(0, loose))
        turn += QUARTER * float(rng.choice([-1, 1])) if i == across else 0.0
        stage.lay(code, at, role, turn=turn, down=i in hidden)
        if extra is not None and i == upon:
            if not casual or rng.random() < 0.45:
                stage.lay(extra, (at[0], at[1] + 0.03), role, turn=turn, level=1)
            else:  # above the one across, as wide as it, or above the middle one
                stage.lay(extra, (at[0], at[1] + (1.01 if i == across else tall)), role, turn=turn)
        x += wide + pitch + abs(float(rng.normal(0, loose)))
    return x


def lay_bonus(
    stage: Stage,
    codes: Sequence[str],
    end: float,
    back: float,
    where: Mapping[str, float],
    *,
    marked: bool,
) -> float:
    """Lay bonus tiles in a way drawn from `where`; return how far back they go.

    Ways are behind, before, right, left and in the row, each `marked` by a seat marker or not.
    """
    rng, tall = stage.rng, stage.size[1]
    how = draw_from(rng, where)
    across = QUARTER * float(rng.choice([0, 0, 0, 1, -1]))
    wide = tall if across else 1.0
    pitch = float(rng.choice([0.01, 0.01, 0.08, 0.3]))
    width = len(codes) * (wide + pitch) + (2.1 if marked else 0.0)
    y = back + tall / 2 + float(rng.choice([0.05, 0.3, 1.0]))
    x = float(rng.uniform(-1.5, max(end - width, 0.0)))
    right = max((float(b.pose.centre[0]) for b in stage.boxes), default=end) + 0.7
    left = min((float(b.pose.centre[0]) for b in stage.boxes), default=0.0) - 0.7
    if how == "right":
        x, y = right + float(rng.uniform(0.3, 2.5)), float(rng.uniform(-0.3, back))
    elif how == "left":
        x, y = left - float(rng.uniform(0.3, 2.0)) - width, float(rng.uniform(-0.3, back))
    elif how == "row":
        x, y = right + float(rng.choice([0.02, 0.1, 0.5])), 0.0
    elif how == "before":
        y = _front(stage) - tall / 2 - float(rng.uniform(0.1, 1.0))
    first = rng.random() < 0.6
    if marked and first:
        x = lay_marker(stage, (x, y)) + float(rng.choice([0.03, 0.15, 0.5]))
    heap = rng.random() < 0.12  # in two lines
    for i, code in enumerate(codes):
        lift = tall * 1.03 if heap and i % 2 else 0.0
        stage.lay(code, (x + wide / 2, y + lift), "bonus", turn=across + float(rng.normal(0, 0.04)))
        x += 0.0 if heap and not i % 2 else wide + pitch
    if marked and not first:
        lay_marker(stage, (x + float(rng.choice([0.03, 0.15, 0.5])), y))
    return y + tall
