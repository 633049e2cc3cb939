"""House options of the rules with 20 points: each changes what it says, its default nothing."""

from dataclasses import replace

import pytest

from scorer.api.requests import answer
from scorer.rules.point_payments import losers_pay_difference, losers_settle_difference
from scorer.rules.rule_set import OptionError
from scorer.rulesets import RULE_SETS
from tests.scorer.options import outcome_under

CLASSICAL_20 = RULE_SETS["classical-20"]
NAMES = [option.name for option in CLASSICAL_20.options]
outcome = outcome_under("classical-20")
DRAW = {"win": "self-draw"}
LOST = {"role": "loser"}
PLAIN = "234m 5679p 345s (456m) +9p"
HONOURS = "22z 333z 55z (444z) (666z) +5z"

# option, its answer, the hand, how it was won, score without it, score with it (or the problem)
SCORES = [
    ("half_flush_honours", "any", "22678m 23m (555m) (777z) +4m", {}, 52, 104),
    ("half_flush_honours", "any", "234678999m 7z (555m) +7z", DRAW, 64, 64),
    ("round_wind_double", True, "23m 456p 88s (111z) (678m) +4m", {"seat": "S"}, 24, 48),
    ("round_wind_double", True, "23m 456p 88s (111z) (678m) +4m", {}, 48, 96),
    ("double_excludes", ["going_out"], "234m 999p 3456s (666z) +3s", DRAW, 64, 44),
    ("double_excludes", ["bonus_tile", "pung"], "234m 999p 3456s (666z) +3s | 2f", DRAW, 68, 54),
    ("claimed_set_exposed", False, "111m 22p 99s (222z) (678m) +9s", {}, 36, 40),
    ("undeclared_quad_counts", True, "5555m 111z 34p", LOST | {"seat": "S"}, 12, 24),
    ("loser_pairs", "one", "77z 66z 11z 99p 3s", LOST, 6, 2),
    ("loser_pairs", "none", "77z 66z 11z 99p 3s", LOST, 6, 0),
    ("loser_pairs", "none", "234m 567p 345s 7z (456m) +7z", {}, 22, 22),
    ("loser_pairs", "one", "234m 567p 345s 7z (456m) +7z", {}, 22, 22),
    ("all_honours_limit", True, HONOURS, {}, 160, 160),
    ("all_honours_limit", True, HONOURS, {"options": {"limit": 500}}, 160, 500),
    ("limit", 500, "1234678999m (555m) +1m", DRAW, 240, 240),
    ("limit", 200, "1234678999m (555m) +1m", DRAW, 240, 200),
    ("limit", "none", "1234678999m (555m) +1m", DRAW, 240, 240),
    ("bonus_tiles", 4, PLAIN + " | 2f", {}, 22, 22),
    ("bonus_tiles", 4, PLAIN + " | 2g", {}, 22, ["too_many_copies"]),
    ("bonus_tiles", 0, PLAIN + " | 2f", {}, 22, ["too_many_copies"]),
    ("bonus_map", "swap_flowers_3_4", PLAIN + " | 3f", {}, 22, 22),
]

# option, another answer, where it is kept
VALUES = [
    ("start", 2000, lambda rules: rules.table.start),
    ("rounds", 1, lambda rules: rules.table.rounds),
    ("east_keeps_on_win", False, lambda rules: rules.table.deal != "always_passes"),
    ("draw_keeps_dealer", True, lambda rules: rules.table.draw_keeps_dealer),
    ("bust_ends_game", True, lambda rules: rules.table.bust_ends_game),
    ("short_payment", "pay_available", lambda rules: rules.table.short_payment),
    ("money_per_point", 0.05, lambda rules: rules.answer("money_per_point")),
]
BY_OTHER_TESTS = ("difference", "settlement", "false_win", "multiple_winners")


@pytest.mark.parametrize(("name", "value", "hand", "won", "without", "with_it"), SCORES)
def test_option_changes_a_score(name, value, hand, won, without, with_it):
    assert outcome(hand, won, {}) == without
    assert outcome(hand, won, {name: value}) == with_it


@pytest.mark.parametrize(("name", "value", "kept"), VALUES)
def test_option_is_kept(name, value, kept):
    assert kept(CLASSICAL_20.house({name: value})) == value


def test_every_option_is_tried():
    tried = {*(row[0] for row in (*SCORES, *VALUES)), *BY_OTHER_TESTS}
    assert tried == set(NAMES)


def test_the_difference_is_clamped_or_signed():
    assert CLASSICAL_20.settle is losers_pay_difference
    assert CLASSICAL_20.house({"difference": "signed"}).settle is losers_settle_difference


@pytest.mark.parametrize(
    ("options", "each"),
    [
        ({"false_win": "pay_max_selfdraw_each", "limit": 500}, 500),
        ({"false_win": "pay_max_selfdraw_each"}, 0),
        ({"false_win": "fixed:20"}, 20),
        ({}, 0),
    ],
)
def test_a_false_win_costs_the_limit_where_there_is_one(options, each):
    rules = CLASSICAL_20.house(options)
    assert rules.false_win_price == each


def test_points_left_out_of_doubling_are_added():
    options = {"double_excludes": ["going_out"]}
    hand = {"hand": "234m 999p 3456s (666z) +3s", "rules": "classical-20", "win": "self-draw"}
    result = answer({**hand, "options": options})
    figures = ("base", "multiplier", "added", "final_multiplier")
    assert [result[name] for name in figures] == [12, 2, 20, 1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", 0),
        ("limit", "all"),
        ("limit", None),
        ("double_excludes", "going_out"),
        ("double_excludes", ["dragon_set"]),
        ("double_excludes", [["pung"]]),
        ("loser_pairs", "two"),
        ("half_flush_honours", True),
    ],
)
def test_impossible_answer_is_refused(name, value):
    with pytest.raises(OptionError, match=name) as refused:
        CLASSICAL_20.house({name: value})
    assert refused.value.code == "bad_option"


def test_a_row_may_pay_for_concealed_sets_only():
    rules = CLASSICAL_20.edit("kong", lambda row: replace(row, open=None, majors=None))
    result = answer(
        {"hand": "[5555z] (6666z)", "rules": "classical-20", "role": "loser"},
        {"classical-20": rules},
    )
    assert [row["tiles"] for row in result["rows"] if row["id"] == "kong"] == ["5555z"]


def test_presets_are_answers_to_options():
    for answers in CLASSICAL_20.presets.values():
        assert CLASSICAL_20.house(answers) != CLASSICAL_20
