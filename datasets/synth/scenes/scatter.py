"""Tiles that lie as they fell: each turned anyhow in a loose row, or one or two seen from near.

Tiles turned half way between upright and across are rare where hands are laid straight, and a
detector's corners were worst there; and of what is ruled, woven or tiled every field looks like a
blank tile to somebody who has seen tiles on felt only.
"""

import numpy as np

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.hands import BONUS
from datasets.synth.scenes.layouts import Stage

_PER_ROW = (2, 15)
_SINGLE = (2, 13)
_TRIES = 60  # places tried for a tile that is to touch no other


def lay_strewn(stage: Stage) -> None:
    """Lay one to three loose rows, of each of which all tiles are turned alike or each anyhow."""
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
    """Lay one to three tiles as somebody holds a phone close to them, upright or anyhow."""
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


def lay_singly(stage: Stage) -> None:
    """Stand or lay a few tiles singly and no row, some of them partly behind others."""
    rng, tall = stage.rng, stage.size[1]
    count = int(rng.integers(*_SINGLE))
    spread = float(rng.uniform(0.8, 1.6)) * float(np.sqrt(count))
    lean = float(rng.uniform(0.0, 0.3)) if rng.random() < 0.3 else None
    loose, apart = float(rng.choice([0.1, 0.5, np.pi])), float(rng.uniform(0.75, 1.5)) * tall
    placed: list[tuple[float, float]] = []
    for code in stage.bag.draw(count):
        for _ in range(_TRIES):
            at = (float(rng.uniform(-spread, spread)), float(rng.uniform(-spread, spread)))
            if all(float(np.hypot(at[0] - x, at[1] - y)) > apart for x, y in placed):
                turn = float(np.clip(rng.normal(0, loose), -np.pi, np.pi))
                if lean is None:
                    stage.lay(code, at, "hand", turn=turn)
                else:
                    stage.stand(code, at, "hand", lean=lean, turn=turn / 8)
                placed.append(at)
                break
