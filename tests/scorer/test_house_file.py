"""A house's own rule set: read whole, or refused with the line that is wrong."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.api.requests import RequestError, answer, identity, rules_detail
from scorer.api.setup import setup_answer
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import (
    HouseFileError,
    read_house_file,
    read_house_terms,
    write_house_file,
)
from tests.houses.terms import house_terms

FRIDAY = """\
# Our table since 1998
format = 1
base = "hk-500"
name = "Friday table"
version = 2

[options]
minimum = 3
cap = 13

[rows]
no_bonus = 0
full_flush = { closed = 7, open = 6 }
seven_pairs = 4
four_pungs = "max"
"""


def known(text=FRIDAY):
    rules = read_house_file(text)
    return {**RULE_SETS, rules.id: rules}


def test_a_house_plays_its_own_values():
    assert known()["friday-table"].version == 2
    body = {"hand": "1122m 3344p 5566s 7z +7z", "rules": "friday-table"}
    assert answer(body, known())["faan"] == 4
    flush = {"hand": "123456m 456m 789m 9m +9m", "rules": "friday-table", "win": "self-draw"}
    rows = {row["id"]: row["faan"] for row in answer(flush, known())["rows"]}
    assert rows["full_flush"] == 7
    assert "no_bonus" not in rows


def test_what_the_file_settles_has_one_answer_left():
    options = {one["name"]: one for one in rules_detail("friday-table", known())["options"]}
    assert (options["minimum"]["values"], options["minimum"]["default"]) == ([3], 3)
    assert len(options["bonus_map"]["values"]) == 2
    body = {"hand": "1122m 3344p 5566s 7z +7z", "rules": "friday-table", "options": {"cap": 13}}
    assert answer(body, known())["faan"] == 4
    for other in (7, 13.0):
        with pytest.raises(RequestError, match="set it to 13"):
            answer({**body, "options": {"cap": other}}, known())


def test_a_table_that_answers_nothing_plays_the_very_rules_of_the_file():
    rules = read_house_file(FRIDAY)
    assert identity(rules.house({})) == identity(rules.house({"cap": 13})) == identity(rules)
    assert identity(rules.house({"bonus_map": "swap_flowers_3_4"})).hash != identity(rules).hash


def test_the_set_up_and_the_points_tables_come_along():
    assert setup_answer("friday-table", (3, 4, 5), known=known())["wall"] == "N"
    text = 'format = 1\nbase = "simplified-300"\nname = "Quiet"\n[rows]\nwoo = 20\ndragon_set = 4\n'
    quiet = known(text)
    body = {"hand": "123m 456m 79m 77z (555z) +8m", "rules": "quiet"}
    rows = {row["id"]: row for row in answer(body, quiet)["rows"]}
    assert rows["woo"]["points"] == 20
    assert rows["dragon_set"]["times"] == 4


def test_a_set_of_terminals_has_values_of_its_own():
    rows = "[rows]\npung = { closed = 6, open = 3, major_closed = 12, major_open = 5 }\n"
    rules = known(f'format = 1\nbase = "classical-20"\nname = "Majors"\n{rows}')["majors"]
    (pung,) = (row for row in rules.rows if row.id == "pung")
    assert (pung.closed, pung.open, pung.majors) == (6, 3, (12, 5))
    plain = known('format = 1\nbase = "classical-20"\nname = "Majors"\n[rows]\npung = 5\n')[
        "majors"
    ]
    (pung,) = (row for row in plain.rows if row.id == "pung")
    assert (pung.closed, pung.open, pung.majors) == (5, 5, None)


def test_the_hash_changes_with_what_decides_a_score():
    first = identity(read_house_file(FRIDAY))
    assert first == identity(read_house_file(FRIDAY.replace("1998", "1999")))
    for old, new in (
        ("seven_pairs = 4", "seven_pairs = 3"),
        ("= 2", "= 3"),
        ("cap = 13", "cap = 9"),
    ):
        assert identity(read_house_file(FRIDAY.replace(old, new))).hash != first.hash


@pytest.mark.parametrize("id_", list(RULE_SETS))
def test_a_written_file_is_read_as_the_same_house(id_):
    base = RULE_SETS[id_]
    stays = base.table.draw_keeps_dealer
    options = {"start": 700, "bonus_tiles": 4, "false_win": "fixed:5", "money_per_point": None}
    options["draw_keeps_dealer"] = not stays
    house = read_house_file(write_house_file(house_terms(id_, 'The "Old" house', 3, options)))
    assert (house.id, house.version) == ("the-old-house", 3)
    played = base.house(options)
    assert [(row.id, row.value) for row in house.rows] == [(r.id, r.value) for r in played.rows]
    assert (house.table, house.bonus_winds) == (played.table, played.bonus_winds)


def test_an_answer_may_be_a_list():
    base = RULE_SETS["classical-20"]
    answers = {"double_excludes": ["going_out"]}
    house = read_house_file(write_house_file(house_terms("classical-20", "x", 1, answers)))
    assert house.house({"double_excludes": ["going_out"]}).rows == house.rows != base.rows
    assert identity(house.house({})) == identity(house)


@pytest.mark.parametrize(
    ("id_", "of_the_house", "of_the_table"),
    [
        ("hk-500", {"bonus_tiles": 0}, {"bonus_map": "swap_flowers_3_4"}),
        ("classical-20", {"settlement": "winner_in_full"}, {"difference": "signed"}),
        ("classical-british", {"settlement": "winner_in_full"}, {"winner_never_pays": True}),
        ("classical-british", {"settlement": "winner_in_full"}, {"east_double": True}),
        ("classical-british", {"east_double": True}, {"winner_never_pays": True}),
        ("classical-british", {"winner_never_pays": True}, {"east_double": True}),
    ],
)
def test_who_answers_an_option_makes_no_difference(id_, of_the_house, of_the_table):
    text = write_house_file(house_terms(id_, "Ours", 1, of_the_house))
    rules = read_house_file(text).house(of_the_table)
    alone = RULE_SETS[id_].house({**of_the_house, **of_the_table})
    assert (rules.settle, rules.bonus_winds) == (alone.settle, alone.bonus_winds)


def test_values_of_rows_are_written_too():
    rows = {"full_flush": {"closed": 7, "open": "max"}, "seven_pairs": 4}
    text = write_house_file(house_terms("hk-500", "Friday", rows=rows))
    assert text.endswith('[rows]\nfull_flush = { closed = 7, open = "max" }\nseven_pairs = 4\n')
    flush, pairs = (
        row.value for row in read_house_file(text).rows if row.id in ("full_flush", "seven_pairs")
    )
    assert (flush, pairs) in (("7 (max)", "4"), ("4", "7 (max)"))
    with pytest.raises(HouseFileError, match="seven pairs"):
        read_house_file(write_house_file(house_terms("hk-500", "x", rows={"seven pairs": 4})))


TERMS = {
    "money": house_terms(
        "hk-500",
        "三番起糊",
        options={"minimum": 3},
        points={"ladder": "half_spicy", "unit": 0.25, "cap": 10},
        payment={
            "discard": "full_gun",
            "dealer": 2,
            "responsibility": {"twelve_tiles": "due", "self_draw": "self_draw"},
        },
    ),
    "a ladder by hand": house_terms(
        "hk-500", "x", points={"3": 8, "4": 16.5}, options={"minimum": 3}
    ),
    "shares by hand": house_terms(
        "hk-majlife", "x", payment={"discard": {"discarder": 3, "others": 1}, "most": 64}
    ),
    "ready rows": house_terms("hk-500", "x", 4, rows={"orphans": True, "seven_flowers": 3}),
    "own rows": house_terms(
        "hk-500",
        "x",
        id="own",
        row=[
            {
                "id": "clear_pungs",
                "name": {"en": "Pungs of one suit", "zh-Hant": "清對"},
                "all_of": ["four_pungs", "full_flush"],
                "closed": 10,
                "open": 9,
                "excludes": ["full_flush", "four_pungs"],
            },
        ],
    ),
    "nothing": house_terms("simplified-300", "x"),
}


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_what_a_house_says_is_written_and_read_again(terms):
    text = write_house_file(terms)
    assert read_house_file(text).base == terms["base"]
    assert read_house_terms(text) == terms
    assert write_house_file(read_house_terms(text)) == text


def test_what_is_left_open_is_not_written():
    rows = {"full_flush": {"closed": 6, "open": None}, "seven_pairs": None}
    text = write_house_file(house_terms("hk-500", "x", rows=rows))
    assert text.endswith("[rows]\nfull_flush = { closed = 6 }\n")


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("format = 1", "format = 3", 2, "upgrade"),
        ("format = 1", 'format = "1"', 2, "whole number"),
        ('base = "hk-500"', 'base = "hk-50"', 3, "hk-500"),
        ('base = "hk-500"', "base = 500", 3, "text"),
        ('name = "Friday table"', "", None, "needs name"),
        ('name = "Friday table"', 'name = "HK 500"', 4, "taken"),
        ("version = 2", "version = 0", 5, "whole number"),
        ("version = 2", 'id = "My Table"', 5, "hyphens"),
        ("version = 2", 'id = "hk-500"', 5, "taken"),
        ('name = "Friday table"', 'name = "two\\nlines"', 4, "one line"),
        ("version = 2", "versoin = 2", 5, "version"),
        ("minimum = 3", "minimun = 3", 8, "'minimum'"),
        ("minimum = 3", "minimum = -3", 8, "minimum"),
        ("minimum = 3", "minimum = { faan = 3.5 }", 8, "whole number"),
        ("minimum = 3", "minimum = 14", 8, "Nobody could ever win"),
        ("minimum = 3", "minimum = ", 8, "TOML"),
        ("cap = 13", "cap = 13\ncap = 12", 10, "TOML"),
        ("cap = 13", 'cap = 13\nfalse_win = "fixed:0"', 10, "a false win would cost nothing"),
        ("no_bonus = 0", "no_bonuses = 0", 12, "'no_bonus'"),
        ("no_bonus = 0", "no_bonus = true", 12, "whole number"),
        ("no_bonus = 0", "no_bonus = 0.5", 12, "whole number"),
        ("closed = 7", "closd = 7", 13, "'closed'"),
        ("closed = 7", "major_closed = 7", 13, "terminals"),
        ("closed = 7", "closed = 70000", 13, "10000"),
        ("seven_pairs = 4", 'seven_pairs = "most"', 14, "max"),
        ("[options]", "[option]", 7, "options"),
        ("[rows]\n", "[rowes]\n", 11, "rows"),
    ],
)
def test_a_wrong_line_is_named(old, new, line, words):
    with pytest.raises(HouseFileError) as refused:
        read_house_file(FRIDAY.replace(old, new))
    assert refused.value.line == line
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "base"),
        ('base = "hk-500"\nname = "x"\noptions = 3\n', "[options]"),
        ("x" * 20_001, "20000"),
        ("options = " + "[" * 5000, "nested"),
        ('base = "classical-20"\nname = "x"\n[rows]\ndragon_set = "max"\n', "from 1"),
        ('base = "classical-20"\nname = "x"\n[rows]\ndragon_set = 0\n', "from 1"),
    ],
)
def test_a_file_that_is_no_rule_set_says_what_is_missing(text, words):
    with pytest.raises(HouseFileError) as refused:
        read_house_file(text)
    assert words in str(refused.value) or "TOML" in str(refused.value)


@given(st.text(max_size=300))
def test_any_text_is_a_rule_set_or_refused(text):
    with pytest.raises(HouseFileError):
        read_house_file(text)


@given(st.dictionaries(st.sampled_from(["minimum", "cap", "rows", "x"]), st.integers() | st.text()))
def test_any_answers_are_a_rule_set_or_refused(answers):
    lines = "\n".join(
        f"{name} = {value!r}" if isinstance(value, int) else f"{name} = '''{value}'''"
        for name, value in answers.items()
    )
    with suppress(HouseFileError):
        assert read_house_file(f'base = "hk-500"\nname = "x"\n[options]\n{lines}\n').id == "x"


def test_a_name_in_chinese_alone_has_an_id_too():
    named = [read_house_file(FRIDAY.replace("Friday table", name)) for name in ("星期五", "星期六")]
    first, second = (house.id for house in named)
    assert first != second
    assert all(id_.startswith("house-") for id_ in (first, second))
