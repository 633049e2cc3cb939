"""Writes the accuracy tables of `models/README.md` and `docs/accuracy.md` from evaluations.

`python -m datasets.evaluation.accuracy "name=FILE.json" …` prints a line for each; with
`--readme FILE` the text between the two markers of that file is replaced. FILE.json comes from
`python -m datasets.evaluation.readings --json FILE.json`. A figure is never typed by hand.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from datasets.command_line import command_parser
from datasets.evaluation.figures import HEADERS, cells
from datasets.evaluation.networks import short_digests
from datasets.evaluation.tables import markdown, percent, replace_section


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when a file is missing or of another kind."""
    parser = command_parser("datasets.evaluation.accuracy", __doc__)
    parser.add_argument("evaluations", nargs="+", help="name=FILE.json")
    parser.add_argument("--readme", type=Path, help="file whose marked text to replace")
    options = parser.parse_args(arguments)
    lines, networks, date = [], dict[str, str](), ""
    for argument in options.evaluations:
        name, _, file = argument.partition("=")
        try:
            evaluation = json.loads(Path(file).read_text(encoding="utf-8"))
            figures, about = evaluation["groups"]["all"], evaluation["about"]
        except (KeyError, ValueError, OSError) as error:
            print(f"accuracy: {argument} is no name=FILE.json of one: {error!r}", file=sys.stderr)
            return 2
        lines.append((name, *cells(figures), percent(figures["calibration_error"])))
        networks |= about["networks"]
        date = about["date"]
    table = markdown(("what was read", *HEADERS, "calibration error"), lines)
    text = "\n".join([table, "", f"{date}; {short_digests(networks)}.", ""])
    if options.readme:
        replace_section(options.readme, "accuracy", text)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
