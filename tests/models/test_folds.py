"""Folds are planned, found done and told; their trainings are not run here."""

import json
import os
from dataclasses import replace

import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

from datasets.evaluation.accuracy import between_markers
from datasets.evaluation.figures import PhotoResult, Prediction
from datasets.evaluation.summary import summary
from datasets.evaluation.whole_hands import HandResult
from models.training.folds.__main__ import main
from models.training.folds.plan import (
    SOURCES,
    STRANGE,
    STRANGE_SETS,
    UNTAGGED,
    Recipe,
    plan,
    set_folds,
)
from models.training.folds.table import table

SETS = ("extra", *(f"set-{number}" for number in range(1, 14)), "untagged")


@pytest.fixture
def recipe(tmp_path):
    photos = tmp_path / "photos"
    photos.mkdir()
    lines = (json.dumps({"file": "a.png", "tile": "1m", "set": name}) for name in SETS)
    (photos / "tiles.jsonl").write_text("\n".join(lines), encoding="utf-8")
    scenes = tmp_path / "scenes"
    return Recipe(
        photos,
        scenes,
        scenes / "drawn",
        tmp_path / "detector.onnx",
        out=tmp_path / "build",
        checkpoints=tmp_path / "checkpoints",
    )


def test_every_tagged_set_is_left_out_once():
    dealt = set_folds(SETS)
    assert len(dealt) == 4
    assert sorted(name for sets in dealt.values() for name in sets) == sorted({*SETS} - UNTAGGED)


def test_no_set_fold_trains_on_sets_without_a_tag(recipe):
    for name, left_out in set_folds(SETS).items():
        cut = next(s for s in plan(recipe, SETS)[name] if "cut" in s.arguments)
        assert {*UNTAGGED, *left_out} <= set(cut.arguments)


@pytest.mark.parametrize(("name", "source"), SOURCES.items())
def test_a_source_is_left_out_of_all_that_is_trained_and_then_read(recipe, name, source):
    stages = {stage.name: stage for stage in plan(recipe, SETS)[name]}
    for stage in ("detector", "crops", "held"):
        arguments = stages[stage].arguments
        assert arguments[arguments.index("--without") + 1] == source
    read = stages["evaluate"].arguments
    assert read[read.index("--source") + 1] == source


@pytest.mark.parametrize(("name", "source"), SOURCES.items())
def test_what_names_tiles_never_saw_a_source_that_the_detector_knows(recipe, name, source):
    stages = {stage.name: stage for stage in plan(recipe, SETS)[f"names-{name}"]}
    assert "detector" not in stages
    for stage in ("crops", "held"):
        arguments = stages[stage].arguments
        assert arguments[arguments.index("--without") + 1] == source
    read = stages["evaluate"].arguments
    assert read[read.index("--detector") + 1] == str(recipe.detector)
    for network in ("classifier", "captions", "closeup"):
        assert read[read.index(f"--{network}") + 1] == str(stages[network].output)


def test_the_strange_folds_share_networks_that_saw_neither_source_nor_crops(recipe):
    photos, sets = plan(recipe, SETS)[STRANGE], plan(recipe, SETS)[STRANGE_SETS]
    assert photos[:-1] == sets[:-1]
    cut = photos[0].arguments
    assert cut[cut.index("--without") + 1] == SOURCES["chinese"]
    assert {*SETS} <= set(cut)
    for read in (photos[-1], sets[-1]):
        for network in ("classifier", "captions", "closeup"):
            learned = next(stage for stage in photos if stage.name == network)
            assert read.arguments[read.arguments.index(f"--{network}") + 1] == str(learned.output)
    assert {*SETS} <= set(sets[-1].arguments)


@pytest.mark.parametrize("name", ["names-chinese", "sets-1", STRANGE])
def test_tiles_of_further_scenes_are_learned_from(recipe, name):
    more = replace(recipe, more=(recipe.scenes / "aside", recipe.scenes / "hands"))
    stages = plan(more, SETS)[name]
    for folder in more.more:
        cut = next(s for s in stages if s.name == "crops" and str(folder) in s.arguments)
        assert "--only-scenes" in cut.arguments
        for network in ("classifier", "captions", "closeup"):
            learned = next(stage for stage in stages if stage.name == network)
            assert str(cut.output) in learned.arguments
            assert cut.output in learned.inputs


def test_captions_go_on_from_the_classifier_of_their_fold(recipe):
    stages = {stage.name: stage for stage in plan(recipe, SETS)["chinese"]}
    learned = stages["captions"].arguments
    assert learned[learned.index("--start") + 1] == str(stages["classifier"].output)
    assert stages["classifier"].output in stages["captions"].inputs


def finish(stage, when=1_000_000):
    stage.output.parent.mkdir(parents=True, exist_ok=True)
    stage.begin()
    stage.output.write_text("made", encoding="utf-8")
    os.utime(stage.output, (when, when))


def test_a_stage_is_done_until_its_command_or_its_inputs_change(recipe):
    detector, crops, *_ = plan(recipe, SETS)["chinese"]
    assert not detector.is_done()
    finish(detector)
    assert detector.is_done()
    assert not crops.is_done()
    finish(crops, when=1_000_001)
    assert crops.is_done()
    finish(detector, when=1_000_002)
    assert not crops.is_done()


def test_a_checkpoint_is_kept_for_the_same_command_only(recipe):
    detector, *_ = plan(recipe, SETS)["chinese"]
    detector.begin()
    detector.checkpoint.parent.mkdir()
    detector.checkpoint.write_text("half way", encoding="utf-8")
    detector.begin()
    assert detector.checkpoint.is_file()
    detector.stamp.write_text("another command", encoding="utf-8")
    detector.begin()
    assert not detector.checkpoint.exists()


def test_listing_names_every_stage_and_runs_none(recipe, capsys):
    assert main(["--list", "--photos", str(recipe.photos), "--out", str(recipe.out)]) == 0
    told = capsys.readouterr().out
    assert "chinese detector [to do] python -m models.training.tasks.detector" in told
    assert not recipe.out.exists()


def test_an_unknown_fold_is_refused_by_name(recipe, capsys):
    assert main(["--folds", "nowhere", "--photos", str(recipe.photos)]) == 2
    assert "no fold nowhere: known are rethink, chinese, names-rethink" in capsys.readouterr().err


def test_the_table_has_a_line_a_fold():
    right = Prediction("1m", "1m", 0.99, unsure=False)
    wrong = Prediction("2f", "3f", 0.9, unsure=False)
    hand = HandResult("rows", "1m 2f", "1m 3f", right=False, structure_right=None, marked=False)
    result = PhotoResult("a", "s", "g", "row", (right, wrong), (), hand=hand)
    text = table(
        {
            "chinese": summary([result], {}),
            "names-chinese": summary([result], {}),
            "sets-1": summary([result], {"sets": ["set-1", "set-5"]}),
            "strange": summary([result], {}),
            "strange-sets": summary([result], {"sets": ["set-1", "set-5"]}),
        }
    )
    lines = text.splitlines()
    assert lines[2].startswith("| roboflow-chinese-mahjong | 0 of 1 | 0 of 1 | 100.0% | 100.0% |")
    told = "| roboflow-chinese-mahjong, where tiles are named | 0 of 1 | 0 of 1 | – | – | 100.0% |"
    assert lines[3].startswith(told)
    assert lines[4].startswith("| set-1, set-5 | – | – | – | – | 100.0% | – | 0.0% |")
    told = (
        "| roboflow-chinese-mahjong and all tile sets, where tiles are named: the photos | 0 of 1 |"
    )
    assert lines[5].startswith(f"{told} 0 of 1 | – | – | 100.0% |")
    assert lines[6].startswith("| the same: the crops of all tile sets | – | – | – | – | 100.0% |")
    assert "| 500.0 |" in lines[2]
    page = "a <!-- folds: begin --> b <!-- folds: end --> c"
    written = between_markers(page, "folds", text)
    assert written.startswith("a <!-- folds: begin -->\n\n| left out |")
