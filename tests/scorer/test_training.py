"""The course of the quick reference: complete or not, and what would complete it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.api.requests import RequestError
from scorer.api.training import PHASES, phases, training_answer
from scorer.core.arrangements import fewer_sets
from scorer.core.tiles import TILES, format_tiles


def looked(hand, phase, **more):
    return training_answer({"hand": hand, "phase": phase, **more})


def test_the_course_has_five_phases_of_one_two_and_four_blocks():
    assert [phase["blocks"] for phase in phases()] == [1, 2, 4, 4, 4]
    assert [phase["bonus"] for phase in phases()] == [False] * 4 + [True]


def test_the_wording_is_the_documents_own(shared):
    (seed,) = (shared / "seeds").glob("001_*")
    text = " ".join(seed.read_text(encoding="utf-8").split())
    assert [phase["wording"] for phase in phases() if phase["wording"] not in text] == []


@pytest.mark.parametrize(
    ("hand", "phase", "sets"),
    [
        ("123m 99p", 1, "123m 99p"),
        ("555z 99p", 1, "555z 99p"),
        ("(555z) 9p +9p", 1, "(555z) 99p"),
        ("11122z 678s", 2, "678s 111z 22z"),
        ("123m 456m 789m 11z (222z)", 3, "123m 456m 789m (222z) 11z"),
        ("123m 456m 11z (222z) [3333z]", 4, "123m 456m (222z) [3333z] 11z"),
        ("123m 456m 11z (222z) [3333z] | 1f 4g", 5, "123m 456m (222z) [3333z] 11z"),
    ],
)
def test_a_complete_hand(hand, phase, sets):
    answer = looked(hand, phase)
    assert answer["complete"]
    assert " ".join(answer["sets"]) == sets
    assert answer["said"].startswith("Complete: ")
    assert answer["waits"] == answer["discards"] == []


@pytest.mark.parametrize(
    ("hand", "phase", "tiles"),
    [
        ("123m 9p", 1, "9p"),
        ("12m 99p", 1, "3m"),
        ("11m 99p", 1, "1m9p"),
        ("1234m", 1, "14m"),
        ("13m 46p", 1, ""),
        ("1112m", 1, "23m"),
        ("123m 99p 45s", 2, "36s"),
        ("19m 19p 19s 1234567z", 4, ""),  # special hands are not part of the course
        ("1122m 3344p 5566s 7z", 3, ""),
    ],
)
def test_what_would_complete_a_hand(hand, phase, tiles):
    answer = looked(hand, phase)
    assert not answer["complete"]
    assert "".join(wait["tile"] for wait in answer["waits"]) == "".join(
        str(tile) for tile in _parsed(tiles)
    )


def _parsed(text):
    from scorer.core.tiles import parse_tiles

    return parse_tiles(text)


def test_a_tile_to_spare_is_discarded_for_the_most_tiles():
    answer = looked("45m 9p9p 9m", 1, seen="3m")
    found = [
        (one["tile"], [(w["tile"], w["left"]) for w in one["waits"]]) for one in answer["discards"]
    ]
    assert found == [("9m", [("3m", 3), ("6m", 4)])]
    assert answer["said"] == "Not complete. Discard 9m, and 3m or 6m would complete it."
    assert looked("14m 9p 5s 1z", 1)["discards"] == []


@pytest.mark.parametrize(
    ("hand", "phase", "problem", "words"),
    [
        ("123m", 1, "tile_count", "4 tiles, and 5"),
        ("123m 99p", 2, "tile_count", "7 tiles"),
        ("123m 9p | 1f", 1, "too_many_copies", "phase 5"),
        ("1111m 1m", 1, "too_many_copies", "1m"),
        ("12q 9p", 1, "bad_notation", "q"),
        ("123m x", 1, "face_down_tile", "x"),
    ],
)
def test_a_hand_that_cannot_be_looked_at(hand, phase, problem, words):
    answer = looked(hand, phase)
    assert (answer["valid"], answer["said"], answer["problems"]) == (False, None, [problem])
    assert words in answer["details"][problem]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"hand": "1m"}, "missing_field"),
        ({"phase": 1}, "missing_field"),
        ({"hand": "1m", "phase": 6}, "bad_value"),
        ({"hand": "1m", "phase": True}, "bad_value"),
        ({"hand": "1m", "phase": "1"}, "bad_value"),
        ({"hand": 1, "phase": 1}, "bad_value"),
        ({"hand": "1m", "phase": 1, "sean": ""}, "unknown_field"),
        ({"hand": "1m", "phase": 1, "seen": 3}, "bad_value"),
    ],
)
def test_a_request_that_means_nothing_is_refused(body, code):
    with pytest.raises(RequestError) as refused:
        training_answer(body)
    assert refused.value.code == code


@given(
    st.sampled_from(PHASES),
    st.lists(st.sampled_from([tile for tile in TILES if not tile.is_bonus]), min_size=14),
)
def test_the_tiles_that_complete_a_hand_are_those_that_make_one(phase, tiles):
    waiting = tiles[: phase.size - 1]
    answer = looked(format_tiles(waiting), phase.number)
    if answer["valid"]:
        arrange = fewer_sets(phase.blocks)
        makes = {str(t) for t in TILES if not t.is_bonus and any(arrange((*waiting, t), 0))}
        held = {str(t) for t in waiting if waiting.count(t) == 4}
        assert {wait["tile"] for wait in answer["waits"]} == makes - held
