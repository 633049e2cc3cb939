"""Gives labelled boxes the corners that a detector sees in them, to learn from.

    python -m models.training.corners --photos ../shared/photos --out build/corners.jsonl

A box says little of a tilted tile. Where the hull of a detected quad agrees with a labelled box
(IoU above .85), the quad is taken for the tile's outline. `models.training.detector --corners FILE`
learns from them as from exact corners; labels that have an outline of their own keep it.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

import models
from datasets.paths import PHOTOS
from datasets.photos import Photo, load_photos
from vision import geometry
from vision.detector import Detector
from vision.geometry import Floats

AGREED = 0.85
SIDES = (640, 896)


def agreed(boxes: Floats, found: Floats) -> list[int | None]:
    """Say for each box (n, 4) which quad (m, 4, 2) agrees with it; no quad serves two boxes."""
    chosen: list[int | None] = [None] * len(boxes)
    if not len(boxes) or not len(found):
        return chosen
    overlap = geometry.box_iou(boxes, geometry.hulls(found))
    for place in np.argsort(-overlap, axis=None).tolist():
        box, quad = divmod(place, len(found))
        if overlap[box, quad] <= AGREED:
            break
        if chosen[box] is None and quad not in chosen:
            chosen[box] = quad
    return chosen


def corners_of(photo: Photo, detector: Detector) -> Iterator[Floats]:
    """Give the quads (4, 2), in fractions of the photo, that agree with its labelled boxes.

    The photo is looked at at two scales; where both agree with a box, the quad is their mean.
    """
    image = photo.image()
    size = np.array([image.shape[1], image.shape[0]], np.float32)
    boxes = photo.boxes(image.shape[1], image.shape[0])
    looks = [geometry.upright(detector.detect(image, side).corners) for side in SIDES]
    chosen = [agreed(boxes, found) for found in looks]
    for index, label in enumerate(photo.tiles):
        quads = [
            found[quad]
            for found, picks in zip(looks, chosen, strict=True)
            if (quad := picks[index]) is not None
        ]
        if quads and label.whole and label.outline is None:
            yield np.asarray(_mean(quads) / size, np.float32)


def _mean(quads: list[Floats]) -> Floats:
    """Average quads (4, 2) of one tile, whichever corner each begins with."""
    first = quads[0]
    alike = [
        min((np.roll(quad, k, axis=0) for k in range(4)), key=lambda q: float(abs(q - first).sum()))
        for quad in quads
    ]
    return np.asarray(np.mean(alike, axis=0), np.float32)


def load_corners(path: Path) -> dict[str, Floats]:
    """Read the quads (n, 4, 2) of each photo by its file name."""
    lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {row["file"]: np.array(row["corners"], np.float32).reshape(-1, 4, 2) for row in lines}


def with_corners(photos: Iterable[Photo], known: Mapping[str, Floats]) -> list[Photo]:
    """Give photos whose labels have these corners as outlines, where the two agree."""
    return [_outlined(photo, known.get(photo.file)) for photo in photos]


def _outlined(photo: Photo, quads: Floats | None) -> Photo:
    if quads is None:
        return photo
    boxes = np.array([label.box for label in photo.tiles], np.float32).reshape(-1, 4)
    tiles = [
        label
        if pick is None or label.outline is not None or not label.whole
        else replace(label, outline=tuple((float(x), float(y)) for x, y in quads[pick]))
        for label, pick in zip(photo.tiles, agreed(boxes, quads), strict=True)
    ]
    return replace(photo, tiles=tuple(tiles))


def main() -> None:
    """Read the command line and write the corners, a line a photo."""
    parser = argparse.ArgumentParser(prog="python -m models.training.corners", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    parser.add_argument("--detector", type=Path, default=models.path("detector"))
    parser.add_argument("--without", default=None, help="a source of photos to leave out")
    parser.add_argument("--threads", type=int, default=0, help="cores (default all)")
    parser.add_argument("--out", type=Path, default=Path("build/corners.jsonl"))
    options = parser.parse_args()
    detector = Detector.load(options.detector, options.threads)
    photos = load_photos(options.photos, split="train", without=options.without)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    labels = given = 0
    with options.out.open("w", encoding="utf-8") as lines:
        for photo in photos:
            quads = list(corners_of(photo, detector))
            labels, given = labels + len(photo.tiles), given + len(quads)
            row = {
                "file": photo.file,
                "corners": [[[round(float(v), 5) for v in point] for point in q] for q in quads],
            }
            lines.write(json.dumps(row) + "\n")
    print(f"{given} of {labels} labels have corners now: {options.out}")


if __name__ == "__main__":
    main()
