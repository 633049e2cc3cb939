"""All four hands of a deal: scored together, settled together, and wrong together."""

import pytest

from scorer.api.requests import answer
from scorer.scoring.explanation import explain

WINNER = "234m 999p 3456s (666z) +3s"  # 64 for East
LOSERS = {
    "S": "23m 111p 578s 77z (222z)",  # (8 + 4 + 2) × 2 = 28
    "W": "(8888m+) 46p",  # 8
    "N": "888p 444p [3333z]",  # 4 + 4 + 32
}


def settled(rules="classical-20", losers=None, **said):
    won = {"hand": WINNER, "win": "self-draw", "rules": rules}
    return answer({**won, "losers": LOSERS if losers is None else losers, **said})


def test_losers_pay_the_difference():
    result = settled()
    scores = {wind: hand["score"] for wind, hand in result["losers"].items()}
    assert result["score"] == 64
    assert scores == {"S": 28, "W": 8, "N": 40}
    assert result["payments"] == {"E": 36 + 56 + 24, "S": -36, "W": -56, "N": -24}
    assert result["due"] is None


@pytest.mark.parametrize(("difference", "gain"), [("clamp", 0), ("signed", -64)])
def test_a_loser_with_more_than_the_winner(difference, gain):
    losers = {"S": "", "W": "", "N": "[6666p] [5555p] [2222s] [4444z]"}  # (3 × 16 + 32) × 2 = 160
    result = settled(losers=losers, options={"difference": difference, "limit": 128})
    assert result["losers"]["N"]["score"] == 128
    assert result["losers"]["N"]["limit"] is True
    assert result["payments"]["N"] == -gain
    assert sum(result["payments"].values()) == 0


def test_without_all_hands_nobody_can_say_who_pays():
    result = settled(losers={"S": LOSERS["S"]})
    assert result["valid"]
    assert result["score"] == 64
    assert result["losers"]["S"]["score"] == 28
    assert result["payments"] is None


@pytest.mark.parametrize(
    ("settlement", "payments"),
    [
        ("none", None),
        ("winner_only", {"E": 124, "S": -32, "W": -52, "N": -40}),
        ("pairwise", {"E": 124, "S": -4, "W": -84, "N": -36}),
    ],
)
def test_simplified_scores_only_add_up_unless_they_are_settled(settlement, payments):
    losers = {"S": "23m 111p 578s 77z (222z)", "W": "46p | 2f", "N": "888p 444p 333z 55s"}
    result = settled("simplified-300", losers, options={"settlement": settlement})
    scores = {wind: hand["score"] for wind, hand in result["losers"].items()}
    assert result["score"] == 56
    assert scores == {"S": 24, "W": 4, "N": 16}
    assert result["payments"] == payments


def test_a_wrong_hand_is_named_and_keeps_all_from_being_settled():
    result = settled(losers={**LOSERS, "W": "46p +5p", "N": "12345678999m 77z 3p"})
    assert not result["valid"]
    assert result["problems"] == ["bad_notation", "tile_count"]
    assert result["details"]["bad_notation"].startswith("The hand of W: ")
    assert result["details"]["tile_count"].startswith("The hand of N: ")
    assert (result["score"], result["rows"], result["payments"]) == (None, [], None)
    assert result["losers"]["W"]["problems"] == ["bad_notation"]
    assert result["losers"]["S"]["score"] == 28


def test_a_wrong_hand_is_told_and_not_scored():
    lines = explain(settled(losers={**LOSERS, "W": "46p +5p"})).splitlines()
    assert lines[0].startswith("The hand of W: ")
    assert not any(line.startswith("West") for line in lines)
    assert "South: 111p (222z) 77z" in lines


def test_a_hand_that_does_not_win_leaves_the_others_to_look_at():
    result = settled(hand="234m 999p 3457s (666z) +4s")
    assert result["problems"] == ["not_a_winning_hand"]
    assert result["losers"]["S"]["score"] == 28


def test_the_winner_is_no_loser():
    result = settled(losers={"E": "46p"})
    assert result["problems"] == ["contradictory_event"]
    assert "winner's own seat" in result["details"]["contradictory_event"]


def test_four_hands_hold_no_more_tiles_than_there_are():
    result = settled(losers={**LOSERS, "W": "9p 99p"})
    assert result["problems"] == ["too_many_copies"]
    assert result["details"]["too_many_copies"] == (
        "9p appears 6 times in the hands of E, W together; a set of tiles has 4."
    )


def test_tiles_too_many_in_one_hand_are_reported_once():
    result = settled(losers={**LOSERS, "W": "55555m"})
    assert result["details"]["too_many_copies"].count("5m") == 1


def test_a_robbed_kong_lies_as_a_pung_before_its_owner():
    robbed = {"events": ["robbing-kong"], "from": "W", "win": "discard"}
    hand = "24m 999p 34566s (666z) +3m"
    three = settled(hand="24m 999p 33456s (666z) +3m", losers={"W": "(333m)"}, **robbed)
    four = settled(hand=hand, losers={"W": "(3333m+)"}, **robbed)
    assert three["valid"]
    assert "too_many_copies" in four["problems"]


def test_the_discarder_may_be_the_hand_that_is_scored():
    result = answer({"hand": "11z", "rules": "classical-20", "role": "loser", "from": "E"})
    assert (result["score"], result["winner"], result["valid"]) == (2, None, True)


def test_all_hands_are_told():
    lines = explain(settled()).splitlines()
    assert lines == [
        "234m 999p 456s (666z) 33s",
        "Chow 234m       0  順子",
        "Chow 456s       0  順子",
        "Pung 999p       8  刻子",
        "Pung 666z       4  刻子",
        "Going out      20  食糊",
        "Dragons 666z   ×2  番子（三元）",
        "32 × 2 = 64 points",
        "South: 111p (222z) 77z",
        "  Pung 111p                          8  刻子",
        "  Pung 222z                          4  刻子",
        "  Pair of dragons or own wind 77z    2  番子對",
        "  Own wind 222z                     ×2  番子（門風）",
        "  14 × 2 = 28 points",
        "West: (8888m+)",
        "  Kong 8888m    8  槓",
        "  8 points",
        "North: 444p 888p [3333z]",
        "  Pung 444p     4  刻子",
        "  Pung 888p     4  刻子",
        "  Kong 3333z   32  槓",
        "  40 points",
        "East +116, South -36, West -56, North -24",
    ]


def test_far_too_many_tiles_are_no_hand():
    hand = "".join(f"{rank}{rank}{rank}{suit}" for suit in "mps" for rank in range(1, 10))
    result = answer({"hand": hand, "rules": "classical-20", "role": "loser"})
    assert result["problems"] == ["tile_count"]


def test_a_hand_nobody_knows_is_as_if_left_out():
    assert settled(losers={**LOSERS, "W": None}) == settled(
        losers={"S": LOSERS["S"], "N": LOSERS["N"]}
    )


def test_a_hand_of_no_sets_is_told():
    assert "South: no set" in explain(settled(losers={"S": "5m"}))


@pytest.mark.parametrize(
    ("hand", "said", "total"),
    [
        (
            "222m 55888p 99s (777z) +9s | 1g",
            {"win": "self-draw"},
            "(34 × 2 + 12) × 2 = 160 points",
        ),
        ("234m 56799p 34s (456m) +5s | 1g", {}, "14 × 2 = 28 points"),
        (
            "1999s [7777z] [6666z] (1111z) +1s",
            {"win": "self-draw"},
            "98 × 16 + 22 = 1590, at most 300 points, the limit",
        ),
        ("22z 333z 55z (444z) (666z) +5z", {}, "300 points, the limit"),
    ],
)
def test_the_formula_is_told_as_far_as_it_says_something(hand, said, total):
    (*_, last) = explain(answer({"hand": hand, "rules": "simplified-300", **said})).splitlines()
    assert last == total


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ({"rules": "hk-500"}, 'hk-500 only scores the winner\'s hand: "losers" (S, W, N) '),
        (
            {"rules": "hk-majlife", "losers": {"W": "no hand"}},
            "hk-majlife only scores the winner's",
        ),
        (
            {"role": "loser", "hand": "111z"},
            'A hand that did not win is scored on its own: "losers" ',
        ),
        ({"rules": "hk-500", "losers": {}}, None),
        ({"rules": "classical-20"}, None),
        ({"rules": "simplified-300"}, None),
    ],
)
def test_hands_that_change_nothing_are_said_to(said, note):
    result = settled(**said)
    notes = result.get("notes", [])
    assert [each[: len(note)] for each in notes] == [note] if note else notes == []
    assert all(each in explain(result) for each in notes)
