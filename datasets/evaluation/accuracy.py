"""Writes the accuracy tables of `models/README.md` and `docs/accuracy.md` from evaluations.

`python -m datasets.evaluation.accuracy "name=FILE.json" …` prints the tables; with `--short` one
table of a line each, with `--corners` one of how corners lie; with `--readme FILE` the text between
the two markers of that file is replaced. FILE.json comes from
`python -m datasets.evaluation.readings --json FILE.json`. A figure is never typed by hand.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import models
from datasets.command_line import command_parser
from datasets.evaluation.tables import (
    HANDS,
    TILES,
    MarkersError,
    Summary,
    doubts,
    hand_lines,
    markdown,
    percent,
    replace_section,
    tile_lines,
)

SHORT = (
    *("what was read", "photos", "all tiles right", "hands right"),
    *("tiles found", "named", "bonus tiles named", "calibration error"),
)
CORNERS = (
    *("what was read", "tiles", "corners off by, median", "nine of ten by, at most"),
    *("quads as large as, median", "overlap, median", "nine of ten, at least"),
)
Named = tuple[str, Summary]


class AccuracyError(Exception):
    """An evaluation is not as it should be."""


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
        if options.short or options.corners:
            headers, line = (CORNERS, _corners_line) if options.corners else (SHORT, _short_line)
            table = markdown(headers, [line(*each) for each in evaluations])
            text = "\n".join([table, "", _networks(evaluations), ""])
        else:
            text = "\n".join(section(*each) for each in evaluations)
        if options.readme:
            replace_section(options.readme, "corners" if options.corners else "accuracy", text)
        else:
            print(text, end="")
    except (AccuracyError, MarkersError, OSError) as error:
        print(f"accuracy: {error}", file=sys.stderr)
        return 2
    return 0


def section(name: str, figures: Summary) -> str:
    """Return one evaluation as Markdown: tiles by scene, hands by group, doubts and speed."""
    about, total = figures["about"], figures["milliseconds"].get("total")
    measured = f"Split `{about['split']}`"
    if about.get("rules"):
        measured += f", to be scored by {about['rules']}"
    lines = [f"### {name}", "", markdown(TILES, tile_lines(figures, "scenes")), ""]
    lines += [f"{measured}; {_networks([(name, figures)])}"]
    if figures["hands"]["groups"]:
        lines += ["", markdown(HANDS, hand_lines(figures)), ""]
    lines.append(doubts(figures["reliability"]))
    if total:
        lines.append(f"A photo takes {total['median']:.0f} ms (median), {total['p90']:.0f} (p90).")
    return "\n".join([*lines, ""])


def _networks(evaluations: Sequence[Named]) -> str:
    """Return when evaluations were made, and with which networks."""
    date = max(figures["about"]["date"] for _, figures in evaluations)
    return f"{date}; {', '.join(sorted(set(_hashes(evaluations)), reverse=True))}."


def _hashes(evaluations: Sequence[Named]) -> Iterator[str]:
    for _, figures in evaluations:
        for kind in models.NAMES:
            if figures["about"].get(kind):
                yield f"{kind} `{figures['about'][kind]['sha256'][:12]}`"


def _corners_line(name: str, figures: Summary) -> list[str]:
    """Return how quads lie on their tiles; raises AccuracyError where nobody knows."""
    known = figures["corners"]
    if not known:
        message = f"{name} has no tile whose corners are known"
        raise AccuracyError(message)
    off = (f"{known[key]:.3f}" for key in ("off", "off_nine_of_ten", "size"))
    overlap = (percent(known[key]) for key in ("overlap", "overlap_nine_of_ten"))
    return [name, str(known["outlines"]), *off, *overlap]


def _short_line(name: str, figures: Summary) -> list[str]:
    """Return the cells of one evaluation's line, its groups of hands taken together."""
    every, hands = figures["all"], figures["hands"]
    playing, bonus = every["playing"], every["bonus"]
    return [
        name,
        str(every["photos"]),
        percent(every["right"] / max(1, every["photos"])),
        f"{hands['right']} of {hands['photos']}" if hands["photos"] else "–",
        percent(playing["recall"]),
        percent(playing["naming"]),
        percent(bonus["naming"]),
        percent(figures["reliability"]["error"]),
    ]


def _load(argument: str) -> Named:
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
