"""Writes the scripts by which shells complete `tableside`; `--check` only compares them."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import shtab

from datasets.command_line import command_parser
from service import cli
from service.cli.main import SHELLS, parser

FOLDER = Path(cli.__file__).with_name("completions")
FILES = frozenset(("photos", "overlay", "file", "save", "batch"))  # arguments that are paths


def script(shell: str) -> str:
    """The script for a shell."""
    described = parser()
    for action in _actions(described):
        if action.dest in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # as shtab asks for it
    text = shtab.complete(described, shell)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def _actions(described: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in described._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)


def main() -> int:
    """Write the scripts, or compare them."""
    asked = command_parser("tools.completions", __doc__)
    asked.add_argument("--check", action="store_true")
    given = asked.parse_args()
    stale = []
    FOLDER.mkdir(exist_ok=True)
    for shell in SHELLS:
        file, text = FOLDER / f"tableside.{shell}", script(shell)
        if file.is_file() and file.read_text(encoding="utf-8") == text:
            continue
        stale.append(file.name)
        if not given.check:
            file.write_text(text, encoding="utf-8")
    if given.check and stale:
        print(f"{', '.join(stale)}: run python -m tools.completions", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
