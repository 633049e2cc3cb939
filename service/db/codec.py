"""Ledger events as versioned JSON: what is written today must stay readable forever.

The stored form is that of the dataclasses in `scorer.ledger.events`. A change to them that no
default covers needs another step in `STEPS`, which turns older payloads into today's, one version
at a time: `STEPS[0]` turns version 1 into version 2, and so on. A kind that a step does not name
kept its shape, or lacks only members that have a default. A correction contains other events, which
have their own version. Stored rows are never rewritten.
"""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from scorer.core.sentences import CodedError, Sentence
from scorer.ledger.events import Event

Payload: TypeAlias = Mapping[str, Any]
Step: TypeAlias = Mapping[str, Callable[[Payload], Payload]]
FLAT = 6  # since this version, the events in a correction have their kind as a member


def _hand_won_2(old: Payload) -> Payload:
    """Return the payload as in version 2: with several winners, and with the amounts due."""
    winner_members = ("hand", "faan", "score", "circumstances", "answer")
    owed = [paid - short for paid, short in zip(old["changes"], old["unpaid"], strict=True)]
    owed[old["winner"]] -= sum(owed)
    return {
        "wins": [{"player": old["winner"], **{name: old[name] for name in winner_members}}],
        "self_drawn": old["discarder"] is None,
        "discarder": old["discarder"],
        "due": owed,
        "changes": old["changes"],
    }


def _started_4(old: Payload) -> Payload:
    """Return the payload with version 4's table rules: when a game ends, and who is paid first.

    Earlier games keep their rules: only a hand ends them, and of several receivers the one who
    gains most waits first.
    """
    table = {"bust_moment": "hand_end", **old["table"]}
    if table["short_payment"] == "pay_available":
        table["short_payment"] = "pay_available_most_waits"
    return {**old, "table": table}


def _rules_changed_6(old: Payload) -> Payload:
    """Return the payload with the terms of a change as an object, as in version 6."""
    terms = {name: old[name] for name in ("rules", "options", "stamp", "house")}
    return {"terms": terms, "table": old["table"], "after": old["after"]}


STEPS: Sequence[Step] = (
    MappingProxyType({"hand_won": _hand_won_2}),
    MappingProxyType({}),  # house files
    MappingProxyType({"started": _started_4}),
    MappingProxyType({}),  # coins, and how a player came to pay for all
    MappingProxyType({"rules_changed": _rules_changed_6}),
)
VERSION = len(STEPS) + 1


def upcast(kind: str, version: int, payload: Payload, steps: Sequence[Step] = STEPS) -> Payload:
    """Return a payload in the newest version; `version` counts from 1."""
    if version < 1:
        raise ValueError(f"versions count from 1, not {version}")
    if kind == "corrected" and version < FLAT:
        resettled = payload["resettled"]
        payload = {
            **payload,
            "replacement": _flat_event(payload["replacement"]),
            "resettled": [[event["seq"], _flat_event(event)] for event in resettled],
        }
    for step in steps[version - 1 :]:
        payload = _apply_step(step, kind, payload)
    return payload


def _flat_event(nested: Payload | None) -> Payload | None:
    return None if nested is None else {**nested["payload"], "kind": nested["kind"]}


def _apply_step(step: Step, kind: str, payload: Payload) -> Payload:
    if kind == "corrected":
        replacement = payload["replacement"]
        return {
            **payload,
            "replacement": None if replacement is None else _apply_step_within(step, replacement),
            "resettled": [
                [seq, _apply_step_within(step, each)] for seq, each in payload["resettled"]
            ],
        }
    return step[kind](payload) if kind in step else payload


def _apply_step_within(step: Step, event: Payload) -> Payload:
    return {**_apply_step(step, event["kind"], event), "kind": event["kind"]}


ADAPTERS: Mapping[str, TypeAdapter[Any]] = MappingProxyType(
    {get_type_hints(each)["kind"].__args__[0]: TypeAdapter(each) for each in get_args(Event)}
)
# The end of a number such as 1e999 or 1E999, which pydantic reads as infinite. A pattern that
# begins with one letter is searched for ten times as fast as one with a choice.
_LARGE = tuple(re.compile(letter + r"\+?\d{3,}[,\]}\s]") for letter in "eE")


# Kinds with members that may hold any JSON, and thus numbers that JSON does not have.
_WITH_ANY_JSON = frozenset({"started", "rules_changed", "hand_won", "corrected"})


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
            raise TypeError(f"{payload!r} is not text")  # noqa: TRY301  (damaged, like the rest)
        if version < VERSION or (kind in _WITH_ANY_JSON and _may_hold_infinity(payload)):
            payload = json.dumps(upcast(kind, version, READER.decode(payload)))
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
            raise TypeError(f"{payload!r} is not an object")  # noqa: TRY301  (damaged, like the rest)
    except (TypeError, ValueError, RecursionError) as error:
        raise CodecError("damaged_event", not_json(error)) from error
    return payload


def not_json(error: Exception) -> Sentence:
    """Return what is wrong with an event whose content is not JSON."""
    return Sentence(
        "An event is damaged: its content is not JSON ({error}). Restore a backup.",
        error=str(error),
    )


def _finite_number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text:.20} is not a JSON number")
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
