"""From photos to a reading: detect, look again, classify, lay out, decode."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from types import MappingProxyType

import numpy as np

from vision import geometry
from vision.classifier import NOT_A_TILE, Classifier
from vision.decode import complete, copies, most_likely
from vision.detector import Detector
from vision.geometry import Floats, Pixels
from vision.handtext import hand_text, problems
from vision.image import load
from vision.layout import Layout
from vision.look import look
from vision.reading import Group, Reading, TileReading
from vision.surroundings import LOOK_ALIKE, Table
from vision.together import side_by_side

_SURE = 0.85  # below this confidence a tile is worth a person's glance
_ALTERNATIVES = 4
_LEAST_ALTERNATIVE = 0.0005


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The tiles of one photo: corners (n, 4, 2), probabilities (n, k) and the likeliest codes."""

    size: tuple[int, int]
    corners: Floats
    probabilities: Floats
    codes: tuple[str, ...]


class Reader:
    """Reads photos with two models; nothing changes by a call, so threads may share one reader."""

    def __init__(self, detector: Path, classifier: Path, threads: int = 0) -> None:
        """Load both models; `threads` are the cores one call may use, 0 for all.

        Raises ModelError for a file that is missing or no such model.
        """
        self._detector = Detector.load(detector, threads)
        self._classifier = Classifier.load(classifier, threads)
        names = self._classifier.labels
        self._tiles = np.array([place for place, name in enumerate(names) if name != NOT_A_TILE])
        self._labels = tuple(names[place] for place in self._tiles)
        self._limits = copies(self._labels)

    def read(self, *photos: bytes | Pixels, rules: str | None = None) -> Reading:
        """Read one photo, or several as parts of one hand: encoded files or upright RGB arrays.

        `rules` names the rule set the hand is to be scored by: it makes a winning hand likelier
        where tiles are in doubt. Raises PhotoError for a file that is no usable photo.
        """
        if not photos:
            message = "read needs at least one photo"
            raise ValueError(message)
        start = perf_counter()
        timings: dict[str, float] = {}
        with _timed(timings, "decode"):
            images = [load(photo) if isinstance(photo, bytes) else photo for photo in photos]
        seen = [self._see(image, timings) for image in images]
        with _timed(timings, "layout"):
            reading = self._lay_out(seen, to_score=rules is not None)
        timings["total"] = (perf_counter() - start) * 1000
        return replace(reading, timings_ms=MappingProxyType(timings))

    def _see(self, image: Pixels, timings: dict[str, float]) -> _Seen:
        """Find and name the tiles of one photo."""
        with _timed(timings, "detect"):
            quads = geometry.upright(look(self._detector, image).corners)
        with _timed(timings, "classify"):
            crops = geometry.rectify(image, quads, self._classifier.size)
            named = self._classifier.classify(crops)
        likeliest = named.probabilities.argmax(axis=1)
        kept = np.isin(likeliest, self._tiles)
        probabilities = named.probabilities[kept][:, self._tiles]
        codes = [self._labels[name] for name in most_likely(probabilities, self._limits)]
        corners = geometry.turn(quads, named.turns)[kept]
        return _Seen((image.shape[1], image.shape[0]), corners, probabilities, tuple(codes))

    def _lay_out(self, seen: Sequence[_Seen], *, to_score: bool) -> Reading:
        """Arrange the tiles of all photos as one table and write down what they are."""
        codes = [code for one in seen for code in one.codes]
        probabilities = np.concatenate([one.probabilities for one in seen])
        places = side_by_side([(one.corners, one.codes) for one in seen])
        table, layout = complete(
            Table.of(places, codes), probabilities, self._labels, to_score=to_score
        )
        tiles = [
            self._tile(corners, row, code, photo)
            for (photo, corners), row, code in zip(
                ((i, quad) for i, one in enumerate(seen) for quad in one.corners),
                probabilities,
                table.codes,
                strict=True,
            )
        ]
        return _reading([one.size for one in seen], tiles, layout, table.codes)

    def _tile(self, corners: Floats, row: Floats, code: str, photo: int) -> TileReading:
        """Write down one tile: its code, how sure it is and what else it may be."""
        order = np.argsort(-row, kind="stable")
        confidence = float(row[self._labels.index(code)])
        others = [
            (self._labels[name], float(row[name]))
            for name in order
            if self._labels[name] != code and row[name] >= _LEAST_ALTERNATIVE
        ]
        if code in LOOK_ALIKE and np.linalg.norm(corners[0]) > np.linalg.norm(corners[2]):
            corners = np.roll(corners, -2, axis=0)
        quad = [(float(x), float(y)) for x, y in corners]
        return TileReading(
            tile=code,
            confidence=confidence,
            corners=(quad[0], quad[1], quad[2], quad[3]),
            unsure=confidence < _SURE,
            alternatives=tuple(others[:_ALTERNATIVES]),
            photo=photo,
        )


def _reading(
    sizes: Sequence[tuple[int, int]],
    tiles: Sequence[TileReading],
    layout: Layout,
    codes: Sequence[str],
) -> Reading:
    """Number tiles and groups anew, without the walls."""
    kept = [tile for tile in range(len(tiles)) if tile not in layout.left_out]
    number = {tile: place for place, tile in enumerate(kept)}
    group_of = {tile: i for i, group in enumerate(layout.groups) for tile in group.tiles}
    return Reading(
        sizes=tuple(sizes),
        tiles=tuple(replace(tiles[tile], group=group_of[tile]) for tile in kept),
        groups=tuple(
            Group(group.kind, tuple(number[tile] for tile in group.tiles))
            for group in layout.groups
        ),
        hand=hand_text(layout.hand, codes) if layout.hand else None,
        problems=problems(layout.hand, codes) if layout.hand else (),
    )


@contextmanager
def _timed(timings: dict[str, float], stage: str) -> Iterator[None]:
    """Add the milliseconds spent inside to a stage."""
    start = perf_counter()
    yield
    timings[stage] = timings.get(stage, 0.0) + (perf_counter() - start) * 1000
