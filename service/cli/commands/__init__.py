"""The commands of `tableside`: `run` of a module does the work and returns the exit status.

`service.cli.main` puts its exceptions into words: RefusedError ends with 1, a request that cannot
be followed (RequestError, OptionError) with `WRONG`.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from unicodedata import category

WRONG = 2  # the exit status where the request or the hand is wrong


def print_answer(given: argparse.Namespace, answer: object, lines: Iterable[str]) -> None:
    """Print an answer as JSON if that was asked for, else as lines for people."""
    shown = json.dumps(answer, ensure_ascii=False) if given.json else _legible("\n".join(lines))
    print(shown, flush=True)


def print_error(command: str, detail: str) -> None:
    """Print what went wrong to standard error."""
    print(f"{command}: {_legible(detail)}", file=sys.stderr, flush=True)


def _legible(text: str) -> str:
    """Return a text without codes that steer a terminal; a file's name may contain some."""
    return "".join(ascii(c)[1:-1] if category(c) == "Cc" and c != "\n" else c for c in text)
