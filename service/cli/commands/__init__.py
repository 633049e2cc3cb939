"""The commands of `tableside`: `run` of a module does the work and returns the exit status.

`service.cli.main` puts its exceptions into words: RefusedError ends with 1, a request that cannot
be followed (RequestError, OptionError) with `WRONG`.
"""

import argparse
import json
from collections.abc import Iterable

WRONG = 2  # the exit status where the request or the hand is wrong


def print_answer(given: argparse.Namespace, answer: object, lines: Iterable[str]) -> None:
    """Print an answer as JSON if that was asked for, else as lines for people."""
    shown = json.dumps(answer, ensure_ascii=False) if given.json else "\n".join(lines)
    print(shown, flush=True)
