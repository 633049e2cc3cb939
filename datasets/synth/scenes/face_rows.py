"""All faces of a set in rows, or all its tiles, as a person lays them out to show the set."""

import numpy as np

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.hands import BONUS, PLAIN
from datasets.synth.scenes.layouts import Stage, lay_tiles

# The order of the guide: characters, dots, bamboo, winds and dragons, flowers and seasons.
ROWS = tuple(
    tuple(codes.split())
    for codes in (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m",
        "1p 2p 3p 4p 5p 6p 7p 8p 9p",
        "1s 2s 3s 4s 5s 6s 7s 8s 9s",
        "1z 2z 3z 4z 5z 6z 7z",
        "1f 2f 3f 4f 1g 2g 3g 4g",
    )
)


def lay_faces(stage: Stage) -> None:
    """Lay one tile of each face in rows, the first row farthest from the viewer."""
    stage.flips = 0.0
    below = 0.0
    for codes in ROWS:
        lay_tiles(stage, list(codes), (0.0, below), "hand")
        below -= stage.size[1] * float(stage.rng.uniform(1.04, 1.4))


_SETS = (CODES, PLAIN, tuple(code for code in PLAIN if code[1] != "z"))  # as sets are sold
_MOST_MISSING = 3


def lay_whole_set(stage: Stage) -> None:
    """Lay a whole set face up in a block, in order or shuffled, or strewn, but for some tiles."""
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
