"""Rows of a house's own: known patterns with arguments, and rows that are ready (house.md, 5)."""

import pytest

from scorer.api.houses import patterns_list
from scorer.api.requests import answer, answer_with_reasons, identity, rules_detail
from scorer.patterns.catalogue import FINDERS, PATTERNS
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import HouseFileError, read_house_file
from scorer.rulesets.ready_rows import READY_ROWS

FIRST_LINES = 'format = 2\nbase = "hk-majlife"\nname = "Our table"\n'
ANY = '[options]\nminimum = 0\n\n[[row]]\nid = "own"\nvalue = 3\n'
SEVEN = """\
[[row]]
id = "seven_flowers"
name = { en = "Seven flowers", "zh-Hant" = "七朵花", "zh-Hans" = "七朵花" }
pattern = "bonus_tiles"
count = 7
closed = 3
open = 3
"""
SIMPLES = "234m 567m 345p 678s 8s +8s"
HALF_FLUSH = "123m 456m 678m 55z 33m +3m"


def house(lines="", base="hk-majlife"):
    rules = read_house_file(FIRST_LINES.replace("hk-majlife", base) + lines)
    return {rules.id: rules}


def rows(request, lines, base="hk-majlife"):
    told = answer({**request, "rules": "our-table"}, house(lines, base))
    assert "contradictory_event" not in told["problems"], told["details"]
    return {row["id"]: row for row in told["rows"]}


def written(told):
    values = {True: "true", False: "false"}
    return "".join(
        f"{name} = {values.get(value, value)!r}\n".replace("'true'", "true").replace(
            "'false'", "false"
        )
        for name, value in told.items()
    )


@pytest.mark.parametrize("pattern", patterns_list(), ids=PATTERNS)
def test_the_example_of_a_pattern_has_it(pattern):
    lines = ANY + f'pattern = "{pattern["id"]}"\n'
    plain, told = house(lines), house(lines + written(pattern["told"]))
    assert plain.keys() == told.keys()
    earned = rows(pattern["example"], lines + written(pattern["told"]))
    assert earned["own"]["count"] >= 1
    assert pattern["what"].endswith(".")


@pytest.mark.parametrize("pattern", patterns_list(), ids=PATTERNS)
def test_a_pattern_is_not_in_every_hand(pattern):
    """A chicken of four chows with a claimed one and a bonus tile, and one of pungs."""
    hands = ("(123m) 45m 789p 345s 11z +6m | 2f", "(222m) 333p 55s (777p) 999m +5s | 2f")
    lines = ANY + f'pattern = "{pattern["id"]}"\n' + written(pattern["told"])
    both = [rows({"hand": hand, "seat": "W", "round": "N"}, lines) for hand in hands]
    assert not all("own" in each for each in both)


def test_seven_flowers_of_the_contract():
    for bonus, found in (("1f 2f 3f 4f 1g 2g 3g", 3), ("1f 2f 3f 4f 1g 2g", 0)):
        told = rows({"hand": f"{SIMPLES} | {bonus}"}, SEVEN)
        assert told.get("seven_flowers", {}).get("faan", 0) == found
    row = rows({"hand": f"{SIMPLES} | 1f 2f 3f 4f 1g 2g 3g"}, SEVEN)["seven_flowers"]
    assert (row["name"], row["zh"], row["tiles"]) == ("Seven flowers", "七朵花", "1234f123g")
    assert row["names"]["zh-Hans"] == "七朵花"
    (shown,) = (row for row in rules_detail("our-table", house(SEVEN))["rows"] if "pattern" in row)
    assert shown["pattern"]["count"] == 7


@pytest.mark.parametrize(
    ("base", "closed_scope", "made_of", "expected"),
    [
        ("classical-20", "", "made_of = 'dragon_pungs'\n", (6, "555z")),
        ("classical-british", "", "made_of = 'dragon_pungs'\n", (6, "555z")),
        ("simplified-300", "", "made_of = 'dragon_pungs'\n", (6, "555z")),
        ("classical-20", "", "", (3, "222444m555z11155m")),  # the whole hand, of which 111m is open
        ("hk-500", "pattern_melds", "made_of = 'dragon_pungs'\n", (6, "555z")),
        ("hk-500", "hand", "made_of = 'dragon_pungs'\n", (3, "555z")),
    ],
)
def test_the_sets_that_make_a_row_decide_whether_it_is_closed(
    base, closed_scope, made_of, expected
):
    options = f'[options]\nclosed_scope = "{closed_scope}"\n' if closed_scope else ""
    row = f"[[row]]\nid = 'own'\nall_of = ['dragon_pungs', 'half_flush']\n{made_of}"
    lines = f"{options}{row}closed = 6\nopen = 3\n"
    won = {"hand": "(111m) 555z 222m 444m 5m +5m", "win": "self-draw", "seat": "S"}
    own = rows(won, lines, base)["own"]
    assert (own.get("points", own.get("faan")), own.get("tiles", "555z")) == expected


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("pung = { closed = 6 }", {"111m": 8, "222p": 6, "(333s)": 2, "(999s)": 4}),
        ("pung = { major_closed = 10 }", {"111m": 10, "222p": 4, "(333s)": 2, "(999s)": 4}),
        # What is worth nothing is said to be, and not what the base has for it.
        ("pung = { major_closed = 0 }", {"111m": 0, "222p": 4, "(333s)": 2, "(999s)": 4}),
        (
            "pung = { major_closed = false, major_open = 5 }",
            {"111m": 0, "222p": 4, "(333s)": 2, "(999s)": 5},
        ),
        ('pung = { major_open = "max" }', {"111m": 8, "222p": 4, "(333s)": 2, "(999s)": 1000}),
        ("pung = 3", {"111m": 3, "222p": 3, "(333s)": 3, "(999s)": 3}),
    ],
)
def test_the_values_of_pungs_are_those_of_the_house(line, points):
    file = house(f"[rows]\n{line}\n", "classical-british")
    hand = {"hand": "111m 222p (333s) (999s) 5m +5m", "rules": "our-table"}
    told = [row for row in answer(hand, file)["rows"] if row["id"] == "pung"]
    plain = {tiles.strip("()"): worth for tiles, worth in points.items()}
    assert {row["tiles"]: row["points"] for row in told} == plain


def test_without_a_number_each_counts():
    lines = '[[row]]\nid = "own"\npattern = "bonus_tiles"\nvalue = 1\n'
    assert rows({"hand": f"{SIMPLES} | 2f 3f 4g"}, lines)["own"]["faan"] == 3


@pytest.mark.parametrize(
    ("hand", "more", "missing"),
    [
        (f"{SIMPLES} | 1f 2f 3f 1g 2g 3g 4g", "", 1),
        ("123m 5p | 1f 2f 3f 1g 2g 3g 4g", "at_any_time = true\n", None),
    ],
)
def test_a_row_of_bonus_tiles_does_not_count_towards_a_minimum_without_them(hand, more, missing):
    options = "[options]\nminimum = 3\nminimum_excludes_bonus = true\n"
    request = {"hand": hand, "win": "self-draw", "seat": "N", "rules": "our-table"}
    told = answer(request, house(f"{options}{SEVEN}{more}", "hk-500"))
    assert (told.get("missing"), told["valid"]) == (missing, missing is None)


@pytest.mark.parametrize(
    ("hand", "lines", "missing"),
    [
        (f"{SIMPLES} | 1f 2f 3f 1g 2g 3g 4g", "[rows]\nseven_flowers = 'max'\n", 1),
        (f"{HALF_FLUSH} | 1f 2f 3f 1g 2g 3g 4g", "[rows]\nseven_flowers = 'max'\n", None),
        (f"{SIMPLES} | 1f 2f 3f 4f 1g 2g 3g 4g", "", None),  # eight treasures
        (f"{SIMPLES} | 1f 2f 3f 4f 1g 2g 3g 4g", 'eight_treasures = "with_complete_hand"\n', None),
    ],
)
def test_a_limit_of_bonus_tiles_does_not_count_towards_one_either(hand, lines, missing):
    options = "[options]\nminimum = 3\nminimum_excludes_bonus = true\n"
    request = {"hand": hand, "win": "self-draw", "seat": "N", "rules": "our-table"}
    told = answer(request, house(options + lines, "hk-500"))
    assert (told["faan"], told.get("missing"), told["valid"]) == (10, missing, missing is None)


def test_bonus_tiles_alone_have_no_suit():
    lines = '[[row]]\nid = "own"\npattern = "suits"\ncount = 0\nvalue = 1\n'
    alone = {"hand": "| 1f 2f 3f 4f 1g 2g 3g 4g", "win": "self-draw"}
    assert "own" not in rows(alone, lines, "hk-500")
    honours = {"hand": "111z 222z 333z 444z 5z +5z"}
    assert rows(honours, lines, "hk-500")["own"]["count"] == 1


def test_a_row_of_several_patterns_swallows_and_is_swallowed():
    lines = """\
[[row]]
id = "clear_pungs"
name = "清對"
all_of = ["four_pungs", "full_flush"]
value = 9
excludes = ["all_pungs", "flush"]
[[row]]
id = "any_pungs"
pattern = "pungs"
excluded_by = ["clear_pungs"]
value = 1
"""
    told = rows({"hand": "111m 222m (333m) 444m 9m +9m"}, lines)
    assert told["clear_pungs"]["faan"] == 9
    swallowed = [id_ for id_, row in told.items() if row["excluded_by"] == "clear_pungs"]
    assert swallowed == ["all_pungs", "flush", "any_pungs"]
    assert told["clear_pungs"]["name"] == told["clear_pungs"]["zh"] == "清對"


def test_the_value_for_a_closed_hand_asks_the_whole_hand_or_the_sets_that_make_it():
    lines = '[[row]]\nid = "own"\npattern = "double_chow"\nclosed = 2\nopen = 1\n'
    half_open = {"hand": "123m 123m (789m) 345p 8s +8s"}
    assert rows(half_open, lines, "hk-500")["own"]["faan"] == 1
    scope = '[options]\nclosed_scope = "pattern_melds"\n'
    assert rows(half_open, scope + lines, "hk-500")["own"]["faan"] == 2
    made = '[[row]]\nid = "own"\npattern = "any_chow"\nmade_of = "double_chow"\nvalue = 1\n'
    assert rows(half_open, made, "hk-500")["own"]["tiles"] == "123123m"


@pytest.mark.parametrize("base", ["hk-500", "hk-majlife"])
@pytest.mark.parametrize("ready", READY_ROWS.values(), ids=READY_ROWS)
def test_a_ready_row_is_switched_on(base, ready):
    lines = f"[options]\nminimum = 0\n[rows]\n{ready.id} = true\n"
    if ready.id in [row.id for row in RULE_SETS[base].rows]:
        with pytest.raises(HouseFileError, match="whole number"):  # a row of the base has a value
            house(lines, base)
        return
    pattern = PATTERNS[ready.pattern]
    example = {**pattern.example, "win": pattern.example.get("win", "discard")}
    if ready.id == "eight_flowers":
        example["hand"] += " 4g"
    row = rows(example, lines, base)[ready.id]
    assert row["zh"] == ready.zh
    worth = ready.closed if isinstance(ready.closed, int) else 10
    assert row["faan"] in (worth, row["count"] * worth)
    other = rows(example, lines.replace("true", "2"), base)[ready.id]
    assert other["faan"] == 2 * other["count"]
    parts = rows(example, lines.replace("true", "{ closed = 1, open = 1 }"), base)[ready.id]
    assert parts["faan"] == parts["count"]


HOUSE_MAJLIFE, HOUSE_BRITISH = "hk-majlife", "classical-british"
BOTH_BLESSINGS = "[rows]\nfour_blessings = true\nlesser_blessings = true\n"


@pytest.mark.parametrize(
    ("hand", "earned"),
    [
        ("444z 11z 1s1s (222z) (3333z) +1s", {"lesser_blessings"}),
        ("444z 11z 1s1s (222z) (3333z) +1z", {"four_blessings"}),
        ("234m 111z 1s1s (222z) (3333z) +1s", set()),
    ],
)
def test_four_blessings_ask_for_pungs_of_all_four_winds(hand, earned):
    told = rows({"hand": hand, "seat": "N"}, BOTH_BLESSINGS, HOUSE_BRITISH)
    assert {id_ for id_ in told if id_.endswith("_blessings")} == earned


def test_a_pattern_of_either_says_both_names():
    names = {pattern["id"]: pattern["zh"] for pattern in patterns_list()}
    assert (names["big_winds"], names["four_wind_pungs"]) == ("大四喜、小四喜", "大四喜")
    assert {row.id: row.zh for row in RULE_SETS["hk-500"].rows}["big_winds"] == names["big_winds"]


# The base, the row of a form, a hand of that form, and how it is won.
FORMS = [
    ("hk-500", "seven_pairs", "1122m 3344p 5566s 7z +7z", {}),
    ("hk-500", "thirteen_orphans", "19m 19p 19s 1234567z +1z", {}),
    ("hk-500", "eight_treasures", "123m 5p | 1234f 1234g", {"win": "self-draw"}),
    ("hk-majlife", "seven_pairs", "11m33m2z2z99m44m44z6z +6z", {}),
    ("hk-majlife", "thirteen_orphans", "19m 19p 19s 1234567z +1z", {}),
    ("classical-british", "thirteen_odd_majors", "19m 19p 19s 1234567z +1z", {}),
]


@pytest.mark.parametrize("value", ["0", "false", "{ closed = 0, open = 0 }"])
@pytest.mark.parametrize(("base", "row", "hand", "won"), FORMS)
def test_a_form_whose_row_is_not_played_does_not_win(base, row, hand, won, value):
    request = {"hand": hand, "rules": "our-table", **won}
    assert answer(request, house("", base))["valid"]
    told = answer(request, house(f"[rows]\n{row} = {value}\n", base))
    assert not told["valid"]
    if not won:
        assert told["problems"] == ["not_a_winning_hand"]


def test_a_form_that_is_forbidden_wins_by_another_row_of_it():
    hand = {"hand": "1122m 3344p 5566s 7z +7z"}
    lines = "[rows]\nseven_pairs = false\nseven_different_pairs = 3\n"
    assert rows(hand, lines)["seven_different_pairs"]["faan"] == 3
    lines = '[rows]\nseven_pairs = false\n[[row]]\nid = "own"\npattern = "seven_pairs"\nvalue = 2\n'
    assert rows(hand, lines)["own"]["faan"] == 2
    option = "[options]\nseven_pairs = 'limit'\n[rows]\nseven_pairs = false\n"
    assert not answer({**hand, "rules": "our-table"}, house(option, HOUSE_BRITISH))["valid"]


def test_without_bonus_tiles_in_play_nobody_earns_a_row_for_having_none():
    lines = '[[row]]\nid = "own"\npattern = "no_bonus"\nvalue = 2\n'
    hand = "123m 456m 789m 7p 111p +7p"
    earned = [
        "own" in rows({"hand": hand, "win": "self-draw", "options": {"bonus_tiles": number}}, lines)
        for number in (8, 4, 0)
    ]
    assert earned == [True, True, False]


def test_no_option_of_the_table_brings_a_forbidden_form_back():
    asked = {"hand": "1122m 3344p 5566s 7z +7z", "options": {"seven_pairs_quads": True}}
    told = answer({**asked, "rules": "our-table"}, house("[rows]\nseven_pairs = false\n", "hk-500"))
    assert told["problems"] == ["not_a_winning_hand"]


@pytest.mark.parametrize(
    ("events", "said", "total"),
    [
        (["kong-replacement"], False, 2),
        (["kong-replacement", "kong-on-kong"], True, 10),
    ],
)
def test_a_kong_on_a_kong_is_for_the_table_to_say(events, said, total):
    hand = "234m 567m 8s (2222p) (3333p) +8s | 2f"
    request = {"hand": hand, "win": "self-draw", "events": events, "rules": "our-table"}
    told = answer(request, house("[rows]\nkong_on_kong = 8\n"))
    assert told["faan"] == total
    assert ("kong_on_kong" in [row["id"] for row in told["rows"]]) == said


@pytest.mark.parametrize(
    ("hand", "events", "words"),
    [
        ("234m 567m 8s (2222p) (3333p) +8s", ["kong-on-kong"], "also needs kong-replacement"),
        ("234m 567m 8s 222p (3333p) +8s", ["kong-replacement", "kong-on-kong"], "two kongs"),
    ],
)
def test_a_kong_on_a_kong_needs_two_kongs_and_a_replacement(hand, events, words):
    request = {"hand": hand, "win": "self-draw", "events": events, "rules": "our-table"}
    told = answer(request, house("[rows]\nkong_on_kong = 8\n"))
    assert told["problems"] == ["contradictory_event"]
    assert words in told["details"]["contradictory_event"]
    assert answer({**request, "rules": "hk-majlife"})["problems"] == []  # there it earns nothing


OWN_PAIR = """\
[rows]
own_flower = 1
own_season = 1
[[row]]
id = "own_pair"
all_of = ["own_flower", "own_season"]
part = "multiplier"
value = 2
"""
LOSER = {"hand": "| 2f 2g", "seat": "S", "role": "loser", "rules": "our-table"}
WINNER = {"hand": "123m 456p 789s 55z 34s +5s | 2f 2g", "seat": "S", "rules": "our-table"}


@pytest.mark.parametrize(
    ("who", "lost", "won"),
    [
        ("", 8, 60),
        ('who = "winner"\n', 8, 60),
        ('who = "everyone"\n', 16, 60),
        ('who = "losers"\n', 16, 30),
    ],
)
def test_a_row_says_whose_hands_earn_it(who, lost, won):
    known = house(OWN_PAIR + who, HOUSE_BRITISH)
    assert answer(LOSER, known)["score"] == lost
    assert answer(WINNER, known)["score"] == won


def test_the_winner_earns_rows_in_faan():
    winners = '[[row]]\nid = "own"\npattern = "any_chow"\nvalue = 1\nwho = "winner"\n'
    assert "own" in rows({"hand": SIMPLES}, winners)
    with pytest.raises(HouseFileError, match="who only applies to rule sets that count in points"):
        house(winners.replace("winner", "everyone"))
    with pytest.raises(
        HouseFileError, match="who must be one of winner, everyone, losers, not 'all'"
    ):
        house(winners.replace("winner", "all"), "classical-20")


@pytest.mark.parametrize(
    ("hand", "won", "points"),
    [
        # the pair is drawn or claimed, of simples or of terminals and honours
        ("123m 456p 8p (555s) (678s) +8p", "self-draw", 2),
        ("123m 456p 8p (555s) (678s) +8p", "discard", 2),
        ("123m 456p 9p (555s) (678s) +9p", "discard", 4),
        ("123m 456p 3z (555s) (678s) +3z", "self-draw", 4),
        ("123m 46p 88p (555s) (678s) +5p", "self-draw", 0),
    ],
)
@pytest.mark.parametrize("base", ["classical-20", "classical-british"])
def test_out_on_a_pair(hand, won, points, base):
    told = rows({"hand": hand, "win": won}, "[rows]\nout_on_a_pair = true\n", base)
    assert told.get("out_on_a_pair", {}).get("points", 0) == points


# Old special wins: a named tile that comes in a certain way.
NAMED_TILES = [
    ("5p", "kong_replacement", ["kong-replacement"], "234m 46p [1111z] 678s 88s +5p", True),
    ("5p", "kong_replacement", ["kong-replacement"], "234m 46s [1111z] 678p 88s +5s", False),
    ("1p", "last_wall_tile", ["last-wall-tile"], "234m 23p 111z 678s 88s +1p", True),
    ("1p", "last_wall_tile", [], "234m 23p 111z 678s 88s +1p", False),
    ("2s", "robbed_kong", ["robbing-kong"], "234m 13s 111z 678s 88s +2s", True),
]


@pytest.mark.parametrize(("tile", "how", "events", "hand", "earned"), NAMED_TILES)
def test_a_row_names_the_tile_that_wins(tile, how, events, hand, earned):
    lines = ANY + f'pattern = "winning_tile"\ntile = "{tile}"\nall_of = ["{how}"]\n'
    win = "discard" if "robbing-kong" in events else "self-draw"
    assert ("own" in rows({"hand": hand, "win": win, "events": events}, lines)) == earned


@pytest.mark.parametrize(
    ("hand", "earned"),
    [
        ("123m 789m 111z 999s 5z +5z", True),
        ("123m 789m 111z 999s 9p +9p", True),
        ("123m 789m 111z 999s 5p +5p", False),
        ("123m 678m 111z 999s 5z +5z", False),
    ],
)
def test_a_terminal_or_an_honour_in_each_set_and_the_eyes(hand, earned):
    lines = ANY + 'pattern = "terminal_or_honour_in_each_set"\n'
    assert ("own" in rows({"hand": hand}, lines)) == earned


AT_ANY_TIME = SEVEN + "at_any_time = true\n"


@pytest.mark.parametrize(
    ("hand", "win", "faan"),
    [
        ("123m 5p | 1f 2f 3f 4f 1g 2g 3g", "self-draw", 3),
        ("123m 5p | 1f 2f 3f 4f 1g 2g 3g 4g", "self-draw", 3),
        ("123m 5p | 1f 2f 3f 4f 1g 2g", "self-draw", None),
        ("123m 5p | 1f 2f 3f 4f 1g 2g 3g", "discard", None),
        (f"{SIMPLES} | 1f 2f 3f 4f 1g 2g 3g", "discard", 3),
    ],
)
def test_seven_flowers_win_at_any_time_where_the_house_says_so(hand, win, faan):
    request = {"hand": hand, "win": win, "rules": "our-table"}
    told = answer(request, house(AT_ANY_TIME))
    earned = {row["id"]: row["faan"] for row in told["rows"]}
    assert (told["valid"], earned.get("seven_flowers")) == (faan is not None, faan)
    unmarked = answer({"hand": "123m 5p", "rules": "our-table"}, house(AT_ANY_TIME))
    assert "7 or more bonus tiles win without it" in unmarked["details"]["no_winning_tile"]


@pytest.mark.parametrize(
    "lines", ["at_any_time = 1\n", "all_of = ['any_chow']\nat_any_time = true\n"]
)
def test_what_wins_at_any_time_is_a_number_of_bonus_tiles(lines):
    with pytest.raises(HouseFileError, match="only for a number of bonus tiles"):
        house(SEVEN + lines)
    for other in (SEVEN.replace("count = 7\n", ""), SEVEN.replace("bonus_tiles", "pungs")):
        with pytest.raises(HouseFileError, match="only for a number of bonus tiles"):
            house(other.replace("count = 7", "count = 2") + "at_any_time = true\n")


OWN_CHOW = '[[row]]\nid = "own"\npattern = "any_chow"\nvalue = 1\n'
LITTLE_DRAGONS = {"hand": "(555z) 666z 77z 234m 56m +7m"}


@pytest.mark.parametrize(
    ("lines", "swallowed"),
    [
        ("", {"dragon_pung": "little_three_dragons"}),
        ("[rows]\nlittle_three_dragons = { excludes = [] }\n", {}),
        (
            '[rows]\nlittle_three_dragons = { closed = 5, open = 5, excludes = ["half_flush"] }\n',
            {"half_flush": "little_three_dragons"},
        ),
        ("[rows]\ndragon_pung = { excluded_by = [] }\n", {}),
        (
            '[rows]\nno_flowers = { excluded_by = ["half_flush"] }\n',
            {"dragon_pung": "little_three_dragons", "no_flowers": "half_flush"},
        ),
        (
            '[rows]\nhalf_flush = { excludes = ["own"] }\n' + OWN_CHOW,
            {"dragon_pung": "little_three_dragons", "own": "half_flush"},
        ),
    ],
)
def test_a_house_says_what_rows_of_the_base_swallow(lines, swallowed):
    told = rows(LITTLE_DRAGONS, lines)
    assert {id_: row["excluded_by"] for id_, row in told.items() if row["excluded_by"]} == swallowed


def test_what_a_row_of_the_base_swallows_is_there():
    with pytest.raises(HouseFileError, match="no other row 'flushes'; the nearest is 'flush'"):
        house("[rows]\nall_pungs = { excludes = ['flushes'] }\n")
    with pytest.raises(HouseFileError, match="excluded_by must be a list, such as"):
        house("[rows]\nall_pungs = { excluded_by = 'flush' }\n")


def test_a_name_that_is_like_none_has_no_nearest():
    with pytest.raises(HouseFileError) as refused:
        house(OWN + "role = 'x'\n")
    assert str(refused.value) == "line 8: [row.0] has no key 'role'."
    with pytest.raises(HouseFileError, match=r"has no option 'consecutive_dealer'\.$"):
        house("[options]\nconsecutive_dealer = true\n")
    with pytest.raises(HouseFileError, match=r"there is no row 'foo'\.$"):
        house("[rows]\nfoo = 2\n")


def test_an_option_is_answered_by_one_of_its_names():
    draw = "[options]\ndealer_stays_on_draw = true\n"
    assert house(draw)["our-table"].table.draw_keeps_dealer
    with pytest.raises(HouseFileError, match="another name for draw_keeps_dealer"):
        house(draw + "draw_keeps_dealer = true\n")


def test_a_row_that_multiplies_by_one_says_so():
    values = {
        row.id: row.value
        for row in house("[rows]\none_suit = 1\n", "classical-20")["our-table"].rows
    }
    assert (values["one_suit"], values["own_wind_set"]) == ("×1", "×2")


def test_a_row_of_one_name_is_told_once():
    lines = '[[row]]\nid = "own"\nname = "Ping hu"\npattern = "all_chows"\nvalue = 4\n'
    told = answer_with_reasons({"hand": SIMPLES, "rules": "our-table"}, house(lines))["text"]
    assert [line for line in told.splitlines() if "Ping hu" in line] == ["Ping hu       4 faan"]


SPECIAL = [ready for ready in READY_ROWS.values() if ready.is_limit]


@pytest.mark.parametrize("base", ["classical-20", "classical-british", "simplified-300"])
@pytest.mark.parametrize("ready", SPECIAL, ids=[ready.id for ready in SPECIAL])
def test_a_special_hand_of_a_classical_table_is_worth_the_limit(base, ready):
    lines = f"[options]\nlimit = 300\n[rows]\n{ready.id} = true\n"
    shown = PATTERNS[ready.pattern].example
    drawn = {} if shown.get("events") else {"win": "self-draw"}  # no discard completes eyes in one
    example = {**drawn, **shown, "rules": "our-table"}
    told = answer(example, house(lines, base))
    assert told["valid"], told
    assert (told["score"], told["limit"]) == (300, True)
    assert ready.id in [row["id"] for row in told["rows"] if row["excluded_by"] is None]


def test_without_a_limit_a_special_hand_says_what_it_lacks():
    with pytest.raises(HouseFileError, match=r"line \d+.*limit = 1000 under \[options\]"):
        house("[rows]\nimperial_jade = true\n", "classical-20")
    told = house("[rows]\nimperial_jade = 500\n", "classical-20")
    example = {**PATTERNS["all_green"].example, "rules": "our-table"}
    assert answer(example, told)["base"] >= 500


@pytest.mark.parametrize(
    ("hand", "is_snake"),
    [
        ("111m 345m 678m 999m 2m +2m", True),
        ("111p 234p 678p 999p 5p +5p", True),
        ("111s 234s 567s 999s 8s +8s", True),
        ("111m 345m 567m 999m 2m +2m", False),
        ("111m 345m 678m 999p 2m +2m", False),
        ("111m 222m 345m 678m 9m +9m", False),
    ],
)
def test_a_snake_wriggles_from_one_to_nine(hand, is_snake):
    earned = rows({"hand": hand}, "[options]\nminimum = 0\n[rows]\nsnake = true\n", "hk-500")
    assert ("snake" in earned) == is_snake


def test_what_a_row_asks_for_is_offered_and_wins():
    detail = rules_detail("our-table", house("[rows]\nhuman_hand = true\n", "hk-500"))
    assert "first-discard" in detail["events"]
    detail = rules_detail("our-table", house("[rows]\nhuman_hand = true\n"))
    first = next(one for one in detail["circumstances"] if one["event"] == "first-draw")
    assert "seat-east" not in first["needs"]
    pairs = {"hand": "1122m 3344p 5566s 7z +7z", "rules": "our-table"}
    lines = "[rows]\nseven_different_pairs = 30\n"
    earned = answer(pairs, house(lines, "classical-20"))["rows"]
    assert [row["points"] for row in earned if row["id"] == "seven_different_pairs"] == [30]
    assert not answer(pairs, house("", "classical-20"))["valid"]


@pytest.mark.parametrize(
    ("pattern", "hand", "event"),
    [
        ("replacement", "123m 456m 789m 7p [1111p] +7p", "kong-replacement"),
        ("replacement", "123m 456m 789m 7p 111p +7p | 1f", "bonus-replacement"),
        ("first_draw", "123m 456m 789m 77p 111p", "dealt-hand"),
        ("first_draw_of_east", "123m 456m 789m 77p 111p", "dealt-hand"),
    ],
)
def test_each_circumstance_of_a_pattern_earns_a_row_where_the_base_has_none(pattern, hand, event):
    rules = house(f'[[row]]\nid = "own"\npattern = "{pattern}"\nvalue = 10\n', "classical-20")
    assert event in rules_detail("our-table", rules)["events"]
    request = {"hand": hand, "rules": "our-table", "win": "self-draw", "events": [event]}
    rows = answer(request, rules)["rows"]
    assert [row["points"] for row in rows if row["id"] == "own"] == [10]


def test_circumstances_that_rows_of_a_house_bring_contradict_each_other():
    lines = [
        f'[[row]]\nid = "{id_}"\npattern = "{id_}"\nvalue = 1\n'
        for id_ in ("first_draw", "last_wall_tile")
    ]
    request = {"hand": "123m 456m 789m 7p 111p +7p", "rules": "our-table", "win": "self-draw"}
    events = ["first-draw", "last-wall-tile"]
    told = answer({**request, "events": events}, house("".join(lines), "classical-20"))
    assert told["problems"] == ["contradictory_event"]


def test_a_row_of_a_set_in_points_says_its_part():
    lines = '[[row]]\nid = "own"\npattern = "closed_hand"\nvalue = 2\npart = "multiplier"\n'
    hand = {"hand": "111m 222p 33s 444m 55z +3s"}
    assert rows(hand, lines, "classical-20")["own"]["times"] == 2
    base = lines.replace('part = "multiplier"\n', "")
    assert rows(hand, base, "classical-20")["own"]["points"] == 2
    assert answer_with_reasons({**hand, "rules": "our-table"}, house(base, "classical-20"))["text"]


def test_the_hash_covers_the_rows_of_a_house():
    texts = ["", SEVEN, SEVEN.replace("count = 7", "count = 6"), "[rows]\nclosed_hand = true\n"]
    texts += ["[rows]\nclosed_hand = 2\n", SEVEN.replace("bonus_tiles", "pungs").replace("7", "2")]
    hashes = {identity(house(lines)["our-table"]).hash for lines in texts}
    assert len(hashes) == len(texts)
    named = SEVEN.replace("Seven flowers", "Many flowers")
    assert identity(house(named)["our-table"]) == identity(house(SEVEN)["our-table"])


MANY = ", ".join(f"a{letter} = 'x'" for letter in "abcdefghijklmnopqrstu")
OWN = '[[row]]\nid = "own"\npattern = "bonus_tiles"\nvalue = 1\n'


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        (OWN.replace("bonus_tiles", "bonus_tile"), 6, "nearest is 'bonus_tiles'"),
        (OWN.replace("value = 1\n", ""), 4, "the row own has no value"),
        (OWN.replace("value = 1", "value = 0"), 4, "has no value"),
        (OWN + "closed = 1\n", 7, "not both"),
        (OWN + "count = 9\n", 8, "must be one of 1, 2"),
        (OWN + "count = true\n", 8, "not True"),
        (OWN + "number = 7\n", 8, "no key 'number'"),
        (OWN.replace('pattern = "bonus_tiles"\n', ""), 4, "--patterns"),
        (OWN.replace('id = "own"\n', ""), 4, "needs id"),
        (OWN.replace("own", "Own"), 5, "lowercase letters"),
        (OWN.replace("own", "flush"), 5, "already a row 'flush'"),
        (OWN + OWN, 9, "already a row 'own'"),
        (OWN + "name = {}\n", 8, "needs a name"),
        (OWN + "name = { German = 'x' }\n", 8, "is not a language"),
        (OWN + "[row.name]\nde_DE = 'x'\n", 9, "zh-Hans or ja"),
        (OWN + f"name = {{ {MANY} }}\n", 8, "at most 20 names"),
        (OWN + "name = 3\n", 8, "text of at most 80"),
        (OWN + "excludes = ['flushes']\n", 8, "nearest is 'flush'"),
        (OWN + "excludes = ['own']\n", 8, "no other row"),
        (OWN + "excluded_by = 'flush'\n", 8, "must be a list"),
        (
            OWN + "excludes = ['other']\n" + OWN.replace("own", "other") + "excludes = ['own']\n",
            13,
            "neither would count",
        ),
        (
            OWN + "excludes = ['flush']\n[rows]\nflush = { excludes = ['own'] }\n",
            10,
            "'flush' and 'own' exclude each other",
        ),
        (
            OWN + "excludes = ['flush']\nexcluded_by = ['flush']\n[rows]\nflush = 5\n",
            8,
            "exclude each other",
        ),
        (OWN + "made_of = 'four_pungs'\n", 8, "no pattern made of certain sets"),
        (OWN + "part = 'base'\n", 8, "rule sets that count in points"),
        (OWN + "all_of = 'four_pungs'\n", 8, "must be a list, such as"),
        (OWN + "all_of = ['four_pung']\n", 8, "nearest is 'four_pungs'"),
        (
            OWN.replace('pattern = "bonus_tiles"', 'all_of = ["four_pungs"]\ncount = 3'),
            7,
            "'count'",
        ),
        ("[row]\nid = 'own'\n", 4, "two brackets"),
        ("row = 3\n", 4, "two brackets"),
        (OWN * 41, 84 + 80, "at most 40"),
        ("[rows]\nclosed_hands = 1\n", 5, "nearest is 'closed_hand'"),
        ("[rows]\nclosed_hand = { value = 1 }\n", 5, "no key 'value'"),
    ],
)
def test_a_wrong_row_is_named_with_its_remedy(lines, line, words):
    with pytest.raises(HouseFileError) as refused:
        house(lines)
    assert words in str(refused.value)
    assert refused.value.line == line


def test_a_wrong_part_and_a_value_in_faan_are_refused_in_points():
    with pytest.raises(HouseFileError, match="one of base, multiplier"):
        house(OWN + "part = 'whole'\n", "classical-20")
    with pytest.raises(HouseFileError, match="its points here"):
        house("[rows]\nclosed_hand = true\n", "classical-20")


def test_finders_are_of_patterns():
    assert set(FINDERS) < set(PATTERNS)
