"""A bundled photo in which the backs of a kong hardly stand out from the table."""

from pathlib import Path

import cv2
import numpy as np

_PHOTO = Path(__file__).parent / "photos" / "concealed_kong.jpg"
# The corners of the three backs of its kong, in pixels.
_BACKS = (
    ((619, 148), (740, 148), (737, 282), (615, 282)),
    ((742, 133), (863, 127), (867, 281), (745, 287)),
    ((859, 135), (972, 125), (983, 268), (869, 279)),
)
_RIM, _SOFT = 31, 6  # pixels around the backs that fade too, and of the way from full to none
_FADED = 0.57  # so much that one of the three backs is missed, and supposed
_COARSE = 0.25  # of the photo's size: fine enough for what the table would look like there


def faded_backs() -> bytes:
    """Return the photo with 57 % of the backs' colour taken from the table, as JPEG."""
    photo = np.asarray(cv2.imread(str(_PHOTO)), np.uint8)
    there = np.zeros(photo.shape[:2], np.uint8)
    for back in _BACKS:
        cv2.fillConvexPoly(there, np.array(back, np.int32), 255)
    around = cv2.dilate(there, np.ones((_RIM, _RIM), np.uint8))
    small, hole = (cv2.resize(each, None, fx=_COARSE, fy=_COARSE) for each in (photo, around))
    table = cv2.inpaint(small, hole, 9, cv2.INPAINT_TELEA)
    table = cv2.resize(table, (photo.shape[1], photo.shape[0]))
    share = _FADED * cv2.GaussianBlur(around, (0, 0), _SOFT)[..., None] / 255
    faded = (photo * (1 - share) + table * share).astype(np.uint8)
    _, file = cv2.imencode(".jpg", faded, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return file.tobytes()
