"""House options of the simplified rules: each changes what it says, its default nothing."""

import pytest

from scorer.api.requests import answer
from scorer.rules.point_payments import every_pair, keep_scores, losers_pay_difference
from scorer.rules.rule_set import OptionError
from scorer.rulesets import RULE_SETS
from tests.scorer.options import outcome_under

SIMPLIFIED_300 = RULE_SETS["simplified-300"]
NAMES = [option.name for option in SIMPLIFIED_300.options]
outcome = outcome_under("simplified-300")
DRAW = {"win": "self-draw"}
LOST = {"role": "loser"}
PLAIN = "234m 56799p 34s (456m) +5s"
PUNGS = "222m 55888p 99s (777z) +9s"
FIRST = {"seat": "S", "events": ["first-discard"]}

# option, its answer, the hand, how it was won, score without it, score with it (or the problem)
SCORES = [
    ("woo_points_doubled", True, PUNGS, DRAW, 72, 84),
    ("flower_doubles", "base", PUNGS + " | 1g", DRAW, 160, 148),
    ("flower_doubles", "base", PLAIN + " | 1g", {}, 28, 28),
    ("first_discard", "flat", "234456m 56799p 34s +5s", FIRST, 160, 150),
    ("first_discard", "flat", "1123344678s 999s +5s | 1f", FIRST, 300, 150),
    ("first_discard", "flat", "22z 333z 55z 444z 666z +5z", FIRST, 300, 300),
    ("eyes_may_be_claimed", True, "234m 5679p 345s (456m) +9p", {}, ["eyes_claimed"], 10),
    ("edge_wait", True, "12m 56799p 345s (456m) +3m", DRAW, 12, 22),
    ("edge_wait", True, "89m 56799p 345s (456m) +7m", DRAW, 12, 22),
    ("edge_wait", True, "23m 56799p 345s (456m) +1m", DRAW, 22, 12),
    ("edge_wait", True, "24m 56799p 345s (456m) +3m", DRAW, 22, 22),
    ("edge_wait", True, "78m 56799p 345s (456m) +6m", DRAW, 12, 12),
    (
        "loose_flower",
        True,
        "23m 456s 99p (555s) (666p) +4m | 2f",
        DRAW | {"events": ["bonus-replacement"]},
        20,
        30,
    ),
    (
        "loose_flower",
        True,
        "23m 456s 99p (555s) (666p) +4m",
        DRAW | {"events": ["bonus-replacement"]},
        16,
        ["contradictory_event"],
    ),
    (
        "allow_small_kong",
        True,
        "23m 99p 456s (678p) (2222s+) +4m",
        {},
        ["small_kong_not_allowed"],
        18,
    ),
    ("allow_small_kong", True, "(2222s+)", LOST, ["small_kong_not_allowed"], 8),
    (
        "allow_small_kong",
        True,
        PLAIN,
        {"events": ["robbing-kong"]},
        ["contradictory_event"],
        10,
    ),
    ("limit", 500, "1999s [7777z] [6666z] (1111z) +1s", DRAW, 300, 500),
    ("limit", 200, "22z 333z 55z (444z) (666z) +5z", {}, 300, 200),
    ("bonus_map", "swap_flowers_3_4", PLAIN + " | 3f", {"seat": "W"}, 28, 14),
    ("bonus_map", "swap_flowers_3_4", PLAIN + " | 3f", {"seat": "N"}, 14, 28),
    ("bonus_tiles", 4, PLAIN + " | 1g", {}, 28, ["too_many_copies"]),
    ("bonus_tiles", 0, PLAIN + " | 1f", {}, 28, ["too_many_copies"]),
]

# option, another answer, where it is kept, what is kept
VALUES = [
    ("direction", "ccw", lambda rules: rules.table.direction, "ccw"),
    ("dealer", "rotate", lambda rules: rules.table.deal, "always_passes"),
    ("draw_counts", False, lambda rules: rules.table.length, "hands_won"),
    ("settlement", "pairwise", lambda rules: rules.settle, every_pair),
    ("settlement", "winner_only", lambda rules: rules.settle, losers_pay_difference),
    ("settlement", "none", lambda rules: rules.settle, keep_scores),
    ("start", 500, lambda rules: rules.table.start, 500),
    ("rounds", 16, lambda rules: rules.table.rounds, 16),
    ("east_keeps_on_win", False, lambda rules: rules.table.deal, "winner_deals_after_east"),
    ("draw_keeps_dealer", False, lambda rules: rules.table.draw_keeps_dealer, False),
    ("bust_ends_game", True, lambda rules: rules.table.bust_ends_game, True),
    ("money_per_point", 0.05, lambda rules: rules.answer("money_per_point"), 0.05),
    ("false_win", "pay_max_selfdraw_each", lambda rules: rules.false_win_price, 300),
]
BY_OTHER_TESTS = ("multiple_winners",)


@pytest.mark.parametrize(("name", "value", "hand", "won", "without", "with_it"), SCORES)
def test_option_changes_a_score(name, value, hand, won, without, with_it):
    assert outcome(hand, won, {}) == without
    assert outcome(hand, won, {name: value}) == with_it


@pytest.mark.parametrize(("name", "value", "kept", "expected"), VALUES)
def test_option_is_kept(name, value, kept, expected):
    assert kept(SIMPLIFIED_300.house({name: value})) == expected


def test_every_option_is_tried():
    tried = {*(row[0] for row in (*SCORES, *VALUES)), *BY_OTHER_TESTS}
    assert tried == set(NAMES)


def test_scores_that_are_settled_sum_to_zero():
    assert not SIMPLIFIED_300.table.zero_sum
    assert SIMPLIFIED_300.house({"settlement": "pairwise"}).table.zero_sum


def test_eyes_by_discard_are_refused_with_the_reason():
    result = answer({"hand": "234m 5679p 345s (456m) +9p", "rules": "simplified-300"})
    assert result["problems"] == ["eyes_claimed"]
    assert "must be drawn" in result["details"]["eyes_claimed"]
    assert (result["rows"], result["sets"], result["score"]) == ([], [], None)


def test_a_small_kong_is_named_beside_everything_else():
    result = answer({"hand": "23m 99p 46s (678p) (2222s+) +4m", "rules": "simplified-300"})
    assert result["problems"] == ["tile_count", "small_kong_not_allowed"]


@pytest.mark.parametrize(
    ("name", "value"), [("limit", "none"), ("limit", 0), ("rounds", 0), ("settlement", True)]
)
def test_impossible_answer_is_refused(name, value):
    with pytest.raises(OptionError, match=name) as refused:
        SIMPLIFIED_300.house({name: value})
    assert refused.value.code == "bad_option"


def test_presets_are_answers_to_options():
    for answers in SIMPLIFIED_300.presets.values():
        assert SIMPLIFIED_300.house(answers) != SIMPLIFIED_300
