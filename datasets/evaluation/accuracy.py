"""Writes the accuracy tables of `models/README.md` and `docs/accuracy.md` from evaluations.

`python -m datasets.evaluation.accuracy "name=FILE.json" …` prints the tables; with `--short` one
table of a line each, with `--corners` one of how corners lie; with `--readme FILE` the text between
the two markers of that file is replaced. FILE.json comes from
`python -m datasets.evaluation.readings --json FILE.json`. A figure is never typed by hand.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import models
from datasets.command_line import command_parser
from datasets.evaluation.tables import HANDS, SCENES, hand_line, percent
from datasets.evaluation.whole_hands import HandTally

HOW = """\
How measured. Each photo is read as `tableside read` reads it, and what was read is matched with
the labels: a prediction matches a label when the hull of its corners overlaps the labelled box by
an IoU of 0.5 or more, one to one, the best first. Where the label of a bonus tile covers only its
printed caption, the caption's middle must lie inside the predicted corners instead. *Recall* is the
share of labelled tiles found; *precision* the share of labelled tiles among predictions inside the
convex hull of the labels (tiles outside are mostly unlabelled, and nothing is said of a tile known
to be cut off or mostly hidden); *naming* the share of found tiles named as labelled. A *photo is
right* when every labelled tile is found and named, bonus tiles included, and nothing extra lies
between them. Tiles are suits and honours; bonus tiles stand apart.
A white dragon that is wholly blank and read as a face-down tile counts as found and misnamed.

A *hand is right* when the hand text has just its tiles, bonus tiles included and discards left out,
without any correction. Its *structure is right* when moreover the sets lying exposed, the kongs and
a winning tile that lies apart came out as they lie: `datasets/labels/structure.toml` says how,
written by looking, for frames of play with sets and bonus tiles behind (*video*), single rows of
many kinds (*rows*) and Hong Kong hands (*complete*); rendered scenes know it, and so do real hands
laid down anew, whose tiles were cut out of their photos and moved (`datasets.synth.relaid`). A
small kong counts as any other exposed one. Other rows are compared with their labels.
"""
COLUMNS = (
    *("scene", "photos", "right"),
    *("tiles", "recall", "precision", "naming"),
    *("bonus", "recall", "precision", "naming"),
)
SHORT = (
    *("what was read", "photos", "all tiles right", "hands right"),
    *("tiles found", "named", "bonus tiles named", "calibration error"),
)
CORNERS = (
    *("what was read", "tiles", "corners off by, median", "nine of ten by, at most"),
    *("quads as large as, median", "overlap, median", "nine of ten, at least"),
)
Figures = Mapping[str, Any]


class AccuracyError(Exception):
    """An evaluation or the file to write to is not as it should be."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when a file is missing or of another kind."""
    parser = command_parser("datasets.evaluation.accuracy", __doc__)
    parser.add_argument("evaluations", nargs="+", help="name=FILE.json")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--short", action="store_true", help="one line for each evaluation")
    kinds.add_argument("--corners", action="store_true", help="how quads lie on known outlines")
    parser.add_argument("--readme", type=Path, help="file whose marked text to replace")
    options = parser.parse_args(arguments)
    try:
        evaluations = [_load(argument) for argument in options.evaluations]
        name, text = "accuracy", ""
        if options.corners:
            name, text = "corners", corners(evaluations)
        else:
            text = short(evaluations) if options.short else document(evaluations)
        if options.readme:
            put(options.readme, name, text)
        else:
            print(text, end="")
    except (AccuracyError, OSError) as error:
        print(f"accuracy: {error}", file=sys.stderr)
        return 2
    return 0


def document(evaluations: Sequence[tuple[str, Figures]]) -> str:
    """Give the whole text: how it was measured, then a table for each evaluation."""
    return "\n".join([HOW, *(section(name, figures) for name, figures in evaluations)])


def short(evaluations: Sequence[tuple[str, Figures]]) -> str:
    """Give one table with a line for each evaluation, and the models that it is of."""
    lines = [_short_line(name, figures) for name, figures in evaluations]
    return "\n".join([markdown(SHORT, lines), "", _of(evaluations), ""])


def corners(evaluations: Sequence[tuple[str, Figures]]) -> str:
    """Give a table of how quads lie on their tiles; raises AccuracyError where nobody knows."""
    lines = []
    for name, figures in evaluations:
        known = figures["corners"]
        if not known or "off" not in known:
            message = f"{name} has no tile whose corners are known"
            raise AccuracyError(message)
        off = (f"{known[key]:.3f}" for key in ("off", "off_nine_of_ten", "size"))
        overlap = (percent(known[key]) for key in ("overlap", "overlap_nine_of_ten"))
        lines.append([name, str(known["outlines"]), *off, *overlap])
    return "\n".join([markdown(CORNERS, lines), "", _of(evaluations), ""])


def _of(evaluations: Sequence[tuple[str, Figures]]) -> str:
    """Say when evaluations were made, and with which networks."""
    shown = {
        f"{kind} `{figures['about'][kind]['sha256'][:12]}`"
        for _, figures in evaluations
        for kind in models.NAMES
        if figures["about"].get(kind)
    }
    date = max(figures["about"]["date"] for _, figures in evaluations)
    return f"{date}; {', '.join(sorted(shown, reverse=True))}."


def _short_line(name: str, figures: Figures) -> list[str]:
    """Give the cells of one evaluation's line, its groups of hands taken together."""
    every, groups = figures["all"], figures["hands"]["groups"].values()
    hands, right = (sum(tally[key] for tally in groups) for key in ("photos", "right"))
    playing, bonus = every["playing"], every["bonus"]
    return [
        name,
        str(every["photos"]),
        percent(every["right"] / max(1, every["photos"])),
        f"{right} of {hands}" if hands else "–",
        percent(playing["recall"]),
        percent(playing["naming"]),
        percent(bonus["naming"]),
        percent(figures["reliability"]["error"]),
    ]


def section(name: str, figures: Figures) -> str:
    """Give one evaluation as Markdown."""
    about = figures["about"]
    known = [scene for scene in SCENES if scene in figures["scenes"]]
    rows = [(scene, figures["scenes"][scene]) for scene in known] + [("all", figures["all"])]
    table = markdown(COLUMNS, [_row(*row) for row in rows])
    source = f" of {about['source']}" if about.get("source") else ""
    scored = f", to be scored by {about['rules']}" if about.get("rules") else ""
    read_by = ", ".join(
        f"{kind} `{about[kind]['sha256'][:12]}`" for kind in models.NAMES if about.get(kind)
    )
    measured = (
        f"Split `{about['split']}`{source}, labels {about['labels']}{scored}, {about['date']}; "
        f"{read_by}."
    )
    return "\n".join([f"### {name}", "", table, "", measured, *_notes(figures), ""])


def _notes(figures: Figures) -> list[str]:
    """Give hands, reliability and speed, a sentence each."""
    doubt = figures["reliability"]
    notes = [
        *_hands(figures["hands"]["groups"]),
        f"Expected calibration error {percent(doubt['error'])}.",
        f"Wrong tiles not marked unsure: {percent(doubt['wrong_not_marked'])} of the wrong ones,",
        f"{percent(doubt['wrong_of_all'], 2)} of all tiles;",
        f"right tiles marked: {percent(doubt['right_marked'])}.",
    ]
    total = figures["milliseconds"].get("total")
    if total:
        notes.append(f"A photo takes {total['median']:.0f} ms (median), {total['p90']:.0f} (p90).")
    return notes


def _hands(groups: Figures) -> list[str]:
    """Give the table of whole hands, a line a group."""
    if not groups:
        return []
    lines = (hand_line(group, HandTally(**tally)) for group, tally in groups.items())
    return ["", markdown(HANDS, lines), ""]


def between_markers(whole: str, name: str, text: str) -> str:
    """Replace what stands between the markers of a name; raises AccuracyError without these."""
    first, last = (f"<!-- {name}: {which} -->" for which in ("begin", "end"))
    before, start, rest = whole.partition(first)
    _, end, after = rest.partition(last)
    if not start or not end:
        message = f"the file needs the lines {first} and {last}"
        raise AccuracyError(message)
    return f"{before}{first}\n\n{text}\n{last}{after}"


def put(file: Path, name: str, text: str) -> None:
    """Write a text between the markers of a name in a Markdown file; AccuracyError or OSError."""
    whole = file.read_text(encoding="utf-8")
    file.write_text(between_markers(whole, name, text), encoding="utf-8")


def _row(scene: str, figures: Figures) -> list[str]:
    """Give the cells of one line of the table."""
    photos, right = figures["photos"], figures["right"]
    line = [scene, str(photos), f"{right} ({percent(right / max(1, photos))})"]
    for kind in ("playing", "bonus"):
        tally = figures[kind]
        line.append(str(tally["tiles"]))
        line += [percent(tally[name]) for name in ("recall", "precision", "naming")]
    return line


def markdown(headers: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Give a Markdown table."""
    return "\n".join([cells(headers), cells(["---"] * len(headers)), *map(cells, lines)])


def cells(values: Sequence[str]) -> str:
    """Give one line of a Markdown table."""
    return f"| {' | '.join(values)} |"


def _load(argument: str) -> tuple[str, Figures]:
    """Read `name=FILE.json`; raises AccuracyError."""
    name, equals, file = argument.partition("=")
    if not equals or not name:
        message = f"{argument}: write name=FILE.json"
        raise AccuracyError(message)
    try:
        figures = json.loads(Path(file).read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        message = f"{file} is no evaluation: {error}"
        raise AccuracyError(message) from error
    if not isinstance(figures, dict) or "scenes" not in figures:
        message = (
            f"{file} is no evaluation: make it with python -m datasets.evaluation.readings --json"
        )
        raise AccuracyError(message)
    return name, figures


if __name__ == "__main__":
    sys.exit(main())
