"""A game as the JSON and CSV of the public surface."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from scorer import ledger
from scorer.ledger import Adjusted, Entry, GameStarted, HandDrawn, HandWon, Undone
from scorer.table_seats import PLAYERS, Player
from service.codec import kind_of
from service.store import Log

CSV_COLUMNS = (
    *("seq", "at", "kind", "hand_number", "round_wind", "dealer", "winner", "from", "win"),
    *("faan", "score", "hand"),
    *(f"change_{player}" for player in range(PLAYERS)),
    *(f"points_{player}" for player in range(PLAYERS)),
)


def state(log: Log) -> dict[str, Any]:
    """The game after its last event; players are named by seat index 0-3."""
    game = log.game
    table = game.table
    return {
        "id": log.id,
        "seq": game.seq,
        "rules": game.started.rules,
        "options": dict(game.started.options),
        "players": [
            {
                "name": game.started.players[player],
                "points": table.points[player],
                "seat_wind": str(table.wind_of(player)),
            }
            for player in Player
        ],
        "round_wind": str(table.round_wind),
        "dealer": int(table.dealer),
        "first": int(table.first),
        "hand_number": table.hand_number,
        "finished": table.finished,
        "standings": [
            {"player": int(place.player), "points": place.points, "rank": place.rank}
            for place in table.standings
        ],
    }


def state_at(log: Log, seq: int) -> dict[str, Any]:
    """The game as it stood after event `seq`."""
    return state(Log(log.id, log.events[:seq], log.times[:seq]))


def history(log: Log) -> list[dict[str, Any]]:
    """Every event in order; winds and hand number are those the event found."""
    return [
        _event(entry, at) for entry, at in zip(ledger.history(log.events), log.times, strict=True)
    ]


def added(log: Log) -> dict[str, Any]:
    """The answer to a request that added the last event."""
    return {"seq": len(log.events), "event": history(log)[-1], "state": state(log)}


def history_csv(log: Log) -> Iterator[str]:
    """The history as CSV lines; players are seat indexes, an empty cell means nothing to say."""
    yield _csv_line(CSV_COLUMNS)
    for event in history(log):
        cells = [event.get(column) for column in CSV_COLUMNS[: -2 * PLAYERS]]
        yield _csv_line([*cells, *event["changes"], *event["points"]])


def _csv_line(cells: object) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)  # type: ignore[arg-type]  # a sequence of plain values
    return line.getvalue()


def _event(entry: Entry, at: str) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "kind": kind_of(entry.event),
        "at": at,
        "hand_number": entry.before.hand_number,
        "round_wind": str(entry.before.round_wind),
        "dealer": int(entry.before.dealer),
        **_facts(entry),
        "changes": list(entry.changes),
        "points": list(entry.after.points),
    }


def _facts(entry: Entry) -> dict[str, Any]:
    match entry.event:
        case HandWon() as won:
            return {
                "winner": int(won.winner),
                "from": None if won.discarder is None else int(won.discarder),
                "win": "self-draw" if won.discarder is None else "discard",
                "faan": won.faan,
                "score": won.score,
                "hand": won.hand,
                "events": list(won.circumstances),
                "unpaid": list(won.unpaid),
                "unknown": [],
                "answer": won.answer,
            }
        case GameStarted() as started:
            return {
                "rules": started.rules,
                "players": list(started.players),
                "options": dict(started.options),
            }
        case Adjusted(reason=reason):
            return {"reason": reason}
        case Undone(undoes=undoes):
            return {"undoes": undoes}
        case HandDrawn():
            return {}
