"""The terms of docs/rules/terms.md are those of the tables and of the page, with a source each."""

import re
from collections.abc import Iterator

import pytest

from scorer.core.win import CIRCUMSTANCES
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from service.locale.catalogues import texts as words_of

CHINESE = re.compile(r"[\u3400-\u9fff]")
TEXTS = (
    "scorer/*.py",
    "scorer/**/*.toml",
    "service/*.py",
    "service/page/static/js/*.js",
    "service/locale/zh-Hant-HK/*.po",
)


@pytest.fixture(scope="module")
def terms(root):
    return (root / "docs" / "rules" / "terms.md").read_text(encoding="utf-8")


def table(terms: str, heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    section = terms.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")][2:]
    assert rows, heading
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def houses(rules: RuleSet) -> Iterator[RuleSet]:
    """A rule set as it stands, and with each answer to each of its questions."""
    yield rules
    for option in rules.options:
        if not isinstance(option.values, str):
            for value in option.values:
                yield rules.house({option.name: value})


def rows_of_the_tables() -> set[tuple[str, str, str, str]]:
    return {
        (id_, row.id, row.name, row.zh)
        for id_, rules in RULE_SETS.items()
        for house in houses(rules)
        for row in house.rows
    }


def test_every_row_of_every_table_is_there_and_back(terms):
    told = {
        (rules.strip().strip("`"), row.strip("`"), english, chinese)
        for all_rules, row, english, chinese in table(terms, "Rows")
        for rules in all_rules.split(",")
    }
    assert told == rows_of_the_tables()


def test_every_chinese_name_has_a_source_or_says_that_it_has_none(terms):
    sources = {source for source, *_ in table(terms, "Sources")}
    words = table(terms, "Words of the rows")
    assert {chinese for chinese, *_ in words} == {row[3] for row in rows_of_the_tables()}
    for chinese, found, _ in words:
        named = set(re.findall(r"\b[A-Z]\b", found))
        assert named <= sources, chinese
        assert named or found.startswith(("plain words", "translated", "as the one above")), chinese


def test_every_event_is_called_as_the_page_calls_it(terms):
    english, chinese = words_of("en", "page"), words_of("zh-Hant-HK", "page")
    keys = {event: f"circumstance|{event}" for event in CIRCUMSTANCES}
    told = {event.strip("`"): (name, zh) for event, name, zh, *_ in table(terms, "Events")}
    assert told == {event: (english[key], chinese[key]) for event, key in keys.items()}


def test_no_text_has_a_word_of_other_regions_or_games(terms, tracked):
    avoided = [word.strip() for row in table(terms, "Words not used") for word in row[0].split(",")]
    assert len(avoided) > 10
    texts = {path: path.read_text(encoding="utf-8") for path in tracked(*TEXTS)}
    assert sum(bool(CHINESE.search(text)) for text in texts.values()) > 15
    found = [
        f"{path.name}:{number}: {word}"
        for path, text in texts.items()
        for number, line in enumerate(text.splitlines(), start=1)
        for word in avoided
        if word in line
    ]
    assert found == []


def test_words_are_of_what_their_rows_count():
    """East alone has 天糊, 正花 covers seasons, and dragons and own winds are 番子."""
    for id_, rules in RULE_SETS.items():
        for row in rules.rows:
            if "天糊" in row.zh:
                assert row.count.__name__ == "first_draw_of_east", (id_, row.id)
            if row.id in {"seat_bonus", "own_flower", "own_season"}:
                assert row.zh.startswith("正花"), (id_, row.id)
            if row.id in {"dragon_pung", "dragon_set", "own_wind", "own_wind_set", "seat_wind"}:
                assert row.zh.startswith("番子"), (id_, row.id)
