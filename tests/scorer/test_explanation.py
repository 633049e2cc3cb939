"""The words for people."""

from scorer.api.requests import answer
from scorer.rulesets.house_file import read_house_file
from scorer.scoring.explanation import explain


def told(hand, **said):
    return explain(answer({"hand": hand, "rules": "hk-500", **said})).splitlines()


def told_at(payment, hand, **said):
    """The lines at a table with its own payments."""
    rules = read_house_file(f'format = 2\nbase = "hk-500"\nname = "Our table"\n{payment}')
    request = {"hand": hand, "rules": rules.id, **said}
    return explain(answer(request, {rules.id: rules})).splitlines()


def test_three_pungs_of_four_are_shown_without_the_fourth():
    lines = told("222m 333m (555p) 77s 66z +6z", win="self-draw")
    assert "Three closed pungs 222333m666z    2 faan  三暗刻" in lines
    lines = told("222m (222p) (222s) 555z 1z +1z")
    assert "Three pungs of a number 222m222p222s    2 faan  大三兄弟" in lines
    lines = told("222m 333m (555p) 77s 66z +6z", options={"stolen_pung_counts_closed": True})
    assert "Three closed pungs 222333m666z    2 faan  三暗刻" in lines


def test_rows_are_told_with_what_swallows_them():
    lines = told("23m 345p 55z (666z) (777z) +1m", win="self-draw", events=["last-wall-tile"])
    assert lines == [
        "123m 345p (666z) (777z) 55z",
        "Last tile of the wall 1m    1 faan  海底撈月",
        "No bonus tiles              1 faan  無花",
        "Little dragons 66677755z    2 faan  小三元",
        "Dragon pung ×2 666777z      2 faan  番子（三元）",
        "6 faan, 16 points",
        "East receives 96: 32 from each other player.",
    ]


def test_a_swallowed_row_says_by_what():
    lines = told("23m 567m 345p 88s [4444z] +1m | 2f", win="self-draw", events=["kong-replacement"])
    assert (
        "Self-draw, closed hand 1m     – already part of Draw from the dead wall  門清自摸" in lines
    )


def test_the_limit_and_the_discarder_are_named():
    lines = told("1112345678999s +5s", **{"from": "W"})
    assert "Full flush        – the limit is already reached without it  清一色" in lines
    assert lines[-2:] == [
        "10 faan, the limit, 64 points",
        "East receives 256: 128 from West, 64 from each of the others.",
    ]


def test_a_discarder_nobody_named():
    (*_, last) = told("1112345678999s +5s")
    assert last == "East receives 256: 128 from the discarder, 64 from each of the others."


def test_a_hand_that_does_not_win_says_why():
    assert told("23m 567m 345p 678s 89s +1m") == [
        "These tiles are not a winning hand: four sets and a pair, seven pairs or thirteen orphans."
    ]


def test_below_the_minimum_both_are_told():
    assert told("23m 567m 345p 678s 88s +1m", options={"minimum": 3}) == [
        "123m 567m 345p 678s 88s",
        "No bonus tiles    1 faan  無花",
        "1 faan",
        "The hand has 1 faan and the minimum is 3: 2 faan short, so it is not a legal win.",
    ]


SMALL = "234m 567m 345p 78s 88s +6s"


def test_one_point_is_a_point():
    lines = told_at("[points]\n1 = 1\n2 = 2\n", SMALL + " | 2f", options={"minimum": 0})
    assert "1 faan, 1 point" in lines
    in_points = explain(answer({"hand": "| 2f", "role": "loser", "rules": "classical-20"}))
    assert in_points.splitlines()[-1] == "2 points"


def test_who_pays_nothing_is_left_out():
    full_gun = '[payment]\ndiscard = "full_gun"\n'
    (*_, last) = told_at(full_gun, SMALL, **{"from": "W"})
    assert last == "East receives 16, all of it from West."


def test_the_only_other_player_is_named_once_and_nothing_is_said_of_each():
    (*_, last) = told_at("[options]\nplayers = 2\n", SMALL, win="self-draw")
    assert last.endswith(", all of it from the other player.")
    (*_, last) = told_at("[points]\n1 = 0\n4 = 1\n", SMALL, win="self-draw")
    assert last == "East receives 0: 0 from each other player."


RESPONSIBLE = """\
[payment.responsibility]
robbed_kong = "due"
limit_hand = "due"
"""


def test_who_pays_for_all_is_called_as_everywhere_and_begins_the_sentence():
    lines = told_at(RESPONSIBLE, "1112345678999s +5s", responsible="W", **{"from": "W"})
    assert lines[-1] == "West pays for all: Limit hand fed 包牌."
    lines = told_at(RESPONSIBLE, SMALL, events=["robbing-kong"], **{"from": "N"})
    assert lines[-1] == "The player whose kong was robbed pays for all: Robbed kong 搶槓包."
