"""The rules of a table to look up while it plays: what was agreed, what pays, rows and words."""

import re

import pytest

from scorer.api import requests
from service.locale.catalogues import say
from tests import needs

expect = needs.package("playwright.sync_api").expect

EXAMPLES = """
async (ids) => {
  const { exampleOf } = await import("/static/js/rules/cards.js");
  return Object.fromEntries(ids.map((id) => [id, exampleOf(id)]));
}
"""
TERMS = """
async () => (await import("/static/js/rules/cards.js")).TERMS.map(
  ([id, zh, reading, name, meaning]) => ({ id, zh, reading, name, meaning }),
)
"""
RULES = [each["id"] for each in requests.rules_list()]
ROWS = sorted({row["id"] for rules in RULES for row in requests.rules_detail(rules)["rows"]})
CHINESE = re.compile(r"^[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef0-9a-zA-Z 、]+$")


@pytest.fixture(scope="module")
def examples(modules):
    return modules.evaluate(EXAMPLES, ROWS)


def hands_of(tiles):
    """A whole hand as hand texts, one for each standing tile that may have won; none for a part."""
    groups = re.findall(r"\(?\d+[mpszfg]\)?", tiles)
    sets = [group for group in groups if "(" in group]
    standing = [digit + group[-1] for group in groups if group not in sets for digit in group[:-1]]
    if 3 * len(sets) + len(standing) != 14 or standing[0][1] in "fg":
        return []
    hands = []
    for winning in dict.fromkeys(standing):
        rest = standing.copy()
        rest.remove(winning)
        hands.append(" ".join([*rest, *sets, f"+{winning}"]))
    return hands


def test_every_row_has_a_sentence_in_english_and_chinese(examples):
    for row, example in examples.items():
        english, chinese = (
            say(tag, example["name"], "reference", context="row-meaning")
            for tag in ("en", "zh-Hant-HK")
        )
        assert english.endswith("."), row
        assert chinese.endswith("。"), row
        assert CHINESE.match(chinese), row


@pytest.mark.parametrize("rules", RULES)
def test_the_tiles_of_a_row_have_it(examples, rules):
    """Whole hands, drawn by South in the round of East, by every rule set that has the row."""
    seen = 0
    for row in (each["id"] for each in requests.rules_detail(rules)["rows"]):
        hands = hands_of(examples[row]["tiles"] or "")
        if not hands:
            continue
        seen += 1
        body = {"rules": rules, "win": "self-draw", "seat": "S", "round": "E"}
        scored = [requests.answer({**body, "hand": hand}) for hand in hands]
        assert any(row in [each["id"] for each in answer["rows"]] for answer in scored), row
    assert seen >= 2


def test_every_word_says_how_it_is_spoken(modules):
    terms = modules.evaluate(TERMS)
    assert len({term["id"] for term in terms}) == len(terms) > 20
    for term in terms:
        assert re.fullmatch(r"[a-z]+[1-6]( [a-z]+[1-6])*", term["reading"]), term
        assert len(term["reading"].split()) == len(term["zh"]), term


@pytest.fixture
def table(phone):
    def at(rules="hk-500", options=None, **settings):
        ann = phone(**settings)
        begun = ann.start(rules, **(options or {}))
        return ann, begun

    return at


def test_rules_say_what_was_agreed_and_what_each_faan_pays(table):
    ann, begun = table(options={"minimum": 3, "false_win": "fixed:10"})
    ann.tap("Rules")
    page = ann.page
    page.wait_for_selector(".row-list")
    agreed = {
        "Minimum faan to win": "3",
        "What does a player pay for a false win?": "10 points to each",
    }
    for question, answer in agreed.items():
        answered = page.locator(".agreed-list").get_by_text(question, exact=True).locator("+ dd")
        expect(answered).to_have_text(answer, use_inner_text=True)
    lines = ["3 16 16 8", "4–6 32 32 16", "7–9 64 64 32", "10 128 128 64"]
    expect(page.locator(".pays tbody tr")).to_have_text(lines, use_inner_text=True)
    ann.post(begun, "hands", {"winner": 0, "from": 1, "faan": 4})
    page.keyboard.press("Escape")
    assert ann.table(2)["points"] == [564, 468, 484, 484]  # as the second line says


def test_the_limit_is_called_by_one_word_in_either_language(table):
    ann, _ = table(locale="zh-HK")
    ann.page.click(".table-bar [data-tool='rules']")
    ann.page.wait_for_selector(".row-list")
    expect(ann.page.locator("[data-row='four_pungs'] b")).to_have_text(
        "門清 封頂，落地 2", use_inner_text=True
    )
    expect(ann.page.locator("[data-row='nine_gates'] b")).to_have_text(
        "封頂，只限門清", use_inner_text=True
    )


def test_rules_say_who_pays_whom_where_all_hands_are_counted(table):
    ann, begun = table("classical-20", options={"difference": "signed"})
    ann.tap("Rules")
    page = ann.page
    page.wait_for_selector(".settles")
    expect(page.locator("dialog")).to_contain_text("whichever is worth more", use_inner_text=True)
    lines = ["East 40 +16", "South won 24 +22", "West 8 −16", "North 2 −22"]
    expect(page.locator(".settles tbody tr")).to_have_text(lines, use_inner_text=True)
    ann.post(begun, "hands", {"winner": 1, "from": 3, "scores": [40, 24, 8, 2]})
    page.keyboard.press("Escape")
    assert ann.table(2)["points"] == [516, 522, 484, 478]


def test_a_row_and_a_word_explain_themselves(table):
    ann, _ = table()
    ann.tap("Rules")
    page = ann.page
    page.fill(".all-rows input[type=search]", "一條龍")
    expect(page.locator(".row-line")).to_have_count(1)
    page.click(".row-line[data-row='pure_straight']")
    card = page.locator("dialog .term-card")
    card.wait_for()
    expect(card).to_contain_text("123, 456 and 789 of one suit.", use_inner_text=True)
    expect(card.locator("img")).to_have_count(9)
    expect(card).to_contain_text("2 closed, 1 with a called set", use_inner_text=True)
    page.keyboard.press("Escape")
    page.click(".all-terms summary")
    expect(page.locator("[data-term=dealer]")).to_contain_text("zong1", use_inner_text=True)


def test_the_middle_of_the_table_says_who_deals_and_who_goes_first(table):
    ann, _ = table()
    ann.page.click(".middle")
    words = ann.page.locator("dialog .sheet-body")
    expect(words).to_contain_text("Ann is the dealer", use_inner_text=True)
    expect(words).to_contain_text("Ann goes first", use_inner_text=True)


def test_a_counted_row_opens_its_card(table):
    ann, begun = table()
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "hand": "123456789m 555s 1z +1z"})
    ann.table(2)
    ann.page.click(".recent-hand")
    ann.page.click("dialog [data-row='pure_straight'] .row-name")
    ann.page.wait_for_selector("dialog .term-card img")
