"""Parts of what lies on a table: rows, sets, bonus tiles, pools, walls, and things around them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from datasets.synth.scenes.camera import WINNING, Box, face_down, lying, standing
from datasets.synth.scenes.hands import Bag, LaidSet
from datasets.synth.scenes.props import DICE, PLATES

QUARTER = np.pi / 2
# Which of the four tiles of a concealed kong lie face down.
HIDDEN = ((0, 3), (0, 3), (1, 2), (0, 1, 2), (1, 2, 3), (0, 2, 3), (1,), (2,), (0,), (3,))
_LINE = 0.75  # of a tile's height: how far the row's second line lies in front of the first


@dataclass
class Stage:
    """Boxes laid so far, the tiles' ``size`` (width 1, height, thickness) and their bag.

    ``part`` is what the tiles now being laid belong to, ``sets`` the number of laid sets.
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
        """Number the tiles laid within as the next set of the hand."""
        self.sets += 1
        self.part = self.sets
        yield
        self.part = 0

    @contextmanager
    def winning(self) -> Iterator[None]:
        """Mark the tile laid within as the winning one."""
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
        """Lay a tile centred at ``at``; ``level`` 1 lies on another tile."""
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
        """Stand a tile on its lower edge, its face towards the viewer."""
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
        """Lay a thing that is not a tile."""
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
            x += float(rng.uniform(0.04, 0.25))  # less than for a winning tile set apart
    return x


def lay_winning_tile(stage: Stage, code: str, end: float, how: str) -> float:
    """Lay the winning tile beside, in, before or behind a row that ends there; return the new end.

    `how`: "close", "gap" (apart), "turned", "within" the row, "left" of it, "below", "above",
    "askew" or "far".
    """
    rng, tall = stage.rng, stage.size[1]
    turn, quarter = float(rng.normal(0, 0.08)), QUARTER * float(rng.choice([-1, 1]))
    x, y = end + 0.5, float(rng.normal(0, 0.04))
    low = -(tall - 1) / 2  # puts a tile across in line with the lower edges of the others
    if how in ("close", "gap", "far"):
        near, far = {"close": (0.12, 0.45), "gap": (0.4, 1.5), "far": (1.5, 3.5)}[how]
        x += float(rng.uniform(near, far))
        y = float(rng.normal(0, 0.7)) if how == "far" else y
    elif how == "turned":
        x, turn = end + float(rng.uniform(0.02, 0.55)) + tall / 2, turn + quarter
        y = float(rng.choice([0.0, low, -low]))
    elif how == "within":
        x, end = _part_row(stage, tall + float(rng.choice([0.02, 0.1, 0.4])))
        y, turn = float(rng.choice([0.0, low, low, -low])), turn + quarter
    elif how == "left":
        across = rng.random() < 0.4
        x = -float(rng.uniform(0.05 if across else 0.3, 1.6)) - (tall / 2 if across else 0.5)
        y, turn = (float(rng.choice([0.0, low])), turn + quarter) if across else (y, turn)
    elif how in ("below", "above"):
        x = float(rng.uniform(end / 2, end))
        y = (tall + float(rng.uniform(0.15, 0.6))) * (-1 if how == "below" else 1)
    else:
        x += float(rng.uniform(0.05, 0.4))
        y = float(rng.choice([-1, 1])) * float(rng.uniform(0.15, 0.5))
        turn = float(rng.choice([-1, 1])) * float(rng.uniform(0.05, 0.4))
    with stage.winning():
        stage.lay(code, (x, y), "hand", turn=turn)
    return max(end, x + 0.7)


def _part_row(stage: Stage, room: float) -> tuple[float, float]:
    """Make room between two tiles of the row; return its centre, and where the row ends."""
    line = -stage.size[1] * _LINE
    places = sorted(
        float(box.pose.centre[0]) for box in stage.boxes if float(box.pose.centre[1]) > line
    )
    start = places[int(stage.rng.integers(len(places)))] + 0.5
    aside = np.array([room, 0.0, 0.0])
    stage.boxes = [
        replace(box, pose=replace(box.pose, centre=box.pose.centre + aside))
        if box.pose.centre[1] > line and float(box.pose.centre[0]) + 0.5 > start
        else box
        for box in stage.boxes
    ]
    return start + room / 2, max(places[-1] + 0.5, start) + room


def lay_set(  # noqa: PLR0913  (how a set may lie)
    stage: Stage,
    laid: LaidSet,
    start: tuple[float, float],
    *,
    across: float = 0.22,
    loose: float = 0.0,
    beyond: float = 0.0,
    seam: float | None = None,
) -> float:
    """Lay a set from ``start`` to the right, each tile where the last ends; return where it ends.

    A share ``across`` of the exposed sets has a tile turned across. Tiles are turned and displaced
    by about ``loose``, and ``seam`` apart. The fourth tile of a small kong lies on another or, for
    a share ``beyond``, behind it.
    """
    rng, (_, tall, thick) = stage.rng, stage.size
    codes, role = list(laid.codes), "kong" if "kong" in laid.kind else "exposed"
    extra = codes.pop() if laid.kind == "added_kong" else None
    concealed = laid.kind == "concealed_kong"
    turned = int(rng.integers(len(codes))) if not concealed and rng.random() < across else -1
    hidden = HIDDEN[int(rng.integers(len(HIDDEN)))] if concealed else ()
    slope, x = float(rng.normal(0, 0.012)), start[0]
    pitch = float(rng.choice([0.0, 0.01, 0.05])) if seam is None else seam
    upon = turned if turned >= 0 else 1
    for i, code in enumerate(codes):
        wide, y = 1.0, start[1] + slope * (x - start[0]) + float(rng.normal(0, loose / 2))
        turn = slope + float(rng.normal(0, loose))
        if i == turned:
            wide, y = tall, y - (tall - 1) / 2
            turn += QUARTER * float(rng.choice([-1, 1]))
        at = (x + wide / 2, y)
        stage.lay(code, at, role, turn=turn, down=i in hidden)
        if extra is not None and i == upon:
            if rng.random() < beyond:
                behind = 1.01 if i == turned else tall
                stage.lay(extra, (at[0], y + behind), role, turn=turn)
            else:
                stage.lay(extra, (at[0], y + thick * 0.05), role, turn=turn, level=1)
        x += wide + pitch + abs(float(rng.normal(0, loose)))
    return x


def lay_sets(
    stage: Stage, sets: Sequence[LaidSet], end: float, back: float, where: str, **how: float
) -> float:
    """Lay sets about a row, each as by `lay_set`; return how far back they go.

    The row ends at ``end`` and reaches back to ``back``, which is little for standing tiles.
    ``where``: "behind", "right", "left", "before", in a "column" at the rim, or in "rows".
    """
    rng, tall = stage.rng, stage.size[1]
    gap = float(rng.choice([0.05, 0.15, 0.4, 0.85]))
    width = sum(len(laid.codes) + 0.4 + gap for laid in sets)
    gone = float(rng.choice([0.02, 0.15, 0.5, 1.2])) + float(rng.uniform(0, 0.2))
    gone += 1.5 * how.get("loose", 0.0)
    x, y = float(rng.uniform(-1.0, max(end - width + 1, 2.0))), back + tall / 2 + gone
    if where == "right":
        x, y = end + float(rng.uniform(0.4, 2.0)), float(rng.normal(0, 0.1))
    elif where == "left":
        x, y = -width - float(rng.uniform(0.35, 2.0)), float(rng.normal(0, 0.1))
    elif where == "before":
        y = min((float(box.pose.centre[1]) for box in stage.boxes), default=0.0) - tall - gone
    elif where == "column":
        x, y = end + float(rng.uniform(0.6, 3.0)), float(rng.normal(0, 0.4))
    top = y
    for number, laid in enumerate(sets):
        with stage.one_set():
            far = lay_set(stage, laid, (x, y), **how)
        if where == "column" or (where == "rows" and number % 2):
            # A small kong's fourth tile may lie behind one that lies across.
            deep = max(tall, 2.02) if laid.kind == "added_kong" else tall
            x, y = x if where == "column" else float(rng.uniform(-1, 1)), y + deep + 0.05 + gap / 2
        else:
            x = far + gap * float(rng.uniform(0.7, 1.3))
        top = max(top, y)
    return max(back, top + tall / 2)


def lay_aside(
    stage: Stage, codes: Sequence[str], end: float, back: float, where: str, *, marked: bool
) -> float:
    """Lay bonus tiles around what lies there; return how far back they go.

    ``where``: "behind", "right", "left", at the end of the "row", or "before". Without any tile,
    only a seat marker lies there.
    """
    rng, tall = stage.rng, stage.size[1]
    places = np.array([box.pose.centre for box in stage.boxes] or [np.zeros(3)])
    low, high = places.min(axis=0).tolist(), places.max(axis=0).tolist()
    x = float(rng.uniform(-1.5, max(end - len(codes), 0.0)))
    y = back + tall / 2 + float(rng.choice([0.05, 0.3, 1.0]))
    across = QUARTER * float(rng.choice([0, 0, 0, 1, -1]))
    gap = float(rng.choice([0.01, 0.01, 0.05, 0.3]))
    if where in ("right", "row"):
        x = (
            high[0]
            + 0.7
            + float(rng.uniform(0.3, 2.0) if where == "right" else rng.uniform(0, 0.5))
        )
        y = float(rng.uniform(-0.3, back)) if where == "right" else 0.0
    elif where == "left":
        width = len(codes) * ((tall if across else 1.0) + gap) + (2.1 if marked else 0.0)
        x, y = low[0] - 0.7 - float(rng.uniform(0.3, 2.0)) - width, float(rng.uniform(-0.3, back))
    elif where == "before":
        y = low[1] - tall - float(rng.uniform(0.1, 1.0))
    if codes:
        lay_bonus(stage, codes, (x, y), across=across, marked=marked, gap=gap)
    else:
        lay_marker(stage, (x, y))
    return max(back, y + tall)


def lay_bonus(
    stage: Stage,
    codes: Sequence[str],
    at: tuple[float, float],
    *,
    across: float = 0.0,
    marked: bool = False,
    gap: float | None = None,
) -> float:
    """Lay bonus tiles from ``at`` to the right, turned by ``across``; return where they end.

    A seat marker lies before or after them if they are ``marked``.
    """
    rng, (wide, tall, _) = stage.rng, stage.size
    x, first = at[0], rng.random() < 0.6
    beside = float(rng.choice([0.03, 0.15, 0.5]))
    if marked and first:
        x = lay_marker(stage, (x, at[1])) + beside
    gap = float(rng.choice([0.01, 0.01, 0.05, 0.3])) if gap is None else gap
    pitch = gap + (tall if across else wide)
    for code in codes:
        stage.lay(code, (x + pitch / 2, at[1]), "bonus", turn=across + float(rng.normal(0, 0.03)))
        x += pitch
    return x if first or not marked else lay_marker(stage, (x + beside, at[1]))


def lay_discards(
    stage: Stage, at: tuple[float, float], count: int, turn: float | None = None
) -> None:
    """Lay discards in rows, neatly or loosely: backwards from a corner, or in front of a player.

    ``turn`` says where the player sits; the first row is in the middle of the table.
    """
    rng, tall = stage.rng, stage.size[1]
    columns = int(rng.integers(5, 13))
    loose = float(rng.choice([0.01, 0.05, 0.15, 0.4], p=[0.35, 0.3, 0.2, 0.15]))
    riichi = int(rng.integers(count + 1)) if rng.random() < 0.2 else -1
    own = float(rng.choice([0.0, QUARTER, np.pi, -QUARTER])) if turn is None else turn
    swapped = turn is None and abs(own) == QUARTER
    wide, high = ((tall, 1.0) if swapped else (1.0, tall)) + np.full(2, 0.02 + loose * 0.9)
    c, s = np.cos(turn or 0.0), np.sin(turn or 0.0)
    for i, code in enumerate(stage.bag.draw(count)):
        x, y = i % columns * wide, i // columns * high
        if turn is not None:
            x, y = x - columns / 2 * wide, -y
        x, y = np.array([x, y]) + rng.normal(0, loose * 0.3, 2)
        lean = QUARTER if i == riichi else float(rng.normal(0, loose * 0.7))
        place = (float(at[0] + c * x - s * y), float(at[1] + s * x + c * y))
        stage.lay(code, place, "discard", turn=own + lean)


def lay_wall(stage: Stage, start: tuple[float, float], count: int) -> None:
    """Build a wall of backs to the right, one or two high, with a broken end."""
    rng, (_, tall, thick) = stage.rng, stage.size
    layers = int(rng.integers(1, 3))
    for i in range(count):
        for level in range(layers if i < count - 1 or rng.random() < 0.6 else 1):
            at = (start[0] + i * 1.01, start[1], thick * (level + 0.5))
            pose = face_down(lying(*at, float(rng.normal(0, 0.01))))
            stage.boxes.append(Box(pose, (1.0, tall, thick), "back", "x", "wall"))


def lay_racked_backs(stage: Stage, start: tuple[float, float]) -> None:
    """Stand another player's row up, with its backs towards the viewer."""
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
    """Lay discards, walls, dice, chips, phones and loose backs around a hand."""
    rng, tall = stage.rng, stage.size[1]
    above = max(float(b.pose.centre[1]) for b in stage.boxes) + tall
    above += float(rng.choice([0.25, 0.6, 1.5])) + float(rng.uniform(0, 0.5))
    if rng.random() < 0.4:
        count = int(rng.integers(4, 40))
        lay_discards(stage, (float(rng.uniform(-2, width / 2)), above), count)
        above = max(float(b.pose.centre[1]) for b in stage.boxes) + tall + 0.5
    if rng.random() < 0.4:
        count = int(rng.integers(5, 19))
        at = ((width - count) / 2 + float(rng.normal(0, 3)), above + float(rng.uniform(0, 2)))
        lay_wall(stage, at, count)
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


def _dice(stage: Stage, middle: tuple[float, float]) -> None:
    """Lay two or three dice of one kind together, sometimes in a small dish."""
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
