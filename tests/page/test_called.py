"""Which sets were called: said by the table wherever the money hangs on it, and never guessed."""

import pytest

from tests import needs

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))

HAND = "123456m555789s99p"  # hk-500, drawn: 2 faan as long as nothing was called, else 1


@pytest.fixture
def entered(phone):
    """A phone with a hand tapped in that Ann drew, tile by tile."""

    def enter(rules="hk-500", tiles=HAND, winning="9p", **settings):
        ann = phone(**settings)
        ann.start(rules)
        ann.win(winner=0)
        ann.enter(tiles, winning)
        return ann

    return enter


def chips(page):
    """The faces of the sets that may have been called, and whether each was."""
    page.wait_for_selector(".called .chip")
    return page.locator(".called .chip").evaluate_all(
        "all => all.map((each) => each.getAttribute('aria-pressed'))"
    )


def test_both_prices_are_said_and_the_table_decides_before_anything_is_recorded(entered):
    ann = entered()
    choice = ann.page.locator(".called-choice button")
    choice.nth(1).wait_for()
    assert "closed 2 faan · with a called set 1 faan" in ann.page.inner_text(".called")
    assert chips(ann.page) == ["false"] * 4
    assert not ann.page.locator(".primary.record").count()
    said = [" ".join(each.split()) for each in choice.all_inner_texts()]
    assert said == ["Nothing called 2 faan · Record: Ann +24", "A set was called 1 faan"]
    choice.nth(0).click()
    assert ann.table(2)["points"] == [524, 492, 492, 492]


def test_a_tap_on_a_set_says_that_it_was_called(entered):
    ann = entered()
    ann.page.get_by_role("button", name="A set was called").click()
    focused = "document.activeElement.closest('.called') !== null"
    assert ann.page.evaluate(focused)
    ann.page.locator(".called .chip").nth(2).click()  # 555s
    ann.page.wait_for_selector(".primary.record:not([disabled])")
    assert chips(ann.page).count("true") == 1
    assert ann.page.locator(".set.exposed [data-code='5s']").count() == 3
    assert ann.paid() == [12, -4, -4, -4]
    ann.page.locator(".called .chip[aria-pressed='true']").click()  # it was not, after all
    ann.page.wait_for_selector(".record >> text=Ann +24")
    assert not ann.page.locator(".called-choice").count()  # asked once
    assert ann.record(2)["points"] == [524, 492, 492, 492]


def test_nothing_is_asked_where_it_changes_no_price(entered):
    ann = entered("hk-majlife")
    ann.page.wait_for_selector(".primary.record:not([disabled])")
    assert chips(ann.page) == ["false"] * 4
    assert not ann.page.locator(".called-prices").count()


def test_who_lays_sets_down_has_said_what_was_called(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.pick("555s")
    ann.page.locator(".concealed [data-code='5s']").first.click()
    ann.page.locator("dialog .offer", has_text="Exposed set").click()
    ann.pick("123456m789s99p")
    ann.mark("9p")
    ann.page.wait_for_selector(".primary.record:not([disabled])")
    assert ann.paid() == [12, -4, -4, -4]


def test_sets_that_lie_open_may_be_called_in_error(entered):
    ann = entered()
    ann.page.locator(".called .chip").first.click()
    ann.page.wait_for_selector(".primary.record:not([disabled]) >> text=+12")
    assert ann.page.locator(".called .chip[aria-pressed='true']").count() == 1


def test_a_kong_that_the_number_of_tiles_makes_certain_is_laid_down_without_a_question(entered):
    ann = entered(tiles="123456m5555s789s99p")
    assert ann.page.locator(".set.concealed_kong [data-code='5s']").count() == 4
    assert "14 of 14" in ann.page.inner_text(".tally")


def test_the_sets_on_the_table_are_above_the_bar(entered):
    ann = entered()
    ann.page.locator(".called .chip").first.click()
    ann.page.wait_for_selector(".primary.record:not([disabled])")
    ann.page.evaluate("window.scrollTo(0, 0)")
    shelf = ann.page.locator(".part.sets").bounding_box()
    bar = ann.page.locator(".win-foot").bounding_box()
    assert shelf["y"] + shelf["height"] <= bar["y"]


READ = """
async (given) => {
  const { asCalled } = await import("/static/js/state/called.js");
  const { parseHand, handText } = await import("/static/js/state/notation.js");
  return handText(asCalled(parseHand(given.hand), { called: given.called }));
}
"""


@pytest.mark.parametrize(
    ("hand", "called", "text"),
    [
        ("123m 555s", None, "123m 555s"),
        ("123m 555s", [([3, 4, 5], 0.7)], "123m (555s)"),
        ("123m 555s", [([3, 4, 5], 0.98), ([0, 1, 2], 0.01)], "123m (555s)"),
        ("123m (555s)", [([3, 4, 5], 0.2)], "123m 555s"),
        ("123m (555s)", [([3, 4, 5], 0.6)], "123m (555s)"),
        ("12m [5555s]", [([2, 3, 4, 5], 0.6)], "12m (5555s)"),
        ("12m (5555s)", [([2, 3, 4, 5], 0.1)], "12m [5555s]"),
        ("12m 55s +5s", [([2, 3, 4], 0.9)], "12m 55s +5s"),  # the tile that won is drawn
    ],
)
def test_a_reading_says_what_was_called(modules, hand, called, text):
    told = None if called is None else [{"tiles": t, "exposed": e} for t, e in called]
    given = {"hand": hand} | ({} if told is None else {"called": told})
    assert modules.evaluate(READ, given) == text


@pytest.mark.parametrize(
    ("exposed", "answers"),
    [
        (0, ["Nothing called 152 points · Record: Ann +456", "A set was called 136–152 points"]),
        (1, ["One set called 136 points · Record: Ann +408", "Nothing called 152 points"]),
    ],
)
def test_a_photo_presets_what_was_called_and_the_table_is_asked_all_the_same(
    phone, exposed, answers
):
    """However sure its reader is: the green dragons lie apart, and nobody sees why."""
    needs.trained()
    ann = phone()
    ann.start("classical-20")
    ann.win(winner=0)

    def say(route):
        answer = route.fetch()
        reading = answer.json()
        for each in reading["called"]:
            dragons = reading["tiles"][each["tiles"][0]]["tile"] == "6z"
            each["exposed"] = exposed if dragons else 0
        route.fulfill(response=answer, json=reading)

    ann.page.route("**/api/v1/readings", say)
    ann.photograph()
    ann.page.wait_for_selector(".record:not([disabled])")
    assert chips(ann.page).count("true") == exposed
    said = ann.page.locator(".called-choice button").all_inner_texts()
    assert [" ".join(each.split()) for each in said] == answers


def test_the_word_that_the_page_is_on_its_way_goes_when_it_is_there(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.open(f"#game={begun['id']}")
    ann.table(1)
    assert "One moment" not in ann.page.inner_text("body")
