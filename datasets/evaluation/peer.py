"""Answers of the package `mahjong-detector` in our JSON.

`python -m datasets.evaluation.peer PHOTO…` prints one a line. That package is a YOLO11n of 34
names: boxes and names, no hand, no bonus tiles. What its own call `detect_tiles` gives is printed,
with the boxes that the call leaves out; as it tells no hand, all of it is taken for one.
"""

import json
import sys
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from mahjong_detector.predict import CLASS_NAMES, predict
from mahjong_detector.preprocess import preprocess_image
from PIL import Image

HONOURS = ("1z", "2z", "3z", "4z", "5z", "6z", "7z")
_CODES: Mapping[str, str] = MappingProxyType(
    dict(zip(("tou", "nan", "sha", "pe", "haku", "hatsu", "chun"), HONOURS, strict=True))
)


def answer(photo: str) -> dict[str, object]:
    """Read one photo; raises OSError for one that is none."""
    begun = time.perf_counter()
    with Image.open(photo) as image:
        found = sorted(predict(*preprocess_image(image)), key=lambda each: each.x1)
        size = image.size
    took = 1000 * (time.perf_counter() - begun)
    names = [CLASS_NAMES[each.class_id] for each in found]
    return {
        "photo": photo,
        "size": size,
        "tiles": [
            {
                "tile": _CODES.get(name, name),
                "confidence": round(each.confidence, 4),
                "box": [each.x1, each.y1, each.x2, each.y2],
            }
            for name, each in zip(names, found, strict=True)
        ],
        "timings_ms": {"total": round(took, 1)},
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print an answer a line; 1 where a photo could not be read."""
    refused = 0
    for photo in sys.argv[1:] if arguments is None else arguments:
        try:
            row = answer(photo)
        except OSError as error:
            refused += 1
            row = {"photo": photo, "error": {"code": "no_photo", "detail": str(error)}}
        print(json.dumps(row), flush=True)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
