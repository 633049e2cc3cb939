"""A parser of commands that ignores nothing: an option is used, or refused by its name."""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from scorer.core.sentences import CodedError
from service.cli.commands import WRONG

STDOUT = 1  # as a file number
SIMILARITY = 0.6  # of 1: a typo in a word of five letters is above it, another word below
GIVEN = "given"  # where a namespace keeps which options stood on the command line
# By command: what a call has or lacks, and the options that have no effect then.
UNUSED: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "read": (("with --merge", ("jobs",)),),
    "rules": (
        ("without ID", ("save", "name", "option")),
        ("with --save", ("json", "language")),
        ("with --json", ("language",)),
    ),
    "training": (("without HAND", ("phase", "seen")), ("with --json", ("language",))),
    "setup": (("with --json", ("language",)),),
    "score": (
        ("with --json", ("language",)),
        ("with --batch", ("language",)),
        ("without --batch", ("jobs",)),
    ),
}


def is_given(namespace: argparse.Namespace, name: str) -> bool:
    """Whether an option stood on the command line; its value may be a default otherwise."""
    return name in getattr(namespace, GIVEN, ())


def check_used(given: argparse.Namespace) -> None:
    """Raise CodedError `unused_option` for an option that its command does not use as called."""
    for condition, options in UNUSED.get(given.command, ()):
        preposition, name = condition.split()
        is_there = getattr(given, name.lower().lstrip("-")) not in (None, False)
        if is_there != (preposition == "with"):
            continue
        for option in options:
            if is_given(given, option):
                detail = f"--{option} has no effect {condition}. Leave it out."
                raise CodedError("unused_option", detail)


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Fits help to the terminal; argparse would load four modules to measure it at every start."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """Return the width of the terminal, as `shutil.get_terminal_size` does."""
    try:
        return int(os.environ.get("COLUMNS", "")) or 80
    except ValueError:
        pass
    try:
        return os.get_terminal_size(STDOUT).columns or 80
    except OSError:  # no output, or none to a terminal
        return 80


class Parser(argparse.ArgumentParser):
    """Takes each option by its whole name, once unless it is repeatable, and remembers it."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        options = {**named, "allow_abbrev": False, "formatter_class": HelpFormatter}
        super().__init__(*arguments, **options)
        for name, action in ACTIONS.items():
            self.register("action", name, action)

    def parse_known_args(  # type: ignore[override]  # as it is called here
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse what is known; the command that an unknown option was meant for refuses it."""
        known, unknown = super().parse_known_args(args, namespace)
        for word in unknown:
            if word.startswith("--"):
                options = [one for action in self._actions for one in action.option_strings]
                hint = _hint(word.partition("=")[0], options)
                self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return known, unknown

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> object:
        """Refuse `--option=--`: Python 3.11 and 3.12 make an empty list of it."""
        if action.option_strings and arg_strings == ["--"]:
            raise argparse.ArgumentError(action, "expected a value, not --")
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, with the nearest known word, and exit."""
        if found := re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message):
            message += _hint(found[1], re.findall(r"[\w-]+", found[2]))
        self.print_usage(sys.stderr)
        self.exit(WRONG, f"{self.prog}: error: {message}\n")


def _hint(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  (for mistakes only)

    near = get_close_matches(word, known, 1, SIMILARITY)
    return f"; did you mean {near[0]}?" if near else ""


class _RecordedAction(argparse.Action):
    """Notes that an option stood on the command line, before it does what it does."""

    repeatable = True

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        """Note the option, unless this is an argument without a name; refuse it a second time."""
        known: frozenset[str] = getattr(namespace, GIVEN, frozenset())
        if option_string is not None:
            if self.dest in known and not self.repeatable:
                parser.error(f"{option_string} is given twice; give it once")
            setattr(namespace, GIVEN, known | {self.dest})
        super().__call__(parser, namespace, values, option_string)


class _Store(_RecordedAction, argparse._StoreAction):
    repeatable = False  # the first value would be ignored


class _Flag(_RecordedAction, argparse._StoreTrueAction):
    """May be repeated: it means the same the second time."""


class _Append(_RecordedAction, argparse._AppendAction):
    """Keeps all values."""


ACTIONS: Mapping[str | None, type[argparse.Action]] = {
    None: _Store,
    "store": _Store,
    "store_true": _Flag,
    "append": _Append,
}
