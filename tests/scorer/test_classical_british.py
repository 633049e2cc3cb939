"""The document's own tables, and the house options of the rules with doubles and trebles."""

import pytest

from scorer.api.requests import answer
from scorer.core.tiles import Wind
from scorer.rules.rule_set import OptionError
from scorer.rulesets import RULE_SETS
from tests.scorer.options import outcome_under

BRITISH = RULE_SETS["classical-british"]
CUSTOM = BRITISH.presets["British custom"]
NAMES = [option.name for option in BRITISH.options]
outcome = outcome_under("classical-british")
DRAW = {"win": "self-draw"}
LOSER = {"role": "loser"}
EXAMPLE = "123m 56p 77z (555s) (678s) +4p"
FLOWERS = "123m 45678p 23499s +6p"
ORPHANS = "19m 19p 19s 1234567z +1z"
PAIRS = "11m 3355p 7799s 117z +7z"

# option, its answer, the hand, how it was won, score without it, score with it (or the problem)
SCORES = [
    ("treble", "x8", "1123567888p (999p) +4p", {}, 84, 224),
    ("treble", "x8", f"{FLOWERS} | 2f 1g 3g 4g", {}, 72, 72),
    ("treble", "x8", f"{FLOWERS} | 1g 2g 3g 4g", {"seat": "S"}, 216, 576),
    ("limit", 100, "1115577m 777z (999m) +7m", DRAW | {"seat": "S"}, 224, 100),
    ("limit", "none", f"{FLOWERS} | 1f 2f 3f 4f 1g 2g 3g 4g", {}, 1000, 1872),
    ("limit", "none", ORPHANS, {}, 1000, 1000),
    ("limit", 2000, ORPHANS, {}, 1000, 2000),
    ("seven_pairs", "limit", PAIRS, {}, ["not_a_winning_hand"], 1000),
    ("special_value", 500, ORPHANS, {}, 1000, 500),
    ("special_value", 1500, "1112345678999s +5s", {}, 1000, 1000),
    ("special_value", 500, PAIRS, {"options": {"seven_pairs": "limit"}}, 1000, 500),
    ("special_value", 500, ORPHANS, {"options": {"limit": "none"}}, 1000, 500),
    ("special_value", "limit", ORPHANS, {"options": {"limit": 600}}, 600, 600),
    ("pairs", "all", "13m 555p 79s 77z (678s)", LOSER, 4, 6),
    ("pairs", "all", "13m 555p 79s 44z (678s)", LOSER, 4, 4),
    ("double_wind_pair", 4, "123m 56p 11z (555s) (678s) +4p", {}, 24, 26),
    ("double_wind_pair", 4, EXAMPLE, {}, 24, 24),
    ("bonus_set_absorbs_own", True, f"{FLOWERS} | 1f 2f 3f 4f", {}, 216, 108),
    ("bonus_set_absorbs_own", True, f"{FLOWERS} | 1g 2g 3g 4g", {}, 216, 108),
    ("bonus_set_absorbs_own", True, f"{FLOWERS} | 1f 1g", {}, 112, 112),
    ("no_value_ignores_bonus", True, f"{FLOWERS} | 1f 1g", {}, 112, 152),
    ("only_piece", "off", "12m 456p 77z (555s) (678s) +3m", {}, 26, 24),
    ("only_piece", "physical", "12m 456p 77z (555s) (678s) +3m", {}, 26, 24),
    ("only_piece", "physical", "12m 456p 99s (7777s) (333m) +3m", {}, 32, 32),
    (
        "loose_counts_as_wall",
        False,
        EXAMPLE + " | 2f",
        DRAW | {"events": ["bonus-replacement"]},
        40,
        38,
    ),
    ("loose_counts_as_wall", False, EXAMPLE, DRAW | {"events": ["last-wall-tile"]}, 36, 36),
    ("claimed_set_exposed", False, "55m 77m 123p 234p 666s +7m", {}, 26, 28),
    ("rob_kong", False, EXAMPLE, {"events": ["robbing-kong"]}, 24, ["contradictory_event"]),
    ("rob_kong", False, EXAMPLE, {}, 24, 24),
    ("nine_gates_pure", False, "1112345567899s +9s", {}, 96, 1000),
    ("bonus_map", "swap_flowers_3_4", f"{FLOWERS} | 4f", {"seat": "W"}, 24, 48),
    ("bonus_tiles", 4, f"{FLOWERS} | 1g", {}, 48, ["too_many_copies"]),
    ("bonus_tiles", 4, f"{FLOWERS} | 1f 2f 3f 4f", {}, 216, 216),
    ("bonus_tiles", 0, f"{FLOWERS} | 1f", {}, 48, ["too_many_copies"]),
    ("bonus_tiles", 0, FLOWERS, {}, 30, 30),
]

# option, its answer, what it sets
VALUES = [
    ("start", 500, lambda rules: rules.table.start),
    ("rounds", 1, lambda rules: rules.table.rounds),
    ("east_keeps_on_win", False, lambda rules: rules.table.deal != "always_passes"),
    ("draw_keeps_dealer", True, lambda rules: rules.table.draw_keeps_dealer),
    ("bust_ends_game", True, lambda rules: rules.table.bust_ends_game),
    ("short_payment", "pay_available", lambda rules: rules.table.short_payment),
    ("money_per_point", 0.1, lambda rules: rules.answer("money_per_point")),
]
SETTLING = ["winner_never_pays", "east_double", "settlement"]
SHARED = ["false_win", "multiple_winners"]


@pytest.mark.parametrize(("name", "value", "hand", "won", "without", "with_it"), SCORES)
def test_option_changes_a_score(name, value, hand, won, without, with_it):
    assert outcome(hand, won, {}) == without
    assert outcome(hand, won, {name: value}) == with_it


@pytest.mark.parametrize(("name", "value", "kept"), VALUES)
def test_option_is_kept(name, value, kept):
    assert kept(BRITISH.house({name: value})) == value


def test_every_option_is_tried():
    tried = {*(row[0] for row in (*SCORES, *VALUES)), *SETTLING, *SHARED}
    assert tried == set(NAMES)


@pytest.mark.parametrize("value", [0, -5, True, 0.5, "much", None])
def test_a_special_hand_is_worth_the_limit_or_a_number(value):
    with pytest.raises(OptionError, match="special_value") as refused:
        BRITISH.house({"special_value": value})
    assert refused.value.code == "bad_option"


def test_the_table_is_that_of_the_document():
    table = BRITISH.table
    assert (table.deal, table.rounds, table.start) == ("passes_unless_east_wins", 4, 2000)
    assert (table.draw_keeps_dealer, table.bust_ends_game) == (False, False)


# "Paying out": the winner receives 50 and pays 0, player 2 receives 4 and pays 18, player 3
# receives 8 and pays 14, player 4 receives 0 and pays 30. These scores make it so:
# docs/rules/classical-british.md, 3.
PAYING_OUT = {Wind.EAST: 24, Wind.SOUTH: 8, Wind.WEST: 10, Wind.NORTH: 4}

# options, what East (24 points), South (8), West (10) and North (4) gain if East or if North won
SETTLEMENTS = [
    ({}, "E", [50, -14, -6, -30]),
    ({}, "N", [50, -14, -6, -30]),
    ({"winner_never_pays": True}, "E", [50, -14, -6, -30]),
    ({"winner_never_pays": True}, "N", [30, -18, -12, 0]),
    ({"east_double": True}, "E", [100, -30, -20, -50]),
    ({"east_double": True}, "N", [100, -30, -20, -50]),
    ({"east_double": True, "winner_never_pays": True}, "N", [60, -34, -26, 0]),
]


# Every loser pays the winner's full score, losers settle their differences, East pays and gets
# double: four scores, who won, and what each gains. The second is of a book of 1922.
FULL = {"settlement": "winner_in_full"}
IN_FULL = [
    ("classical-british", {"east_double": True}, (8, 26, 32, 4), "S", [-76, 52, 82, -58]),
    ("classical-british", FULL, (8, 26, 32, 4), "S", [-92, 104, 50, -62]),
    ("classical-british", FULL | {"east_double": True}, (8, 26, 32, 4), "S", [-92, 104, 50, -62]),
    ("classical-british", CUSTOM, (8, 26, 32, 4), "S", [-92, 104, 50, -62]),
    ("classical-20", FULL, (8, 26, 32, 4), "S", [-92, 104, 50, -62]),
    (
        "classical-british",
        {"east_double": True},
        (608, 64, 400, 16),
        "E",
        [2688, -1376, 304, -1616],
    ),
    ("classical-british", FULL, (608, 64, 400, 16), "E", [3648, -1504, -496, -1648]),
    ("classical-20", FULL, (608, 64, 400, 16), "E", [3648, -1504, -496, -1648]),
]


@pytest.mark.parametrize(("rules", "options", "scores", "winner", "gains"), IN_FULL)
def test_the_winner_is_paid_in_full_where_the_table_agrees(rules, options, scores, winner, gains):
    house = RULE_SETS[rules].house(options)
    settled = house.settle(dict(zip(Wind, scores, strict=True)), Wind(winner))
    assert [settled[wind] for wind in Wind] == gains


@pytest.mark.parametrize(("options", "winner", "gains"), SETTLEMENTS)
def test_every_pair_settles_the_difference(options, winner, gains):
    settled = BRITISH.house(options).settle(PAYING_OUT, Wind(winner))
    assert [settled[wind] for wind in Wind] == gains


def test_paying_out_from_four_hands():
    losers = {
        "S": "13m 79s 555p (999p) 2z 46s",  # 4 and 4
        "W": "13m 79s 222p 666p (333s)",  # 4, 4 and 2
        "N": "13m 79s 555s 28p 246m 3z",  # 4
    }
    result = answer(
        {
            "hand": "123m 56p 77z (444s) (678s) +4p",
            "rules": "classical-british",
            "seat": "E",
            "losers": losers,
        }
    )
    assert result["problems"] == []
    assert (result["score"], [result["losers"][seat]["score"] for seat in "SWN"]) == (
        24,
        [8, 10, 4],
    )
    assert result["payments"] == {"E": 50, "S": -14, "W": -6, "N": -30}


def test_the_last_piece_may_be_a_loose_tile_where_no_wall_is_dead():
    events = {"events": ["last-wall-tile", "bonus-replacement"]}
    assert outcome(EXAMPLE + " | 2f", DRAW | events, {}) == 50


def test_of_a_dealt_hand_the_tile_that_pays_best_came_last():
    dealt = DRAW | {"events": ["dealt-hand"]}
    assert outcome("123m 456p 77z 555s 678s", dealt, {}) == 3 * (20 + 4 + 2 + 2 + 2)
    assert outcome("123456p 77z 234555s", dealt, {"only_piece": "off"}) == 3 * (20 + 4 + 2 + 2)
