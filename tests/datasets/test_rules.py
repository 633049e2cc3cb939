"""Rules of the reader that are switched off one by one."""

import numpy as np
import pytest

from datasets.benchmarks.rules import main, read_trials, watched
from vision.detect import merge
from vision.nets.detector import Detections

pytestmark = pytest.mark.usefixtures("every_object")

# Four tiles of a row, and one in two halves: joined, there are five.
PLACES = [(0, 44), (46, 44), (92, 44), (138, 44), (184, 23), (206, 22)]
QUADS = [[[x, 0], [x + wide, 0], [x + wide, 58], [x, 58]] for x, wide in PLACES]
SEEN = Detections(np.array(QUADS, np.float32), np.full(len(QUADS), 0.8, np.float32))


def test_a_rule_that_is_forced_changes_what_it_decides_and_nothing_after_it():
    own = merge.join_halves.__code__
    with watched([merge]) as answers:
        assert len(merge.join_halves(SEEN)) == 5
        (fewest,) = [
            number
            for number, rule in enumerate(answers.rules)
            if rule.text == "count < _FEWEST" and number in answers.given
        ]
        assert (answers.rules[fewest].file, answers.given[fewest]) == ("detect/merge.py", 1)  # no
        answers.forced = {fewest: True}
        assert len(merge.join_halves(SEEN)) == 6
        assert answers.given[fewest] == 1  # what it would say is noted all the same
    assert merge.join_halves.__code__ is own
    assert len(merge.join_halves(SEEN)) == 5


def test_the_command_tries_each_rule_once_and_goes_on_where_it_was_ended(wild_demo, capsys):
    (wild_demo / "hands.jsonl").write_text("", encoding="utf-8")
    tried = wild_demo / "rules.csv"
    command = ["--photos", str(wild_demo), "--within", "vision.detect.merge", "--csv", str(tried)]
    assert main(command) == 0
    first = read_trials(tried)
    by_text = {(each.rule.text, each.forced): each for each in first}
    assert ("count < _FEWEST", False) not in by_text  # the photo's many tiles say so already
    trial = by_text["count < _FEWEST", True]
    assert (trial.photos, trial.tried, trial.is_missed) == (1, 1, False)  # no tile is in halves
    shown = capsys.readouterr().out
    assert "1 photos" in shown
    assert "detect/merge.py" in shown
    assert main(command) == 0
    assert read_trials(tried) == first


def test_without_photos_the_command_says_so(tmp_path, capsys):
    assert main(["--photos", str(tmp_path)]) == 2
    assert "wild.jsonl" in capsys.readouterr().err
