"""A win that begins at the camera: who won and how are asked while the photo is read."""

import json
import re
from importlib.resources import files

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

PHOTO = str(files("service") / "demo" / "hand.jpg")
WHO, HOW = "section[aria-label='Who won?']", "section[aria-label='How?']"
COUNT_TAPS = "() => { window.taps = 0; addEventListener('click', () => (taps += 1), true); }"


def begin(ann, mode):
    """Open a win as the table does whose shutter, or *Only the faan*, was tapped."""
    game = ann.page.evaluate("/game=([\\w-]+)/.exec(location.hash)[1]")
    draft = {"game": game, "seq": 1, "winner": None, "win": None, "from": None, "mode": mode}
    draft |= {"events": [], "key": "0" * 32, "apart": False}
    keep = "draft => localStorage['tableside.draft'] = draft"
    ann.page.evaluate(keep, json.dumps(draft))
    ann.page.evaluate("game => { location.hash = `game=${game}&win`; }", game)
    ann.page.wait_for_selector(".card.who")


def shoot(ann):
    """Take the photo with the phone's own camera, from the viewfinder that has opened."""
    with ann.page.expect_file_chooser() as chooser:
        ann.tap("Phone's camera")
    chooser.value.set_files(PHOTO)


def hold(ann):
    """Hold readings back until what this returns is called."""
    waiting = []

    def wait(route):
        waiting.append(route)

    ann.page.route("**/api/v1/readings*", wait)

    def release():
        ann.until(lambda: waiting, "a photo is sent")
        waiting[0].continue_()

    return release


@pytest.mark.usefixtures("models_there")
def test_who_won_and_how_are_asked_while_the_photo_is_read(phone):
    ann = phone()
    ann.start()
    ann.page.evaluate(COUNT_TAPS)
    begin(ann, "camera")
    release = hold(ann)
    shoot(ann)
    ann.page.locator(".busy progress").wait_for()
    ann.page.click(f"{WHO} [data-player='1']")
    expect(ann.page.locator(".faan-chips, .ways")).to_have_count(0)  # the tiles are on their way
    ann.page.click(f"{HOW} [data-player='2']")
    expect(ann.page.locator("h1")).to_have_text("Ben, off Cleo", use_inner_text=True)
    release()
    assert ann.record(2)["points"][1] > 500
    # After the shutter: the camera's and its picker's, who, from whom, record.
    assert ann.page.evaluate("taps") == 5


@pytest.mark.usefixtures("models_there")
def test_tiles_that_are_read_first_wait_for_who_won_and_stay_with_another_winner(phone):
    ann = phone()
    ann.start()
    begin(ann, "camera")
    shoot(ann)
    expect(ann.page.locator(".seen .tile")).not_to_have_count(0)
    ann.page.click(f"{WHO} [data-player='1']")
    expect(ann.page.locator(".seen .tile")).not_to_have_count(0)
    ann.page.click(f"{HOW} .wide")
    ann.page.wait_for_selector(".record:not([disabled]) >> text=Ben")
    tiles = ann.page.locator(".editor .tile-button").count()
    ann.page.click("h1 button")
    ann.page.click(f"{WHO} [data-player='3']")
    ann.page.click(f"{HOW} [data-player='0']")
    expect(ann.page.locator(".editor .tile-button")).to_have_count(tiles)
    ann.page.wait_for_selector(".photo-svg image")
    ann.page.wait_for_selector(".record:not([disabled]) >> text=Dee")


def test_a_camera_that_is_closed_leaves_every_other_way(phone):
    ann = phone()
    ann.start()
    begin(ann, "camera")
    ann.tap("Close the camera")
    expect(ann.page.locator(".way")).to_have_count(4)
    ann.page.get_by_role("button", name="Only the faan").click()
    ann.page.click(f"{WHO} [data-player='1']")
    ann.page.click(f"{HOW} [data-player='2']")
    expect(ann.page.locator(".record")).to_have_count(0)  # no number is taken for granted
    ann.page.click("[data-faan='3']")
    ann.record(2)


def test_only_the_faan_asks_who_and_how_many_without_a_camera(phone):
    ann = phone()
    ann.start()
    begin(ann, "faan")
    expect(ann.page.locator(".way, dialog")).to_have_count(0)
    ann.page.click(f"{WHO} [data-player='1']")
    ann.page.click("[data-faan='3']")
    ann.page.wait_for_selector(".record >> text=Ben +48")
    ann.record(2)


def test_where_all_hands_count_only_the_points_are_asked_without_a_camera(phone):
    ann = phone()
    ann.start("classical-20")
    ann.page.click(".hand-ends >> text=Points only")
    ann.page.click(f"{WHO} [data-player='1']")
    ann.page.click(f"{HOW} .wide")
    ann.page.wait_for_selector("[name=score1]")


SHOWN = ".moment:has(li)"


@pytest.mark.usefixtures("models_there")
def test_the_result_is_a_moment_that_the_next_tap_ends_and_never_comes_twice(phone):
    ann = phone()
    ann.start()
    begin(ann, "camera")
    shoot(ann)
    ann.page.click(f"{WHO} [data-player='1']")
    ann.page.click(f"{HOW} .wide")
    ann.page.wait_for_selector(SHOWN)
    expect(ann.page.locator(".moment.whole .moment-worth .figure").first).to_have_text("5")
    expect(ann.page.locator(".moment-gain")).to_have_text("+96")
    ann.page.click("[data-event='last-wall-tile']")  # the tap does what it is for, too
    expect(ann.page.locator(".moment")).to_have_count(0)
    expect(ann.page.locator(".score-line b")).to_have_text("6 faan")
    expect(ann.page.locator(".moment")).to_have_count(0)
    said = ann.page.locator("#said")  # for who does not see it
    expect(said).to_have_text(re.compile("^6 faan"))


def test_who_wants_no_motion_sees_the_whole_result_at_once(phone):
    ann = phone(reduced_motion="reduce")
    ann.start()
    ann.win(winner=0)
    ann.enter("123456m111777z99p")
    rows = "() => document.querySelector('.moment.whole')?.querySelectorAll('li').length"
    assert ann.page.wait_for_function(rows).json_value() > 1
    ann.page.keyboard.press("Shift")
    expect(ann.page.locator(".moment")).to_have_count(0)


@pytest.mark.usefixtures("models_there")
def test_a_photo_that_was_read_wrong_is_shown_before_it_leaves_the_phone(phone):
    ann = phone()
    ann.start()
    begin(ann, "camera")
    shoot(ann)
    ann.page.click(f"{WHO} [data-player='1']")
    ann.page.click(f"{HOW} .wide")
    ann.page.click(".concealed .tile-button[data-code='1m']")
    ann.tap("Remove this tile")
    sent = []
    ann.page.on("request", lambda request: sent.append((request.method, request.url)))
    ann.tap("This was read wrong")
    hands = ann.page.locator("dialog .mini-sets")
    expect(hands).to_have_count(2)
    read, right = (hands.nth(k).locator(".tile").count() for k in range(2))
    assert read == right + 1
    with ann.page.expect_download() as saved:
        ann.tap("Save the file")
    told = json.loads(saved.value.path().read_text())
    assert told["photo"].startswith("data:image/jpeg;base64,")
    assert len(told["reading"]["tiles"]) == read
    assert "1" not in told["corrected"].partition("m")[0]
    posted = [url for method, url in sent if method == "POST"]
    assert [url for url in posted if not re.search("/(draft|scores|preview)", url)] == []
