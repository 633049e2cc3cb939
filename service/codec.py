"""Ledger events as versioned JSON: what is written today must be read for ever.

A change of shape gets the next version and a branch in `decode`; stored rows are never rewritten.
"""

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from scorer.ledger import Adjusted, Event, GameStarted, HandDrawn, HandWon, Undone
from scorer.table import TableRules
from scorer.table_seats import Player, Points

VERSION = 1

KINDS: Mapping[type[Event], str] = MappingProxyType(
    {
        GameStarted: "started",
        HandWon: "hand_won",
        HandDrawn: "hand_drawn",
        Adjusted: "adjusted",
        Undone: "undo",
    }
)


class CodecError(ValueError):
    """A stored event of a kind or version that this program does not know."""


def kind_of(event: Event) -> str:
    """The public name of an event's kind."""
    return KINDS[type(event)]


def encode(event: Event) -> dict[str, Any]:
    """The payload of an event: plain JSON values."""
    payload = asdict(event)
    if isinstance(event, GameStarted):
        payload["options"] = dict(event.options)
    return payload


def decode(kind: str, version: int, payload: Mapping[str, Any]) -> Event:
    """The event of a stored row; CodecError for one from a later program."""
    if version != VERSION:
        raise CodecError(f"event version {version} is newer than this program; upgrade it")
    match kind:
        case "started":
            one, two, three, four = payload["players"]
            table = TableRules(**payload["table"])
            names = (one, two, three, four)
            return GameStarted(names, payload["rules"], table, payload["options"])
        case "hand_won":
            return _hand_won(payload)
        case "hand_drawn":
            return HandDrawn()
        case "adjusted":
            return Adjusted(_four(payload["changes"]), payload["reason"])
        case "undo":
            return Undone(payload["undoes"])
        case _:
            raise CodecError(f"event kind {kind!r} is unknown to this program; upgrade it")


def _hand_won(payload: Mapping[str, Any]) -> HandWon:
    discarder = payload["discarder"]
    return HandWon(
        winner=Player(payload["winner"]),
        discarder=None if discarder is None else Player(discarder),
        changes=_four(payload["changes"]),
        unpaid=_four(payload["unpaid"]),
        hand=payload["hand"],
        faan=payload["faan"],
        score=payload["score"],
        circumstances=tuple(payload["circumstances"]),
        answer=payload["answer"],
    )


def _four(values: list[int]) -> Points:
    one, two, three, four = values
    return one, two, three, four
