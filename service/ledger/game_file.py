"""A game as one JSON file with all of its events, as a backup or to continue elsewhere.

The file has no token: whoever imports a game owns it there.
"""

import hashlib
import json
import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from scorer.api.requests import identity
from scorer.core.sentences import Sentence
from scorer.ledger import game
from scorer.ledger.events import Corrected, Event, GameStarted, HandWon, RulesChanged
from scorer.ledger.game import Game, LedgerError
from scorer.reports.agreement import Agreement
from scorer.reports.events import recount, recount_correction
from scorer.rulesets.house_file import read_kept_file
from service.auth.access import create_token, hash_token, is_deleted, missing_game
from service.db import codec
from service.db.database import Database
from service.db.schema import GAME_ID, events, games, stamp
from service.errors import RefusedError, no_such_game
from service.ledger import event_validation
from service.ledger.store import EventLog, check_row, event_row, rules_row
from service.rules.house_rules import RULES_EVENTS, is_hash

FORMAT = "tableside-game"
VERSION = 1
FIELDS = {"seq": int, "kind": str, "version": int, "at": str, "payload": dict}
MOST_EVENTS = game.MOST_EVENTS_UNDONE  # the most that a game can have
DEEPEST = 32  # levels of nested lists and objects: events have ten
ANEW = Sentence("Import it under a new id with --anew, or ?anew=true.")
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)  # before any release
SKEW = timedelta(days=1)  # how far another computer's clock may be ahead
AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def export_game(database: Database, game_id: str) -> dict[str, Any]:
    """Return a whole game as JSON values; RefusedError if it is missing, deleted or damaged."""
    if not _is_id(game_id):
        raise no_such_game(game_id)
    query = select(events).where(events.c.game_id == game_id).order_by(events.c.seq)
    with database.read_connection() as connection:
        rows = connection.execute(query).all()
        if not rows:
            raise missing_game(connection, game_id)
    try:
        for seq, row in enumerate(rows, start=1):
            check_row(row, seq)
        stored_events = [
            {
                "seq": row.seq,
                "kind": row.kind,
                "version": row.version,
                "at": row.at,
                "payload": codec.read_payload(row.payload),
            }
            for row in rows
        ]
        hash_ = digest(stored_events)
    except codec.CodecError as error:
        raise RefusedError(error.code, error.detail) from error
    except ValueError as error:
        raise RefusedError("damaged_event", codec.not_json(error)) from error
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": game_id,
        "exported_at": stamp(datetime.now(UTC)),
        "digest": hash_,
        "events": stored_events,
    }


def digest(stored_events: list[dict[str, Any]]) -> str:
    """Return a hash of the events, the same for the same events in any layout.

    It shows that a file is complete, not who wrote it: anybody can compute one. Raises ValueError
    for what JSON does not have: half of a surrogate pair, an infinite number.
    """
    text = json.dumps(
        stored_events, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return hashlib.sha256(text.encode()).hexdigest()


def import_game(database: Database, file: object, *, anew: bool = False) -> tuple[EventLog, str]:
    """Import a game under its own id or `anew`; return its log and a new write token.

    Raises RefusedError as `read_game` and `store_game` do.
    """
    log, token = read_game(file, anew=anew), create_token()
    store_game(database, log, token)
    return log, token


def read_game(file: object, *, anew: bool = False) -> EventLog:
    """Return the game in a file, under its own id or `anew`.

    Raises RefusedError for a file that is not a game, was changed or cannot be replayed.
    """
    game_id, stored_events = _read_envelope(file)
    if anew:
        game_id = secrets.token_hex(16)
    return _replay(game_id, _with_true_hashes(stored_events))


def store_game(database: Database, log: EventLog, token: str) -> None:
    """Store a game that was read from a file, with a new write token.

    Raises RefusedError if it exists here already or was deleted.
    """
    at = stamp(datetime.now(UTC))
    row = {"id": log.id, "token_hash": hash_token(token), "at": at, **rules_row(log.game)}
    try:
        with database.write_connection() as connection:
            if is_deleted(connection, log.id):
                raise RefusedError(
                    "game_deleted", Sentence("This game was deleted here. {anew}", anew=ANEW)
                )
            connection.execute(insert(games).values(row))
            numbered = enumerate(zip(log.events, log.times, strict=True), start=1)
            rows = [event_row(log.id, seq, event, at) for seq, (event, at) in numbered]
            connection.execute(insert(events), rows)
    except IntegrityError as error:
        raise RefusedError(
            "game_exists", Sentence("This game already exists here. {anew}", anew=ANEW)
        ) from error


def _read_envelope(file: object) -> tuple[str, list[dict[str, Any]]]:
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise _bad_file(Sentence("This is not a tableside game file."))
    if file.get("version") != VERSION:
        detail = Sentence(
            "The file has version {version}; upgrade this tableside to read it.",
            version=repr(file.get("version")),
        )
        raise _bad_file(detail)
    game_id, stored_events = file.get("id"), file.get("events")
    is_complete = isinstance(stored_events, list) and all(
        _is_event(event) for event in stored_events
    )
    if not (is_complete and stored_events and isinstance(game_id, str) and _is_id(game_id)):
        raise _bad_file(Sentence("The file lacks its id or events. Export it again."))
    if len(stored_events) > MOST_EVENTS:
        detail = Sentence(
            "The game has {events} events; at most {most} can be imported.",
            events=len(stored_events),
            most=MOST_EVENTS,
        )
        raise _bad_file(detail)
    if _is_deep(stored_events):
        raise _bad_file(Sentence("The file is nested more deeply than any game."))
    try:
        actual_digest = digest(stored_events)
    except (ValueError, RecursionError) as error:
        raise _bad_file(Sentence("The file contains an invalid character or number.")) from error
    if file.get("digest") != actual_digest:
        detail = Sentence(
            "The events differ from the exported ones: the file was changed or cut off."
        )
        raise _bad_file(detail)
    return game_id, stored_events


def _bad_file(detail: Sentence) -> RefusedError:
    return RefusedError("bad_game_file", detail)


def _with_true_hashes(stored_events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events with each house file under the hash of the rules that it contains.

    Others find the file by that hash. Another edition of the program may have given it another
    hash, and a stranger any.
    """
    return [
        {**stored, "payload": {**payload, "rules": identity(read_kept_file(payload["house"])).hash}}
        if stored["kind"] in RULES_EVENTS and isinstance(payload.get("house"), str)
        else stored
        for stored in stored_events
        for payload in (stored["payload"],)
    ]


def _is_event(event: object) -> bool:
    """Return whether an event has exactly the stored fields; replaying checks their content."""
    return (
        isinstance(event, dict)
        and all(type(event.get(name)) is kind for name, kind in FIELDS.items())
        and _is_time(event["at"])
    )


def _is_time(text: str) -> bool:
    """Return whether a text is a time as events have them, after 1999 and not after tomorrow."""
    try:
        at = datetime.fromisoformat(text) if AT.fullmatch(text) else EARLIEST
    except ValueError:
        return False
    return EARLIEST < at < datetime.now(UTC) + SKEW


def _is_deep(value: object) -> bool:
    """Return whether lists and objects are nested deeper than in any event."""
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        contents = (value.values() if isinstance(value, dict) else value for value in level)
        level = [part for items in contents for part in items if isinstance(part, dict | list)]
    return bool(level)


def _is_id(text: str) -> bool:
    return re.fullmatch(GAME_ID, text) is not None


def _replay(game_id: str, stored_events: list[dict[str, Any]]) -> EventLog:
    try:
        decoded = [
            codec.decode(stored["kind"], stored["version"], json.dumps(stored["payload"]))
            for stored in stored_events
        ]
        for event in decoded:
            event_validation.check(event)
        log = EventLog.begin(game_id, decoded[0], stored_events[0]["at"])
        for event, stored in zip(decoded[1:], stored_events[1:], strict=True):
            log = log.add(_recounted_event(log.game, event), stored["at"])
    except (codec.CodecError, LedgerError, LookupError, TypeError, ValueError) as error:
        raise _bad_file(
            Sentence("The events do not make up a game: {error}", error=str(error))
        ) from error
    rules_events = [
        stored.terms for stored in log.events if isinstance(stored, GameStarted | RulesChanged)
    ]
    if any(terms.house is not None and not is_hash(terms.rules) for terms in rules_events):
        raise _bad_file(Sentence("The game's house file has no valid hash."))
    if [stored["seq"] for stored in stored_events] != list(range(1, len(stored_events) + 1)):
        raise _bad_file(Sentence("Events are missing. Export the game again."))
    return log


def _recounted_event(before: Game, event: Event) -> Event:
    """Return an event with its hands scored here: the scores in a file are not trusted."""
    if isinstance(event, HandWon):
        return recount(Agreement.at(before, before.table), before.table, event)
    return recount_correction(before, event) if isinstance(event, Corrected) else event
