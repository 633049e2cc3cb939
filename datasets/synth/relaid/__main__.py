"""Lays real winning hands down anew: `python -m datasets.synth.relaid --out build/relaid --seed 1`.

The photos with a hand that somebody wrote down show single rows. This command cuts the tiles out of
them, moves sets behind or beside the hand, as players lay them down, sets the winning tile apart,
puts bonus tiles aside, adds the fourth tile of a kong and a pool from other photos of like light,
and looks at most of them from elsewhere. Stretched photos are given the shape that a phone takes.
What comes out is written with its truth, as rendered photos are, and read by
`python -m datasets.evaluation.readings --rendered build/relaid`. All tiles, their light and the
table are real, their places are not. The photos are those of the folder of labelled photos: never
commit them.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import models
from datasets.command_line import command_parser
from datasets.labels.photos import DatasetError
from datasets.paths import PHOTOS
from datasets.synth.relaid.row import hand_rows, labelled_rows
from datasets.synth.relaid.scene import scenes_of
from datasets.synth.render import write_image
from vision.nets.session import ModelError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when the photos or the models are not as they should be."""
    parser = command_parser("datasets.synth.relaid", __doc__)
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
    read = labelled_rows if options.rows else hand_rows
    try:
        rows = [row for row in read(options.photos) if row is not None]
    except (DatasetError, ModelError, models.WeightsError) as error:
        print(f"relay: {error}", file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, scene in scenes_of(rows, options.seed, options.each, composed=options.rows):
        lines.append(write_image(scene, options.out / f"{name}.jpg") + "\n")
    (options.out / "truth.jsonl").write_text("".join(lines), encoding="utf-8")
    print(f"{len(rows)} rows read; {len(lines)} photos written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
