"""Measures how photos are read: `python -m datasets.evaluation.readings [FOLDER ...]`.

A folder has labelled photos with their truth, as `datasets.labels.truths` reads it: the labelled
ones (`--split val`), those of other sources (`--split wild`), rendered scenes. Prints the figures
of docs/benchmark.md by scene, by source and by group of hands, with the share of right tiles that
are marked and how far confidence can be trusted; mistakes by class; and the hands read wrongly.

Photos are read as the product reads them: file in, `vision.reader.Reader` out; or by any program,
with `--reader COMMAND` or from a file or folder of its `--answers` (docs/benchmark.md). Labels are
those of the folder with the corrections of `datasets/labels/corrections.jsonl`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.command_line import command_parser
from datasets.evaluation.figures import (
    HEADERS,
    Measurement,
    PhotoResult,
    cells,
    judge_reading,
    mistakes,
    summary,
)
from datasets.evaluation.networks import add_networks, digests, reader_of
from datasets.evaluation.reader_answers import ReaderError, ask_reader, load_answers
from datasets.evaluation.tables import grid, percent
from datasets.labels.corrections import CorrectionError
from datasets.labels.photos import DatasetError
from datasets.labels.structure import StructureError
from datasets.labels.truths import select_truths
from datasets.paths import PHOTOS
from scorer.rulesets import RULE_SETS
from service.photos.shipped_reader import win_check
from vision.arrays import Floats, Pixels
from vision.nets.session import ModelError
from vision.photo.image import PhotoError
from vision.quads import geometry
from vision.reader import PhotoReader
from vision.reading import Reading
from vision.tilesets.tile_set import TileSet, TileSetError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when the folder, a model, a label or a reader is not as it should be.

    1 where a reader did not read a photo, which counts as one in which nothing was read.
    """
    options = parse(arguments)
    problems: list[str] = []
    try:
        truths = select_truths(options.folders, options.split, options.group, options.limit)
        truths = [truth for truth in truths if not options.hands or (truth.hand and truth.lies)]
        photos = [truth.photo.path for truth in truths]
        if options.reader or options.answers:
            answers = (
                ask_reader(options.reader, photos)
                if options.reader
                else load_answers(options.answers, photos)
            )
            problems = [f"{p.name}: {why}" for p, why in answers.items() if isinstance(why, str)]
            nothing = Reading(((1, 1),))
            readings = (nothing if isinstance(r, str) else r for r in (answers[p] for p in photos))
        else:
            rules = options.rules
            read = partial(open_reader(options).read, rules=rules, wins=win_check(rules))
            readings = (read(photo.read_bytes()) for photo in progress(photos))
        measured = [*map(judge_reading, truths, readings)]
    except (
        DatasetError,
        CorrectionError,
        StructureError,
        ModelError,
        PhotoError,
        ReaderError,
        TileSetError,
        OSError,
    ) as error:
        print(f"evaluate: {error}", file=sys.stderr)
        return 2
    figures = evaluation([each.result for each in measured], run_description(options))
    print(report(figures))
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if options.mistakes:
        draw_mistakes(measured, options.mistakes)
    for problem in problems:
        print(f"evaluate: {problem}", file=sys.stderr)
    return int(bool(problems))


def open_reader(options: argparse.Namespace) -> PhotoReader:
    """Open the networks, with a tile set that was learned where one is named."""
    reader = reader_of(options, options.threads)
    if options.tiles is None:
        return reader
    known = TileSet.loads(options.tiles.read_text(encoding="utf-8"))
    return reader.with_gallery(reader.gallery(known))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = command_parser("datasets.evaluation.readings", __doc__)
    add = parser.add_argument
    add("folders", nargs="*", type=Path, default=[PHOTOS], metavar="FOLDER")
    add("--split", help="photos of this split, or all (default: all but train)")
    add("--group", help="photos of this group only")
    add("--hands", action="store_true", help="only photos of which it is known how the hand lies")
    add("--limit", type=int, help="the first so many of each group, for a quick look")
    add_networks(parser)
    add("--tiles", type=Path, metavar="FILE", help="a learned tile set to read with")
    add("--rules", choices=list(RULE_SETS), help="read as hands to be scored by these")
    add("--reader", metavar="COMMAND", help="a program that reads in place of this checkout")
    add("--answers", type=Path, metavar="PLACE", help="a file or folder of a program's answers")
    add("--threads", type=int, default=0, help="cores for one photo (default all)")
    add("--json", type=Path, help="write the figures to this file too")
    add("--mistakes", type=Path, metavar="FOLDER", help="draw every photo read wrongly")
    return parser.parse_args(arguments)


def run_description(options: argparse.Namespace) -> dict[str, object]:
    """Return what is measured: folders, split, models by their content, and the day."""
    return {
        "folders": [folder.name for folder in options.folders],
        "split": options.split or "all but train",
        "group": options.group,
        "hands": options.hands,
        "rules": options.rules,
        "tiles": options.tiles and options.tiles.name,
        "reader": options.reader or str(options.answers or "tableside"),
        "networks": digests(options),
        "date": datetime.now(UTC).date().isoformat(),
    }


def evaluation(results: Sequence[PhotoResult], about: Mapping[str, object]) -> dict[str, Any]:
    """Return all figures of the photos as JSON; `about` says what was measured and how."""
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
    table = grid(("", *HEADERS, "right, marked", "calibration error"), lines)
    wrong = [
        f"{hand['file']}\n  lies {hand['lies']}\n  read {hand['read'] or 'no hand'}"
        for hand in figures["wrong_hands"]
    ]
    mistaken = [f"{tile}: {what}" for tile, what in figures["mistakes"].items()]
    return "\n\n".join(["\n".join(part) for part in ([table], mistaken, wrong) if part])


def progress(photos: Sequence[Path]) -> Iterator[Path]:
    """Pass photos on and say on stderr how far it is."""
    for number, photo in enumerate(photos, 1):
        yield photo
        if number % 20 == 0 or number == len(photos):
            print(f"{number} of {len(photos)} photos", file=sys.stderr)


Colour = tuple[int, int, int]
GREEN, RED, ORANGE, GREY = (60, 220, 60), (255, 40, 40), (255, 160, 0), (170, 170, 170)
LONG_SIDE = 1600
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_mistakes(measured: Iterable[Measurement], folder: Path) -> None:
    """Write an overlay of each photo with a mistake, or whose hand is wrong, as PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in measured:
        hand = each.result.hand
        if each.result.mistakes or (hand is not None and hand.wrong):
            path = folder / f"{each.photo.group}-{each.photo.path.stem}.png".replace(" ", "-")
            cv2.imwrite(str(path), cv2.cvtColor(overlay(each), cv2.COLOR_RGB2BGR))


def overlay(each: Measurement) -> Pixels:
    """Draw one photo's matching on an enlarged copy (h, w, 3), with its hands as text below."""
    image, truth, found, matching = each.photo.image(), each.truth, each.found, each.matching
    factor = LONG_SIDE / max(image.shape[:2])
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    canvas = np.array(cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8)
    boxes = geometry.quads(truth.boxes) * np.float32(factor)
    corners = found.corners * np.float32(factor)
    for index in matching.outside:
        _quad(canvas, corners[index], GREY, found.names[index])
    for label, index in matching.pairs:
        was, read = truth.names[label], found.names[index]
        _quad(canvas, boxes[label], GREEN, "")
        _quad(canvas, corners[index], *((GREEN, read) if was == read else (RED, f"{was}>{read}")))
    for label in matching.missed:
        _quad(canvas, boxes[label], ORANGE, truth.names[label])
    for index in matching.extra:
        _quad(canvas, corners[index], RED, f"+{found.names[index]}")
    hand = each.result.hand
    return canvas if hand is None else _add_text(canvas, hand.wanted, hand.found)


def _add_text(picture: Pixels, lies: str, read: str) -> Pixels:
    strip = np.zeros((76, picture.shape[1], 3), np.uint8)
    for y, line in ((26, f"lies  {lies}"), (60, f"read  {read}")):
        cv2.putText(strip, line, (8, y), _FONT, 0.8, (255, 255, 255), 1, cv2.LINE_AA)
    return np.concatenate([picture, strip])


def _quad(canvas: Pixels, corners: Floats, colour: Colour, text: str) -> None:
    """Draw a quad (4, 2) and its text with a dark rim, which any table lets one read."""
    points = np.round(corners).astype(np.int32)
    cv2.polylines(canvas, [points], isClosed=True, color=colour, thickness=2)
    x, y = (int(value) for value in points.mean(axis=0))
    where = (max(0, x - 7 * len(text)), y + 6)
    for ink, thickness in (((0, 0, 0), 4), (colour, 2)):
        cv2.putText(canvas, text, where, _FONT, 0.65, ink, thickness, cv2.LINE_AA)


if __name__ == "__main__":
    sys.exit(main())
