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
    opened.wait_for_selector(".opblock")
    yield opened
    assert faults == []
    opened.close()


def opened_call(page, call):
    """Open a call by its operation; its block."""
    block = page.locator(f".opblock[id$=-{call}]")
    block.locator(".opblock-summary-control").click()
    return block


def answer(block):
    """Send a call as it is filled in; its answer as JSON."""
    block.locator("button.execute").click()
    answered = block.locator(".live-responses-table .response-col_description pre").first
    expect(answered).to_contain_text("{", use_inner_text=True)
    return json.loads(answered.inner_text())


def test_every_call_is_there(page):
    described = page.evaluate("fetch('/openapi.json').then((answer) => answer.json())")
    names = {
        call["operationId"] for calls in described["paths"].values() for call in calls.values()
    }
    shown = page.locator(".opblock-summary-operation-id").all_inner_texts()
    assert set(shown) == names
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_hand_is_scored_from_its_example(page):
    call = opened_call(page, "score_hand")
    expect(call.locator("textarea.body-param__text")).to_have_value(re.compile("hk-500"))
    told = answer(call)
    assert (told["rules"], told["valid"]) == ("hk-500", True)


def test_a_game_is_started_and_written(page):
    call = opened_call(page, "start_game")
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    call.locator("textarea.body-param__text").fill(json.dumps(body))
    game = answer(call)
    page.click(".scheme-container .authorize")
    page.fill("#auth-bearer-value", game["write_token"])
    page.click(".modal-ux button.authorize")
    page.click(".modal-ux .btn-done")
    call = opened_call(page, "add_hand")
    call.locator("tr[data-param-name=game_id] input").fill(game["id"])
    call.locator("textarea.body-param__text").fill('{"draw": true}')
    assert answer(call)["seq"] == 2


def test_a_photo_is_read(page):
    call = opened_call(page, "read_photos")
    call.locator("input[type=file]").first.set_input_files(PHOTO)
    assert answer(call)["hand"].startswith("12345699m")


def test_what_is_not_there_is_not_found(page, service):
    assert page.request.get(f"{service.url}/docs/other.js").status == 404
