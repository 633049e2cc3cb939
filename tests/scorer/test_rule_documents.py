"""docs/rules says what the rule sets say, and every citation of it names a place that exists."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import ascii_uppercase

import pytest

from scorer.core.win import CIRCUMSTANCES, Role
from scorer.rulesets import RULE_SETS

CHECKOUT = Path(__file__).parents[2]
RULES = CHECKOUT / "docs" / "rules"
COMMON = "README"
NOTHING = "–"
CITATION = re.compile(r"docs/rules/([\w-]+)\.md(?:, ((?:[A-Z]|\d+\.)?\d+))?")
HEADING = re.compile(r"^#+ (\d+(?:\.\d+)?)\.? ", re.MULTILINE)
LETTERS = dict(zip(ascii_uppercase, RULE_SETS, strict=False))  # a sixth rule set has F
POINT = re.compile(rf"\b([{''.join(LETTERS)}])(\d{{1,2}})\b")
# A prose file may explain how citations look, so only code and tables are asked.
CITING = (
    "scorer/**/*.py",
    "scorer/**/*.toml",
    "service/**/*.py",
    "vision/**/*.py",
    "tests/**/*.py",
)

Line = dict[str, str]


@cache
def text(name: str) -> str:
    return (RULES / f"{name}.md").read_text(encoding="utf-8")


def tables(name: str) -> Iterator[list[Line]]:
    """The tables of a document, each a list of lines by the names of its columns."""
    for block in re.findall(r"(?:^\|.*\n?)+", text(name), re.MULTILINE):
        head, _, *body = (cells(line) for line in block.splitlines())
        yield [dict(zip(head, line, strict=True)) for line in body]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def lines(name: str, *columns: str) -> list[Line]:
    """All lines of the tables that begin with some columns."""
    return [
        line
        for table in tables(name)
        for line in table
        if list(line)[: len(columns)] == list(columns)
    ]


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def value(code: str) -> object:
    """What is written in a table, as `--option` reads it: JSON where it can be, else text."""
    try:
        return json.loads(code)
    except ValueError:
        return code


def places(name: str) -> set[str]:
    return {*HEADING.findall(text(name)), *(line["#"] for line in lines(name, "#"))}


def as_written(name: str, row) -> Line:
    line = {
        "id": f"`{row.id}`",
        "English": row.name,
        "Chinese": row.zh,
        "value": row.value,
        "excludes": ", ".join(f"`{other}`" for other in row.excludes) or NOTHING,
    }
    if RULE_SETS[name].everyone_scores:
        line["part"] = row.part.value.removesuffix("_multiplier")
        line["who"] = "all" if Role.LOSER in row.who else "winner"
    return line


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_rows_are_those_of_the_table_in_its_order(name):
    written = lines(name, "id")
    assert all(line["condition"] for line in written)
    bare = [
        {column: cell for column, cell in line.items() if column != "condition"} for line in written
    ]
    assert bare == [as_written(name, row) for row in RULE_SETS[name].rows]


@pytest.mark.parametrize("name", RULE_SETS)
def test_rows_that_an_option_brings_are_there_with_it(name):
    rules = RULE_SETS[name]
    known = {row.id for row in rules.rows}
    told = set()
    for line in lines(name, "option", "id"):
        option, answer = codes(line["option"])[0].split("=")
        rows = {row.id: row for row in rules.house({option: value(answer)}).rows}
        (id_,) = codes(line["id"])
        expected = as_written(name, rows[id_])
        assert {column: line[column] for column in expected} == expected
        told.add(id_)
    brought = {
        row.id
        for option in rules.options
        if isinstance(option.values, tuple)
        for answer in option.values
        for row in rules.house({option.name: answer}).rows
    }
    assert told == brought - known


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_options_are_those_of_the_rule_set_with_values_and_defaults(name):
    written = lines(name, "option", "values")
    options = RULE_SETS[name].options
    assert [codes(line["option"]) for line in written] == [[option.name] for option in options]
    for line, option in zip(written, options, strict=True):
        cell = line["values"]
        values = cell if isinstance(option.values, str) else tuple(map(value, codes(cell)))
        default = value(codes(line["default"])[0])
        assert (values, default) == (option.values, option.default), option.name
        assert type(default) is type(option.default), option.name
        assert line["what it changes"], option.name


@pytest.mark.parametrize("name", RULE_SETS)
def test_an_option_and_the_point_that_it_settles_name_each_other(name):
    points = {line["#"]: set(codes(line["option"])) for line in lines(name, "#")}
    for line in lines(name, "option", "values"):
        point, (option,) = line["point"], codes(line["option"])
        naming = {each for each, options in points.items() if option in options}
        assert (point in naming) if naming or point != NOTHING else True, option
    asked = {option.name: POINT.search(option.question) for option in RULE_SETS[name].options}
    told = {codes(line["option"])[0]: line["point"] for line in lines(name, "option", "values")}
    assert {each: told[each] for each, found in asked.items() if found} == {
        each: found[0] for each, found in asked.items() if found
    }


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_presets_are_those_of_the_rule_set(name):
    written = {
        line["preset"]: {
            option: value(answer)
            for option, answer in (code.split("=") for code in codes(line["options"]))
        }
        for line in lines(name, "preset")
    }
    assert written == {preset: dict(answers) for preset, answers in RULE_SETS[name].presets.items()}


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_events_are_those_that_earn_something(name):
    rules = RULE_SETS[name]
    written = lines(name, "event", "earns")
    earning = {public for public, event in CIRCUMSTANCES.items() if event & rules.events}
    assert {codes(line["event"])[0] for line in written} == earning
    rows = {row.id for row in rules.rows}
    assert {codes(line["earns"])[0] for line in written} <= rows


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_ladder_is_that_of_the_rule_set(name):
    written = tuple((int(line["faan"]), int(line["points"])) for line in lines(name, "faan"))
    assert written == RULE_SETS[name].ladder.steps


def test_what_all_share_is_told_with_its_defaults():
    assert {codes(line["event"])[0] for line in lines(COMMON, "event")} == set(CIRCUMSTANCES)
    for line in lines(COMMON, "option"):
        (option,) = codes(line["option"])
        defaults = {
            name: default
            for name, rules in RULE_SETS.items()
            for default in [each.default for each in rules.options if each.name == option]
        }
        written = {
            name: value(line[f"`{name}`"]) for name in RULE_SETS if line[f"`{name}`"] != NOTHING
        }
        assert written == defaults, option


def test_every_point_is_numbered_in_turn():
    for letter, name in LETTERS.items():
        found = [line["#"] for line in lines(name, "#")]
        assert found == [f"{letter}{number}" for number in range(1, len(found) + 1)]
        assert {f"{each}{number}" for each, number in POINT.findall(text(name))} <= set(found)


def test_every_citation_in_the_code_names_a_place_that_exists():
    cited = [
        (str(path.relative_to(CHECKOUT)), name, place)
        for pattern in CITING
        for path in sorted(CHECKOUT.glob(pattern))
        for name, place in CITATION.findall(path.read_text(encoding="utf-8"))
    ]
    assert cited
    documents = {path.stem for path in RULES.glob("*.md")}
    assert [each for each in cited if each[1] not in documents] == []
    assert [each for each in cited if each[2] and each[2] not in places(each[1])] == []


def test_every_point_that_the_scorer_notes_exists():
    for path in sorted((CHECKOUT / "scorer").glob("**/*.py")):
        for note in re.findall(r"\([^()]*\)", path.read_text(encoding="utf-8")):
            for letter, number in POINT.findall(note):
                assert f"{letter}{number}" in places(LETTERS[letter]), path


def test_every_hand_names_a_section_that_exists():
    known = {name: places(name) for name in (*RULE_SETS, COMMON)}
    for name in RULE_SETS:
        path = CHECKOUT / "tests" / "hands" / f"{name.replace('-', '_')}.toml"
        for hand in tomllib.loads(path.read_text(encoding="utf-8"))["hand"]:
            source = hand["source"]
            sections = set(re.findall(r"^(\d(?:\.\d)?)\b(?! faan)", source))
            points = {f"{letter}{number}" for letter, number in POINT.findall(source)}
            assert sections | points <= known[name], source
            assert set(re.findall(rf"{COMMON} (\d(?:\.\d)?)", source)) <= known[COMMON], source
