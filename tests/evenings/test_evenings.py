"""Every answer of the recorded evenings is what it was."""

import json

import pytest

from tests.evenings.recording import EVENINGS, FOLDER, play


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.name)
def test_an_evening_is_answered_as_it_was(evening):
    """Where this is meant to change: `python -m tests.evenings.recording --write`."""
    kept = (FOLDER / f"{evening.name}.jsonl").read_text(encoding="utf-8").splitlines()
    played = play(evening).splitlines()
    for before, now in zip(kept, played, strict=True):
        assert json.loads(now) == json.loads(before)
