"""Hands in play, as cameras beside a table see them: held tiles stand, claimed sets lie.

The held row stands on its lower edge behind a rack, which may have a club's name on it, or lies
flat; claimed sets and bonus tiles lie behind it, partly hidden; the drawn tile is slightly apart.
Anything white below the tiles, such as a rack with signs on it, looks like more tiles, and their
white tops look like tiles without a face.
"""

import numpy as np

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.camera import Box, standing
from datasets.synth.scenes.hands import BONUS, PLAIN, sample_set
from datasets.synth.scenes.layouts import (
    QUARTER,
    Stage,
    lay_around,
    lay_bonus,
    lay_set,
    lay_tiles,
)
from datasets.synth.scenes.props import RACKS, SIGNS

_ROWS = (13, 14, 16, 17)  # Hong Kong and Taiwanese hands, before and after the draw
_WHITE = RACKS - 1


def lay_play(stage: Stage) -> None:
    """Lay one player's side of a table in play."""
    _lay_side(stage, 0.7, 0.6, low=False)


def lay_racked(stage: Stage) -> None:
    """Lay one player's side of a table in play, most rows standing at a white rack with signs."""
    _lay_side(stage, 0.9, 0.85, low=True)


def _lay_side(stage: Stage, standing_share: float, racked_share: float, *, low: bool) -> None:
    rng, (_, tall, thick) = stage.rng, stage.size
    lean = float(rng.uniform(0.0, 0.4)) if rng.random() < standing_share else None
    claimed = int(rng.choice(4, p=[0.25, 0.25, 0.3, 0.2]))
    deep = tall if lean is None else thick + tall * float(np.sin(lean))
    behind = (deep + tall) / 2 + float(rng.choice([0.03, 0.3, 0.9])) + float(rng.uniform(0, 0.5))
    start = float(rng.uniform(-1.5, 4.0))
    if rng.random() < 0.5:
        bonus = stage.bag.draw(int(rng.integers(1, 5)), BONUS)
        start = lay_bonus(stage, bonus, (start, behind)) + float(rng.choice([0.02, 0.1, 0.6]))
    for _ in range(claimed):
        laid = sample_set(stage.bag, rng, laid=True)
        with stage.one_set():
            reached = lay_set(stage, laid, (start, behind))
        start = reached + float(rng.choice([0.02, 0.1, 0.5]))
    held = stage.bag.draw(int(rng.choice(_ROWS)) - 3 * claimed, PLAIN)
    if rng.random() < 0.8:
        held.sort(key=CODES.index)
    drawn = held.pop() if rng.random() < 0.35 else ""
    end = lay_tiles(stage, held, (0.0, 0.0), "hand", lean=lean)
    if drawn:
        _lay_drawn(stage, drawn, end, lean)
    if rng.random() < racked_share:
        _lay_rack(stage, end, deep, low=low)
    lay_around(stage, end)


def _lay_drawn(stage: Stage, code: str, end: float, lean: float | None) -> None:
    """Lay the drawn tile beside the row, like the others or flat, or across in front of it."""
    rng, tall = stage.rng, stage.size[1]
    at = (end + 0.5 + float(rng.uniform(0.15, 1.2)), float(rng.normal(0, 0.1)))
    if lean is not None and rng.random() < 0.5:
        stage.stand(code, at, "hand", lean=lean)
        return
    if rng.random() < 0.3:
        at = (float(rng.uniform(end / 2, end)), -tall - float(rng.uniform(0.8, 1.6)))
    turn = float(rng.choice([0.0, 0.0, QUARTER, -QUARTER])) + float(rng.normal(0, 0.15))
    stage.lay(code, at, "hand", turn=turn)


def _lay_rack(stage: Stage, end: float, deep: float, *, low: bool) -> None:
    """Lay a rack in front of the row, sometimes with a name on it, one sign beside the other.

    A `low` one is mostly white, stands at the very foot of the row, and has its signs on its top,
    not on its front. It is laid piece by piece, since the distance of its centre decides what is
    painted first.
    """
    rng = stage.rng
    high = float(rng.uniform(0.02, 0.2) if low else rng.uniform(0.15, 0.5))
    depth, away = float(rng.uniform(0.2, 1.5)), float(rng.choice([0.0, 0.02, 0.15, 0.3]))
    middle = -(deep + depth) / 2 - away
    kind = _WHITE if low and rng.random() < 0.75 else int(rng.integers(RACKS))
    side = depth * float(rng.uniform(0.7, 1.4))
    first, wide = float(rng.uniform(-4.0, 1.0)), end + float(rng.uniform(1.0, 8.0))
    pieces = int(wide / side) + 1
    signs = int(rng.integers(2, 12)) if rng.random() < (0.65 if low else 0.4) else 0
    begin = int(rng.integers(0, max(1, pieces - signs)))
    for i in range(pieces):
        signed = begin <= i < begin + signs and rng.random() < 0.85
        sign = f"sign:{int(rng.integers(SIGNS // RACKS)) * RACKS + kind}"
        x = first + (i + 0.5) * side
        key = sign if signed and low else f"rack:{kind}"
        stage.prop(key, (x, middle), (side * 1.01, depth, high), 0.0)
        if signed and not low:
            front = middle - depth / 2 + 0.07  # the rack contains all but the print
            pose = standing(x, front, high / 2, 0.0, 0.0)
            size = (high * 0.8, high * 0.8, 0.16)
            stage.boxes.append(Box(pose, size, sign, "", "prop"))
