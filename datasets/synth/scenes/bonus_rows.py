"""Bonus tiles put aside in numbers, with a row beside them: what no two sets of tiles agree on.

A hand has one of them on average, so that scenes of hands show few; their pictures differ most of
all, and to be named they must first be seen.
"""

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.hands import BONUS, PLAIN
from datasets.synth.scenes.layouts import QUARTER, Stage, lay_around, lay_marker, lay_tiles

_BIRD = "1s"  # what a flower is taken for


def lay_aside(stage: Stage) -> None:
    """Lay a row of tiles with runs of bonus tiles about it, most of them beside a seat marker."""
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
        _lay_run(stage, run, (float(rng.uniform(-1.5, max(0.0, end - 2))), away), across)
        away += tall + float(rng.choice([0.1, 0.6, 1.4]))
    lay_around(stage, end)


def _lay_run(stage: Stage, run: list[str], at: tuple[float, float], across: float) -> None:
    """Lay bonus tiles from ``at`` to the right, each turned by ``across`` radians."""
    rng, (wide, tall, _) = stage.rng, stage.size
    x = at[0]
    marked, first = rng.random() < 0.6, rng.random() < 0.5
    if marked and first:
        x = lay_marker(stage, (x, at[1])) + float(rng.choice([0.03, 0.15, 0.5]))
    pitch = float(rng.choice([0.01, 0.01, 0.05, 0.3])) + (tall if across else wide)
    for code in run:
        stage.lay(code, (x + pitch / 2, at[1]), "bonus", turn=across + float(rng.normal(0, 0.03)))
        x += pitch
    if marked and not first:
        lay_marker(stage, (x + float(rng.choice([0.03, 0.15, 0.5])), at[1]))
