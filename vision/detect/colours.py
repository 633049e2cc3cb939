"""What the colours and sizes of the sights of one photo say: they are of one set, in one light.

The body of a tile tells a blank face from a back, and a back with a sign from a face. Some sights
are no tiles of the set on the table, whatever they look like by themselves: a seat marker, a die or
a chip may bear what passes for a flower. Tiles of one set have bodies of one colour, and what lies
at one place of a photo has one size there; and no tile lies in another.

Bare table between tiles passes for one that lies face down. A gap between two sets is as wide as a
tile now and then, and the tiles at its sides bound it as they would a back of one colour. But a
back ends above and below, too, and the table goes on.
"""

import math
from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.quads import geometry
from vision.quads.geometry import Quads
from vision.sets import BLANK, FACE_DOWN, is_bonus

_EDGE = 6  # pixels of a crop that may show the table
_BRIGHT = 0.6  # the brighter part of a face is body, not print
_PLAIN = 9.0  # of 255: variation of lightness of a face without print, light falling off included
_FEWEST_FACES = 4

# In CIE Lab as 8 bits: faces of one photo differ by up to 6 in colour and 15 in lightness from
# those around them, backs by 20 and more.
_OTHER_BODY = 14.0
_STEP = 2.5  # difference that changes the odds by a factor of e
_MOST = 6.0  # natural logarithm of the odds that colour alone can give
_LIGHTNESS = 0.2  # weight of lightness, which shadows change, beside colour
_CLASSIFIER = 0.3  # what is left of the classifier's odds where there is no print to go by
_OF_THE_TWO = 0.5  # least probability of blank and back together

# A back may bear a sign, cut into its dark body.
_DARKER = 110.0  # of 255 than the usual face: sure faces of `val` are up to 92
_OWN_NAME = 0.9  # what has a name so probable is no back
_FEWEST_BACKS = 2
_CARVED = 0.95  # how sure it is of such backs


def separate_blanks_from_backs(
    crops: Pixels,
    probabilities: Floats,
    labels: Sequence[str],
    sure: NDArray[np.bool_] | None = None,
) -> Floats:
    """Tell a wholly blank white dragon from a face-down tile by the colour of its body.

    `crops` (n, s, s, 3) RGB, `probabilities` (n, k) of `labels`. A face without print that has the
    body of the face-up tiles around it is a white dragon; one of another colour lies face down.
    Only what is blank or back anyway, and plain, is looked at, and only beside four faces or more
    (of the `sure` (n,) ones, where these are given).
    """
    blank, back = labels.index(BLANK), labels.index(FACE_DOWN)
    likeliest = probabilities.argmax(axis=1)
    face_up = (likeliest != blank) & (likeliest != back)
    faces = np.flatnonzero(face_up if sure is None else face_up & sure)
    either = probabilities[:, blank] + probabilities[:, back]
    asked = np.flatnonzero(either > _OF_THE_TWO)
    asked = asked[[is_plain(crops[tile]) for tile in asked]] if len(asked) else asked
    if len(faces) < _FEWEST_FACES or not len(asked):
        return probabilities
    adjusted = probabilities.copy()
    bodies = {int(tile): body_colour(crops[tile]) for tile in {*faces.tolist(), *asked.tolist()}}
    usual = np.median([bodies[int(tile)] for tile in faces], axis=0)
    for tile in asked:
        away = bodies[int(tile)] - usual
        difference = float(np.hypot(away[1], away[2])) + _LIGHTNESS * max(0.0, -float(away[0]))
        by_colour = np.clip((_OTHER_BODY - difference) / _STEP, -_MOST, _MOST)
        odds = np.log(max(adjusted[tile, blank], 1e-6) / max(adjusted[tile, back], 1e-6))
        share = 1 / (1 + np.exp(-(by_colour + _CLASSIFIER * odds)))
        adjusted[tile, blank], adjusted[tile, back] = (
            either[tile] * share,
            either[tile] * (1 - share),
        )
    return adjusted


def mark_carved_backs(
    bodies: NDArray[np.float64], probabilities: Floats, labels: Sequence[str]
) -> Floats:
    """Take what is far darker than the faces, and has no sure name, for backs with a sign on them.

    `bodies` (n, 3) in Lab, `probabilities` (n, k) of `labels`. One alone may be a chip or a die.
    """
    best = probabilities.max(axis=1, initial=0.0)
    back = labels.index(FACE_DOWN)
    faces = (best >= _OWN_NAME) & (probabilities.argmax(axis=1) != back)
    if faces.sum() < _FEWEST_FACES:
        return probabilities
    dark = bodies[:, 0] < np.median(bodies[faces, 0]) - _DARKER
    if (dark & faces).any():
        return probabilities
    carved = np.flatnonzero(dark & (best < _OWN_NAME))
    if len(carved) < _FEWEST_BACKS:
        return probabilities
    adjusted = probabilities.copy()
    adjusted[carved] *= (1 - _CARVED) / adjusted[carved].sum(axis=1, keepdims=True).clip(1e-6)
    adjusted[carved, back] += _CARVED
    return adjusted


def is_plain(crop: Pixels) -> bool:
    """Whether a face (s, s, 3) carries no print, whatever its colour."""
    return float(_inner(crop)[:, :, 0].std()) < _PLAIN


def body_colour(crop: Pixels) -> NDArray[np.float64]:
    """Return the colour of a tile's body as Lab (3,): the middle of the face's brighter part."""
    flat = np.ascontiguousarray(_inner(crop).reshape(-1, 3).T)
    place = math.ceil(_BRIGHT * (flat.shape[1] - 1))
    bright = flat[:, flat[0] >= np.partition(flat[0], place)[place]]
    middle = [(bright.shape[1] - 1) // 2, bright.shape[1] // 2]
    return np.asarray(np.partition(bright, middle, axis=1)[:, middle].mean(axis=1), np.float64)


def body_colours(crops: Pixels) -> NDArray[np.float64]:
    """Return roughly the colours (n, 3) of the bodies of many faces (n, s, s, 3), in Lab.

    One pixel in nine tells enough, for a tenth of the time.
    """
    return colours_of_bodies(crops[:, _EDGE:-_EDGE:3, _EDGE:-_EDGE:3])


def colours_of_bodies(points: Pixels) -> NDArray[np.float64]:
    """Return the same by points (n, m, m, 3) of faces that show nothing of the table."""
    if not len(points):
        return np.zeros((0, 3))
    flat = np.ascontiguousarray(points).reshape(len(points), -1, 3)
    flat = np.asarray(cv2.cvtColor(flat, cv2.COLOR_RGB2LAB), np.uint8)
    place = int(_BRIGHT * (flat.shape[1] - 1))
    bright = np.argpartition(flat[:, :, 0], place, axis=1)[:, place:]
    bodies = np.median(np.take_along_axis(flat, bright[:, :, None], axis=1), axis=1)
    return np.asarray(bodies, np.float64)


def _inner(crop: Pixels) -> Pixels:
    part = np.ascontiguousarray(crop[_EDGE:-_EDGE, _EDGE:-_EDGE])
    return np.asarray(cv2.cvtColor(part, cv2.COLOR_RGB2LAB), np.uint8)


_FEWEST_SURE = 5  # suit tiles and honours by which the others are judged
_SURE_NAME = 0.9
_NO_BODY = 24.0  # in CIE Lab as 8 bits: print of one colour makes up to 20
_SMALLER = 0.45  # natural logarithm of a size, of what lies there
# How strongly sizes are held to be the same across the table, and down it, where nothing shows that
# they change: people hold a camera level, so that what lies higher in the photo lies farther off.
_STEADY = (0.5, 0.05)
_LEAST_SIZE = 0.2  # of the usual one, that is believed of any place
_WITHIN = 0.5  # of the smaller of two sights


def stranger_mask(
    crops: Pixels,
    bodies: NDArray[np.float64],
    corners: Floats,
    probabilities: Floats,
    labels: Sequence[str],
) -> NDArray[np.bool_]:
    """Tell of sights (n, 4, 2) which are no tiles of the set that most of them show.

    `crops` (n, s, s, 3) RGB with the colours (n, 3) of their `bodies`, as `body_colours`
    gives them; `probabilities` (n, k) are those of `labels`. What is blank or lies face down may
    have another colour and is not judged. Without five sure tiles nothing is a stranger but what
    lies within another sight.
    """
    likely = probabilities.max(axis=1, initial=0.0)
    names = [labels[name] for name in probabilities.argmax(axis=1)]
    plain = np.array(
        [
            name == FACE_DOWN or (name == BLANK and is_plain(crop))
            for name, crop in zip(names, crops, strict=True)
        ],
        np.bool_,
    )
    bonus = np.array([is_bonus(name) for name in names], np.bool_)
    areas = np.array([cv2.contourArea(quad) for quad in corners.astype(np.float32)], np.float64)
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
    """Compare sizes (n,) with those that `tiles` let expect, as natural logarithms.

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
    """Return what share (n, n) of the smaller of two sights both of them cover."""
    shares = np.zeros((len(corners), len(corners)))
    quads, areas = corners.astype(np.float32), areas.clip(1e-6)
    middles, reach = corners.mean(axis=1), geometry.sides(corners).max(axis=1, initial=0.0)
    apart = geometry.distances(middles, middles)
    for one, other in np.argwhere(np.triu(apart < reach[:, None], k=1)):
        shared, _ = cv2.intersectConvexConvex(quads[one], quads[other])
        shares[one, other] = shares[other, one] = shared / min(areas[one], areas[other])
    return shares


_ACROSS, _DEEP = 0.6, 0.18  # of a tile's width and height: the strips beyond its ends
_AWAY = 0.68  # tile heights from its middle to theirs
_MIDDLE = 0.6  # of both sides
_GRID = np.linspace(0.0, 1.0, 7, dtype=np.float32)
# In Lab as 8 bits, light falling off counted less: from what lies beyond one end.
_SAME_COLOUR, _LIGHT_FALLS = 5.0, 0.3
_BESIDE_FACE = 1.6  # tile sizes to a face, beside which a back may complete a kong


def bare_table_mask(pixels: Pixels, backs: Floats, faces: Floats) -> NDArray[np.bool_]:
    """Return which quads (n, 4, 2) beside faces show just what lies above or below them there.

    `faces` (m, 4, 2) are tiles from their own top left on: they say which way is down. At the
    table's edge it goes on at one end only, so one is enough.
    """
    if not len(backs) or not len(faces):
        return np.zeros(len(backs), np.bool_)
    quads, near = _align_backs(backs.astype(np.float32), faces.astype(np.float32))
    within = _median_colours(pixels, _sub_quads(quads, 0.0, _MIDDLE, _MIDDLE))
    ends = [
        _median_colours(pixels, _sub_quads(quads, sense * _AWAY, _ACROSS, _DEEP))
        for sense in (-1, 1)
    ]
    away = np.minimum(*(_differences(within, end) for end in ends))
    return near & (away < _SAME_COLOUR)


def _align_backs(backs: Floats, faces: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Turn backs (n, 4, 2) to stand as the nearest face does, and tell which (n,) are near it."""
    away = geometry.distances(backs.mean(axis=1), faces.mean(axis=1))
    nearest = faces[away.argmin(axis=1)]
    down = nearest[:, 3] - nearest[:, 0]
    along, across = (
        np.abs((side * down).sum(axis=1)) / np.linalg.norm(side, axis=1).clip(1e-6)
        for side in (backs[:, 3] - backs[:, 0], backs[:, 1] - backs[:, 0])
    )
    turned = np.where((across > along)[:, None, None], np.roll(backs, -1, axis=1), backs)
    size = np.sqrt(geometry.sides(nearest).prod(axis=1))
    return turned, np.asarray(away.min(axis=1) < _BESIDE_FACE * size, np.bool_)


def _sub_quads(quads: Floats, down: float, across: float, deep: float) -> Floats:
    """Return parts of quads (n, 4, 2): so far down from the middle, so wide and so deep."""
    tiles = Quads(quads)
    middle = tiles.middles + np.float32(down) * tiles.down
    wide, tall = tiles.right * np.float32(across / 2), tiles.down * np.float32(deep / 2)
    return np.stack(
        [middle - wide - tall, middle + wide - tall, middle + wide + tall, middle - wide + tall],
        axis=1,
    )


def _median_colours(pixels: Pixels, quads: Floats) -> NDArray[np.float64]:
    """Return the usual colours (n, 3) of quads in Lab as 8 bits."""
    if not len(quads):
        return np.zeros((0, 3))
    points = geometry.sample(pixels, quads, _GRID).reshape(len(quads), -1, 3)
    lab = np.asarray(cv2.cvtColor(points, cv2.COLOR_RGB2LAB), np.uint8)
    return np.asarray(np.median(lab, axis=1), np.float64)


def _differences(ones: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compare colours (n, 3) with others."""
    away = np.abs(ones - others)
    return np.asarray(np.hypot(away[:, 1], away[:, 2]) + _LIGHT_FALLS * away[:, 0])
