"""Tiles named on the phone itself, with a video file in the place of a camera."""

import base64
import io
import math
import random
import re
from importlib.resources import files

import numpy as np
import pytest
from PIL import Image, ImageDraw

import models
from tests import needs
from tests.page.conftest import PHONE, Phone

playwright = pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))

MOST = 9_000_000  # bytes that somebody may be asked to fetch
NEAR = 4.0  # pixels between corners found on the phone and here
HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "9m", "9m", "6z", "6z", "6z", "7z", "7z", "7z"]
FLOWER = "2f"
CLOTH = "#2351a8"  # of the bundled photo, about
STEP = 3  # frames of a camera for each picture of ours: ten a second
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
  const look = await eye.look(context.getImageData(0, 0, bitmap.width, bitmap.height));
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


def video(path, pictures):
    """What a camera sees, as motion JPEG: these pictures, over and over."""
    with path.open("wb") as file:
        for picture in pictures:
            data = io.BytesIO()
            picture.save(data, "JPEG", quality=85)
            file.write(data.getvalue() * STEP)
    return path


def laid_down(seconds_whole=4):
    """A hand that is laid down a few tiles at a time, seen by a phone that is held by hand."""
    whole = photo()
    tiles = sorted((quad for _, _, quad in named_here(whole)), key=lambda quad: quad[:, 0].mean())
    shake = random.Random(7)  # noqa: S311  (a hand, no secret)
    for down in [*(few for few in (0, 4, 8, 12) for _ in range(4)), *[15] * (10 * seconds_whole)]:
        table = whole.copy()
        draw = ImageDraw.Draw(table)
        for quad in tiles[down:]:
            middle = quad.mean(axis=0)
            draw.polygon([tuple(middle + 1.25 * (corner - middle)) for corner in quad], fill=CLOTH)
        frame = Image.new("RGB", (1280, 720), "#1f6b4a")
        small = table.resize((920, 690), Image.Resampling.BILINEAR)
        frame.paste(small, (180 + shake.randint(-4, 4), 15 + shake.randint(-4, 4)))
        yield frame


@pytest.fixture(scope="module")
def laying(tmp_path_factory):
    needs.trained()
    return video(tmp_path_factory.mktemp("video") / "laid.mjpeg", laid_down())


@pytest.fixture
def camera(service):
    """Give a phone of somebody about to take a photo; its camera sees a video file."""
    found = needs.browser()
    opened = []
    with playwright.sync_playwright() as play:

        def give(seen, *more, address=service, before=None):
            devices = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
            given = ["--no-sandbox", *devices, f"--use-file-for-fake-video-capture={seen}", *more]
            chromium = play.chromium.launch(executable_path=found, args=given)
            opened.append(chromium)
            context = chromium.new_context(viewport=PHONE, locale="en-GB")
            if before:
                context.add_init_script(before)
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
