"""House options of the quick reference: each changes what it says, its default nothing."""

import pytest

from scorer.api.requests import answer
from scorer.rules.rule_set import OptionError
from scorer.rulesets import RULE_SETS
from tests.scorer.options import outcome_under

HK_MAJLIFE = RULE_SETS["hk-majlife"]
NAMES = [option.name for option in HK_MAJLIFE.options]
outcome = outcome_under("hk-majlife")
DRAW = {"win": "self-draw"}
CHICKEN = "123m 4569p 789s (222s) +9p | 2f"

# option, its answer, the hand, how it was won, fan without it, fan with it (or the problem)
SCORES = [
    ("minimum", 0, CHICKEN, {}, ["below_minimum"], 0),
    ("minimum", 3, "123456m 234p 9s (567s) +9s", {}, 2, ["below_minimum"]),
    ("cap", 7, "1222234556789m +5m | 1f 2f 3f 4f", {}, 9, 7),
    ("cap", 13, "1122445577889m +9m | 1f", {}, 10, 11),
    ("cap", "none", "1122445577889m +9m | 1f 2f 3f 4f 1g 2g 3g 4g", DRAW, 10, 17),
    ("cap", "none", "22277m 555p 33888s +7m | 1f 2f 3f 4f", DRAW, 10, 10),
    ("cap", 7, "22277m 555p 33888s +7m | 1f 2f 3f 4f", DRAW, 10, 7),
    ("special_total_is_final", True, "234789m 5z (777z) (666z) +5z | 3f", {}, 7, 5),
    ("special_total_is_final", True, "234m 789p 5z (777z) (666z) +5z", {}, 5, 4),
    ("special_total_is_final", True, "11m 3355p 7799s 117z +7z", DRAW, 6, 4),
    ("special_total_is_final", True, "11m 3355p 7799s 117z +7z | 1f 2f 3f 4f", DRAW, 8, 4),
    ("special_total_is_final", True, "1122445577889m +9m | 2f", {}, 10, 10),
    ("special_total_is_final", True, CHICKEN, {"options": {"minimum": 0}}, 0, 0),
    ("bonus_set_absorbs_own", True, "1222234556789m +5m | 1f 2f 3f 4f", {}, 9, 8),
    (
        "supplement_includes_self_pick",
        False,
        "123456m 1239p (5555s) +9p | 2f",
        DRAW | {"events": ["kong-replacement"]},
        2,
        1,
    ),
    (
        "supplement_kong_only",
        True,
        "123456m 1239p (555s) +9p | 2f",
        DRAW | {"events": ["bonus-replacement"]},
        2,
        1,
    ),
    (
        "supplement_kong_only",
        True,
        "123456m 1239p (5555s) +9p | 2f",
        DRAW | {"events": ["kong-replacement"]},
        2,
        2,
    ),
    ("all_chows_no_honour_pair", True, "123456m 234p 5z (567s) +5z", {}, 2, 1),
    ("all_chows_no_honour_pair", True, "123456m 234p 9s (567s) +9s", {}, 2, 2),
    (
        "earthly",
        "own_first_turn",
        "123456m 1239p 555s +9p",
        DRAW | {"seat": "S", "events": ["first-draw"]},
        2,
        10,
    ),
    (
        "earthly",
        "own_first_turn",
        "123456m 1239p 555s +9p",
        {"seat": "S", "events": ["first-discard"]},
        10,
        10,
    ),
    ("earthly", "own_first_turn", "123456m 1239p 555s +9p", {"seat": "S"}, 1, 1),
    ("nine_gates_pure", True, "1112345678999m +5m | 2f", {}, 10, 10),
    ("nine_gates_pure", True, "1112345567899m +9m | 2f", {}, 10, 6),
    ("nine_gates_pure", True, "1112345678999m +1m | 2f", {}, 10, 10),
    (
        "nine_gates_pure",
        True,
        "11123455678999m | 2f",
        DRAW | {"events": ["dealt-hand"]},
        10,
        10,
    ),
    ("hidden_treasure_kongs", False, "22277m 33s [5555p] [8888s] +3s | 2f", DRAW, 10, 4),
    ("hidden_treasure_kongs", False, "22277m 555p 33888s +7m | 2f", DRAW, 10, 10),
    ("honour_pairs_limit", True, "1122334455667z +7z | 2f", {}, 4, 10),
    ("double_limit", True, "7z (111z) (222z) (333z) (444z) +7z | 2f", {}, 10, 20),
    ("double_limit", True, "1112345678999m +5m | 2f", {}, 10, 10),
    ("bonus_map", "swap_flowers_3_4", f"{CHICKEN} 4f", {"seat": "W"}, ["below_minimum"], 1),
    ("bonus_tiles", 0, "123456m 234p 9s (567s) +9s", {}, 2, 1),
    ("bonus_tiles", 0, "123456m 234p 9s (567s) +9s | 1f", {}, 2, ["too_many_copies"]),
    ("bonus_tiles", 4, "123456m 234p 9s (567s) +9s | 1f 2f 3f 4f", {}, 4, 4),
    ("bonus_tiles", 4, "123456m 234p 9s (567s) +9s | 1g", {}, 2, ["too_many_copies"]),
    ("blocks", 1, "23m 55p +1m", {}, ["tile_count"], 0),
    ("blocks", 1, "23m 56p +1m", {}, ["tile_count"], ["not_a_winning_hand"]),
    ("blocks", 2, "23m 55p (222z) +1m", {}, ["tile_count"], 0),
    ("blocks", 2, CHICKEN, {}, ["below_minimum"], ["tile_count"]),
]

# option, its answer, what it sets
VALUES = [
    ("start", 200, lambda rules: rules.table.start),
    ("rounds", 1, lambda rules: rules.table.rounds),
    ("east_keeps_on_win", False, lambda rules: rules.table.deal != "always_passes"),
    ("draw_keeps_dealer", True, lambda rules: rules.table.draw_keeps_dealer),
    ("bust_ends_game", True, lambda rules: rules.table.bust_ends_game),
    ("short_payment", "pay_available", lambda rules: rules.table.short_payment),
    ("responsibility", "limit", lambda rules: rules.answer("responsibility")),
    ("money_per_point", 0.05, lambda rules: rules.answer("money_per_point")),
]
SHARED = ["false_win", "multiple_winners"]


def scored(hand, won, options):
    asked = {**won.get("options", {}), **options}
    return answer({"hand": hand, "rules": "hk-majlife", **won, "options": asked})


@pytest.mark.parametrize(("name", "value", "hand", "won", "without", "with_it"), SCORES)
def test_option_changes_a_score(name, value, hand, won, without, with_it):
    assert outcome(hand, won, {}) == without
    assert outcome(hand, won, {name: value}) == with_it


@pytest.mark.parametrize(("name", "value", "kept"), VALUES)
def test_option_is_kept(name, value, kept):
    assert kept(HK_MAJLIFE.house({name: value})) == value


def test_every_option_is_tried():
    assert {*(row[0] for row in (*SCORES, *VALUES)), *SHARED} == set(NAMES)


def test_the_table_is_that_of_the_document():
    table = HK_MAJLIFE.table
    assert (table.deal, table.rounds, table.start) == ("passes_unless_east_wins", 4, 500)
    assert (table.draw_keeps_dealer, table.bust_ends_game) == (False, False)
    assert table.short_payment == "go_negative"


@pytest.mark.parametrize(
    ("faan", "points"),
    [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (6, 16), (7, 32), (9, 32), (10, 64)],
)
def test_fan_become_points_as_printed(faan, points):
    assert HK_MAJLIFE.points(faan) == points


@pytest.mark.parametrize("cap", [7, 10, 13, 20, 25, "none"])
def test_two_special_hands_pay_two_limits_whatever_the_cap(cap):
    hand = "7z (111z) (222z) (333z) (444z) +7z | 2f"
    result = scored(hand, DRAW, {"double_limit": True, "cap": cap})
    assert result["points"] == (64 if cap == 7 else 128)


@pytest.mark.parametrize("cap", [9.5, "ten", True, -1, [10]])
def test_a_cap_is_a_whole_number_or_none(cap):
    with pytest.raises(OptionError, match="cap") as refused:
        HK_MAJLIFE.house({"cap": cap})
    assert refused.value.code == "bad_option"


def test_without_a_cap_nothing_is_the_limit():
    hand = "1122445577889m +9m | 1f 2f 3f 4f"
    assert scored(hand, {}, {"cap": None})["limit"] is False
    assert scored(hand, {}, {})["limit"] is True


def rows_of(hand, won, options):
    rows = scored(hand, won, options)["rows"]
    return {row["id"]: row["excluded_by"] for row in rows}


def test_a_final_total_says_what_it_holds():
    final = {"special_total_is_final": True}
    assert rows_of("234m 789p 5z (777z) (666z) +5z", {}, final) == {
        "no_flowers": "little_three_dragons",
        "dragon_pung": "little_three_dragons",
        "little_three_dragons": None,
    }
    assert rows_of("234789m 5z (777z) (666z) +5z | 3f", {}, final) == {
        "dragon_pung": None,
        "half_flush": None,
        "little_three_dragons": "dragon_pung",
    }
    assert rows_of("1122445577889m +9m", {}, final) == {
        "no_flowers": "seven_pairs",
        "flush": None,
        "seven_pairs": None,
    }


def test_beyond_a_cap_of_ten_the_other_rows_may_be_worth_more_than_a_final_total():
    hand = "2223335557788m +8m"
    raised = {"cap": 13}
    assert outcome(hand, DRAW, raised) == 10
    assert outcome(hand, DRAW, raised | {"special_total_is_final": True}) == 11


def test_training_scores_nothing():
    result = scored("23m 55p +1m", {"from": "N"}, {"blocks": 1})
    assert (result["rows"], result["points"]) == ([], 0)
    assert set(result["payments"].values()) == {0}
