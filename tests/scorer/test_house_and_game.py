"""What a game agrees on beside its house's file: as if the file said so, and no less."""

import pytest

from scorer.api.requests import answer
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import read_house_file

FACES = "format = 2\nbase = {base!r}\nname = 'Our table'\n{lines}"
NUMBERS = {"minimum": 3, "cap": 13, "limit": 400, "start": 100, "special_value": 77}
REMOVING = {"blocks"}  # removes every row, those of the house too
SUIT = "123m 456m 789m 234m 5m +5m"
ORPHANS = "19m 19p 19s 1234567z +1m"
PAIRS = "1122m 3344p 5566s 7z +7z"
JADE = "(222s) (333s) (444s) (666s) 8s +8s"
WINDS = "111z 222z 333z 444z 5z +5z"  # 10 faan and more, self-drawn or not
SEVENTH = "123m 45p 1z | 1f 2f 3f 4f 1g 2g 3g"
FOURTH = "123m 45p 1z | 1f 2f 3f 4f"
AT_ANY_TIME = (
    '[[row]]\nid = "flowers"\npattern = "bonus_tiles"\ncount = %d\nat_any_time = true\nvalue = 3\n'
)


def house(base, lines):
    return read_house_file(FACES.format(base=base, lines=lines))


def told(base, lines, options, **request):
    rules = house(base, lines)
    return answer({**request, "rules": rules.id, "options": options}, {rules.id: rules})


@pytest.mark.parametrize(
    ("base", "lines", "hand", "options", "score"),
    [
        # The house's own treble of one suit is 4; the others of the table are 8.
        ("classical-british", "[rows]\none_suit = 4\n", SUIT, {"treble": "x8"}, (20 + 10) * 4),
        ("classical-british", "", SUIT, {"treble": "x8"}, (20 + 10) * 8),
        (
            "classical-british",
            "[rows]\nthirteen_odd_majors = 300\n",
            ORPHANS,
            {"special_value": 77},
            (300 + 20) * 2,
        ),
        # A form that the house forbids stays forbidden.
        (
            "classical-british",
            "[rows]\nthirteen_odd_majors = false\n",
            ORPHANS,
            {"special_value": 77},
            ["not_a_winning_hand"],
        ),
        (
            "classical-british",
            "[rows]\nthirteen_odd_majors = false\n",
            ORPHANS,
            {"limit": "none"},
            ["not_a_winning_hand"],
        ),
        # Without a limit, a limit hand of the house keeps what one is usually worth, as others do.
        ("classical-british", "[rows]\nhonours_alone = true\n", WINDS, {"limit": "none"}, 1000),
        ("classical-british", "", ORPHANS, {"limit": "none"}, 1000),
        # Seven pairs are worth what this house's special hands are.
        (
            "classical-british",
            "[options]\nspecial_value = 77\n",
            PAIRS,
            {"seven_pairs": "limit"},
            77,
        ),
        (
            "classical-british",
            '[options]\nlimit = "none"\n',
            PAIRS,
            {"seven_pairs": "limit"},
            1000,
        ),
        # A row that swallows nothing at this house still swallows nothing.
        (
            "hk-500",
            "[rows]\nlittle_dragons = { excludes = [] }\n",
            "123m 456p 555z 666z 7z +7z | 1f",
            {"dragon_pung_in_little": False},
            2 + 2,
        ),
    ],
)
def test_what_a_house_says_of_a_row_stays(base, lines, hand, options, score):
    found = told(base, lines, options, hand=hand, seat="S", **{"from": "W"})
    assert (found["problems"] or found.get("score", found.get("faan"))) == score


def values(rules):
    return {row.id: (row.closed, row.open, row.majors, row.part) for row in rules.rows}


def other_answers(option):
    if isinstance(option.values, tuple):
        return [value for value in option.values if value != option.default]
    return [NUMBERS[option.name]] if option.name in NUMBERS else []


@pytest.mark.parametrize("base", RULE_SETS)
def test_each_option_leaves_every_value_of_the_house_alone(base):
    """The same rows as if the house's file had answered it, whatever row it is about."""
    for option in RULE_SETS[base].options:
        if option.name in REMOVING:
            continue
        for value in other_answers(option):
            rows = [row.id for row in RULE_SETS[base].house({option.name: value}).rows]
            known = [row.id for row in RULE_SETS[base].rows if row.id in rows]
            lines = "[rows]\n" + "".join(f"{id_} = 7\n" for id_ in known)
            by_game = values(house(base, lines).house({option.name: value}))
            written = str(value).lower() if isinstance(value, bool) else repr(value)
            by_file = values(house(base, f"[options]\n{option.name} = {written}\n{lines}"))
            assert by_game == by_file, option.name


@pytest.mark.parametrize(
    ("lines", "options", "hand", "base", "points"),
    [
        # Less than the house's first line pays what the base has, no more than that line.
        ("1 = 2\n3 = 8", {"minimum": 0}, "123m 456p 789s 234s 5z +5z | 1f", "hk-500", 1),
        ("1 = 0.5\n3 = 8", {"minimum": 0}, "123m 456p 789s 234s 5z +5z | 1f", "hk-500", 0.5),
        ("1 = 2\n3 = 8", {"minimum": 1}, "123m 456p 789s 222s 5z +5z", "hk-500", 2),
        # A ladder by name goes on to the cap that the table agrees on.
        ('ladder = "full_spicy"', {"cap": 13}, WINDS, "hk-500", 8192),
        ('ladder = "full_spicy"', {"cap": 8}, WINDS, "hk-500", 256),
        ('ladder = "full_spicy"', {}, WINDS, "hk-500", 1024),
        ('ladder = "half_spicy"\nunit = 0.25', {"cap": 12}, WINDS, "hk-500", 64),
        # As far as a payment may go.
        ('ladder = "full_spicy"', {"cap": 30}, WINDS, "hk-500", 524_288),
    ],
)
def test_a_house_s_ladder_pays_all_that_the_table_counts(lines, options, hand, base, points):
    found = told(base, f"[points]\n{lines}\n", options, hand=hand, seat="S", **{"from": "E"})
    assert (found["points"], found["payments"]["S"]) == (points, 4 * points)


def test_two_limits_pay_no_less_than_fewer_faan_beyond_one():
    """A ladder of the house that goes beyond 20 faan stays as it is between the double limits."""
    lines = (
        '[options]\ndouble_limit = true\ncap = 30\n[points]\nladder = "half_spicy"\nunit = 0.1\n'
    )
    rules = house("hk-majlife", lines)
    paid = [rules.points(faan) for faan in range(31)]
    assert paid == sorted(paid)
    assert (paid[20], paid[25], paid[30]) == (40_960, 245_760, 1_310_720)


@pytest.mark.parametrize(
    ("options", "hand", "faan", "points"),
    [
        ({}, JADE, 10, 64),
        ({}, WINDS, 10, 64),
        ({"double_limit": True}, JADE, 10, 64),
        ({"double_limit": True}, WINDS, 20, 128),
        # A limit row of the house's own does not change what those of the base pay.
        ({"double_limit": True, "cap": 13}, JADE, 13, 64),
        ({"double_limit": True, "cap": 13}, WINDS, 20, 128),
        ({"double_limit": True, "cap": 7}, WINDS, 14, 64),
        # Without a cap, one limit hand is one limit, not as many as the ladder has.
        ({"double_limit": True, "cap": "none"}, JADE, 10, 64),
        ({"double_limit": True, "cap": "none"}, WINDS, 20, 128),
    ],
)
def test_each_limit_of_a_house_is_paid_once(options, hand, faan, points):
    lines = "[rows]\nimperial_jade = true\n"
    found = told("hk-majlife", lines, options, hand=hand, seat="E", **{"from": "S"})
    assert (found["faan"], found["points"]) == (faan, points)


@pytest.mark.parametrize(
    ("base", "count", "options", "hand", "wins"),
    [
        ("hk-500", 7, {}, SEVENTH, True),
        ("hk-500", 7, {"eight_treasures": "off"}, SEVENTH, True),
        ("hk-500", 7, {"eight_treasures": "with_complete_hand"}, SEVENTH, True),
        ("hk-500", 4, {"bonus_tiles": 4}, FOURTH, True),
        ("hk-majlife", 4, {"bonus_tiles": 4}, FOURTH, True),
        ("hk-500", 5, {"bonus_tiles": 4}, FOURTH, False),
    ],
)
def test_bonus_tiles_that_win_by_the_house_win_beside_the_table_s_answers(
    base, count, options, hand, wins
):
    found = told(base, AT_ANY_TIME % count, options, hand=hand, win="self-draw")
    assert found["valid"] is wins
    alone = told("hk-500", "", {"eight_treasures": "off"}, hand=SEVENTH + " 4g", win="self-draw")
    assert not alone["valid"]


BOTH = ["self_draw", "limit_hand"]


@pytest.mark.parametrize(
    ("lines", "options", "ways"),
    [
        ('[payment]\nresponsibility = { self_draw = "due" }\n', {"responsibility": "limit"}, BOTH),
        ('[options]\nresponsibility = "limit"\n[payment]\nresponsibility = { self_draw = "due" }\n',
         {}, BOTH),
        ('[payment]\nresponsibility = { self_draw = "due" }\n', {}, BOTH[:1]),
        ('[payment]\nresponsibility = { limit_hand = "self_draw" }\n', {"responsibility": "limit"},
         BOTH[1:]),
        ("", {"responsibility": "limit"}, BOTH[1:]),
    ],
)  # fmt: skip
def test_who_pays_for_all_by_the_house_and_by_the_table(lines, options, ways):
    rules = house("hk-500", lines).house(options)
    assert [id_ for id_, _ in rules.payment.responsible] == ways
    found = told("hk-500", lines, options, hand=WINDS, seat="S", responsible="W", **{"from": "N"})
    if "limit_hand" in ways:
        assert found["payments"]["W"] == -found["payments"]["S"]
    else:
        assert found["problems"] == ["contradictory_event"]


@pytest.mark.parametrize(
    ("base", "id_", "option", "answered"),
    [
        ("classical-20", "round_wind_set", "round_wind_double", True),
        ("classical-20", "all_honours", "all_honours_limit", True),
        ("classical-british", "seven_pairs", "seven_pairs", "limit"),
    ],
)
def test_a_row_that_a_house_has_is_added_by_no_option(base, id_, option, answered):
    row = f'[[row]]\nid = "{id_}"\npattern = "seven_pairs"\nvalue = 30\n'
    others = {"special_value": 77} if base == "classical-british" else {}
    rules = house(base, row).house({option: answered, **others})
    assert [each.closed for each in rules.rows if each.id == id_] == [30]


def test_a_row_of_a_house_without_any_other_row_can_be_read():
    """As in a training game of one block, which scores nothing."""
    rules = house("hk-majlife", "[options]\nblocks = 1\n" + AT_ANY_TIME % 7)
    assert [row.id for row in rules.rows] == ["flowers"]
