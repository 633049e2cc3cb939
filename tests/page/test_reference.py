"""The reference of the HTTP API at /docs tries calls in a real browser."""

import json
import re
from pathlib import Path

import pytest

from tests import needs
from tests.serving import serving

expect = needs.package("playwright.sync_api").expect

PHOTO = Path(__file__).parents[2] / "service" / "demo" / "hand.jpg"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reference")
    with serving(f"sqlite:///{folder / 'games.sqlite3'}", folder) as running:
        yield running


@pytest.fixture
def page(browser, service):
    opened = browser.new_page(viewport={"width": 390, "height": 844})
    faults = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    opened.goto(f"{service.url}/docs")
    opened.wait_for_selector("#calls[aria-busy=false]")
    yield opened
    assert faults == []
    opened.close()


def answer(page, call):
    """Send a call as it is filled in; its answer's text."""
    page.click(f"#{call} button")
    page.wait_for_selector(f"#{call} pre")
    return page.inner_text(f"#{call} pre")


def test_every_call_is_there(page):
    described = page.evaluate("fetch('/openapi.json').then((answer) => answer.json())")
    names = {
        call["operationId"] for calls in described["paths"].values() for call in calls.values()
    }
    shown = page.eval_on_selector_all("details.call", "all => all.map((one) => one.id)")
    assert set(shown) == names
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_hand_is_scored_from_its_example(page):
    page.click("#score_hand summary")
    expect(page.locator("#score_hand textarea")).to_have_value(re.compile("hk-500"))
    told = json.loads(answer(page, "score_hand"))
    assert (told["rules"], told["valid"]) == ("hk-500", True)
    expect(page.locator("#score_hand")).to_contain_text("answered 200", use_inner_text=True)


def test_a_game_is_started_written_and_followed(page):
    page.click("#start_game summary")
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    page.fill("#start_game textarea", json.dumps(body))
    game = json.loads(answer(page, "start_game"))
    page.fill("#token", game["write_token"])
    page.click("#add_hand summary")
    page.fill("#add_hand input[name=game_id]", game["id"])
    page.fill("#add_hand textarea", '{"draw": true}')
    assert json.loads(answer(page, "add_hand"))["seq"] == 2
    page.click("#follow_game summary")
    page.fill("#follow_game input[name=game_id]", game["id"])
    assert "id: 2" in answer(page, "follow_game")


def test_a_photo_is_read(page):
    page.click("#read_photos summary")
    page.set_input_files("#read_photos input[type=file]", PHOTO)
    assert json.loads(answer(page, "read_photos"))["hand"].startswith("12345699m")


def test_what_is_not_there_is_not_found(page, service):
    assert page.request.get(f"{service.url}/docs/other.js").status == 404
