"""The word orchid as engravers cut it: 兰 in a dozen strokes less than 蘭 has, no two alike.

Six of the seven tagged sets in mahjong-dataset whose flowers bear words have it in such a form,
between 兰, 芸 and 竺, which no font has.
"""

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synth.faces.strokes import drawings

Mask = npt.NDArray[np.uint8]
ORCHID = "兰"

_SIDE, _EDGE = 200, 40  # px of the word, and around it
_BODIES, _HEADS = drawings("orchid")["bodies"], drawings("orchid")["heads"]


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
