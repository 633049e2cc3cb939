"""Every answer of the recorded evenings is what it was."""

import json
from itertools import pairwise

import pytest

from tests.evenings.recording import EVENINGS, FOLDER, play


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.name)
def test_an_evening_is_answered_as_it_was(evening):
    """Where this is meant to change: `python -m tests.evenings.recording --write`."""
    kept = (FOLDER / f"{evening.name}.jsonl").read_text(encoding="utf-8").splitlines()
    played = play(evening).splitlines()
    for before, now in zip(kept, played, strict=True):
        assert json.loads(now) == json.loads(before)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.name)
def test_a_phone_counts_as_the_ledger_does(evening):
    """But for the time of an event and the edition of its rules, which only the service stamps."""
    kept = (FOLDER / f"{evening.name}.jsonl").read_text(encoding="utf-8").splitlines()
    lines = [json.loads(line) for line in kept]
    counted = 0
    for phone, ledger in pairwise(lines):
        if phone["call"] == "phone" and ledger["status"] == 201:
            event = {**ledger["answer"]["event"], "edition": None}
            del event["at"]
            here = phone["answer"]["answer"]
            assert {"edition": None, **here["event"]} == event
            assert here["state"] == ledger["answer"]["state"]
            counted += 1
    assert counted >= 4
