"""Files of labels, with one JSON object per line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class DatasetError(Exception):
    """The files of a folder of photos are missing or damaged."""


def read_lines(table: Path, make: Callable[[Any], T]) -> list[T]:
    """Return `make` applied to each line of a table; DatasetError names a damaged line.

    A line is damaged if `make` raises ValueError, TypeError, KeyError or OSError.
    """
    if not table.is_file():
        message = f"no {table.name} in {table.parent}: name the folder of labelled photos"
        raise DatasetError(message)
    made = []
    for number, line in enumerate(table.read_text(encoding="utf-8").splitlines(), 1):
        try:
            made += [make(json.loads(line))] if line.strip() else []
        except (ValueError, TypeError, KeyError, OSError) as error:
            reason = f"{error.args[0]} is missing" if isinstance(error, KeyError) else error
            message = f"{table}, line {number} is damaged: {reason}"
            raise DatasetError(message) from error
    return made
