"""The recorded evenings, told to the scorer alone: it makes the service's events and refusals."""

import json
import re
from functools import partial
from pathlib import Path

import pytest

from scorer.core.sentences import CodedError
from scorer.ledger import game as ledger
from scorer.ledger.answers import entry_json
from scorer.ledger.events import Ended, HandNoted
from scorer.ledger.game import Entry
from scorer.ledger.table import Player, Terms
from scorer.reports.agreement import opening_event, rules_change
from scorer.reports.events import adjustment, correction_of, event_of, false_win, swap
from scorer.reports.wins import read_report

EVENINGS = sorted((Path(__file__).parents[1] / "evenings").glob("*.jsonl"))
# What is refused before anybody looks at what was reported: shapes, tokens, stale states.
BEFORE = {"invalid_request", "unknown_field", "wrong_token", "no_token", "stale_seq"}
LONG_ID = re.compile(r'"id": "[^"]{20,}"')  # which the recordings leave out
BEFORE |= {"malformed_json", "bad_key", "idempotency_key_reused", "one_correction"}


def report_of(what, body):
    """What a body reports, by the last part of its call."""
    if what in ("hands", "hand"):
        return read_report(body)
    if what in ("false-wins", "false_win"):
        return partial(false_win, player=Player(body["player"]), hand=body.get("hand"))
    if what in ("adjustments", "adjustment"):
        return partial(adjustment, changes=body["changes"], reason=body["reason"])
    return partial(swap, seats=body["seats"])


def event_from(game, what, body, houses):
    """The event that a body adds to a game, as the service makes it."""
    if what == "undo":
        return ledger.undo(game)
    if what == "notes":
        return HandNoted(body["seq"], body["note"])
    if what == "end":
        return Ended(body.get("reason") or "")
    if what == "rules":
        terms = Terms(body["rules"], body.get("options", {}), house=houses.get(body["rules"]))
        return rules_change(game, terms, body.get("from_hand"))
    if what == "corrections":
        (instead,) = ({"hand", "false_win", "adjustment", "swap"} & body.keys()) or (None,)
        report = None if instead is None else report_of(instead, body[instead])
        return correction_of(game, body["seq"], report, body.get("reason") or "")
    return event_of(game, report_of(what, body))


@pytest.mark.parametrize("file", EVENINGS, ids=lambda file: file.stem)
def test_an_evening_comes_out_as_the_service_recorded_it(file):
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    houses, game, events, refused = {}, None, 0, 0
    for line in lines:
        method, _, path = line["call"].partition(" ")
        body, answer = line["body"], line["answer"]
        if path == "/house-rules" and method == "POST":
            houses[answer["hash"]] = body["toml"]
        if path == "/games" and game is None:
            terms = Terms(body["rules"], body["options"], house=houses.get(body["rules"]))
            game = ledger.apply(None, opening_event(body["players"], terms))
        what = path.removeprefix("/games/GAME/")
        is_preview = what.endswith("/preview")
        if game is None or method != "POST" or what == path or what.startswith(("draft", "links")):
            continue
        try:
            event = event_from(game, what.removesuffix("/preview"), body, houses)
            after, code = ledger.apply(game, event), None
        except (CodedError, KeyError, ValueError) as error:
            code = getattr(error, "code", "invalid_request")
        if code is not None:
            assert answer["code"] in {code, *BEFORE}, line
            refused += 1
            continue
        if line["status"] not in (200, 201) or answer["event"]["seq"] != after.seq:
            assert line["status"] == 201 or answer["code"] in BEFORE, line  # or a repeated call
            continue
        entry = Entry(after.seq, event, game.table, after.table)
        recorded = {name: value for name, value in answer["event"].items() if name != "at"}
        assert json.loads(LONG_ID.sub('"id": "…"', json.dumps(entry_json(entry)))) == recorded
        game, events = (game if is_preview else after), events + 1
    assert events > 15
    assert refused > 10
