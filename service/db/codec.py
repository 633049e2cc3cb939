"""Ledger events as versioned JSON: what is written today must stay readable for ever.

The stored form is that of the dataclasses in `scorer.ledger.events`. A change to them that no
default covers needs the next `VERSION` and a step in `service.db.upcasting`, which turns older
payloads into today's; stored rows are never rewritten.
"""

import json
import math
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from scorer.core.sentences import CodedError, Sentence
from scorer.ledger.events import Event
from service.db import upcasting

VERSION = upcasting.VERSION
ADAPTERS: Mapping[str, TypeAdapter[Any]] = MappingProxyType(
    {get_type_hints(each)["kind"].__args__[0]: TypeAdapter(each) for each in get_args(Event)}
)
# The end of a number such as 1e999 or 1E999, which pydantic reads as endless. A pattern that begins
# with one letter is searched for ten times as fast as one with a choice.
_LARGE = tuple(re.compile(letter + r"\+?\d{3,}[,\]}\s]") for letter in "eE")


class CodecError(CodedError, ValueError):
    """A stored event that this program cannot read: `newer_event` or `damaged_event`."""


def encode(event: Event) -> str:
    """Return the payload of an event as JSON."""
    return ADAPTERS[event.kind].dump_json(event).decode()


def decode(kind: str, version: int, payload: object) -> Event:
    """Return the event of a stored row, of this version or an earlier one.

    Raises CodecError for an event of a later program, and for a damaged one.
    """
    if version > VERSION or kind not in ADAPTERS:
        detail = Sentence(
            "An event ({kind}, version {version}) was written by a "
            "newer tableside; this one knows version {known}. Upgrade "
            "it.",
            kind=kind,
            version=version,
            known=VERSION,
        )
        raise CodecError("newer_event", detail)
    try:
        if not isinstance(payload, str):
            raise TypeError(f"{payload!r} is no text")  # noqa: TRY301  (damaged, like the rest)
        if version < VERSION or _may_hold_infinity(payload):
            payload = json.dumps(upcasting.upcast(kind, version, READER.decode(payload)))
        event: Event = ADAPTERS[kind].validate_json(payload, strict=True, extra="forbid")
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        detail = Sentence(
            "An event ({kind}, version {version}) is damaged: {error}. Restore a backup.",
            kind=kind,
            version=version,
            error=_first_fault(error),
        )
        raise CodecError("damaged_event", detail) from error
    return event


def read_payload(text: object) -> dict[str, Any]:
    """Return the payload of a stored row; CodecError `damaged_event` unless it is a JSON object."""
    try:
        payload = READER.decode(text) if isinstance(text, str) else text
        if not isinstance(payload, dict):
            raise TypeError(f"{payload!r} is no object")  # noqa: TRY301  (damaged, like the rest)
    except (TypeError, ValueError, RecursionError) as error:
        detail = Sentence(
            "An event is damaged: its content is not JSON ({error}). Restore a backup.",
            error=str(error),
        )
        raise CodecError("damaged_event", detail) from error
    return payload


def _finite_number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text:.20} is no number of JSON")
    return number


READER = json.JSONDecoder(parse_float=_finite_number, parse_constant=_finite_number)


def _may_hold_infinity(text: str) -> bool:
    """Return whether only `READER`, which is slower, can tell that all numbers are finite."""
    large = _LARGE[0].search(text) or _LARGE[1].search(text)
    return "NaN" in text or "Infinity" in text or large is not None


def _first_fault(error: Exception) -> str:
    """Return the first fault of an event on one line."""
    if not isinstance(error, ValidationError):
        return repr(error)
    first = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
