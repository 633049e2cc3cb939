"""Afterwards: a picture for the chat, the score sheet on paper, photos that are kept."""

import io
import re
from importlib.resources import files

import pytest
from PIL import Image

from tests import needs

expect = needs.package("playwright.sync_api").expect


@pytest.fixture
def played(phone):
    """A phone of a game with two hands, one of them taken back."""
    ann = phone()
    ann.start()
    ann.win(winner=3, discarder=1)
    ann.agree(7)
    ann.table(2)
    ann.page.click("[data-end=draw]")
    ann.tap("Record the draw")
    ann.table(3)
    ann.tap("Take back last hand")
    ann.tap("Take it back")
    ann.table(4)
    return ann


def test_a_picture_of_the_standings_can_be_saved(played):
    played.page.evaluate("() => { Object.assign(navigator, {}); navigator.canShare = undefined; }")
    played.tap("Standings")
    played.tap("Share a picture")
    picture = played.page.locator(".share-picture")
    picture.wait_for()
    expect(picture).to_have_attribute("alt", re.compile("Dee 628"))
    with played.page.expect_download() as saved:
        played.page.get_by_role("link", name="Save the picture").click()
    assert saved.value.suggested_filename == "tableside.png"
    drawn = Image.open(saved.value.path())
    assert (drawn.format, drawn.size) == ("PNG", (1080, 1350))
    assert len(drawn.convert("RGB").resize((108, 135)).getcolors(20_000)) > 100, "it is not empty"


# What a phone's share menu is given, where there is one.
MENU = """
() => {
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async (given) => { window.given = given; };
}
"""
GIVEN = """
() => {
  const [{ name, type, size }] = window.given.files;
  return { name, type, size };
}
"""


def test_a_picture_of_the_standings_is_given_to_the_phones_share_menu(played):
    played.page.evaluate(MENU)
    played.tap("Standings")
    played.tap("Share a picture")
    played.page.wait_for_function("() => window.given")
    given = played.page.evaluate(GIVEN)
    assert (given["name"], given["type"]) == ("tableside.png", "image/png")
    assert given["size"] > 10_000
    expect(played.page.locator(".share-picture")).to_have_count(0)
    played.tap("Share the text")
    played.page.wait_for_function("() => window.given.text")
    assert "1. Dee 628" in played.page.evaluate("() => window.given.text")


def test_the_score_sheet_has_every_hand_that_counts_and_prints_on_white(played):
    played.tap("Standings")
    played.page.get_by_role("link", name="Score sheet to print").click()
    sheet = played.page.locator(".score-sheet")
    sheet.wait_for()
    lines = sheet.locator("tbody tr")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Dee won off Ben, 7 faan", use_inner_text=True)
    points = ["468", "436", "468", "628"]
    expect(lines.locator("small")).to_have_text(points, use_inner_text=True)
    played.page.emulate_media(media="print")
    expect(played.page.locator(".no-print")).to_be_hidden()
    style = "getComputedStyle(document.body)"
    assert played.page.evaluate(f"{style}.backgroundColor") == "rgb(255, 255, 255)"
    assert played.page.pdf(format="A4").startswith(b"%PDF")
    played.page.emulate_media(media="screen")
    played.page.get_by_role("link", name="Back to the table").click()
    played.table(4)


def test_kept_photos_are_listed_shown_and_deleted(played, service):
    game = re.search(r"#game=([\w-]+)", played.page.url).group(1)
    token = played.page.evaluate(
        "id => JSON.parse(localStorage.getItem('tableside.games'))[id].token", game
    )
    photo = Image.open(io.BytesIO((files("service") / "demo" / "hand.jpg").read_bytes()))
    photo.thumbnail((320, 320))
    data = io.BytesIO()
    photo.save(data, "JPEG")
    kept = played.page.request.post(
        f"{service}/api/v1/games/{game}/photos",
        headers={"Authorization": f"Bearer {token}"},
        multipart={
            "photo": {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": data.getvalue()},
            "days": "7",
            "seq": "2",
        },
    )
    assert kept.status == 201
    played.tap("History")
    played.tap("Kept photos")
    line = played.page.locator(".kept")
    line.wait_for()
    expect(line).to_contain_text("Hand 1", use_inner_text=True)
    expect(line).to_contain_text("kept until", use_inner_text=True)
    played.page.wait_for_function("() => document.querySelector('.kept-photo').naturalWidth > 0")
    played.tap("Delete this photo")
    line.wait_for(state="detached")


@pytest.mark.usefixtures("models_there")
def test_a_photo_is_kept_with_the_hand_that_was_read_from_it(phone):
    ann = phone()
    ann.start()
    ann.win(winner=0, discarder=2)
    photo = str(files("service") / "demo" / "hand.jpg")
    ann.page.set_input_files(".way input:not([capture])", photo)
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.get_by_label("Keep this photo").check()
    with ann.page.expect_response(re.compile(r"/games/\w+/photos$")) as kept:
        ann.record(2)
    assert (kept.value.status, kept.value.json()["seq"]) == (201, 2)
    ann.tap("History")
    ann.tap("Kept photos")
    ann.page.locator(".kept", has_text="Hand 1").wait_for()
    ann.page.wait_for_function("() => document.querySelector('.kept-photo').naturalWidth > 0")
