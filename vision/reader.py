"""Reads photos: recognises tiles, finds the hand among them, and rates its certainty.

A viewfinder gets a preview: a single pass of the detector, which costs a fraction of a reading and
names no tile.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scorer.core.sentences import Sentence
from vision.advice import Advice, Condition, advise
from vision.arrays import Floats, Pixels
from vision.decode.certainty import existence_features, features
from vision.decode.finder import Finder, TableReading, reread_at_other_scales
from vision.decode.hypotheses import Wins
from vision.detect.enrolment import NO_LABELS, Place, check_answers, enrol, learned_set
from vision.detect.recogniser import NetworkRecogniser, PhotoTiles, Recogniser
from vision.detect.whole_set import SetCount
from vision.layout.hand import problems
from vision.nets.detector import Detector
from vision.nets.logistic import LogisticModel
from vision.nets.roles import RolesModel, Stacked
from vision.photo import image
from vision.photo.budget import Budget
from vision.photo.image import Decode
from vision.photo.photo import File, Photo, open_photos
from vision.quads import geometry
from vision.quads.table import LOOK_ALIKE
from vision.reading import (
    CORRECTED,
    OUT_OF_TIME,
    Group,
    GroupKind,
    Point,
    Reading,
    TileReading,
    TileSetFit,
)
from vision.sets import UNKNOWN_FACE
from vision.tilesets.gallery import Gallery
from vision.tilesets.tile_set import TileSet, TileSetError

_ALTERNATIVES = 4
_LEAST_ALTERNATIVE = 0.0005
_DIGITS = 12  # of a hash, enough to tell networks apart
_PREVIEW_S = 2.0  # for decoding a small picture, which takes a hundredth of that

# Short side of a tile in pixels of the detector's input. A photo with smaller tiles would need a
# second pass, and still smaller tiles are named less reliably.
_MIN_TILE_PX = 22.0
_CROP = 64  # pixels, enough to judge light and glare
_MIN_SIDE = 8  # pixels of a side; a smaller picture shows no tile


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """Tiles at `corners` (n, 4, 2), in pixels of the picture of `size`, and `advice` on it."""

    size: tuple[int, int]
    corners: Floats
    advice: tuple[Advice, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: `size`, number of `tiles`, `corners`, `advice` by name."""
        return {
            "size": list(self.size),
            "tiles": len(self.corners),
            "corners": np.round(self.corners.astype(float), 1).tolist(),
            "advice": [word.value for word in self.advice],
        }


def preview(detector: Detector, photo: Photo) -> Preview:
    """Read a small picture in a single pass."""
    found = detector.detect(photo.pixels) if min(photo.pixels.shape[:2]) >= _MIN_SIDE else None
    corners = np.zeros((0, 4, 2), np.float32) if found is None else found.corners
    crops = geometry.rectify(photo.pixels, geometry.turn_upright(corners), _CROP)
    condition = Condition.of(photo.pixels, corners, crops, photo.gain)
    # The sharpness of a moving preview says nothing about the photo.
    still = replace(condition, sharpness=None)
    advice: tuple[Advice, ...] = tuple(each for each in advise(still) if each != Advice.CLOSER)
    seen = condition.width * detector.side / max(photo.pixels.shape[:2])
    if condition.tiles and seen < _MIN_TILE_PX:
        advice = (Advice.CLOSER, *advice)
    return Preview(photo.size, corners * np.float32(photo.shrink), advice)


class PhotoReader:
    """Reads photos with a given recogniser; immutable.

    `Reader` uses networks. Another recogniser may record, or replay.
    """

    def __init__(
        self,
        recogniser: Recogniser,
        finder: Finder,
        metadata: Mapping[str, str],
        decode: Decode = image.decode,
    ) -> None:
        """Set up a reader; the classifier's `metadata` hold the certainty model."""
        self._recogniser, self._finder, self._decode = recogniser, finder, decode
        self._certainty = LogisticModel.of(metadata, "certainty")
        self._existence = LogisticModel.of(finder.roles.session.metadata, "existence")

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of all kinds of tiles, in the order of all probabilities."""
        return self._recogniser.labels

    def read(
        self,
        *photos: File | Pixels | Photo,
        rules: str | None = None,
        wins: Wins | None = None,
        budget: Budget | None = None,
    ) -> Reading:
        """Read one photo, or several as parts of one hand: encoded files or upright RGB arrays.

        `rules` names the rule set by which the hand is to be scored, which makes a winning hand
        likelier if tiles are in doubt; `wins` decides whether a hand text wins under these rules
        (without it, any complete hand does). When the `budget` is spent, the result so far is
        returned, with the problem `out_of_time`. Raises PhotoError for a file that is no usable
        photo, with its number if there are several.
        """
        if not photos:
            message = "read needs at least one photo"
            raise ValueError(message)
        start, budget = perf_counter(), budget or Budget()
        before = sum(budget.timings_ms.values())  # of photos that the caller has opened
        with budget.record("decode"):
            opened = open_photos(photos, self._decode, budget)
        seen, found = self._read_tables(opened, budget, to_score=rules is not None, wins=wins)
        with budget.record("layout"):
            found = self._without_false_hands(seen, found)
            reading = _reading([one.size for one in seen], self._tiles(seen, found), found)
            reading = _add_unknown(reading, self._unknown_tiles(seen))
            shown = {tile.photo for tile in reading.tiles}
            conditions = [
                one.condition if number in shown else replace(one.condition, tiles=0)
                for number, one in enumerate(seen)
            ]
            advice = dict.fromkeys(word for one in conditions for word in advise(one))
        if budget.shortened:
            reading = replace(reading, problems=(*reading.problems, OUT_OF_TIME))
            advice.pop(Advice.NO_TILES, None)  # there may be tiles all the same
        fit = _fit(seen)
        total = before + (perf_counter() - start) * 1000
        spent = {**budget.timings_ms, "total": total}
        timings = MappingProxyType(spent)
        return replace(reading, advice=tuple(advice), tile_set=fit, timings_ms=timings)

    def read_details(self, photo: bytes | Pixels) -> tuple[Sequence[PhotoTiles], TableReading]:
        """Return the parts of a reading of one photo, from which its confidence is fitted."""
        return self._read_tables([Photo.of(photo)], Budget(), to_score=False, wins=None)

    def _read_tables(
        self,
        opened: Sequence[Photo],
        budget: Budget,
        *,
        to_score: bool,
        wins: Wins | None,
    ) -> tuple[Sequence[PhotoTiles], TableReading]:
        """Recognise the photos and find the hand, at another scale if that helps a single photo."""

        def find(seen: Sequence[PhotoTiles]) -> tuple[Sequence[PhotoTiles], TableReading]:
            with budget.record("layout"):
                return self._finder.find(seen, to_score=to_score, wins=wins, budget=budget)

        def look(scale: float) -> tuple[Sequence[PhotoTiles], TableReading]:
            return find([self._recogniser.at_scale(scale).recognise(opened[0], budget)])

        seen, found = find([self._recogniser.recognise(photo, budget) for photo in opened])
        again = None
        if len(opened) == 1:
            again = reread_at_other_scales(found, look, to_score=to_score, budget=budget)
        if again is None:
            return seen, found
        return again[0], replace(again[1], as_seen=found.as_seen or found.hand)

    def _without_false_hands(self, seen: Sequence[PhotoTiles], found: TableReading) -> TableReading:
        """Return the reading without a hand or players whose tiles are too unsure."""
        sure = self._certainty.probabilities(features(seen, found, self._recogniser.labels))

        def exists(tiles: Sequence[int]) -> bool:
            return bool(self._existence.log_odds(existence_features(sure[list(tiles)])) > 0)

        hand = found.hand_layout
        if hand is not None and not exists(hand.tiles):
            return found.without_hand()
        return replace(found, players=tuple(one for one in found.players if exists(one.tiles)))

    def _tiles(self, seen: Sequence[PhotoTiles], found: TableReading) -> list[TileReading]:
        """Return every tile: its code, its confidence and its alternatives."""
        rows = np.concatenate([one.probabilities[one.kept] for one in seen])
        sure = self._certainty.probabilities(features(seen, found, self._recogniser.labels))
        likeliest = np.argsort(-rows, axis=1, kind="stable")[:, : _ALTERNATIVES + 1]
        corners = [
            (photo, quad) for photo, one in enumerate(seen) for quad in one.corners[one.kept]
        ]
        return [
            TileReading(
                tile=code,
                confidence=float(confidence),
                corners=_write_corners(code, quad),
                unsure=bool(confidence < self._certainty.limit) or tile in found.corrected,
                alternatives=self._alternatives(code, row, order),
                photo=photo,
            )
            for tile, ((photo, quad), row, order, code, confidence) in enumerate(
                zip(corners, rows, likeliest, found.table.codes, sure, strict=True)
            )
        ]

    def _unknown_tiles(self, seen: Sequence[PhotoTiles]) -> Iterator[TileReading]:
        """Yield the tiles with none of the 42 faces; they resemble their `alternatives`."""
        for number, one in enumerate(seen):
            for tile in np.flatnonzero((one.unknown > 0) & ~one.kept):
                row = one.probabilities[tile]
                yield TileReading(
                    tile=UNKNOWN_FACE,
                    confidence=float(1 / (1 + np.exp(-one.unknown[tile]))),
                    corners=_write_corners(UNKNOWN_FACE, one.corners[tile]),
                    unsure=True,
                    alternatives=self._alternatives(
                        UNKNOWN_FACE, row, np.argsort(-row, kind="stable")
                    ),
                    photo=number,
                )

    def _alternatives(
        self, code: str, row: Floats, order: NDArray[np.intp]
    ) -> tuple[tuple[str, float], ...]:
        """Return the likeliest other names of a tile with their probabilities, in order."""
        labels = self._recogniser.labels
        others = [
            (labels[name], float(row[name]))
            for name in order
            if labels[name] != code and row[name] >= _LEAST_ALTERNATIVE
        ]
        return tuple(others[:_ALTERNATIVES])


class Reader(PhotoReader):
    """Reads photos with the models; immutable, so threads may share one reader."""

    def __init__(  # noqa: PLR0913  (the models, and how they are run)
        self,
        detector: Path,
        classifier: Path,
        roles: Path,
        captions: Path,
        stacked: Path,
        threads: int = 0,
        *,
        decode: Decode = image.decode,
    ) -> None:
        """Load the models; `threads` are the cores one call may use, 0 for all.

        `decode` decodes the photos, by default in this process. Raises ModelError for a file that
        is missing or is no such model.
        """
        recogniser = NetworkRecogniser.open(detector, classifier, captions, threads)
        what, upon = RolesModel.load(roles, threads), Stacked.load(stacked, threads)
        finder = Finder(what, upon, recogniser.labels)
        super().__init__(recogniser, finder, recogniser.classifier.session.metadata, decode)
        self._models = recogniser
        self._networks = sha256(classifier.read_bytes()).hexdigest()[:_DIGITS]

    def gallery(self, tile_set: TileSet) -> Gallery:
        """Return the gallery of a tile set for reading; it is worth caching. Raises ModelError."""
        return Gallery.of(tile_set, self._models.classifier)

    def with_gallery(self, gallery: Gallery | None) -> PhotoReader:
        """Return a reader with a tile set's gallery, or this one for None."""
        if gallery is None:
            return self
        recogniser = replace(self._models, gallery=gallery)
        metadata = recogniser.classifier.session.metadata
        return PhotoReader(recogniser, self._finder, metadata, self._decode)

    def learn(
        self,
        *photos: File | Pixels | Photo,
        name: str,
        user_labels: Mapping[Place, str] = NO_LABELS,
        budget: Budget | None = None,
    ) -> TileSet:
        """Learn a set of this name from one to four photos of all its tiles, or of its faces.

        `user_labels` names tiles by their places and overrides the networks. Doubtful names become
        `TileSet.questions`. Raises PhotoError, and TileSetError if the photos show too few faces.
        """
        tiles = enrol(self._recognise_all(photos, budget), self._models, user_labels)
        return learned_set(name, tiles, self._networks)

    def count(self, *photos: File | Pixels | Photo, budget: Budget | None = None) -> SetCount:
        """Count a whole set that lies face up in one to four photos, each tile in one of them.

        Raises PhotoError, and TileSetError if a photo shows no tiles.
        """
        return SetCount.of_photos(self._recognise_all(photos, budget), self.labels)

    def _recognise_all(
        self, photos: Sequence[File | Pixels | Photo], budget: Budget | None
    ) -> list[PhotoTiles]:
        """Recognise the tiles of each photo of a set; raises TileSetError if the time runs out."""
        budget = budget or Budget()
        opened = open_photos(photos, self._decode, budget)
        seen = [self._models.recognise(photo, budget) for photo in opened]
        if budget.shortened:
            detail = Sentence("These photos take too long to read. Send fewer or smaller ones.")
            raise TileSetError("out_of_time", detail)
        return seen

    def answer(self, known: TileSet, answers: Mapping[int, str | None]) -> TileSet:
        """Answer an enrolment's questions, by index: a code, or None for no tile of the set."""
        answered = known.answered(answers)
        check_answers(known, answers, self._models.classifier)
        return answered

    def preview(self, picture: bytes) -> Preview:
        """Count the tiles in a viewfinder's picture, an encoded file; raises PhotoError."""
        return preview(self._models.detector, Photo.of(picture, self._decode, seconds=_PREVIEW_S))


def _write_corners(code: str, corners: Floats) -> tuple[Point, Point, Point, Point]:
    """Return corners (4, 2) as points; a symmetric face starts nearest the top left."""
    if code in LOOK_ALIKE and np.linalg.norm(corners[0]) > np.linalg.norm(corners[2]):
        corners = np.roll(corners, -2, axis=0)
    one, two, three, four = ((float(x), float(y)) for x, y in corners)
    return one, two, three, four


def _fit(seen: Sequence[PhotoTiles]) -> TileSetFit | None:
    """Return whether the tiles of all photos together are those of the tile set used."""
    fits = [one.fit for one in seen if one.fit is not None]
    if not fits:
        return None
    verdicts = [fit.fits for fit in fits if fit.fits is not None]
    return replace(fits[0], fits=all(verdicts) if verdicts else None)


def _add_unknown(reading: Reading, tiles: Iterable[TileReading]) -> Reading:
    """Return a reading with further tiles beside the hand, each in a group of its own."""
    more = [replace(tile, group=place) for place, tile in enumerate(tiles, len(reading.groups))]
    places = range(len(reading.tiles), len(reading.tiles) + len(more))
    groups = (Group(GroupKind.OTHER, (place,)) for place in places)
    return replace(reading, tiles=(*reading.tiles, *more), groups=(*reading.groups, *groups))


def _reading(
    sizes: Sequence[tuple[int, int]], tiles: Sequence[TileReading], found: TableReading
) -> Reading:
    """Return the reading without the walls, with tiles and groups renumbered."""
    hand, codes = found.hand_layout, found.table.codes
    kept = [tile for tile in range(len(tiles)) if tile not in found.walls]
    number = {tile: place for place, tile in enumerate(kept)}
    group_of = {tile: i for i, group in enumerate(found.groups) for tile in group.tiles}

    def renumber(tiles: Sequence[int]) -> tuple[int, ...]:
        return tuple(number[tile] for tile in tiles)

    wrong = problems(hand, codes) if hand else ()
    if hand and found.corrected & set(hand.tiles):
        wrong = (*wrong, CORRECTED)
    return Reading(
        sizes=tuple(sizes),
        tiles=tuple(replace(tiles[tile], group=group_of[tile]) for tile in kept),
        groups=tuple(replace(each, tiles=renumber(each.tiles)) for each in found.groups),
        hand=found.hand,
        problems=wrong,
        as_seen=found.as_seen,
        hands=found.hands,
        called=tuple(replace(each, tiles=renumber(each.tiles)) for each in found.called),
        players=tuple(replace(each, tiles=renumber(each.tiles)) for each in found.players),
    )
