"""Hands as players lay them: the row, the winning tile, sets, bonus tiles, and their surroundings.

`PLACES` says where each of these may lie, and how often. Winning hands are laid as they are
photographed for scoring: their text says what lies there.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

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
from datasets.synth.scenes.profile import PLACES
from datasets.synth.scenes.props import RACKS

Places = Mapping[str, Mapping[str, float]]
_SORTED = 0.7  # share of the rows
_TURNED = np.pi / 6  # radians: tiles laid by hand are turned by less


def choose(stage: Stage, shares: Mapping[str, float]) -> str:
    """Return one of several, drawn by their shares."""
    return str(stage.rng.choice(tuple(shares), p=tuple(shares.values())))


def lay_hand(
    stage: Stage, hand: LaidHand, places: Places, **how: float
) -> tuple[LaidHand, float, float]:
    """Lay a hand along the x axis in its `places`, its sets as by `lay_set`.

    Returns the hand as it lies, with its winning tile in the row or apart, where the row ends and
    how far back everything goes.
    """
    rng = stage.rng
    row, win = choose(stage, places["row"]), choose(stage, places["win"])
    if hand.win and win == "row":
        hand = hand.insert_win(int(rng.integers(len(hand.concealed) + 1)))
    end, back = _lay_row(stage, hand.concealed, row)
    if hand.win:
        apart = "turned" if row == "groups" and win == "gap" else win  # else any group might be it
        end = lay_winning_tile(stage, hand.win, end, apart)
    if hand.sets:
        back = lay_sets(stage, hand.sets, end, back, choose(stage, places["sets"]), **how)
    marked = bool(rng.random() < (0.7 if hand.bonus else 0.35))
    if hand.bonus or marked:
        where = choose(stage, places["bonus"])
        back = lay_aside(stage, hand.bonus, end, back, where, marked=marked)
    return hand, end, back


def _lay_row(stage: Stage, codes: Sequence[str], how: str) -> tuple[float, float]:
    """Lay a row as `one`, in `groups`, in `two` lines, `standing` or `loose`, sorted or not.

    Returns where it ends, and how far back it goes.
    """
    rng, (_, tall, thick), row = stage.rng, stage.size, list(codes)
    if how == "groups" or rng.random() < _SORTED:
        row.sort(key=CODES.index)
    if how == "groups":
        x, gap = 0.0, float(rng.uniform(0.1, 0.6))
        for group in neighbours(row):
            x = lay_tiles(stage, group, (x, float(rng.normal(0, 0.03))), "hand") + gap
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
            turn = float(np.clip(rng.normal(0, turned), -_TURNED, _TURNED))
            stage.lay(code, (x + 0.5, slope * x + float(rng.normal(0, 0.06))), "hand", turn=turn)
            x += 1 + float(rng.uniform(0.02, 0.45))
        return x, tall / 2
    if how == "standing":
        lean = float(rng.uniform(0.0, 0.3))
        deep = thick + tall * float(np.sin(lean))
        return lay_tiles(stage, row, (0.0, 0.0), "hand", lean=lean), deep / 2
    return lay_tiles(stage, row, (0.0, 0.0), "hand"), tall / 2


def lay_won(
    stage: Stage,
    hand: LaidHand,
    places: Places = PLACES["won"],
    *,
    around: bool = True,
    **how: float,
) -> float:
    """Lay all of a hand that won, with things `around` it; return where its row ends."""
    hand, end, _ = lay_hand(stage, hand, places, **how)
    stage.hand = hand.text
    if not around:
        return end
    lay_around(stage, end)
    if stage.rng.random() < 0.2:
        kind = int(stage.rng.integers(RACKS))
        low_edge = min(float(b.pose.centre[1]) for b in stage.boxes if b.role != "wall")
        at = (end / 2, low_edge - stage.size[1] / 2 - float(stage.rng.uniform(0.35, 1.0)))
        size = (end + float(stage.rng.uniform(-1, 5)), 0.5, 0.5)
        stage.prop(f"rack:{kind}", at, size, 0.0)
    return end


def lay_table(stage: Stage) -> None:
    """Lay a complete winning hand with everything around it on a table in play."""
    lay_won(stage, _draw_with_stacked_or_big_kongs(stage))


def lay_any_hand(stage: Stage) -> None:
    """Lay a winning hand like `lay_table`; one row in seven stands."""
    hand = _draw_with_stacked_or_big_kongs(stage)
    lay_won(stage, hand, PLACES["standing" if stage.rng.random() < 0.15 else "won"])


def _draw_with_stacked_or_big_kongs(stage: Stage) -> LaidHand:
    """Return a hand; flat in a row of four, nobody could tell a small kong from a big one."""
    hand = sample_hand(stage.bag, stage.rng)
    return as_big_kongs(hand) if stage.rng.random() < 0.5 else hand


def as_big_kongs(hand: LaidHand) -> LaidHand:
    """Return the hand with big kongs in place of small ones."""
    kinds = {"added_kong": "kong"}
    return replace(hand, sets=tuple(replace(s, kind=kinds.get(s.kind, s.kind)) for s in hand.sets))


def lay_stacked(stage: Stage) -> None:
    """Lay a winning hand like `lay_table`, with about as many small kongs as pungs."""
    hand = sample_hand(stage.bag, stage.rng)
    lay_won(stage, replace(hand, sets=tuple(with_small_kongs(stage, laid) for laid in hand.sets)))


def with_small_kongs(stage: Stage, laid: LaidSet) -> LaidSet:
    """Return a small kong for any kong, and for half the pungs whose fourth tile is left."""
    if "kong" in laid.kind:
        return replace(laid, kind="added_kong")
    fourth = laid.codes[:1]
    if laid.kind == "pung" and stage.rng.random() < 0.5 and stage.bag.take(fourth):
        return LaidSet("added_kong", laid.codes + fourth)
    return laid


def lay_long(stage: Stage) -> None:
    """Lay seventeen tiles of a winning hand in one row, sometimes with their bonus tiles behind."""
    rng = stage.rng
    hand = sample_row(stage.bag, rng, 5)
    while max(Counter(hand.concealed).values()) > 3:  # three fours would be a hand of kongs
        stage.bag = Bag(rng)
        hand = sample_row(stage.bag, rng, 5)
    if rng.random() > 0.3:
        hand = replace(hand, bonus=())
    lay_won(stage, hand, PLACES["long"], around=bool(rng.random() < 0.4))


def neighbours(row: list[str]) -> list[list[str]]:
    """Split a row where neighbours differ in suit or by over a rank; no part is a single tile."""
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
