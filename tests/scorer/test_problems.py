"""Everything that keeps a hand from being scored, by name and in words."""

import pytest

from scorer.api.requests import answer
from scorer.core.hand import Hand
from scorer.core.win import Circumstance, Declaration, broken_needs

COMPLETE = "23m 567m 345p 678s 88s +1m"
KONG = "23m 567m 345p 88s [4444z] +1m"
OPEN = "23m 567m 345p 88s (678s) +1m"
EIGHT = "| 1f 2f 3f 4f 1g 2g 3g 4g"


def problems(hand, **said):
    result = answer({"hand": hand, "rules": "hk-500", **said})
    assert result["valid"] is (not result["problems"])
    return result["problems"]


@pytest.mark.parametrize(
    ("hand", "named"),
    [
        ("", ["tile_count", "no_winning_tile"]),
        ("123m 567m 345p 678s 88s", ["no_winning_tile"]),
        ("123m 567m 345p 678s 89s", ["no_winning_tile", "not_a_winning_hand"]),
        ("23m 567m 345p 678s 8s +1m", ["tile_count"]),
        ("23m 567m 345p 678s 888s +1m", ["tile_count"]),
        ("23m 567m 345p 678s 89s +1m", ["not_a_winning_hand"]),
        ("11111m 23m 345p 678s +8s", ["too_many_copies", "not_a_winning_hand"]),
        ("11m 11m 345p 678s 999s +1m", ["too_many_copies"]),
        ("1111m 2222m 3333m 9m +1m", ["too_many_copies", "not_a_winning_hand"]),
        ("23m 567m 345p 88s (888s) +1m", ["too_many_copies"]),
        (f"{COMPLETE} | 1f 1f", ["too_many_copies"]),
        (f"{COMPLETE} | 1m", ["bad_notation"]),
        ("23m 567m 345p 88s (679s) +1m", ["bad_notation"]),
        ("23m 567m 345p 8xs (678s) +1m", ["face_down_tile"]),
        ("23m 567m 345p 8s x (678s) +x", ["face_down_tile"]),
        ("23m 567m 345p 8s x (678s)", ["face_down_tile", "no_winning_tile"]),
        ("23m (678p) [345s] (99s) x +1m", ["bad_notation", "face_down_tile"]),
        (
            "55555m (124m) x",
            ["bad_notation", "face_down_tile", "too_many_copies", "no_winning_tile"],
        ),
        (EIGHT, ["tile_count", "no_winning_tile"]),
    ],
)
def test_tiles(hand, named):
    assert problems(hand) == named


@pytest.mark.parametrize(
    ("hand", "said", "contradicts"),
    [
        (COMPLETE, {"events": ["first-draw"]}, True),
        (COMPLETE, {"events": ["first-draw"], "win": "self-draw"}, False),
        (KONG, {"events": ["first-draw"], "win": "self-draw"}, True),
        (COMPLETE, {"events": ["dealt-hand"], "win": "self-draw"}, False),
        (COMPLETE, {"events": ["dealt-hand"], "win": "self-draw", "seat": "S"}, True),
        (COMPLETE, {"events": ["last-wall-tile"]}, True),
        (COMPLETE, {"events": ["last-discard"], "win": "self-draw"}, True),
        (COMPLETE, {"events": ["kong-replacement"], "win": "self-draw"}, True),
        (KONG, {"events": ["kong-replacement"], "win": "self-draw"}, False),
        (KONG, {"events": ["kong-replacement"]}, True),
        (COMPLETE, {"events": ["bonus-replacement"], "win": "self-draw"}, True),
        (f"{COMPLETE} | 1f", {"events": ["bonus-replacement"], "win": "self-draw"}, False),
        (
            f"{COMPLETE} | 1f",
            {"events": ["bonus-replacement", "first-draw"], "win": "self-draw"},
            False,
        ),
        (COMPLETE, {"events": ["robbing-kong"]}, False),
        (COMPLETE, {"events": ["robbing-kong"], "win": "self-draw"}, True),
        ("123m 567m 345p 88s 23m +1m", {"events": ["robbing-kong"]}, True),
        (COMPLETE, {"events": ["robbing-kong", "last-discard"]}, True),
        (KONG, {"events": ["kong-replacement", "last-wall-tile"], "win": "self-draw"}, True),
        (COMPLETE, {"events": ["first-draw", "last-wall-tile"], "win": "self-draw"}, True),
        # What earns nothing is ignored, whatever it contradicts.
        (OPEN, {"events": ["original-hand"]}, False),
        (COMPLETE, {"events": ["first-discard", "last-discard"]}, False),
        (OPEN, {"events": ["first-discard"], "win": "self-draw"}, False),
        # With a house that pays for it, it is not.
        (
            COMPLETE,
            {"events": ["first-discard"], "options": {"earthly_on_first_discard": True}},
            True,
        ),
        (COMPLETE, {"win": "self-draw", "from": "N"}, True),
        (COMPLETE, {"from": "E"}, True),
        (COMPLETE, {"from": "N"}, False),
    ],
)
def test_contradictions(hand, said, contradicts):
    said = {"options": {}, **said}
    said["options"] = {"minimum": 0, **said["options"]}
    assert problems(hand, **said) == (["contradictory_event"] if contradicts else [])


def test_an_original_hand_has_no_claimed_set():
    def broken(hand):
        declared = Declaration(Hand.parse(hand), circumstances=Circumstance.ORIGINAL_HAND)
        return list(broken_needs(declared, Circumstance.ORIGINAL_HAND))

    assert broken(KONG) == []
    assert broken(OPEN) == ["original-hand needs a hand with no claimed set."]


@pytest.mark.parametrize(
    ("event", "hand"),
    [
        ("kong-replacement", "23m 567m 345p 88s (4444z +1m"),
        ("bonus-replacement", f"{COMPLETE} | 9f"),
    ],
)
def test_what_could_not_be_read_may_be_the_kong_or_the_bonus_tile(event, hand):
    assert problems(hand, events=[event], win="self-draw") == ["bad_notation"]
    assert problems(hand, events=[event]) == ["bad_notation", "contradictory_event"]


def test_all_that_is_wrong_is_said():
    result = answer(
        {
            "hand": "111112m (345s)",
            "rules": "hk-500",
            "win": "self-draw",
            "from": "N",
            "events": ["last-discard", "kong-replacement"],
        }
    )
    assert result["problems"] == list(result["details"])
    assert result["problems"] == [
        "tile_count",
        "too_many_copies",
        "no_winning_tile",
        "contradictory_event",
    ]
    assert "1m appears 5 times" in result["details"]["too_many_copies"]
    for said in ("last-discard", "kong-replacement", "has no discarder"):
        assert said in result["details"]["contradictory_event"]


def test_a_hand_that_does_not_win_has_no_result():
    result = answer({"hand": "23m 567m 345p 678s 89s +1m", "rules": "hk-500", "seat": "W"})
    empty = {"faan", "points", "from", "due", "payments"}
    assert {key: result[key] for key in empty} == dict.fromkeys(empty)
    assert (result["rows"], result["sets"], result["limit"]) == ([], [], False)
    assert result["winner"] == "W"


def test_below_the_minimum_keeps_rows_and_faan_and_says_what_is_missing():
    result = answer({"hand": COMPLETE, "rules": "hk-500", "from": "N", "options": {"minimum": 3}})
    assert (result["valid"], result["problems"]) == (False, ["below_minimum"])
    assert (result["faan"], [row["id"] for row in result["rows"]]) == (1, ["no_bonus"])
    assert result["missing"] == 2
    assert "2 faan short" in result["details"]["below_minimum"]
    assert (result["points"], result["due"], result["payments"]) == (None, None, None)


def test_a_losers_hand_is_not_scored():
    assert problems("123m 5p", role="loser") == ["role_not_scored"]
    assert problems("123m (124p)", role="loser") == ["bad_notation", "role_not_scored"]


def test_eight_treasures_need_no_shape_but_no_more_than_a_hand():
    draw = {"win": "self-draw"}
    assert problems(EIGHT, **draw) == []
    assert problems(f"123m 99p (555z) {EIGHT}", **draw) == []
    assert problems(f"123456789m 123456p {EIGHT}", **draw) == ["tile_count"]
    assert problems(f"11111m {EIGHT}", **draw) == ["too_many_copies"]
    assert problems(f"23m 567m 345p 678s 89s +1m {EIGHT}", **draw) == ["not_a_winning_hand"]
