"""Photos on the page: scaled on the phone, sent, read by the real models, drawn on, corrected."""

import base64
import io
import json
import os
import re
from importlib.resources import files

import pytest
from PIL import Image

from tests import needs
from tests.heic import heic
from tests.page.conftest import expect_each
from tests.page.test_hand_screen import drag

expect = needs.package("playwright.sync_api").expect

ORIENTATION = 0x0112  # the EXIF tag that says how a phone was held


@pytest.fixture
def ready(phone):
    """A phone about to take the photo of a hand that Ann drew."""
    ann = phone()
    ann.start()
    ann.win(winner=0)
    return ann


def photo_of(width, height, orientation):
    """A JPEG as a phone stores it: the pixels as the sensor lies, the turn in its EXIF data."""
    picture = Image.new("RGB", (width, height), "#1f6b4a")
    exif = picture.getexif()
    exif[ORIENTATION] = orientation
    data = io.BytesIO()
    picture.save(data, "JPEG", exif=exif)
    return data.getvalue()


PREPARE = """
async (text) => {
  const { prepare } = await import("/static/js/api/photo.js");
  const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const { blob, size } = await prepare(new File([bytes], "IMG_0001.jpg", { type: "image/jpeg" }));
  const sent = new Uint8Array(await blob.arrayBuffer());
  return { size, bytes: Array.from(sent) };
}
"""


@pytest.mark.parametrize(
    ("width", "height", "orientation", "size"),
    [
        (3000, 2000, 1, (2048, 1365)),
        (3000, 2000, 6, (1365, 2048)),
        (1200, 900, 1, (1200, 900)),
        (1200, 900, 8, (900, 1200)),
    ],
)
def test_a_photo_is_made_upright_and_no_larger_than_needed(
    modules, width, height, orientation, size
):
    given = base64.b64encode(photo_of(width, height, orientation)).decode()
    prepared = modules.evaluate(PREPARE, given)
    photo = Image.open(io.BytesIO(bytes(prepared["bytes"])))
    assert photo.format == "JPEG"
    assert photo.size == tuple(prepared["size"]) == size
    assert not photo.getexif().get(ORIENTATION)


def test_camera_and_library_are_both_offered(ready):
    inputs = ready.page.locator(".way input[type=file]")
    expect_each(inputs, "accept", ["image/*", "image/*"])
    expect(inputs.first).to_have_attribute("capture", "environment")
    expect(inputs.last).not_to_have_attribute("capture", re.compile(""))


def test_what_is_no_photo_is_refused_in_words_with_ways_on(ready):
    text = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": b"dear diary"}
    ready.page.set_input_files(".way input[capture]", text)
    refused = ready.page.locator(".busy[role=alert]")
    refused.wait_for()
    expect(refused).to_contain_text("JPEG, PNG, WebP or HEIC", use_inner_text=True)
    refused.get_by_role("button", name="Enter the tiles").click()
    ready.page.wait_for_selector(".palette")


def test_a_lost_connection_is_tried_again(ready):
    tries = []

    def lose_the_first(route):
        tries.append(route.request.url)
        if len(tries) == 1:
            route.abort()
        else:
            route.continue_()

    ready.page.route("**/api/v1/readings", lose_the_first)
    text = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": b"dear diary"}
    ready.page.set_input_files(".way input[capture]", text)
    ready.page.locator(".busy[role=alert]").wait_for()
    assert len(tries) == 2
    ready.forgive("ERR_FAILED")


def test_a_photo_that_a_lost_connection_kept_back_goes_when_it_returns(ready):
    ready.context.set_offline(True)
    text = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": b"dear diary"}
    ready.page.set_input_files(".way input[capture]", text)
    ready.page.get_by_text("The photo is waiting to be sent").wait_for()
    said = ready.page.locator(".busy[role=alert]")
    expect(said).to_contain_text(
        "sent as soon as it responds: leave this page open", use_inner_text=True
    )
    expect(said).not_to_contain_text("try again", ignore_case=True, use_inner_text=True)
    ready.context.set_offline(False)
    ready.page.get_by_text("JPEG, PNG, WebP or HEIC").wait_for()  # sent without a tap
    ready.complaints[:] = [text for text in ready.complaints if "net::ERR" not in text]


@pytest.mark.parametrize("code", ["not_reached", "busy"])
def test_a_photo_that_waits_goes_by_itself_and_the_ways_on_stay_until_then(ready, code):
    """The table is in sight all the while: it is the reading that fails, and then does not."""
    away = True

    def answer(route):
        if not away:
            route.continue_()
        elif code == "busy":
            route.fulfill(status=503, json={"code": "busy", "detail": "The queue is full."})
        else:
            route.abort()

    ready.page.route("**/api/v1/readings", answer)
    ready.page.clock.install()
    text = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": b"dear diary"}
    ready.page.set_input_files(".way input[capture]", text)
    waits = ready.page.get_by_text("The photo is waiting to be sent")
    for _ in range(20):  # two pauses of the first tries
        ready.page.clock.run_for(500)
        if waits.is_visible():
            break
    waits.wait_for()
    for _ in range(6):  # some tries more, none of which takes the ways on from under a finger
        ready.page.clock.run_for(5000)
        # It is looked for once: one that was away for a moment would come back.
        expect(ready.page.get_by_role("button", name="Enter the tiles")).to_be_visible(timeout=1)
    away = False
    ready.page.clock.run_for(20_000)
    ready.page.get_by_text("JPEG, PNG, WebP or HEIC").wait_for()
    ready.complaints[:] = [
        text for text in ready.complaints if "ERR_FAILED" not in text and "503" not in text
    ]


@pytest.fixture
def hand_photo(shared):
    """A photo of a table with a winning hand's worth of tiles, none of them trained on."""
    lines = (shared / "photos" / "hands.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    fitting = [r for r in rows if r["split"] == "val" and not r["augmented"]]
    row = next(r for r in fitting if len(r["tiles"]) in range(14, 17))
    return shared / "photos" / row["file"], len(row["tiles"])


@pytest.mark.usefixtures("models_there")
def test_a_photo_is_read_drawn_on_and_corrected(ready, hand_photo):
    photo, tiles = hand_photo
    ready.page.set_default_timeout(60_000)
    ready.page.set_input_files(".way input[capture]", os.fspath(photo))
    ready.page.wait_for_selector(".photo-svg .outline")
    outlines = ready.page.locator(".photo-svg .outline")
    expect(outlines.nth(tiles // 2 - 1)).to_be_attached()
    expect(ready.page.locator(".photo-svg .label")).not_to_have_count(0)
    ready.page.locator(".editor .tile-button").first.wait_for()
    before = ready.page.locator(".editor .tile-button").count()
    ready.page.locator(".editor .tile-button").first.click()
    ready.page.locator("dialog .tab").nth(3).click()
    ready.page.click("dialog .face[data-code='6z']:not([disabled])")
    expect(ready.page.locator(".editor .tile-button[data-code='6z']")).not_to_have_count(0)
    expect(ready.page.locator(".editor .tile-button")).to_have_count(before)
    codes = re.compile(r"\b\d[mpszfg]\b")
    expect(ready.page.locator("body")).not_to_contain_text(codes, use_inner_text=True)


@pytest.mark.usefixtures("models_there")
def test_a_photo_that_the_browser_cannot_open_is_sent_as_it_is_and_seen_all_the_same(ready):
    photo = Image.open(io.BytesIO((files("service") / "demo" / "hand.jpg").read_bytes()))
    taken = heic(photo, quality=70)
    file = {"name": "IMG_0001.HEIC", "mimeType": "image/heic", "buffer": taken}
    with ready.page.expect_response("**/api/v1/readings") as answer:
        ready.page.set_input_files(".way input:not([capture])", file)
    reading = answer.value.json()
    assert (reading["photo"], reading["size"]) == ("IMG_0001.HEIC", list(photo.size))
    ready.page.locator(".editor .tile-button").first.wait_for()
    ready.page.wait_for_selector(".photo-svg .outline")
    ready.page.wait_for_selector(".photo-svg image[href^='blob:']")  # opened by the service
    expect(ready.page.locator(".editor .tile-button").nth(12)).to_be_visible()
    expect(ready.page.locator(".editor .tile-button").nth(18)).to_have_count(0)


def test_a_tile_with_an_unknown_face_lies_beside_the_hand(ready):
    hand = [*("1m", "2m", "3m"), *("4p", "5p", "6p"), *("7s", "8s", "9s"), *["2z"] * 3, "5z", "5z"]
    tiles = [
        {
            "tile": code,
            "confidence": 0.9,
            "box": [20 * at, 0, 20 * at + 18, 24],
            "corners": [[20 * at, 0], [20 * at + 18, 0], [20 * at + 18, 24], [20 * at, 24]],
            "unsure": code in ("?", "1m"),
            "group": int(code == "?"),
            "alternatives": [["?" if code == "1m" else "6z", 0.1]],
        }
        for at, code in enumerate([*hand, "?"])
    ]
    reading = {
        "photo": "photo",
        "size": [640, 480],
        "tiles": tiles,
        "groups": [
            {"kind": "concealed", "tiles": list(range(14)), "side": None},
            {"kind": "other", "tiles": [14], "side": None},
        ],
        "hand": "123m 456p 789s 22255z",
        "hands": [],
        "called": [],
        "players": [],
        "problems": [],
        "timings_ms": {},
    }
    ready.page.route("**/api/v1/readings*", lambda route: route.fulfill(json=reading))
    photo = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo_of(640, 480, 1)}
    with ready.page.expect_response(
        lambda answer: '"tile":"?"' in (answer.request.post_data or "")
    ) as shared:
        ready.page.set_input_files(".way input[capture]", photo)
    assert shared.value.ok, shared.value.text()
    beside = ready.page.locator("[data-place=beside]")
    beside.locator("summary").click()
    expect(beside.get_by_role("button")).to_have_accessible_name(re.compile("unknown tile"))
    expect(beside.locator("img")).to_have_js_property("complete", True)  # noqa: FBT003  (a value)
    expect(beside.locator("img")).to_have_js_property("naturalWidth", 60)
    # It is in no hand before somebody has said what it is.
    beside.get_by_role("button").click()
    sheet = ready.page.locator("dialog")
    expect(sheet.get_by_role("button", name="Remove this tile")).to_be_visible()
    expect(sheet.get_by_role("button", name="It belongs to the hand")).to_have_count(0)
    ready.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    drag(ready.page, "[data-code='?']", "hand")
    expect(ready.page.locator(".notice")).to_contain_text("First choose which tile it is")
    ready.page.locator(".concealed [data-code='1m']").click()
    expect(sheet.locator(".likely")).to_have_count(0)
    # What was opened stays open while the hand becomes incomplete.
    sheet.get_by_role("button", name="Remove this tile").click()
    expect(ready.page.locator(".concealed .tally")).to_have_text("13 of 14 tiles")
    expect(ready.page.locator("details[data-place=beside]")).to_have_attribute("open", "")
