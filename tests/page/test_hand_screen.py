"""Entering a hand: few taps, dragging and long presses, several winners, several phones."""

import os
import re
import time
from importlib.resources import files

import pytest

from tests import needs
from tests.page.conftest import expect_each

expect = needs.package("playwright.sync_api").expect

STRAIGHT = "123456789m55511z"


def test_an_ordinary_win_takes_four_taps_and_a_photo(phone):
    needs.trained()
    ann = phone()
    ann.start()
    ann.page.click(".seat[data-player='0']")  # 1: who won
    ann.page.click("section[aria-label='How?'] .wide")  # 2: how
    photo = os.fspath(str(files("service") / "demo" / "hand.jpg"))
    ann.page.set_input_files(".way input[capture]", photo)  # 3: the camera, as the phone has it
    ann.page.click(".record:not([disabled])")  # 4: record it
    assert ann.table(2)["points"][0] > 500


@pytest.fixture
def ready(phone):
    """A phone with a few tiles entered for a hand that Ann drew."""
    ann = phone()
    ann.start()
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m55p")
    return ann


def drag(page, selector, place):
    """Drag a tile with the mouse to a place that is shown while something is dragged."""
    box = page.locator(selector).first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    target = page.locator(f"[data-place='{place}']").last.bounding_box()
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=3)
    page.mouse.up()


def test_tiles_are_dragged_into_sets_and_out_of_the_hand(ready):
    page = ready.page
    drag(page, ".concealed [data-code='2m']", "exposed")
    page.wait_for_selector(".set.exposed")
    expect(page.locator(".set.exposed .tile-button")).to_have_count(3)
    drag(page, ".set [data-code='3m']", "hand")
    page.wait_for_selector(".concealed [data-code='3m']")
    drag(page, ".concealed [data-code='5p']", "away")
    page.wait_for_function("document.querySelectorAll('.concealed .tile-button').length === 2")
    drag(page, ".concealed [data-code='5p']", "bonus")
    expect(page.locator(".notice")).to_contain_text("Only flowers and seasons", use_inner_text=True)
    expect(page.locator("dialog")).to_have_count(0)  # a drag is no tap


def test_a_long_press_adds_or_removes_and_keys_do_too(ready):
    page = ready.page
    box = page.locator(".concealed [data-code='5p']").first.bounding_box()
    finger = ready.context.new_cdp_session(page)
    at = [{"x": box["x"] + 10, "y": box["y"] + 10}]
    down = {"type": "touchStart", "touchPoints": at, "timestamp": time.time()}
    up = {"type": "touchEnd", "touchPoints": [], "timestamp": down["timestamp"] + 0.9}
    for each in (down, up):  # the touches themselves say how long they took
        finger.send("Input.dispatchTouchEvent", each)
    ready.tap("Add one more")
    expect(page.locator(".concealed [data-code='5p']")).to_have_count(3)
    page.locator(".concealed [data-code='5p']").first.click(button="right")
    ready.tap("Remove this tile")
    expect(page.locator(".concealed [data-code='5p']")).to_have_count(2)
    page.locator(".concealed [data-code='1m']").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".concealed [data-code='1m']")).to_have_count(0)
    page.locator(".concealed [data-code='2m']").focus()
    page.keyboard.press("+")
    expect(page.locator(".concealed [data-code='2m']")).to_have_count(2)
    page.locator(".concealed [data-code='3m']").focus()
    page.keyboard.press("Enter")
    ready.tap("Add one more")  # and in the panel that a tap opens
    expect(page.locator(".concealed [data-code='3m']")).to_have_count(2)


COUNT_BEGUN = """
() => {
  const fetch = window.fetch;
  Object.assign(window, { begun: 0, most: 0, asked: 0 });
  window.fetch = (...given) => {
    window.begun += 1;
    window.asked += 1;
    window.most = Math.max(window.most, window.begun);
    queueMicrotask(() => (window.begun = 0)); // once what runs now has ended
    return fetch(...given);
  };
}
"""


def test_what_each_tile_would_be_worth_as_the_winner_is_not_asked_in_one_breath(ready):
    """On a slow phone each request takes long to begin, and a tap waits for all of them."""
    ready.page.evaluate(COUNT_BEGUN)
    ready.write("456m789s99m5p")
    ready.page.locator(".all-one, .which-won").first.wait_for()
    assert ready.page.evaluate("asked") > 10
    assert ready.page.evaluate("most") == 1


def test_circumstances_are_asked_for_only_where_they_can_help(ready):
    ready.write("456m77889s9p")  # no winning hand
    ready.page.locator(".score-line.wrong", has_text="do not make a winning hand").wait_for()
    expect(ready.page.locator(".to-special")).to_have_count(0)
    ready.page.locator(".concealed .tile-button[data-code='9p']").focus()
    ready.page.keyboard.press("Delete")
    ready.write("9s")
    ready.mark("9s")
    ready.page.wait_for_selector(".to-special")


def start_with(phone, **options):
    """Start a game with further house rules."""
    ann = phone()
    ann.open()
    for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dee")):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.own(**options)
    ann.tap("Start the game")
    ann.table(1)
    return ann


def test_two_win_on_one_discard_where_the_house_lets_them(phone):
    ann = start_with(phone, multiple_winners="all")
    ann.win(winner=0, discarder=1)
    ann.choose_faan(1)
    ann.page.click("[data-also='2']")
    ann.choose_faan(3)
    ann.page.wait_for_selector(".record >> text=Record: Ann +6, Cleo +24")
    ann.expect_paid([6, -20, 24, -10])
    assert ann.record(2)["points"] == [506, 480, 524, 490]
    ann.tap("History")
    ann.page.wait_for_selector("dialog .others-hand >> text=Ann: 1 faan")


def test_who_fed_a_limit_hand_pays_for_all_where_the_house_says_so(phone):
    ann = start_with(phone, responsibility="limit")
    ann.win(winner=0)
    expect(ann.page.locator("[data-responsible]")).to_have_count(0)
    ann.choose_faan(10)
    ann.page.click("[data-responsible='2']")
    ann.expect_paid([384, 0, -384, 0])


def test_the_other_hands_come_from_another_phone(phone):
    ann, ben = phone(), phone()
    ann.start("classical-british")
    game = re.search(r"#game=[\w-]+", ann.page.url).group()
    token = ann.page.evaluate(
        "Object.values(JSON.parse(localStorage.getItem('tableside.games')))[0].token"
    )
    ben.open(f"{game}&token={token}")
    ben.table(1)
    ann.win(winner=1, discarder=0)
    ben.page.get_by_role("button", name="Ben won: add a hand").click()
    ben.page.click(".hands-bar [data-player='0']")
    ben.enter("111z23p")
    ann.page.wait_for_selector(".hands-bar [data-player='0'] >> text=points")
    ann.enter("123m456m555s789s55z1f", "9s")
    # Whoever records says what was called, of the hand that Ben's phone told as well.
    ann.tap("Ann's hand: was a set called?")
    ann.page.click(".called-choice .record >> text=Next: Cleo's hand")  # nothing was
    ann.tap("Leave this hand unknown")
    paid = ann.paid()
    assert paid[0] > 0  # the others pay for the hand that Ben's phone told
    ann.record(2)
    ben.page.wait_for_selector(".felt[data-seq='2']")  # it is over there too


def test_a_tap_at_a_tile_corrects_it_and_never_makes_it_the_one_that_won(phone):
    ready = phone()
    ready.start("classical-20")
    ready.win(winner=0, discarder=1)
    ready.page.get_by_role("button", name="Enter the tiles").click()
    ready.write("123m55p456m555s999p")  # 14 tiles: which of them won is asked under the thumb
    ready.page.wait_for_selector(".which-won")
    ready.page.locator(".concealed [data-code='4m']").click()
    ready.page.wait_for_selector("dialog .faces")
    ready.page.keyboard.press("Escape")
    expect(ready.page.locator(".tile-button.winning")).to_have_count(0)
    faces = ready.page.locator(".which-won [data-code]")
    expect_each(faces, "data-code", ["1m", "2m", "3m", "4m", "5m", "6m", "5p", "9p", "5s"])
    ready.mark("5p")
    expect(ready.page.locator(".tile-button.winning")).to_have_attribute("data-code", "5p")
    ready.page.wait_for_selector(".record:not([disabled])")
