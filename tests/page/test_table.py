"""Sitting down: seats, dice and walls; the table turned to this phone's owner; who paid whom."""

import re

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

NAMES = ["Ann", "Ben", "Cleo", "Dee"]


def test_seats_are_drawn_and_the_walls_shown_before_a_game(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate(NAMES):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.tap("Draw the seats at random")
    ann.page.wait_for_selector(".drawn-seats")
    drawn = [ann.page.input_value(f"[name=player{seat}]") for seat in range(4)]
    assert sorted(drawn) == NAMES
    said = re.compile(rf"^The draw: East {drawn[0]}, South {drawn[1]}\b")
    expect(ann.page.locator(".drawn-seats")).to_have_text(said, use_inner_text=True)
    ann.tap("Show me the walls, the dice and the deal")
    ann.page.wait_for_selector(".setup-steps [data-topic=break]")
    expect(ann.page.get_by_text("The rule sheet is unclear here")).not_to_have_count(0)
    for number in (3, 4, 5):  # as real dice show them
        die = ann.page.locator(".die").nth(number - 3)
        for _ in range(number):
            die.click()
    ann.page.wait_for_selector("[data-topic=deal] svg")
    ann.page.locator("[data-topic=break]", has_text="3 + 4 + 5 = 12: North’s wall").wait_for()
    expect(ann.page.locator("[data-topic=break] .stack.first")).to_have_count(1)
    expect(ann.page.locator("[data-topic=deal] .stack.dead")).to_have_count(7)
    ann.page.keyboard.press("Escape")
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    expect(ann.page.locator(".seat-name")).to_have_text(drawn, use_inner_text=True)


def test_the_table_turns_to_whoever_holds_the_phone_and_shows_who_paid(phone):
    ann = phone()
    ann.start()
    ann.win(winner=3, discarder=1)
    ann.agree(7)
    ann.table(2)
    ann.page.wait_for_selector(".payment")
    paid = ["Ben pays Dee 64", "Ann pays Dee 32", "Cleo pays Dee 32"]
    expect(ann.page.locator(".paid li")).to_have_text(paid, use_inner_text=True)
    expect(ann.page.locator(".payment")).to_have_count(3)
    for payer in (0, 1, 2):
        expect(ann.page.locator(f".payment[data-from='{payer}'][data-to='3']")).to_have_count(1)
    ann.tap("More")
    ann.tap("Where do you sit?")
    ann.page.click("dialog [data-player='2']")
    expect(ann.page.locator(".seat")).to_have_count(4)
    for player, side in ((2, "bottom"), (3, "right"), (0, "top"), (1, "left")):
        seat = ann.page.locator(f".seat[data-player='{player}']")
        expect(seat).to_have_attribute("data-side", side)
    ann.page.reload()
    ann.page.wait_for_selector(".seat.bottom[data-player='2']")


PLACE = "selector => JSON.stringify(document.querySelector(selector).getBoundingClientRect())"
DRAFT = "() => JSON.parse(localStorage['tableside.draft'])"


def test_the_shutter_is_always_in_the_same_place(phone):
    ann = phone()
    begun = ann.start()
    ann.page.click("[data-whose='0']")
    ann.page.wait_for_function("document.querySelectorAll('.felt .payment').length === 0")
    empty = ann.page.evaluate(PLACE, ".shutter")
    ann.post(begun, "hands", {"winner": 3, "from": 1, "faan": 7})
    ann.table(2)
    ann.page.wait_for_selector(".payment")
    assert ann.page.evaluate(PLACE, ".shutter") == empty
    ann.page.click("[data-end='agreed']")
    ann.page.wait_for_selector(".win-body")
    draft = ann.page.evaluate(DRAFT)
    assert (draft["winner"], draft.get("mode")) == (None, "faan")
    ann.page.go_back()
    ann.page.click(".shutter")
    ann.page.wait_for_selector(".win-body")
    draft = ann.page.evaluate(DRAFT)
    assert (draft["winner"], draft.get("mode")) == (None, "camera")


FLOWS = """
async (changes) => {
  const { fewestPayments } = await import("/static/js/table/arrows.js");
  return fewestPayments(changes).map(({ from, to, points }) => [from, to, points]);
}
"""


@pytest.mark.parametrize(
    ("changes", "flows"),
    [
        ([-16, 64, -16, -32], [[3, 1, 32], [0, 1, 16], [2, 1, 16]]),
        ([0, 0, 0, 0], []),
        ([300, 40, 0, 0], []),  # scores that only add up
        ([-46, -174, 338, -118], [[1, 2, 174], [3, 2, 118], [0, 2, 46]]),
        ([50, -80, 50, -20], [[1, 0, 50], [1, 2, 30], [3, 2, 20]]),
    ],
)
def test_payments_follow_from_the_changes(modules, changes, flows):
    assert modules.evaluate(FLOWS, changes) == flows


CHANCE = """
async () => {
  const { randomBelow, shuffle, throwDice } = await import("/static/js/ui/random.js");
  const threes = Array.from({ length: 200 }, () => randomBelow(3));
  return [throwDice(600), shuffle([1, 2, 3, 4]).sort(), threes];
}
"""


def test_dice_show_every_number_and_nobody_is_lost_in_a_draw(modules):
    dice, seats, three = modules.evaluate(CHANCE)
    assert set(dice) == {1, 2, 3, 4, 5, 6}
    assert seats == [1, 2, 3, 4]
    assert set(three) == {0, 1, 2}


def test_twice_the_type_on_the_smallest_phone_needs_no_sideways_scroll(phone):
    ann = phone(viewport={"width": 320, "height": 640})
    ann.context.add_init_script(
        "addEventListener('DOMContentLoaded', () => "
        "{ document.documentElement.style.fontSize = '200%'; })"
    )
    wide = "Math.max(0, document.documentElement.scrollWidth - 320)"
    ann.start()
    ann.page.wait_for_selector(".felt")
    widths = [ann.page.evaluate(wide)]
    ann.page.click(".seat[data-player='0']")
    ann.page.wait_for_selector("section[aria-label='How?']")
    widths.append(ann.page.evaluate(wide))
    ann.page.click("section[aria-label='How?'] .wide")
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.page.wait_for_selector(".palette")
    widths.append(ann.page.evaluate(wide))
    ann.page.goto(ann.address)
    ann.tap("New game")
    ann.page.wait_for_selector("form")
    widths.append(ann.page.evaluate(wide))
    assert widths == [0, 0, 0, 0]
