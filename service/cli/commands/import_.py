"""`tableside import`: a game from its file, with a new link to go on with it."""

import argparse
import json
import sys
from pathlib import Path

from service.cli.commands.database_choice import open_database, print_link
from service.errors import RefusedError
from service.files import MEBIBYTE, read, read_on, unreadable
from service.ledger.game_file import import_game

# Bytes: five times a game with as many events as an import accepts.
LONGEST = 64 * MEBIBYTE


def run(given: argparse.Namespace) -> int:
    """Import the game and print its id and its new write token, which is shown only once.

    RefusedError `no_file` or `bad_game_file` where there is nothing to read, and as `import_game`.
    """
    try:
        file = json.loads(_content(given.file))
    except OSError as error:
        raise RefusedError("no_file", unreadable(given.file, error)) from error
    except (ValueError, RecursionError) as error:
        detail = f"{given.file} is not a game file of tableside: it is not JSON."
        raise RefusedError("bad_game_file", detail) from error
    with open_database(given, anew=True) as database:
        log, token = import_game(database, file, anew=given.anew)
    print(f"Game {log.id} imported, at event {len(log.events)}.")
    print_link(given, log.id, token)
    return 0


def _content(name: str) -> bytes:
    if name == "-":
        return read_on(sys.stdin.buffer, LONGEST)
    return read(Path(name), LONGEST)
