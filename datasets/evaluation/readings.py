"""Measures how photos are read: `python -m datasets.evaluation.readings --split val`.

For the photos of one split it prints, by scene and by source and with bonus tiles apart:

- recall: labelled tiles that were found; precision: predictions inside the labelled hull that are
  labelled tiles; naming: found tiles that were named rightly (rules:
  `datasets.evaluation.matching`);
- whole photos right: every labelled tile found and named, nothing extra inside their hull;
- whole hands right without correction, discards left out, and whether sets, kongs and the winning
  tile lie as they were read, where `datasets/labels/structure.toml` or a rendered scene says how;
- mistakes by class, how far confidence can be trusted, and milliseconds by stage.

Photos are read as the product reads them: file in, `vision.reader.Reader` out. Labels are those of
the folder with the corrections of `datasets/labels/corrections.jsonl`, or as published.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import cv2

from datasets.command_line import command_parser
from datasets.evaluation.measurement import Hands, Measurement, measure
from datasets.evaluation.networks import add_networks, reader_of
from datasets.evaluation.overlays import add_title, overlay
from datasets.evaluation.summary import model_about, summary
from datasets.evaluation.tables import report
from datasets.labels.corrections import CorrectionError
from datasets.labels.photos import DatasetError, Photo, load_photos
from datasets.labels.rendered_scenes import load_rendered
from datasets.labels.structure import StructureError, load_structures, structures_by_name
from datasets.paths import PHOTOS
from scorer.rulesets import RULE_SETS
from service.photos.wins import wins_under
from vision.nets.session import ModelError
from vision.photo.image import PhotoError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when the folder, a model or a label is not as it should be."""
    options = parse(arguments)
    try:
        photos, hands = select(options)
        reader = reader_of(options, options.threads)
        read = partial(reader.read, rules=options.rules, wins=wins_under(options.rules))
        measured = list(progress(measure(photos, read, hands), len(photos)))
    except (
        DatasetError,
        CorrectionError,
        StructureError,
        ModelError,
        PhotoError,
        OSError,
    ) as error:
        print(f"evaluate: {error}", file=sys.stderr)
        return 2
    results = [each.result for each in measured]
    print(report(results))
    if options.json:
        figures = summary(results, about(options))
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if options.worst:
        draw_worst(measured, options.worst, options.out)
    if options.wrong_hands:
        draw_wrong_hands(measured, options.wrong_hands)
    return 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = command_parser("datasets.evaluation.readings", __doc__)
    add = parser.add_argument
    add("--split", default="val", choices=("train", "val", "all"), help="default val")
    add("--source", help="only photos of this source")
    add("--originals", action="store_true", help="without turned and sheared copies")
    add("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    add("--hands", action="store_true", help="only photos whose hand somebody wrote down")
    add("--rendered", type=Path, help="folder of rendered scenes to read in place of photos")
    add("--limit", type=int, help="only the first N photos, for a quick look")
    add("--as-published", action="store_true", help="labels without this project's corrections")
    add_networks(parser)
    add("--rules", choices=list(RULE_SETS), help="read as hands to be scored by these")
    add("--threads", type=int, default=0, help="cores for one photo (default all)")
    add("--json", type=Path, help="write the figures to this file too")
    add("--worst", type=int, default=0, metavar="N", help="draw the N worst photos")
    add("--out", type=Path, default=Path("build/worst"), help="folder for these drawings")
    add("--wrong-hands", type=Path, help="folder for drawings of every hand read wrongly")
    return parser.parse_args(arguments)


def select(options: argparse.Namespace) -> tuple[list[Photo], Hands]:
    """Load the photos that the command line asks for, and the hands that are known of them.

    Raises DatasetError when there are none.
    """
    if options.rendered:
        scenes, texts = load_rendered(options.rendered)
        return scenes[: options.limit], {name: ("rendered", text) for name, text in texts.items()}
    hands = structures_by_name(load_structures())
    found = load_photos(
        options.photos,
        split=None if options.split == "all" else options.split,
        source=options.source,
        corrected=not options.as_published,
    )
    photos = [
        each
        for each in found
        if not (options.originals and each.augmented)
        and (not options.hands or each.path.stem in hands)
    ][: options.limit]
    if not photos:
        message = f"no photo of split {options.split} and source {options.source or 'any'}"
        raise DatasetError(message)
    return photos, hands


def about(options: argparse.Namespace) -> dict[str, object]:
    """Say what is measured: split, labels, models by their content, and the day."""
    return {
        "split": "rendered" if options.rendered else options.split,
        "source": options.source,
        "originals": options.originals,
        "hands": options.hands,
        "rules": options.rules,
        "labels": "as published" if options.as_published else "corrected",
        "detector": model_about(options.detector),
        "classifier": model_about(options.classifier),
        "roles": model_about(options.roles),
        "captions": None if options.captions is None else model_about(options.captions),
        "closeup": None if options.closeup is None else model_about(options.closeup),
        "stacked": None if options.stacked is None else model_about(options.stacked),
        "date": datetime.now(UTC).date().isoformat(),
    }


def progress(items: Iterable[Measurement], count: int) -> Iterable[Measurement]:
    """Pass items on and say on stderr how far it is."""
    for number, item in enumerate(items, 1):
        if number % 20 == 0 or number == count:
            print(f"{number} of {count} photos", file=sys.stderr)
        yield item


def draw_worst(measured: Sequence[Measurement], count: int, folder: Path) -> None:
    """Write overlays of the photos with most mistakes, worst first, as PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    worst = sorted(measured, key=lambda each: (-each.result.mistakes, each.photo.file))
    for rank, each in enumerate(worst[:count], 1):
        if not each.result.mistakes:
            break
        drawing = overlay(each.photo.image(), each.truth, each.found, each.matching)
        name = f"{rank:03}-{each.result.mistakes}-{each.photo.scene}-{Path(each.photo.file).stem}"
        cv2.imwrite(str(folder / f"{name}.png"), cv2.cvtColor(drawing, cv2.COLOR_RGB2BGR))


def draw_wrong_hands(measured: Sequence[Measurement], folder: Path) -> None:
    """Write an overlay of each hand whose tiles or structure are wrong, with both texts."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in measured:
        hand = each.result.hand
        if hand is None or not hand.wrong:
            continue
        drawing = overlay(each.photo.image(), each.truth, each.found, each.matching)
        picture = add_title(drawing, (f"lies  {hand.wanted}", f"read  {hand.found}"))
        kind = "structure" if hand.right else "tiles"
        path = folder / f"{hand.group.replace(' ', '-')}-{kind}-{each.photo.path.stem}.png"
        cv2.imwrite(str(path), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))


if __name__ == "__main__":
    sys.exit(main())
