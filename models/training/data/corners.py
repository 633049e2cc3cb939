"""Gives labelled boxes the corners that a detector sees in them, for training.

    python -m models.training.data.corners --photos ../shared/photos --out build/corners.jsonl

A box says little about a tilted tile. If the hull of a detected quad agrees with a labelled box
(IoU above .85), the quad is taken as the tile's outline. The detector (`--corners FILE`) learns
from them as from exact corners; labels with an outline of their own keep it. Quads on no label, of
unlabelled pools and rows, are then learned as neither tile nor table.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import models
from datasets.command_line import command_parser
from datasets.labels.photos import Label, Photo, load_photos
from datasets.paths import PHOTOS
from vision.arrays import Floats
from vision.nets.detector import Detector
from vision.quads import geometry

AGREED = 0.85
APART = 0.2
UNNAMED = "--"
SIDES = (640, 896)


def match_boxes(boxes: Floats, found: Floats) -> list[int | None]:
    """Return for each box (n, 4) the quad (m, 4, 2) that agrees with it, each quad for one box."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Quads:
    """Detections in a photo, in fractions: quads (n, 4, 2) `agreed` with boxes, or `spare`."""

    agreed: Floats
    spare: Floats


def look_at(photo: Photo, detector: Detector) -> Quads:
    """Return quads that agree with labelled boxes, and those that lie on no label.

    The photo is examined at two scales; if both agree with a box, the quad is their mean.
    """
    image = photo.image()
    size = np.array([image.shape[1], image.shape[0]], np.float32)
    boxes = photo.boxes(image.shape[1], image.shape[0])
    looks = [geometry.turn_upright(detector.detect(image, side).corners) for side in SIDES]
    chosen = [match_boxes(boxes, found) for found in looks]
    quads = []
    for index in range(len(boxes)):
        picks = [pick[index] for pick in chosen]
        seen = [found[p] for found, p in zip(looks, picks, strict=True) if p is not None]
        if seen:
            quads.append(_mean(seen))
    spare = looks[0][unlabelled_mask(looks[0], boxes)]
    return Quads(np.array(quads, np.float32).reshape(-1, 4, 2) / size, spare / size)


def unlabelled_mask(quads: Floats, boxes: Floats) -> NDArray[np.bool_]:
    """Return which quads (n, 4, 2) lie on none of the boxes (m, 4)."""
    overlap = geometry.box_iou(geometry.hulls(quads), boxes)
    return np.asarray(overlap.max(axis=1, initial=0) < APART)


def _mean(quads: list[Floats]) -> Floats:
    """Return the mean of quads (4, 2) of one tile, whichever corner each begins with."""
    first = quads[0]
    alike = [
        min((np.roll(quad, k, axis=0) for k in range(4)), key=lambda q: float(abs(q - first).sum()))
        for quad in quads
    ]
    return np.asarray(np.mean(alike, axis=0), np.float32)


def load_corners(path: Path) -> dict[str, Quads]:
    """Return the quads of each photo by its file name."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {row["file"]: Quads(_array(row["agreed"]), _array(row["spare"])) for row in rows}


def add_corners(photos: Iterable[Photo], known: Mapping[str, Quads]) -> list[Photo]:
    """Return photos with outlines for their labels, and with the unlabelled quads.

    The latter count like captions: part of some tile, to be neither found nor passed over.
    """
    return [
        _complete(photo, known[photo.file]) if photo.file in known else photo for photo in photos
    ]


def _complete(photo: Photo, quads: Quads) -> Photo:
    boxes = np.array([label.box for label in photo.tiles], np.float32).reshape(-1, 4)
    tiles = [
        label
        if pick is None or label.outline is not None or not label.whole
        else replace(label, outline=_points(quads.agreed[pick]))
        for label, pick in zip(photo.tiles, match_boxes(boxes, quads.agreed), strict=True)
    ]
    if photo.tiles and not photo.complete:
        spare = quads.spare[unlabelled_mask(quads.spare, boxes)]
        tiles += [_unnamed(quad) for quad in spare]
    return replace(photo, tiles=tuple(tiles))


def _unnamed(quad: Floats) -> Label:
    """Return a label that says only that a tile may lie there."""
    (x0, y0), (x1, y1) = quad.min(axis=0).tolist(), quad.max(axis=0).tolist()
    return Label(UNNAMED, (x0, y0, x1, y1), _points(quad), whole=False)


def _points(quad: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in quad)


def _array(rows: object) -> Floats:
    return np.array(rows, np.float32).reshape(-1, 4, 2)


def main() -> None:
    """Read the command line and write the corners, one line per photo."""
    parser = command_parser("models.training.data.corners", __doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    parser.add_argument("--detector", type=Path, default=models.path("detector"))
    parser.add_argument("--out", type=Path, default=Path("build/corners.jsonl"))
    options = parser.parse_args()
    detector = Detector.load(options.detector)
    photos = load_photos(options.photos, split="train")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    labels = given = 0
    with options.out.open("w", encoding="utf-8") as lines:
        for photo in photos:
            quads = look_at(photo, detector)
            labels, given = labels + len(photo.tiles), given + len(quads.agreed)
            row = {name: getattr(quads, name).round(5).tolist() for name in ("agreed", "spare")}
            lines.write(json.dumps({"file": photo.file, **row}) + "\n")
    print(f"{given} of {labels} labels have corners now: {options.out}")


if __name__ == "__main__":
    main()
