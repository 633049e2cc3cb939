"""What `--help` and complaints about the command line say, in any language."""

import argparse
import re
from collections.abc import Iterator
from functools import partial
from types import MappingProxyType

from service.cli.examples import DEFAULT, HEADINGS, USAGE, Formatter
from service.cli.parser import Parser
from service.locale.catalogues import say as translated
from service.locale.languages import Language
from service.locale.names import is_english

CATALOGUES = ("help", "sentences")
# What Python's own parser says, and the types of our options.
COMPLAINTS = (
    "{program}: error: {complaint}",
    "{complaint}; did you mean {near}?",
    "the following arguments are required: {names}",
    "argument {name}: {complaint}",
    "unrecognized arguments: {words}",
    "invalid choice: {value} (choose from {choices})",
    "invalid {kind} value: {value}",
    "expected one argument",
    "expected at least one argument",
    "{option} is given twice; give it once",
    "{text}: give a number from 1 to 64",
    "{text}: a port is a number from 1 to 65535",
    "{text}: write key=value, such as minimum=3",
    '{text}: write a seat wind and a hand: "S:123m"',
    "{text}: give an address such as http://192.168.1.5:8000/",
    "{text}: write the row, the tile in it and its code, such as 5.2=2f",
)


def help_texts() -> Iterator[str]:
    """Yield every text of the help, in English."""
    from service.cli.main import parser  # noqa: PLC0415  (which speaks by what stands here)

    yield from dict.fromkeys(text for each in _parsers(parser()) for text in _texts(each))
    yield from (USAGE, DEFAULT, *HEADINGS)
    yield from COMPLAINTS


def speak(parser: Parser, language: Language) -> None:
    """Let a parser and those of its commands help and complain in a language."""
    if is_english(language):
        return
    say = partial(_said, language)
    for each in _parsers(parser):
        each.formatter_class = partial(Formatter, say=say)
        each.complain = partial(_complaint, language)
        each.description = each.description and say(each.description)
        if each.epilog:
            heading, _, examples = each.epilog.partition(":")
            each.epilog = f"{say(heading)}:{examples}"
        for group in each._action_groups:
            group.title = group.title and say(group.title)
        for action in _actions(each):
            action.help = action.help and say(action.help)


def _parsers(parser: Parser) -> Iterator[Parser]:
    """Yield a parser and those of its commands."""
    yield parser
    for commands in _commands(parser):
        for each in commands.choices.values():
            yield from _parsers(each)


def _commands(parser: Parser) -> "Iterator[argparse._SubParsersAction[Parser]]":
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield action


def _actions(parser: Parser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser, and the lines that its list of commands has."""
    yield from parser._actions
    for commands in _commands(parser):
        yield from commands._choices_actions


def _texts(parser: Parser) -> Iterator[str]:
    groups = parser._action_groups
    found = (parser.description, *(group.title for group in groups))
    yield from (text for text in found if text)
    yield from (action.help for action in _actions(parser) if action.help)


def _said(language: Language, text: str) -> str:
    return translated(language.tag, text, *CATALOGUES)


_FORMS = MappingProxyType(
    {
        text: re.compile(
            "".join(
                f"(?P<{part[1:-1]}>.*)" if part.startswith("{") else re.escape(part)
                for part in re.split(r"(\{\w+\})", text)
            ),
            re.DOTALL,
        )
        for text in COMPLAINTS
    }
)


def _complaint(language: Language, message: str) -> str:
    """A complaint in a language: Python's parser has none but English ones."""
    for text, form in _FORMS.items():
        if found := form.fullmatch(message):
            parts = {
                name: _complaint(language, part) if name == "complaint" else part
                for name, part in found.groupdict().items()
            }
            return _said(language, text).format(**parts)
    return message
