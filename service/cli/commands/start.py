"""`tableside start`: start a game by a rule set or a house file."""

import argparse
from pathlib import Path

from pydantic import ValidationError

from scorer.api.requests import RequestError
from scorer.ledger.table import FEWEST, PLAYERS
from scorer.reports.agreement import opening_event
from service.cli import house_files
from service.cli.commands.database_choice import open_database, print_link
from service.errors import RefusedError
from service.ledger.store import Store
from service.rules.house_rules import RulesStore, StoredRules, is_hash
from service.schemas import games
from service.schemas.text import option_values


def run(given: argparse.Namespace) -> int:
    """Start the game and print its id and its write token, which is shown only once.

    RequestError if no game can be started like this.
    """
    try:
        with open_database(given, anew=True) as database:
            kept = _house(given.rules, RulesStore(database))
            asked = _new_game_request(given, given.rules if kept is None else kept.hash)
            started = opening_event(
                asked.players, asked.terms(None if kept is None else kept.toml), asked.follows
            )
            token, log = Store(database).create(started)
    except RefusedError as error:
        if error.code in ("bad_house_file", "same_name", "unknown_rules", "other_players"):
            raise RequestError(error.code, error.detail) from error
        raise
    print(f"Game {log.id} started, East first: {', '.join(started.players)}.")
    if kept is not None:
        print(f"Rules: {kept.name}, version {kept.version}, {kept.hash}.")
    print_link(given, log.id, token)
    return 0


def _house(rules: str, rules_store: RulesStore) -> StoredRules | None:
    """Return the house file that a text names by its path or its hash."""
    if house_files.is_file(rules):
        return rules_store.keep(house_files.text(Path(rules)))
    return rules_store.find(rules) if is_hash(rules) else None


def _new_game_request(given: argparse.Namespace, rules: str) -> games.NewGame:
    if not FEWEST <= len(given.players) <= PLAYERS:
        detail = f"players: name 4, 3 or 2 players, East first, not {len(given.players)}."
        raise RequestError("bad_value", detail)
    body = {"rules": rules, "players": given.players, "options": option_values(given.option)}
    try:
        return games.NewGame.model_validate(body)
    except ValidationError as error:
        field, *place = error.errors()[0]["loc"]
        if field == "players":
            detail = (
                f"{given.players[place[0]]!r} cannot be a player's name. Give 1 to 40 characters "
                "on one line, at least one of them visible."
            )
        else:
            detail = "There are too many options. Give only those that differ from the rule set's."
        raise RequestError("bad_value", detail) from error
