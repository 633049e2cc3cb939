"""Payloads of earlier programs turned into today's, one version at a time.

`STEPS[0]` turns version 1 into version 2, and so on; a kind that is not named kept its shape. A
correction carries other events, which are as old as itself.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

Payload: TypeAlias = Mapping[str, Any]
Step: TypeAlias = Mapping[str, Callable[[Payload], Payload]]


def _started_2(old: Payload) -> Payload:
    """Version 2 names who deals, what ends a game and the way round, and stamps the rules."""
    table = {"deal": "always_passes", "length": "rounds", "direction": "ccw", **old["table"]}
    return {**old, "table": table, "stamp": None, "follows": None}


def _hand_won_2(old: Payload) -> Payload:
    """Version 2 knows several winners, what was due, and hands in which everyone scores."""
    won = ("hand", "faan", "score", "circumstances", "answer")
    owed = [paid - short for paid, short in zip(old["changes"], old["unpaid"], strict=True)]
    owed[old["winner"]] -= sum(owed)
    return {
        "wins": [{"player": old["winner"], **{name: old[name] for name in won}}],
        "self_drawn": old["discarder"] is None,
        "discarder": old["discarder"],
        "due": owed,
        "changes": old["changes"],
        "scores": None,
        "hands": None,
        "unknown": [],
        "responsible": None,
        "stamp": None,
    }


def _started_3(old: Payload) -> Payload:
    """Version 3 holds the file of a house that plays by its own."""
    return {**old, "house": None}


def _started_4(old: Payload) -> Payload:
    """Version 4 ends a game as soon as somebody has nothing, and pays receivers in turn.

    Games that began before go on as they began: only a hand ends them, and of several receivers the
    one who gains most waits first.
    """
    table = {"bust_moment": "hand_end", **old["table"]}
    if table["short_payment"] == "pay_available":
        table["short_payment"] = "pay_available_most_waits"
    return {**old, "table": table}


def _started_5(old: Payload) -> Payload:
    """Version 5 counts in coins: where points are money, a hundred of them make a point."""
    return {**old, "table": {"coins": 1, **old["table"]}}


def _hand_won_5(old: Payload) -> Payload:
    """Version 5 says in which way a player came to pay for all."""
    return {**old, "way": None}


STEPS: Sequence[Step] = (
    MappingProxyType({"started": _started_2, "hand_won": _hand_won_2}),
    MappingProxyType({"started": _started_3}),
    MappingProxyType({"started": _started_4}),
    MappingProxyType({"started": _started_5, "hand_won": _hand_won_5}),
)
VERSION = len(STEPS) + 1


def upcast(kind: str, version: int, payload: Payload, steps: Sequence[Step] = STEPS) -> Payload:
    """The payload of a kind as the newest version has it; `version` counts from 1."""
    if version < 1:
        raise ValueError(f"versions count from 1, not {version}")
    for step in steps[version - 1 :]:
        payload = _taken(step, kind, payload)
    return payload


def _taken(step: Step, kind: str, payload: Payload) -> Payload:
    if kind == "corrected":
        replaced = payload["replacement"]
        payload = {
            **payload,
            "replacement": None if replaced is None else _carried(step, replaced),
            "resettled": [_carried(step, one) for one in payload["resettled"]],
        }
    return step[kind](payload) if kind in step else payload


def _carried(step: Step, nested: Payload) -> Payload:
    return {**nested, "payload": _taken(step, nested["kind"], nested["payload"])}
