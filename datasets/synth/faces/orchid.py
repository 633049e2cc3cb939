"""The word orchid as engravers cut it: 兰 in a dozen strokes less than 蘭 has, no two alike.

Six of the seven tagged sets in mahjong-dataset whose flowers bear words have it in such a form,
between 兰, 芸 and 竺, which no font has.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.uint8]
Stroke = tuple[tuple[float, float], ...]  # corners from left to right and down, in shares of a side
ORCHID = "兰"

_SIDE, _EDGE = 200, 40  # px of the word, and around it
_BODIES: Mapping[str, tuple[Stroke, ...]] = MappingProxyType(
    {
        "three": (
            ((0.22, 0.4), (0.78, 0.38)),
            ((0.28, 0.64), (0.72, 0.62)),
            ((0.04, 0.93), (0.96, 0.9)),
        ),
        "three wide": (
            ((0.1, 0.38), (0.9, 0.36)),
            ((0.2, 0.62), (0.8, 0.6)),
            ((0.04, 0.93), (0.96, 0.9)),
        ),
        "two": (((0.22, 0.5), (0.8, 0.48)), ((0.06, 0.92), (0.94, 0.9))),
        "cloud": (
            ((0.26, 0.4), (0.74, 0.38)),
            ((0.08, 0.58), (0.92, 0.56)),
            ((0.46, 0.6), (0.24, 0.92), (0.74, 0.88)),
            ((0.64, 0.72), (0.82, 0.97)),
        ),
        "posts": (
            ((0.12, 0.4), (0.88, 0.38)),
            ((0.34, 0.46), (0.37, 0.84)),
            ((0.64, 0.46), (0.61, 0.84)),
            ((0.05, 0.92), (0.95, 0.9)),
        ),
    }
)
_HEADS: Mapping[str, tuple[Stroke, ...]] = MappingProxyType(
    {
        "drops": (((0.28, 0.03), (0.4, 0.22)), ((0.72, 0.0), (0.58, 0.22))),
        "grass": (
            ((0.1, 0.15), (0.9, 0.12)),
            ((0.34, 0.0), (0.37, 0.27)),
            ((0.66, 0.0), (0.62, 0.27)),
        ),
        "broken grass": (
            ((0.06, 0.15), (0.42, 0.13)),
            ((0.56, 0.14), (0.94, 0.11)),
            ((0.26, 0.0), (0.3, 0.26)),
            ((0.74, 0.0), (0.68, 0.26)),
        ),
        "bamboo": (
            ((0.24, 0.0), (0.08, 0.2)),
            ((0.2, 0.1), (0.44, 0.09)),
            ((0.32, 0.1), (0.35, 0.24)),
            ((0.7, 0.0), (0.55, 0.2)),
            ((0.66, 0.1), (0.94, 0.08)),
            ((0.8, 0.1), (0.8, 0.24)),
        ),
    }
)


@cache
def draw_orchid(hand: int) -> Mask:
    """Return the coverage (h, w) of the word cut to its ink, as the engraver `hand` writes it."""
    rng = np.random.default_rng((hand, 5170))
    head = _HEADS[str(rng.choice(list(_HEADS)))]
    body = _BODIES[str(rng.choice(list(_BODIES)))]
    unsteady, slant = float(rng.uniform(0.0, 0.035)), float(rng.uniform(-0.02, 0.12))
    strokes = [
        np.array(stroke) + rng.normal(0, unsteady, (len(stroke), 2)) for stroke in (*head, *body)
    ]
    if rng.random() < 0.3:  # the hand stays down between the last strokes
        strokes.append(np.stack([strokes[-2][-1], strokes[-1][0]]))
    width = float(rng.uniform(0.07, 0.15)) * _SIDE
    mask = np.zeros((_SIDE + 2 * _EDGE,) * 2, np.uint8)
    for stroke in strokes:
        risen = stroke - np.stack([np.zeros(len(stroke)), stroke[:, 0] - 0.5], axis=1) * slant
        _cut(mask, risen * _SIDE + _EDGE, width * float(rng.uniform(0.8, 1.15)))
    x, y, w, h = cv2.boundingRect(mask)
    return mask[y : y + h, x : x + w]


def _cut(mask: Mask, corners: npt.NDArray[np.float64], width: float) -> None:
    """Cut a stroke of a width through `corners` (n, 2), all in pixels."""
    fixed = [np.round(corners * 16).astype(np.int32)]
    wide = max(1, round(width))
    cv2.polylines(
        mask, fixed, isClosed=False, color=255, thickness=wide, lineType=cv2.LINE_AA, shift=4
    )
