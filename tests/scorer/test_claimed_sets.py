"""The set that another player's tile completes: what it counts as, and what is said of it."""

import pytest

from scorer.api.requests import answer, answer_with_reasons

PUNG = "222m 333p 444s 55z 66m +6m"
EYES = "222m 333p 444s 666m 5z +5z"


def row(told, id_):
    (found,) = (row for row in told["rows"] if row["id"] == id_)
    return found


def test_four_pungs_say_which_one_a_discard_completed_and_what_a_draw_would_have_brought():
    told = answer_with_reasons({"hand": PUNG, "rules": "hk-500"})
    assert told["sets"][told["claimed"]] == "666m"
    assert (row(told, "four_pungs")["faan"], row(told, "four_pungs")["drawn"]) == (2, 10)
    assert "Completed by another player's tile: 666m" in told["text"].splitlines()
    assert (
        "  another player's tile completed 666m, so it counts as open; drawn from the "
        "wall it would be worth 10 faan, the limit"
    ) in told["text"].splitlines()


def test_four_pungs_that_are_the_limit_say_why():
    told = answer_with_reasons({"hand": EYES, "rules": "hk-500"})
    assert row(told, "four_pungs")["closed"] is True
    assert told["sets"][told["claimed"]] == "55z"
    assert "  the limit, because all of it was concealed" in told["text"].splitlines()
    drawn = answer_with_reasons({"hand": PUNG, "rules": "hk-500", "win": "self-draw"})
    assert row(drawn, "four_pungs")["note"] == "the limit, because all of it was concealed"
    assert "claimed" not in drawn


def test_a_house_that_does_not_mind_the_discard_says_so():
    told = answer({"hand": PUNG, "rules": "hk-500", "options": {"four_pungs_max_on_steal": True}})
    assert row(told, "four_pungs")["note"] == (
        "the limit, because nothing was exposed before the win"
    )


def test_a_discard_that_opens_the_hand_is_said_in_every_row_that_loses_by_it():
    told = answer(
        {
            "hand": "123m 456m 789m 555m 1m +1m",
            "rules": "hk-500",
            "options": {"discard_win_opens_hand": True},
        }
    )
    assert {each["id"]: each["drawn"] for each in told["rows"] if "drawn" in each} == {
        "full_flush": 6,
        "pure_straight": 2,
    }


@pytest.mark.parametrize("rules", ["classical-20", "classical-british", "simplified-300"])
def test_where_every_set_counts_the_claimed_pung_says_what_it_would_have_been(rules):
    told = answer({"hand": PUNG, "rules": rules})
    pungs = [each for each in told["rows"] if each["id"] == "pung"]
    assert [(each["tiles"], each["points"], each.get("drawn")) for each in pungs] == [
        ("222m", 4, None),
        ("666m", 2, 4),
        ("333p", 4, None),
        ("444s", 4, None),
    ]


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("23m 567m 345p 678s 88s +1m", {"win": "self-draw"}),
        ("123m 567m 345p 678s 88s", {"win": "self-draw", "events": ["dealt-hand"]}),
        ("5m | 1f 2f 3f 4f 1g 2g 3g 4g", {"win": "self-draw"}),
        ("23m 567m 345p 678s 89s +1m", {}),
        ("23m 567m 345p 678s 88s +1m", {}),  # a chow, of which no row asks
    ],
)
def test_nothing_is_said_to_be_claimed_that_was_not(hand, said):
    told = answer_with_reasons({"hand": hand, "rules": "hk-500", **said})
    assert "claimed" not in told
    assert not any("drawn" in each for each in told["rows"])
    assert "another player's tile" not in told["text"]


# rule set, options, what is said of 1111m33m44p55p66s77z beside that it does not win
QUADS = [
    ("hk-500", {}, "Four of a kind do not count as two pairs", "seven_pairs_quads"),
    ("hk-majlife", {}, "Four of a kind do not count as two pairs", None),
    ("classical-20", {}, "Seven pairs do not win", None),
    ("classical-british", {}, "Seven pairs do not win", "seven_pairs"),
    (
        "classical-british",
        {"seven_pairs": "limit"},
        "Four of a kind do not count as two pairs",
        None,
    ),
    ("simplified-300", {}, "Seven pairs do not win", None),
]


@pytest.mark.parametrize(("rules", "options", "said", "option"), QUADS)
def test_four_alike_are_said_to_be_no_two_pairs(rules, options, said, option):
    request = {"hand": "1111m33m44p55p66s7z +7z", "rules": rules, "options": options}
    told = answer(request)
    assert told["problems"] == ["not_a_winning_hand"]
    unless = f", unless the table plays with the option {option}" if option else ""
    assert told["details"]["not_a_winning_hand"].endswith(f". {said}{unless}.")


# rule set, options, the hands that win there
SHAPES = [
    ("hk-500", {}, "four sets and a pair, seven pairs or thirteen orphans"),
    ("hk-majlife", {}, "four sets and a pair, seven unique pairs or thirteen orphans"),
    ("hk-majlife", {"blocks": 2}, "two sets and a pair"),
    ("hk-majlife", {"blocks": 1}, "one set and a pair"),
    ("classical-20", {}, "four sets and a pair"),
    ("classical-british", {}, "four sets and a pair or thirteen odd majors"),
    ("simplified-300", {}, "four sets and a pair"),
]


@pytest.mark.parametrize(("rules", "options", "shapes"), SHAPES)
def test_no_rule_set_offers_a_hand_that_it_has_not(rules, options, shapes):
    hand = {1: "24s 55z +9s", 2: "123m 24s 55z +9s"}.get(options.get("blocks"))
    hand = hand or "123m 456p 789p 55z 24s +9s"
    told = answer({"hand": hand, "rules": rules, "options": options})
    assert told["details"] == {
        "not_a_winning_hand": f"These tiles are not a winning hand: {shapes}."
    }


# rule set, options, what wins without a winning tile
UNMARKED = [
    ("hk-500", {}, " Eight bonus tiles win without it, as a self-draw."),
    ("hk-500", {"seven_flowers_rob": True}, " Eight bonus tiles win without it."),
    ("hk-500", {"eight_treasures": "off"}, ""),
    ("hk-500", {"eight_treasures": "with_complete_hand"}, ""),
    ("hk-500", {"bonus_tiles": 4}, ""),
    ("hk-majlife", {}, ""),
    ("classical-20", {}, ""),
    ("classical-british", {}, ""),
    ("simplified-300", {}, ""),
]


@pytest.mark.parametrize(("rules", "options", "said"), UNMARKED)
def test_bonus_tiles_are_said_to_win_where_they_do(rules, options, said):
    hand = "123m 456m 789m 555p 22s"
    told = answer({"hand": hand, "rules": rules, "options": options})
    assert told["details"] == {
        "no_winning_tile": f"Mark the winning tile with +, such as +9p.{said}"
    }


EIGHT = "| 1f 2f 3f 4f 1g 2g 3g 4g"


def test_eight_treasures_are_paid_as_a_draw_whoever_completes_the_hand():
    """docs/rules/hk-500.md, 2: it is won by the eighth bonus tile, which was drawn: all pay 2b."""
    told = answer_with_reasons({"hand": f"123m 456m 789m 555p 2s +2s {EIGHT}", "rules": "hk-500",
                      "seat": "S", "from": "N"})  # fmt: skip
    assert told["due"] == {"each_other": 128, "total": 384}
    assert told["payments"] == {"E": -128, "S": 384, "W": -128, "N": -128}
    assert told["from"] == "N"
    (note,) = told["notes"]
    assert note.startswith("Eight treasures counts as a self-draw")
    assert "South receives 384: 128 from each other player." in told["text"]


@pytest.mark.parametrize(
    ("hand", "options"),
    [
        # the eighth is robbed from the player who drew it: he pays double (A10)
        (f"123m {EIGHT}", {"seven_flowers_rob": True}),
        # the row does not exist there
        (f"123m 456m 789m 555p 2s +2s {EIGHT}", {"eight_treasures": "off"}),
        ("123m 456m 789m 555p 2s +2s", {}),
    ],
)
def test_other_wins_on_a_discard_are_paid_as_one(hand, options):
    told = answer({"hand": hand, "rules": "hk-500", "seat": "S", "from": "N", "options": options})
    assert told["due"]["discarder"] == 2 * told["due"]["each_other"]
    assert told["payments"]["N"] == 2 * told["payments"]["E"]
    assert "notes" not in told
