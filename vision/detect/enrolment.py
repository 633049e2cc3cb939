"""Learns a tile set from photos of the whole set in any order, or of one tile of each face.

Each tile is named by what the networks see and by how many tiles of a face a set holds. What is
still doubtful becomes a question.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from types import MappingProxyType
from typing import Self, TypeAlias

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
from vision.tilesets.gallery import Likeness, Looks, likeness_of, upright_places, varies_freely
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

# A tile by what a person sees: number of the photo, of the row in it, of the tile in that, from 1.
Place: TypeAlias = tuple[int, int, int]
NO_LABELS: Mapping[Place, str] = MappingProxyType({})
_LOUD = 0.95  # of the networks: so sure a name is not changed by what a set holds alone
_SEVERAL = 1.5  # tiles of a face in a photo: fewer mean that one of each was laid out
# Mean squared distance of two pictures of tiles, in variances of pictures of one tile, divided by
# two: about 1 for one face in different light, less in one photo; two faces of one photo have 1.5.
_SAME = 0.6
_TWICE = 5  # faces that must stand twice to tell two sets
_COMPLETE = 0.5  # of the suits and kinds that are there, the share of faces in view
_KINDS = tuple(
    frozenset(codes.split())
    for codes in (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m",
        "1p 2p 3p 4p 5p 6p 7p 8p 9p",
        "1s 2s 3s 4s 5s 6s 7s 8s 9s",
        "1z 2z 3z 4z",
        "5z 6z 7z",
        "1f 2f 3f 4f",
        "1g 2g 3g 4g",
    )
)


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledTile:
    """A tile of an enrolled set: its place, picture, likely names and embedding.

    `shares` (names,) are its probabilities, in the order of the faces with a back last, and `alone`
    (names,) those without its set; `look` (k,) is its place among the looks of tiles.
    """

    at: Place
    picture: bytes
    shares: NDArray[np.float64]
    alone: NDArray[np.float64]
    look: NDArray[np.float64]

    @property
    def code(self) -> str:
        """The likeliest name."""
        return NAMES[int(self.shares.argmax())]

    @property
    def sure(self) -> bool:
        """Whether networks and supply leave no doubt."""
        best = int(self.shares.argmax())
        loud = int(self.alone.argmax()) != best and self.alone.max() >= _LOUD
        return bool(self.shares[best] >= SURE) and not loud

    @property
    def likely(self) -> tuple[str, ...]:
        """The names that it may have, likeliest first."""
        both = self.shares + self.alone
        return tuple(NAMES[name] for name in np.argsort(-both, kind="stable")[:6])


@dataclass(frozen=True, slots=True)
class Enrolment:
    """The tiles of all photos, named by networks and supply, or as `user_labels` has them."""

    tiles: tuple[EnrolledTile, ...]
    user_labels: Mapping[Place, str]

    @classmethod
    def of(
        cls,
        seen: Sequence[PhotoTiles],
        recogniser: NetworkRecogniser,
        user_labels: Mapping[Place, str] = NO_LABELS,
    ) -> Self:
        """Name the tiles of photos; raises TileSetError if they show too few faces of a set."""
        check_photos(seen)
        tiles = [
            tile
            for number, one in enumerate(seen, 1)
            for tile in _tiles_of(number, one, recogniser)
        ]
        for at, code in user_labels.items():
            checked_code(code)
            if at not in {tile.at for tile in tiles}:
                raise TileSetError(
                    "no_such_tile",
                    Sentence("There is no tile at {place}.", place=write_place(at)),
                )
        enrolment = cls(tuple(tiles), user_labels)
        enrolment.check(likeness_of(recogniser.classifier))
        return enrolment

    def code(self, tile: EnrolledTile) -> str:
        """Return the name of a tile."""
        return self.user_labels.get(tile.at, tile.code)

    def check(self, likeness: Likeness) -> None:
        """Raise TileSetError for a hand, for two sets, for one picture under two names."""
        named = {code for code in map(self.code, self.tiles) if code != FACE_DOWN}
        there = [kind for kind in _KINDS if named & kind]
        if not there or np.mean([len(named & kind) / len(kind) for kind in there]) < _COMPLETE:
            message = Sentence(
                "Most tiles of each suit are missing. Lay the whole set face up in any "
                "order, or one tile of each face."
            )
            raise TileSetError("no_rows", message)
        sure = [tile for tile in self.tiles if tile.sure or tile.at in self.user_labels]
        if self._is_strange(sure, likeness):
            message = Sentence(
                "There are two tile sets in these photos: the same face "
                "looks different in them. Photograph each set by itself."
            )
            raise TileSetError("two_sets", message)
        self._check_labels()

    def _is_strange(self, tiles: Sequence[EnrolledTile], likeness: Likeness) -> bool:
        """Return whether faces that stand twice look like those of different sets."""
        first: dict[str, EnrolledTile] = {}
        alike = [tile for tile in tiles if not varies_freely(self.code(tile))]
        again = [tile for tile in alike if first.setdefault(self.code(tile), tile) is not tile]
        if len(again) < _TWICE:
            return False
        index = {label: face for face, label in enumerate(likeness.labels)}
        faces = np.array([index[code] for code in first], np.intp)
        shown = np.stack([tile.look for tile in first.values()])
        looks = Looks(likeness.of_sets, shown, faces)
        evidence = looks.evidence(np.stack([tile.look for tile in again]))
        own = [index[self.code(tile)] for tile in again]
        sure = np.ones(len(own))
        return likeness.set_odds(evidence[np.arange(len(own)), own], sure) < likeness.strange

    def _check_labels(self) -> None:
        """Raise TileSetError where somebody gave one face two names."""
        labelled = [tile for tile in self.tiles if tile.at in self.user_labels]
        for one in labelled:
            for other in self.tiles:
                mine, its = self.code(one), self.code(other)
                if other is not one and mine != its and _distance(one.look, other.look) < _SAME:
                    raise _named_twice((write_place(one.at), mine), (write_place(other.at), its))

    def tile_set(self, name: str, networks: str) -> TileSet:
        """Return the set of the sure tiles, with questions about the others."""
        certain, asked = [], []
        for tile in self.tiles:
            if tile.sure or tile.at in self.user_labels:
                certain.append(tile)
            else:
                asked.append(tile)
        # One picture of a face that is known tells enough.
        known = Counter(map(self.code, certain))
        asked = [tile for tile in asked if not known[tile.code] or is_bonus(tile.code)]
        return TileSet(
            checked_name(name),
            questions=tuple(
                Question(tile.picture, tile.likely, write_place(tile.at)) for tile in asked
            ),
            networks=networks,
        ).with_samples(
            *(Sample(self.code(tile), tile.picture, key=write_place(tile.at)) for tile in certain)
        )


def write_place(at: Place) -> str:
    """Write down where a tile lies: row and tile, after the photo where it is not the first."""
    photo, row, tile = at
    return f"{row}.{tile}" if photo == 1 else f"{photo}:{row}.{tile}"


def check_answers(
    known: TileSet, answers: Mapping[int, str | None], classifier: Classifier
) -> None:
    """Raise TileSetError if answers, by place, give a face a second name.

    Corrections are left out, so that a slip among them does not prevent answers.
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
    looks = upright_places([picture for *_, picture in named], classifier)
    for one, (at, mine, _) in enumerate(named[: len(answered)]):
        for other, (its_at, its, _) in enumerate(named):
            if mine != its and _distance(looks[one], looks[other]) < _SAME:
                raise _named_twice((at, mine), (its_at, its))


def _named_twice(one: tuple[str, str], other: tuple[str, str]) -> TileSetError:
    """Return the error of two tiles, by place and name, that show one face."""
    message = Sentence(
        "The tiles at {both} look the same but are named {mine} and"
        " {its}. Give them the same name, or leave one out.",
        both=Sentence("{left} and {right}", left=one[0], right=other[0]),
        mine=one[1],
        its=other[1],
    )
    return TileSetError("face_twice", message)


def _distance(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.square(one - other).mean()) / 2


def _tiles_of(number: int, seen: PhotoTiles, recogniser: NetworkRecogniser) -> list[EnrolledTile]:
    """Name the tiles of one photo, row by row."""
    corners = seen.corners[seen.kept]
    rows = _rows(corners)
    order = [tile for row in rows for tile in row]
    alone = face_shares(seen.probabilities[seen.kept], recogniser.labels)[order]
    shares = name_by_supply(alone, supply_of(FACES, _copies(alone)))
    cut = pictures(seen.photo, corners[order])
    looks = upright_places(cut, recogniser.classifier)
    ats = [
        (number, row, tile) for row, some in enumerate(rows, 1) for tile in range(1, len(some) + 1)
    ]
    return [
        EnrolledTile(at, picture, share, own, look)
        for at, picture, share, own, look in zip(ats, cut, shares, alone, looks, strict=True)
    ]


def _rows(corners: Floats) -> list[tuple[int, ...]]:
    """Return the rows of tiles (n, 4, 2) as they are read: top to bottom, each left to right.

    The faces say where that is: a photo may have been taken from any side of the table.
    """
    found = find_rows(corners)
    along = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]).sum(axis=0)
    down = np.array([-along[1], along[0]])
    middles = corners.mean(axis=1)
    rows = [row.tiles if np.dot(row.along, along) >= 0 else row.tiles[::-1] for row in found]
    return sorted(rows, key=lambda row: float((middles[list(row)] @ down).mean()))


def _copies(shares: NDArray[np.float64]) -> int:
    """Return how many tiles of a face a photo shows at most: of each one, or a whole set's four.

    By the usual number of the faces that the networks alone are sure of, `shares` (n, names).
    """
    sure = shares[shares.max(axis=1) >= SURE].argmax(axis=1)
    counts = [n for name, n in Counter(sure.tolist()).items() if not is_bonus(NAMES[name])]
    return 1 if counts and median(counts) < _SEVERAL else COPIES
