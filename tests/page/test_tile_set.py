"""The table shows its tiles on the page: guided, answered, kept, and used for its photos."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import OneSet, lay_stage, render_stage
from datasets.synth.scenes.profile import ROWS
from tests import needs
from vision.tilesets.tile_set import Question, TileSet

expect = needs.package("playwright.sync_api").expect


ASKS = "import('/static/js/state/storage.js').then(({ isTileSetOffered }) => isTileSetOffered())"


def jpeg(pixels):
    return cv2.imencode(".jpg", pixels[..., ::-1])[1].tobytes()


@pytest.fixture(scope="module")
def rows():
    """A photo of the rows of a set that no network has seen."""
    faces = FaceLibrary.build(("drawn",), drawn=(940,))
    rng = np.random.default_rng(3)
    one = OneSet.of(faces.designs[0], rng)
    stage = lay_stage(rng, "faces")
    return jpeg(render_stage(rng, faces, stage, (1600, 1200), ROWS, "faces", one).image)


CAMERA, CHOSEN = "dialog input[capture=environment]", "dialog input[type=file][multiple]"


def give(page, data, where=CAMERA):
    file = {"name": "rows.jpg", "mimeType": "image/jpeg", "buffer": data}
    page.set_input_files(where, file)


def test_a_table_shows_its_tiles_in_three_taps(phone, rows, tmp_path):
    ann = phone()
    ann.start()
    page = ann.page
    ann.tap("More")
    ann.tap("Show your tile set")
    page.wait_for_selector("dialog .tile-rows")
    page.screenshot(path=str(tmp_path / "guide.png"))
    give(page, rows)
    page.get_by_text("faces are known").wait_for()
    page.screenshot(path=str(tmp_path / "known.png"))
    page.fill("[name=tiles_name]", "Friday's set")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.keyboard.press("Tab")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save them as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    ann.tap("Done")
    sets = page.request.get(f"{ann.address}/api/v1/tile-sets", params={"game": game_of(page)})
    (kept,) = sets.json()["tile_sets"]
    assert len(kept["known"]) >= 40
    ann.tap("More")
    ann.tap("Show your tile set")
    page.get_by_text(f"{42 - len(kept['missing'])} of 42").wait_for()
    ann.tap("Forget these tiles")
    page.wait_for_selector("dialog .tile-rows")
    page.set_input_files("[name=tiles_file]", file)
    page.get_by_text("faces are known").wait_for()
    expect(page.locator("[name=tiles_name]")).to_have_value("Friday's set")
    ann.tap("Forget these tiles")
    page.wait_for_selector("dialog .tile-rows")
    ann.tap("Not now")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_table_learns_what_its_set_lacks(phone, rows):
    ann = phone()
    ann.start()
    ann.tap("More")
    ann.tap("Is our set complete?")
    give(ann.page, rows, "[name=counted_photos]")  # one of each face was laid out
    ann.page.get_by_text("of 144 tiles").wait_for()
    expect(ann.page.get_by_text("Missing, or face down")).to_be_visible()
    expect(ann.page.locator(".counted-tiles li", has_text="× 3").nth(30)).to_be_attached()
    ann.tap("Done")
    expect(ann.page.locator("dialog")).to_have_count(0)


def test_a_new_table_is_asked_for_its_tiles_until_somebody_skips_it(phone):
    ann = phone()
    ann.start()
    ann.tap("Show the tiles")
    ann.page.wait_for_selector("dialog .tile-rows")
    ann.tap("Not now")
    ann.page.locator(".tiles-card").wait_for(state="detached")
    ann.page.reload()
    ann.tap("Skip")
    expect(ann.page.locator(".tiles-card")).to_have_count(0)
    assert ann.page.evaluate("localStorage['tableside.tiles']") == "false"
    assert not ann.page.evaluate(ASKS)


def game_of(page):
    return page.url.partition("game=")[2].partition("&")[0]


def a_hand():
    return Path("tests/photos/concealed_row.jpg").read_bytes()


@pytest.mark.parametrize(
    ("where", "photo", "said"),
    [
        (CAMERA, jpeg(np.full((600, 800, 3), 90, np.uint8)), "No tile set was found in this photo"),
        (CHOSEN, a_hand(), "Most tiles of each suit are missing"),
        ("[name=tiles_file]", b"{}", "This file is not a tile set"),
        (
            "[name=tiles_file]",
            b'{"format": "tableside tile set", "version": 2}',
            "This tile set has version 2",
        ),
    ],
    ids=["no tiles", "a hand", "no tile set", "another version"],
)
def test_what_is_no_tile_set_is_said_and_nothing_is_kept(phone, where, photo, said):
    ann = phone()
    ann.start()
    ann.tap("More")
    ann.tap("Show your tile set")
    give(ann.page, photo, where)
    ann.page.get_by_text(said).wait_for()
    expect(ann.page.locator("dialog .tile-rows")).to_have_count(1)
    sets = ann.page.request.get(
        f"{ann.address}/api/v1/tile-sets", params={"game": game_of(ann.page)}
    )
    assert sets.json() == {"tile_sets": []}


LEARNED = """
async ([file, tiles]) => {
  const { samples } = await (await fetch(file)).json();
  const corrected = samples.filter(({ origin }) => origin === "corrected");
  return corrected.map(({ tile }) => tile).join() === tiles.join();
}
"""
ASK = """
async (questions) => {
  const { html, render } = await import("/static/js/vendor/preact.js");
  const known = { id: "0".repeat(32), revision: 1, known: {}, missing: [], questions };
  window.fetch = async (path, { body }) => {
    window.told = [path, JSON.parse(body)];
    return new Response(JSON.stringify({ ...known, revision: 2, questions: [] }), { status: 200 });
  };
  const { TileSet } = await import("/static/js/table/tile-set.js");
  render(html`<${TileSet} id="g" token="t" initial=${known} close=${() => {}} />`, document.body);
}
"""


def test_a_tile_that_is_not_sure_is_asked_about(modules):
    pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
    modules.evaluate(ASK, [{"at": "5.2", "likely": ["2f", "3f"], "picture": pixel}])
    modules.get_by_role("button", name="flower 3, chrysanthemum").click()
    modules.get_by_text("42 of 42 faces are known.").wait_for()
    path, body = modules.evaluate("window.told")
    assert path.endswith("/tile-sets/" + "0" * 32)
    assert body == {"answers": {"0": "3f"}}


def test_an_answer_that_gives_a_face_a_second_name_is_said_with_what_to_do(phone, rows):
    ann = phone()
    begun = ann.begin("hk-500")
    page, headers = ann.page, {"Authorization": f"Bearer {begun['write_token']}"}
    sets = f"{ann.address}/api/v1/tile-sets"
    photo = {"name": "rows.jpg", "mimeType": "image/jpeg", "buffer": rows}
    sent = {"photo": photo, "name": "ours", "game": begun["id"]}
    shown = page.request.post(sets, headers=headers, multipart=sent).json()
    whole = TileSet.loads(page.request.get(f"{sets}/{shown['id']}/file").text())
    (orchid,) = (one for one in whole.samples if one.tile == "2f")
    asked = tuple(Question(orchid.picture, ("2f", "3f"), at) for at in ("5.2", "6.2"))
    left = tuple(one for one in whole.samples if one is not orchid)
    file = TileSet("asked", samples=left, questions=asked).dumps().encode()
    given = {"name": "asked.json", "mimeType": "application/json", "buffer": file}
    page.request.post(sets, headers=headers, multipart={"file": given, "game": begun["id"]})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.tap("More")
    ann.tap("Show your tile set")
    choice = page.locator("dialog .tile-choices")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        choice.get_by_role("button", name="flower 2, orchid").click()
    choice.get_by_role("button", name="flower 3, chrysanthemum").click()
    page.get_by_text("Give both the same name, or leave one out.").wait_for()
    kept = page.request.get(sets, params={"game": begun["id"]}).json()["tile_sets"][-1]
    assert (len(kept["questions"]), kept["known"].get("3f")) == (1, shown["known"].get("3f"))
    ann.tap("Leave it out")
    page.get_by_text("faces are known").wait_for()


def test_a_tile_that_is_corrected_on_a_photo_is_learned(phone, rows, models_there):
    ann = phone()
    begun = ann.begin("hk-500")
    page, headers = ann.page, {"Authorization": f"Bearer {begun['write_token']}"}
    sets = f"{ann.address}/api/v1/tile-sets"
    shown = page.request.post(
        sets,
        headers=headers,
        multipart={
            "photo": {"name": "rows.jpg", "mimeType": "image/jpeg", "buffer": rows},
            "name": "ours",
            "game": begun["id"],
        },
    ).json()
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.page.wait_for_selector(".felt")
    ann.win(winner=0)
    ann.photograph()
    page.wait_for_selector(".concealed [data-code='9m']")
    for _ in range(2):  # the eyes are called something else
        page.locator(".concealed [data-code='9m']").first.click()
        page.locator("dialog .face[data-code='8m']").click()
    page.wait_for_selector(".concealed [data-code='8m']")
    page.locator(".record:not([disabled])").first.click()
    ann.table(2)
    page.wait_for_function(LEARNED, arg=[f"{sets}/{shown['id']}/file", ["8m", "8m"]])
