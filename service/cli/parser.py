"""A parser of commands that ignores nothing: an option is used, or refused by its name."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, NoReturn

from scorer.core.sentences import CodedError, Say, Sentence
from service.cli.commands import WRONG
from service.cli.examples import Formatter

NEAR = 0.6  # of 1: one slip in five letters is nearer, another word is not
GIVEN = "given"  # where a namespace keeps which options stood on the command line


def is_given(namespace: argparse.Namespace, name: str) -> bool:
    """Whether an option stood on the command line; its value may be a default otherwise."""
    return name in getattr(namespace, GIVEN, ())


class Parser(argparse.ArgumentParser):
    """Takes each option by its whole name, once unless it may be repeated, and remembers it."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        usual = {"allow_abbrev": False, "formatter_class": Formatter}
        super().__init__(*arguments, **{**named, **usual})
        self.complain: Say = str
        for name, action in ACTIONS.items():
            self.register("action", name, action)

    def parse_known_args(  # type: ignore[override]  # as it is called here
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse what is known; what is not is refused here, by the command that was meant."""
        known, unknown = super().parse_known_args(args, namespace)
        for word in unknown:
            if word.startswith("--"):
                options = [one for action in self._actions for one in action.option_strings]
                meant = _meant(word.partition("=")[0], options)
                self.error(f"unrecognized arguments: {' '.join(unknown)}{meant}")
        return known, unknown

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> object:
        """Refuse `--option=--`: Python 3.11 and 3.12 make an empty list of it."""
        if action.option_strings and arg_strings == ["--"]:
            raise argparse.ArgumentError(action, "expected a value, not --")
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and what was meant where something is near."""
        if found := re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message):
            message += _meant(found[1], re.findall(r"[\w-]+", found[2]))
        self.print_usage(sys.stderr)
        self.exit(WRONG, self.complain(f"{self.prog}: error: {message}") + "\n")


def _meant(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, known, 1, NEAR)
    return f"; did you mean {near[0]}?" if near else ""


class _Remembered(argparse.Action):
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


class _Store(_Remembered, argparse._StoreAction):
    repeatable = False  # the first value would be ignored


class _Flag(_Remembered, argparse._StoreTrueAction):
    """May be repeated: it says nothing else the second time."""


class _Append(_Remembered, argparse._AppendAction):
    """Keeps all values."""


ACTIONS: Mapping[str | None, type[argparse.Action]] = MappingProxyType(
    {None: _Store, "store": _Store, "store_true": _Flag, "append": _Append}
)


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to call a command, in words, and the options that mean nothing then, by their names."""

    applies: Callable[[argparse.Namespace], bool]
    words: str
    unused: tuple[str, ...]


JSON = Mode(
    lambda given: given.json, Sentence("with --json, which has English and Chinese"), ("language",)
)
MODES: Mapping[str, tuple[Mode, ...]] = MappingProxyType(
    {
        "read": (
            Mode(
                lambda given: given.merge, Sentence("with --merge, which reads one hand"), ("jobs",)
            ),
        ),
        "rules": (
            Mode(
                lambda given: given.id is None and given.file is None,
                Sentence("without ID"),
                ("save", "name", "option"),
            ),
            Mode(
                lambda given: given.file is not None,
                Sentence("with --file"),
                ("save", "name", "option"),
            ),
            Mode(
                lambda given: given.save is not None, Sentence("with --save"), ("json", "language")
            ),
            JSON,
        ),
        "training": (
            Mode(lambda given: given.hand is None, Sentence("without HAND"), ("phase", "seen")),
            JSON,
        ),
        "setup": (JSON,),
        "score": (
            JSON,
            Mode(
                lambda given: given.batch is not None,
                Sentence("with --batch, which is JSON"),
                ("language",),
            ),
            Mode(lambda given: given.batch is None, Sentence("without --batch"), ("jobs",)),
        ),
    }
)


def check(given: argparse.Namespace) -> None:
    """Raise CodedError `unused_option` for an option that its command does not use as called."""
    for mode in MODES.get(given.command, ()):
        for name in mode.unused:
            if is_given(given, name) and mode.applies(given):
                detail = Sentence(
                    "--{name} means nothing {words}. Leave it out.", name=name, words=mode.words
                )
                raise CodedError("unused_option", detail)
