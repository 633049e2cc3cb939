"""`tableside export`: one game with all of its events as JSON."""

import argparse
import json
import sys
from pathlib import Path

from service.commands.chosen_database import chosen
from service.gamefile import exported
from service.problems import RefusedError


def run(given: argparse.Namespace) -> int:
    """Write the game to a file, or to the output."""
    with chosen(given) as database:
        text = json.dumps(exported(database, given.game), ensure_ascii=False, indent=1) + "\n"
    if given.file == "-":
        sys.stdout.write(text)
        return 0
    try:
        with Path(given.file).open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        detail = f"{given.file} cannot be written: {error.strerror}. Name another file."
        raise RefusedError("not_written", detail) from error
    return 0
