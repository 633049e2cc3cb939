"""What is said of hands and games later: a note to a hand, and several games together."""

import csv
import io

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect


def test_a_note_to_a_hand_is_read_on_other_phones_and_disturbs_no_win(phone):
    ann = phone()
    page = ann.page
    begun = ann.begin("hk-500")
    ann.post(begun, "hands", {"winner": 1, "from": 2, "faan": 3})
    table = f"#game={begun['id']}&token={begun['write_token']}"
    ben = phone()
    for each in (ann, ben):
        each.open(table)
        each.page.click("[data-whose='nobody']")
        each.table(2)
    ben.win(winner=0, discarder=3)  # Ben is entering the next one meanwhile
    ann.tap("History")
    page.click(".write-note")
    page.fill("[name=note]", "the last tile <b>")
    ann.tap("Save the note")
    page.locator(".event .hand-note", has_text="the last tile <b>").wait_for()
    page.keyboard.press("Escape")
    assert ann.table(3)["points"] == [492, 532, 484, 492]
    expect(page.locator(".recent")).to_contain_text("Ben won off Cleo", use_inner_text=True)
    ben.page.click("[data-faan='1']")
    ben.page.click(".record:not([disabled])")
    assert ben.table(4)["points"] == [500, 530, 482, 488]
    ben.tap("History")
    ben.page.locator(".hand-note", has_text="the last tile <b>").wait_for()
    ben.page.locator(".write-note").last.click()
    ben.tap("Delete the note")
    ben.page.locator("dialog .event").first.wait_for()
    expect(ben.page.locator(".hand-note")).to_have_count(0)


def test_a_hands_reasons_say_nothing_twice(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "hand": "123456789m 555s 1z +1z"})
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "faan": 3})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.table(3)
    ann.page.click(".recent-hand >> nth=1")
    sheet = ann.page.locator("dialog")
    sheet.locator("[data-row=pure_straight]").wait_for()
    expect(sheet.get_by_text("Pure straight")).to_have_count(1)
    expect(sheet.get_by_text("East 1")).to_have_count(1)
    ann.page.keyboard.press("Escape")
    ann.page.click(".recent-hand >> nth=0")  # without tiles there is nothing but its worth
    expect(sheet.locator(".hint")).to_have_text("3 faan", use_inner_text=True)


@pytest.fixture
def correcting(phone):
    """A phone at the form that corrects its only hand."""
    ann = phone()
    begun = ann.start()
    ann.post(begun, "hands", {"winner": 1, "from": 2, "faan": 3})
    ann.table(2)
    ann.page.click(".recent-hand")
    ann.tap("Correct this hand")
    ann.tap("Change who won, the tiles or the points")
    return ann


def test_a_hand_that_is_corrected_says_so_above_it(correcting):
    title = correcting.page.locator(".bar-title")
    expect(title).to_contain_text("Correcting an older hand", use_inner_text=True)


def test_a_correction_that_changes_nothing_is_left_without_a_question(correcting):
    correcting.page.get_by_role("button", name="Cancel").click()
    correcting.table(2)
    expect(correcting.page.locator("dialog")).to_have_count(0)


IN_SIGHT = """
(selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector(".table-foot").getBoundingClientRect().top;
}
"""


def test_the_winner_of_a_game_is_seen_without_scrolling(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    for hand in range(4):
        ann.post(begun, "hands", {"winner": hand, "win": "self-draw", "faan": 3})
    ann.post(begun, "end", {})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.page.click("[data-whose='nobody']")
    ann.page.locator(".end-card .chart").wait_for()
    expect(ann.page.locator(".recent-hand")).to_have_count(3)
    assert ann.page.evaluate(IN_SIGHT, ".end-card h2")


def test_all_of_a_long_game_are_in_its_history(phone):
    ann = phone()
    begun = ann.begin("hk-500", start=2000)
    for hand in range(11):
        ann.post(begun, "hands", {"winner": hand % 4, "win": "self-draw", "faan": 3})
    ann.open(f"#game={begun['id']}")
    ann.table(12)
    ann.tap("History")
    told = ann.page.locator("dialog .event")
    expect(told).to_have_count(12)  # with the beginning, which comes last
    expect(told.first).to_contain_text("Cleo won")
    expect(told.last).to_contain_text("The game begins")


def test_any_games_are_looked_back_on_together(phone):
    ann = phone()
    page = ann.page
    begun = [ann.begin("hk-500", players) for players in (["Ann", "Ben", "Cleo", "Dee"],) * 3]
    for game, faan in zip(begun, (3, 1, 4), strict=True):
        ann.post(game, "hands", {"winner": 1, "from": 2, "faan": faan})
        ann.open(f"#game={game['id']}")
        ann.table(2)
    ann.open("#games")
    for game in begun[:2]:
        page.check(f"[data-game='{game['id']}']")
    page.get_by_role("link", name="Show them together").click()
    ranks = page.locator("ol.standings li")
    ranks.first.wait_for()
    expect(ranks.first).to_have_text("1 Ben games: 2 +40", use_inner_text=True)
    link = page.locator(".link-field").input_value()
    table = page.get_by_role("link", name="Save as a spreadsheet (CSV)").get_attribute("href")
    rows = list(csv.DictReader(io.StringIO(page.request.get(f"{ann.address}{table}").text())))
    told = [(row["name"], row["points"], row["wins"]) for row in rows]
    assert told == [
        ("Ann", "-10", "0"),
        ("Ben", "40", "2"),
        ("Cleo", "-20", "0"),
        ("Dee", "-10", "0"),
    ]
    dee = phone()  # who got the link, and knows none of the games
    dee.page.goto(link)
    dee.page.locator("ol.standings li").nth(3).wait_for()
    expect(dee.page.locator(".transfers")).to_contain_text("Cleo pays Ben", use_inner_text=True)
    dee.open("#games=none")
    expect(dee.page.locator(".wrong")).to_contain_text(
        "This game does not exist here", use_inner_text=True
    )
