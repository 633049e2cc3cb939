"""The first screen's ways in: an example, a link, all tables; and whose phone it is."""

import io
import re

import pytest
from PIL import Image

from tests import needs

expect = needs.package("playwright.sync_api").expect


def expect_names(ann, names):
    """These names stand in the fields of a new game."""
    for seat, name in enumerate(names):
        expect(ann.page.locator(f"[name=player{seat}]")).to_have_value(name)


@pytest.fixture
def club(phone):
    """A phone that knows three tables, one of them over."""
    ann = phone()
    begun = [ann.begin("hk-500", ("Ann", "Ben", "Cleo", f"Dee{k}")) for k in range(3)]
    ann.post(begun[1], "hands", {"winner": 1, "win": "self-draw", "faan": 3})
    ann.post(begun[2], "end", {})
    for each in begun:
        ann.open(f"#game={each['id']}&token={each['write_token']}")
        ann.page.wait_for_selector(".felt .seat-name >> text=Dee")
        ann.page.wait_for_function(
            "id => JSON.parse(localStorage['tableside.games'])[id].names.length === 4",
            arg=each["id"],
        )
    return ann, begun


def test_all_tables_stand_side_by_side_and_move_as_they_are_played(club):
    ann, begun = club
    ann.page.click(".home")
    ann.page.get_by_role("link", name="All tables").click()
    felts = ann.page.locator(".small-felt")
    felts.nth(1).wait_for()
    expect(felts).to_have_count(2)  # what is over is not looked after
    played = ann.page.locator(f".small-felt[data-game='{begun[1]['id']}']")
    expect(played).to_contain_text("548", use_inner_text=True)
    # The second on a slow machine, or one whose clock is set meanwhile.
    ago = re.compile("just now|minutes? ago")
    expect(played).to_contain_text(ago, use_inner_text=True)
    ann.post(begun[0], "hands", {"winner": 0, "win": "self-draw", "faan": 1})
    ann.page.locator(f".small-felt[data-game='{begun[0]['id']}'] b", has_text="512").wait_for()
    played.click()
    ann.table(2)


def test_home_goes_on_with_the_table_that_was_played_last(club):
    ann, _ = club
    ann.page.click(".home")
    ann.page.click(".ways-in .primary")
    ann.page.wait_for_selector(f".felt .seat-name >> text={'Dee1'}")


def test_an_example_is_looked_at_without_starting_anything(phone):
    ann = phone()
    ann.open()
    ann.tap("An example")
    ann.page.wait_for_selector("dialog .breakdown .rows")
    expect(ann.page.locator("dialog [data-row='half_flush']")).to_have_count(1)
    gains = ann.page.locator("dialog .changes span").all_inner_texts()
    assert sum(int(text.split()[-1].replace("−", "-")) for text in gains) == 0
    assert any("+" in text for text in gains)
    ann.tap("Start our own table")
    assert ann.page.evaluate("localStorage['tableside.games'] ?? null") is None


def test_a_link_that_is_pasted_opens_its_table(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.open()
    ann.tap("Join")
    ann.page.fill("[name=link]", "https://elsewhere.test/")
    ann.tap("Open the table")
    ann.page.locator(".notice", has_text="not a link to a table").wait_for()
    ann.page.fill("[name=link]", f"{ann.address}/#game={begun['id']}&token={begun['write_token']}")
    ann.tap("Open the table")
    ann.table(1)
    expect(ann.page.get_by_role("button", name="Somebody won")).to_have_count(1)


def shared(phone):
    """A phone at a table that shows what it shares."""
    ann = phone()
    ann.start()
    ann.tap("Share")
    ann.page.locator(".join-code code").nth(1).wait_for()
    return ann


def test_six_letters_said_across_the_table_open_it(phone):
    ann, ben, cleo = shared(phone), phone(), phone()
    to_write, to_watch = ann.page.locator(".join-code code").all_inner_texts()
    for other, code, buttons in ((ben, to_write.lower(), 1), (cleo, to_watch, 0)):
        other.open()
        other.tap("Join")
        other.page.fill("[name=link]", code)
        other.tap("Open the table")
        other.table(1)
        recording = other.page.get_by_role("button", name="Somebody won")
        expect(recording).to_have_count(buttons)
    dee = phone()
    dee.open()
    dee.tap("Join")
    dee.page.fill("[name=link]", "ABC DEF")
    dee.tap("Open the table")
    dee.page.locator(".notice", has_text="No table has this code").wait_for()


def test_the_code_on_another_phone_opens_its_table(phone):
    """By a photo of it where the page may not use the camera, and no other code is taken for it."""
    code = shared(phone).page.locator(".qr").first.screenshot()
    ben = phone()
    ben.page.add_init_script("delete window.BarcodeDetector")
    ben.open()
    ben.tap("Join")
    ben.tap("Scan the code")  # there is no camera here
    choice = ben.page.locator(".join .file-button input")
    blank = Image.new("RGB", (200, 200), "white")
    blank.save(nothing := io.BytesIO(), "PNG")
    for picture in (nothing.getvalue(), code):
        file = {"name": "code.png", "mimeType": "image/png", "buffer": picture}
        choice.set_input_files(file)
        if picture != code:
            ben.page.locator(".notice", has_text="No table's code").wait_for()
    ben.table(1)
    expect(ben.page.get_by_role("button", name="Somebody won")).to_have_count(1)


def test_who_comes_by_a_link_is_asked_once_who_they_are(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.open(f"#game={begun['id']}")
    ann.page.locator(".whose", has_text="Who are you?").wait_for()
    ann.page.click("[data-whose='2']")
    expect(ann.page.locator(".seat[data-player='2']")).to_have_attribute("data-side", "bottom")
    ann.page.reload()
    ann.table(1)
    expect(ann.page.locator(".whose")).to_have_count(0)


def test_players_without_names_are_named_later_on_every_phone(phone):
    ann, ben = phone(), phone()
    ann.open()
    ann.tap("Start the game")
    ann.table(1)
    ben.open(f"#game={ann.page.url.partition('#game=')[2]}")
    ben.page.locator(".seat-name", has_text="Player 2").wait_for()
    ann.tap("More")
    ann.tap("Name the players")
    ann.page.fill("[name=name0]", "Ann")
    ann.page.fill("[name=name1]", "Ben")
    ann.tap("Save")
    for each in (ann, ben):
        each.page.locator(".seat[data-player='1'] .seat-name", has_text="Ben").wait_for()
        expect(each.page.locator(".seat[data-player='2'] .seat-name")).to_have_text("Player 3")


def test_who_starts_a_table_is_not_asked_and_finds_those_who_played_last(phone):
    ann = phone()
    ann.set_up()
    expect(ann.page.locator(".whose")).to_have_count(0)
    ann.open_new_game()
    for seat in range(4):
        ann.page.fill(f"[name=player{seat}]", "")
    ann.page.click(".last-tables .chip")
    expect_names(ann, ["Ann", "Ben", "Cleo", "Dee"])
    place = "[data-place='{}'] .chair-wind"
    ann.page.drag_and_drop(place.format(0), place.format(2))
    expect_names(ann, ["Cleo", "Ben", "Ann", "Dee"])


VIBRATED = """
() => {
  window.vibrated = [];
  Object.defineProperty(navigator, "vibrate", { value: (time) => window.vibrated.push(time) });
}
"""


def test_another_phones_limit_hand_is_felt_and_celebrated(phone):
    ann = phone()
    ann.page.add_init_script(f"({VIBRATED})()")
    begun = ann.start()
    ann.page.click("[data-whose='0']")  # the phone is in somebody's hand
    ann.post(begun, "hands", {"winner": 1, "win": "self-draw", "faan": 10})
    ann.page.locator(".celebration", has_text="A self-drawn limit hand!").wait_for()
    assert ann.page.evaluate("window.vibrated") == [80]
    ann.page.wait_for_selector(".celebration", state="detached")
    ann.page.reload()
    ann.table(2)
    ann.page.locator(".recent-hand", has_text="Ben won").wait_for()
    # It is no news any more. One that came would go by itself: it is looked for once.
    expect(ann.page.locator(".celebration")).to_have_count(0, timeout=1)


def test_the_end_of_a_game_is_a_card_with_its_winner_and_its_best_hand(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "hand": "123456789m 55z 11z +5z"})
    ann.post(begun, "hands", {"winner": 3, "from": 1, "faan": 3})
    ann.post(begun, "end", {})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    card = ann.page.locator(".end-card")
    card.locator(".chart").wait_for()
    expect(card).to_contain_text("Ann wins the game", use_inner_text=True)
    expect(card).to_contain_text("Best hand: Ann", use_inner_text=True)
    expect(card.locator(".mini-set img")).to_have_count(14)
    expect(card.locator(".course-name")).to_have_count(4)
    expect(card).to_contain_text("pays Ann", use_inner_text=True)
    expect(ann.page.get_by_role("link", name="Play another game")).to_have_count(1)


WANTED = """
async () => {
  document.head.innerHTML += '<link rel="stylesheet" href="/static/css/page.css">';
  document.body.innerHTML = '<div id="notices" popover="manual"></div>';
  const { withPart } = await import("/static/js/ui/page.js");
  const ran = [];
  await withPart(Promise.resolve(7), (part) => ran.push(part));
  await withPart(Promise.reject(new TypeError("no connection")), (part) => ran.push(part));
  return [ran, document.querySelector("#notices [role=alert]").textContent];
}
"""


def test_a_part_of_the_page_that_cannot_be_fetched_says_so(modules):
    ran, said = modules.evaluate(WANTED)
    assert ran == [7]
    assert "Try again when the connection is back" in said
