"""A game as the JSON and CSV of the public interface."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from scorer.ledger.answers import entry_json, facts, table_json
from scorer.ledger.events import Corrected, FalseWin, HandWon
from scorer.ledger.game import Entry
from scorer.ledger.game import history as entries
from scorer.ledger.statistics import answer_rows
from scorer.ledger.table import Player, TableRules, TableState, Terms
from scorer.reports.agreement import agreed_options
from service.ledger.store import EventLog

FORMULA = frozenset("=+-@\t\r")  # the first characters of what some spreadsheets evaluate
INVISIBLE = frozenset({"Cc", "Cf", "Mn", "Zs", "Zl", "Zp"})  # Unicode categories
PAYMENT_MEMBERS = ("winner", "player", "faan", "score", "unpaid", "changes")  # of a payment
CSV_COLUMNS = (
    *("seq", "at", "kind", "hand_number", "round_wind", "dealer", "winner", "from", "win"),
    *("faan", "score", "hand"),
)
# Further columns for people: who is who, and why.
PLAIN_COLUMNS = (
    *("what", "dealer_name", "winner_name", "winner_wind", "from_name", "rows", "note"),
)


def state(log: EventLog) -> dict[str, Any]:
    """Return the game after its last event; players are given by index."""
    game = log.game
    table = game.table
    return {
        "id": log.id,
        "seq": game.seq,
        **_terms_json(game.terms(table)),
        "follows": game.started.follows,
        "coming": _coming_rules_json(table),
        **table_json(table, game.names),
    }


def started_json(log: EventLog, token: str) -> dict[str, Any]:
    """Return the answer to a request that brought a game here, with its write token."""
    return {"id": log.id, "write_token": token, "state": state(log)}


def _terms_json(terms: Terms) -> dict[str, Any]:
    """Return the rules that a game is played by."""
    return {
        "rules": terms.rules,
        "options": agreed_options(terms),
        "house_rules": _house_rules_json(terms),
    }


def _coming_rules_json(table: TableState) -> dict[str, Any] | None:
    """Return the rules that a table has agreed on for later, None without any."""
    coming = table.coming
    if coming is None:
        return None
    return {**_terms_json(coming.terms), "from_hand": table.hand_number + coming.after}


def _house_rules_json(terms: Terms) -> dict[str, Any] | None:
    """Return the house file that a game is played by, None for a document's own rules."""
    if terms.house is None or terms.stamp is None:
        return None
    return {"hash": terms.rules, "id": terms.stamp.id, "version": terms.stamp.version}


def history(log: EventLog, after: int = 0, limit: int | None = None) -> Iterator[dict[str, Any]]:
    """Return the events that follow event `after` in order, at most `limit`.

    Winds and hand number are those before the event.
    """
    dated_entries = zip(entries(log.events), log.times, strict=True)
    last = None if limit is None else after + limit
    return ({**entry_json(entry), "at": at} for entry, at in islice(dated_entries, after, last))


def added_json(log: EventLog) -> dict[str, Any]:
    """Return the answer to a request that added the last event."""
    seq, before = len(log.events), (log.before or log.game).table
    event = entry_json(Entry(seq, log.events[-1], before, log.game.table))
    return {"seq": seq, "event": {**event, "at": log.times[-1]}, "state": state(log)}


def correction_preview(log: EventLog, event: Corrected) -> dict[str, Any]:
    """Return the states before and after a correction, and each payment that changes."""
    after = added_json(log.add(event, log.times[-1]))
    rules = log.game.started.table
    payments = dict(log.game.counting())
    changed = [(event.corrects, event.replacement), *event.resettled]
    return {
        "was": state(log),
        "state": after["state"],
        "event": after["event"],
        "payments": [
            {
                "seq": seq,
                "was": _payment(payments[seq], rules),
                "becomes": _payment(replacement, rules),
            }
            for seq, replacement in changed
        ],
    }


def _payment(event: object, rules: TableRules) -> dict[str, Any] | None:
    """Return the payment of an event, None for one that does not count or moves no points."""
    if not isinstance(event, HandWon | FalseWin):
        return None
    members = facts(event, rules)
    return {name: members[name] for name in PAYMENT_MEMBERS if name in members}


def history_csv(log: EventLog, *, plain: bool = False) -> Iterator[str]:
    """Yield the history as CSV lines; players are seat indexes, an empty cell means no value.

    `plain` adds columns for people: names, the winner's wind, rows, the note to the hand, and the
    points under each player's name.
    """
    notes = log.game.notes
    players = [int(player) for player in log.game.table.players]
    player_columns = [f"{what}_{player}" for what in ("change", "points") for player in players]
    names = log.game.names
    plain_columns = (
        [*PLAIN_COLUMNS, *names, *(f"{name} (points)" for name in names)] if plain else []
    )
    yield csv_line([*CSV_COLUMNS, *player_columns, *plain_columns])
    for entry, event in zip(entries(log.events), history(log), strict=True):
        cells = [_cell(event, column) for column in CSV_COLUMNS]
        points = [*event["changes"], *event["points"]]
        note = notes.get(entry.seq, event.get("note"))
        plain_cells = [*_plain_cells(event, entry.before, names), note, *points] if plain else []
        yield csv_line([*cells, *points, *plain_cells])


def _plain_cells(event: dict[str, Any], before: TableState, names: Sequence[str]) -> list[object]:
    """Return the cells of PLAIN_COLUMNS without the note, for an event and the table before it."""
    wins = event.get("wins") or ([event] if event.get("winner") is not None else [])
    winners = [Player(win["winner"]) for win in wins]
    return [
        event["kind"].replace("_", " "),
        names[event["dealer"]],
        " / ".join(names[player] for player in winners),
        " / ".join(str(before.wind_of(player)) for player in winners),
        None if event.get("from") is None else names[event["from"]],
        " / ".join(_row_names(win.get("answer")) for win in wins),
    ]


def _row_names(answer: dict[str, Any] | None) -> str:
    rows = answer_rows(answer)
    return ", ".join(row["name"] for row in rows if row.get("excluded_by") is None)


def _cell(event: dict[str, Any], column: str) -> object:
    """Return one cell; where several won on one discard, each winner's value in turn."""
    wins = event.get("wins", [])
    if len(wins) < 2 or column not in wins[0]:
        return event.get(column)
    parts = ["" if win[column] is None else str(win[column]) for win in wins]
    return " / ".join(parts) if any(parts) else None


def csv_line(cells: Iterable[object]) -> str:
    """Return one line of a table, in which no spreadsheet takes a cell for a formula."""
    line = io.StringIO()
    csv.writer(line).writerow([_safe_cell(cell) for cell in cells])
    return line.getvalue()


def _safe_cell(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula: a text that looks like one is quoted.

    Some programs fold wide signs to plain ones and skip invisible characters before them, such as a
    byte order mark.
    """
    if not isinstance(cell, str):
        return cell
    plain = unicodedata.normalize("NFKC", cell)
    signs = (sign for sign in plain if unicodedata.category(sign) not in INVISIBLE)
    return f"'{cell}" if next(signs, "") in FORMULA or plain[:1] in FORMULA else cell
