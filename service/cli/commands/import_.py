"""`tableside import`: a game from its file, with a link of its own to go on writing."""

import argparse
import json
import sys
from pathlib import Path

from scorer.core.sentences import Sentence
from service import files
from service.cli.addresses import page_of
from service.cli.commands.database_choice import open_database, settings_of
from service.cli.words import translator
from service.errors import RefusedError
from service.ledger.game_file import import_game

# Bytes: a game of the most events that are taken in has a fifth of it.
LONGEST = 64 * files.MEBIBYTE


def run(given: argparse.Namespace) -> int:
    """Bring the game in and print its id and its new write token, this once.

    RefusedError `no_file` or `bad_game_file` where there is nothing to read, and as `import_game`.
    """
    try:
        file = json.loads(_content(given.file))
    except OSError as error:
        detail = Sentence(
            "{file} cannot be read: {strerror}. Check its name.",
            file=given.file,
            strerror=error.strerror,
        )
        raise RefusedError("no_file", detail) from error
    except (ValueError, RecursionError) as error:
        detail = Sentence("This is no game file of tableside: it is not JSON.")
        raise RefusedError("bad_game_file", detail) from error
    with open_database(given, anew=True) as database:
        log, token = import_game(database, file, anew=given.anew)
    say = translator(given)
    print(say(Sentence("Game {id} is here, at event {seq}.", id=log.id, seq=len(log.events))))
    page = page_of(given.public_url, settings_of(given))
    link = f"{page}#game={log.id}&token={token}"
    print(say(Sentence("To write, open the page at {link}", link=link)))
    return 0


def _content(name: str) -> bytes:
    if name == "-":
        return files.read_on(sys.stdin.buffer, LONGEST)
    return files.read(Path(name), LONGEST)
