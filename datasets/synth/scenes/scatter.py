"""Tiles that form no hand: rows, trays, heaps, pools, single tiles, and whole sets.

Tiles turned half way between upright and across are rare in scenes of straight hands, and a
detector's corners were worst there. Also, to a network that has seen tiles only on felt, every
field of a ruled, woven or tiled surface looks like a blank tile.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.hands import BONUS, PLAIN
from datasets.synth.scenes.layouts import (
    QUARTER,
    Stage,
    lay_around,
    lay_bonus,
    lay_discards,
    lay_marker,
    lay_tiles,
)
from datasets.synth.scenes.props import RACKS

_PER_ROW = (2, 15)
_SINGLE = (2, 13)
_TRIES = 60  # places tried for a tile that must not touch another
_BIRD = "1s"  # what a flower may be mistaken for
_WHITE, _WHITES = "5z", 0.4  # share of white dragons in scenes that teach them
_SETS = (CODES, PLAIN, tuple(code for code in PLAIN if code[1] != "z"))  # as sets are sold
_MOST_MISSING = 3


def lay_row(stage: Stage) -> None:
    """Lay 2 to 18 unsorted tiles in a row or two, as players photograph what they hold."""
    rng, tall = stage.rng, stage.size[1]
    lean = float(rng.uniform(0.0, 0.3)) if rng.random() < 0.35 else None
    count = int(rng.choice([13, 14, 16, 17, 18, int(rng.integers(2, 13))]))
    rows = int(rng.choice([1, 2, 3], p=[0.7, 0.2, 0.1])) if lean is None else 1
    end = 0.0
    for i in range(rows):
        x = float(rng.uniform(-1, 1))
        end = max(
            end,
            lay_tiles(
                stage,
                stage.bag.draw(count),
                (x, i * (tall + float(rng.uniform(0.0, 1.2)))),
                "hand",
                lean=lean,
            ),
        )
    if rng.random() < 0.25 and lean is None:
        stage.prop(
            f"rack:{int(rng.integers(RACKS))}",
            (end / 2, -tall / 2 - 0.45),
            (end + 3, 0.6, 0.4),
            0.0,
        )
    lay_around(stage, end)


def lay_tray(stage: Stage) -> None:
    """Lay a touching block of tiles: part of a set, or all 42 faces in order."""
    rng, tall = stage.rng, stage.size[1]
    columns = int(rng.integers(3, 11))
    rows = int(rng.integers(2, 7))
    codes = list(CODES) if rng.random() < 0.15 else stage.bag.draw(columns * rows)
    gap = float(rng.choice([0.0, 0.02, 0.1], p=[0.6, 0.3, 0.1]))
    turn = float(rng.choice([0.0, QUARTER, -QUARTER], p=[0.8, 0.1, 0.1]))
    wide, high = (1.0, tall) if turn == 0 else (tall, 1.0)
    for i, code in enumerate(codes):
        x, y = i % columns * (wide + gap), -(i // columns) * (high + gap)
        stage.lay(code, (x, y), "discard", turn=turn)
    if rng.random() < 0.35:
        depth = (len(codes) - 1) // columns + 1
        size = (columns * (wide + gap) + 0.7, depth * (high + gap) + 0.7, 0.1)
        stage.prop(
            "tray", ((columns - 1) * (wide + gap) / 2, -(depth - 1) * (high + gap) / 2), size, 0.0
        )


def lay_heap(stage: Stage) -> None:
    """Strew loose tiles at any angle, some face down, none overlapping."""
    rng = stage.rng
    count = int(rng.integers(3, 30))
    spread = float(rng.uniform(1.7, 3.0)) * np.sqrt(count) / 2
    loose = np.pi if rng.random() < 0.7 else 0.2
    for code, at in _strewn_places(stage, count, spread, 1.6):
        turn = float(rng.uniform(-loose, loose))
        stage.lay(code, at, "discard", turn=turn, down=rng.random() < 0.06)


def _strewn_places(
    stage: Stage, count: int, spread: float, apart: float
) -> Iterator[tuple[str, tuple[float, float]]]:
    """Draw tiles, each with a place apart from all others, as long as there is room."""
    placed: list[tuple[float, float]] = []
    for code in stage.bag.draw(count):
        for _ in range(_TRIES):
            x, y = stage.rng.uniform(-spread, spread, 2).tolist()
            if all(float(np.hypot(x - a, y - b)) > apart for a, b in placed):
                placed.append((x, y))
                yield code, (x, y)
                break


def lay_few(stage: Stage) -> None:
    """Lay one to four tiles, near or apart."""
    rng = stage.rng
    x = 0.0
    among = BONUS if rng.random() < 0.3 else CODES
    for code in stage.bag.draw(int(rng.integers(1, 5)), among):
        stage.lay(code, (x, float(rng.normal(0, 0.3))), "discard", turn=float(rng.normal(0, 0.25)))
        x += 1.0 + float(rng.choice([0.02, 0.5, 1.5]))
    if rng.random() < 0.3:
        lay_marker(stage, (x + 0.2, 0.2))


def lay_pool(stage: Stage) -> None:
    """Lay a pool of discards in ragged rows, walls around it."""
    lay_discards(stage, (0.0, 0.0), int(stage.rng.integers(8, 40)))
    lay_around(stage, 8.0)


def lay_bonus_runs(stage: Stage) -> None:
    """Lay a row with runs of bonus tiles around it, most of them beside a seat marker.

    A hand has one bonus tile on average, so scenes of hands show few; their pictures differ the
    most, and to be named they must first be seen.
    """
    rng, tall = stage.rng, stage.size[1]
    row = stage.bag.draw(int(rng.integers(4, 15)), PLAIN)
    if rng.random() < 0.4:
        row += stage.bag.draw(1, (_BIRD,))
    if rng.random() < 0.7:
        row.sort(key=CODES.index)
    end = lay_tiles(stage, row, (0.0, 0.0), "hand")
    away = tall + float(rng.choice([0.05, 0.3, 0.9])) + float(rng.uniform(0, 0.4))
    bonus = stage.bag.draw(int(rng.integers(3, 9)), BONUS)
    while bonus:
        count = int(rng.integers(1, 5))
        run, bonus = bonus[:count], bonus[count:]
        across = float(rng.choice([0.0, 0.0, 0.0, QUARTER, -QUARTER]))
        at = (float(rng.uniform(-1.5, max(0.0, end - 2))), away)
        lay_bonus(stage, run, at, across=across, marked=bool(rng.random() < 0.6))
        away += tall + float(rng.choice([0.1, 0.6, 1.4]))
    lay_around(stage, end)


def lay_strewn(stage: Stage) -> None:
    """Lay one to three loose rows, each with all its tiles turned alike or each at random."""
    rng, (_, tall, _) = stage.rng, stage.size
    room = float(np.hypot(1.0, tall))
    y = 0.0
    for _ in range(int(rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15]))):
        common = float(rng.uniform(-np.pi, np.pi))
        spread = float(rng.choice([0.08, 0.4, np.pi], p=[0.3, 0.4, 0.3]))
        pitch = room * float(rng.uniform(1.0, 1.35))
        among = BONUS if rng.random() < 0.1 else CODES
        codes = stage.bag.draw(int(rng.integers(*_PER_ROW)), among)
        for i, code in enumerate(codes):
            at = ((i - len(codes) / 2) * pitch, y + float(rng.normal(0, 0.08)))
            stage.lay(code, at, "hand", turn=common + float(rng.uniform(-spread, spread)))
        y += room * float(rng.uniform(1.02, 1.6))


def lay_near(stage: Stage) -> None:
    """Lay one to three tiles as seen by a phone held close to them, upright or at any angle."""
    rng, (_, tall, _) = stage.rng, stage.size
    room = float(np.hypot(1.0, tall))
    loose = rng.random() < 0.6
    across, x, y = bool(rng.random() < 0.6), 0.0, 0.0
    for code in stage.bag.draw(int(rng.integers(1, 4)), CODES):
        turn = float(rng.uniform(-np.pi, np.pi)) if loose else float(rng.normal(0, 0.2))
        stage.lay(code, (x, y), "hand", turn=turn)
        step = room * float(rng.uniform(1.0, 1.5)) if loose else tall + float(rng.uniform(0.05, 1))
        aside = float(rng.normal(0, 0.3))
        x, y = (x + step, aside) if across else (x + aside, y - step)


def lay_blanks(stage: Stage) -> None:
    """Lay white dragons among a few other tiles, in touching rows or loose, some face down.

    A detector most often misses a blank tile that lies on light ground, or alone.
    """
    rng, (_, tall, _) = stage.rng, stage.size
    columns, rows = int(rng.integers(1, 9)), int(rng.integers(1, 4))
    turned, gap = bool(rng.random() < 0.4), float(rng.choice([0.0, 0.02, 0.3], p=[0.5, 0.2, 0.3]))
    wide = (tall if turned else 1.0) + gap
    stage.flips = float(rng.choice([0.0, 0.3], p=[0.7, 0.3]))
    for place in range(columns * rows):
        code = _WHITE if rng.random() < _WHITES else stage.bag.draw(1, CODES)[0]
        turn = QUARTER * float(rng.integers(0, 4)) if turned else float(rng.normal(0, 0.03))
        at = (place % columns * wide, -(place // columns) * (tall + gap))
        stage.lay(code, at, "hand", turn=turn)
    lay_around(stage, columns * wide)


def lay_singly(stage: Stage) -> None:
    """Stand or lay a few tiles singly and no row, some of them partly behind others."""
    rng, tall = stage.rng, stage.size[1]
    count = int(rng.integers(*_SINGLE))
    spread = float(rng.uniform(0.8, 1.6)) * float(np.sqrt(count))
    lean = float(rng.uniform(0.0, 0.3)) if rng.random() < 0.3 else None
    loose, apart = float(rng.choice([0.1, 0.5, np.pi])), float(rng.uniform(0.75, 1.5)) * tall
    for code, at in _strewn_places(stage, count, spread, apart):
        turn = float(np.clip(rng.normal(0, loose), -np.pi, np.pi))
        if lean is None:
            stage.lay(code, at, "hand", turn=turn)
        else:
            stage.stand(code, at, "hand", lean=lean, turn=turn / 8)


def lay_faces(stage: Stage) -> None:
    """Lay one tile of each face in rows as the guide shows them, the first one farthest away."""
    stage.flips = 0.0
    below = 0.0
    for suits in ("m", "p", "s", "z", "fg"):
        codes = [code for code in CODES if code[1] in suits]
        lay_tiles(stage, codes, (0.0, below), "hand")
        below -= stage.size[1] * float(stage.rng.uniform(1.04, 1.4))


def lay_whole_set(stage: Stage) -> None:
    """Lay a whole set face up in a block, in order or shuffled, or strewn, without some tiles."""
    rng, tall = stage.rng, stage.size[1]
    faces = _SETS[int(rng.choice(len(_SETS), p=[0.6, 0.3, 0.1]))]
    codes = [code for code in faces for _ in range(1 if code in BONUS else 4)]
    for _ in range(int(rng.integers(0, _MOST_MISSING + 1))):
        del codes[int(rng.integers(len(codes)))]
    in_order, strewn = bool(rng.random() < 1 / 3), bool(rng.random() < 1 / 2)
    if in_order:
        stage.flips, strewn = 0.0, False
    else:
        codes = [codes[place] for place in rng.permutation(len(codes))]
    columns = int(rng.integers(13, 19))
    apart = float(rng.uniform(1.0, 1.15))
    room = float(np.hypot(1.0, tall)) * apart
    wide, high = (room, room) if strewn else (1 + (apart - 1) / 2, tall * apart)
    for place, code in enumerate(codes):
        turn = float(rng.uniform(-np.pi, np.pi)) if strewn else 0.0
        stage.lay(code, (place % columns * wide, -(place // columns) * high), "hand", turn=turn)


SCATTERED: Mapping[str, Callable[[Stage], None]] = MappingProxyType(
    {
        "row": lay_row,
        "tray": lay_tray,
        "heap": lay_heap,
        "few": lay_few,
        "pool": lay_pool,
        "aside": lay_bonus_runs,
        "strewn": lay_strewn,
        "near": lay_near,
        "blanks": lay_blanks,
        "singly": lay_singly,
        "faces": lay_faces,
        "whole set": lay_whole_set,
    }
)
