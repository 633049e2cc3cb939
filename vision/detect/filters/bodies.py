"""What the tiles of one photo say about each other: they are of one set, in one light."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.sets import BLANK, FACE_DOWN

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


def tell_blanks_from_backs(
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
    told = probabilities.copy()
    bodies = {int(tile): body_colour(crops[tile]) for tile in {*faces.tolist(), *asked.tolist()}}
    usual = np.median([bodies[int(tile)] for tile in faces], axis=0)
    for tile in asked:
        away = bodies[int(tile)] - usual
        difference = float(np.hypot(away[1], away[2])) + _LIGHTNESS * max(0.0, -float(away[0]))
        by_colour = np.clip((_OTHER_BODY - difference) / _STEP, -_MOST, _MOST)
        odds = np.log(max(told[tile, blank], 1e-6) / max(told[tile, back], 1e-6))
        share = 1 / (1 + np.exp(-(by_colour + _CLASSIFIER * odds)))
        told[tile, blank], told[tile, back] = either[tile] * share, either[tile] * (1 - share)
    return told


def tell_carved_backs(
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
    told = probabilities.copy()
    told[carved] *= (1 - _CARVED) / told[carved].sum(axis=1, keepdims=True).clip(1e-6)
    told[carved, back] += _CARVED
    return told


def is_plain(crop: Pixels) -> bool:
    """Whether a face (s, s, 3) carries no print, whatever its colour."""
    return float(_inner(crop)[:, :, 0].std()) < _PLAIN


def body_colour(crop: Pixels) -> NDArray[np.float64]:
    """Give the colour of a tile's body as Lab (3,): the middle of the face's brighter part."""
    flat = np.ascontiguousarray(_inner(crop).reshape(-1, 3).T)
    place = math.ceil(_BRIGHT * (flat.shape[1] - 1))
    bright = flat[:, flat[0] >= np.partition(flat[0], place)[place]]
    middle = [(bright.shape[1] - 1) // 2, bright.shape[1] // 2]
    return np.asarray(np.partition(bright, middle, axis=1)[:, middle].mean(axis=1), np.float64)


def body_colours(crops: Pixels) -> NDArray[np.float64]:
    """Give roughly the colours (n, 3) of the bodies of many faces (n, s, s, 3), in Lab.

    One pixel in nine tells enough, for a tenth of the time.
    """
    return colours_of_bodies(crops[:, _EDGE:-_EDGE:3, _EDGE:-_EDGE:3])


def colours_of_bodies(points: Pixels) -> NDArray[np.float64]:
    """Give the same by points (n, m, m, 3) of faces that show nothing of the table."""
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
