"""`tableside start`: a game from the command line, by a document's rules or a house's file."""

import argparse
from pathlib import Path

from pydantic import ValidationError

from scorer.api.requests import RequestError
from scorer.core.sentences import Sentence
from scorer.ledger.seats import FEWEST, PLAYERS
from scorer.reports.agreement import opening_event
from service.cli import house_files
from service.cli.addresses import page_of
from service.cli.commands.database_choice import open_database, settings_of
from service.cli.words import translator
from service.errors import RefusedError
from service.ledger.store import Store
from service.rules.house_rules import RulesStore, StoredRules, is_hash
from service.schemas import games
from service.schemas.text import option_values


def run(given: argparse.Namespace) -> int:
    """Start the game and print its id and its write token, this once; RequestError for no game."""
    try:
        with open_database(given, anew=True) as database:
            kept = _house(given.rules, RulesStore(database))
            asked = _asked(given, given.rules if kept is None else kept.hash)
            started = opening_event(
                asked.players, asked.terms(None if kept is None else kept.toml), asked.follows
            )
            token, log = Store(database).create(started)
    except RefusedError as error:
        if error.code in ("bad_house_file", "same_name", "unknown_rules", "other_players"):
            raise RequestError(error.code, error.detail) from error
        raise
    say, players = translator(given), ", ".join(started.players)
    print(say(Sentence("Game {id} has begun, East first: {players}.", id=log.id, players=players)))
    if kept is not None:
        house = Sentence(
            "It is played by {name}, version {version}, {hash}.",
            name=kept.name,
            version=kept.version,
            hash=kept.hash,
        )
        print(say(house))
    page = page_of(given.public_url, settings_of(given))
    link = f"{page}#game={log.id}&token={token}"
    print(say(Sentence("To write, open the page at {link}", link=link)))
    return 0


def _house(rules: str, rules_store: RulesStore) -> StoredRules | None:
    """The house's file that a text names, by its path or its hash."""
    if house_files.is_file(rules):
        return rules_store.keep(house_files.text(Path(rules)))
    return rules_store.find(rules) if is_hash(rules) else None


def _asked(given: argparse.Namespace, rules: str) -> games.NewGame:
    if not FEWEST <= len(given.players) <= PLAYERS:
        detail = Sentence(
            "players: name four, three or two, not {players}, East first.",
            players=len(given.players),
        )
        raise RequestError("bad_value", detail)
    body = {"rules": rules, "players": given.players, "options": option_values(given.option)}
    try:
        return games.NewGame.model_validate(body)
    except ValidationError as error:
        detail = Sentence(
            "players: each needs a name of 1 to 40 characters. {errors}.",
            errors=error.errors()[0]["msg"],
        )
        raise RequestError("bad_value", detail) from error
