"""`tableside start`: a game from the command line, by a document's rules or a house's file."""

import argparse
from pathlib import Path

from pydantic import ValidationError

from scorer.wire import RequestError
from service import house, requests
from service.commands.chosen_database import chosen
from service.problems import RefusedError
from service.shelf import Kept, Shelf, is_hash
from service.sitting import opening
from service.store import Store
from service.written import option_values


def run(given: argparse.Namespace) -> int:
    """Start the game and print its id and its write token, this once; RequestError for no game."""
    try:
        with chosen(given, anew=True) as database:
            kept = _house(given.rules, Shelf(database))
            asked = _asked(given, given.rules if kept is None else kept.hash)
            started = opening(asked, None if kept is None else kept.toml)
            token, log = Store(database).create(started)
    except RefusedError as error:
        if error.code in ("bad_house_file", "same_name", "unknown_rules"):
            raise RequestError(error.code, error.detail) from error
        raise
    print(f"Game {log.id} has begun, East first: {', '.join(started.players)}.")
    if kept is not None:
        print(f"It is played by {kept.name}, version {kept.version}, {kept.hash}.")
    print(f"To write, open the page at #game={log.id}&token={token}")
    return 0


def _house(rules: str, shelf: Shelf) -> Kept | None:
    """The house's file that a text names, by its path or its hash."""
    if house.is_file(rules):
        return shelf.keep(house.text(Path(rules)))
    return shelf.find(rules) if is_hash(rules) else None


def _asked(given: argparse.Namespace, rules: str) -> requests.NewGame:
    body = {"rules": rules, "players": given.players, "options": option_values(given.option)}
    try:
        return requests.NewGame.model_validate(body)
    except ValidationError as error:
        detail = f"players: each needs a name of 1 to 40 characters. {error.errors()[0]['msg']}."
        raise RequestError("bad_value", detail) from error
