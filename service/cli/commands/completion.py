"""`tableside completion`: the script by which a shell completes commands, options and files."""

import argparse
from collections.abc import Iterator

import shtab

from service.cli.main import parser

FILES = frozenset(("photos", "overlay", "file", "save", "batch"))  # arguments that are paths


def run(given: argparse.Namespace) -> int:
    """Print the script for a shell."""
    described = parser()
    for action in _actions(described):
        if action.dest in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # as shtab asks for it
    print(shtab.complete(described, given.shell))
    return 0


def _actions(described: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in described._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
