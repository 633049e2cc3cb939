"""Tiles named on the phone itself, with a video file in the place of a camera."""

import base64
import io
import math
import random
import re
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

import models
from datasets.synth import video
from tests import needs
from tests.page.conftest import WORDS, expect_each
from tests.page.fake_camera import CLOTH, camera, photo
from tests.soak import full
from vision.quads.table import LOOK_ALIKE

__all__ = ["camera"]  # a fixture, found here by name
expect = needs.package("playwright.sync_api").expect

MOST = 9_000_000  # bytes that somebody may be asked to fetch
# Pixels between corners found on the phone and here: in the whole frame, and where tiles were seen,
# which the detector's cells fall on otherwise: a tenth of a tile.
NEAR, PART_NEAR = 4.0, 8.0
SURELY = 0.3  # of being of the hand or not: what pixels that differ by a little do not turn over
HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "9m", "9m", "6z", "6z", "6z", "7z", "7z", "7z"]
FLOWER = "2f"
LABELS = "() => document.querySelectorAll('.sights .label').length === 14"
OPEN = """
async () => {
  const { openNetworks } = await import("/static/js/camera/phone-networks.js");
  const { offerParts } = await import("/static/js/api/parts.js");
  const { parts, bytes: missing } = await offerParts("camera");
  const [steps, { signal }] = [[], new AbortController()];
  const onProgress = (progress) => steps.push(progress);
  window.networks = await openNetworks(parts, { signal, onProgress });
  return { missing, kept: (await offerParts("camera")).bytes, steps };
}
"""
# Looks at a picture as at a camera's first frame, then at the same one again where it saw tiles.
LOOK = """
async (text) => {
  const { tilesPart } = await import("/static/js/camera/frames.js");
  const { sighting, sightingWords } = await import("/static/js/camera/sighting.js");
  const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const frame = context.getImageData(0, 0, bitmap.width, bitmap.height);
  await networks.look(new ImageData(64, 64), 64); // nothing: no name is known from before
  const look = await networks.look(frame); // its pixels stay with it
  const again = await networks.look(frame, 640, tilesPart(look));
  const words = sightingWords(sighting(look, 14), true);
  return { look, again, words };
}
"""


def png(picture):
    data = io.BytesIO()
    picture.save(data, "PNG", compress_level=1)
    return data.getvalue()


@cache
def networks_here():
    """The detector and the classifier that a phone has, too."""
    detector = needs.package("vision.nets.detector").Detector.load(models.path("detector"))
    classifier = needs.package("vision.nets.faces").Classifier.load(models.path("classifier"))
    return detector, classifier


@cache
def roles_here():
    """The network that says what tiles are to the hand."""
    return needs.package("vision.nets.roles").RolesModel.load(models.path("roles"))


@lru_cache(maxsize=2)
def found_in(size, data):
    """What the detector finds in a picture, which is asked several times of each."""
    return networks_here()[0].detect(np.frombuffer(data, np.uint8).reshape(size))


def detected(pixels):
    return found_in(pixels.shape, pixels.tobytes())


def named_here(picture):
    """Names, confidences and corners of the tiles of a picture, by the same two networks here."""
    _, classifier = networks_here()
    geometry, photo = (needs.package(f"vision.{n}") for n in ("quads.geometry", "photo.photo"))
    pixels = photo.Photo.of(np.asarray(picture)).pixels
    quads = geometry.turn_upright(detected(pixels).corners)
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
    frames = video.film_hand(photo(), quads, CLOTH)
    return video.write(tmp_path_factory.mktemp("video") / "laid.mjpeg", frames)


def open_and_load(ann):
    """Open the viewfinder and have what names tiles on the phone fetched, its size said before."""
    ann.page.locator(".way").first.click()
    load = ann.page.get_by_role("button", name=re.compile(r"Name the tiles while you aim"))
    load.wait_for()
    expect(load).to_contain_text(re.compile(r"loads \d\.\d MB, only once"), use_inner_text=True)
    load.click()


def codes_read(ann):
    tiles = ann.page.locator(".editor .tile-button")
    return sorted(tile.get_attribute("data-code") for tile in tiles.all())


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """What a camera sees of a hand: dark, then light and no tile, laid down, shaken, held."""
    needs.trained()
    quads = [quad for _, _, quad in named_here(photo())]
    ordered = sorted(quads, key=lambda quad: float(quad[:, 0].mean()))
    hand = random.Random(7)
    laid = [video.film_cover(photo(), ordered[k:], CLOTH) for k in range(16)]
    table = [video.add_frame(each) for each in laid]
    moves = [(hand.randint(-4, 4), hand.randint(-4, 4)) for _ in range(30)]
    held = [video.add_frame(laid[15], move) for move in moves]
    shaken = [blurred(video.add_frame(photo(), (10 * (k % 3), 0)), 21) for k in range(3)]
    parts = [
        *[dark(table[15], 0.1)] * 12,
        *[table[0]] * 12,
        *[table[k] for k in range(1, 15, 2) for _ in range(5)],
        *shaken * 7,
        *held,
    ]
    return video.write(tmp_path_factory.mktemp("video") / "evening.mjpeg", parts)


RECORD = """
() => {
  window.said = [];
  const note = () => {
    const words = document.querySelector(".sight-words span")?.textContent;
    if (words && words !== window.said.at(-1)) window.said.push(words);
  };
  const all = { childList: true, subtree: true, characterData: true };
  new MutationObserver(note).observe(document.body, all);
}
"""
IN_ORDER = r"Too dark.*?(No tiles seen yet.*?)Hold still: 1.*?All 14 tiles\. Take the photo\."
SEEN_IN_ORDER = f"() => /{IN_ORDER}/s.test(window.said.join('\\n'))"


def test_a_hand_laid_down_before_the_camera_is_recorded_without_a_tap_on_the_shutter(
    camera, evening
):
    """And what is said on the way: too dark, no tiles, more and more, hold still, all of them."""
    ann = camera(evening)
    open_and_load(ann)
    itself = ann.page.get_by_label("Take the photo automatically")
    itself.uncheck()
    ann.page.evaluate(RECORD)
    ann.page.wait_for_function(SEEN_IN_ORDER, timeout=120_000)
    said = "\n".join(ann.page.evaluate("() => window.said"))
    laying = re.search(IN_ORDER, said, re.DOTALL)[1]
    counts = [int(count) for count in re.findall(r"^(\d+) of 14 tiles", laying, re.MULTILINE)]
    assert counts == sorted(counts), laying
    assert len(set(counts)) >= 3, laying
    itself.check()
    ann.page.wait_for_selector(".photo-svg .outline", timeout=60_000)  # nobody has tapped
    expect(ann.page.locator("dialog.viewfinder")).to_have_count(0)
    assert codes_read(ann) == sorted([*HAND, FLOWER])
    assert ann.record(2)["points"][0] > 500
    expect(ann.page.locator(".notice")).to_have_count(0)  # the phone's own look saw the same
    assert ann.complaints == []


def test_where_the_service_does_not_answer_the_phones_own_look_goes_on(camera, laying):
    ann = camera(laying)
    open_and_load(ann)
    ann.page.locator(".sights .label").first.wait_for(state="attached")
    ann.page.route("**/api/**", lambda route: route.abort())
    ann.tap("Continue with what this phone saw")
    ann.page.get_by_text("Only this phone has read these tiles.").wait_for()
    assert codes_read(ann) == sorted([*HAND, FLOWER])
    ann.mark("7z")
    ann.page.click(".called-choice .record:not([disabled]) >> text=Keep it and send it later")
    ann.page.wait_for_selector(".queue")
    ann.page.unroute("**/api/**")
    assert ann.table(2)["points"][0] > 500
    assert [text for text in ann.complaints if "ERR_FAILED" not in text] == []


@pytest.fixture(scope="module")
def still(tmp_path_factory):
    """What a camera on a table sees: the hand without its last tile, and nothing moves."""
    needs.trained()
    _, _, last = max(named_here(photo()), key=lambda tile: tile[2][:, 0].mean())
    frame = video.add_frame(video.film_cover(photo(), [last], CLOTH))
    return video.write(tmp_path_factory.mktemp("video") / "still.mjpeg", [frame])


SEEN = "() => /\\d+ tiles seen/.test(document.querySelector('.sight-words')?.textContent)"


def test_what_is_missing_is_named_and_a_failed_load_leaves_the_service_to_look(camera, still):
    ann = camera(still)
    ann.page.route("**/static/camera/*/classifier.onnx", lambda route: route.abort())
    open_and_load(ann)
    ann.page.locator(".sight-networks [role=alert]", has_text="could not be loaded").wait_for()
    ann.page.wait_for_function(SEEN)  # by the service, as before
    ann.page.unroute("**/static/camera/*/classifier.onnx")
    ann.tap("Try again")
    words = ann.page.locator(".sight-words", has_text="13 of 14 tiles. One is missing or hidden")
    words.wait_for()
    faces = ann.page.locator(".sight-wants .tile")
    expect_each(faces, "alt", ["9 of characters", "Red dragon"])
    ann.page.wait_for_function(LABELS)
    ann.page.get_by_label("Take the photo automatically").uncheck()
    ann.tap("Close the camera")
    ann.page.locator(".way").first.click()  # what was fetched is kept, and so is the choice
    words.wait_for()
    expect(ann.page.get_by_label("Take the photo automatically")).not_to_be_checked()
    ann.tap("Take the photo")  # a tap always works
    ann.page.wait_for_selector(".photo-svg .outline")
    assert [text for text in ann.complaints if "ERR_FAILED" not in text] == []


def test_a_phone_without_memory_for_it_says_so_and_reads_photos_as_before(camera, still):
    ann = camera(still, "--js-flags=--wasm-max-mem-pages=64")
    open_and_load(ann)
    ann.page.locator(".sight-networks [role=alert]", has_text="enough free memory").wait_for()
    ann.page.wait_for_function(SEEN)


def test_at_an_address_that_is_not_secure_the_phones_own_camera_takes_the_photo(camera, service):
    port = service.rpartition(":")[2]
    rules = "--host-resolver-rules=MAP table.test 127.0.0.1"
    ann = camera("", rules, address=f"http://table.test:{port}")
    ann.page.get_by_text("This address is not secure (no https)").wait_for()
    with ann.page.expect_file_chooser():
        ann.page.locator(".way").first.click()


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        ("NotReadableError", "Another app is using the camera."),
        ("NotFoundError", "No camera was found."),
        ("NotAllowedError", "This page is not allowed to use the camera."),
    ],
)
def test_without_a_camera_the_page_says_why_and_takes_a_photo(phone, problem, words):
    ann = phone()
    refuse = f"() => Promise.reject(new DOMException('no', '{problem}'))"
    ann.context.add_init_script(
        f"if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = {refuse}"
    )
    ann.start()
    ann.win(winner=0)
    ann.page.locator(".way").first.click()
    ann.page.locator(".sight-words", has_text=words).wait_for()
    with ann.page.expect_file_chooser():
        ann.tap("Phone's camera")


PHOTOS = sorted((Path(__file__).parents[1] / "photos").glob("*.jpg"))


def names_of(paths):
    return [path.stem for path in paths]


def as_frame(path):
    return Image.open(path).convert("RGB").resize((1280, 960), Image.Resampling.BILINEAR)


def blurred(picture, pixels):
    """A picture taken while the phone moved by so many pixels, sideways."""
    return Image.fromarray(cv2.blur(np.asarray(picture), (pixels, 1)))


def far(picture):
    small = picture.copy()
    small.thumbnail((400, 300))
    frame = Image.new("RGB", video.CAMERA, "#1f6b4a")
    frame.paste(small, (440, 210))
    return frame


def dark(picture, light):
    return picture.point(lambda value: int(value * light))


def pictures():
    """What a camera may see, by name: every bundled photo, and one of them made worse."""
    hand = video.add_frame(photo())
    quads = [quad for _, _, quad in named_here(photo())]
    last = max(quads, key=lambda quad: quad[:, 0].mean())
    empty = video.add_frame(video.film_cover(photo(), quads, CLOTH))
    return {
        **{path.stem: as_frame(path) for path in PHOTOS},
        "hand": hand,
        "one hidden": video.add_frame(video.film_cover(photo(), [last], CLOTH)),
        "dim": dark(hand, 0.35),
        "dark": dark(hand, 0.15),
        "night": dark(hand, 0.06),
        "moved": blurred(hand, 21),
        "moved a little": blurred(hand, 7),
        "far": far(photo()),
        "no tiles": empty,
        "no tiles, dark": dark(empty, 0.08),
    }


# What is said of a picture, first of all; the others are read without advice.
SAID = {
    "hand": "All 14 tiles: hold still …",
    "one hidden": "13 of 14 tiles. One is missing or hidden, perhaps:",
    "dark": "All 14 tiles: hold still …",
    "night": "Too dark. Switch on a light.",
    "moved": "Hold still: 15 tiles seen",
    "far": "Too far away. Move closer:",
    "no tiles": "No tiles seen yet.",
    "no tiles, dark": "Too dark. Switch on a light.",
}
# In a short run each thing that is said once, and half of the photos that are read without it.
LEFT_OUT = full({"dim", "moved a little", "dark", "no tiles, dark", *names_of(PHOTOS[::2])}, set())
ADVICE = {"more_light", "closer", "hold_still"}  # of which a phone tells


def advice_here(picture):
    """What the service says of a viewfinder's picture, and of how sharp its tiles are."""
    detector, _ = networks_here()
    geometry, advice = (needs.package(f"vision.{n}") for n in ("quads.geometry", "advice"))
    glance = needs.package("vision.reader").preview
    opened = needs.package("vision.photo.photo").open_photos([png(picture)])[0]
    quads = detected(opened.pixels).corners
    crops = geometry.rectify(opened.pixels, geometry.turn_upright(quads), 64)
    measured = advice.Condition.of(opened.pixels, quads, crops, opened.gain)
    said = {each.value for each in advice.advise(measured)}
    said = said & {"hold_still"} if len(quads) else set()
    said |= {each.value for each in glance(detector, opened).advice} & ADVICE
    return said - {"hold_still"} if "closer" in said else said


@pytest.mark.usefixtures("models_there")
def test_a_phone_names_the_tiles_of_pictures_and_says_what_is_wrong_as_the_service_does(phone):
    ann = phone()
    ann.open()
    ann.page.evaluate(WORDS)
    told = ann.page.evaluate(OPEN)
    assert 0 < told["missing"] < MOST
    assert told["kept"] == 0  # fetched once
    assert told["steps"] == sorted(told["steps"])
    assert told["steps"][-1] == 1
    for name, picture in pictures().items():
        if name in LEFT_OUT:
            continue
        seen = ann.page.evaluate(LOOK, base64.b64encode(png(picture)).decode())
        assert set(seen["look"]["advice"]) == advice_here(picture), name
        assert seen["words"].startswith(SAID.get(name, "")), (name, seen["words"])
        if seen["look"]["advice"]:
            continue  # nobody is told names then
        here = named_here(picture)
        assert_same_tiles(seen["look"]["tiles"], here, name, NEAR)
        assert_same_tiles(seen["again"]["tiles"], here, name, PART_NEAR)
        assert_same_hand(seen["look"]["tiles"], picture, name)


INPUTS = """
async ({ sights, size }) => {
  const { inputsOf } = await import("/static/js/camera/roles.js");
  const asLists = ([name, { data, dims }]) => [name, [Array.from(data), dims]];
  return Object.fromEntries(Object.entries(inputsOf(sights, size)).map(asLists));
}
"""


def looked_at(picture):
    """What the network of roles is told of a picture's tiles, by the networks here.

    No tile is taken to lie upon another: the network that knows is not on the phone.
    """
    faces_of, roles = needs.package("vision.nets.faces"), needs.package("vision.nets.roles")
    geometry = needs.package("vision.quads.geometry")
    _, classifier = networks_here()
    pixels = np.asarray(picture)
    found = detected(pixels)
    quads = geometry.turn_upright(found.corners)
    named = classifier.classify(geometry.rectify(pixels, quads, classifier.size))
    none = classifier.labels.index(faces_of.NOT_A_TILE)
    names = np.delete(named.probabilities, none, axis=1)
    return roles.TileFeatures(
        (pixels.shape[1], pixels.shape[0]),
        geometry.turn(quads, named.turns),
        names / names.sum(axis=1, keepdims=True),
        found.confidences,
        named.steady,
        np.zeros(len(quads), np.float32),
        named.probabilities.argmax(axis=1) != none,
    )


@pytest.mark.usefixtures("models_there")
def test_the_network_of_roles_is_told_the_same_on_a_phone(modules):
    """Of looks at every bundled photo, and at the hand held aslant."""
    looks = {path.stem: looked_at(as_frame(path)) for path in PHOTOS}
    looks["turned"] = looked_at(video.add_frame(photo().rotate(28, expand=True)))
    assert max(len(look.corners) for look in looks.values()) > 20
    for name, look in looks.items():
        each = zip(look.corners, look.names, look.found, look.steady, look.kept, strict=True)
        sights = [
            {
                "quad": quad.reshape(-1).tolist(),
                "names": names.tolist(),
                "found": float(found),
                "steady": float(steady),
                "isKept": bool(kept),
            }
            for quad, names, found, steady, kept in each
        ]
        told = modules.evaluate(INPUTS, {"sights": sights, "size": list(look.size)})
        here = look.inputs()
        assert set(told) == set(here), name
        for each, (values, dims) in told.items():
            assert tuple(dims) == here[each].shape, (name, each)
            assert values == pytest.approx(here[each].reshape(-1), abs=1e-5), (name, each)


def assert_same_tiles(there, here, picture, near):
    """Tiles that a phone names, against those named here: names, confidences and corners."""
    here = [each for each in here if each[0] != "-"]
    assert len(there) == len(here), picture
    for name, confidence, quad in here:
        middle = quad.mean(axis=0)
        tile = min(there, key=lambda each: math.dist(middle, np.mean(corners(each), axis=0)))
        assert tile["code"] == name, picture
        assert tile["confidence"] == pytest.approx(confidence, abs=0.1), picture
        # A back looks alike any way, and some faces both ways up.
        starts = range(4) if name == "x" else (0, 2) if name in LOOK_ALIKE else (0,)
        away = [np.abs(np.roll(corners(tile), k, axis=0) - quad).max() for k in starts]
        assert min(away) < near, picture


def assert_same_hand(there, picture, name):
    """Tiles that a phone takes for the hand's, against those that the network here surely is of."""
    roles = needs.package("vision.nets.roles")
    look = looked_at(picture)
    likely = np.exp(roles_here().predict(look).roles)
    ours = likely[:, : roles.OTHER].sum(axis=1)
    for quad, share in zip(look.corners[look.kept], ours[look.kept], strict=True):
        middle = quad.mean(axis=0)
        tile = min(there, key=lambda each: math.dist(middle, np.mean(corners(each), axis=0)))
        if abs(share - 0.5) > SURELY:
            assert tile["isOwn"] == (share > 0.5), name


def corners(tile):
    return np.reshape(tile["quad"], (4, 2))


QUADS = """
async (quads) => {
  const { area, longestEdge, median, middle, rotateCorners, shortSide, sides, upright } =
    await import("/static/js/camera/quads.js");
  return quads.map((quad) => ({
    area: area(quad),
    middle: middle(quad),
    sides: sides(quad),
    short: shortSide(quad),
    longest: longestEdge(quad),
    upright: upright(quad),
    turned: rotateCorners(quad, 3),
    median: median(quad),
  }));
}
"""


def test_quads_are_the_same_on_a_phone(modules):
    """Of two hundred quads, turned and seen aslant in any way."""
    geometry = needs.package("vision.quads.geometry")
    chance = np.random.default_rng(36)
    turns = chance.uniform(0, 2 * np.pi, 200)
    across = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    down = np.stack([-across[:, 1], across[:, 0]], axis=1)
    wide, tall = chance.uniform(8, 60, (2, 200, 1))
    middles = chance.uniform(100, 900, (200, 1, 2))
    square = np.stack([-across * wide - down * tall, across * wide - down * tall], axis=1)
    slant = chance.uniform(-4, 4, (200, 4, 2))
    quads = middles + np.concatenate([square, -square], axis=1) + slant
    told = modules.evaluate(QUADS, quads.reshape(-1, 8).tolist())
    close = {name: np.array([each[name] for each in told]) for name in told[0]}
    assert close["area"] == pytest.approx(geometry.areas(quads), rel=1e-5)
    assert close["middle"] == pytest.approx(quads.mean(axis=1), rel=1e-6)
    assert close["sides"] == pytest.approx(geometry.sides(quads), rel=1e-5)
    assert close["short"] == pytest.approx(geometry.sides(quads).min(axis=1), rel=1e-5)
    edges = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    assert close["longest"] == pytest.approx(edges.max(axis=1), rel=1e-6)
    assert close["upright"].reshape(-1, 4, 2) == pytest.approx(
        geometry.turn_upright(quads), rel=1e-5
    )
    assert close["turned"].reshape(-1, 4, 2) == pytest.approx(np.roll(quads, -3, axis=1), rel=1e-9)
    assert close["median"] == pytest.approx(np.median(quads.reshape(-1, 8), axis=1), rel=1e-9)


@pytest.mark.parametrize(
    ("side", "took", "short", "expected"),
    [  # places in 640, 512, 416, 352, 288 pixels; short sides of a tile that fills so much
        (0, 250, 0.07, 1),
        (0, 700, 0.07, 4),
        (0, 700, 0.045, 2),  # of tiles farther away no fewer pixels tell enough
        (0, 700, 0.02, 0),
        (2, 230, 0.07, 3),
        (4, 900, 0.07, 4),
    ],
)
def test_a_slow_phone_has_the_detector_see_less_at_once(modules, side, took, short, expected):
    chosen = modules.evaluate(
        """async (given) => (await import("/static/js/camera/frames.js")).fasterSide(...given)""",
        [side, took, short],
    )
    assert chosen == expected


def test_a_look_goes_on_around_the_tiles_that_were_seen(modules):
    """Two tiles of 40 by 60 pixels: a long side of a tile around them, inside the frame."""
    tile = "({ quad: [x, y, x + 40, y, x + 40, y + 60, x, y + 60] })"
    look = f"{{ size: [1280, 720], tiles: [[100, 300], [500, 320]].map(([x, y]) => {tile}) }}"
    source = f"""async () => {{
      const {{ tilesPart }} = await import("/static/js/camera/frames.js");
      const {{ growToPadding }} = await import("/static/js/camera/pixels.js");
      const look = {look};
      const part = tilesPart(look);
      const frame = {{ width: 1280, height: 720 }};
      return [part, growToPadding(part, frame, 640), tilesPart({{ ...look, tiles: [] }})];
    }}"""
    part, grown, nothing = modules.evaluate(source)
    assert part == {"x": 40, "y": 240, "width": 560, "height": 200}
    assert grown == {"x": 32, "y": 212, "width": 576, "height": 256}  # multiples of 32, halved
    assert nothing is None
