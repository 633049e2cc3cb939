"""Evidence from the colours and sizes of a photo's detections.

The tiles are of one set, in one light, and their bodies tell a blank face from a back. Some
detections are not tiles of the set, whatever they look like alone: a seat marker, a die or a chip
may look like a flower. Tiles of one set have bodies of one colour, neighbours in a photo have
about one size, and no tile lies within another.
"""

import math
from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.quads import geometry
from vision.sets import BLANK, FACE_DOWN, is_bonus

_EDGE = 6  # pixels at the edge of a crop that may show the table
_BRIGHT = 0.6  # share of a face that is darker than its body: print and shade
_PLAIN = 9.0  # of 255: most variation of lightness of a face without print, uneven light included
_FEWEST_FACES = 4

# In CIE Lab of 8 bits: faces of one photo differ from those around them by up to 6 in colour and 15
# in lightness, backs by 20 and more.
_OTHER_BODY = 14.0
_STEP = 2.5  # difference in colour that changes the odds by a factor of e
_MOST = 6.0  # most log-odds by colour alone
_LIGHTNESS = 0.2  # weight of lightness, which shadows change, relative to colour
_CLASSIFIER = 0.3  # weight of the classifier's log-odds, which have no print to go by
_OF_THE_TWO = 0.5  # least probability of blank or back

_SHARES = np.arange(256) / 255
# The light of each level of sRGB.
_LINEAR = np.where(_SHARES <= 0.04045, _SHARES / 12.92, ((_SHARES + 0.055) / 1.055) ** 2.4)
# From linear RGB to XYZ, relative to the white point D65.
_TO_XYZ = np.array([[0.4340, 0.3762, 0.1898], [0.2127, 0.7152, 0.0722], [0.0178, 0.1095, 0.8728]])


def separate_blanks_from_backs(
    bodies: NDArray[np.float64],
    plain: NDArray[np.bool_],
    probabilities: Floats,
    labels: Sequence[str],
    sure: NDArray[np.bool_],
) -> Floats:
    """Separate wholly blank white dragons from face-down tiles by the colour of their bodies.

    `bodies` (n, 3) are in Lab, `probabilities` (n, k) those of `labels`. A face without print is a
    white dragon if its body is like those of the face-up tiles, and face down otherwise. Only
    `plain` (n,) tiles that are probably blank or back change, and only if four or more of the
    `sure` (n,) tiles show faces.
    """
    blank, back = labels.index(BLANK), labels.index(FACE_DOWN)
    likeliest = probabilities.argmax(axis=1)
    faces = sure & (likeliest != blank) & (likeliest != back)
    either = probabilities[:, blank] + probabilities[:, back]
    asked = plain & (either > _OF_THE_TWO)
    if faces.sum() < _FEWEST_FACES:
        return probabilities
    away = bodies[asked] - np.median(bodies[faces], axis=0)
    difference = np.hypot(away[:, 1], away[:, 2]) + _LIGHTNESS * (-away[:, 0]).clip(0)
    by_colour = ((_OTHER_BODY - difference) / _STEP).clip(-_MOST, _MOST)
    adjusted, both = probabilities.copy(), either[asked]
    odds = np.log(adjusted[asked, blank].clip(1e-6) / adjusted[asked, back].clip(1e-6))
    share = 1 / (1 + np.exp(-(by_colour + _CLASSIFIER * odds)))
    adjusted[asked, blank], adjusted[asked, back] = both * share, both * (1 - share)
    return adjusted


def measure_bodies(crops: Pixels) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the colours (n, 3) in Lab of the bodies of faces (n, s, s, 3), and which are plain.

    A body is the brighter part of a face; a plain face has no print, whatever its colour. One pixel
    in nine is enough, in a tenth of the time.
    """
    points = crops[:, _EDGE:-_EDGE:3, _EDGE:-_EDGE:3]
    flat = _lab(points.reshape(len(points), points.shape[1] * points.shape[2], 3))
    light = flat[:, :, 0]
    place = int(_BRIGHT * (flat.shape[1] - 1))
    bright = np.argpartition(light, place, axis=1)[:, place:]
    colours = np.median(np.take_along_axis(flat, bright[:, :, None], axis=1), axis=1)
    return np.asarray(colours, np.float64), np.asarray(light.std(axis=1) < _PLAIN, np.bool_)


def _lab(colours: Pixels) -> Floats:
    """Return RGB colours (..., 3) of 8 bits in CIE Lab, each scaled and shifted to 8 bits.

    The first conversion by OpenCV builds tables, which takes as long as a reading.
    """
    xyz = (_LINEAR[colours] @ _TO_XYZ.T).astype(np.float32)
    x, y, z = np.moveaxis(np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116), -1, 0)
    lab = [(116 * y - 16) * 2.55, 500 * (x - y) + 128, 200 * (y - z) + 128]
    return np.stack(lab, axis=-1).astype(np.float32)


_FEWEST_SURE = 5  # fewest suit tiles and honours to judge the others by
_SURE_NAME = 0.9
_NO_BODY = 24.0  # in CIE Lab of 8 bits: print of one colour adds up to 20
_SMALLER = 0.45  # natural logarithm of the size that neighbours have over that of a stranger
# How strongly sizes are assumed constant across and down the photo without evidence of a change:
# people hold cameras level, so whatever is higher in the photo is farther away.
_STEADY = (0.5, 0.05)
_LEAST_SIZE = 0.2  # least expected size of any place, of the median
_WITHIN = 0.5  # overlap, of the smaller of two sights
_COLOURED = (BLANK, FACE_DOWN)


def stranger_mask(
    bodies: NDArray[np.float64],
    plain: NDArray[np.bool_],
    corners: Floats,
    probabilities: Floats,
    labels: Sequence[str],
) -> NDArray[np.bool_]:
    """Return the mask of detections (n, 4, 2) that are not tiles of the set of most of them.

    `plain` (n,) and the colours (n, 3) of `bodies` are those of `measure_bodies`; `probabilities`
    (n, k) are those of `labels`. Blank and face-down tiles may have another colour and are not
    judged. With fewer than five sure tiles, only detections within others are strangers.
    """
    likely = probabilities.max(axis=1, initial=0.0)
    names = [labels[name] for name in probabilities.argmax(axis=1)]
    blank, down = (np.array([name == code for name in names], np.bool_) for code in _COLOURED)
    plain = down | (blank & plain)
    bonus = np.array([is_bonus(name) for name in names], np.bool_)
    areas = geometry.areas(corners).astype(np.float64)
    overlaps = _overlaps(corners, areas)
    surer = likely[None] > likely[:, None]
    strange: NDArray[np.bool_] = ((overlaps > _WITHIN) & surer).any(axis=1)
    tiles = np.flatnonzero((likely > _SURE_NAME) & ~plain & ~bonus & ~strange)
    if len(tiles) < _FEWEST_SURE:
        return strange
    small = _relative_sizes(corners, areas, tiles) < -_SMALLER
    strange |= small & ~plain
    away = bodies - np.median(bodies[tiles], axis=0)
    strange |= ~plain & (np.hypot(away[:, 1], away[:, 2]) > _NO_BODY)
    return strange


def _relative_sizes(
    corners: Floats, areas: NDArray[np.float64], tiles: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the natural logarithms (n,) of sizes over those expected from `tiles`.

    Lengths across the view shrink with the distance, those along it with its square, so the cube
    root of the area changes evenly across the photo of a plane.
    """
    areas = areas.clip(1)
    middle = median(areas[tiles].tolist())
    roots = np.cbrt(areas / middle)
    middles = corners.mean(axis=1).astype(np.float64)
    away = (middles - middles[tiles].mean(axis=0)) / (10 * math.sqrt(middle))
    every = np.column_stack([np.ones(len(middles)), away])
    known = every[tiles]
    plane = np.linalg.solve(known.T @ known + np.diag([0.0, *_STEADY]), known.T @ roots[tiles])
    expected = (every @ plane).clip(_LEAST_SIZE)
    return np.asarray(1.5 * np.log(roots / expected), np.float64)


def _overlaps(corners: Floats, areas: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the overlaps (n, n) of pairs of sights, as shares of the smaller one."""
    shares = np.zeros((len(corners), len(corners)))
    quads, areas = corners.astype(np.float32), areas.clip(1e-6)
    middles, reach = corners.mean(axis=1), geometry.sides(corners).max(axis=1, initial=0.0)
    apart = geometry.distances(middles, middles)
    for one, other in np.argwhere(np.triu(apart < reach[:, None], k=1)):
        shared, _ = cv2.intersectConvexConvex(quads[one], quads[other])
        shares[one, other] = shares[other, one] = shared / min(areas[one], areas[other])
    return shares
