"""Detects tiles in one view of the photo after another, each chosen by its expected gain.

Each further view maps the photo through another matrix, perhaps in other light: nearer, farther
away, turned level, as a negative. A proposal is a function from the detections so far to a view.
One loop takes the views while there is time, and keeps a view's detections if they explain more of
the photo; then hard rows are detected again in strips.

Corners are most accurate for tiles that stand upright in the picture. Half-way between upright and
sideways the four corners look alike, and a quad a few degrees off cuts into a tile's print.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels, log_odds
from vision.detect.strip import look_along_rows
from vision.nets.detector import FAINTEST, Detections, Detector, select_peaks
from vision.photo.budget import ENDLESS, Budget
from vision.photo.photo import Photo
from vision.quads import geometry
from vision.quads.table import find_rows

# Short sides of tiles, in pixels of the network's input. The network learned from few tiles outside
# these limits, so such tiles are shown again at the wanted size.
_SMALLEST, _LARGEST = 22.0, 130.0
_WANTED_OF_SMALL, _WANTED_OF_LARGE = 34.0, 80.0
_MARGIN = 1.5  # short sides of margin around the tiles: room for one that was missed
_REACH = 6.0  # short sides to a faint detection that may continue a row
_MOST_ENLARGED = 2  # times the detector's side: the cost grows with the square
_LEAST_SIDE = 192  # pixels of the network's input: small enough for a tile that fills the photo
_UNSURE = 0.55  # mean confidence: below it lie 8 of 221 photos with tiles, 52 of 60 without
_HAND = 13  # tiles: fewer detections may be parts of a single tile
_LONG = 7  # tiles of a row that cannot be print: five parts of one tile in 505 passed for a row
_ROW = 5  # tiles needed to tell a row's direction, or whether a photo's tiles are dark
_ASLANT = 9.0  # degrees from level or upright at which corners become less accurate
_LEAST_PHOTO = 8  # pixels: a shorter side cannot show a tile

# The median tone of dark tiles with light print lies at most .16 of the way from their darkest to
# their lightest; that of light tiles at .40 or more (367 photos and rendered hands).
_DARK = 0.2
_JUDGED = 12  # most tiles that are examined
_CROP, _EDGE = 24, 2  # pixels: side of their crops, and the rim left out
_PRINTED = 30.0  # of 255: less contrast is not print
_FEWEST_PRINTED = 3  # fewest tiles with print for a decision

AreTiles: TypeAlias = Callable[[Pixels, Floats], NDArray[np.bool_]]


class ViewReason(StrEnum):
    """What a view may gain."""

    WHOLE = "all is to be seen"
    AFAR = "a tile that fills the photo is larger than any in training"
    OTHER_SIZE = "nothing is seen, or hardly"
    FITTING = "tiles are small, huge or aslant"
    NEGATIVE = "tiles may be dark with light print"


# These views show other things than before, so only detections that surely are tiles count.
_OTHER_THINGS = frozenset({ViewReason.AFAR, ViewReason.OTHER_SIZE})


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A photo moved or turned, in its own light or as a negative.

    `matrix` (3, 3) maps the photo's pixels to those of a picture of `size` (width, height), whose
    longer side is `side` pixels for the detector.
    """

    why: ViewReason
    matrix: NDArray[np.float64]
    size: tuple[int, int]
    side: int
    negative: bool = False

    @classmethod
    def window(cls, why: ViewReason, low: Sequence[int], high: Sequence[int], side: float) -> Self:
        """Return a view of the pixels from `low` (x, y) up to `high`; both may lie outside."""
        matrix = np.eye(3)
        matrix[:2, 2] = -low[0], -low[1]
        return cls(why, matrix, (high[0] - low[0], high[1] - low[1]), int(side))

    def cut(self, image: Pixels) -> Pixels:
        """Return the view (height, width, 3) of an RGB photo (h, w, 3).

        Past the photo a window shows its median colour, and a turned view repeats its edge; either
        one the other way round reads fewer hands.
        """
        step_y, step_x = (max(1, length // 32) for length in image.shape[:2])
        usual = np.median(image[::step_y, ::step_x], axis=(0, 1)).astype(int).tolist()
        edge = cv2.BORDER_REPLICATE if self.matrix[0, 1] else cv2.BORDER_CONSTANT
        part = cv2.warpAffine(image, self.matrix[:2], self.size, borderMode=edge, borderValue=usual)
        return np.asarray(part, np.uint8)

    def to_photo(self, corners: Floats) -> Floats:
        """Transform quads (n, 4, 2) of the view to the photo."""
        return geometry.project(corners, np.asarray(np.linalg.inv(self.matrix), np.float64))

    def input_length(self, length: float) -> float:
        """Return a length in the photo in pixels of the network's input."""
        return length * self.side / max(self.size)


@dataclass(frozen=True, eq=False)
class DetectionState:
    """The detections in a photo so far: `sights` in its pixels, and the views taken.

    `photo` is the photo or its negative, in which they were seen; `best` is the view they are from.
    """

    photo: Photo
    detector: Detector
    are_tiles: AreTiles
    sights: Detections
    views: tuple[View, ...] = ()
    best: View | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo, pixels."""
        height, width = self.photo.pixels.shape[:2]
        return width, height

    @property
    def sure(self) -> Detections:
        """The sights at or above the detector's threshold."""
        return self.sights.part(self.detector.threshold)[0]

    @property
    def short_side(self) -> float:
        """The median short side of the sure sights, in pixels of the photo."""
        return float(np.median(geometry.sides(self.sure.corners).min(axis=1)))

    def count(self, why: ViewReason) -> int:
        """Return how many views were taken for a reason in the present light."""
        light = self.photo.negative
        return sum(view.why is why and view.negative is light for view in self.views)

    def take(self, view: View) -> Self:
        """Take a view, and adopt its detections if they explain more of the photo."""
        other_light = view.negative is not self.photo.negative
        photo = self.photo.invert() if other_light else self.photo
        low = replace(self.detector, threshold=min(FAINTEST, self.detector.threshold))
        found = low.detect(view.cut(photo.pixels), view.side)
        views = (*self.views, view)
        now = Detections(view.to_photo(found.corners), found.confidences)
        if self.best is not None and not self._explains_more(now, view.why):
            return replace(self, views=views)
        return replace(self, photo=photo, sights=now, views=views, best=view)

    def _explains_more(self, now: Detections, why: ViewReason) -> bool:
        """Return whether the sights of a view explain more of the photo than those before."""
        before, after = self.sure, now.part(self.detector.threshold)[0]
        if why in _OTHER_THINGS:
            after = self._named(after)
            before = before if why is ViewReason.AFAR else self._named(before)
        if why is ViewReason.NEGATIVE and len(after) < _ROW:
            return False
        worth, worth_before = (
            weigh_evidence(each, self.detector.threshold) for each in (after, before)
        )
        return worth > worth_before

    def _named(self, sights: Detections) -> Detections:
        if not len(sights):
            return sights
        return sights[self.are_tiles(self.photo.pixels, sights.corners)]


def weigh_evidence(sights: Detections, threshold: float) -> float:
    """Return how much of a photo is explained: the areas of sights times their log-odds.

    In pixels times natural logarithms above those of the threshold. A tile outweighs its own parts,
    and tiles outweigh the print on them.
    """
    odds = log_odds(sights.confidences) - log_odds(np.full(1, threshold, np.float32))
    return float((geometry.areas(sights.corners) * odds.clip(0)).sum())


def _whole_view(seen: DetectionState) -> View | None:
    if seen.views:
        return None
    return View.window(ViewReason.WHOLE, (0, 0), seen.size, seen.detector.side)


def _distant_view(seen: DetectionState) -> View | None:
    """Return a view from twice as far if the detections may be parts of a single tile.

    They may if they are fewer than a hand's and no long row: no face has that many parts in line.
    """
    if len(seen.views) > 1 or len(seen.sure) >= _HAND:
        return None
    if len(seen.sure) >= _LONG and len(find_rows(seen.sure.corners)[0]) >= _LONG:
        return None
    (width, height), (left, top) = seen.size, (seen.size[0] // 2, seen.size[1] // 2)
    return View.window(ViewReason.AFAR, (-left, -top), (width + left, height + top), _LEAST_SIDE)


def _other_size_view(seen: DetectionState) -> View | None:
    """Return the photo larger, then smaller, if no sight is sure or they are hardly so."""
    sides = (_MOST_ENLARGED * seen.detector.side, _LEAST_SIDE)
    count = seen.count(ViewReason.OTHER_SIZE)
    if count == len(sides) or (len(seen.sure) and seen.sure.confidences.mean() >= _UNSURE):
        return None
    whole = View.window(ViewReason.OTHER_SIZE, (0, 0), seen.size, sides[count])
    return replace(whole, negative=seen.photo.negative)


def _fitting_view(seen: DetectionState) -> View | None:
    """Return a view of the tiles at a size known from training, their longest row level."""
    sure, best = seen.sure, seen.best
    if best is None or not len(sure) or seen.count(ViewReason.FITTING):
        return None
    short, degrees = seen.short_side, slant(sure.corners)
    if not degrees and _SMALLEST <= best.input_length(short) <= _LARGEST:
        return None
    away = geometry.distances(seen.sights.corners.mean(axis=1), sure.corners.mean(axis=1))
    near = seen.sights.corners[away.min(axis=1) < _REACH * short]
    matrix, size = frame_tiles(near, seen.size, _MARGIN * short, degrees)
    view = View(ViewReason.FITTING, matrix, size, seen.detector.side, seen.photo.negative)
    large = view.input_length(short)
    if degrees and _SMALLEST <= large <= _LARGEST:
        return view
    small = large < _SMALLEST
    side = view.side * (_WANTED_OF_SMALL if small else _WANTED_OF_LARGE) / max(large, 1e-6)
    return replace(view, side=int(np.clip(side, _LEAST_SIDE, _MOST_ENLARGED * view.side)))


def _negative_view(seen: DetectionState) -> View | None:
    """Return the best view as a negative, if the tiles are dark."""
    if seen.best is None or any(view.negative for view in seen.views):
        return None
    sure = seen.sure
    if len(sure) < _ROW or not are_dark(seen.photo.pixels, sure.corners):
        return None
    return replace(seen.best, why=ViewReason.NEGATIVE, negative=True)


# In this order, as later ones build on what earlier ones show.
PROPOSALS: tuple[Callable[[DetectionState], View | None], ...] = (
    _whole_view,
    _distant_view,
    _other_size_view,
    _fitting_view,
    _negative_view,
)


def detect_tiles(
    detector: Detector, photo: Photo, are_tiles: AreTiles, budget: Budget = ENDLESS
) -> tuple[Photo, Detections]:
    """Return the photo, or its negative if the tiles are dark, and its tiles.

    Quads start as in `geometry.turn_upright`; faint detections, below the detector's threshold, are
    among them. `are_tiles` returns the mask of quads in a picture that surely show a tile. If
    the budget is spent before the first view there are no tiles; if it is spent then, there is no
    second view.
    """
    seen = DetectionState(photo, detector, are_tiles, Detections.none())
    if budget.is_spent() or min(seen.size) < _LEAST_PHOTO:
        return photo, seen.sights
    while (view := next_view(seen)) is not None and (not seen.views or not budget.is_spent()):
        seen = seen.take(view)
    upright = Detections(geometry.turn_upright(seen.sights.corners), seen.sights.confidences)
    found = look_along_rows(detector, seen.photo.pixels, upright, budget)
    found = found[np.argsort(-found.confidences, kind="stable")]
    found = found[select_peaks(found)]
    if not any(view.negative for view in seen.views):
        return seen.photo, found
    # Dark tiles may be found better as they are and still named better in the negative.
    lights = (seen.photo, seen.photo.invert())
    return max(lights, key=lambda light: are_tiles(light.pixels, found.corners).sum()), found


def next_view(seen: DetectionState) -> View | None:
    """Return the next view to take, None if enough is seen."""
    return next((view for propose in PROPOSALS if (view := propose(seen)) is not None), None)


def frame_tiles(
    corners: Floats, photo: tuple[int, int], margin: float, degrees: float
) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """Return the matrix (3, 3) and the size of a view of quads (n, 4, 2), turned back by degrees.

    `margin` is in pixels; the view ends at the edges of the `photo` (width, height).
    """
    width, height = photo
    matrix = np.eye(3)
    if degrees:
        matrix[:2] = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    whole = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
    there, frame = (geometry.project(quads, matrix) for quads in (corners, whole))
    low = np.maximum(there.min(axis=(0, 1)) - margin, frame.min(axis=(0, 1))).astype(int)
    high = np.minimum(there.max(axis=(0, 1)) + margin + 1, frame.max(axis=(0, 1))).astype(int)
    matrix[:2, 2] -= low
    wide, tall = (max(1, int(length)) for length in high - low)
    return matrix, (wide, tall)


def slant(corners: Floats) -> float:
    """Return the angle in degrees (-45 to 45) of the longest row of quads (n, 4, 2).

    Return 0 if the row is nearly level, or if no row has five tiles.
    """
    if len(corners) < _ROW:
        return 0.0
    longest = find_rows(corners)[0].tiles
    if len(longest) < _ROW:
        return 0.0
    middles = corners[list(longest)].mean(axis=1)
    along = np.linalg.svd(middles - middles.mean(axis=0))[2][0]
    off = float((np.degrees(np.arctan2(along[1], along[0])) + 45) % 90 - 45)
    return off if abs(off) >= _ASLANT else 0.0


def are_dark(image: Pixels, corners: Floats) -> bool:
    """Return whether tiles (n, 4, 2) are dark with light print: near their darkest tone."""
    if len(corners) < _FEWEST_PRINTED:
        return False
    crops = geometry.rectify(image, corners[:: -(-len(corners) // _JUDGED)], _CROP)
    flat = crops[:, _EDGE:-_EDGE, _EDGE:-_EDGE].reshape(len(crops), -1, 3)
    tones = np.sort(cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY), axis=1).astype(np.float64)
    low, usual, high = (tones[:, int(share * tones.shape[1])] for share in (0.05, 0.5, 0.95))
    printed = high - low >= _PRINTED
    if printed.sum() < _FEWEST_PRINTED:
        return False
    ways = (usual[printed] - low[printed]) / (high[printed] - low[printed])
    return bool(np.median(ways) < _DARK)
