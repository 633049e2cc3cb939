"""Winning hands as players photograph them for scoring: second rows, kongs, markers, a full table.

The concealed row lies flat; laid sets lie behind, before or beside it; bonus tiles lie beside a
seat marker; the winning tile is apart, turned or in the row; discards and walls lie around.
"""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.hands import Bag, LaidHand, LaidSet, sample_hand, sample_row
from datasets.synth.scenes.layouts import (
    Stage,
    lay_around,
    lay_aside,
    lay_sets,
    lay_tiles,
    lay_winning_tile,
)
from datasets.synth.scenes.props import RACKS


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
    for part in neighbours(row) if gap else [row]:
        at = (end, float(rng.normal(0, 0.03 * gap)))
        end = lay_tiles(stage, part, at, "hand", lean=lean) + gap
    end -= gap
    if winning:
        end = lay_winning_tile(stage, hand.win, end, winning) + 0.5
    # A standing row hides what lies behind it.
    back = tall / 2 if lean is None else 0.0
    how, p = ["behind", "before", "right", "rows"], (0.55, 0.12, 0.2, 0.13)
    if hand.sets:
        where = "before" if lean is not None else str(rng.choice(how, p=p))
        back = lay_sets(stage, hand.sets, end, back, where)
    marked = bool(rng.random() < (0.7 if hand.bonus else 0.35))
    if hand.bonus or marked:
        how = ["left", "right", "before" if lean is not None else "behind"]
        lay_aside(stage, hand.bonus, end, back, str(rng.choice(how)), marked=marked)
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
        lay_aside(stage, hand.bonus, end, stage.size[1] / 2, "behind", marked=marked)
    else:
        hand = replace(hand, bonus=())
    stage.hand = hand.text(apart=True)
    if rng.random() < 0.4:
        lay_around(stage, end)


def neighbours(row: list[str]) -> list[list[str]]:
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
