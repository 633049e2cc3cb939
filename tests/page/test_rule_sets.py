"""Every rule set on the page: started, won by the tiles, paid as the service counts, corrected."""

import re

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

HAND = "123m456m555s789s55z"

# Rule set, points at the start, circumstances offered to South after a drawn win.
RULE_SETS = [
    ("hk-500", 500, ["first-draw", "last-wall-tile"]),
    ("hk-majlife", 500, ["last-wall-tile"]),
    ("classical-20", 500, []),
    ("classical-british", 2000, ["original-hand", "last-wall-tile"]),
    ("simplified-300", 0, ["last-wall-tile"]),
]


@pytest.mark.parametrize(("rules", "start", "circumstances"), RULE_SETS)
def test_a_drawn_win_by_its_tiles(phone, rules, start, circumstances):
    ann = phone()
    ann.set_up(rules)
    assert ann.table(1)["points"] == [start] * 4
    ann.win(winner=1)
    ann.enter(HAND, "9s")
    ann.page.wait_for_selector(".record:not([disabled])")
    paid = ann.paid()
    offered = ann.page.locator(".special .chip")
    expect(offered).to_have_count(len(circumstances))
    for each in circumstances:
        expect(offered.and_(ann.page.locator(f"[data-event='{each}']"))).to_have_count(1)
    expect(ann.page.locator(".breakdown > .rows li")).not_to_have_count(0)
    assert paid[1] > 0
    assert ann.record(2)["points"] == [start + each for each in paid]


def test_the_other_hands_count_in_any_order_and_may_stay_unknown(phone):
    ann = phone()
    ann.start("classical-british")
    ann.win(winner=1, discarder=0)
    ann.page.click(".hands-bar [data-player='0']")  # a loser's hand first
    ann.enter("111z23p")
    ann.page.wait_for_selector(".score-line >> text=32 points")  # 4 + 4, doubled for seat and round
    ann.page.click(".called-choice .record >> text=Done with this hand")  # nothing was called
    ann.enter(HAND + "1f", "9s")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.wait_for_selector(".payments >> text=2 hands are unknown")
    paid = ann.paid()
    ann.page.get_by_role("button", name="Cleo's hand is still unknown: add it").wait_for()
    expect(ann.page.locator(".hands-bar [data-player='0']")).to_have_text(
        "Ann 32 points", use_inner_text=True
    )
    assert sum(paid) == 0
    assert paid[0] > 0  # Cleo and Dee pay Ann as well
    assert ann.record(2)["points"] == [2000 + each for each in paid]
    ann.page.click(".recent-hand")
    ann.page.click(".others-hand summary")  # why Ann's hand was worth what it was
    ann.page.wait_for_selector(".others-hand .total >> text=32 points")
    expect(ann.page.locator(".others-hand [data-row]")).to_have_count(3)


def test_a_hand_that_cannot_be_right_is_named_where_the_win_is_recorded(phone):
    ann = phone()
    ann.start("classical-20")
    ann.win(winner=1, discarder=0)
    ann.enter(HAND, "9s")
    ann.paid()
    ann.tap("Cleo's hand is still unknown: add it")
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("111222333s11z999p")  # fourteen tiles: one too many for a hand that did not win
    ann.page.wait_for_selector(".score-line.wrong")
    ann.tap("Next: Dee's hand")
    ann.tap("Leave this hand unknown")
    ann.page.get_by_role("button", name="Cleo's hand cannot be right: check it").wait_for()
    expect(ann.page.locator(".hands-bar .doubtful")).to_have_text(
        "Cleo please check", use_inner_text=True
    )
    expect(ann.page.locator(".record")).to_be_disabled()
    expect(ann.page.locator(".card.wrong h2")).to_have_text("Cleo's hand", use_inner_text=True)
    ann.tap("Look at it")
    expect(ann.page.locator("h1")).to_have_text("Cleo's hand", use_inner_text=True)
    ann.page.locator(".concealed .tile-button[data-code='1z']").first.focus()
    ann.page.keyboard.press("Delete")
    ann.page.click(".called-choice .record >> text=Next: Dee's hand")  # nothing was called
    ann.tap("Leave this hand unknown")
    assert ann.paid()[1] > 0


def test_only_the_points_of_four_hands(phone):
    ann = phone()
    ann.start("classical-20")
    ann.win(winner=3)
    ann.page.get_by_role("button", name="Points only").click()
    expect(ann.page.locator(".record")).to_have_count(0)
    missing = "Enter how much Dee's hand is worth."
    waiting = ann.page.get_by_role("button", name="Record", description=missing, disabled=True)
    waiting.focus()  # keys and screen readers reach it, and are told what it waits for
    expect(ann.page.locator("#said")).to_contain_text(missing, use_inner_text=True)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("[name=score3]")).to_be_focused()
    for player, score in ((3, 60), (0, 20), (1, 10)):
        ann.page.fill(f"[name=score{player}]", str(score))
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.expect_paid([-40, -50, -60, 150])
    assert ann.record(2)["points"] == [460, 450, 440, 650]


def test_an_older_hand_is_set_right_after_a_look_at_what_follows(phone):
    ann = phone()
    ann.start()
    for seq in (1, 2):
        ann.table(seq)
        ann.win(winner=3, discarder=1)
        ann.agree(3)
    assert ann.table(3)["points"] == [484, 468, 484, 564]
    ann.tap("History")
    ann.page.locator("dialog .event[data-seq='2'] .correct").click()
    ann.page.get_by_role("button", name="Change who won").click()
    ann.page.click("section[aria-label='How?'] [data-player='0']")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.wait_for_selector(".corrected tfoot")
    after = ann.page.locator(".corrected tfoot tr").last.locator("td")
    expect(after).to_have_text(["476", "476", "484", "564"], use_inner_text=True)
    assert ann.record(4)["points"] == [476, 476, 484, 564]
    ann.tap("History")
    ann.page.wait_for_selector("dialog .event[data-seq='2'] >> text=corrected")


def test_a_false_win_is_paid_as_the_house_agreed(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate("ABCD"):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.own(false_win="fixed", false_win_points="20")
    ann.tap("Start the game")
    ann.tap("More")
    ann.tap("False win")
    ann.page.locator("dialog", has_text="20 points to each").wait_for()
    ann.page.click("dialog [data-player='2']")
    assert ann.table(2)["points"] == [520, 520, 440, 520]


def test_standings_statistics_and_settlement(phone):
    ann = phone()
    ann.start()
    ann.win(winner=3, discarder=1)
    ann.agree(7)
    ann.table(2)
    ann.page.get_by_role("button", name="Standings").click()
    ann.page.wait_for_selector("dialog .chart")
    expect(ann.page.locator("dialog .transfers li")).to_have_text(
        ["Ben pays Dee 64", "Ann pays Dee 32", "Cleo pays Dee 32"],
        use_inner_text=True,
    )
    expect(ann.page.locator(".share-text")).to_have_value(re.compile(r"\b1\. Dee 628\b"))
