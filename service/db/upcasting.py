"""Payloads of earlier programs turned into today's, one version at a time.

`STEPS[0]` turns version 1 into version 2, and so on; a kind that a step does not name kept its
shape, or lacks only members that have a default in `scorer.ledger.events`. A correction contains
other events, which have its own version.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

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
    """Return a payload as the newest version has it; `version` counts from 1."""
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
