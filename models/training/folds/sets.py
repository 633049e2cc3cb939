"""Tile sets left out: cuts the crops of the others, and names those of the sets left out.

`python -m models.training.folds` runs both commands of this module, `cut` and `name`.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from datasets.command_line import command_parser
from datasets.evaluation.figures import PhotoResult, Prediction
from datasets.evaluation.summary import model_about, summary
from models.training.data.crops import SIZE, Crop, classified, from_tile_crops, save, seen_by
from models.training.folds.plan import tile_sets
from vision.nets.faces import (
    NOT_A_TILE,
    Captions,
    Classifier,
    Closeup,
    combine_captions,
    find_doubtful_bonus,
)

BATCH = 64
SURE = 0.85


def crops_of(photos: Path, sets: Iterable[str], size: int = SIZE) -> list[Crop]:
    """Read the crops of some tile sets only, at so many px with their margin."""
    wanted = set(sets)
    others = [each for each in tile_sets(photos) if each not in wanted]
    return list(from_tile_crops(photos, others, size))


def name_crops(
    crops: Sequence[Crop],
    classifier: Classifier,
    closeup: Closeup | None = None,
    captions: Captions | None = None,
) -> list[PhotoResult]:
    """Name crops as reading does, in their own frame; one result a tile set."""
    read: list[Prediction] = []
    tiles = np.array([label != NOT_A_TILE for label in classifier.labels])
    labels = tuple(label for label in classifier.labels if label != NOT_A_TILE)
    for start in range(0, len(crops), BATCH):
        part = crops[start : start + BATCH]
        pixels = [crop.pixels for crop in part]
        rows = classified(pixels, classifier, closeup).probabilities[:, tiles]
        if captions is not None:
            words = find_doubtful_bonus(rows, labels)
            if len(words):
                told = captions.read(seen_by(captions, pixels, words))
                rows[words] = combine_captions(rows[words], told, labels)
        for crop, row in zip(part, rows, strict=True):
            best = int(row.argmax())
            confidence = float(row[best])
            read.append(Prediction(crop.code, labels[best], confidence, confidence < SURE))
    origins = [crop.origin.split("/")[-1] for crop in crops]
    return [
        PhotoResult(
            file=origin,
            source="mahjong-dataset",
            group=origin,
            scene="crops",
            predictions=tuple(
                each for each, name in zip(read, origins, strict=True) if name == origin
            ),
            missed=(),
        )
        for origin in sorted(set(origins))
    ]


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = command_parser("models.training.folds.sets", __doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    cutting = commands.add_parser("cut", help="cut the crops of all sets but some")
    cutting.add_argument("--without", nargs="+", required=True, help="sets to leave out")
    naming = commands.add_parser("name", help="name the crops of some sets")
    naming.add_argument("--sets", nargs="+", required=True, help="sets to name")
    naming.add_argument("--classifier", type=Path, required=True)
    naming.add_argument("--closeup", type=Path)
    naming.add_argument("--captions", type=Path)
    for command in (cutting, naming):
        command.add_argument("--photos", type=Path, required=True)
        command.add_argument("--out", type=Path, required=True)
        command.add_argument("--size", type=int, default=SIZE, help="px of a crop with its margin")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = parse(arguments)
    if options.command == "cut":
        cut = from_tile_crops(options.photos, options.without, options.size)
        count = save(cut, options.out)
        print(f"wrote {count} crops to {options.out}")
        return 0
    closeup = None if options.closeup is None else Closeup.load(options.closeup)
    captions = None if options.captions is None else Captions.load(options.captions)
    classifier = Classifier.load(options.classifier)
    crops = crops_of(options.photos, options.sets, options.size)
    results = name_crops(crops, classifier, closeup, captions)
    about = {"sets": options.sets, "classifier": model_about(options.classifier)}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(summary(results, about), indent=1) + "\n", encoding="utf-8")
    print(f"named the crops of {', '.join(options.sets)}: {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
