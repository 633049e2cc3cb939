"""Helpers for the command lines of developers' commands."""

import argparse
import os
import sys
from collections.abc import Callable
from functools import wraps
from inspect import getfile
from pathlib import Path
from typing import ParamSpec

from datasets.labels.lines import DatasetError
from vision.nets.session import ModelError
from vision.photo.image import PhotoError
from vision.tilesets.tile_set import TileSetError

P = ParamSpec("P")


def command_parser(module: str, about: str | None) -> argparse.ArgumentParser:
    """Return a parser for `python -m MODULE`; its help keeps the line breaks of the description."""
    return argparse.ArgumentParser(
        prog=f"python -m {module}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def explain_refusal(main: Callable[P, int]) -> Callable[P, int]:
    """Return a command that prints the reason and returns 2 if a file is not as it should be.

    It ends quietly if whoever reads its output has seen enough, such as `head`.
    """

    @wraps(main)
    def run(*given: P.args, **named: P.kwargs) -> int:
        try:
            status = main(*given, **named)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
            return 0
        except (DatasetError, ModelError, PhotoError, TileSetError, OSError) as error:
            print(f"{Path(getfile(main)).stem}: {error}", file=sys.stderr)
            return 2
        return status

    return run
