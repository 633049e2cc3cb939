"""Links to a table: who has which, withdrawn by its owner, and what a phone says whose link is."""

import pytest

from tests import needs
from tests.page.conftest import draw

expect = needs.package("playwright.sync_api").expect


@pytest.fixture
def pair(phone):
    """The owner's phone, and Ben's with a link of his own that was made on it."""
    ann, ben = phone(), phone()
    ann.start()
    ann.page.click("[data-whose='0']")
    ann.tap("Share")
    ann.page.locator(".links").get_by_role("button", name="Ben", exact=True).click()
    link = ann.page.get_by_label("For Ben, to play and record", exact=True)
    ben.page.goto(link.input_value())
    ben.page.click("[data-whose='1']")
    return ann, ben


def withdraw(ann, name="Ben"):
    line = ann.page.locator(".links li", has_text=name)
    line.get_by_role("button", name="Withdraw").click()
    ann.page.locator("dialog .lead", has_text="no longer record").wait_for()
    ann.page.get_by_role("button", name="Withdraw", exact=True).last.click()
    line.wait_for(state="detached")


def test_the_owner_sees_who_may_record_and_when_each_last_did(pair):
    ann, ben = pair
    line = ann.page.locator(".links li", has_text="Ben")
    expect(line).to_contain_text("not used yet", use_inner_text=True)
    ben.win(winner=0)
    ben.agree(1)
    ben.table(2)
    ann.page.keyboard.press("Escape")
    ann.tap("Share")
    expect(line).to_contain_text("last used", use_inner_text=True)


def test_a_link_that_is_withdrawn_is_shown_no_more(pair):
    ann, _ = pair
    names = {"Ben": "For Ben, to play and record", "another phone": "To play and record"}
    for name, label in names.items():
        shown = ann.page.get_by_label(label, exact=True)
        expect(shown).to_have_count(1)
        withdraw(ann, name)
        expect(shown).to_have_count(0)


def test_a_withdrawn_link_is_said_at_once_with_what_to_do(pair):
    ann, ben = pair
    ben.win(winner=0)
    withdraw(ann)
    # The price of what is entered is asked with the token, where the shared draft was not before.
    ben.page.locator("[data-faan='3'], .refused-link").first.click()
    said = ben.page.locator(".refused-link")
    said.wait_for()
    expect(said).to_contain_text("give you a new one", use_inner_text=True)
    expect(ben.page.locator(".hand-ends")).to_have_count(0)
    expect(ben.page.locator(".link")).to_have_text("watching", use_inner_text=True)
    ben.page.reload()
    said.wait_for()
    ann.page.locator(".links").get_by_role("button", name="Ben", exact=True).click()
    link = ann.page.get_by_label("For Ben, to play and record", exact=True)
    ben.page.goto(link.input_value())
    ben.page.wait_for_selector(".resume")  # nothing of what was entered is lost
    expect(said).to_have_count(0)


def shared(ann):
    """The links that a phone offers."""
    ann.tap("Share")
    ann.page.locator("dialog .link-field").last.wait_for()
    return [field.input_value() for field in ann.page.locator("dialog .link-field").all()]


def test_without_a_connection_the_owners_own_link_is_given_to_nobody(cut):
    cut.off = True
    (to_watch,) = shared(cut)
    assert "token" not in to_watch
    expect(cut.page.locator("#notices .alarm")).to_contain_text("is not responding")
    cut.off = False
    cut.tap("Close")
    to_play, _ = shared(cut)
    cut.off = True
    cut.tap("Close")
    assert shared(cut) == [to_play, to_watch]


def test_the_owner_who_opens_the_link_for_others_stays_the_owner(pair):
    ann, ben = pair
    to_play = ann.page.locator("dialog .link-field").first.input_value()
    ann.page.goto("about:blank")
    with ann.page.expect_response("**/links"):
        ann.page.goto(to_play)
    ann.page.wait_for_selector(".felt")
    ann.tap("Share")
    withdraw(ann)
    # Whoever may only record becomes the owner by the owner's link, as on a new phone.
    own = ann.page.evaluate("Object.entries(JSON.parse(localStorage['tableside.games']))[0]")
    with ben.page.expect_response("**/links"):
        ben.open(f"#game={own[0]}&token={own[1]['token']}")
    ben.page.wait_for_selector(".hand-ends")
    ben.tap("Share")
    ben.tap("Delete this game …")


def test_what_waits_is_sent_with_a_new_link_in_place_of_the_one_withdrawn(pair):
    ann, ben = pair
    ben.page.route("**/hands", lambda route: route.abort())
    for k in (1, 2):
        draw(ben)
        ben.page.wait_for_selector(f".queue >> text={k} waiting")
    withdraw(ann)
    with ben.page.expect_response(lambda answer: answer.status == 403):
        ben.page.unroute("**/hands")
    ben.page.wait_for_selector(".refused-link")
    expect(ben.page.locator(".link.stuck")).to_have_count(0)
    ann.page.locator(".links").get_by_role("button", name="Ben", exact=True).click()
    link = ann.page.get_by_label("For Ben, to play and record", exact=True)
    ben.page.goto(link.input_value())
    ben.table(3)
    ben.page.wait_for_selector(".queue", state="detached")
    ben.complaints[:] = [text for text in ben.complaints if "net::ERR" not in text]


NOTICE = """
async (alarm) => {
  const { notice } = await import("/static/js/ui/page.js");
  const { t } = await import("/static/js/i18n/translation.js");
  notice(() => t("your-own"), { alarm });
}
"""
UNDER = """
() => {
  const { bottom } = document.querySelector(".notice").getBoundingClientRect();
  return [...document.querySelectorAll("main button, main a, main select")]
    .filter((each) => !each.closest(".table-foot") && each.checkVisibility())
    .filter((each) => each.getBoundingClientRect().top < bottom - 1)
    .map((each) => each.textContent.trim());
}
"""


@pytest.mark.parametrize("alarm", [True, False])
def test_a_notice_moves_nothing_until_the_next_tap(phone, plain_service, alarm):
    ann = phone()
    ann.address = plain_service
    ann.page.clock.install()
    ann.open()
    ann.page.wait_for_selector("#new-game")
    ann.page.evaluate(NOTICE, alarm)
    notice = ann.page.locator(".notice")
    notice.wait_for()
    top = "document.querySelector('main').getBoundingClientRect().top"
    before = ann.page.evaluate(top)
    ann.page.clock.fast_forward("10:00")
    expect(notice).to_be_visible()
    assert ann.page.evaluate(top) == before
    ann.page.locator("main button").first.click()
    expect(notice).to_have_count(0)


@pytest.mark.parametrize("alarm", [True, False])
def test_a_notice_covers_nothing_speaks_the_language_and_goes(phone, plain_service, alarm):
    ann = phone()
    ann.address = plain_service
    ann.open()
    ann.page.wait_for_selector("#new-game")
    ann.page.evaluate(NOTICE, alarm)
    notice = ann.page.locator(".notice")
    notice.wait_for()
    assert ann.page.evaluate(UNDER) == []
    ann.page.select_option("[name=language]", label="日本語")
    ann.page.wait_for_selector("html[lang=ja]")
    expect(notice.locator("p")).to_have_text("独自ルール")
    ann.page.locator("main button").first.click()
    expect(notice).to_have_count(0)
    assert ann.page.evaluate("document.querySelector('main').getBoundingClientRect().top") == 0
