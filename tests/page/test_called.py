"""Which sets were called: said by the table wherever the money hangs on it, and never guessed."""

import pytest

from scorer.core.tiles import parse_tiles
from tests import needs
from tests.page.conftest import expect_each

expect = needs.package("playwright.sync_api").expect

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


def expect_chips(page, pressed):
    """The sets that may have been called are these, and whether each was."""
    expect_each(page.locator(".called .chip"), "aria-pressed", pressed)


def test_both_prices_are_said_and_the_table_decides_before_anything_is_recorded(entered):
    ann = entered()
    choice = ann.page.locator(".called-choice button")
    choice.nth(1).wait_for()
    expect(ann.page.locator(".called")).to_contain_text(
        "Tap each set that was claimed from a discard.", use_inner_text=True
    )
    expect_chips(ann.page, ["false"] * 4)
    expect(ann.page.locator(".primary.record")).to_have_count(0)
    said = ["Nothing called 2 faan · Record: Ann +24", "A set was called 1 faan"]
    expect(choice).to_have_text(said, use_inner_text=True)
    choice.nth(0).click()
    assert ann.table(2)["points"] == [524, 492, 492, 492]


def test_a_tap_on_a_set_says_that_it_was_called(entered):
    ann = entered()
    ann.page.get_by_role("button", name="A set was called").click()
    expect(ann.page.locator(".called :focus")).to_have_count(1)
    ann.page.locator(".called .chip").nth(2).click()  # 555s
    ann.page.wait_for_selector(".primary.record:not([disabled])")
    expect_chips(ann.page, ["false", "false", "true", "false"])
    expect(ann.page.locator(".set.exposed [data-code='5s']")).to_have_count(3)
    ann.expect_paid([12, -4, -4, -4])
    ann.page.evaluate("window.scrollTo(0, 0)")
    shelf = ann.page.locator(".part.sets").bounding_box()  # what lies there is above the bar
    bar = ann.page.locator(".win-foot").bounding_box()
    assert shelf["y"] + shelf["height"] <= bar["y"]
    ann.page.locator(".called .chip[aria-pressed='true']").click()  # it was not, after all
    ann.page.wait_for_selector(".record >> text=Ann +24")
    expect(ann.page.locator(".called-choice")).to_have_count(0)  # asked once
    first = ann.page.locator(".called .chip").first
    first.click()  # another one, in error
    ann.page.wait_for_selector(".primary.record:not([disabled]) >> text=+12")
    expect_chips(ann.page, ["true", "false", "false", "false"])
    first.click()
    ann.page.wait_for_selector(".record >> text=Ann +24")
    assert ann.record(2)["points"] == [524, 492, 492, 492]


def test_nothing_is_asked_where_it_changes_no_price(entered):
    ann = entered("hk-majlife")
    ann.page.wait_for_selector(".primary.record:not([disabled])")
    expect_chips(ann.page, ["false"] * 4)
    expect(ann.page.locator(".called-choice")).to_have_count(0)


def test_who_lays_sets_down_has_said_what_was_called(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("555s")
    ann.page.locator(".concealed [data-code='5s']").first.click()
    ann.page.locator("dialog .offer", has_text="Exposed set").click()
    ann.write("123456m789s99p")
    ann.mark("9p")
    ann.page.wait_for_selector(".primary.record:not([disabled])")
    ann.expect_paid([12, -4, -4, -4])


def test_a_kong_that_the_number_of_tiles_makes_certain_is_laid_down_without_a_question(entered):
    ann = entered(tiles="123456m5555s789s99p")
    expect(ann.page.locator(".set.concealed_kong [data-code='5s']")).to_have_count(4)
    expect(ann.page.locator(".tally")).to_contain_text("14 of 14", use_inner_text=True)


def test_of_a_hand_that_did_not_win_it_is_asked_too(phone):
    """An own wind's pung scores 8 closed, 4 called, each doubled twice (classical-british)."""
    ann = phone()
    ann.start("classical-british")
    ann.win(winner=1, discarder=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m456m789m123p55z")
    ann.mark("3p")
    ann.page.wait_for_selector(".record:not([disabled])")
    expect(ann.page.locator(".called-choice")).to_have_count(0)  # chows are worth the same
    ann.page.click(".hands-bar [data-player='0']")
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("111z23p")
    choice = ann.page.locator(".called-choice button")
    choice.nth(1).wait_for()
    said = ["Nothing called 32 points · Next: Cleo's hand", "A set was called 16 points"]
    expect(choice).to_have_text(said, use_inner_text=True)
    ann.page.click(".hands-bar [data-player='1']")  # away without an answer
    ann.tap("Ann's hand: was a set called?")
    expect(ann.page.locator("h1")).to_have_text("Ann's hand", use_inner_text=True)
    ann.page.locator(".called .chip").click()
    ann.page.wait_for_selector(".score-line >> text=16 points")
    ann.tap("Next: Cleo's hand")
    ann.tap("Leave this hand unknown")
    ann.page.wait_for_selector(".record:not([disabled])")
    expect(ann.page.locator(".hands-bar [data-player='0']")).to_have_text(
        "Ann 16 points", use_inner_text=True
    )


@pytest.mark.parametrize(("answer", "points"), [("Nothing called", 524), ("555s", 512)])
def test_without_a_connection_the_table_says_it_before_the_hand_is_kept(phone, answer, points):
    ann = phone()
    ann.start()
    ann.page.wait_for_function(
        "() => Object.keys(localStorage).some((key) => key.startsWith('tableside.seen:/rules/'))"
    )
    ann.page.route("**/api/v1/**", lambda route: route.abort())
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write(HAND)
    ann.mark("9p")
    choice = ann.page.locator(".called-choice button")
    choice.nth(1).wait_for()
    said = ["Nothing called Keep it and send it later", "A set was called"]
    expect(choice).to_have_text(said, use_inner_text=True)
    expect_chips(ann.page, ["false"] * 4)
    if answer == "555s":
        ann.page.locator(".called .chip").nth(2).click()
    ann.page.click(".record:not([disabled])")
    ann.page.wait_for_selector(".queue")
    ann.page.unroute("**/api/v1/**")
    assert ann.table(2)["points"][0] == points
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR_FAILED" not in text]


ARRANGED = """
async (codes) => {
  const { setsBesideEyes } = await import("/static/js/state/arrangement.js");
  return setsBesideEyes(codes).map((set) => set.join(" "));
}
"""


@pytest.mark.parametrize(
    ("tiles", "sets"),
    [
        ("123456m555789s99p", ["1m 2m 3m", "4m 5m 6m", "5s 5s 5s", "7s 8s 9s"]),
        ("22223344m111z999p", ["2m 3m 4m", "2m 3m 4m", "9p 9p 9p", "1z 1z 1z"]),
        ("1199m1199p1199s11z", []),  # seven pairs
        ("99p", []),
    ],
)
def test_the_sets_of_a_hand_are_seen_without_a_connection(modules, tiles, sets):
    codes = [str(tile) for tile in parse_tiles(tiles)]
    assert modules.evaluate(ARRANGED, codes) == sets


READ = """
async (given) => {
  const { withReadCalls } = await import("/static/js/state/claims.js");
  const { parseHand, handText } = await import("/static/js/state/notation.js");
  return handText(withReadCalls(parseHand(given.hand), { called: given.called }));
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
    expect(ann.page.locator(".called .chip[aria-pressed='true']")).to_have_count(exposed)
    expect(ann.page.locator(".called .chip")).not_to_have_count(0)
    expect(ann.page.locator(".called-choice button")).to_have_text(answers, use_inner_text=True)


def test_the_word_that_the_page_is_on_its_way_goes_when_it_is_there(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.open(f"#game={begun['id']}")
    ann.table(1)
    expect(ann.page.locator("body")).not_to_contain_text("One moment", use_inner_text=True)
