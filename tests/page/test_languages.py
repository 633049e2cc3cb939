"""Whatever the page says in English it can say in Chinese, rule sets and questions included."""

import re

import pytest

from scorer.api import requests
from scorer.api.patterns import patterns_list
from scorer.rules.payment import RESPONSIBILITIES
from tests.page.conftest import STATIC

WORDS = """
async () => {
  const { words: usual } = await import("/static/js/i18n/zh.js");
  const { words: rare } = await import("/static/js/trust/zh-trust.js");
  const { words: camera } = await import("/static/js/i18n/zh-camera.js");
  const words = { ...usual, ...rare, ...camera };
  const { EVENT_WORDS } = await import("/static/js/ui/words.js");
  const { RULE_SETS, VALUE_WORDS, QUESTIONS } = await import("/static/js/start/rule-sets.js");
  const said = [
    ...RULE_SETS.flatMap(({ title, text }) => [title, text]),
    ...Object.values(VALUE_WORDS).flatMap((each) => Object.values(each).flat()),
    ...Object.values(EVENT_WORDS),
  ];
  return { words, said };
}
"""
SPOKEN = re.compile(
    r"\bt\(\s*(?:[\w.]+(?: === [\w\"]+)?\s*\?\s*)?"
    r"\"((?:[^\"\\]|\\.)+)\"(?:\s*:\s*\"((?:[^\"\\]|\\.)+)\")?"
)
PLURAL = re.compile(r"plural\([^,]+,\s*\"([^\"]+)\",\s*\"([^\"]+)\",?\s*\)")


@pytest.fixture(scope="module")
def words(modules):
    return modules.evaluate(WORDS)


@pytest.fixture(scope="module")
def spoken(scripts):
    text = "\n".join(path.read_text(encoding="utf-8") for path in scripts)
    found = [*SPOKEN.findall(text), *PLURAL.findall(text)]
    return {each for pair in found for each in pair if each}


def asked(option):
    """The question of an option as the page asks it, without its reference into the rules."""
    return re.sub(r" \((?:[A-Z]\d+|包)\)$", "", option["question"])


def test_every_word_of_the_page_is_translated(words, spoken):
    assert len(spoken) > 150
    assert sorted(spoken - set(words["words"])) == []


def test_every_translation_is_of_something_that_is_said(words, scripts):
    own = [path for path in scripts if not path.name.startswith("zh")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in own)
    literals = {*re.findall(r'"((?:[^"\\]|\\.)*)"', text)}
    patterns = [
        re.compile(re.sub(r"\\\$\\{\w+\\}", r"\\w+", re.escape(template)))
        for template in re.findall(r"\bt\(`([^`]+)`", text)
    ]
    detail = requests.rules_list()
    told = {asked(option) for rules in detail for option in rules["options"]}
    told |= {name for rules in detail for name in rules["presets"]}
    told |= {words for way in RESPONSIBILITIES.values() for words in (way.name, way.needs)}
    for argument in (each for pattern in patterns_list() for each in pattern["arguments"]):
        told |= {argument["what"], *(str(each).replace("_", " ") for each in argument["values"])}
    unsaid = set(words["words"]) - literals - told
    assert [key for key in unsaid if not any(each.fullmatch(key) for each in patterns)] == []


def test_no_number_is_a_word(words):
    """A number stands for itself wherever it is said; one of a house's units once was every 1."""
    assert [key for key in words["words"] if re.fullmatch(r"[\d.]+", key)] == []


def test_what_makes_a_player_pay_for_all_is_translated(words):
    needs = [way.needs for way in RESPONSIBILITIES.values()]
    assert [said for said in needs if said not in words["words"]] == []


def test_rule_sets_values_and_circumstances_are_translated(words):
    assert [said for said in words["said"] if said not in words["words"]] == []


@pytest.mark.parametrize("rules", [rules["id"] for rules in requests.rules_list()])
def test_questions_and_presets_of_a_rule_set_are_translated(words, rules):
    detail = requests.rules_detail(rules)
    here = [option for option in detail["options"] if option["name"] != "blocks"]  # not asked
    questions = [asked(option) for option in here]
    known = {"round_change", "rounds", "minimum", "cap"}
    missing = [
        question
        for question, option in zip(questions, here, strict=True)
        if question not in words["words"] and option["name"] not in known
    ]
    assert missing == []
    assert [name for name in detail["presets"] if name not in words["words"]] == []


def test_places_for_names_and_numbers_survive_translation(words):
    place = re.compile(r"\{\w+\}")
    differing = {
        english: chinese
        for english, chinese in words["words"].items()
        if set(place.findall(chinese)) - set(place.findall(english))
    }
    assert differing == {}


REFUSED = """
async () => {
  const { REFUSALS, IN_SHORT } = await import("/static/js/ui/refusals.js");
  return [REFUSALS, IN_SHORT];
}
"""


def codes_of_the_service():
    """The codes of the table of refusals, which the service's own tests keep complete."""
    text = (STATIC.parents[1] / "README.md").read_text(encoding="utf-8")
    table = text.partition("\n## Refusals\n")[2].partition("\n## ")[0]
    rows = [row for row in table.splitlines() if re.match(r"\| \d", row)]
    return {
        code for row in rows for code in re.findall(r"`([a-z_]+)`", re.sub(r"\(.*?\)", "", row))
    }


def test_whatever_is_refused_is_said_in_plain_words_of_both_languages(modules, words):
    refused, in_short = modules.evaluate(REFUSED)
    codes = codes_of_the_service()
    assert len(codes) > 60
    assert sorted(codes - refused.keys() - in_short.keys()) == []
    said = [*refused.values(), *in_short.values()]
    assert [each for each in said if each not in words["words"]] == []
