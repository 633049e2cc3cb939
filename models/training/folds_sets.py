"""Tile sets left out: cuts the crops of the others, and names those of the sets left out.

`python -m models.training.folds` runs both commands of this module, `cut` and `name`.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from datasets.measures.figures import PhotoResult, Prediction
from datasets.measures.summary import model_about, summary
from models.training.crops import Crop, from_tile_crops, inner_at, save
from models.training.folds_plan import tile_sets
from vision.classifier import NOT_A_TILE, Classifier
from vision.closeup import Closeup, in_doubt, put_together

BATCH = 64
SURE = 0.85


def crops_of(photos: Path, sets: Iterable[str]) -> list[Crop]:
    """Read the crops of some tile sets only."""
    wanted = set(sets)
    return list(from_tile_crops(photos, [each for each in tile_sets(photos) if each not in wanted]))


def name_crops(
    crops: Sequence[Crop], classifier: Classifier, closeup: Closeup | None = None
) -> list[PhotoResult]:
    """Name crops as reading does, in their own frame; one result a tile set."""
    read: list[Prediction] = []
    tiles = np.array([label != NOT_A_TILE for label in classifier.labels])
    labels = [label for label in classifier.labels if label != NOT_A_TILE]
    for start in range(0, len(crops), BATCH):
        part = crops[start : start + BATCH]
        pixels = np.stack([inner_at(crop.pixels, classifier.size) for crop in part])
        named = classifier.classify(pixels)
        if closeup is not None:
            doubted = in_doubt(named.probabilities, classifier.labels)
            close = [inner_at(part[i].pixels, closeup.size, closeup.border) for i in doubted]
            if close:
                named = put_together(named, doubted, closeup.look(np.stack(close)))
        for crop, row in zip(part, named.probabilities, strict=True):
            best = int(row[tiles].argmax())
            confidence = float(row[tiles][best])
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
    parser = argparse.ArgumentParser(prog="python -m models.training.folds_sets")
    commands = parser.add_subparsers(dest="command", required=True)
    cutting = commands.add_parser("cut", help="cut the crops of all sets but some")
    cutting.add_argument("--without", nargs="+", required=True, help="sets to leave out")
    naming = commands.add_parser("name", help="name the crops of some sets")
    naming.add_argument("--sets", nargs="+", required=True, help="sets to name")
    naming.add_argument("--classifier", type=Path, required=True)
    naming.add_argument("--closeup", type=Path)
    for command in (cutting, naming):
        command.add_argument("--photos", type=Path, required=True)
        command.add_argument("--out", type=Path, required=True)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = parse(arguments)
    if options.command == "cut":
        count = save(from_tile_crops(options.photos, options.without), options.out)
        print(f"wrote {count} crops to {options.out}")
        return 0
    closeup = None if options.closeup is None else Closeup.load(options.closeup)
    classifier = Classifier.load(options.classifier)
    results = name_crops(crops_of(options.photos, options.sets), classifier, closeup)
    about = {"sets": options.sets, "classifier": model_about(options.classifier)}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(summary(results, about), indent=1) + "\n", encoding="utf-8")
    print(f"named the crops of {', '.join(options.sets)}: {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
