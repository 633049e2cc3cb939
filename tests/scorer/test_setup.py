"""The set-up guide says what each document says, and its throws are those of the documents."""

import re
from collections import Counter
from html import unescape
from itertools import product

import pytest

from scorer.api.requests import RequestError
from scorer.api.setup import guide_texts, setup_answer
from scorer.core.tiles import Wind
from scorer.rulesets import RULE_SETS
from scorer.setup.guide import Walls

SEEDS = {
    "hk-500": "000",
    "hk-majlife": "001",
    "classical-20": "002",
    "classical-british": "003",
    "simplified-300": "004",
}
TOPICS = {"seats", "walls", "dice", "break", "reserve", "deal", "bonus", "first_turn"}
rule_sets = pytest.mark.parametrize("rules", list(RULE_SETS))


def plain(text):
    """Take the markup and the line breaks out of a document."""
    return " ".join(re.sub(r"<[^>]*>|\\", " ", unescape(text)).split())


@rule_sets
def test_every_rule_set_has_a_guide(rules):
    steps = setup_answer(rules)["steps"]
    assert {step["topic"] for step in steps} >= TOPICS
    for step in steps:
        for text in (step["text"], step["unclear"] or "."):
            assert text.endswith((".", "it."))
            assert not {"{", "}"} & {*text}


@rule_sets
def test_the_wording_is_the_documents_own(shared, rules):
    (seed,) = (shared / "seeds").glob(f"{SEEDS[rules]}_*")
    document = plain(seed.read_text(encoding="utf-8"))
    for step in setup_answer(rules)["steps"]:
        assert plain(step["wording"]) in document, step["wording"]


@pytest.mark.parametrize(
    ("rules", "dice", "wall", "counted", "first", "reserved"),
    [
        # docs/rules/hk-500.md, 5: 5, 9, 13, 17 is East, 6, 10, 14, 18 South, 3, 7, 11, 15 West, and
        # 4, 8, 12, 16 North.
        ("hk-500", (1, 1, 1), "W", "W3", "W4", "W3 W2 W1 N18 N17 N16 N15"),
        ("hk-500", (3, 4, 5), "N", "N12", "N13", "N12 N11 N10 N9 N8 N7 N6"),
        ("hk-500", (6, 6, 5), "E", "E17", "E18", "E17 E16 E15 E14 E13 E12 E11"),
        ("hk-500", (6, 6, 6), "S", "S18", "E1", "S18 S17 S16 S15 S14 S13 S12"),
        ("hk-majlife", (1, 1), "S", "S2", "S3", "S2"),
        ("hk-majlife", (6, 6), "N", "N12", "N13", "N12"),
        ("classical-20", (2, 3), "E", "E12", "E13", "E1 E2 E3 E4 E5 E6 E7"),
        ("classical-20", (2, 3, 1, 1), "E", "E9", "E10", "E1 E2 E3 E4 E5 E6 E7"),
        ("classical-20", (6, 6), "N", "W1", "W2", "N1 N2 N3 N4 N5 N6 N7"),
        # The document's own example: 8 and 6 are 14, and the loose tiles lie on 11 and 13.
        ("classical-british", (2, 6, 2, 4), "N", "N14", "N15", "N11 N13"),
        ("classical-british", (6, 6, 6, 6), "N", "W6", "W7", "W3 W5"),
        ("classical-british", (1, 1, 6, 6), "S", "S14", "S15", "S11 S13"),
        # Clockwise: South sits on East's left, and the walls follow in that order.
        ("simplified-300", (2, 3, 4), "S", "S7", "S8", "S5 S6"),
        ("simplified-300", (5, 1, 1), "E", "E2", "E3", "N18 E1"),
        ("simplified-300", (6, 6, 6), "S", "S12", "S13", "S10 S11"),
    ],
)
def test_a_throw_breaks_the_wall(rules, dice, wall, counted, first, reserved):
    answer = setup_answer(rules, dice)
    assert answer["wall"] == answer["break"]["wall"] == wall
    places = [answer["break"]["counted"], answer["break"]["first"]]
    assert [f"{one['wall']}{one['stack']}" for one in places] == [counted, first]
    kept = " ".join(f"{one['wall']}{one['stack']}" for one in answer["break"]["reserved"])
    assert kept == reserved


@rule_sets
def test_every_throw_deals_every_hand_without_touching_what_is_kept(rules):
    throws = setup_answer(rules)["throws"]
    numbers = sum(throw["dice"] for throw in throws)
    for dice in product((1, 3, 6), repeat=numbers):
        answer = setup_answer(rules, dice)
        tiles = [
            (one["wall"], one["stack"], one["level"])
            for turn in answer["deal"]
            for one in turn["tiles"]
        ]
        hands = Counter(turn["seat"] for turn in answer["deal"] for _ in turn["tiles"])
        assert sorted(hands.values()) in ([13] * 4, [13, 13, 13, 14])
        assert hands["E"] == max(hands.values())
        assert len(set(tiles)) == len(tiles)
        kept = {(one["wall"], one["stack"]) for one in answer["break"]["reserved"]}
        assert not kept & {(wall, stack) for wall, stack, _ in tiles}
        in_walls = sum(stack["tiles"] for wall in answer["walls"] for stack in wall["stacks"])
        assert in_walls == 144
        aside = sum(one["tiles"] for one in answer["break"]["reserved"] if one["part"] != "back")
        assert answer["live"] + aside + len(tiles) == 144


@pytest.mark.parametrize(
    ("rules", "live", "east"),
    [
        ("hk-500", 78, 13),  # docs/rules/hk-500.md, 5: 144 - 52 - 14
        ("hk-majlife", 91, 14),
        ("classical-20", 77, 14),
        ("classical-british", 89, 14),
        ("simplified-300", 90, 13),
    ],
)
def test_what_is_left_after_the_deal(rules, live, east):
    dice = (1,) * sum(throw["dice"] for throw in setup_answer(rules)["throws"])
    answer = setup_answer(rules, dice)
    assert answer["live"] == live
    assert sum(len(t["tiles"]) for t in answer["deal"] if t["seat"] == "E") == east


def test_east_jumps_to_the_first_and_third_stack():
    last = setup_answer("hk-majlife", (3, 4))["deal"][12:]
    assert [(turn["seat"], [(t["stack"], t["level"]) for t in turn["tiles"]]) for turn in last] == [
        ("E", [(14, "top"), (16, "top")]),
        ("S", [(14, "bottom")]),
        ("W", [(15, "top")]),
        ("N", [(15, "bottom")]),
    ]


def test_the_house_may_throw_two_dice_and_deal_four_at_a_time():
    agreed = {"dice": "2d6", "deal_chunk": 4}
    answer = setup_answer("hk-500", (3, 4), agreed)
    assert answer["throws"] == [{"by": "E", "dice": 2}]
    assert len(answer["deal"]) == 16
    words = {step["topic"]: step["text"] for step in answer["steps"]}
    assert "two dice" in words["dice"]
    assert "two stacks of two tiles" in words["deal"]


@pytest.mark.parametrize(("bonus", "lengths"), [(0, [17] * 4), (4, [18, 17, 18, 17])])
def test_walls_are_shorter_without_bonus_tiles(bonus, lengths):
    answer = setup_answer("hk-500", (6, 6, 6), {"bonus_tiles": bonus})
    assert [len(wall["stacks"]) for wall in answer["walls"]] == lengths
    assert answer["live"] == 136 + bonus - 14 - 52


def test_one_throw_chooses_the_wall_and_says_who_throws_next():
    answer = setup_answer("classical-20", (2, 3, 4, 1))
    assert answer["said"].startswith("2 + 3 = 5: East’s wall. East throws 4 + 1 = 5.")
    if "classical-british" in RULE_SETS:
        half = setup_answer("classical-british", (2, 6))
        assert (half["wall"], half["break"], half["deal"]) == ("N", None, [])
        then = "Then North throws two dice for the stack."
        assert half["said"] == f"2 + 6 = 8: North’s wall. {then}"


def test_clockwise_tables_sit_the_other_way():
    walls = setup_answer("simplified-300", (1, 2, 3))
    assert [wall["side"] for wall in walls["walls"]] == ["bottom", "left", "top", "right"]
    turned = setup_answer("simplified-300", (1, 2, 3), {"direction": "ccw"})
    assert turned["direction"] == "ccw"
    assert [wall["side"] for wall in setup_answer("hk-500")["walls"]] == [
        "bottom",
        "right",
        "top",
        "left",
    ]


@pytest.mark.parametrize(
    ("rules", "dice", "code"),
    [
        ("hk-50", (), "unknown_rules"),
        ("hk-500", (1, 2), "bad_dice"),
        ("hk-500", (1, 2, 7), "bad_dice"),
        ("hk-500", (1, 2, True), "bad_dice"),
        ("classical-20", (1, 2, 3), "bad_dice"),
    ],
)
def test_dice_that_are_not_thrown_here(rules, dice, code):
    with pytest.raises(RequestError) as refused:
        setup_answer(rules, dice)
    assert refused.value.code == code


def test_the_wall_is_taken_once_round_top_before_bottom():
    walls = Walls.of(8, "ccw")
    tiles = list(walls.tiles_from(walls.at(Wind.SOUTH, 7)))
    assert len(set(tiles)) == len(tiles) == 144
    assert tiles[:2] == [(walls.at(Wind.SOUTH, 7), "top"), (walls.at(Wind.SOUTH, 7), "bottom")]
    assert tiles[-1] == (walls.at(Wind.SOUTH, 6), "bottom")


@rule_sets
def test_translators_are_given_the_texts_of_all_steps(rules):
    for step in setup_answer(rules)["steps"]:
        told = (step["text"], *([step["unclear"]] if step["unclear"] else []))
        assert {each.english for each in told} <= {*guide_texts()}
