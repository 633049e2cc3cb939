"""What a hand waits for, as players would say it, and that it is what the scorer calls a win."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.api.requests import RequestError, answer
from scorer.api.waits import waits, waits_answer
from scorer.core.arrangements import ARRANGERS, Form, completing_tiles, fewer_sets, is_complete
from scorer.core.hand import Hand
from scorer.core.tiles import TILES, format_tiles
from scorer.rulesets import RULE_SETS
from tests.scorer.strategies import winning_hands

HK_500 = RULE_SETS["hk-500"]
ORPHANS = "19m19p19s1234567z"


def waiting(hand, **more):
    return waits_answer({"hand": hand, "rules": "hk-500", **more})


@pytest.mark.parametrize(
    ("hand", "tiles"),
    [
        ("123m 456m 79m 77z (555z)", "8m"),  # a gap
        ("123m 456m 89m 77z (555z)", "7m"),  # an edge
        ("123p 456s 78m 77z (555z)", "69m"),  # two sides
        ("123m 456m 3m (555z) 789s", "36m"),  # the chows can move
        ("11m 99s 123p (555z) (678s)", "1m9s"),  # two pairs
        ("1112345678999s", "123456789s"),  # all nine
        ("2344456m (555z) (222z)", "147m"),
        ("1122335577m 99p 1s", "1s"),  # seven pairs
        ("1122m 3344p 5566s 7z", "7z"),
        (ORPHANS, ORPHANS),
        ("19m 19p 19s 1123456z", "7z"),  # orphans with their pair
        ("1111m 234m 567m 888p", "47m"),  # the fifth 1m does not exist
        ("1m (222z) (333z) [4444z] (555p)", "1m"),
        ("[1111z] [2222z] (333z) (444z) 5z", "5z"),
        ("1111m (222z) (333z) (444z)", ""),  # only a fifth 1m would do
        ("159m 159p 159s 1234z", ""),
    ],
)
def test_a_hand_waits_for(hand, tiles):
    found = completing_tiles(Hand.parse(hand).concealed, Hand.parse(hand).melds, ARRANGERS.values())
    assert format_tiles(found) == tiles


def test_what_is_left_is_what_was_not_seen():
    answer = waiting("123p 456s 78m 77z (555z)", seen=["66m", "9m 1z"])
    assert [(one["tile"], one["left"]) for one in answer["waits"]] == [("6m", 2), ("9m", 3)]
    assert answer["left"] == 5
    assert waiting("123m 456m 79m 77z (555z)", seen="8888m")["waits"][0]["left"] == 0


def test_each_way_to_win_is_scored():
    (wait,) = waiting("123m 567m 345p 99s 68s | 2f")["waits"]
    assert wait["tile"] == "7s"
    assert wait["discard"]["problems"] == ["below_minimum"]
    assert wait["self_draw"]["faan"] == 1
    assert wait["self_draw"]["due"] == {"each_other": 4, "total": 12}
    (wait,) = waiting("123m 567m 345p 99s 68s | 2f", options={"minimum": 0})["waits"]
    assert wait["discard"]["valid"]


def test_the_eighth_bonus_tile_is_waited_for_with_any_tiles():
    answer = waiting("5z | 1f 2f 3f 4f 1g 2g 3g")
    (wait,) = answer["waits"]
    assert (wait["tile"], wait["left"], wait["discard"]) == ("4g", 1, None)
    assert wait["self_draw"]["limit"]
    robbed = waiting("5z | 1f2f3f4f1g2g3g", options={"seven_flowers_rob": True})["waits"][0]
    assert robbed["discard"]["valid"]
    assert waiting("5z | 1f2f3f4f1g2g3g", options={"eight_treasures": "off"})["problems"] == [
        "tile_count"
    ]


@pytest.mark.parametrize(
    ("hand", "seen", "problems", "words"),
    [
        ("123m 456m 79m 77z (555z) +8m", "", ["tile_count"], "+8m"),
        ("123m 456m 789m 77z (555z)", "", ["tile_count"], "discard"),
        ("123m", "", ["tile_count"], "13"),
        ("123m 456m 79m 77z (555z)", "5555z", ["too_many_copies"], "seen"),
        ("11111m 456m 79m (555z)", "", ["too_many_copies"], "1m"),
        ("123m 456m 79m 77z (555q)", "", ["bad_notation"], "5q"),
        ("123m 456m 79m 77z (555z)", "8", ["bad_notation"], "seen"),
        ("123m 456m 79m 77z (555z)", ["1m"] * 145, ["too_many_copies"], "144"),
        ("123m 456m 79m 77z x (555z)", "", ["face_down_tile"], "face down"),
    ],
)
def test_a_hand_that_cannot_wait_says_why(hand, seen, problems, words):
    answer = waiting(hand, seen=seen)
    assert (answer["valid"], answer["waits"], answer["problems"]) == (False, [], problems)
    assert words in " ".join(answer["details"].values())


def test_bonus_tiles_that_are_not_in_play_are_named():
    answer = waiting("123m 456m 79m 77z (555z) | 1g", options={"bonus_tiles": 4})
    assert "not used at this table" in answer["details"]["too_many_copies"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"hand": "1m", "rules": "hk-50"}, "unknown_rules"),
        ({"hand": "1m", "rules": "hk-500", "sean": "1m"}, "unknown_field"),
        ({"rules": "hk-500"}, "missing_field"),
        ({"hand": 5, "rules": "hk-500"}, "bad_value"),
        ({"hand": "1m", "rules": "hk-500", "seen": {"1m": 2}}, "bad_value"),
        ({"hand": "1m", "rules": "hk-500", "seen": [1]}, "bad_value"),
        ({"hand": "1m", "rules": "hk-500", "seat": "east"}, "bad_value"),
        ({"hand": "1m", "rules": "hk-500", "options": {"cup": 3}}, "unknown_option"),
    ],
)
def test_a_request_that_means_nothing_is_refused(body, code):
    with pytest.raises(RequestError) as refused:
        waits_answer(body)
    assert refused.value.code == code


@given(winning_hands())
def test_the_winning_tile_was_waited_for(hand):
    tiles = completing_tiles(hand.concealed, hand.melds, HK_500.forms.values())
    assert hand.winning in tiles


@given(winning_hands(), st.sampled_from([tile for tile in TILES if not tile.is_bonus]))
def test_a_tile_is_waited_for_exactly_if_it_wins(hand, tile):
    found = {wait.tile for wait in waits(Hand(hand.concealed, hand.melds), HK_500)}
    held = Counter((*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)))
    wins = is_complete((*hand.concealed, tile), len(hand.melds)) and held[tile] < 4
    assert (tile in found) is wins


FIVE_SETS = replace(
    RULE_SETS["classical-british"],
    id="five-sets",
    size=17,
    arrangers={Form.STANDARD: fewer_sets(5)},
)


def test_the_only_possible_piece_is_the_one_that_the_rules_of_the_table_wait_for():
    """Rules of five sets, made by code, wait for what completes five."""
    told = answer(
        {"hand": "111m 222m 333p 444p 555s 9s +9s", "rules": "five-sets"}, {"five-sets": FIVE_SETS}
    )
    assert told["score"] == 56
    assert "only_possible_piece" in [row["id"] for row in told["rows"]]


def test_terminals_and_honours_that_lack_two_kinds_wait_for_no_orphan():
    assert waits(Hand.parse("1199m 19p 19s 12345z"), HK_500) == ()
