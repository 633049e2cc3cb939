"""House options: each changes what it says, its default nothing, and the rest are refused."""

from dataclasses import replace

import pytest

from scorer.api.requests import answer
from scorer.core.tiles import Wind
from scorer.rules.payment import settle_faan, settle_false_win
from scorer.rules.row import MAX
from scorer.rules.rule_set import OptionError
from scorer.rulesets import RULE_SETS
from tests.scorer.options import outcome_under

HK_500 = RULE_SETS["hk-500"]
NAMES = [option.name for option in HK_500.options]
of_hk_500 = outcome_under("hk-500")
DRAW = {"win": "self-draw"}
EIGHT = "| 1f 2f 3f 4f 1g 2g 3g 4g"

# option, its answer, the hand, how it was won, faan without it, faan with it (or the problem)
SCORES = [
    ("minimum", 2, "23m 567m 345p 678s 88s +1m", {}, 1, ["below_minimum"]),
    ("cap", 13, "1122334567899s +9s", DRAW, 10, 11),
    ("closed_scope", "pattern_melds", "12456789p 22m (456s) +3p | 2f", {}, 1, 2),
    ("closed_scope", "pattern_melds", "345345m 99p 45s (678p) +6s | 2f", {}, 0, 1),
    ("discard_win_opens_hand", True, "123456p 78p 456s 22m +9p | 2f", {}, 2, 1),
    ("discard_win_opens_hand", True, "333m 2227779p 555s +9p | 2f", {}, 10, 4),
    ("four_pungs_max_on_steal", True, "333m 2277799p 555s +2p | 2f", {}, 4, 10),
    ("stolen_pung_counts_closed", True, "333m 77p 99p 555s (234s) +7p | 2f", {}, 0, 2),
    ("stolen_pung_counts_closed", True, "333m 2277799p 555s +2p | 2f", {}, 4, 10),
    ("double_limit", True, "111z 222z 333z 44z 55z +5z | 3f", {}, 10, 20),
    (
        "dead_wall_also_self_draw",
        True,
        "23m 567m 345p 88s [4444z] +1m | 2f",
        DRAW | {"events": ["kong-replacement"]},
        1,
        2,
    ),
    (
        "last_and_dead_wall_stack",
        True,
        "23m 567m 345p 88s [4444z] +1m | 2f",
        DRAW | {"events": ["kong-replacement", "last-wall-tile"]},
        ["contradictory_event"],
        2,
    ),
    ("terminal_meld_pair", "terminal", "123m 999m 789p 55p 23s +1s | 2f", {}, 3, 0),
    ("terminal_meld_pair", "terminal", "123m 999m 789p 11p 23s +1s | 2f", {}, 3, 3),
    ("terminal_meld_needs_chow", True, "111m 999p 5s (111s) (999s) +5s | 2f", {}, 4, 2),
    ("terminal_meld_needs_chow", True, "123m 999m 789p 55p 23s +1s | 2f", {}, 3, 3),
    ("little_dragons_twice", True, "23m 345p 55z (666z) (777z) +1m | 2f", {}, 4, 6),
    ("dragon_pung_in_little", False, "23m 345p 55z (666z) (777z) +1m | 2f", {}, 4, 2),
    ("dragon_pung_per", "one", "23m 345p 55p (666z) (777z) +1m | 2f", {}, 2, 1),
    (
        "bonus_set_absorbs_own",
        True,
        "456m 123p 6789s (222p) +9s | 2f 3f 1g 2g 3g 4g",
        {"seat": "S"},
        4,
        3,
    ),
    (
        "eight_treasures",
        "with_complete_hand",
        f"123m {EIGHT}",
        DRAW,
        10,
        ["tile_count", "no_winning_tile"],
    ),
    ("eight_treasures", "with_complete_hand", f"23m 99p 567m 345p 678s +1m {EIGHT}", DRAW, 10, 10),
    ("eight_treasures", "off", f"23m 99p 567m 345p (678s) +1m {EIGHT}", DRAW, 10, 6),
    (
        "seven_flowers_rob",
        True,
        f"123m {EIGHT}",
        {"from": "W"},
        ["tile_count", "no_winning_tile"],
        10,
    ),
    (
        "earthly_on_first_discard",
        True,
        "23m 567m 345p 678s 88s +1m",
        {"seat": "S", "events": ["first-discard"]},
        1,
        10,
    ),
    (
        "minimum_excludes_bonus",
        True,
        "23m 567m 345p 88s (678s) +1m | 1f",
        {"options": {"minimum": 1}},
        1,
        ["below_minimum"],
    ),
    ("seven_pairs_quads", True, "1111m 3388p 4466s 7z +7z | 2f", {}, ["not_a_winning_hand"], 2),
    ("two_double_chow_same_suit", True, "345345m 678678p 9s +9s | 2f", {}, 3, 2),
    ("two_double_chow_same_suit", True, "223344p 667788p 9s +9s | 2f", {}, 3, 3),
    ("chow_reuse", "once", "123123m 123p 12s 99s +3s | 2f", {}, 6, 5),
    ("bonus_map", "swap_flowers_3_4", "23m 567m 345p 88s (678s) +1m | 4f", {"seat": "W"}, 0, 1),
    ("bonus_tiles", 0, "23m 567m 345p 678s 88s +1m", {}, 1, 0),
    (
        "bonus_tiles",
        4,
        f"123m {EIGHT}",
        DRAW,
        10,
        ["tile_count", "too_many_copies", "no_winning_tile"],
    ),
    ("bonus_tiles", 4, "23m 567m 345p 678s 88s +1m", {}, 1, 1),
]

# option, its answer, what it sets
VALUES = [
    ("start", 1000, lambda rules: rules.table.start),
    ("rounds", 1, lambda rules: rules.table.rounds),
    ("round_change", "conventional", lambda rules: rules.table.round_change),
    ("east_keeps_on_win", True, lambda rules: rules.table.deal == "passes_unless_east_wins"),
    ("draw_keeps_dealer", False, lambda rules: rules.table.draw_keeps_dealer),
    ("bust_ends_game", False, lambda rules: rules.table.bust_ends_game),
    ("short_payment", "go_negative", lambda rules: rules.table.short_payment),
    *(
        (name, value, lambda rules, name=name: rules.answer(name))
        for name, value in {
            "dice": "2d6",
            "deal_chunk": 4,
            "kong_on_last_tile": True,
            "first_draw_no_calls_by_anyone": True,
            "rob_closed_kong_orphans": True,
            "money_per_point": 0.25,
        }.items()
    ),
]

BY_OTHER_TESTS = ["false_win", "multiple_winners", "responsibility"]


def outcome(hand, won, options):
    return of_hk_500(hand, {**won, "options": {"minimum": 0, **won.get("options", {})}}, options)


@pytest.mark.parametrize(("name", "value", "hand", "won", "without", "with_it"), SCORES)
def test_option_changes_a_score(name, value, hand, won, without, with_it):
    assert outcome(hand, won, {}) == without
    assert outcome(hand, won, {name: value}) == with_it


@pytest.mark.parametrize(("name", "value", "kept"), VALUES)
def test_option_is_kept(name, value, kept):
    assert kept(HK_500.house({name: value})) == value


def test_every_option_is_tried():
    tried = [*(row[0] for row in (*SCORES, *VALUES)), *BY_OTHER_TESTS]
    assert set(tried) == set(NAMES)


def test_chow_used_once_says_where_it_went():
    hand = {"hand": "123123m 123p 12s 99s +3s | 2f", "rules": "hk-500"}
    rows = answer({**hand, "options": {"chow_reuse": "once"}})["rows"]
    assert {row["id"]: row["excluded_by"] for row in rows} == {
        "three_suit_chow": None,
        "double_chow": "three_suit_chow",
        "terminal_in_each_meld": None,
    }


def test_a_chow_that_need_not_be_shared_counts_in_both_rows():
    hand = {"hand": "123123m 45678p 9p 22s +9p | 2f", "rules": "hk-500"}
    free = answer(hand)
    once = answer({**hand, "options": {"chow_reuse": "once"}})
    assert free["rows"] == once["rows"]


def test_a_chow_used_once_is_taken_from_the_closed_ones():
    hand = {"hand": "123123m 99p 67s (123m) +8s | 2f", "rules": "hk-500"}
    options = {"closed_scope": "pattern_melds", "chow_reuse": "once"}
    (row,) = answer({**hand, "options": options})["rows"]
    assert (row["id"], row["faan"]) == ("double_chow", 1)


def test_double_limit_pays_as_many_limits():
    hand = {"hand": "111z 222z 333z 44z 55z +5z | 3f", "rules": "hk-500", "from": "N"}
    single, double = answer(hand), answer({**hand, "options": {"double_limit": True}})
    assert double["points"] == 2 * single["points"] == 128
    assert double["payments"]["E"] == 2 * single["payments"]["E"]


@pytest.mark.parametrize(
    ("agreed", "each"),
    [("none", 0), ("pay_max_selfdraw_each", 128), ("fixed:25", 25)],
)
def test_false_win(agreed, each):
    settled = settle_false_win(HK_500.house({"false_win": agreed}), Wind.SOUTH)
    assert settled.deltas == {"E": each, "S": -3 * each, "W": each, "N": each}


def test_multiple_winners():
    claims = [Wind.NORTH, Wind.EAST]
    everyone = HK_500.house({"multiple_winners": "all"})
    assert HK_500.winners(Wind.SOUTH, claims) == (Wind.NORTH,)
    assert everyone.winners(Wind.SOUTH, claims) == (Wind.NORTH, Wind.EAST)


def test_treasures_are_not_robbed_where_they_do_not_win():
    options = {"seven_flowers_rob": True, "eight_treasures": "off"}
    assert "tile_count" in outcome(f"123m {EIGHT}", {}, options)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("minimum", -1),
        ("minimum", 1.5),
        ("minimum", True),
        ("cap", "ten"),
        ("start", 0),
        ("rounds", 5),
        ("rounds", True),
        ("double_limit", 1),
        ("double_limit", "yes"),
        ("dragon_pung_per", ["each"]),
        ("false_win", "fixed:"),
        ("false_win", 7),
        ("money_per_point", "a lot"),
        ("money_per_point", True),
        ("money_per_point", float("nan")),
    ],
)
def test_impossible_answer_is_refused(name, value):
    with pytest.raises(OptionError, match=name) as refused:
        HK_500.house({name: value})
    assert refused.value.code == "bad_option"


def test_unknown_option_names_the_nearest():
    with pytest.raises(OptionError, match="'minimum'") as refused:
        HK_500.house({"minimun": 3})
    assert refused.value.code == "unknown_option"


def test_options_apply_in_the_order_of_the_table():
    one = {"bonus_tiles": 0, "bonus_set_absorbs_own": True, "bonus_map": "swap_flowers_3_4"}
    other = dict(reversed(one.items()))
    ours, theirs = HK_500.house(one), HK_500.house(other)
    assert [row.id for row in ours.rows] == [row.id for row in theirs.rows]
    assert ours.bonus_winds == theirs.bonus_winds == {}


def test_settlement_refuses_an_own_discard():
    with pytest.raises(ValueError, match="own discard"):
        settle_faan(3, HK_500, Wind.EAST, Wind.EAST)


def test_a_limit_counts_once_where_each_chow_does():
    rules = RULE_SETS["hk-500"].edit("pure_straight", lambda row: replace(row, closed=MAX))
    hand = {"hand": "123456789m 789p 5z +5z", "rules": "hk-500", "win": "self-draw"}
    scored = answer({**hand, "options": {"chow_reuse": "once"}}, {"hk-500": rules})
    assert scored["faan"] == rules.cap
    assert scored["limit"]
