"""What a hand and a photo pass through is counted, and counted the same twice."""

import json
import os
import sys

import pytest

from benchmarks import trace


@pytest.mark.parametrize(
    ("what", "passed"),
    [
        (
            "hand",
            ("service/http/routes/games.py", "scorer/ledger/game.py", "service/ledger/store.py"),
        ),
        ("photo", ("vision/reader.py", "vision/nets/detector.py", "vision/decode/finder.py")),
    ],
)
def test_what_is_done_is_counted_by_file(capsys, what, passed):
    trace.main([what, "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["what"] == what
    found = trace.TRACES[what]()
    assert {str(trace.ROOT / file) for file in passed} <= set(found.calls)
    assert len(passed) < told["files"] < told["moves"] < told["calls"]


def test_a_reader_that_has_seen_enough_ends_it_quietly(monkeypatch):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        monkeypatch.setattr(sys, "stdout", closed)
        assert trace.main(["hand"]) == 0


def test_what_cannot_be_traced_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        trace.main(["tile"])
    assert ended.value.code == 2
    assert "choose hand or photo" in capsys.readouterr().err
