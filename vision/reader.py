"""From photos to a reading: see each photo, put them together, lay out, decode."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.budget import ENDLESS, Budget
from vision.decode.additions import suppose, whole
from vision.decode.backs import find_overlooked_back, leaves_room_for_a_back
from vision.decode.certainty import Certainty, features
from vision.decode.checks import to_check
from vision.decode.names import Decoded, copies, decode, most_likely
from vision.decode.scales import look_at_other_scales
from vision.decode.small_kongs import Upon, find_small_kongs
from vision.decode.trust import Trust
from vision.detect.eye import Eye, Seen
from vision.detect.preview import Glance, glance
from vision.detect.sight import Sight
from vision.layout.handtext import hand_text, problems
from vision.layout.montage import side_by_side
from vision.nets.captions import bonus_columns
from vision.nets.stacked import Stacked
from vision.photo import image
from vision.photo.advice import Advice, advise
from vision.photo.image import Decode
from vision.photo.photo import File, Photo, open_photos
from vision.quads import geometry
from vision.quads.table import LOOK_ALIKE
from vision.reading import CORRECTED, OUT_OF_TIME, Group, Point, Reading, TileReading
from vision.timing import timed

_ALTERNATIVES = 4
_LEAST_ALTERNATIVE = 0.0005
_IN_VIEW = 0.95  # of a tile that is not cut off
_GLANCE_S = 2.0  # for decoding a small picture, which takes a hundredth of that


class PhotoReader:
    """Reads photos with the eye that it is given; nothing changes by a call.

    `Reader` has one with networks. Another may watch, or remember.
    """

    def __init__(
        self,
        eye: Sight,
        stacked: Upon | None,
        metadata: Mapping[str, str],
        decode: Decode = image.decode,
    ) -> None:
        """`metadata` are the classifier's, which say how far its names may be trusted."""
        self._eye, self._stacked, self._decode = eye, stacked, decode
        self._trust, self._certainty = Trust.of(metadata), Certainty.of(metadata)
        self._limits = copies(eye.labels)

    @property
    def labels(self) -> tuple[str, ...]:
        """Give the names of what may lie on a table, in the order of all probabilities."""
        return self._eye.labels

    def read(
        self,
        *photos: File | Pixels | Photo,
        rules: str | None = None,
        wins: Callable[[str], bool] | None = None,
        budget: Budget = ENDLESS,
    ) -> Reading:
        """Read one photo, or several as parts of one hand: encoded files or upright RGB arrays.

        `rules` names the rule set the hand is to be scored by: it makes a winning hand likelier
        where tiles are in doubt; `wins` says of hand text whether it wins under these rules (where
        it is not given, any complete hand does). When the `budget` is spent, what was found until
        then is told, with the problem `out_of_time`. Raises PhotoError for a file that is no usable
        photo, with its number where there are several.
        """
        if not photos:
            message = "read needs at least one photo"
            raise ValueError(message)
        start = perf_counter()
        timings: dict[str, float] = {}
        with timed(timings, "decode"):
            opened = open_photos(photos, self._decode, budget)
        seen, decoded = self._look(opened, timings, budget, rules=rules, wins=wins)
        if self._stacked is not None:
            with timed(timings, "classify"):
                decoded = find_small_kongs(self._stacked, seen, decoded, budget)
        with timed(timings, "layout"):
            reading = _reading([one.size for one in seen], self._tiles(seen, decoded), decoded)
            advice = dict.fromkeys(word for one in seen for word in advise(one.condition))
        if budget.shortened:
            reading = replace(reading, problems=(*reading.problems, OUT_OF_TIME))
            advice.pop(Advice.NO_TILES, None)  # they may be there all the same
        timings["total"] = (perf_counter() - start) * 1000
        return replace(reading, advice=tuple(advice), timings_ms=MappingProxyType(timings))

    def look(self, photo: bytes | Pixels) -> tuple[Sequence[Seen], Decoded]:
        """Give what a reading of one photo is made of, to learn how sure it may be of its tiles."""
        return self._look([Photo.of(photo)], {}, ENDLESS, rules=None, wins=None)

    def _look(
        self,
        opened: Sequence[Photo],
        timings: dict[str, float],
        budget: Budget,
        *,
        rules: str | None,
        wins: Callable[[str], bool] | None,
    ) -> tuple[Sequence[Seen], Decoded]:
        """See the photos and lay them out, a single one at another scale, too, where that helps."""
        seen: Sequence[Seen] = [self._eye.see(photo, timings, budget) for photo in opened]

        def lay_out(seen: Sequence[Seen]) -> tuple[Sequence[Seen], Decoded]:
            with timed(timings, "layout"):
                return self._lay_out(seen, budget, to_score=rules is not None, wins=wins)

        def look(scale: float) -> tuple[Sequence[Seen], Decoded]:
            return lay_out([self._eye.at_scale(scale).see(opened[0], timings, budget)])

        seen, decoded = lay_out(seen)
        again = None
        if len(opened) == 1:
            again = look_at_other_scales(decoded, look, to_score=rules is not None, budget=budget)
        if again is None:
            return seen, decoded
        return again[0], replace(again[1], as_seen=decoded.as_seen or _hand(decoded))

    def _lay_out(
        self,
        seen: Sequence[Seen],
        budget: Budget,
        *,
        to_score: bool,
        wins: Callable[[str], bool] | None,
    ) -> tuple[Sequence[Seen], Decoded]:
        """Arrange the tiles of all photos as one table and say what they are.

        A single photo is looked at again for what hardly passes for a tile.
        """
        probabilities = np.concatenate([one.probabilities for one in seen])
        labels = self._eye.labels
        alone = [
            [labels[name] for name in most_likely(one.probabilities, self._limits)] for one in seen
        ]
        places = side_by_side(
            [(one.corners, codes) for one, codes in zip(seen, alone, strict=True)], budget
        )
        decoded = decode(
            places,
            probabilities,
            labels,
            trust=self._trusted(seen),
            to_score=to_score,
            wins=wins,
            budget=budget,
        )
        if len(seen) > 1:
            return seen, decoded
        more, decoded = self._look_for_more(seen[0], decoded, budget)
        return [more], decoded

    def _look_for_more(self, seen: Seen, decoded: Decoded, budget: Budget) -> tuple[Seen, Decoded]:
        """Look once more at a single photo for what hardly passes for a tile.

        That is what an incomplete hand lacks, and then a back that makes a kong of a pung.
        """
        first, labels = decoded.as_seen or _hand(decoded), self._eye.labels

        def trusted(one: Seen) -> Floats:
            return self._trusted([one])

        again = seen
        if not whole(decoded):
            if budget.is_spent():
                return seen, decoded
            again = self._eye.look_again(seen, decoded.table)
            better = suppose(again, labels, trusted, budget)
            if better is None:
                return seen, decoded
            again, decoded = better[0], replace(better[1], as_seen=first)
        elif leaves_room_for_a_back(decoded) and not budget.is_spent():
            again = self._eye.look_again(seen, decoded.table)
        kong = find_overlooked_back(again, decoded, labels, trusted, budget)
        return (again, decoded) if kong is None else (kong[0], replace(kong[1], as_seen=first))

    def _tiles(self, seen: Sequence[Seen], decoded: Decoded) -> list[TileReading]:
        """Write down every tile: its code, how sure it is and what else it may be."""
        index = {label: number for number, label in enumerate(self._eye.labels)}
        named = np.array([index[code] for code in decoded.table.codes], np.intp)
        rows = np.concatenate([one.probabilities for one in seen])
        sure = self._certainty.confidences(features(seen, decoded, self._eye.labels))
        asked = to_check(decoded, rows, named)
        likeliest = np.argsort(-rows, axis=1, kind="stable")[:, : _ALTERNATIVES + 1]
        corners = [(photo, quad) for photo, one in enumerate(seen) for quad in one.corners]
        return [
            TileReading(
                tile=code,
                confidence=float(confidence),
                corners=_upright(code, quad),
                unsure=bool(confidence < self._certainty.limit) or tile in asked,
                alternatives=self._alternatives(code, row, order),
                photo=photo,
            )
            for tile, ((photo, quad), row, order, code, confidence) in enumerate(
                zip(corners, rows, likeliest, decoded.table.codes, sure, strict=True)
            )
        ]

    def _trusted(self, seen: Sequence[Seen]) -> Floats:
        """Say how far each tile's likeliest name may be trusted.

        Of a bonus tile, how sure it is that it is one: which one does not say where it belongs.
        Half that where the photo's edge cuts it off: whoever takes a hand has all of it in view.
        """
        rows = np.concatenate([one.probabilities for one in seen])
        given = rows.max(axis=1, initial=0.0)
        bonus = bonus_columns(self._eye.labels)
        any_bonus = np.where(rows[:, bonus].max(axis=1) == given, rows[:, bonus].sum(axis=1), 0)
        steady = np.concatenate([one.steady for one in seen])
        found = np.concatenate([one.found for one in seen])
        inside = [geometry.share_inside(one.corners, one.size) for one in seen]
        cut_off = (np.concatenate(inside) < _IN_VIEW) & (any_bonus > 0)
        trusted = np.maximum(
            self._trust.confidences(given, np.minimum(given, steady), found),
            self._trust.confidences(any_bonus, any_bonus, found),
        )
        return np.asarray(np.where(cut_off, trusted / 2, trusted), np.float32)

    def _alternatives(
        self, code: str, row: Floats, order: NDArray[np.intp]
    ) -> tuple[tuple[str, float], ...]:
        """Give the likeliest other names of one tile with their probabilities (k,), in order."""
        labels = self._eye.labels
        others = [
            (labels[name], float(row[name]))
            for name in order
            if labels[name] != code and row[name] >= _LEAST_ALTERNATIVE
        ]
        return tuple(others[:_ALTERNATIVES])


class Reader(PhotoReader):
    """Reads photos with the models; nothing changes by a call, so threads may share one reader."""

    def __init__(  # noqa: PLR0913  (the models, and how they are run)
        self,
        detector: Path,
        classifier: Path,
        captions: Path | None = None,
        closeup: Path | None = None,
        stacked: Path | None = None,
        threads: int = 0,
        *,
        decode: Decode = image.decode,
    ) -> None:
        """Load the models; `threads` are the cores one call may use, 0 for all.

        `decode` decodes the photos, in this process if nothing else is given.

        Without `captions` and `closeup` tiles are named by the classifier alone, without `stacked`
        small kongs are told by the shapes of their tiles. Raises ModelError for a file that is
        missing or no such model.
        """
        eye = Eye.open(detector, classifier, captions, closeup, threads)
        upon = None if stacked is None else Stacked.load(stacked, threads)
        super().__init__(eye, upon, eye.classifier.session.metadata, decode)
        self._detector = eye.detector

    def glance(self, picture: bytes) -> Glance:
        """Count the tiles in a viewfinder's picture, an encoded file; raises PhotoError."""
        return glance(self._detector, Photo.of(picture, self._decode, seconds=_GLANCE_S))


def _upright(code: str, corners: Floats) -> tuple[Point, Point, Point, Point]:
    """Write corners (4, 2) down; a face that looks alike both ways starts nearest the top left."""
    if code in LOOK_ALIKE and np.linalg.norm(corners[0]) > np.linalg.norm(corners[2]):
        corners = np.roll(corners, -2, axis=0)
    one, two, three, four = ((float(x), float(y)) for x, y in corners)
    return one, two, three, four


def _hand(decoded: Decoded) -> str | None:
    hand = decoded.layout.hand
    return None if hand is None else hand_text(hand, decoded.table.codes)


def _reading(
    sizes: Sequence[tuple[int, int]], tiles: Sequence[TileReading], decoded: Decoded
) -> Reading:
    """Number tiles and groups anew, without the walls."""
    layout, codes = decoded.layout, decoded.table.codes
    kept = [tile for tile in range(len(tiles)) if tile not in layout.left_out]
    number = {tile: place for place, tile in enumerate(kept)}
    group_of = {tile: i for i, group in enumerate(layout.groups) for tile in group.tiles}
    found = problems(layout.hand, codes) if layout.hand else ()
    if layout.hand and decoded.corrected & set(layout.hand.tiles):
        found = (*found, CORRECTED)
    return Reading(
        sizes=tuple(sizes),
        tiles=tuple(replace(tiles[tile], group=group_of[tile]) for tile in kept),
        groups=tuple(
            Group(group.kind, tuple(number[tile] for tile in group.tiles))
            for group in layout.groups
        ),
        hand=_hand(decoded),
        problems=found,
        as_seen=decoded.as_seen,
    )
