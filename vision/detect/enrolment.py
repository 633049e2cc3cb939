"""Learns a tile set from photos of the whole set in any order, or of one tile of each face.

Each tile is named by what the networks see and by how many copies of a face a set holds. Whatever
is still doubtful becomes a question.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scorer.core.sentences import Sentence
from vision.arrays import Floats
from vision.detect.recogniser import NetworkRecogniser, PhotoTiles
from vision.detect.whole_set import (
    COPIES,
    NAMES,
    SURE,
    check_photos,
    face_shares,
    name_by_supply,
    supply_of,
)
from vision.nets.faces import Classifier
from vision.quads.table import find_rows
from vision.sets import FACE_DOWN, is_bonus
from vision.tilesets.gallery import Similarity, picture_looks
from vision.tilesets.tile_set import (
    FACES,
    Origin,
    Question,
    Sample,
    TileSet,
    TileSetError,
    checked_code,
    checked_name,
    pictures,
)

# A tile as people count: photo, row in the photo, tile in the row, each from 1.
Place: TypeAlias = tuple[int, int, int]
NO_LABELS: Mapping[Place, str] = MappingProxyType({})
_CONTRADICTED = 0.95  # network confidence in another name that makes a tile doubtful
_MIN_COPIES = 1.5  # median copies of a face in a photo; fewer mean that one of each was laid out
# Cosine of two pictures. Six of ten pairs of one tile in two lights exceed it; no pair of two faces
# of one set does.
_SAME = 0.9
_MIN_TWICE = 5  # faces seen twice that are needed to tell two sets apart
_MIN_FACES = 0.5  # least share of the faces, of the suits and kinds that are present
_DRAGONS = frozenset(("5z", "6z", "7z"))
_KINDS = (
    _DRAGONS,
    *(frozenset(code for code in FACES if code[1] == suit) - _DRAGONS for suit in "mpszfg"),
)


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledTile:
    """A tile of an enrolled set: its place, picture, likely names and embedding.

    `shares` (names,) are its probabilities, in the order of the faces with the back last, and
    `alone` (names,) those by the networks alone; `look` (d,) is the direction of its embedding, and
    `label` the name that the user gave it.
    """

    at: Place
    picture: bytes
    shares: NDArray[np.float64]
    alone: NDArray[np.float64]
    look: Floats
    label: str | None = None

    @property
    def code(self) -> str:
        """The user's name for it, or else the likeliest one."""
        return self.label or NAMES[int(self.shares.argmax())]

    @property
    def sure(self) -> bool:
        """Whether a person named it, or the networks and the supply leave no doubt."""
        best = int(self.shares.argmax())
        loud = int(self.alone.argmax()) != best and self.alone.max() >= _CONTRADICTED
        return self.label is not None or bool(self.shares[best] >= SURE and not loud)

    @property
    def likely(self) -> tuple[str, ...]:
        """The names it may have, likeliest first."""
        both = self.shares + self.alone
        return tuple(NAMES[name] for name in np.argsort(-both, kind="stable")[:6])


def enrol(
    seen: Sequence[PhotoTiles],
    recogniser: NetworkRecogniser,
    user_labels: Mapping[Place, str] = NO_LABELS,
) -> tuple[EnrolledTile, ...]:
    """Name the tiles of all photos by networks and supply, or by `user_labels`.

    Raises TileSetError if they show too few faces of a set, two sets, or one face with two names.
    """
    check_photos(seen)
    tiles = tuple(
        replace(tile, label=user_labels.get(tile.at))
        for number, one in enumerate(seen, 1)
        for tile in _tiles_of(number, one, recogniser)
    )
    for at, code in user_labels.items():
        checked_code(code)
        if at not in {tile.at for tile in tiles}:
            raise TileSetError(
                "no_such_tile", Sentence("There is no tile at {place}.", place=write_place(at))
            )
    named = {tile.code for tile in tiles if tile.code != FACE_DOWN}
    there = [kind for kind in _KINDS if named & kind]
    if not there or np.mean([len(named & kind) / len(kind) for kind in there]) < _MIN_FACES:
        message = Sentence(
            "Most tiles of each suit are missing. Lay the whole set face up in any "
            "order, or one tile of each face."
        )
        raise TileSetError("no_rows", message)
    similarity = Similarity.of(recogniser.classifier)
    if _is_strange([tile for tile in tiles if tile.sure], similarity):
        message = Sentence(
            "These photos show two tile sets: the same face looks different in them. "
            "Photograph each set separately."
        )
        raise TileSetError("two_sets", message)
    labelled = [tile for tile in tiles if tile.label is not None]
    others = [tile for tile in tiles if tile.label is None]
    _check_names(
        [(write_place(tile.at), tile.code, tile.look) for tile in (*labelled, *others)],
        len(labelled),
    )
    return tiles


def _is_strange(tiles: Sequence[EnrolledTile], similarity: Similarity) -> bool:
    """Return whether faces seen twice differ too much between their first and last tiles."""
    last = {tile.code: tile for tile in tiles}
    first = {tile.code: tile for tile in reversed(tiles)}
    twice = [code for code in first if first[code] is not last[code]]
    if len(twice) < _MIN_TWICE:
        return False
    # Photos taken for one enrolment share their light: unless clearly one set, these are two.
    cosines = np.array([first[code].look @ last[code].look for code in twice], np.float32)
    return not similarity.fits(cosines, np.ones_like(cosines))


def learned_set(name: str, tiles: Sequence[EnrolledTile], networks: str) -> TileSet:
    """Return the set of the sure tiles, with questions about the others."""
    certain = [tile for tile in tiles if tile.sure]
    # One picture of a known face is enough.
    known = {tile.code for tile in certain if not is_bonus(tile.code)}
    doubtful = [tile for tile in tiles if not tile.sure and tile.code not in known]
    return TileSet(
        checked_name(name),
        questions=tuple(Question(one.picture, one.likely, write_place(one.at)) for one in doubtful),
        networks=networks,
    ).with_samples(*(Sample(tile.code, tile.picture, key=write_place(tile.at)) for tile in certain))


def write_place(at: Place) -> str:
    """Return a place as text: row and tile, after the photo unless it is the first."""
    photo, row, tile = at
    return f"{row}.{tile}" if photo == 1 else f"{photo}:{row}.{tile}"


def check_answers(
    known: TileSet, answers: Mapping[int, str | None], classifier: Classifier
) -> None:
    """Raise TileSetError if answers, by place, give a face a second name.

    Corrections are ignored, so that a wrong one does not prevent answers.
    """
    answered = [
        (known.questions[place], code) for place, code in answers.items() if code is not None
    ]
    named = [(one.at, code, one.picture) for one, code in answered]
    named += [
        (one.key, one.tile, one.picture)
        for one in known.samples
        if one.origin is not Origin.CORRECTED
    ]
    _, looks = picture_looks([picture for *_, picture in named], classifier)
    _check_names(
        [(at, code, look) for (at, code, _), look in zip(named, looks, strict=True)], len(answered)
    )


def _check_names(named: Sequence[tuple[str, str, Floats]], checked: int) -> None:
    """Raise TileSetError if one of the first `checked` tiles looks like a tile with another name.

    Tiles come with their places, names and looks (d,).
    """
    for at, mine, look in named[:checked]:
        for its_at, its, other in named:
            if mine != its and look @ other > _SAME:
                message = Sentence(
                    "The tiles at {both} look the same, but are named {mine} and {its}. Give "
                    "them the same name, or leave one out.",
                    both=Sentence("{left} and {right}", left=at, right=its_at),
                    mine=mine,
                    its=its,
                )
                raise TileSetError("face_twice", message)


def _tiles_of(number: int, seen: PhotoTiles, recogniser: NetworkRecogniser) -> list[EnrolledTile]:
    """Name the tiles of one photo, row by row."""
    corners = seen.corners[seen.kept]
    rows = _rows(corners)
    order = [tile for row in rows for tile in row]
    alone = face_shares(seen.probabilities[seen.kept], recogniser.labels)[order]
    shares = name_by_supply(alone, supply_of(FACES, _copies(alone)))
    cut = pictures(seen.photo, corners[order])
    _, looks = picture_looks(cut, recogniser.classifier)
    ats = [
        (number, row, tile) for row, some in enumerate(rows, 1) for tile in range(1, len(some) + 1)
    ]
    return [
        EnrolledTile(at, picture, share, own, look)
        for at, picture, share, own, look in zip(ats, cut, shares, alone, looks, strict=True)
    ]


def _rows(corners: Floats) -> list[tuple[int, ...]]:
    """Return the rows of tiles (n, 4, 2) in reading order: top to bottom, each left to right.

    The faces show which way is up: the photo may be taken from any side of the table.
    """
    found = find_rows(corners)
    along = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]).sum(axis=0)
    down = np.array([-along[1], along[0]])
    middles = corners.mean(axis=1)
    rows = [row.tiles if np.dot(row.along, along) >= 0 else row.tiles[::-1] for row in found]
    return sorted(rows, key=lambda row: float((middles[list(row)] @ down).mean()))


def _copies(shares: NDArray[np.float64]) -> int:
    """Return the most copies of a face that a photo shows: one, or four of a whole set.

    By the median count of the faces that the networks alone are sure of, by `shares` (n, names).
    """
    sure = shares[shares.max(axis=1) >= SURE].argmax(axis=1)
    counts = [n for name, n in Counter(sure.tolist()).items() if not is_bonus(NAMES[name])]
    return 1 if counts and median(counts) < _MIN_COPIES else COPIES
