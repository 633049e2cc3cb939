"""Any text as a hand and any JSON to the look-ups: answered or refused by name, never a fault."""

import json
import random
from contextlib import suppress

import pytest

from scorer.api.comparison import compare
from scorer.api.requests import RequestError, answer, answer_with_reasons
from scorer.api.training import training_answer
from scorer.api.waits import waits_answer
from scorer.core.hand import read_hand
from scorer.rulesets import RULE_SETS
from tests.scorer import odd_inputs
from tests.soak import full

INPUTS = full(400, 50_000)  # of each kind
CALLS = (answer, answer, answer, answer_with_reasons, waits_answer, training_answer, compare)
CODES = {
    *("unknown_rules", "unknown_option", "bad_option", "unknown_event", "unknown_field"),
    *("missing_field", "bad_value"),
}


def test_any_text_is_a_hand_or_says_what_it_is_not():
    drawn = random.Random(1)
    for _ in range(INPUTS):
        text = odd_inputs.text(drawn)
        hand = read_hand(text)
        assert all(finding.detail for finding in hand.unread), text
        body = {"hand": text, "rules": drawn.choice(tuple(RULE_SETS))}
        said = answer(body)
        assert said["valid"] is (said["problems"] == []), text
        assert set(said.get("details", ())) == set(said["problems"]), text


def test_any_request_is_answered_or_refused_by_name():
    drawn = random.Random(2)
    answered = 0
    for _ in range(INPUTS):
        body, call = odd_inputs.request(drawn), drawn.choice(CALLS)
        if call is training_answer:
            body = {name: body[name] for name in ("hand", "phase", "seen") if name in body}
        with suppress(RequestError):
            json.dumps(_answered(call, body))
            answered += 1
    assert 0 < answered < INPUTS


def _answered(call, body):
    try:
        return call(body)
    except RequestError as error:
        named = error.code in CODES and error.detail
        if not named:
            pytest.fail(f"{error!r} for {body}")
        raise
