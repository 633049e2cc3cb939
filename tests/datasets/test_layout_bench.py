"""Frozen scenes: they are kept without loss, read as photos are, and what was right stays right."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks import layout
from datasets.evaluation.tables import mcnemar
from datasets.frozen import freeze
from datasets.frozen.judge import Outcome, judge
from datasets.frozen.recognisers import read
from datasets.frozen.scene import Role
from datasets.frozen.shards import load, save
from vision.reading import Reading

_EACH = 14  # of so many scenes one is read here: a hundred, in a few seconds
_RARE = (
    *("faded-backs", "carved-backs", "dark", "whites", "loose-sets", "small-kongs"),
    *("rim", "steep-rows", "others-bonus", "close-pools", "racks", "tops", "two-hands", "no-hand"),
)


@pytest.fixture(scope="module")
def frozen():
    shards = [load(path) for path in sorted(layout.SCENES.glob("*.npz"))]
    return [scene for scenes, _ in shards for scene in scenes], shards[0][1]


@pytest.fixture(scope="module")
def some(frozen):
    scenes, labels = frozen
    return [scene for scene in scenes if not scene.unseen][::_EACH], labels


@pytest.mark.parametrize("tag", _RARE)
def test_there_are_thirty_scenes_of_each_rare_case(frozen, tag):
    assert sum(tag in scene.tags for scene in frozen[0]) >= 30


def test_what_was_right_stays_right(some):
    before = layout.Release.load().scenes
    now = {one.name: layout.signs(one.outcome) for one in layout.judge_scenes(*some)}
    assert set(now) <= set(before)
    lost = [
        name
        for name, signs in now.items()
        if any(was == "+" and sign == "-" for was, sign in zip(before[name], signs, strict=True))
    ]
    assert not lost


def test_a_shard_gives_back_what_was_saved(tmp_path, some):
    scenes, labels = some
    save(tmp_path / "some.npz", scenes, labels)
    again, same_labels = load(tmp_path / "some.npz")
    assert same_labels == labels
    for scene, other in zip(scenes, again, strict=True):
        assert (scene.name, scene.hand, scene.tiles, scene.tags) == (
            *(other.name, other.hand, other.tiles, other.tags),
        )
        assert scene.real.roles == other.real.roles
        assert scene.real.parts == other.real.parts
        for look, kept in zip(scene.looks, other.looks, strict=True):
            assert np.array_equal(look.corners, kept.corners)
            assert np.allclose(look.probabilities, kept.probabilities, rtol=0.002, atol=1e-5)
            assert np.allclose(look.found, kept.found, atol=1e-3)


def test_roles_of_a_scene_make_up_its_hand(frozen):
    """A hand text says how many sets were laid, and the numbers of the sets count them."""
    for scene in frozen[0]:
        if scene.whole and scene.hand:
            assert len({part for part in scene.real.parts if part}) == sum(
                scene.hand.count(bracket) for bracket in "(["
            )
            assert ("+" in scene.hand.replace("+)", "")) == (Role.WINNING in scene.real.roles)


def test_another_look_than_those_frozen_shows_nothing(some):
    scenes, labels = some
    blind = replace(next(scene for scene in scenes if scene.looks), looks=())
    reading, missing = read(blind, labels, layout.metadata(), layout.roles())
    assert reading.hand is None
    assert missing == 1


def test_where_no_hand_lies_none_may_be_read(some):
    scenes, _ = some
    scene = next(scene for scene in scenes if scene.hand == "")
    assert judge(scene, Reading((scene.size,))) == Outcome(hand=True, structure=True, taken=True)
    read_one = Reading((scene.size,), hand="11z")
    assert judge(scene, read_one).hand is False


@pytest.mark.parametrize(
    ("gained", "lost", "chance"), [(0, 0, 1.0), (5, 5, 1.0), (1, 0, 1.0), (10, 3, 0.0923)]
)
def test_the_paired_test_is_exact(gained, lost, chance):
    assert mcnemar(gained, lost) == chance


def test_unseen_outcomes_are_stored_in_sums_alone(tmp_path):
    outcomes = [(True, False), (False, None), (True, True), (None, None), (False, False)]
    judged = [
        layout.JudgedScene(f"scene-{number}", (), number > 0, Outcome(*each), 0)
        for number, each in enumerate(outcomes)
    ]
    path = tmp_path / "layout.json"
    path.write_text(layout.as_json(judged), encoding="utf-8")
    stored = layout.Release.load(path)
    assert stored.scenes == {"scene-0": "+-"}
    assert "scene-1" not in path.read_text(encoding="utf-8")
    told = layout.tables(judged, stored)
    assert "hands, unseen: 1 right, 1 before" in told
    better = [
        replace(one, outcome=Outcome(hand=True, structure=True)) if one.name == "scene-4" else one
        for one in judged
    ]
    assert "hands, unseen: 2 right, 1 before" in layout.tables(better, stored)


@pytest.mark.slow
def test_a_part_is_frozen_once(tmp_path, capsys):
    asked = ["--out", str(tmp_path), "--only", "two-hands", "--most", "2"]
    for said in ("two-hands: 2 frozen", ""):
        assert freeze.main(asked) == 0
        assert capsys.readouterr().out.partition("\n")[0] == said
    scenes, labels = load(tmp_path / "two-hands.npz")
    assert [scene.name for scene in scenes] == ["two-hands-0000", "two-hands-0001"]
    assert Role.OTHER in scenes[0].real.roles
    assert len(layout.judge_scenes(scenes, labels)) == 2


def test_there_are_enough_scenes_and_some_that_nobody_looks_at(frozen):
    scenes, _ = frozen
    assert len(scenes) >= 1500
    assert sum(scene.unseen for scene in scenes) >= 300
    assert len({scene.name for scene in scenes}) == len(scenes)


def test_a_hand_may_be_taken_right_and_named_wrongly(some):
    scenes, labels = some
    before = layout.Release.load().scenes
    scene = next(one for one in scenes if "loose-sets" in one.tags and before[one.name] == "++")
    reading, _ = read(scene, labels, layout.metadata(), layout.roles())
    outcome = judge(scene, reading)
    assert (outcome.hand, outcome.taken) == (True, True)
    other = replace(reading.tiles[0], tile="1m" if reading.tiles[0].tile != "1m" else "2m")
    misnamed = replace(reading, tiles=(other, *reading.tiles[1:]), hand="12m")
    assert (judge(scene, misnamed).hand, judge(scene, misnamed).taken) == (False, True)
    nothing = replace(reading, tiles=(), groups=(), hand=None)
    assert judge(scene, nothing).taken is False
