"""Tiles named on the phone itself, with a video file in the place of a camera."""

import base64
import io
import math
import re
from importlib.resources import files

import numpy as np
import pytest
from PIL import Image

import models
from datasets.synth import video
from tests import needs
from tests.page.conftest import PHONE, Phone

playwright = pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))

MOST = 9_000_000  # bytes that somebody may be asked to fetch
NEAR = 4.0  # pixels between corners found on the phone and here
HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "9m", "9m", "6z", "6z", "6z", "7z", "7z", "7z"]
FLOWER = "2f"
CLOTH = "#2351a8"  # of the bundled photo, about
LABELS = "() => document.querySelectorAll('.sights .label').length === 14"
LOOK = """
async (text) => {
  const { openEye } = await import("/static/js/eye/eye.js");
  const { missingBytes, toldParts } = await import("/static/js/eye/parts.js");
  const told = await toldParts();
  const missing = await missingBytes(told);
  const [steps, { signal }] = [[], new AbortController()];
  const eye = await openEye(told, { signal, onProgress: (progress) => steps.push(progress) });
  const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const frame = context.getImageData(0, 0, bitmap.width, bitmap.height);
  await eye.look(frame);
  const look = await eye.look(frame); // its pixels stay with it: what is handed over is not freed
  eye.close();
  return { look, missing, kept: await missingBytes(told), steps };
}
"""


def photo():
    """The bundled photo, as large as the frames that a phone looks at."""
    whole = Image.open(io.BytesIO((files("service") / "demo" / "hand.jpg").read_bytes()))
    return whole.convert("RGB").resize((1280, 960), Image.Resampling.LANCZOS)


def png(picture):
    data = io.BytesIO()
    picture.save(data, "PNG", compress_level=1)
    return data.getvalue()


def named_here(picture):
    """Names, confidences and corners of the tiles of a picture, by the same two networks here."""
    classifier = needs.package("vision.nets.classifier").Classifier.load(models.path("classifier"))
    detector = needs.package("vision.nets.detector").Detector.load(models.path("detector"))
    geometry = needs.package("vision.quads.geometry")
    pixels = np.asarray(picture)
    quads = geometry.upright(detector.detect(pixels).corners)
    named = classifier.classify(geometry.rectify(pixels, quads, classifier.size))
    best = named.probabilities.argmax(axis=1)
    quads = geometry.turn(quads, named.turns)
    return [
        (classifier.labels[name], float(named.probabilities[k, name]), quads[k])
        for k, name in enumerate(best)
    ]


@pytest.fixture(scope="module")
def laying(tmp_path_factory):
    needs.trained()
    quads = np.stack([quad for _, _, quad in named_here(photo())])
    frames = video.laid_down(photo(), quads, CLOTH)
    return video.write(tmp_path_factory.mktemp("video") / "laid.mjpeg", frames)


@pytest.fixture
def camera(service):
    """Give a phone of somebody about to take a photo; its camera sees a video file."""
    found = needs.browser()
    opened = []
    with playwright.sync_playwright() as play:

        def give(seen, *more, address=service):
            devices = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
            given = ["--no-sandbox", *devices, f"--use-file-for-fake-video-capture={seen}", *more]
            chromium = play.chromium.launch(executable_path=found, args=given)
            opened.append(chromium)
            blocked = "block"  # its fetches would not be those of the page
            context = chromium.new_context(viewport=PHONE, locale="en-GB", service_workers=blocked)
            ann = Phone(context, address)
            ann.start()
            ann.win(winner=0)
            return ann

        yield give
        for chromium in opened:
            chromium.close()


def open_and_load(ann):
    """Open the viewfinder and have what names tiles on the phone fetched, its size said before."""
    ann.page.locator(".way").first.click()
    load = ann.page.get_by_role("button", name=re.compile(r"Name the tiles while you aim"))
    load.wait_for()
    assert re.search(r"loads \d\.\d MB, once", load.inner_text())
    load.click()


def codes_read(ann):
    tiles = ann.page.locator(".editor .tile-button")
    return sorted(tile.get_attribute("data-code") for tile in tiles.all())


def test_a_shaky_video_of_a_hand_being_laid_down_ends_in_the_hand_without_a_tap(camera, laying):
    ann = camera(laying)
    open_and_load(ann)
    ann.page.locator(".sights .label").first.wait_for(state="attached")
    ann.page.wait_for_selector(".photo-svg .outline")  # nobody has tapped the shutter
    assert ann.page.locator("dialog.viewfinder").count() == 0
    assert codes_read(ann) == sorted([*HAND, FLOWER])
    ann.page.get_by_text("The phone's own look saw the same tiles.").wait_for()
    assert ann.complaints == []


def test_where_the_service_does_not_answer_the_phones_own_look_goes_on(camera, laying):
    ann = camera(laying)
    open_and_load(ann)
    ann.page.locator(".sights .label").first.wait_for(state="attached")
    ann.page.route("**/api/**", lambda route: route.abort())
    ann.tap("Continue with what this phone saw")
    ann.page.get_by_text("Only this phone has looked at these tiles.").wait_for()
    assert codes_read(ann) == sorted([*HAND, FLOWER])
    ann.mark("7z")
    ann.page.click(".called-choice .record:not([disabled]) >> text=Keep it and send it later")
    ann.page.wait_for_selector(".waiting-entry")
    ann.page.unroute("**/api/**")
    assert ann.table(2)["points"][0] > 500
    assert [text for text in ann.complaints if "ERR_FAILED" not in text] == []


@pytest.fixture(scope="module")
def still(tmp_path_factory):
    """What a camera on a table sees: the hand without its last tile, and nothing moves."""
    needs.trained()
    _, _, last = max(named_here(photo()), key=lambda tile: tile[2][:, 0].mean())
    frame = video.framed(video.covered(photo(), [last], CLOTH))
    return video.write(tmp_path_factory.mktemp("video") / "still.mjpeg", [frame])


SEEN = "() => /\\d+ tiles seen/.test(document.querySelector('.sight-words')?.textContent)"


def test_what_is_missing_is_named_and_a_failed_load_leaves_the_service_to_look(camera, still):
    ann = camera(still)
    ann.page.route("**/static/eye/*/classifier.onnx", lambda route: route.abort())
    open_and_load(ann)
    ann.page.locator(".sight-eye [role=alert]", has_text="could not be loaded").wait_for()
    ann.page.wait_for_function(SEEN)  # by the service, as before
    ann.page.unroute("**/static/eye/*/classifier.onnx")
    ann.tap("Try again")
    words = ann.page.locator(".sight-words", has_text="13 of 14 tiles. One is missing or hidden")
    words.wait_for()
    faces = ann.page.locator(".sight-wants .tile")
    assert [face.get_attribute("alt") for face in faces.all()] == ["9 of characters", "Red dragon"]
    ann.page.wait_for_function(LABELS)
    ann.page.get_by_label("Take the photo by itself").uncheck()
    ann.tap("Close the camera")
    ann.page.locator(".way").first.click()  # what was fetched is kept, and so is the choice
    words.wait_for()
    assert not ann.page.get_by_label("Take the photo by itself").is_checked()
    ann.tap("Take the photo")  # a tap always works
    ann.page.wait_for_selector(".photo-svg .outline")
    assert [text for text in ann.complaints if "ERR_FAILED" not in text] == []


def test_a_phone_without_memory_for_it_says_so_and_reads_photos_as_before(camera, still):
    ann = camera(still, "--js-flags=--wasm-max-mem-pages=64")
    open_and_load(ann)
    ann.page.locator(".sight-eye [role=alert]", has_text="too little memory").wait_for()
    ann.page.wait_for_function(SEEN)


def test_at_an_address_that_is_not_secure_the_phones_own_camera_takes_the_photo(camera, service):
    port = service.rpartition(":")[2]
    rules = "--host-resolver-rules=MAP table.test 127.0.0.1"
    ann = camera("", rules, address=f"http://table.test:{port}")
    ann.page.get_by_text("This address is not secure (https)").wait_for()
    with ann.page.expect_file_chooser():
        ann.page.locator(".way").first.click()


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        ("NotReadableError", "Another app is using the camera."),
        ("NotFoundError", "No camera was found."),
        ("NotAllowedError", "The camera may not be used here."),
    ],
)
def test_without_a_camera_the_page_says_why_and_takes_a_photo(phone, problem, words):
    ann = phone()
    refuse = f"() => Promise.reject(new DOMException('no', '{problem}'))"
    ann.context.add_init_script(f"navigator.mediaDevices.getUserMedia = {refuse}")
    ann.start()
    ann.win(winner=0)
    ann.page.locator(".way").first.click()
    ann.page.locator(".sight-words", has_text=words).wait_for()
    with ann.page.expect_file_chooser():
        ann.tap("Phone's camera")


@pytest.mark.usefixtures("models_there")
def test_a_phone_names_the_tiles_of_a_picture_as_the_service_does(phone):
    ann = phone()
    ann.open()
    told = ann.page.evaluate(LOOK, base64.b64encode(png(photo())).decode())
    assert 0 < told["missing"] < MOST
    assert told["kept"] == 0  # fetched once
    assert told["steps"] == sorted(told["steps"])
    assert told["steps"][-1] == 1
    there = {
        tuple(np.reshape(tile["quad"], (4, 2)).mean(axis=0)): tile for tile in told["look"]["tiles"]
    }
    here = named_here(photo())
    assert sorted(name for name, _, _ in here) == sorted([*HAND, FLOWER])
    assert len(there) == len(here)
    for name, confidence, quad in here:
        tile = there[min(there, key=lambda at: math.dist(at, quad.mean(axis=0)))]
        assert tile["code"] == name
        assert tile["confidence"] == pytest.approx(confidence, abs=0.05)
        assert np.abs(np.reshape(tile["quad"], (4, 2)) - quad).max() < NEAR
    assert told["look"]["advice"] == []
