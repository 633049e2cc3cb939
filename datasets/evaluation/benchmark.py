"""Measures any reader of photos: `python -m datasets.evaluation.benchmark FOLDER`.

FOLDER has photos and a truth file; a reader is a command that answers in our JSON, or a folder of
answers that are there. Prints a table for each group of photos and, with `--json`, all figures.
What every figure means, and how truths and answers are written: docs/benchmark.md.

    python -m datasets.evaluation.benchmark photos/
    python -m datasets.evaluation.benchmark photos/ --reader "tableside read --json"
    python -m datasets.evaluation.benchmark photos/ --reader "theirs=./read.sh" --answers ours=out/

Exit status: 0 done; 1 some photo was not read, and counts as such; 2 a truth file is wrong, or a
reader answers nothing.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from datasets.command_line import command_parser
from datasets.evaluation.figures import HEADERS, Figures, PhotoResult, cells
from datasets.evaluation.measurement import judge_reading
from datasets.evaluation.reader_answers import (
    OURS,
    Answer,
    Answers,
    ReaderError,
    ask_reader,
    load_answers,
    parse_reader,
)
from datasets.evaluation.tables import MarkersError, grid, markdown, replace_section
from datasets.labels.photos import DatasetError
from datasets.labels.truths import PhotoTruth, select_truths
from vision.reading import Reading

ALL = "all"


def result_of(truth: PhotoTruth, answer: Answer) -> PhotoResult:
    """Compare an answer with what lies there; one that is none with a reading of nothing."""
    return judge_reading(truth, answer.reading or Reading(((1, 1),))).result


def figures(truths: Sequence[PhotoTruth], answers: Answers) -> dict[str, Figures]:
    """Return figures by group of photos, and of all where there are several."""
    groups = list(dict.fromkeys(truth.group for truth in truths))
    found = {}
    for group in [*groups, *([ALL] if len(groups) > 1 else [])]:
        own = [truth for truth in truths if group in (ALL, truth.group)]
        given = [answers.by_photo[truth.photo.path] for truth in own]
        unread = sum(answer.reading is None for answer in given)
        found[group] = Figures.of([*map(result_of, own, given)], unread)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the module says its exit status."""
    given = _parse(arguments)
    try:
        every = select_truths(given.folders, given.split, given.group, given.limit)
        truths = [truth for truth in every if truth.photo.tiles or truth.hand is not None]
        photos = [truth.photo.path for truth in truths]
        readers = [parse_reader(text) for text in given.reader]
        if not readers and not given.answers:
            readers = [("tableside", OURS)]
        places = [_named_place(text) for text in given.answers]
        _check_names([name for name, _ in [*readers, *places]])
        answered = [ask_reader(name, command, photos) for name, command in readers]
        answered += [load_answers(name, place, photos) for name, place in places]
        measured = {each.name: figures(truths, each) for each in answered}
        print(report(measured, grid))
        if given.json:
            given.json.parent.mkdir(parents=True, exist_ok=True)
            figures_of_all = _all_figures(given, truths, answered, measured)
            given.json.write_text(json.dumps(figures_of_all, indent=1) + "\n", encoding="utf-8")
        if given.write:
            _write(given, truths, measured)
    except (DatasetError, ReaderError, MarkersError, OSError) as error:
        print(f"benchmark: {error}", file=sys.stderr)
        return 2
    problems = [problem for each in answered for problem in each.problems]
    for problem in problems:
        print(f"benchmark: {problem}", file=sys.stderr)
    return 1 if problems else 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = command_parser("datasets.evaluation.benchmark", __doc__)
    add = parser.add_argument
    add("folders", nargs="+", type=Path, metavar="FOLDER", help="of photos and a truth file")
    add("--reader", action="append", default=[], metavar="[NAME=]COMMAND", help="also tableside")
    add("--answers", action="append", default=[], metavar="[NAME=]PLACE", help="a file or folder")
    add("--split", help="photos of this split (default: all but train)")
    add("--group", help="photos of this group only")
    add("--limit", type=int, help="the first so many of each group, for a quick look")
    add("--json", type=Path, metavar="FILE", help="write all figures")
    add("--write", type=Path, metavar="FILE", help="put the tables between the markers of FILE")
    return parser.parse_args(arguments)


def _check_names(names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        message = "two readers have one name: write NAME=COMMAND or NAME=PLACE"
        raise ReaderError(message)


def _named_place(text: str) -> tuple[str, Path]:
    name, equals, place = text.partition("=")
    return (name, Path(place)) if equals else (Path(text).stem, Path(text))


def report(
    measured: Mapping[str, Mapping[str, Figures]],
    table: Callable[[Sequence[str], Sequence[Sequence[str]]], str],
) -> str:
    """Return a table for each group of photos, a line a reader."""
    parts = []
    for group in next(iter(measured.values())):
        lines = [(name, *cells(of[group].to_json())) for name, of in measured.items()]
        parts.append(f"### {group}\n\n{table(('reader', *HEADERS), lines)}")
    return "\n\n".join(parts)


def _write(
    given: argparse.Namespace,
    truths: Sequence[PhotoTruth],
    measured: Mapping[str, Mapping[str, Figures]],
) -> None:
    licences = ", ".join(sorted({truth.licence for truth in truths if truth.licence}))
    about = f"{_today()}; {len(truths)} photos, {_split(given)}"
    text = "\n".join([report(measured, markdown), "", f"{about} ({licences or 'no licence'})."])
    replace_section(given.write, "benchmark", text + "\n")


def _all_figures(
    given: argparse.Namespace,
    truths: Sequence[PhotoTruth],
    answered: Sequence[Answers],
    measured: Mapping[str, Mapping[str, Figures]],
) -> dict[str, object]:
    """Return all figures, with what was measured."""
    return {
        "about": {
            "date": _today(),
            "folders": [folder.name for folder in given.folders],
            "split": _split(given),
            "photos": len(truths),
            "hands": sum(truth.hand is not None for truth in truths),
        },
        "readers": {
            each.name: {
                "milliseconds_by_the_clock": None
                if each.seconds is None
                else round(1000 * each.seconds / len(truths), 1),
                "groups": {name: one.to_json() for name, one in measured[each.name].items()},
                "problems": list(each.problems),
            }
            for each in answered
        },
    }


def _split(given: argparse.Namespace) -> str:
    return f"split {given.split}" if given.split else "all splits but train"


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


if __name__ == "__main__":
    sys.exit(main())
