"""The screens of a lost connection and of afterwards: used by everybody, in both languages."""

import json
import re

import pytest

from tests import needs
from tests.page.test_accessibility import LOOKS, OTHER_LOOKS, Look

expect = needs.package("playwright.sync_api").expect

START = """
async (names) => {
  const headers = { "Content-Type": "application/json" };
  const send = (path, body, more = {}) => fetch(`/api/v1/games${path}`, {
    method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body),
  }).then((answer) => answer.json());
  const { id, write_token: token } = await send("", { rules: "hk-500", players: names });
  const owner = { Authorization: `Bearer ${token}` };
  const hand = "12345678m 555z 11z +9m";
  await send(`/${id}/hands`, { winner: 0, win: "self-draw", hand }, owner);
  await send(`/${id}/hands`, { winner: 3, from: 1, faan: 7 }, owner);
  await send(`/${id}/hands`, { draw: true }, owner);
  return [id, token];
}
"""


# Said more than once: a stream that opens only now would pass for a connection found again.
LOST = """
() => window.dispatchEvent(new Event("offline")) && document.querySelector(".link.down")
"""


@pytest.mark.parametrize(("locale", "scheme", "size"), OTHER_LOOKS)
def test_further_screens_can_be_used_by_everybody(phone, service, locale, scheme, size):
    ann = phone(locale=locale, color_scheme=scheme, viewport=size)
    page, look = ann.page, Look(ann, f"further-{locale}-{scheme}-{size['width']}")
    ann.open()
    game, token = page.evaluate(START, ["Ann", "陳大文", "Cleo", "Dee"])
    ann.open(f"#game={game}&token={token}")
    page.wait_for_selector(".felt[data-seq='4']")
    page.click(".table-bar [data-tool='standings']")
    page.locator("dialog .pair .primary").last.click()
    page.wait_for_selector(".share-picture")
    look.at("picture")
    ann.open(f"#game={game}&sheet")
    page.wait_for_selector(".score-sheet")
    look.at("sheet")
    page.click(".bar a")
    page.wait_for_selector(".felt[data-seq='4']")
    offline(ann, look, service, game, token)
    assert look.findings == []
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR_FAILED" not in text]


# What is chosen under More, in the languages that are looked at.
CHOICES = {
    "walls": "Walls and dice|砌牌與擲骰|牌山とサイコロ",
    "tiles": "Show your tile set|讓它認識你的牌|牌を覚えさせる",
    "new-rules": "Change the rules|改規則|ルール変更",
    "end-now": "^End the game$|^結束牌局$|^終局する$",
}


def said(words):
    """Words of each language, to find a button by."""
    return re.compile(words)


@pytest.mark.parametrize(("locale", "scheme", "size"), LOOKS)
def test_what_is_looked_up_can_be_used_by_everybody(phone, locale, scheme, size):
    ann = phone(locale=locale, color_scheme=scheme, viewport=size)
    page, look = ann.page, Look(ann, f"looked-up-{locale}-{scheme}-{size['width']}")
    ann.open()
    game, token = page.evaluate(START, ["Ann", "陳大文", "Cleo", "Dee"])
    ann.open(f"#game={game}&token={token}")
    page.wait_for_selector(".felt[data-seq='4']")
    for tool, part in (("rules", ".row-line"), ("share", ".qr"), ("standings", ".chart")):
        page.click(f".table-bar [data-tool='{tool}']")
        page.locator(f"dialog {part}").first.wait_for()
        look.at(tool)
        if tool == "rules":
            page.click(".row-line[data-row='pure_straight']")
            look.at("row")
            page.keyboard.press("Escape")
            page.click(".all-terms summary")
            look.at("terms")
        page.keyboard.press("Escape")
    ann.open("#club")
    page.locator(".small-felt").first.wait_for()
    look.at("club")
    page.locator(".small-felt").first.click()
    page.wait_for_selector(".felt")
    write_a_note(page, look)
    for choice, words in CHOICES.items():
        page.click(".table-bar [data-tool='more']")
        look.at("more")
        page.get_by_role("button", name=said(words)).click()
        page.locator("dialog .sheet-body").last.wait_for()
        look.at(choice)
        if choice != "end-now":
            page.keyboard.press("Escape")
    page.locator("dialog .primary").last.click()
    page.wait_for_selector(".end-card")
    look.at("end")
    ann.open("#")
    page.wait_for_selector(".ways-in")
    look.at("home")
    page.get_by_role("button", name=said("^An example$|^例子$|^例$")).click()
    page.wait_for_selector("dialog .changes")
    look.at("example")
    page.keyboard.press("Escape")
    ann.open("#games")
    page.wait_for_selector("[data-game]")
    look.at("games")
    ann.open(f"#games={game}")
    page.wait_for_selector("ol.standings li")
    look.at("together")
    assert look.findings == []


def write_a_note(page, look):
    """Look at a note being written, and at the hand that has it."""
    page.click(".table-bar [data-tool='history']")
    page.locator("dialog .write-note").first.click()
    page.fill("[name=note]", "十三幺 " * 12)
    look.at("note")
    page.click(".note-form [type=submit]")
    page.wait_for_selector(".event .hand-note")
    look.at("noted")
    page.keyboard.press("Escape")


def offline(ann, look, service, game, token):
    """Look at a lost connection, at what waits, and at what the table has left behind."""
    page, lost = ann.page, True
    page.route("**/api/v1/**", lambda route: route.abort() if lost else route.continue_())
    page.wait_for_function(LOST, polling=500)
    page.click("[data-end=draw]")
    page.click("dialog .primary")
    page.wait_for_selector(".queue")
    look.at("offline")
    page.click(".queue")
    page.wait_for_selector(".waiting-entry")
    look.at("waiting")
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = json.dumps({"winner": 2, "from": 1, "faan": 3})
    url = f"{service}/api/v1/games/{game}/hands"
    assert page.request.post(url, data=body, headers=headers).status == 201
    lost = False
    page.wait_for_selector(".waiting.stuck .since li")
    look.at("left-behind")
    page.click(".waiting .quiet")
    page.wait_for_selector(".queue", state="detached")


def test_the_table_can_be_played_with_the_keyboard_and_is_read_out(phone):
    ann, ben = phone(), phone(reduced_motion="reduce")
    ann.start()
    ben.open(re.search(r"#game=[\w-]+", ann.page.url).group())
    ben.table(1)
    ann.page.locator("[data-end=draw]").focus()
    ann.page.keyboard.press("Enter")
    record = ann.page.get_by_role("button", name="Record the draw")
    record.wait_for()
    record.focus()
    ann.page.keyboard.press("Enter")
    ann.table(2)
    ben.page.wait_for_function(
        "() => document.getElementById('said').textContent === 'Last: Nobody won'"
    )
    expect(ben.page.locator("#said")).to_have_attribute("aria-live", "polite")
    assert ben.page.evaluate("() => document.getAnimations().length") == 0
