"""What the commands say in the language of their reader."""

import argparse
from collections.abc import Sequence
from contextlib import suppress
from itertools import zip_longest

from scorer.core.sentences import Say, columns
from service.locale import sentences
from service.locale.languages import Language, LanguageError, languages, read_tag, shell_language


def reader_language(given: argparse.Namespace) -> Language:
    """The language that `--language` names, else the one that the shell is set to."""
    chosen = getattr(given, "language", None)
    return shell_language() if chosen is None else languages()[chosen]


def argv_language(arguments: Sequence[str]) -> Language:
    """The language of a command line that is not read yet, for what is said of it."""
    for option, value in zip_longest(arguments, arguments[1:], fillvalue=""):
        name, found, beside = option.partition("=")
        if name == "--language":
            with suppress(LanguageError):
                return read_tag(beside if found else value)
    return shell_language()


def translator(given: argparse.Namespace) -> Say:
    """How a command says its sentences."""
    return sentences.translator(reader_language(given))


def pad(text: str, width: int) -> str:
    """A text with blanks after it, to so many columns of a terminal."""
    return text + " " * (width - columns(text))
