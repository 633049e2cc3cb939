"""Writes the accuracy tables of `models/README.md` and `docs/accuracy.md` from evaluations.

`python -m datasets.evaluation.accuracy "name=FILE.json" …` prints a line for each; with
`--readme FILE` the text between the two markers of that file is replaced. FILE.json comes from
`python -m datasets.evaluation.readings --json FILE.json`. A figure is never typed by hand.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from datasets.command_line import command_parser
from datasets.evaluation.figures import HEADERS, cells
from datasets.evaluation.networks import short_digests
from datasets.evaluation.tables import MarkersError, markdown, percent, replace_section


class AccuracyError(Exception):
    """An evaluation is not as it should be."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when a file is missing or of another kind."""
    parser = command_parser("datasets.evaluation.accuracy", __doc__)
    parser.add_argument("evaluations", nargs="+", help="name=FILE.json")
    parser.add_argument("--readme", type=Path, help="file whose marked text to replace")
    options = parser.parse_args(arguments)
    try:
        lines, networks = [], dict[str, str]()
        for argument in options.evaluations:
            name, evaluation = _load(argument)
            figures = evaluation["groups"]["all"]
            lines.append((name, *cells(figures), percent(figures["calibration_error"])))
            networks |= evaluation["about"]["networks"]
            date = evaluation["about"]["date"]
        table = markdown(("what was read", *HEADERS, "calibration error"), lines)
        text = "\n".join([table, "", f"{date}; {short_digests(networks)}.", ""])
        if options.readme:
            replace_section(options.readme, "accuracy", text)
        else:
            print(text, end="")
    except (AccuracyError, MarkersError, OSError) as error:
        print(f"accuracy: {error}", file=sys.stderr)
        return 2
    return 0


def _load(argument: str) -> tuple[str, dict[str, Any]]:
    """Read `name=FILE.json`; raises AccuracyError."""
    name, equals, file = argument.partition("=")
    if not equals or not name:
        message = f"{argument}: write name=FILE.json"
        raise AccuracyError(message)
    try:
        evaluation = json.loads(Path(file).read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        message = f"{file} is no evaluation: {error}"
        raise AccuracyError(message) from error
    if not isinstance(evaluation, dict) or "groups" not in evaluation:
        message = f"{file} is no evaluation: make it with datasets.evaluation.readings --json"
        raise AccuracyError(message)
    return name, evaluation


if __name__ == "__main__":
    sys.exit(main())
