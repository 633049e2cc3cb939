"""Tables drawn as text, as a recogniser would see them, and what a finder makes of them.

A line is a row of tiles that touch; `.` is a gap of half a tile, a code with `~` lies sideways,
`x` lies face down. The last line is nearest the photographer; a line that begins with `^` lies
directly on the next one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

import models
from scorer.core.tiles import TILES
from vision.advice import Condition
from vision.decode.finder import Finder, TableReading
from vision.detect.recogniser import PhotoTiles
from vision.nets.roles import RolesModel
from vision.nets.session import Session
from vision.photo.photo import Photo
from vision.reader import PhotoReader
from vision.reading import Reading

LABELS = (*(str(tile) for tile in TILES), "x")
WIDTH, HEIGHT, PITCH = 40.0, 54.0, 80.0
SURE, FOUND, HARDLY = (
    0.99,
    0.88,
    0.2,
)  # as the networks are of tiles in good photos, and in bad ones
Names = Mapping[str, float]
_CONDITION = Condition(tiles=1, width=100.0, light=200.0, blown=0.0, sharpness=None)
_NO_PIXELS = np.zeros((0, 0, 3), np.uint8)


def lay(*lines: str) -> tuple[np.ndarray, list[str]]:
    """Place tiles; give their corners (n, 4, 2), upright faces, and their codes."""
    corners, codes = [], []
    bottom = 300.0
    for line in lines:
        x = 300.0
        for token in line.strip("^").split():
            if set(token) == {"."}:
                x += WIDTH / 2 * len(token)
                continue
            for rank, suit, sideways in expand(token):
                width, height = (HEIGHT, WIDTH) if sideways else (WIDTH, HEIGHT)
                quad = box(x, bottom - height, x + width, bottom)
                corners.append(np.roll(quad, 1, axis=0) if sideways else quad)
                codes.append(rank + suit)
                x += width + 0.5
        bottom += HEIGHT if line.startswith("^") else PITCH
    return np.array(corners).reshape(-1, 4, 2), codes


def expand(token: str) -> list[tuple[str, str, bool]]:
    """Read `123m~` as three tiles of which the last lies sideways."""
    ranks, suit, sideways = re.fullmatch(r"([0-9]+|x+)([mpszfg]?)(~?)", token).groups()
    return [(rank, suit, bool(sideways) and i == len(ranks) - 1) for i, rank in enumerate(ranks)]


def box(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def belief(*tiles: Names) -> np.ndarray:
    """Give probabilities (n, k) of names; what is left is spread over all others."""
    rows = np.zeros((len(tiles), len(LABELS)), np.float32)
    for row, names in zip(rows, tiles, strict=True):
        row[:] = max(1 - sum(names.values()), 0) / len(LABELS)
        for code, share in names.items():
            row[LABELS.index(code)] += share
    return rows


def see(
    corners: np.ndarray,
    codes: Sequence[str],
    doubts: Mapping[str, Names] | None = None,
    *,
    doubted: Sequence[str] = (),
) -> PhotoTiles:
    """What a recogniser sees of tiles: `doubts` are names of some; `doubted` pass for none."""
    names = belief(*((doubts or {}).get(code, {code: SURE}) for code in codes))
    sure = np.array([code not in doubted for code in codes], bool)
    found = np.where(sure, FOUND, HARDLY).astype(np.float32)
    size = np.ceil(corners.reshape(-1, 2).max(axis=0, initial=1)) + 300
    photo = Photo((int(size[0]), int(size[1])), _NO_PIXELS)

    steady = names.max(axis=1, initial=0)
    quads = corners.astype(np.float32)
    known = np.full(len(quads), -np.inf, np.float32)
    return PhotoTiles(photo.size, quads, names, steady, found, sure, _CONDITION, photo, known)


class Flat:
    """A network for which no tile lies upon another."""

    def predict(self, _: np.ndarray, quads: np.ndarray) -> np.ndarray:
        return np.zeros(len(quads), np.float32)


@cache
def finder() -> Finder:
    """The finder with the shipped network of roles; nothing tells here what lies upon others."""
    return Finder(RolesModel.load(models.path("roles"), 1), Flat(), LABELS)


def find(
    *lines: str, doubts: Mapping[str, Names] | None = None, doubted: Sequence[str] = ()
) -> TableReading:
    """Find the hand on a table."""
    return finder().find([see(*lay(*lines), doubts, doubted=doubted)])[1]


def read(
    *lines: str, doubts: Mapping[str, Names] | None = None, doubted: Sequence[str] = ()
) -> str | None:
    """Give the text of the hand on a table."""
    return find(*lines, doubts=doubts, doubted=doubted).hand


def groups(*lines: str) -> list[tuple[str, str]]:
    """Give the groups of a table with their tiles."""
    found = find(*lines)
    return [(group.kind.value, " ".join(found.table.names(group.tiles))) for group in found.groups]


@dataclass(frozen=True)
class Replay:
    """A recogniser that has seen this, whatever it looks at."""

    seen: PhotoTiles
    labels: tuple[str, ...] = LABELS

    def at_scale(self, _: float) -> "Replay":
        return self

    def recognise(self, *_: object) -> PhotoTiles:
        return self.seen


@cache
def _certainty() -> Mapping[str, str]:
    return Session.load(models.path("classifier"), "classifier", 1).metadata


def read_as(seen: PhotoTiles) -> Reading:
    """Read a photo of which a recogniser sees this."""
    pixels = np.zeros((seen.size[1], seen.size[0], 3), np.uint8)
    return PhotoReader(Replay(seen), finder(), _certainty()).read(pixels)
