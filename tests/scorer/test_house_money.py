"""What a house pays: its ladder, how many shares who pays, and who pays for all (house.md)."""

import pytest

from scorer.api.requests import RequestError, answer, answer_with_reasons, identity, rules_detail
from scorer.core.tiles import Wind
from scorer.rules.payment import (
    FedWin,
    NotResponsibleError,
    PaidAmount,
    Payment,
    due_faan,
    responsibility,
    settle_faan,
)
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import HouseFileError, read_house_file

FIRST_LINES = 'format = 2\nbase = "hk-500"\nname = "Our table"\n'
THREE_UP = """\
[options]
minimum = 3

[points]
ladder = "half_spicy"
unit = 0.25
cap = 10

[payment]
discard = "full_gun"
"""
# No bonus tile, half flush, straight: 3 + 2 + 1 faan, with East's pung of East 8.
EIGHT = "123m 456m 789m 11m 11z +1z"


def house(lines="", base="hk-500"):
    text = FIRST_LINES.replace("hk-500", base) + lines
    rules = read_house_file(text)
    return {**RULE_SETS, "our-table": rules}


def payments(lines, **said):
    request = {"hand": EIGHT, "rules": "our-table", "from": "N", **said}
    told = answer(request, house(lines))
    assert told["valid"], told["details"]
    return told["payments"]


def ladder(lines):
    rules = house(lines)["our-table"]
    return [rules.table.in_points(rules.points(faan)) for faan in range(11)]


def test_three_faan_to_win_ten_at_most_half_spicy_full_gun():
    """三番起糊, 十番封頂, 半辣上, 二五雞, 全銃: what such a table pays for each faan."""
    told = rules_detail("our-table", house(THREE_UP))
    paid = {one["faan"]: one for one in told["payments"]}
    shares = {3: 2, 4: 4, 5: 6, 6: 8, 7: 12, 8: 16, 9: 24, 10: 32}
    for faan, share in shares.items():
        assert paid[faan]["points"] == share
        assert paid[faan]["discard"]["discarder"] == paid[faan]["discard"]["total"] == 4 * share
        assert paid[faan]["discard"]["each_other"] == 0
        assert paid[faan]["self_draw"] == {"each_other": 2 * share, "total": 6 * share}
    assert payments(THREE_UP) == {"E": 64, "S": 0, "W": 0, "N": -64}
    low = {"hand": "123m 456p 789s 11z 999p".replace("999p", "99p +9p"), "rules": "our-table"}
    assert answer(low, house(THREE_UP))["problems"] == ["below_minimum"]


@pytest.mark.parametrize(
    ("name", "unit", "points"),
    [
        ("full_spicy", 0.25, [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256]),
        ("half_spicy", 0.25, [0.25, 0.5, 1, 2, 4, 6, 8, 12, 16, 24, 32]),
        ("half_spicy", 0.5, [0.5, 1, 2, 4, 8, 12, 16, 24, 32, 48, 64]),
        ("full_spicy", 1, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]),
        ("tiers", 1, [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64]),
        ("half_spicy", 0.1, [0.1, 0.2, 0.4, 0.8, 1.6, 2.4, 3.2, 4.8, 6.4, 9.6, 12.8]),
    ],
)
def test_ladders_by_name(name, unit, points):
    assert ladder(f'[points]\nladder = "{name}"\nunit = {unit}\n') == points


def test_a_ladder_stands_still_above_its_cap():
    assert ladder('[points]\nladder = "full_spicy"\ncap = 8\n[options]\ncap = 10\n')[7:] == [
        *(128, 256, 256, 256)
    ]
    rules = house('[points]\nladder = "tiers"\ncap = 13\n')["our-table"]
    assert (rules.cap, rules.points(13), rules.points(12)) == (13, 128, 64)
    assert (
        house("[points]\n3 = 1\n4 = 2\n7 = 4\n11 = 8\n[options]\nminimum = 3\n")["our-table"].cap
        == 11
    )  # the last line of the house's own ladder


def test_a_table_of_the_house_goes_on_where_it_ends_and_begins_as_its_base():
    rules = house("[points]\n3 = 8\n4 = 20\n")["our-table"]
    assert [rules.points(faan) for faan in (1, 2, 3, 4, 9)] == [2, 4, 8, 20, 20]
    assert payments("[points]\n3 = 8\n4 = 20.5\n", win="discard")["N"] == -41


@pytest.mark.parametrize(
    ("lines", "discard", "drawn"),
    [
        ('discard = "half_gun"', (-32, -64), -64),
        ('discard = "full_gun"', (0, -128), -64),
        ('discard = "three_shares"', (0, -192), -64),
        ('discard = "everybody_equal"', (-32, -32), -64),
        ("discard = { discarder = 3, others = 1, total = 5 }", (-32, -96), -64),
        ("self_draw = { others = 1 }", (-32, -64), -32),
        ('discard = "three_shares"\nself_draw = { others = 1, total = 3 }', (0, -96), -32),
        ("most = 40", (-32, -40), -40),
    ],
)
def test_who_pays_how_many_shares(lines, discard, drawn):
    """8 faan are 32 points by the sheet's ladder."""
    paid = payments(f"[payment]\n{lines}\n")
    assert (paid["W"], paid["N"]) == discard
    assert paid["S"] == paid["W"]
    assert paid["E"] == -sum(paid[wind] for wind in "SWN")
    drew = payments(f"[payment]\n{lines}\n", **{"win": "self-draw", "from": None})
    # Self-drawn, a closed hand has one faan more, in the same step of the ladder.
    assert [drew[wind] for wind in "SWN"] == [drawn] * 3


def test_east_pays_and_gets_double():
    lines = "[payment]\ndealer = 2\n"
    assert payments(lines) == {"E": 256, "S": -64, "W": -64, "N": -128}
    paid = payments(lines, seat="S")  # 7 faan, without the seat wind
    assert paid == {"E": -64, "S": 160, "W": -32, "N": -64}
    paid = payments(lines, seat="S", **{"from": "E"})
    assert paid == {"E": -128, "S": 192, "W": -32, "N": -32}
    paid = payments(lines, seat="S", win="self-draw", **{"from": None})
    assert paid == {"E": -128, "S": 256, "W": -64, "N": -64}
    unknown = answer({"hand": EIGHT, "rules": "our-table", "seat": "S"}, house(lines))
    assert (unknown["valid"], unknown["due"], unknown["payments"]) == (True, None, None)
    for said in ({"from": "N"}, {"win": "self-draw"}):
        asked = {"hand": EIGHT, "rules": "our-table", "seat": "S", **said}
        assert " from East, " in answer_with_reasons(asked, house(lines))["text"]
    assert house(lines)["our-table"].payment.dealer == 2
    assert [one["payment"]["dealer"] for one in [rules_detail("our-table", house(lines))]] == [2]


SMALL = "234m 567m 345p 78s 88s +6s"  # 2 faan without a flower, 1 with another's, 4 and 2 points


@pytest.mark.parametrize(
    ("flower", "seat", "discarder", "paid"),
    [
        ("", "E", "S", {"E": 24, "S": -12, "W": -6, "N": -6}),
        ("", "S", "E", {"E": -12, "S": 20, "W": -4, "N": -4}),
        ("", "S", "W", {"E": -6, "S": 18, "W": -8, "N": -4}),
        # half of an odd number is paid to the cent
        (" | 2f", "E", "S", {"E": 6, "S": -3, "W": -1.5, "N": -1.5}),
    ],
)
def test_east_pays_and_gets_one_and_a_half_times(flower, seat, discarder, paid):
    ladder = "[points]\n1 = 1\n2 = 4\n" if flower else ""
    known = house(f"{ladder}[payment]\ndealer = 1.5\n")
    asked = {"hand": SMALL + flower, "rules": "our-table", "seat": seat, "from": discarder}
    told = answer(asked, known)
    assert told["payments"] == paid
    assert rules_detail("our-table", known)["payment"]["dealer"] == 1.5


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("[payment]\ndealer = 1.25\n", "a half such as 1.5, not 1.25"),
        ("[payment]\ndealer = 0.5\n", "from 1 to 100"),
        ("[points]\n1 = 0.25\n2 = 0.5\n[payment]\ndealer = 1.5\n", "fractions of a cent"),
    ],
)
def test_east_pays_halves_that_can_be_paid(lines, words):
    with pytest.raises(HouseFileError, match=words):
        house(lines)


def test_a_false_win_costs_what_a_self_drawn_limit_does():
    lines = THREE_UP.replace("minimum = 3", 'minimum = 3\nfalse_win = "pay_max_selfdraw_each"')
    rules = house(lines)["our-table"]
    assert rules.table.in_points(rules.false_win_price) == 64
    fixed = house(lines.replace("pay_max_selfdraw_each", "fixed:5"))["our-table"]
    assert fixed.table.in_points(fixed.false_win_price) == 5
    assert (
        fixed.house({"start": 200}).table.in_points(fixed.house({"start": 200}).table.start) == 200
    )


FOR_ALL = """\
[payment.responsibility]
robbed_kong = "self_draw"
limit_hand = "due"
nine_tiles = "due"
twelve_tiles = "self_draw"
live_tile = "due"
self_draw = "due"
"""
TWELVE = "(111m) (222p) (333s) (444m) 5z +5z"
ROBBED = "123m 46m 789m 11m 111z +5m"
WINDS = "111z 222z 333z 44z 55m +5m"
FLUSH = "(123m) (456m) (789m) 555m 7m +7m"


def only(way, paid="due"):
    return f'[payment]\nresponsibility = {{ {way} = "{paid}" }}\n'


@pytest.mark.parametrize(
    ("lines", "said", "expected"),
    [
        # Four pungs 2, no bonus tile 1: 8 points. Who gave the fourth set pays all three.
        (only("twelve_tiles"), {"hand": TWELVE, "responsible": "S"}, {"S": -32}),
        (only("twelve_tiles", "self_draw"), {"hand": TWELVE, "responsible": "N"}, {"N": -48}),
        (
            only("twelve_tiles"),
            {"hand": TWELVE, "responsible": "W", "win": "self-draw", "from": None},
            {"W": -48},
        ),
        (only("nine_tiles"), {"hand": FLUSH, "responsible": "N"}, {"N": -128}),
        (only("live_tile"), {"hand": TWELVE, "responsible": "N"}, {"N": -32}),
        (
            only("self_draw"),
            {"hand": TWELVE, "responsible": "S", "win": "self-draw", "from": None},
            {"S": -48},
        ),
        # A robbed kong needs nobody to be named: the circumstances say who.
        (only("robbed_kong"), {"hand": ROBBED, "events": ["robbing-kong"]}, {"N": -128}),
        (
            only("robbed_kong", "self_draw"),
            {"hand": ROBBED, "events": ["robbing-kong"]},
            {"N": -192},
        ),
        # Paid as a draw, and still by the one whose kong was robbed, as the ledger has it.
        (
            only("robbed_kong"),
            {"hand": f"{ROBBED} | 1234f 1234g", "events": ["robbing-kong"]},
            {"N": -384},
        ),
        (only("limit_hand"), {"hand": WINDS, "responsible": "W"}, {"W": -256}),
    ],
)
def test_one_player_pays_for_all(lines, said, expected):
    request = {"hand": EIGHT, "rules": "our-table", "from": "N", **said}
    known = house(lines)
    told = answer_with_reasons(request, known)
    assert told["valid"], told
    ((payer, owed),) = expected.items()
    assert told["payments"] == {**dict.fromkeys("ESWN", 0), "E": -owed, payer: owed}
    assert told["due"]["total"] == -owed
    assert any("pays for all" in note for note in told["notes"])


@pytest.mark.parametrize(
    ("lines", "said", "words"),
    [
        ("", {"responsible": "N"}, "not played"),
        (only("twelve_tiles"), {"responsible": "N"}, "all four sets"),
        (only("twelve_tiles"), {"responsible": "E"}, "cannot also be"),
        (
            only("nine_tiles"),
            {"hand": "(123m) (456m) 789m 555m 7m +7m", "responsible": "N"},
            "nine",
        ),
        (only("robbed_kong"), {"responsible": "N"}, "kong was robbed"),
        (only("self_draw"), {"responsible": "N"}, "self-drawn"),
        (
            only("self_draw"),
            {"responsible": "N", "responsibility": "limit_hand"},
            "as self_draw, not as limit_hand",
        ),
    ],
)
def test_who_pays_for_all_without_a_reason_is_refused_in_words(lines, said, words):
    request = {"hand": EIGHT, "rules": "our-table", "from": "N", **said}
    told = answer(request, house(lines))
    assert told["problems"] == ["contradictory_event"]
    assert words in told["details"]["contradictory_event"]
    assert told["payments"] is None


def test_the_way_may_be_named():
    request = {
        "hand": TWELVE,
        "rules": "our-table",
        "from": "N",
        "responsible": "N",
        "responsibility": "twelve_tiles",
    }
    assert answer(request, house(FOR_ALL))["payments"]["N"] == -48
    for wrong, code in (
        ({"responsibility": "twelve"}, "unknown_responsibility"),
        ({"responsible": None}, "missing_field"),
        ({"responsible": "X"}, "bad_value"),
    ):
        with pytest.raises(RequestError) as refused:
            answer({**request, **wrong}, house(FOR_ALL))
        assert refused.value.code == code


def test_tiles_that_nobody_told_are_believed():
    rules = house(FOR_ALL)["our-table"]
    unseen = FedWin(is_limit=False, self_drawn=False, robbed_kong=False)
    for way in ("twelve_tiles", "nine_tiles"):
        assert responsibility(rules.payment, unseen, way)[0].id == way
    with pytest.raises(NotResponsibleError):
        responsibility(Payment(), unseen)


def test_what_any_of_several_ways_needs_is_said():
    pays = Payment(responsible=(("limit_hand", PaidAmount.DUE), ("self_draw", PaidAmount.DUE)))
    neither = FedWin(is_limit=False, self_drawn=False, robbed_kong=False)
    with pytest.raises(NotResponsibleError, match=r"only if it is a limit hand.*; or the hand was"):
        responsibility(pays, neither)


@pytest.mark.parametrize("thrower", ["S", "W", "N", None])
@pytest.mark.parametrize("winner", list(Wind))
@pytest.mark.parametrize("lines", [THREE_UP, "[payment]\ndealer = 3\nmost = 70\n", FOR_ALL])
def test_what_is_due_is_what_is_paid(lines, winner, thrower):
    rules = house(lines)["our-table"]
    discarder = Wind(thrower) if thrower else None
    if discarder is winner:
        return
    for faan in range(3, 11):
        settled = settle_faan(faan, rules, winner, discarder)
        assert sum(settled.deltas.values()) == 0
        assert settled.deltas[winner] == settled.due["total"] > 0
        due = due_faan(
            faan, rules, self_drawn=discarder is None, winner=winner, discarder=discarder
        )
        assert due == settled.due


def test_the_hash_covers_all_that_is_paid():
    texts = ["", THREE_UP, THREE_UP.replace("0.25", "0.5"), "[payment]\ndealer = 2\n"]
    texts += ["[payment]\nmost = 50\n", only("live_tile"), only("live_tile", "self_draw"), FOR_ALL]
    hashes = {identity(house(lines)["our-table"]).hash for lines in texts}
    assert len(hashes) == len(texts)


def test_a_file_that_agrees_on_nothing_new_is_the_same_in_both_formats():
    old = read_house_file(FIRST_LINES.replace("format = 2", "format = 1"))
    assert identity(old) == identity(house()["our-table"])
    agreed = '[options]\nresponsibility = "limit"\n'
    old = read_house_file(FIRST_LINES.replace("format = 2", "format = 1") + agreed)
    assert identity(old) == identity(house(agreed)["our-table"])
    said = {"hand": WINDS, "rules": "our-table", "responsible": "W"}
    assert answer({**said, "from": "N"}, {"our-table": old})["payments"]["W"] == -256


def test_double_limits_follow_the_ladder_of_the_house():
    lines = (
        '[options]\ncap = "none"\ndouble_limit = true\n[points]\nladder = "full_spicy"\ncap = 12\n'
    )
    rules = house(lines, "hk-majlife")["our-table"]
    assert [rules.points(faan) for faan in (10, 12, 20, 30)] == [1024, 4096, 4096, 4096]
    plain = RULE_SETS["hk-majlife"].house({"cap": "none", "double_limit": True})
    assert [plain.points(faan) for faan in (10, 20, 30, 40)] == [64, 128, 192, 256]


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ("[points]\n3 = 8\n4 = 7\n", 6, "a ladder cannot go down"),
        ("[points]\n3 = 0.125\n", 5, "two decimals"),
        ("[points]\n3 = -1\n", 5, "from 0 to 1 000 000"),
        ("[points]\n3 = 'much'\n", 5, "must be a number"),
        ("[points]\n3 = nan\n", 5, "must be a number"),
        ("[points]\n3 = true\n", 5, "must be a number"),
        ("[points]\n03 = 1\n", 5, "such as 3"),
        ("[points]\n101 = 1\n", 5, "0 to 100"),
        ("[points]\n1 = 0\n10 = 0\n", 6, "nobody would be paid"),
        ("[points]\nladder = 'half_spicy'\nunit = 0\n", 6, "nobody would be paid"),
        ("[points]\n3 = 1\n", 5, "write 1 = … to 2 = …, or minimum = 3"),
        ("[points]\n2 = 1\n", 5, "write 1 = …, or minimum = 2"),
        ("[points]\nthree = 1\n", 5, "no key 'three'"),
        ("[points]\ncap = 8\n", 4, "such as 3 = 8"),
        ("[points]\nunit = 8\n", 5, "not both"),
        ("[points]\nladder = 'half_spicey'\n", 5, "nearest is 'half_spicy'"),
        ("[points]\nladder = 'tiers'\n3 = 8\n", 6, "not both"),
        ("[points]\nladder = 'full_spicy'\ncap = 30\n", 6, "lower cap or unit"),
        (
            "[points]\nladder = 'full_spicy'\ncap = 11\n[options]\ncap = 10\n",
            6,
            "no hand can be paid",
        ),
        ("[points]\n1 = 1\n13 = 8\n[options]\ncap = 10\n", 6, "no hand can be paid for 13 faan"),
        ("points = 3\n", 4, "write [points]"),
        ("[payment]\ndiscard = 'full_gum'\n", 5, "nearest is 'full_gun'"),
        ("[payment]\ndiscard = { discarder = 2, others = 1, total = 5 }\n", 5, "2 + 1 + 1 = 4"),
        ("[payment]\ndiscard = { discarder = 2 }\n", 5, "needs others"),
        ("[payment]\ndiscard = { discarder = 2, other = 1 }\n", 5, "nearest is 'others'"),
        ("[payment]\ndiscard = { discarder = 0, others = 0 }\n", 5, "nobody pays the winner"),
        ("[payment]\ndiscard = { discarder = 1.5, others = 0 }\n", 5, "whole number"),
        ("[payment]\nself_draw = { others = 0 }\n", 5, "nobody pays the winner"),
        ("[payment]\nself_draw = { others = 2, total = 4 }\n", 5, "2 + 2 + 2 = 6"),
        ("[payment]\nself_draw = 2\n", 5, "{ others = 2 }"),
        ("[payment]\ndealer = 0\n", 5, "from 1"),
        ("[payment]\nmost = 0\n", 5, "leave most out"),
        ("[payment]\nmost = 40.5\n", 5, '"most" must be 40 or 41'),
        ("[payment]\ndealers = 2\n", 5, "nearest is 'dealer'"),
        ("[payment]\nresponsibility = 'limit'\n", 5, "limit_hand"),
        ("[payment]\nresponsibility = { limit = 'due' }\n", 5, "nearest is 'limit_hand'"),
        ("[payment.responsibility]\nlimit_hand = 'all'\n", 5, "self_draw"),
        ("[points]\n3 = 1\n[rows.x]\n[payments]\n", 7, "no key 'payments'"),
    ],
)
def test_a_wrong_line_is_named_with_its_remedy(lines, line, words):
    with pytest.raises(HouseFileError) as refused:
        house(lines)
    assert words in str(refused.value)
    assert refused.value.line == line


def test_money_of_a_house_needs_faan():
    for lines in ("[points]\n3 = 8\n", "[payment]\ndealer = 2\n"):
        with pytest.raises(HouseFileError, match="the options decide") as refused:
            house(lines, "classical-20")
        assert refused.value.line == 4
    with pytest.raises(HouseFileError, match="has no end"):
        house("[options]\ncap = 'none'\n[points]\nladder = 'tiers'\n", "hk-majlife")
    with pytest.raises(HouseFileError, match="formats 1 to 2") as refused:
        read_house_file(FIRST_LINES.replace("format = 2", "format = 3"))
    assert refused.value.line == 1
