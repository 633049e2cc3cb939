"""Measures readings of photos: `python -m datasets.evaluation.readings [FOLDER ...]`.

A folder has photos with their truth, as `datasets.labels.truths` reads it: the labelled ones
(`--split val`), those of other sources (`--split wild`), rendered scenes. Prints the figures of
docs/benchmark.md by scene, by source and by group of hands, with the share of right tiles that are
marked and how far confidence can be trusted; mistakes by class; and the hands read wrongly.

Photos are read as the product reads them: file in, `vision.reader.Reader` out. With `--answers`,
what any program read of them is taken from a file (docs/benchmark.md). Labels are those of the
folder with the corrections of `datasets/labels/corrections.jsonl`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from datasets.command_line import command_parser, explain_refusal
from datasets.evaluation.figures import (
    HEADERS,
    PhotoResult,
    cells,
    judge_reading,
    mistakes,
    summary,
)
from datasets.evaluation.networks import add_networks, digests, reader_of
from datasets.evaluation.reader_answers import load_answers
from datasets.evaluation.tables import markdown, percent
from datasets.labels.truths import PhotoTruth, select_truths
from datasets.paths import PHOTOS
from scorer.rulesets import RULE_SETS
from service.photos.shipped_reader import win_check
from vision.drawing import overlay
from vision.reader import PhotoReader
from vision.reading import Reading
from vision.tilesets.tile_set import TileSet


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 1 if a photo has no answer, which counts as nothing read."""
    options = parse(arguments)
    problems: list[str] = []
    truths = select_truths(options.folders, options.split, options.limit)
    truths = [truth for truth in truths if not options.hands or (truth.hand and truth.lies)]
    photos = [truth.photo.path for truth in truths]
    if options.answers:
        answers = load_answers(options.answers, photos)
        problems = [f"{p.name}: {why}" for p, why in answers.items() if isinstance(why, str)]
        nothing = Reading(((1, 1),))
        readings = [nothing if isinstance(r, str) else r for r in (answers[p] for p in photos)]
    else:
        rules = options.rules
        read = partial(open_reader(options).read, rules=rules, wins=win_check(rules))
        readings = [read(photo.read_bytes()) for photo in progress(photos)]
    results = [*map(judge_reading, truths, readings)]
    figures = evaluation(results, run_description(options))
    print(report(figures))
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if options.mistakes:
        draw_mistakes(zip(truths, readings, results, strict=True), options.mistakes)
    for problem in problems:
        print(f"readings: {problem}", file=sys.stderr)
    return int(bool(problems))


def open_reader(options: argparse.Namespace) -> PhotoReader:
    """Return a reader, with a learned tile set if one is named."""
    reader = reader_of(options, options.threads)
    if options.tiles is None:
        return reader
    known = TileSet.loads(options.tiles.read_text(encoding="utf-8"))
    return reader.with_gallery(reader.gallery(known))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the parsed command line."""
    parser = command_parser("datasets.evaluation.readings", __doc__)
    add = parser.add_argument
    add("folders", nargs="*", type=Path, default=[PHOTOS], metavar="FOLDER")
    add("--split", help="photos of this split, or all (default: all but train)")
    add("--hands", action="store_true", help="only photos whose hand structure is known")
    add("--limit", type=int, help="only so many of each group, for a quick look")
    add_networks(parser)
    add("--tiles", type=Path, metavar="FILE", help="a learned tile set to read with")
    add("--rules", choices=list(RULE_SETS), help="read as hands to score by this rule set")
    add("--answers", type=Path, metavar="FILE", help="answers of another program")
    add("--threads", type=int, default=0, help="cores for one photo (default all)")
    add("--json", type=Path, help="also write the figures to this file")
    add("--mistakes", type=Path, metavar="FOLDER", help="draw every misread photo")
    return parser.parse_args(arguments)


def run_description(options: argparse.Namespace) -> dict[str, object]:
    """Return what is measured: folders, split, models by their content, and the date."""
    return {
        "folders": [folder.name for folder in options.folders],
        "split": options.split or "all but train",
        "hands": options.hands,
        "rules": options.rules,
        "tiles": options.tiles and options.tiles.name,
        "reader": str(options.answers or "tableside"),
        "networks": digests(options),
        "date": datetime.now(UTC).date().isoformat(),
    }


def evaluation(results: Sequence[PhotoResult], about: Mapping[str, object]) -> dict[str, Any]:
    """Return all figures of the photos as JSON; `about` is the description of the run."""
    groups: dict[str, list[PhotoResult]] = {}
    keys: tuple[Callable[[PhotoResult], str | None], ...] = (
        lambda result: result.scene,
        lambda result: f"{result.source} {result.group}",
        lambda result: None if result.hand is None else f"hands: {result.hand.group}",
        lambda _: "all",
    )
    for key in keys:
        for result in results:
            name = key(result)
            if name is not None:
                groups.setdefault(name, []).append(result)
    return {
        "about": dict(about),
        "groups": {name: summary(own) for name, own in groups.items()},
        "mistakes": mistakes(results),
        "wrong_hands": [
            {"file": result.file, "lies": result.hand.wanted, "read": result.hand.found}
            for result in results
            if result.hand is not None and result.hand.wrong
        ],
    }


def report(figures: Mapping[str, Any]) -> str:
    """Return all figures as text."""
    lines = [
        (
            name,
            *cells(of),
            percent(of["right_marked"]["share"]),
            percent(of["calibration_error"], 2),
        )
        for name, of in figures["groups"].items()
    ]
    table = markdown(("", *HEADERS, "right, marked", "calibration error"), lines)
    wrong = [
        f"{hand['file']}\n  lies {hand['lies']}\n  read {hand['read'] or 'no hand'}"
        for hand in figures["wrong_hands"]
    ]
    mistaken = [f"{tile}: {what}" for tile, what in figures["mistakes"].items()]
    return "\n\n".join(["\n".join(part) for part in ([table], mistaken, wrong) if part])


def progress(photos: Sequence[Path]) -> Iterator[Path]:
    """Yield photos, and report the progress on stderr."""
    for number, photo in enumerate(photos, 1):
        yield photo
        if number % 20 == 0 or number == len(photos):
            print(f"{number} of {len(photos)} photos", file=sys.stderr)


def draw_mistakes(read: Iterable[tuple[PhotoTruth, Reading, PhotoResult]], folder: Path) -> None:
    """Draw each reading with a mistake or a wrong hand as PNG, with the mistakes written below."""
    folder.mkdir(parents=True, exist_ok=True)
    for truth, reading, result in read:
        hand = result.hand
        if result.mistakes or (hand is not None and hand.wrong):
            lies = () if hand is None else (f"lies {hand.wanted}",)
            drawn = overlay(truth.photo.image(), replace(reading, problems=lies + result.mistakes))
            path = folder / f"{result.group}-{truth.photo.path.stem}.png".replace(" ", "-")
            Image.fromarray(drawn).save(path)


if __name__ == "__main__":
    sys.exit(main())
