"""What lies on the table: rows, trays, pools, heaps, single tiles, and what lies around them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from datasets.synth.faces.design import CODES
from datasets.synth.scenes.camera import WINNING, Box, face_down, lying, standing
from datasets.synth.scenes.hands import BONUS, Bag
from datasets.synth.scenes.props import DICE, PLATES, RACKS

QUARTER = np.pi / 2


@dataclass
class Stage:
    """Boxes laid so far, the tiles' ``size`` (width 1, height, thickness) and their bag.

    ``part`` is what the tiles that are laid now belong to, ``sets`` how many laid sets there are.
    """

    rng: np.random.Generator
    size: tuple[float, float, float]
    bag: Bag
    boxes: list[Box] = field(default_factory=list)
    hand: str | None = None
    wobble: float = 0.02
    flips: float = 0.0
    part: int = 0
    sets: int = 0

    @contextmanager
    def one_set(self) -> Iterator[None]:
        """Number what is laid within as the next set of the hand."""
        self.sets += 1
        self.part = self.sets
        yield
        self.part = 0

    @contextmanager
    def winning(self) -> Iterator[None]:
        """Mark what is laid within as the winning tile."""
        self.part = WINNING
        yield
        self.part = 0

    def lay(
        self,
        code: str,
        at: tuple[float, float],
        role: str,
        *,
        turn: float = 0.0,
        level: int = 0,
        down: bool = False,
    ) -> None:
        """Lay one tile with its middle at ``at``; ``level`` 1 lies on another tile."""
        x, y = at[0] + self.rng.normal(0, self.wobble), at[1] + self.rng.normal(0, self.wobble)
        spin = np.pi if self.rng.random() < self.flips else 0.0
        height = self.size[2] * (level + 0.5)
        pose = lying(x, y, height, turn + spin + self.rng.normal(0, self.wobble * 1.2))
        shown = "x" if down else code
        side_up = face_down(pose) if down else pose
        self.boxes.append(Box(side_up, self.size, code, shown, role, self.part))

    def stand(
        self, code: str, at: tuple[float, float], role: str, *, lean: float, turn: float = 0.0
    ) -> None:
        """Stand one tile on its lower edge, its face towards the viewer."""
        spin = self.rng.normal(0, self.wobble)
        height = self.size[1] / 2 * np.cos(lean) + self.size[2] / 2 * np.sin(lean)
        y = at[1] + self.rng.normal(0, self.wobble)
        self.boxes.append(
            Box(
                standing(at[0], y, height, turn + spin, lean),
                self.size,
                code,
                code,
                role,
                self.part,
            )
        )

    def prop(
        self, key: str, at: tuple[float, float], size: tuple[float, float, float], turn: float
    ) -> None:
        """Lay a thing that is no tile."""
        self.boxes.append(Box(lying(at[0], at[1], size[2] / 2, turn), size, key, "", "prop"))


def lay_tiles(
    stage: Stage,
    codes: list[str],
    start: tuple[float, float],
    role: str,
    *,
    lean: float | None = None,
) -> float:
    """Lay a slightly bent row from ``start`` to the right; return where it ends."""
    rng = stage.rng
    pitch = 1 + float(rng.choice([0.0, 0.01, 0.04, 0.15], p=[0.4, 0.35, 0.17, 0.08]))
    bend, slope = float(rng.normal(0, 0.004)), float(rng.normal(0, 0.008))
    middle = (len(codes) - 1) / 2
    x = start[0]
    for i, code in enumerate(codes):
        y = start[1] + bend * (i - middle) ** 2 + slope * (i - middle)
        if lean is None:
            stage.lay(code, (x + 0.5, y), role, turn=2 * bend * (i - middle))
        else:
            stage.stand(code, (x + 0.5, y), role, lean=lean)
        x += pitch
        if rng.random() < 0.02:
            x += float(rng.uniform(0.04, 0.25))  # less than a winning tile is set apart
    return x


def lay_winning_tile(stage: Stage, code: str, end: float, how: str) -> None:
    """Lay the winning tile a little apart ("gap"), "turned", or "below" the row."""
    rng, tall = stage.rng, stage.size[1]
    if how == "below":
        at = (float(rng.uniform(end / 2, end)), -tall - float(rng.uniform(0.15, 0.6)))
        with stage.winning():
            stage.lay(code, at, "hand", turn=float(rng.normal(0, 0.15)))
        return
    turned = how == "turned"
    gap = float(rng.uniform(0.02, 0.5)) if turned else float(rng.uniform(0.4, 1.3))
    turn = QUARTER * float(rng.choice([-1, 1])) if turned else 0.0
    with stage.winning():
        stage.lay(code, (end + gap + (tall if turned else 1.0) / 2, 0.0), "hand", turn=turn)


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
    placed: list[tuple[float, float]] = []
    codes = stage.bag.draw(count)
    loose = rng.random() < 0.7
    for code in codes:
        for _ in range(12):
            at = (float(rng.uniform(-spread, spread)), float(rng.uniform(-spread, spread)))
            if all((at[0] - x) ** 2 + (at[1] - y) ** 2 > 2.6 for x, y in placed):
                turn = float(rng.uniform(-np.pi, np.pi)) if loose else float(rng.normal(0, 0.2))
                stage.lay(code, at, "discard", turn=turn, down=rng.random() < 0.06)
                placed.append(at)
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


def lay_discards(stage: Stage, corner: tuple[float, float], count: int) -> None:
    """Lay discards: in rows of about six, or loosely."""
    rng, tall = stage.rng, stage.size[1]
    columns, turn = int(rng.integers(5, 14)), float(rng.choice([0.0, QUARTER, np.pi, -QUARTER]))
    sloppy = float(rng.choice([0.02, 0.1, 0.35]))
    wide, high = (1.0, tall) if abs(turn) != QUARTER else (tall, 1.0)
    for i, code in enumerate(stage.bag.draw(count)):
        gap = 0.02 + sloppy
        at = (corner[0] + i % columns * (wide + gap), corner[1] + i // columns * (high + gap))
        lean = float(rng.normal(0, sloppy * 0.6))
        stage.lay(code, at, "discard", turn=turn + lean)


def lay_racked_backs(stage: Stage, start: tuple[float, float]) -> None:
    """Stand another player's row up, its backs towards the viewer."""
    for i in range(int(stage.rng.integers(5, 14))):
        turn = np.pi + float(stage.rng.normal(0, 0.01))
        pose = standing(start[0] + i * 1.01, start[1], stage.size[1] / 2, turn, 0.0)
        stage.boxes.append(Box(pose, stage.size, "back", "x", "wall"))


def lay_marker(stage: Stage, at: tuple[float, float]) -> float:
    """Lay a seat marker from ``at`` to the right; return where it ends."""
    rng = stage.rng
    side, ratio = float(rng.uniform(0.8, 1.6)), float(rng.choice([1.0, 1.0, 0.8, 1.3, 0.5]))
    size = (side, side * ratio, float(rng.uniform(0.1, 0.7)))
    turn = float(rng.normal(0, 0.15)) + float(rng.choice([0, 0, 1, 2, 3])) * QUARTER
    stage.prop(f"plate:{int(rng.integers(PLATES))}", (at[0] + side / 2, at[1]), size, turn)
    return at[0] + side


def is_clear(stage: Stage, at: tuple[float, float], reach: float) -> bool:
    """Return whether nothing lies within ``reach`` of ``at``."""
    return all(
        float(np.hypot(b.pose.centre[0] - at[0], b.pose.centre[1] - at[1]))
        > reach + (max(b.size[:2]) / 2 if b.role == "prop" else 0.0)
        for b in stage.boxes
    )


def lay_around(stage: Stage, width: float) -> None:
    """Put discards, walls, dice, chips, phones and loose backs around a hand."""
    rng, tall = stage.rng, stage.size[1]
    above = max(float(b.pose.centre[1]) for b in stage.boxes) + tall
    above += float(rng.choice([0.25, 0.6, 1.5])) + float(rng.uniform(0, 0.5))
    if rng.random() < 0.4:
        count = int(rng.integers(4, 40))
        lay_discards(stage, (float(rng.uniform(-2, width / 2)), above), count)
        above = max(float(b.pose.centre[1]) for b in stage.boxes) + tall + 0.5
    if rng.random() < 0.4:
        _wall(stage, (width / 2 + float(rng.normal(0, 3)), above + float(rng.uniform(0, 2))))
    if rng.random() < 0.15:
        lay_racked_backs(stage, (width / 2 - 7, above + float(rng.uniform(2.0, 6.0))))
    if rng.random() < 0.4:
        _dice(stage, (float(rng.uniform(-3, width + 3)), float(rng.uniform(-4, above))))
    if rng.random() < 0.2:
        for _ in range(int(rng.integers(1, 4))):
            at = (float(rng.uniform(-4, width + 4)), float(rng.uniform(-4.5, above + 2)))
            if is_clear(stage, at, 1.3):
                stage.lay("1m", at, "discard", turn=float(rng.uniform(-np.pi, np.pi)), down=True)
    for _ in range(int(rng.integers(0, 4)) if rng.random() < 0.35 else 0):
        at = (float(rng.uniform(-4, width + 4)), float(rng.uniform(-4.5, above + 2)))
        _thing(stage, at)


def _wall(stage: Stage, middle: tuple[float, float]) -> None:
    """Build a wall of backs, one or two high, with a broken end."""
    rng, (_, tall, thick) = stage.rng, stage.size
    count, layers, turn = int(rng.integers(5, 19)), int(rng.integers(1, 3)), rng.normal(0, 0.08)
    for i in range(count):
        x = (i - count / 2) * 1.01
        at = (middle[0] + x * np.cos(turn), middle[1] + x * np.sin(turn))
        for level in range(layers if i < count - 1 or rng.random() < 0.6 else 1):
            pose = lying(at[0], at[1], thick * (level + 0.5), turn + rng.normal(0, 0.01))
            box = Box(face_down(pose), (1.0, tall, thick), "back", "x", "wall")
            stage.boxes.append(box)


def _dice(stage: Stage, middle: tuple[float, float]) -> None:
    """Throw two or three dice of one kind together, at times into a small dish."""
    rng = stage.rng
    side, kind = float(rng.uniform(0.35, 0.75)), int(rng.choice([0, 0, 0, 1, 2]))
    for _ in range(int(rng.integers(2, 4))):
        at = (middle[0] + float(rng.normal(0, 0.7)), middle[1] + float(rng.normal(0, 0.7)))
        if is_clear(stage, at, 0.62 + side / 2):
            key = f"die:{int(rng.integers(1, 7)) + 6 * kind}"
            stage.prop(key, at, (side, side, side), float(rng.uniform(-np.pi, np.pi)))


def _thing(stage: Stage, at: tuple[float, float]) -> None:
    """Lay a die, marker, chip, card or phone where there is room."""
    rng = stage.rng
    side, turn = float(rng.uniform(0.9, 1.6)), float(rng.uniform(-np.pi, np.pi))
    key, size = {
        0: (f"die:{int(rng.integers(1, DICE + 1))}", (0.6, 0.6, 0.6)),
        1: (f"plate:{int(rng.integers(PLATES))}", (side, side, 0.3)),
        2: (f"chip:{int(rng.integers(6))}", (side, side, 0.12)),
        3: (f"card:{int(rng.integers(6))}", (side * 2, side * 1.3, 0.04)),
        4: ("phone:0", (3.0, 6.2, 0.3)),
    }[int(rng.choice(5, p=[0.25, 0.25, 0.3, 0.15, 0.05]))]
    if is_clear(stage, at, max(size[:2]) / 2 + 0.8):
        stage.prop(key, at, size, turn)


LAYOUTS: dict[str, Callable[[Stage], None]] = {
    "row": lay_row,
    "tray": lay_tray,
    "heap": lay_heap,
    "few": lay_few,
    "pool": lay_pool,
}
