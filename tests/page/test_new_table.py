"""The new table's state without a browser, and every option of every rule set by the page."""

import pytest

from tests import http, needs

expect = needs.package("playwright.sync_api").expect

DOCUMENTS = ("hk-500", "hk-majlife", "classical-20", "classical-british", "simplified-300")
NOT_HERE = {"blocks", "double_excludes"}  # of the training course, and a list
STATE = "() => fetch(`/api/v1/games/${location.hash.slice(6)}`).then((answer) => answer.json())"


def other_value(option):
    """An answer that is not the usual one, with what is entered for it."""
    values, usual = option["values"], option["default"]
    if option["name"] == "false_win":
        return "fixed:20"
    if isinstance(values, list):
        return next(value for value in values if value != usual)
    numbers = {"money_per_point": 0.05, "minimum": 2, "cap": 9}
    return numbers.get(option["name"], 350)


def enter(terms, name, value):
    """Answer a question in the sheet of all that is the table's own."""
    fields = terms.locator(f"[name='{name}'], [name='house-{name}-number']")
    if name == "false_win":
        fields.select_option("fixed")
        terms.locator("[name=false_win_points]").fill("20")
    elif fields.evaluate("(each) => each.tagName") == "SELECT":
        fields.select_option(str(value))
    elif isinstance(value, bool):
        fields.set_checked(value)
    else:
        fields.fill(str(value))


@pytest.mark.parametrize("rules", DOCUMENTS)
def test_every_option_of_every_rule_set_is_reached_and_sent(phone, service, rules):
    ann = phone()
    detail = http.get(f"{service}/api/v1/rules/{rules}").json()
    wanted = {
        option["name"]: other_value(option)
        for option in detail["options"]
        if option["name"] not in NOT_HERE
    }
    ann.open()
    ann.choose(rules)
    ann.tap("Your own")
    terms = ann.page.locator("dialog .own-terms")
    terms.wait_for()
    for name, value in wanted.items():
        enter(terms, name, value)
    ann.page.keyboard.press("Tab")
    ann.tap("Done")
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    assert ann.page.evaluate(STATE)["options"] == wanted


@pytest.mark.parametrize("rules", DOCUMENTS)
def test_every_question_is_found_by_its_words(phone, service, rules):
    """One search over options, money and rows."""
    ann = phone()
    ann.open()
    ann.choose(rules)
    ann.tap("Your own")
    terms = ann.page.locator("dialog .own-terms")
    rules_in_sight = terms.locator(".rule:visible")
    search = ann.page.get_by_role("searchbox", name="Search the house rules")
    for words, found in (
        ("start with", "[name=start]"),
        ("false_win", "[name=false_win]"),
        ("Four kongs" if rules.startswith("hk") else "Kong", ".row-worth"),
    ):
        search.fill(words)
        expect(terms.locator(f"{found}:visible").first).to_be_visible()
        ann.until(lambda: rules_in_sight.count() < 12, "the others are gone")
    search.fill("no such words")
    terms.get_by_text("No house rule").wait_for()


CHANGES = """
const { newTable, gameToStart, houseChange, rulesChange, seatedNames } =
  await import(`${page}/start/new-table.js`);
const { ladderOf, withOption, withLadder } =
  await import(`${page}/start/agreement.js`);
const number = (name, usual) =>
  ({ name, default: usual, values: "a whole number", question: name });
const base = { id: "hk-500", presets: {}, options: [
  number("minimum", 1), number("cap", 10),
  { name: "round_change", default: "sheet_literal", values: ["sheet_literal", "conventional"] },
], payments: [0, 1, 2, 4].map((faan) => ({ faan, points: 2 ** faan })) };
const offered = { rules: [base, { ...base, id: "classical-20", options: [] }], houses: [],
  roundChange: null };
const begun = newTable(offered, { names: ["Ann"] });
const said = { names: ["Ann", "", "Cleo", ""], players: 3, missing: "borne" };
const played = { ...begun, ...rulesChange(begun, "two-five"), ...said };
const house = { hash: "f".repeat(64), says: { base: "hk-500", name: "Friday", version: 2,
  options: { minimum: 3 }, payment: { discard: "full_gun" } } };
const atHome = { ...begun, ...houseChange(begun, house) };
const changed = { ...atHome, agreement: withOption(atHome.agreement, "minimum", 2) };
const open = { ...atHome, agreement: withOption(atHome.agreement, "cap", 8) };
const own = withLadder(begun.agreement, "own");
return {
  plain: gameToStart(begun),
  named: gameToStart(played),
  names: seatedNames(played, (place) => `Player ${place + 1}`),
  frozen: begun.chosen,
  house: gameToStart(atHome),
  next: gameToStart(changed),
  open: gameToStart(open),
  own: [ladderOf(own.terms.points), own.terms.points],
  capped: withOption(own, "cap", 3).terms.points,
  again: newTable(offered, { rules: "hk-500", before: { players: [{ name: "A" }, { name: "B" }],
    seats: [1, 0], options: { minimum: 3, players: 2 } } }).names,
};
"""


def test_a_new_table_is_a_state_and_changes_without_a_browser(run_node):
    said = run_node(CHANGES)
    conventional = {"round_change": "conventional"}
    assert said["plain"] == {
        "rules": "hk-500",
        "keep": None,
        "options": {"minimum": 1, "cap": 10, **conventional},
    }
    keep = said["named"].pop("keep")
    assert said["named"] == {"rules": None, "options": {"players": 3, "missing_share": "borne"}}
    assert keep["points"] == {"ladder": "half_spicy", "unit": 0.25}
    assert keep["options"] == {
        "minimum": 3, "cap": 10, "bust_ends_game": False, "short_payment": "go_negative",
        **conventional,
    }  # fmt: skip
    assert said["names"] == ["Ann", "Player 2", "Cleo"]
    assert said["frozen"] == "hk-500"  # what was begun with is not changed
    assert said["house"] == {"rules": "f" * 64, "keep": None, "options": {}}
    assert said["open"] == {"rules": "f" * 64, "keep": None, "options": {"cap": 8}}
    assert said["next"]["keep"]["version"] == 3
    assert said["next"]["keep"]["options"] == {"minimum": 2}
    assert said["own"][0] == "own"
    assert list(said["capped"]) == ["1", "2", "3"]
    assert said["again"][:2] == ["B", "A"]
