"""Looks for wrong labels: `python -m datasets.evaluation.audit --split val --out build/audit`.

Where a confident reading disagrees with a label, or finds a tile that has none, a crop goes on the
contact sheet `doubts.png` and a candidate into `candidates.jsonl`, in the form of
`datasets/labels/corrections.jsonl` without its reason. A person looks at each and moves over what
is certain by eye, with the reason. Labels that the corrections say stay are not doubted again. With
`--labels` no model is asked: every label goes on the sheet of its class, `label-5p.png` and so on.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.command_line import command_parser
from datasets.evaluation.matching import NO_TILE, OVERLAP
from datasets.evaluation.measurement import Measurement, compare
from datasets.evaluation.networks import add_networks, reader_of
from datasets.evaluation.sheets import contact_sheet, cut
from datasets.labels.corrections import Correction, CorrectionError, load_corrections
from datasets.labels.photos import DatasetError, Photo, load_photos
from datasets.paths import PHOTOS
from vision.arrays import Floats, Pixels
from vision.nets.session import ModelError
from vision.photo.image import PhotoError
from vision.quads import geometry

STRIP_MARGIN = 0.5
Corrections = Mapping[str, Sequence[Correction]]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A label that a confident reading contradicts; `tile` is None where the label is lacking."""

    photo: Photo
    tile: int | None
    was: str | None
    read: str
    confidence: float
    box: tuple[float, ...]

    def candidate(self, width: int, height: int) -> dict[str, object]:
        """Return the correction that would follow, its reason left to a person."""
        if self.tile is not None:
            place: dict[str, object] = {"tile": self.tile, "was": self.was, "label": self.read}
        else:
            scale = np.array([width, height, width, height])
            edges = np.clip(np.array(self.box) / scale, 0, 1)
            place = {"label": self.read, "box": [round(float(edge), 5) for edge in edges]}
        confidence = round(self.confidence, 3)
        return {"file": self.photo.file, **place, "why": "", "confidence": confidence}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when the folder, a model or a label is not as it should be."""
    options = parse(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        photos = load_photos(
            options.photos, split=options.split, source=options.source, corrected=False
        )
        if options.labels:
            label_sheets(photos, options.out)
            return 0
        reader = reader_of(options, options.threads)
        settled = load_corrections()
        found = [
            doubt
            for photo in photos
            for doubt in doubts(
                compare(photo, reader.read(photo.path.read_bytes())), options.minimum, settled
            )
        ]
        write_doubts(found, options.out)
    except (DatasetError, CorrectionError, ModelError, PhotoError, OSError) as error:
        print(f"audit: {error}", file=sys.stderr)
        return 2
    print(f"{len(found)} labels to look at: {options.out / 'doubts.png'}")
    return 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = command_parser("datasets.evaluation.audit", __doc__)
    add = parser.add_argument
    add("--split", default="val", choices=("train", "val"), help="whose photos (default val)")
    add("--source", help="only photos of this source")
    add("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    add_networks(parser)
    add("--threads", type=int, default=0, help="cores for one photo (default all)")
    add("--minimum", type=float, default=0.9, help="confidence that makes a doubt (default 0.9)")
    add("--labels", action="store_true", help="ask no model: a sheet of every class")
    add("--out", type=Path, default=Path("build/audit"), help="folder for sheets and candidates")
    return parser.parse_args(arguments)


def doubts(each: Measurement, minimum: float, settled: Corrections) -> Iterator[Doubt]:
    """Return the doubts of one photo: other names for its labels, then tiles without one."""
    done = {correction.tile for correction in settled.get(each.photo.file, ())}
    names, confidences = each.found.names, each.found.confidences
    for label, index in each.matching.pairs:
        was, read = each.truth.names[label], names[index]
        certain = float(confidences[index]) >= minimum and read not in NO_TILE
        if read != was and certain and label not in done:
            box = tuple(map(float, each.truth.boxes[label]))
            yield Doubt(each.photo, label, was, read, float(confidences[index]), box)
    hulls = geometry.hulls(each.found.corners)
    added = _added(settled.get(each.photo.file, ()), each.size)
    for index in each.matching.extra:
        known = geometry.box_iou(hulls[index : index + 1], added).max(initial=0) >= OVERLAP
        if float(confidences[index]) >= minimum and not known:
            box = tuple(map(float, hulls[index]))
            yield Doubt(each.photo, None, None, names[index], float(confidences[index]), box)


def _added(corrections: Sequence[Correction], size: tuple[int, int]) -> Floats:
    """Return the boxes (n, 4), in pixels, of labels that corrections add to a photo."""
    boxes = [correction.box for correction in corrections if correction.box is not None]
    return np.array(boxes, np.float32).reshape(-1, 4) * np.array([*size, *size], np.float32)


def write_doubts(found: Sequence[Doubt], folder: Path) -> None:
    """Write the contact sheet and the candidates, the most confident first."""
    cells: list[tuple[Pixels, str]] = []
    lines: list[str] = []
    for doubt in sorted(found, key=lambda each: -each.confidence):
        image = doubt.photo.image()
        height, width = image.shape[:2]
        cells.append((cut(image, doubt.box, 0.4), f"{doubt.was or '+'}>{doubt.read}"))
        lines.append(json.dumps(doubt.candidate(width, height)) + "\n")
    (folder / "candidates.jsonl").write_text("".join(lines), encoding="utf-8")
    _write(folder / "doubts.png", contact_sheet(cells))


def label_sheets(photos: Sequence[Photo], folder: Path) -> None:
    """Write a sheet of every class; under each crop the numbers of its photo and tile."""
    cells: dict[str, list[tuple[Pixels, str]]] = {}
    for number, photo in enumerate(photos):
        image = photo.image()
        boxes = photo.boxes(image.shape[1], image.shape[0])
        for index, (label, box) in enumerate(zip(photo.tiles, boxes, strict=True)):
            crop = cut(image, box.tolist(), 0.08 if label.whole else STRIP_MARGIN).copy()
            cells.setdefault(label.tile, []).append((crop, f"{number}.{index}"))
    for tile, crops in cells.items():
        _write(folder / f"label-{tile}.png", contact_sheet(crops, columns=16))


def _write(path: Path, sheet: Pixels) -> None:
    """Write an RGB picture as PNG."""
    cv2.imwrite(str(path), cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR))


if __name__ == "__main__":
    sys.exit(main())
