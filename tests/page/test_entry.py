"""Entering a win on the page: tiles, circumstances, what it is worth, and what is wrong with it."""

import re

import pytest

from tests import needs
from tests.page.conftest import expect_each

expect = needs.package("playwright.sync_api").expect

# Drawn by East: 8 faan, of which 1 for the draw.
STRAIGHT = "123456789m55511z"


def test_circumstances_change_the_score_and_exclude_each_other(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write(STRAIGHT)
    ann.mark("9m")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.click("[data-event='last-wall-tile']")
    ann.page.wait_for_selector(".total-faan >> text=9")
    expect(ann.page.locator("[data-event='first-draw']")).to_have_count(0)
    expect(ann.page.locator("[data-event='last-discard']")).to_have_count(0)  # it was drawn


def test_too_few_faan_are_explained_and_not_recorded(phone):
    ann = phone()
    ann.set_up(minimum=3)
    ann.win(winner=1, discarder=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m234456p789s11z")
    ann.mark("9s")
    line = ann.page.locator(".score-line")
    line.filter(has_text="minimum at this table is 3, so it is 2 short").wait_for()
    ann.page.wait_for_selector(".short-ways")  # false win, only the points, play on
    expect(ann.page.locator(".record")).to_have_count(0)
    expect(ann.page.locator(".score-line")).to_contain_text("it is 2 short", use_inner_text=True)
    expect(ann.page.locator(".card.wrong")).to_have_count(0)  # it is said once


def test_wrong_tiles_are_explained_in_plain_words(phone):
    ann = phone()
    ann.start()
    ann.win(winner=1, discarder=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123456789m5551z")
    line = ann.page.locator(".score-line")
    line.filter(has_text="13 of 14 tiles").wait_for()
    ann.pick("9p")  # it wins with none of its tiles, so which one won is not asked
    line.filter(has_text="do not make a winning hand").wait_for()
    names = re.compile(r"\b[a-z]+_[a-z_]+\b")  # as programs give them, which no person should see
    expect(ann.page.locator("body")).not_to_contain_text(names, use_inner_text=True)


def test_exposed_sets_and_kongs_from_the_palette(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0, discarder=2)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.tap("Exposed set")
    ann.pick("5m")
    ann.page.get_by_role("button", name="5 of characters, 6 of characters, 7 of char").click()
    ann.tap("Concealed kong")
    ann.pick("7z")
    ann.tap("Single tile")
    ann.pick("11123499m")
    ann.mark("9m")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.wait_for_selector(".total")
    # Half flush, open: 2; red dragons 1; no bonus tile 1.
    expect(ann.page.locator(".total-faan")).to_have_text("4 faan", use_inner_text=True)
    expect(ann.page.locator(".mini-set")).to_have_count(5)


def test_a_tile_is_changed_laid_down_and_removed_by_tapping_it(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.pick("123m5p")
    ann.page.click(".concealed [data-code='5p']")
    ann.page.locator("dialog .tab").nth(2).click()
    ann.page.click("dialog .face[data-code='7s']")
    ann.page.click(".concealed [data-code='7s']")
    ann.tap("Remove this tile")
    ann.page.click(".concealed [data-code='2m']")
    ann.page.get_by_role("button", name="Exposed set: 1 of characters").click()
    expect(ann.page.locator(".set.exposed .tile-button")).to_have_count(3)
    expect(ann.page.locator(".concealed .tile-button")).to_have_count(0)
    ann.page.click(".set-kind")
    ann.tap("Move it back into the hand")
    expect(ann.page.locator(".concealed .tile-button")).to_have_count(3)


@pytest.mark.parametrize(
    ("faan", "discarder", "paid"),
    [
        (3, None, ["−16", "−16", "+48", "−16"]),
        (3, 1, ["−8", "−16", "+32", "−8"]),
        (13, 0, ["−256", "−128", "+512", "−128"]),
    ],
)
def test_agreed_faan_show_the_payments_before_they_are_recorded(phone, faan, discarder, paid):
    ann = phone()
    ann.set_up(cap=13)
    ann.win(winner=2, discarder=discarder)
    expect(ann.page.locator(".record")).to_have_count(0)  # no number is taken for granted
    ann.choose_faan(faan)
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.wait_for_selector(".payments")
    expect(ann.page.locator(".delta-now")).to_have_text(paid, use_inner_text=True)
    ann.page.click(".win-foot .primary")
    changes = [int(each.replace("−", "-")) for each in paid]
    assert ann.table(2)["points"] == [500 + change for change in changes]


def test_an_unfinished_win_survives_the_page_being_thrown_away(phone):
    ann = phone()
    ann.start()
    ann.win(winner=2, discarder=1)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.pick("123m")
    ann.page.reload()
    ann.page.wait_for_selector(".editor")
    expect(ann.page.locator(".concealed .tile-button")).to_have_count(3)
    expect(ann.page.locator("h1")).to_have_text("Cleo, off Ben", use_inner_text=True)


def test_tiles_are_typed_on_a_keyboard(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.page.wait_for_selector(".palette")
    keys = ann.page.keyboard
    keys.type("123m 8z 11114p5S2f")  # no eighth honour; letters large or small
    hand = ann.page.locator(".tile-button")
    typed = ["1m", "2m", "3m", "1p", "1p", "1p", "1p", "4p", "5s"]
    expect_each(hand, "data-code", [*typed, "2f"])
    keys.type("1p2f")  # no fifth, no second of a flower
    expect_each(hand, "data-code", [*typed, "2f"])
    keys.press("Backspace")
    expect_each(hand, "data-code", typed)
    keys.type("7")
    keys.press("Backspace")  # the digit alone
    keys.type("m")
    expect_each(hand, "data-code", typed)
    face = ann.page.locator(".palette .face[data-code='1m']")
    face.focus()
    keys.press("Enter")
    keys.type("9m")
    expect_each(hand, "data-code", ["1m", *typed[:3], "9m", *typed[3:]])
    expect(face).to_be_focused()  # it stays
    ann.page.locator(".tile-button[data-code='3m']").focus()
    keys.press("Delete")
    expect(hand.and_(ann.page.locator("[data-code='9m']"))).to_be_focused()  # and the next has it
    keys.press("Delete")
    expect_each(hand, "data-code", ["1m", "1m", "2m", "1p", "1p", "1p", "1p", "4p", "5s"])


def test_what_is_typed_counts_after_the_palette_has_put_itself_away(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m456m99p555s789s")
    ann.page.locator(".palette").wait_for(state="detached")  # it wins, whichever tile came last
    ann.write("12z")
    ann.page.locator(".score-line", has_text="2 too many").wait_for()
    ann.page.keyboard.press("Backspace")
    ann.page.locator(".score-line", has_text="1 too many").wait_for()


# Keeps what the line under the hand says that is wrong, however short it stands there.
ALARMS = """
() => {
  window.alarms = [];
  new MutationObserver(() => {
    const alarm = document.querySelector(".score-line.wrong");
    if (alarm) window.alarms.push(alarm.textContent);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}
"""


def test_which_tile_won_is_not_asked_where_it_changes_nothing(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0, discarder=2)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m456m777p789s5z")
    ann.page.locator(".score-line", has_text="13 of 14 tiles").wait_for()
    ann.page.evaluate(ALARMS)
    asked = []
    ann.page.on("request", lambda told: asked.append((told.url, told.post_data)))
    ann.pick("5z")
    ann.page.locator(".score-line.good", has_text="whichever tile won").wait_for()
    assert ann.page.evaluate("window.alarms") == []
    expect(ann.page.locator(".which-won")).to_have_count(0)
    expect(ann.page.locator(".tile-button.winning")).to_have_count(0)  # nobody has said it
    expect(ann.page.locator(".palette")).to_have_count(0)  # the hand is whole
    paid = ann.paid()
    ann.mark("7p")  # who likes to say it may
    ann.page.locator(".score-line.good", has_text="whichever").wait_for(state="detached")
    ann.expect_paid(paid)
    ann.record(2)
    scores = [body for url, body in asked if url.endswith("/scores")]
    assert len(scores) == len(set(scores))  # what was counted for the question answers it


def test_which_tile_won_is_asked_where_a_row_hangs_on_it(phone):
    ann = phone()
    ann.start("classical-20")
    ann.win(winner=0, discarder=1)  # a pung that a discard completes is worth less
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m456m777p789s55z")
    ann.page.wait_for_selector(".which-won")
    expect(ann.page.locator(".record")).to_have_count(0)
    ann.mark("5z")
    ann.page.wait_for_selector(".record:not([disabled])")


EVERY = """
async () => {
  const { equivalentHand, handsByWinningTile } = await import("/static/js/state/claims.js");
  const { handText, parseHand } = await import("/static/js/state/notation.js");
  const hands = handsByWinningTile(parseHand("123m 55z (777p) 456m 789s"));
  const answer = { valid: true, problems: [], rows: [], faan: 1, sets: ["123m", "55z"] };
  const all = hands.map(() => answer);
  const other = [...all.slice(1), { ...answer, faan: 2 }];
  const none = equivalentHand(hands, []);
  return [hands.length, handText(equivalentHand(hands, all)), equivalentHand(hands, other), none];
}
"""


def test_of_hands_that_are_worth_the_same_whichever_tile_won_one_of_the_eyes_counts(modules):
    number, text, other, none = modules.evaluate(EVERY)
    assert number == 10  # faces that lie closed
    assert text.endswith("+5z")
    assert other is None
    assert none is None
