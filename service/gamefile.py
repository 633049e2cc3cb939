"""A game as one JSON file with all of its events, to keep or to play on elsewhere.

Its token is not in it: whoever brings a game in is its owner there.
"""

import hashlib
import json
import re
import secrets
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from scorer import ledger
from scorer.ledger import LedgerError
from service import codec, tokens
from service.database import Database
from service.log import Log, no_such_game
from service.problems import RefusedError
from service.schema import events, games
from service.shelf import is_hash
from service.store import named, stamp

FORMAT = "tableside-game"
VERSION = 1
FIELDS = {"seq": int, "kind": str, "version": int, "at": str, "payload": dict}
MOST_EVENTS = ledger.MOST_EVENTS_UNDONE  # what a game can have come to
AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def exported(database: Database, game_id: str) -> dict[str, Any]:
    """All of a game as JSON values; RefusedError `no_such_game` for an unknown id."""
    query = select(events).where(events.c.game_id == game_id).order_by(events.c.seq)
    with database.reading() as connection:
        rows = connection.execute(query).all()
    if not rows:
        raise no_such_game(game_id)
    told = [
        {
            "seq": row.seq,
            "kind": row.kind,
            "version": row.version,
            "at": row.at,
            "payload": json.loads(row.payload),
        }
        for row in rows
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": game_id,
        "exported_at": stamp(datetime.now(UTC)),
        "digest": digest(told),
        "events": told,
    }


def digest(told: list[dict[str, Any]]) -> str:
    """A hash of the events, the same for the same events in any layout.

    Raises UnicodeEncodeError for text that is none: a lone half of a surrogate pair.
    """
    text = json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def imported(database: Database, file: object, *, anew: bool = False) -> tuple[Log, str]:
    """Bring a game in, under its own id or `anew`; returns its log and a fresh write token.

    Raises RefusedError for a file that is none of ours, was changed, cannot be replayed, or whose
    game is here already.
    """
    game_id, told = _checked(file)
    if anew:
        game_id = secrets.token_hex(16)
    log, token = _replayed(game_id, told), tokens.new()
    at = stamp(datetime.now(UTC))
    row = {"id": game_id, "token_hash": tokens.hashed(token), "at": at, **named(log.game.started)}
    try:
        with database.writing() as connection:
            connection.execute(insert(games).values(row))
            _insert(connection, game_id, told)
    except IntegrityError as error:
        detail = "This game is here already. Bring it in under another id: --anew, or ?anew=true."
        raise RefusedError("game_exists", detail) from error
    return log, token


def _checked(file: object) -> tuple[str, list[dict[str, Any]]]:
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise RefusedError("bad_game_file", "This is no game file of tableside.")
    if file.get("version") != VERSION:
        detail = f"The file has version {file.get('version')!r}; upgrade this tableside to read it."
        raise RefusedError("bad_game_file", detail)
    game_id, told = file.get("id"), file.get("events")
    whole = isinstance(told, list) and all(_is_event(event) for event in told)
    if not (whole and told and isinstance(game_id, str) and _is_id(game_id)):
        raise RefusedError("bad_game_file", "The file lacks its id or events. Export it again.")
    if len(told) > MOST_EVENTS:
        detail = f"The game has {len(told)} events; at most {MOST_EVENTS} are taken in."
        raise RefusedError("bad_game_file", detail)
    try:
        found = digest(told)
    except (UnicodeEncodeError, RecursionError) as error:
        detail = "The file holds what no game does: half a letter, or things within things."
        raise RefusedError("bad_game_file", detail) from error
    if file.get("digest") != found:
        detail = "The events are not those that were exported: the file was changed or cut."
        raise RefusedError("bad_game_file", detail)
    return game_id, told


def _is_event(event: object) -> bool:
    """Whether an event has just the fields that can be stored; what it says is seen in replay."""
    return (
        isinstance(event, dict)
        and all(type(event.get(name)) is kind for name, kind in FIELDS.items())
        and AT.fullmatch(event["at"]) is not None
    )


def _is_id(text: str) -> bool:
    return len(text) == 32 and set(text) <= set("0123456789abcdef")


def _replayed(game_id: str, told: list[dict[str, Any]]) -> Log:
    try:
        found = [codec.decode(one["kind"], one["version"], one["payload"]) for one in told]
        log = Log.begun(game_id, found[0], told[0]["at"])
        for event, one in zip(found[1:], told[1:], strict=True):
            log = log.add(event, one["at"])
    except (codec.CodecError, LedgerError, LookupError, TypeError, ValueError) as error:
        raise RefusedError("bad_game_file", f"The events make no game: {error}") from error
    if log.game.started.house is not None and not is_hash(log.game.started.rules):
        raise RefusedError("bad_game_file", "The game names its house's file by no hash.")
    if [one["seq"] for one in told] != list(range(1, len(told) + 1)):
        raise RefusedError("bad_game_file", "Events are missing. Export the game again.")
    return log


def _insert(connection: Connection, game_id: str, told: list[dict[str, Any]]) -> None:
    rows = [
        {**one, "game_id": game_id, "payload": json.dumps(one["payload"], ensure_ascii=False)}
        for one in told
    ]
    names = [column.name for column in events.columns]
    connection.execute(insert(events), [{name: row[name] for name in names} for row in rows])
