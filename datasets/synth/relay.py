"""Lays real winning hands down anew: `python -m datasets.synth.relay --out build/relaid --seed 1`.

The photos with a hand that somebody wrote down show single rows. This command cuts the tiles out of
them, moves sets behind or beside the hand, as players lay them down, sets the winning tile apart,
puts bonus tiles aside, adds the fourth tile of a kong and a pool from other photos of like light,
and looks at most of them from elsewhere. Stretched photos are given the shape that a phone takes.
What comes out is written with its truth, as rendered photos are, and read by
`python -m datasets.evaluation.readings --rendered build/relaid`. All tiles, their light and the
table are real, their places are not. The photos are those of the folder of labelled photos: never
commit them.
"""

import argparse
import json
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

import models
from datasets.evaluation.whole_hands import judge_tiles
from datasets.labels.photos import DatasetError, load_photos, table_area
from datasets.labels.structure import Structure, load_structures, named
from datasets.paths import PHOTOS
from datasets.synth.relaid.composed import with_a_winning_hand
from datasets.synth.relaid.row import PhotographedRow, as_taken
from datasets.synth.relaid.scene import can_be_laid, donors_of, relay
from datasets.synth.scenes.files import truth_of
from datasets.synth.scenes.scene import Scene
from vision.nets.session import ModelError
from vision.reader import Reader

_QUALITY = 92
_LONG = 10  # tiles of a row worth moving
_WITH = "complete"  # the group of hands that win as they lie


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when the photos or the models are not as they should be."""
    parser = argparse.ArgumentParser(prog="python -m datasets.synth.relay", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    parser.add_argument("--out", type=Path, required=True, help="folder for photos and truth.jsonl")
    parser.add_argument("--each", type=int, default=4, help="ways to lay each hand down")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--rows",
        action="store_true",
        help="single rows of any kind, with winning hands of tiles of like photos in their place",
    )
    options = parser.parse_args(arguments)
    read = labelled if options.rows else photographed
    try:
        rows = [row for row in read(options.photos) if row is not None]
    except (DatasetError, ModelError, models.WeightsError) as error:
        print(f"relay: {error}", file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, scene in scenes_of(rows, options.seed, options.each, composed=options.rows):
        file = f"{name}.jpg"
        flags = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
        photo = cv2.imencode(".jpg", scene.image[..., ::-1], flags)[1]
        (options.out / file).write_bytes(photo.tobytes())
        lines.append(json.dumps(truth_of(scene, file), ensure_ascii=False) + "\n")
    (options.out / "truth.jsonl").write_text("".join(lines), encoding="utf-8")
    print(f"{len(rows)} rows read; {len(lines)} photos written")
    return 0


def scenes_of(
    rows: Sequence[PhotographedRow], seed: int, each: int, *, composed: bool
) -> Iterator[tuple[str, Scene]]:
    """Lay every row with free cloth down in `each` ways, and name what comes out.

    `composed`: winning hands of tiles of like photos take the place of the rows.
    """
    usable = [row for row in rows if can_be_laid(row)]
    for number, row in enumerate(usable):
        donors = donors_of(row, rows)
        for way in range(each):
            rng = np.random.default_rng((seed, number, way))
            laid = with_a_winning_hand(row, donors, rng) if composed else row
            scene = None if laid is None else relay(laid, donors, rng)
            if scene is not None:
                yield f"relaid-{seed}-{number:03}-{way}", scene


def photographed(folder: Path) -> Iterator[PhotographedRow | None]:
    """Give the rows of all winning hands that somebody wrote down; raises DatasetError."""
    hands = named(load_structures())
    reader = Reader(*models.shipped())
    for photo in load_photos(folder):
        group, text = hands.get(photo.path.stem, ("", ""))
        if group == _WITH:
            image = as_taken(photo.image(), reader.read(photo.path.read_bytes()))
            reading = reader.read(image)
            if reading.hand and Structure.parse(reading.hand) == Structure.parse(text):
                yield PhotographedRow.of(photo.path.stem, image, reading)


def labelled(
    folder: Path, split: str | None = None, without: Collection[str] = ()
) -> Iterator[PhotographedRow | None]:
    """Give all single rows that were read as they are labelled; raises DatasetError.

    `split` keeps one part of the photos, `without` leaves photos of these names out.
    """
    reader = Reader(*models.shipped())
    for photo in load_photos(folder, split=split):
        if photo.path.stem in without:
            continue
        if photo.scene != "row" or photo.augmented or len(photo.tiles) < _LONG:
            continue
        whole = as_taken(photo.image(), reader.read(photo.path.read_bytes()))
        x0, y0, x1, y1 = table_area(whole)
        image = np.ascontiguousarray(whole[y0:y1, x0:x1])
        reading = reader.read(image)
        if judge_tiles(reading, [label.tile for label in photo.tiles]).right:
            yield PhotographedRow.of(photo.path.stem, image, reading)


if __name__ == "__main__":
    sys.exit(main())
