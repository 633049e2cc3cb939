"""Looks for tiles as the detector sees them best: at another scale, turned level, as a negative.

Corners are found best where tiles stand upright in the picture; half-way between upright and lying
the four of them look alike, and a quad a few degrees off takes a tile's print away.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.budget import ENDLESS, Budget
from vision.detect.merge import join_halves
from vision.detect.strip import find_hard_rows, look_along_row
from vision.nets.detector import FAINTEST, Detections, Detector, separate
from vision.photo.photo import Photo
from vision.quads import geometry
from vision.quads.geometry import Quads, count_touching_sides
from vision.quads.table import tiles_of_rows

_ASLANT = 9.0  # degrees from level or upright
_NEAREST = 2  # tiles with which the direction of one is compared
_MARGIN_TURNED = 3.0  # tile sizes around the tiles


def slant(corners: Floats) -> float:
    """Give by how many degrees (-45 to 45) the longest row of quads (n, 4, 2) is off a right angle.

    Nothing (0) where it is level enough, or where no row has five tiles.
    """
    if len(corners) < _FEWEST or _all_level(corners.mean(axis=1)):
        return 0.0
    longest = tiles_of_rows(corners)[0]
    if len(longest) < _FEWEST:
        return 0.0
    middles = corners[list(longest)].mean(axis=1)
    along = np.linalg.svd(middles - middles.mean(axis=0))[2][0]
    off = float((np.degrees(np.arctan2(along[1], along[0])) + 45) % 90 - 45)
    return off if abs(off) >= _ASLANT else 0.0


def disorder(corners: Floats) -> float:
    """Say from 0 to 1 how much the sides of quads (n, 4, 2) differ in direction from the nearest.

    Tiles lie side by side, so that those of good corners run alike, or at right angles: 0.
    """
    if len(corners) <= _NEAREST:
        return 0.0
    middles = corners.mean(axis=1)
    apart = geometry.distances(middles, middles)
    near = np.argsort(apart, axis=1, kind="stable")[:, 1 : _NEAREST + 1]
    along = Quads(corners).right
    angles = np.arctan2(along[:, 1], along[:, 0])
    return float(np.abs(np.sin(2 * (angles[:, None] - angles[near]))).mean())


def _all_level(middles: Floats) -> bool:
    """Whether each two of the points (n, 2) lie level, or upright: then so do any rows of them."""
    x, y = np.abs(middles[:, None] - middles).transpose(2, 0, 1)
    steepest = np.tan(np.radians(_ASLANT))
    return bool((y <= steepest * x).all() or (x <= steepest * y).all())


@dataclass(frozen=True, slots=True)
class LevelView:
    """The part of a photo that holds its tiles, turned; `matrix` (2, 3) leads into its pixels."""

    matrix: NDArray[np.float64]
    size: tuple[int, int]

    @classmethod
    def around(cls, corners: Floats, photo: tuple[int, int], degrees: float) -> Self:
        """Turn a photo of this width and height back by degrees; all quads (n, 4, 2) are in it."""
        width, height = photo
        middle = (width / 2, height / 2)
        matrix = np.asarray(cv2.getRotationMatrix2D(middle, degrees, 1.0), np.float64)
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        whole, tiles = _map(frame, matrix), _map(corners.reshape(-1, 2), matrix)
        sides = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
        margin = _MARGIN_TURNED * float(np.median(sides))
        low = np.maximum(tiles.min(axis=0) - margin, whole.min(axis=0)).astype(int)
        high = np.minimum(tiles.max(axis=0) + margin, whole.max(axis=0)).astype(int)
        matrix[:, 2] -= low
        return cls(matrix, (max(1, int(high[0] - low[0])), max(1, int(high[1] - low[1]))))

    def cut(self, image: Pixels) -> Pixels:
        """Give the turned part of an RGB photo; what lies outside goes on as its edge does."""
        part = cv2.warpAffine(image, self.matrix, self.size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(part, np.uint8)

    def back(self, corners: Floats) -> Floats:
        """Bring quads (n, 4, 2) of the part to where they lie in the photo."""
        inverse = np.asarray(cv2.invertAffineTransform(self.matrix), np.float64)
        return _map(corners.reshape(-1, 2), inverse).reshape(-1, 4, 2).astype(np.float32)


def _map(points: NDArray[np.floating], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(points @ matrix[:, :2].T + matrix[:, 2], np.float64)


# Tiles are judged by a dozen of them, at 20 x 20 points without their rims; contrasts below 30 of
# 255 are no print, and fewer than three tiles with print say nothing.
_JUDGED = 12
_POINTS = np.linspace(0.1, 0.9, 20, dtype=np.float32)
_PRINTED, _FEWEST_PRINTED = 30.0, 3
_DARK = 0.2
_LARGE = 0.5  # of the third largest: what is smaller may be the keys of a keyboard


def are_dark(image: Pixels, corners: Floats) -> bool:
    """Whether tiles (n, 4, 2) are dark with light print: what is usual on them is near the darkest.

    Their usual lightness then lies at most .16 of the way from the darkest to the lightest; that
    of light tiles at .40 or more, of 367 photos and rendered hands.
    """
    if len(corners) < _FEWEST_PRINTED:
        return False
    sizes = geometry.sides(corners).mean(axis=1)
    large = corners[sizes >= _LARGE * np.sort(sizes)[-_FEWEST_PRINTED]]
    points = geometry.sample(image, large[:: -(-len(large) // _JUDGED)], _POINTS)
    flat = points.reshape(len(points), -1, 3)
    tones = np.sort(cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY), axis=1).astype(np.float64)
    low, usual, high = (tones[:, int(share * tones.shape[1])] for share in (0.05, 0.5, 0.95))
    printed = high - low >= _PRINTED
    if printed.sum() < _FEWEST_PRINTED:
        return False
    ways = (usual[printed] - low[printed]) / (high[printed] - low[printed])
    return bool(np.median(ways) < _DARK)


# Short sides of tiles, in pixels of the network's input. Outside these the first look is repeated,
# on the part of the photo where tiles are, so that they come out as large as wanted.
_SMALLEST = 22.0
_LARGEST = 130.0
_WANTED_OF_SMALL = 34.0
_WANTED_OF_LARGE = 80.0
_MARGIN = 1.5  # tile widths around the tiles
_LONE = 2  # tiles that may be one thing with many upon it
_HAND = 13  # tiles: where fewer are seen they may be parts of one
_WHOLE = 1.5  # times the area of what is seen: what is seen from afar is no part of it
_RIM = 0.25  # of such a thing's width around it
_REACH, _ALIKE = 6.0, 1.6  # tile widths to a faint sight of the same row, and how like in width
_MOST_ENLARGED = 2.0  # times the detector's side: the cost grows with the square
_LEAST_SIDE = 192
_KEPT = 0.9  # a second look that loses more tiles than this is not believed
_FEWEST = 5  # tiles that tell how sure a photo's are
_LINKS = 2  # faint sights in a row that end beside a sure one
# A photo whose sure tiles are so little sure on average may show dark tiles with light print. It is
# looked at as a negative, and that is believed where it is so much surer.
_DOUBTFUL = 0.6
_SURER = 0.05
_AS_MUCH = 0.6  # of the area of what was seen before
# A look at the photo turned level is believed where it is so much surer, or as sure and tidier.
_SURER_TURNED = 0.02
_TIDIER = 0.05
_ELSEWHERE = 0.1  # overlap of boxes with what is surely seen then, at most
AreTiles: TypeAlias = Callable[[Pixels, Floats], NDArray[np.bool_]]


def look_at_photo(
    detector: Detector, photo: Photo, are_tiles: AreTiles, budget: Budget = ENDLESS
) -> tuple[Photo, Detections]:
    """Find the tiles of a photo or, where dark tiles lie there, of its negative, and give that.

    `are_tiles` says of quads in a picture which surely show a tile. No tiles where the time is over
    before the first look, and no second look where it is then.
    """
    if budget.is_spent():
        return photo, Detections.none()
    found = look(detector, photo.pixels, are_tiles, budget)
    before = found[found.confidences >= detector.threshold]
    dark = len(before) >= _FEWEST and are_dark(photo.pixels, before.corners)
    if not dark and (len(before) < _FEWEST or before.confidences.mean() >= _DOUBTFUL):
        return photo, found
    if budget.is_spent():
        return photo, found
    negative = photo.invert()
    other = look(detector, negative.pixels, are_tiles, budget)
    after = other[other.confidences >= detector.threshold]
    if is_better(before, after):
        return negative, other
    return (negative if dark else photo), found


def is_better(before: Detections, after: Detections) -> bool:
    """Whether another look at the same photo is surer, and sees more than parts of the tiles.

    In the negative of light tiles their dots and sticks may pass for dark tiles with light print.
    """
    if len(after) < _FEWEST:
        return False
    areas = [float(geometry.sides(seen.corners).prod(axis=1).sum()) for seen in (before, after)]
    surer = after.confidences.mean() >= before.confidences.mean() + _SURER
    return bool(surer and areas[1] >= _AS_MUCH * areas[0])


def look(
    detector: Detector, image: Pixels, are_tiles: AreTiles, budget: Budget = ENDLESS
) -> Detections:
    """Find the tiles of an RGB photo (h, w, 3); their quads start as `geometry.turn_upright` says.

    With a second look where tiles are small or huge, where the longest row lies aslant, and along
    rows that run far away. What is
    less sure than the detector's threshold is there only beside a tile that is sure, or beside one
    that lies there.
    """
    found = _look_level(detector, image, are_tiles, budget)
    found = Detections(geometry.turn_upright(found.corners), found.confidences)
    sure = found.confidences >= detector.threshold
    found, faint = found[sure], found[~sure]
    low = replace(detector, threshold=min(FAINTEST, detector.threshold))
    for row in find_hard_rows(found):
        both = look_along_row(low, image, found, row, detector.threshold, budget)
        sure = both.confidences >= detector.threshold
        found, faint = both[sure], both[~sure].append(faint)
    found = join_halves(found)
    faint = faint[_beside(found.corners, faint.corners)]
    faint = faint[np.argsort(-faint.confidences, kind="stable")]
    return found.append(faint[separate(faint)])


def _beside(firm: Floats, faint: Floats) -> NDArray[np.bool_]:
    """Tell which faint sights (m, 4, 2) touch firm ones (n, 4, 2), or faint ones that do."""
    beside = count_touching_sides(firm, faint) > 0
    for _ in range(_LINKS if beside.any() else 0):
        linked = count_touching_sides(np.concatenate([firm, faint[beside]]), faint) > 0
        if (linked <= beside).all():
            break
        beside |= linked
    return beside


def _look_level(
    detector: Detector, image: Pixels, are_tiles: AreTiles, budget: Budget
) -> Detections:
    """Find tiles, faint ones too, with the longest row level where that is seen better."""
    first = _look_at_scale(detector, image, are_tiles, budget)
    before = first[first.confidences >= detector.threshold]
    degrees = slant(before.corners)
    if not degrees or budget.is_spent():
        return first
    turned = LevelView.around(first.corners, (image.shape[1], image.shape[0]), degrees)
    second = _look_at_scale(detector, turned.cut(image), are_tiles, budget)
    after = second[second.confidences >= detector.threshold]
    if len(after) < max(1, _KEPT * len(before)):
        return first
    surer = float(after.confidences.mean() - before.confidences.mean())
    tidier = disorder(before.corners) - disorder(after.corners)
    if surer < _SURER_TURNED and not (tidier >= _TIDIER and surer >= -_SURER_TURNED):
        return first
    back = Detections(turned.back(second.corners), second.confidences)
    return back.append(find_lost(before, back[second.confidences >= detector.threshold]))


def find_lost(before: Detections, now: Detections) -> Detections:
    """Give the sights from before that lie where nothing is seen now.

    A lone tile that lies at another angle than the row may be seen worse where that is level.
    """
    overlaps = geometry.box_iou(geometry.hulls(before.corners), geometry.hulls(now.corners))
    return before[overlaps.max(axis=1, initial=0.0) < _ELSEWHERE]


def _look_at_scale(
    detector: Detector, image: Pixels, are_tiles: AreTiles, budget: Budget
) -> Detections:
    """Find tiles, faint ones too, at the scale in which they are as large as those learned from."""
    if min(image.shape[:2]) < 8:
        return Detections.none()
    low = replace(detector, threshold=min(FAINTEST, detector.threshold))
    first = _look_first(low, detector.threshold, image, are_tiles, budget)
    sure = first[first.confidences >= detector.threshold]
    if not len(sure) or budget.is_spent():
        return first
    short = float(np.median(geometry.sides(sure.corners).min(axis=1)))
    if len(sure) <= _LONE and not are_tiles(image, sure.corners).any():
        # From afar a tray, a mat or a sheet with a hand on it may pass for a tile.
        part = _around(image, sure.corners, short * _RIM)
        within = _look_closer(low, image, part, detector.side / part.side)
        if (within.confidences >= detector.threshold).sum() >= _FEWEST:
            return within
    seen = short * detector.side / max(image.shape[:2])
    if _SMALLEST <= seen <= _LARGEST or budget.is_spent():
        return first
    wanted = _WANTED_OF_SMALL if seen < _SMALLEST else _WANTED_OF_LARGE
    part = _around(image, _with_faint(first, sure, short).corners, short * _MARGIN)
    second = _look_closer(low, image, part, wanted / max(short, 1e-6))
    count = int((second.confidences >= detector.threshold).sum())
    return second if count >= _KEPT * len(sure) else first


def _look_first(
    low: Detector, threshold: float, image: Pixels, are_tiles: AreTiles, budget: Budget
) -> Detections:
    """Find tiles and faint ones; where that shows few, from afar, or larger and smaller, too."""

    def sure_of(seen: Detections) -> Detections:
        return seen[seen.confidences >= threshold]

    def tiles_of(seen: Detections) -> Detections:
        sure = sure_of(seen)
        return sure[are_tiles(image, sure.corners)] if len(sure) else sure

    first = low.detect(image)
    parts = sure_of(first)
    if len(parts) >= _HAND or budget.is_spent():
        return first
    afar = _look_from_afar(low, image)
    whole = tiles_of(afar)
    surer = whole.confidences.max(initial=0.0) > parts.confidences.mean() if len(parts) else True
    if surer and _size(whole) > _WHOLE * _size(parts):
        return afar
    if len(parts) or budget.is_spent():
        return first
    other = [low.detect(image, low.side * 2), low.detect(image, _LEAST_SIDE)]
    return max(other, key=lambda seen: (_size(tiles_of(seen)), len(sure_of(seen))))


def _size(seen: Detections) -> float:
    """Give the area of all quads together, pixels."""
    return float(geometry.areas(seen.corners).sum())


def _look_from_afar(detector: Detector, image: Pixels) -> Detections:
    """Detect in a picture that is shown small, amid its own usual colour, as from afar.

    A tile that fills the picture is larger than any that the detector learned from.
    """
    height, width = image.shape[:2]
    top, left = height // 2, width // 2
    usual = np.median(image[:: max(1, height // 32), :: max(1, width // 32)], axis=(0, 1))
    around = np.empty((height + 2 * top, width + 2 * left, 3), np.uint8)
    around[:] = usual
    around[top : top + height, left : left + width] = image
    found = detector.detect(around, _LEAST_SIDE)
    return Detections(found.corners - np.array([left, top], np.float32), found.confidences)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a picture: whole pixels from `left` and `top` to before `right` and `bottom`."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def side(self) -> int:
        return max(self.right - self.left, self.bottom - self.top)


def _around(image: Pixels, corners: Floats, margin: float) -> _Part:
    """Give the part of an image that holds corners (n, 4, 2) and so many pixels around them."""
    height, width = image.shape[:2]
    low, high = corners.min(axis=(0, 1)) - margin, corners.max(axis=(0, 1)) + margin
    return _Part(
        max(0, int(low[0])),
        max(0, int(low[1])),
        min(width, int(high[0]) + 1),
        min(height, int(high[1]) + 1),
    )


def _with_faint(first: Detections, sure: Detections, short: float) -> Detections:
    """Give what is sure, and what is faint and as large and near enough to go on with its row."""
    sides = geometry.sides(first.corners).min(axis=1)
    alike = (sides > short / _ALIKE) & (sides < short * _ALIKE)
    away = np.linalg.norm(
        first.corners.mean(axis=1)[:, None] - sure.corners.mean(axis=1)[None], axis=2
    )
    return first[alike & (away.min(axis=1) < _REACH * short)].append(sure)


def _look_closer(detector: Detector, image: Pixels, part: _Part, scale: float) -> Detections:
    """Detect again in a part of the photo at another scale."""
    cut = image[part.top : part.bottom, part.left : part.right]
    side = int(np.clip(part.side * scale, _LEAST_SIDE, _MOST_ENLARGED * detector.side))
    found = detector.detect(np.ascontiguousarray(cut), side)
    return Detections(
        found.corners + np.array([part.left, part.top], np.float32), found.confidences
    )
