"""Events and tables as public JSON, and a table read back from it; players are indexes 0-3.

Amounts are in points, as people count (`TableRules.in_points`). An event's members are the fields
of its dataclass under their public names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import IntEnum
from typing import Any, TypeAlias

from scorer.ledger.events import (
    Corrected,
    Event,
    FalseWin,
    HandWon,
    RulesChanged,
    Winning,
)
from scorer.ledger.game import Entry
from scorer.ledger.table import Player, RulesStamp, Seat, TableRules, TableState, Terms

Json: TypeAlias = dict[str, Any]
PUBLIC_NAMES: Mapping[str, str] = {
    "circumstances": "events",
    "discarder": "from",
    "player": "winner",
    "seating": "seats",
    "stamp": "edition",
    "way": "responsibility",
}
AMOUNTS = ("due", "changes", "unpaid", "lacking")  # an event's amounts, in coins
HIDDEN = frozenset({"house", "self_drawn", "table", "terms"})


def facts(event: Event, rules: TableRules) -> Json:
    """Return the kind and the members of an event at a table of these rules."""
    members = _members(event)
    match event:
        case HandWon():  # the first winner's fields come first: most hands have one winner
            members |= members["wins"][0] | {"win": "self-draw" if event.self_drawn else "discard"}
        case FalseWin():
            members["player"] = members.pop("winner")
        case RulesChanged():
            members |= _members(event.terms)
        case Corrected():
            replaced = event.replacement
            members["replacement"] = None if replaced is None else facts(replaced, rules)
            again = ({"seq": seq, **facts(one, rules)} for seq, one in event.resettled)
            members["resettled"] = list(again)
        case _:
            pass
    amounts = {name: getattr(event, name, None) for name in AMOUNTS}
    owed = {name: coins for name, coins in amounts.items() if coins is not None}
    return members | {name: rules.all_in_points(coins) for name, coins in owed.items()}


def _members(value: Event | Terms | Winning) -> Json:
    """Return the fields that are shown by their public names, amounts in coins."""
    names = (each.name for each in fields(value) if each.name not in HIDDEN)
    return {PUBLIC_NAMES.get(name, name): _public(getattr(value, name)) for name in names}


def _public(value: object) -> object:
    """Return a member as a JSON value."""
    match value:
        case IntEnum():
            return int(value)
        case tuple():
            return [_public(each) for each in value]
        case RulesStamp():
            return {"rules": value.id, "version": value.version, "hash": value.hash}
        case Winning():
            return _members(value)
        case Mapping():
            return dict(value)
        case _:
            return value


def entry_json(entry: Entry) -> Json:
    """Return a line of the history without its time: the winds before, the points after."""
    before, rules = entry.before, entry.after.rules
    return {
        "seq": entry.seq,
        "hand_number": before.hand_number,
        "round_wind": str(before.round_wind),
        "dealer": int(before.dealer),
        **facts(entry.event, rules),
        "changes": rules.all_in_points(entry.changes),
        "points": rules.all_in_points(entry.after.points),
    }


def table_json(table: TableState, names: Sequence[str]) -> Json:
    """Return the state of a table whose players have these names."""
    rules = table.rules
    points = rules.all_in_points(table.points)
    players = zip(names, points, table.winds, strict=True)
    return {
        "players": [
            {"name": name, "points": have, "seat_wind": str(wind)} for name, have, wind in players
        ],
        "round_wind": str(table.round_wind),
        "round": table.round_number,
        "turn": table.turn,
        "draws": table.draws,
        "dealer": int(table.dealer),
        "first": int(table.first),
        "hand_number": table.hand_number,
        "finished": table.finished,
        "seats": [int(player) for player in table.seating],
        "direction": rules.direction,
        "coin": rules.in_points(1),
        "standings": [
            {"player": int(player), "points": points[player], "rank": rank}
            for player, _, rank in table.standings
        ],
    }


def read_table(state: Json, rules: TableRules) -> TableState:
    """Return the table that a public state shows, by rules in the coins of the game.

    Raises LookupError or ValueError for anything else.
    """
    seats = tuple(Player(player) for player in state["seats"])
    return TableState(
        rules,
        tuple(rules.in_coins(player["points"]) for player in state["players"]),
        Seat(seats.index(Player(state["dealer"]))),
        seats,
        round_number=state["round"],
        turn=state["turn"],
        hand_number=state["hand_number"],
        draws=state["draws"],
        closed=state["finished"],
    )
