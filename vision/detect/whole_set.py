"""Names tiles by what a set holds, and counts whether a whole set is present.

A set has four tiles of each face and one of each bonus tile, so a tile that may be either of two
faces is the one that still lacks a copy.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scorer.core.sentences import Sentence
from vision.arrays import Floats
from vision.detect.recogniser import PhotoTiles
from vision.sets import FACE_DOWN, is_bonus
from vision.tilesets.tile_set import FACES, TileSetError

NAMES = (*FACES, FACE_DOWN)
COPIES = 4  # of each face except bonus tiles
MOST_PHOTOS = 4
SURE = 0.9  # confidence from which a name is not asked about
# The sizes in which sets are sold: suits only, with honours, and with bonus tiles as well.
SIZES: Mapping[int, tuple[str, ...]] = {
    108: tuple(code for code in FACES if code[1] in "mps"),
    136: tuple(code for code in FACES if not is_bonus(code)),
    144: FACES,
}

# Probability of a tile beyond what a set holds, since people seldom mix sets, and the least
# probability of a name, since the networks may not know a set's artwork. The best of 16 pairs on 60
# rendered sets (`python -m datasets.evaluation.set_counts`).
_EXTRA, _MIN_NAME = 1e-4, 1e-5
_MIN_TILES = 4  # tiles; fewer are no set
_FAINT_FACE = 0.5  # probability of a face for a detection that did not pass for a tile
_ROUNDS = 60  # of scaling; what then still changes is far below any threshold
_LIKELY = 3  # most names reported for a doubtful tile
_UNLIKELY = 0.02  # probability up to which a name is not worth asking about


def name_by_supply(shares: NDArray[np.float64], supply: Sequence[float]) -> NDArray[np.float64]:
    """Return the probability of each name (n, names) if at most `supply` tiles have it.

    `shares` (n, names) are the probabilities of each tile on its own. A tile beyond the supply is
    possible, but rare. Rows are scaled to 1 and columns to at most their supply, in turn
    (Sinkhorn's algorithm with upper bounds).
    """
    alone = shares.clip(_MIN_NAME)
    kernel = np.concatenate([alone, _EXTRA * alone], axis=1)
    limits = np.array([*supply, *np.full(len(supply), np.inf)])
    columns = np.ones(len(limits))
    for _ in range(_ROUNDS):
        rows = 1 / (kernel @ columns)
        columns = np.minimum(1, limits / (rows @ kernel))
    scaled = kernel * columns
    both = scaled[:, : len(supply)] + scaled[:, len(supply) :]
    return np.asarray(both / both.sum(axis=1, keepdims=True))


def supply_of(faces: Iterable[str], copies: int = COPIES) -> list[float]:
    """Return how many tiles of each name a set of these faces holds; backs are unlimited."""
    held = set(faces)
    return [*((1 if is_bonus(code) else copies) * (code in held) for code in FACES), np.inf]


def face_shares(probabilities: Floats, labels: Sequence[str]) -> NDArray[np.float64]:
    """Return the `probabilities` (n, k) of faces and backs only (n, names), scaled to sum to 1."""
    columns = [labels.index(name) for name in NAMES]
    shares = probabilities[:, columns].astype(np.float64)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True).clip(1e-9))


def check_photos(seen: Sequence[PhotoTiles]) -> None:
    """Raise TileSetError for too many photos of a set, or one that shows no tiles."""
    if not 0 < len(seen) <= MOST_PHOTOS:
        message = Sentence(
            "A tile set can be shown in 1 to {most} photos, not {photos}.",
            most=MOST_PHOTOS,
            photos=len(seen),
        )
        raise TileSetError("too_many_photos", message)
    for number, one in enumerate(seen, 1):
        if one.kept.sum() < _MIN_TILES:
            which = (
                Sentence("this photo")
                if len(seen) == 1
                else Sentence("photo {number}", number=number)
            )
            message = Sentence(
                "No tile set was found in {which}. Lay the tiles face up and fill the picture "
                "with them.",
                which=which,
            )
            raise TileSetError("no_tiles", message)


@dataclass(frozen=True, slots=True, eq=False)
class DoubtfulTile:
    """A tile to check: where it lies, and what it may be.

    `photo` counts from 1, `corners` (4, 2) are pixels of that photo, `likely` are names, likeliest
    first.
    """

    photo: int
    corners: Floats
    likely: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        corners = np.round(self.corners.astype(float), 1).tolist()
        return {"photo": self.photo, "corners": corners, "likely": list(self.likely)}


@dataclass(frozen=True, slots=True, eq=False)
class SetCount:
    """How much of a set of `of` tiles lies face up.

    `found` is the number of tiles; `missing` and `extra` are numbers of tiles by code. `unsure` are
    tiles to check, doubtful ones and backs, since they may be the missing ones.
    """

    found: int
    of: int
    missing: Mapping[str, int]
    extra: Mapping[str, int]
    unsure: tuple[DoubtfulTile, ...]

    @classmethod
    def of_photos(cls, seen: Sequence[PhotoTiles], labels: Sequence[str]) -> Self:
        """Count the tiles of a set, each shown by one of the photos.

        `labels` are those of the probabilities. Raises TileSetError if a photo shows no tiles.
        """
        check_photos(seen)
        shares = np.concatenate([face_shares(one.probabilities[one.kept], labels) for one in seen])
        of = min(SIZES, key=lambda size: (_deviation(_name(shares, size), size), -size))
        named, held = _name(shares, of), _held(of)
        counts = _count(named)
        unsure = []
        for tile, confidence in _faint_tiles(seen, labels):
            code = tile.likely[0]
            if counts[code] >= held[code]:
                continue
            if confidence >= SURE:
                counts[code] += 1
            else:
                unsure.append(tile)
        missing, extra = held - counts, counts - held
        places = [(n, quad) for n, one in enumerate(seen, 1) for quad in one.corners[one.kept]]
        open_names = {*missing, *extra, *([FACE_DOWN] if missing else [])}
        unsure += [
            DoubtfulTile(*place, likely)
            for place, shares in zip(places, named, strict=True)
            if (likely := _likely(shares))[1:] or likely[0] == FACE_DOWN
            if open_names.intersection(likely)
        ]
        return cls(counts.total(), of, missing, extra, tuple(unsure))

    @property
    def is_complete(self) -> bool:
        """Whether each face is present as often as a set holds it."""
        return not self.missing and not self.extra

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "found": self.found,
            "of": self.of,
            "missing": dict(self.missing),
            "extra": dict(self.extra),
            "unsure": [each.to_json() for each in self.unsure],
        }


def _held(size: int) -> Counter[str]:
    """Return how many tiles of each face a set of this size holds."""
    return Counter({code: 1 if is_bonus(code) else COPIES for code in SIZES[size]})


def _name(shares: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Return the probability of each tile's names (n, names) in a set of this size."""
    return name_by_supply(shares, supply_of(SIZES[size]))


def _count(named: NDArray[np.float64]) -> Counter[str]:
    """Count the tiles (n, names) of each face."""
    return Counter(NAMES[name] for name in named.argmax(axis=1) if NAMES[name] != FACE_DOWN)


def _deviation(named: NDArray[np.float64], size: int) -> int:
    """Return by how many tiles these differ from a set of this size.

    A tile that the set does not hold counts as four missing ones: a few honours show that the set
    has honours, even if most of them lie elsewhere.
    """
    counts, held = _count(named), _held(size)
    return (held - counts).total() + COPIES * (counts - held).total()


def _faint_tiles(
    seen: Sequence[PhotoTiles], labels: Sequence[str]
) -> Iterator[tuple[DoubtfulTile, float]]:
    """Yield detections that did not pass for tiles but may be missing ones, surest first.

    Each comes with the probability of its likeliest name.
    """
    faint = [
        (DoubtfulTile(number, quad, _likely(shares)), float(row.max()))
        for number, one in enumerate(seen, 1)
        for quad, row, shares, kept in zip(
            one.corners,
            one.probabilities,
            face_shares(one.probabilities, labels),
            one.kept,
            strict=True,
        )
        if not kept and shares.max() > _FAINT_FACE
    ]
    yield from sorted(faint, key=lambda each: -each[1])


def _likely(shares: NDArray[np.float64]) -> tuple[str, ...]:
    """Return up to three likely names of a tile by its probabilities (names,), likeliest first."""
    best = np.argsort(-shares, kind="stable")[:_LIKELY]
    return tuple(NAMES[name] for name in best if name == best[0] or shares[name] > _UNLIKELY)
