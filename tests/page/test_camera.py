"""The live viewfinder, with a video file in the place of a camera, and photos on a poor line."""

import re

import pytest
from PIL import Image

from datasets.synth.video import CAMERA, write
from tests import needs
from tests.page.fake_camera import camera, photo

__all__ = ["camera"]  # a fixture, found here by name
expect = needs.package("playwright.sync_api").expect


@pytest.fixture
def seen(tmp_path):
    """Return what a camera sees: the bundled photo's hand, `side` of 720 pixels high."""

    def video(*, light=1.0, side=720):
        small = photo()
        small.thumbnail((1280, side))
        frame = Image.new("RGB", CAMERA, "#1f6b4a")
        frame.paste(small, ((CAMERA[0] - small.width) // 2, (CAMERA[1] - small.height) // 2))
        return write(tmp_path / "seen.mjpeg", [frame.point(lambda value: int(value * light))])

    return video


ABOUT_14 = re.compile(r"^\D*1[3-8]\D*$")
SEEN = "() => /\\d+ tiles seen/.test(document.querySelector('.sight-words')?.textContent)"


@pytest.mark.usefixtures("models_there")
def test_the_viewfinder_counts_tiles_before_the_shot_and_the_shot_is_read(camera, seen):
    ann = camera(seen())
    ann.page.locator(".way").first.click()
    ann.page.wait_for_function(SEEN)
    expect(ann.page.locator(".sight-words")).to_have_text(ABOUT_14, use_inner_text=True)
    expect(ann.page.locator(".sights polygon").nth(12)).to_be_attached()
    ann.tap("Take the photo")
    ann.page.wait_for_selector(".photo-svg .outline")
    expect(ann.page.locator("dialog.viewfinder")).to_have_count(0)
    tiles = ann.page.locator(".editor .tile-button")
    expect(tiles.nth(12)).to_be_visible()
    expect(tiles.nth(18)).to_have_count(0)
    assert ann.complaints == []


@pytest.mark.usefixtures("models_there")
def test_the_viewfinder_says_that_it_is_too_dark(camera, seen):
    ann = camera(seen(light=0.08))
    ann.page.locator(".way").first.click()
    ann.page.locator(".sight-words", has_text="Too dark").wait_for()
    ann.tap("Close the camera")
    ann.page.wait_for_selector("dialog.viewfinder", state="detached")


@pytest.mark.usefixtures("models_there")
def test_the_viewfinder_does_not_call_tiles_too_dark_that_it_sees(camera, seen):
    ann = camera(seen(light=0.25))
    ann.page.locator(".way").first.click()
    ann.page.wait_for_function(SEEN)
    expect(ann.page.locator(".sight-words")).not_to_contain_text("Too dark")
    ann.tap("Close the camera")


@pytest.mark.usefixtures("models_there")
def test_the_viewfinder_says_that_it_is_too_far(camera, seen):
    ann = camera(seen(side=300))
    ann.page.locator(".way").first.click()
    words = ann.page.locator(".sight-words", has_text="Too far away. Move closer:")
    words.wait_for()
    expect(words).to_have_text(ABOUT_14, use_inner_text=True)
    said = ann.page.locator("#said", has_text="Too far")  # for who does not see the picture
    said.wait_for(state="attached")
    ann.tap("Close the camera")


def test_where_the_camera_is_refused_the_phones_own_takes_the_photo(camera, seen):
    ann = camera(seen(), allowed=False)
    ann.page.locator(".way").first.click()
    ann.page.locator(".sight-words", has_text="not allowed to use the camera").wait_for()
    with ann.page.expect_file_chooser():
        ann.tap("Phone's camera")


def test_a_failed_upload_is_sent_again_without_a_new_photo(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0)
    lost = True

    def lose(route):
        route.abort() if lost else route.continue_()

    ann.page.route("**/api/v1/readings", lose)
    text = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": b"dear diary"}
    ann.page.set_input_files(".way input[capture]", text)
    failed = ann.page.locator(".busy[role=alert]")
    failed.wait_for()
    expect(failed).to_contain_text("The photo is kept here", use_inner_text=True)
    lost = False
    with ann.page.expect_request("**/api/v1/readings"):
        ann.tap("Send it now")
    failed.filter(has_text="JPEG, PNG, WebP or HEIC").wait_for()
    ann.complaints[:] = [text for text in ann.complaints if "ERR_FAILED" not in text]
