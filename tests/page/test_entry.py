"""Entering a win on the page: tiles, circumstances, what it is worth, and what is wrong with it."""

import re

import pytest

from tests import needs

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))

# Drawn by East: 8 faan, of which 1 for the draw.
STRAIGHT = "123456789m55511z"


def test_circumstances_change_the_score_and_exclude_each_other(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.pick(STRAIGHT)
    ann.mark("9m")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.click("[data-event='last-wall-tile']")
    ann.page.wait_for_selector(".total-faan >> text=9")
    assert not ann.page.locator("[data-event='first-draw']").count()
    assert not ann.page.locator("[data-event='last-discard']").count()  # it was drawn


def test_too_few_faan_are_explained_and_not_recorded(phone):
    ann = phone()
    ann.start(minimum=3)
    ann.win(winner=1, discarder=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.pick("123m234456p789s11z")
    ann.mark("9s")
    line = ann.page.locator(".score-line")
    line.filter(has_text="at least 3, so 2 are missing").wait_for()
    ann.page.wait_for_selector(".short-ways")  # false win, only the points, play on
    assert not ann.page.locator(".record").count()
    assert "2 are missing" in ann.page.inner_text(".wrong")


def test_wrong_tiles_are_explained_in_plain_words(phone):
    ann = phone()
    ann.start()
    ann.win(winner=1, discarder=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.pick("123456789m5551z")
    line = ann.page.locator(".score-line")
    line.filter(has_text="13 of 14 tiles").wait_for()
    ann.pick("9p")  # it wins with none of its tiles, so which one won is not asked
    line.filter(has_text="do not make a winning hand").wait_for()
    words = ann.page.inner_text("body")
    assert not re.search(r"\b[a-z]+_[a-z_]+\b", words), "a program's name is shown to a person"


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
    assert ann.page.inner_text(".total-faan").split() == ["4", "faan"]
    assert ann.page.locator(".mini-set").count() == 5


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
    assert ann.page.locator(".set.exposed .tile-button").count() == 3
    assert ann.page.locator(".concealed .tile-button").count() == 0
    ann.page.click(".set-kind")
    ann.tap("Take it back into the hand")
    assert ann.page.locator(".concealed .tile-button").count() == 3


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
    ann.start(cap=13)
    ann.win(winner=2, discarder=discarder)
    ann.page.get_by_role("button", name="Only the faan").click()
    for _ in range(faan - 1):
        ann.tap("One more")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.wait_for_selector(".payments")
    assert ann.page.locator(".delta-now").all_inner_texts() == paid
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
    assert ann.page.locator(".concealed .tile-button").count() == 3
    assert ann.page.inner_text("h1") == "Cleo, off Ben"


def shown_hand(ann):
    return [each.get_attribute("data-code") for each in ann.page.locator(".tile-button").all()]


def test_tiles_are_typed_on_a_keyboard(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.page.wait_for_selector(".palette")
    keys = ann.page.keyboard
    keys.type("123m 8z 11114p5S2f")  # no eighth honour; letters large or small
    assert shown_hand(ann) == ["1m", "2m", "3m", "1p", "1p", "1p", "1p", "4p", "5s", "2f"]
    keys.type("1p2f")  # no fifth, no second of a flower
    assert len(shown_hand(ann)) == 10
    keys.press("Backspace")
    assert "2f" not in shown_hand(ann)
    keys.type("7")
    keys.press("Backspace")  # the digit alone
    keys.type("m")
    assert len(shown_hand(ann)) == 9
    face = ann.page.locator(".palette .face[data-code='1m']")
    face.focus()
    keys.press("Enter")
    keys.type("9m")
    assert shown_hand(ann).count("1m") == 2
    focused = "document.activeElement.dataset.code"
    assert ann.page.evaluate(focused) == "1m"  # focus stays
    ann.page.locator(".tile-button[data-code='3m']").focus()
    keys.press("Delete")
    assert ann.page.evaluate(focused) == "9m"  # and goes on to the next one
    keys.press("Delete")
    assert shown_hand(ann) == ["1m", "1m", "2m", "1p", "1p", "1p", "1p", "4p", "5s"]


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
    ann.pick("123m456m777p789s5z")
    ann.page.locator(".score-line", has_text="13 of 14 tiles").wait_for()
    ann.page.evaluate(ALARMS)
    asked = []
    ann.page.on("request", lambda told: asked.append((told.url, told.post_data)))
    ann.pick("5z")
    ann.page.locator(".score-line.good", has_text="whichever tile won").wait_for()
    assert ann.page.evaluate("window.alarms") == []
    assert not ann.page.locator(".which-won").count()
    assert not ann.page.locator(".tile-button.winning").count()  # nobody has said it
    assert not ann.page.locator(".palette").count()  # the hand is whole
    paid = ann.paid()
    ann.mark("7p")  # who likes to say it may
    ann.page.locator(".score-line.good", has_text="whichever").wait_for(state="detached")
    assert ann.paid() == paid
    ann.record(2)
    scores = [body for url, body in asked if url.endswith("/scores")]
    assert len(scores) == len(set(scores))  # what was counted for the question answers it


def test_which_tile_won_is_asked_where_a_row_hangs_on_it(phone):
    ann = phone()
    ann.start("classical-20")
    ann.win(winner=0, discarder=1)  # a pung that a discard completes is worth less
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.pick("123m456m777p789s55z")
    ann.page.wait_for_selector(".which-won")
    assert not ann.page.locator(".record").count()
    ann.mark("5z")
    ann.page.wait_for_selector(".record:not([disabled])")


EVERY = """
async () => {
  const { anyWinner, everyWinner } = await import("/static/js/state/winning-tile.js");
  const { handText, parseHand } = await import("/static/js/state/notation.js");
  const hands = everyWinner(parseHand("123m 55z (777p) 456m 789s"));
  const answer = { valid: true, problems: [], rows: [], faan: 1, sets: ["123m", "55z"] };
  const all = hands.map(() => answer);
  const other = [...all.slice(1), { ...answer, faan: 2 }];
  const none = anyWinner(hands, []);
  return [hands.length, handText(anyWinner(hands, all)), anyWinner(hands, other), none];
}
"""


def test_of_hands_that_are_worth_the_same_whichever_tile_won_one_of_the_eyes_counts(modules):
    number, text, other, none = modules.evaluate(EVERY)
    assert number == 10  # faces that lie closed
    assert text.endswith("+5z")
    assert other is None
    assert none is None
