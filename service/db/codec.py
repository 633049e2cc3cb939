"""Ledger events as versioned JSON: what is written today must be read for ever.

A change of shape gets the next `VERSION` and a step in `service.db.upcasting`, which turns
older payloads into today's; stored rows are never rewritten.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from scorer.core.sentences import CodedError, Sentence
from scorer.ledger.events import (
    Adjusted,
    Corrected,
    Ended,
    Event,
    FalseWin,
    GameStarted,
    HandDrawn,
    HandNoted,
    Hands,
    HandWon,
    PlayersSwapped,
    RulesChanged,
    Undone,
    Winning,
)
from scorer.ledger.seats import PLAYERS, Player, Points
from scorer.ledger.table import TableRules
from scorer.ledger.terms import RulesStamp, Terms
from service.db import upcasting

Payload: TypeAlias = Mapping[str, Any]
T = TypeVar("T")
VERSION = upcasting.VERSION

KINDS: Mapping[type[Event], str] = MappingProxyType(
    {
        GameStarted: "started",
        HandWon: "hand_won",
        HandDrawn: "hand_drawn",
        FalseWin: "false_win",
        Adjusted: "adjusted",
        PlayersSwapped: "players_swapped",
        RulesChanged: "rules_changed",
        HandNoted: "hand_noted",
        Ended: "ended",
        Undone: "undo",
        Corrected: "corrected",
    }
)


class CodecError(CodedError, ValueError):
    """A stored event that this program cannot read: `newer_event` or `damaged_event`."""


def kind_of(event: Event) -> str:
    """The public name of an event's kind."""
    return KINDS[type(event)]


def encode(event: Event) -> dict[str, Any]:
    """The payload of an event: plain JSON values."""
    if isinstance(event, Corrected):
        replaced = event.replacement
        return {
            "corrects": event.corrects,
            "replacement": None if replaced is None else _nested(replaced),
            "resettled": [{"seq": seq, **_nested(one)} for seq, one in event.resettled],
            "reason": event.reason,
        }
    if isinstance(event, RulesChanged):
        terms = asdict(replace(event.terms, options={})) | {"options": dict(event.terms.options)}
        return {**terms, "table": _customs(event.table), "after": event.after}
    payload = _named(event)
    if isinstance(event, HandWon):
        payload["wins"] = [_named(win) for win in event.wins]
    if isinstance(event, GameStarted):
        payload["options"] = dict(event.options)
        payload["table"] = _customs(event.table)
    return payload


def _named(value: Event | Winning) -> dict[str, Any]:
    """What a value consists of, by name; a scoring is long, and goes as it is, not as a copy."""
    told = {field.name: getattr(value, field.name) for field in fields(value)}
    if told.get("stamp") is not None:
        told["stamp"] = asdict(told["stamp"])
    return told


def _customs(table: TableRules) -> dict[str, Any]:
    """The customs of a table; four players are not said, as older programs know no others."""
    customs = asdict(table)
    if table.players == PLAYERS:
        del customs["players"]
    return customs


def read_payload(text: object) -> dict[str, Any]:
    """The payload in a stored row; CodecError `damaged_event` where it holds no object of JSON."""
    try:
        return _object(READER.decode(_text(text)))
    except (TypeError, ValueError, RecursionError) as error:
        detail = Sentence(
            "An event is damaged: what it holds is no JSON ({error}). Restore a backup.",
            error=str(error),
        )
        raise CodecError("damaged_event", detail) from error


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text:.20} is no number of JSON")
    return number


READER = json.JSONDecoder(parse_float=_finite, parse_constant=_finite)


def decode(kind: str, version: int, payload: Payload) -> Event:
    """The event of a stored row, of this version or an earlier one.

    Raises CodecError for one from a later program, and for one that is damaged.
    """
    if version > VERSION or kind not in DECODERS:
        detail = Sentence(
            "An event ({kind}, version {version}) was written by a newer tableside than "
            "this one, which knows version {known}. Upgrade this one.",
            kind=kind,
            version=version,
            known=VERSION,
        )
        raise CodecError("newer_event", detail)
    try:
        return DECODERS[kind](upcasting.upcast(kind, version, payload))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        detail = Sentence(
            "An event ({kind}, version {version}) is damaged: {error}. Restore a backup.",
            kind=kind,
            version=version,
            error=repr(error),
        )
        raise CodecError("damaged_event", detail) from error


def _nested(event: Event) -> dict[str, Any]:
    return {"kind": kind_of(event), "payload": encode(event)}


def _started(payload: Payload) -> GameStarted:
    return GameStarted(
        players=tuple(_text(name) for name in _list(payload["players"])),
        rules=_text(payload["rules"]),
        table=_table(payload["table"]),
        options=_object(payload["options"]),
        stamp=_stamp(payload),
        follows=_maybe(_text, payload["follows"]),
        house=_maybe(_text, payload["house"]),
    )


def _hand_won(payload: Payload) -> HandWon:
    return HandWon(
        wins=tuple(_winning(one) for one in payload["wins"]),
        self_drawn=_flag(payload["self_drawn"]),
        discarder=_maybe(Player, payload["discarder"]),
        due=_points(payload["due"]),
        changes=_points(payload["changes"]),
        scores=_maybe(_points, payload["scores"]),
        hands=_maybe(_hands, payload["hands"]),
        unknown=tuple(Player(one) for one in payload["unknown"]),
        responsible=_maybe(Player, payload["responsible"]),
        way=_maybe(_text, payload["way"]),
        stamp=_stamp(payload),
    )


def _winning(payload: Payload) -> Winning:
    return Winning(
        player=Player(payload["player"]),
        hand=_maybe(_text, payload["hand"]),
        faan=_maybe(_number, payload["faan"]),
        score=_maybe(_number, payload["score"]),
        circumstances=tuple(_text(name) for name in payload["circumstances"]),
        answer=_maybe(_object, payload["answer"]),
    )


def _hand_drawn(_: Payload) -> HandDrawn:
    return HandDrawn()


def _false_win(payload: Payload) -> FalseWin:
    return FalseWin(
        player=Player(payload["player"]),
        due=_points(payload["due"]),
        changes=_points(payload["changes"]),
        hand=_maybe(_text, payload["hand"]),
        stamp=_stamp(payload),
    )


def _adjusted(payload: Payload) -> Adjusted:
    return Adjusted(_points(payload["changes"]), _text(payload["reason"]))


def _players_swapped(payload: Payload) -> PlayersSwapped:
    return PlayersSwapped(tuple(Player(one) for one in _list(payload["seating"])))


def _rules_changed(payload: Payload) -> RulesChanged:
    terms = Terms(
        rules=_text(payload["rules"]),
        options=_object(payload["options"]),
        stamp=_stamp(payload),
        house=_maybe(_text, payload["house"]),
    )
    return RulesChanged(terms, _table(payload["table"]), _number(payload["after"]))


def _hand_noted(payload: Payload) -> HandNoted:
    return HandNoted(_number(payload["notes"]), _text(payload["note"]))


def _ended(payload: Payload) -> Ended:
    return Ended(_text(payload["reason"]))


def _undo(payload: Payload) -> Undone:
    return Undone(_number(payload["undoes"]))


def _corrected(payload: Payload) -> Corrected:
    return Corrected(
        corrects=_number(payload["corrects"]),
        replacement=_maybe(_replacement, payload["replacement"]),
        resettled=tuple((_number(one["seq"]), _payment(one)) for one in payload["resettled"]),
        reason=_text(payload["reason"]),
    )


def _replacement(
    nested: Payload,
) -> HandWon | HandDrawn | FalseWin | Adjusted | PlayersSwapped:
    event = DECODERS[nested["kind"]](nested["payload"])
    if isinstance(event, HandWon | HandDrawn | FalseWin | Adjusted | PlayersSwapped):
        return event
    raise ValueError(f"nothing is replaced by {nested['kind']!r}")


def _payment(nested: Payload) -> HandWon | FalseWin:
    event = _replacement(nested)
    if isinstance(event, HandWon | FalseWin):
        return event
    raise ValueError(f"{nested['kind']!r} is no payment")


DECODERS: Mapping[str, Callable[[Payload], Event]] = MappingProxyType(
    {
        "started": _started,
        "hand_won": _hand_won,
        "hand_drawn": _hand_drawn,
        "false_win": _false_win,
        "adjusted": _adjusted,
        "players_swapped": _players_swapped,
        "rules_changed": _rules_changed,
        "hand_noted": _hand_noted,
        "ended": _ended,
        "undo": _undo,
        "corrected": _corrected,
    }
)


def _stamp(payload: Payload) -> RulesStamp | None:
    stamp = payload["stamp"]
    if stamp is None:
        return None
    return RulesStamp(_text(stamp["id"]), _number(stamp["version"]), _text(stamp["hash"]))


def _table(values: Payload) -> TableRules:
    table = TableRules(**values)
    for field in fields(table):
        if type(getattr(table, field.name)) is not type(field.default):
            raise TypeError(f"{field.name} of a table cannot be {getattr(table, field.name)!r}")
    return table


def _points(values: Sequence[object]) -> Points:
    points: tuple[Any, ...] = tuple(_list(values))
    if not set(map(type, points)) <= {int}:
        raise TypeError(f"{values!r} are no whole numbers")
    return points


def _hands(values: Sequence[object]) -> Hands:
    return tuple(_maybe(_text, value) for value in _list(values))


def _list(values: Sequence[T]) -> Sequence[T]:
    """A list as files have it, or a tuple as `encode` gives it."""
    return values if isinstance(values, tuple) else _of(list, values)


def _maybe(read: Callable[[Any], T], value: object) -> T | None:
    return None if value is None else read(value)


def _text(value: object) -> str:
    return _of(str, value)


def _number(value: object) -> int:
    return _of(int, value)


def _flag(value: object) -> bool:
    return _of(bool, value)


def _object(value: object) -> dict[str, Any]:
    return _of(dict, value)


def _of(kind: type[T], value: object) -> T:
    """A value of just this kind: a true is no 1, for what comes from a file may be anything."""
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value
