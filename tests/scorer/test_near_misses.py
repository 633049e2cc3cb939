"""Rows that a hand misses by a little, and the tiles that earn the others."""

import pytest

from scorer.api.requests import answer, answer_with_reasons
from scorer.core.arrangements import Form
from scorer.core.hand import Hand
from scorer.core.tiles import format_tiles
from scorer.core.win import Declaration, Shape, Win
from scorer.rulesets import RULE_SETS

DRAW = {"win": "self-draw"}

# rule set, hand, how it was won, row, what it would have taken
MISSED = [
    ("hk-500", "23m 345p 55p 999s (678s) +1m", DRAW, "self_draw_closed", "on the table: (678s)"),
    ("hk-500", "23m 345p 55p 999s (6666s) +1m", DRAW, "self_draw_closed", "on the table: (6666s)"),
    ("hk-500", "23m 345p 55p 999s 678s +1m", {}, "self_draw_closed", "needs a drawn tile"),
    ("hk-500", "23m 345p 55p (222z) 678s +1m", {}, "seat_wind", "is for the South seat"),
    ("hk-500", "23m 345p 55p (222z) 678s +1m", {}, "prevalent_wind", "is for the South round"),
    ("hk-500", "23m 345p 55p 999s 678s +1m | 2f", {}, "seat_bonus", "is for the South seat"),
    ("hk-500", "23m 345p 55p 999s 678s +1m | 2f", {}, "no_bonus", "is for a hand without 2f"),
    (
        "hk-500",
        "23m 345p 55p 999s 678s +1m | 2g 3g 4g",
        {},
        "all_seasons",
        "also needs 1g",
    ),
    ("hk-500", "234456m 88m 678p 67s +5s", {}, "three_suit_chow", None),
    ("hk-500", "23m 345p 55p 678p 678s +1m", {}, "all_simples", "needs 4m in place of 1m"),
    ("hk-majlife", "123456m 234p 9s (567s) +9s | 2f", {}, "self_pick", "needs a drawn tile"),
    ("simplified-300", "12m 56799p 345s (456m) +3m", DRAW, "eyes_middle_or_terminal", "needs 4m"),
    ("classical-20", "23m 456p 88s (111z) (678m) +4m", {}, "pung", None),
    (
        "classical-british",
        "111222333m 55p 78s +9s",
        {},
        "no_scoring_value",
        "another way to divide the tiles is worth more: 36 points instead of 30",
    ),
    ("classical-20", "23m 456p 88s (222z) (678m) +4m", {}, "own_wind_set", "South seat"),
]


@pytest.mark.parametrize(("rules", "hand", "won", "row", "why"), MISSED)
def test_a_row_missed_by_a_little_says_what_it_would_have_taken(rules, hand, won, row, why):
    options = {"minimum": 0} if rules.startswith("hk") else {}
    result = answer_with_reasons({"hand": hand, "rules": rules, "options": options, **won})
    refused = {each["id"]: each["why"] for each in result["refused"]}
    assert result["valid"], result["problems"]
    if why is None:
        assert row not in refused
    else:
        assert why in refused[row]
        assert f": {refused[row]}." in result["text"]


PAIRS, CHOWS = "11m 22m 33m 44p 55p 66p 77s", "123m 123m 123m 345p 99s"
# hand, how it was won, row, what the tiles are worth as they stand and with the row, the reading
OUTRANKED = [
    ("112233m445566p7s +7s", {}, "seven_pairs", "4 faan instead of 3", PAIRS),
    ("112233m445566p7s +7s", DRAW, "seven_pairs", "5 faan instead of 4", PAIRS),
    ("111222333m 99s 45p +3p", {}, "double_chow", "3 faan instead of 2", CHOWS),
]


@pytest.mark.parametrize(("hand", "won", "row", "worth", "sets"), OUTRANKED)
def test_a_row_of_another_reading_is_said_to_be_worth_less(hand, won, row, worth, sets):
    """Nothing is missing there: the very tiles have the row, and are worth more without it."""
    told = answer_with_reasons({"hand": hand, "rules": "hk-500", **won})
    (refused,) = (each for each in told["refused"] if each["id"] == row)
    assert refused["why"] == f"another way to divide the tiles is worth more: {worth}"
    assert refused["reading"]["faan"] == int(worth.rpartition(" ")[2])
    assert refused["reading"]["sets"] == sets.split()
    assert "is for the" not in told["text"]


def test_a_reading_below_the_minimum_stands_behind_one_that_reaches_it():
    """Own flowers do not count towards the minimum, and seven pairs are worth 2 faan less."""
    options = {"minimum": 3, "minimum_excludes_bonus": True}
    hand = "112233m445566p7s +7s | 1f 1g"
    told = answer_with_reasons({"hand": hand, "rules": "hk-500", "options": options})
    (row,) = (each for each in told["refused"] if each["id"] == "seven_pairs")
    assert told["valid"]
    assert row["why"] == (
        "another way to divide the tiles reaches the minimum, and the one with this row does not"
    )


def test_readings_of_one_worth_are_said_to_be_so():
    told = answer_with_reasons(
        {"hand": "112233m445566p7s +7s", "rules": "hk-500", "options": {"cap": 2}}
    )
    (row,) = (each for each in told["refused"] if each["id"] == "seven_pairs")
    assert row["why"] == ("another way to divide the tiles was chosen and is worth as much: 2 faan")


def test_only_the_sets_that_have_to_be_closed_are_asked_for():
    told = answer_with_reasons({"hand": "999s 333m (222p) 1m (678s) +1m", "rules": "hk-500"})
    refused = {row["id"]: row["why"] for row in told["refused"]}
    assert refused["three_closed_pungs"] == "needs closed sets; on the table: (222p)"


def test_a_row_of_two_winds_names_both():
    told = answer_with_reasons({"hand": "23m 345p 55p 999s 678s +1m | 2f 3g", "rules": "hk-500"})
    refused = {row["id"]: row["why"] for row in told["refused"]}
    assert refused["seat_bonus"] == "is for the South or West seat"


def test_what_another_tile_would_have_earned_does_not_depend_on_which_copy_it_replaces():
    """With 6m won and another held, a row is near only if either may make room for the new one."""
    told = answer_with_reasons({"hand": "222m 333p 444s 55z 66m +6m", "rules": "hk-500"})
    assert "needs 5z in place of 6m" not in told["text"]


def test_hands_that_win_by_bonus_tiles_are_tried_with_any_other_tile():
    """Whatever is beside eight bonus tiles wins, so nothing has to be completed first."""
    eight = {"hand": "5m | 1f 2f 3f 4f 1g 2g 3g 4g", "rules": "hk-500", **DRAW}
    told = answer_with_reasons(eight)
    assert told["valid"]
    assert "first_draw" not in {row["id"] for row in told["refused"]}


def test_refused_rows_are_not_among_the_earned_ones():
    result = answer_with_reasons(
        {"hand": "23m 345p 55z (666z) (777z) +1m", "rules": "hk-500", **DRAW}
    )
    assert not {row["id"] for row in result["refused"]} & {row["id"] for row in result["rows"]}
    assert all(row["zh"] and row["wording"] and row["value"] for row in result["refused"])


def test_an_explanation_holds_the_answer():
    request = {"hand": "23m 345p 55z (666z) (777z) +1m", "rules": "hk-500", **DRAW}
    told = answer_with_reasons(request)
    assert {key: told[key] for key in answer(request)} == answer(request)


def test_a_hand_that_does_not_win_misses_everything():
    result = answer_with_reasons({"hand": "23m 345p 56z (666z) (777z) +1m", "rules": "hk-500"})
    assert result["refused"] == []
    assert result["text"].startswith("These tiles are not a winning hand")


def test_no_further_copy_of_a_tile_is_asked_for_than_there_is():
    hand = "24m 345p 55p [3333m] 678s +3m"
    assert answer_with_reasons({"hand": hand, "rules": "hk-500"})["problems"] == ["too_many_copies"]
    result = answer_with_reasons({"hand": "45m 345p 55p [3333m] 678s +6m", "rules": "hk-500"})
    assert not any("needs 3m" in row["why"] for row in result["refused"])


def test_what_is_near_is_said_without_sets_too():
    result = answer_with_reasons(
        {"hand": "1m | 1f 2f 3f 4f 1g 2g 3g 4g", "rules": "hk-500", **DRAW}
    )
    assert (result["valid"], result["sets"]) == (True, [])
    assert result["refused"] == []


def test_a_hand_below_the_minimum_says_what_is_near():
    result = answer_with_reasons({"hand": "23m 345p 55p 999s (678s) +1m | 2f", "rules": "hk-500"})
    assert result["problems"] == ["below_minimum"]
    assert "no_bonus" in {row["id"] for row in result["refused"]}


def test_every_near_row_is_told_where_all_hands_score():
    request = {"hand": "(222z) 77z 34p", "rules": "classical-20", "role": "loser"}
    refused = {row["id"]: row["why"] for row in answer_with_reasons(request)["refused"]}
    assert refused == {
        "own_wind_set": "is for the South seat",
        "dragon_set": "needs 7z in place of 3p",
    }


# rule set, hand, how it was won, row, the tiles that earn it
EARNED = [
    ("hk-500", "23m 345p 55z (666z) (777z) +1m", DRAW, "dragon_pung", "666777z"),
    ("hk-500", "23m 345p 55z (666z) (777z) +1m", DRAW, "little_dragons", "66677755z"),
    ("hk-500", "23m 345p 55p (666z) (111z) +1m", {}, "prevalent_wind", "111z"),
    ("hk-500", "23m 345p 55p (666z) (111z) +1m", {}, "seat_wind", "111z"),
    ("hk-500", "23m 345p 55p (666z) (111z) +1m", {}, "no_bonus", ""),
    ("hk-500", "23m 345p 55p 666p 111z +1m | 1f 2g", DRAW, "self_draw_closed", "1m"),
    ("hk-500", "23m 345p 55p 666p 111z +1m | 1f 2g", DRAW, "seat_bonus", "1f"),
    ("hk-500", "23m 345p 55p (666z) (111z) +1m | 1g 2g 3g 4g", {}, "all_seasons", "1234g"),
    ("hk-500", "1112345678999m +5m", {}, "full_flush", "11123467899955m"),
    ("hk-500", "123m 123p 12s 77z (345m) +3s", {}, "three_suit_chow", "123m123p123s"),
    ("simplified-300", "24m 56799p 345s (456m) +3m", DRAW, "eyes_middle_or_terminal", "3m"),
    ("simplified-300", "24m 56799p 345s (456m) +3m", DRAW, "woo", ""),
    ("classical-20", "234m 5679p 345s (456m) +9p | 2f 1g", {}, "bonus_tile", "2f1g"),
    ("classical-20", "23m 88s [6666z] (777z) (678m) +4m", {}, "dragon_set", "777z"),
]


@pytest.mark.parametrize(("rules", "hand", "won", "row", "tiles"), EARNED)
def test_a_row_names_the_tiles_that_earn_it(rules, hand, won, row, tiles):
    result = answer({"hand": hand, "rules": rules, **won})
    named = [each["tiles"] for each in result["rows"] if each["id"] == row]
    assert tiles in named


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_a_row_shows_is_in_the_hand(rules):
    """Every row can be asked, whether the hand earns it or not; unearned ones may show nothing."""
    hand = Hand.parse("23m [5555z] (666z) (777z) 1z +1z | 1f")
    win = Win(Declaration(hand), Shape(Form.STANDARD, hand.melds), None, hand.bonus)
    held = {*hand.tiles, *hand.bonus}
    for row in RULE_SETS[rules].rows:
        assert set(row.tiles(win)) <= held, (row.id, format_tiles(row.tiles(win)))
