"""The browser's Back: it closes a panel, leaves a form with its draft kept, then the table."""

import re

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

LENGTH = "history.length"
# Closes a panel, and opens another while the browser is still on its way back from it.
TWICE = """
async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  for (const pause of [0, 1, 5]) {
    document.querySelector("[data-tool=more]").click();
    while (!document.querySelector("dialog[open]")) await wait(5);
    document.querySelector("dialog[open]").close();
    await wait(pause);
    document.querySelector("[data-tool=more]").click();
    await wait(300);
    if (!document.querySelector("dialog[open]")) throw new Error(`gone after ${pause} ms`);
    document.querySelector("dialog[open]").close();
    await wait(300);
  }
}
"""
# Follows a link, some milliseconds after a panel was closed.
ELSEWHERE = """
async (pause) => {
  document.querySelector("dialog[open]").close();
  if (pause) await new Promise((done) => setTimeout(done, pause));
  location.hash = "#club";
}
"""


@pytest.fixture
def seated(phone):
    """A phone that has come to a table from the start."""
    ann = phone()
    begun = ann.begin("hk-500")
    ann.open()
    ann.page.wait_for_selector("#new-game")
    ann.page.evaluate(
        "([id, token]) => { location.hash = `game=${id}&token=${token}`; }",
        [begun["id"], begun["write_token"]],
    )
    ann.table(1)
    ann.page.click("[data-whose='0']")
    return ann


def test_back_closes_a_panel_and_the_panel_under_it_and_then_leaves_the_table(seated):
    page = seated.page
    seated.tap("More")
    seated.tap("End the game")
    page.locator("dialog .lead").wait_for()
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    seated.tap("More")
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_selector(".felt")
    page.go_back()
    page.wait_for_selector(".brand")


def test_a_panel_that_is_closed_by_itself_takes_no_back(seated):
    page = seated.page
    for _ in range(2):
        seated.tap("Rules")
        page.wait_for_selector("dialog .row-list")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function("history.state === null || !history.state.panel")
    page.go_back()
    page.wait_for_selector(".brand")


def test_a_screen_that_is_opened_while_a_panel_closes_stays(seated):
    page = seated.page
    for pause in (0, 0, 1, 2, 5, 10, 20):
        seated.tap("More")
        page.wait_for_selector("dialog[open]")
        page.evaluate(ELSEWHERE, pause)
        page.wait_for_selector(".small-felt")
        page.locator(".small-felt").first.click()
        page.wait_for_selector(".felt")


def test_a_panel_that_follows_another_at_once_stays(seated):
    page = seated.page
    for _ in range(4):
        page.evaluate(TWICE)
        page.wait_for_function("!document.querySelector('dialog')")
    page.wait_for_function("history.state === null || !history.state.panel")
    page.go_back()
    page.wait_for_selector(".brand")


def test_a_win_that_is_dropped_leads_back_to_its_table(seated):
    page = seated.page
    seated.win(winner=1, discarder=2)
    seated.tap("Cancel")
    seated.tap("Discard it")
    page.wait_for_selector(".felt")
    page.go_back()
    page.wait_for_selector(".brand")


def test_back_from_a_form_keeps_its_draft_and_the_second_leaves_the_table(seated):
    page = seated.page
    seated.win(winner=1, discarder=2)
    page.go_back()
    page.wait_for_selector(".resume")
    page.go_back()
    page.wait_for_selector(".brand")


def test_hands_leave_no_entries_behind(seated):
    page = seated.page
    for hand in range(2):
        seated.win(winner=1, discarder=2)
        seated.agree(3)
        seated.table(hand + 2)
        page.wait_for_selector(".hand-ends")
    before = page.evaluate(LENGTH)
    seated.win(winner=1, discarder=2)
    seated.agree(3)
    seated.table(4)
    assert page.evaluate(LENGTH) == before
    page.go_back()
    page.wait_for_selector(".brand")


def test_a_form_without_anything_in_it_is_not_offered_again(seated):
    page = seated.page
    page.click("[data-end='agreed']")
    page.wait_for_selector(".win-body")
    page.go_back()
    page.wait_for_selector(".felt")
    expect(page.locator(".resume")).to_have_count(0)


def test_a_screen_opened_from_a_panel_leads_back_past_it(seated):
    page = seated.page
    seated.win(winner=1, discarder=2)
    seated.agree(3)
    seated.table(2)
    seated.tap("History")
    seated.tap("Correct this hand")
    seated.tap("Change who won, the tiles or the points")
    page.wait_for_selector(".win-body")
    page.go_back()
    page.wait_for_selector(".felt")
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function("!history.state?.panel")
    page.go_back()
    page.wait_for_selector(".brand")


def test_a_screen_that_cannot_be_fetched_says_so_and_opens_later(phone):
    ann, lost = phone(), True
    page = ann.page
    page.route(
        re.compile(r"/win[^/]*\.js"), lambda route: route.abort() if lost else route.continue_()
    )
    ann.start()
    for _ in range(2):
        page.click(".seat[data-player='1']")
        expect(page.locator(".notice")).to_contain_text("cannot be loaded now")
        page.wait_for_function("() => !location.hash.includes('win')")
        page.wait_for_selector(".felt")
        page.click(".notice [aria-label='Dismiss this message']")
    lost = False
    page.click(".seat[data-player='1']")
    page.wait_for_selector("section[aria-label='How?']")
    page.go_back()
    page.wait_for_selector(".felt")
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR" not in text]


def test_a_game_that_is_left_for_good_leaves_no_entry_behind(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.page.goto(f"{ann.address}/healthz/live")
    ann.open()
    ann.page.wait_for_selector("#new-game")
    link = f"game={begun['id']}&token={begun['write_token']}"
    ann.page.evaluate("(link) => { location.hash = link; }", link)
    ann.table(1)
    ann.win(winner=1, discarder=2)
    ann.page.go_back()
    ann.page.wait_for_selector(".resume")
    ann.tap("Share")
    ann.tap("Delete this game …")
    ann.tap("Delete for good")
    ann.page.wait_for_selector("#new-game")
    ann.page.go_back()
    ann.page.wait_for_url("**/healthz/live")
