"""`tableside export`: one game with all of its events as JSON."""

import argparse
import json
import sys
from pathlib import Path

from service.cli.commands.database_choice import open_database
from service.files import check_new, write_new
from service.ledger.game_file import export_game


def run(given: argparse.Namespace) -> int:
    """Write the game to a file, or to the output."""
    if given.file != "-":
        check_new(Path(given.file))
    with open_database(given) as database:
        text = json.dumps(export_game(database, given.game), ensure_ascii=False, indent=1) + "\n"
    if given.file == "-":
        sys.stdout.write(text)
        return 0
    write_new(Path(given.file), text.encode())
    return 0
