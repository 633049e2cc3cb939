"""The first screen's ways in: an example, a link, all tables; and whose phone it is."""

import pytest

from tests import needs

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))


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
    assert felts.count() == 2  # what is over is not looked after
    played = ann.page.locator(f".small-felt[data-game='{begun[1]['id']}']")
    assert "548" in played.inner_text()
    assert "just now" in played.inner_text()
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
    assert ann.page.locator("dialog [data-row='half_flush']").count() == 1
    gains = ann.page.locator("dialog .changes span").all_inner_texts()
    assert sum(int(text.split()[-1].replace("−", "-")) for text in gains) == 0
    assert any("+" in text for text in gains)
    ann.tap("Start a table of our own")
    assert ann.page.evaluate("localStorage['tableside.games'] ?? null") is None


def test_a_link_that_is_pasted_opens_its_table(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.open()
    ann.tap("Join")
    ann.page.fill("[name=link]", "https://elsewhere.test/")
    ann.tap("Open the table")
    ann.page.locator(".notice", has_text="not the link of a table").wait_for()
    ann.page.fill("[name=link]", f"{ann.address}/#game={begun['id']}&token={begun['write_token']}")
    ann.tap("Open the table")
    ann.table(1)
    assert ann.page.get_by_role("button", name="Somebody won").count() == 1


def test_who_comes_by_a_link_is_asked_once_who_they_are(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.open(f"#game={begun['id']}")
    ann.page.locator(".whose", has_text="Which one are you?").wait_for()
    ann.page.click("[data-whose='2']")
    assert ann.page.locator(".seat[data-player='2']").get_attribute("data-side") == "bottom"
    ann.page.reload()
    ann.table(1)
    assert not ann.page.locator(".whose").count()


def test_who_starts_a_table_is_not_asked_and_finds_those_who_played_last(phone):
    ann = phone()
    ann.start()
    assert not ann.page.locator(".whose").count()
    ann.page.click(".home")
    ann.page.wait_for_selector("#new-game")
    for seat in range(4):
        ann.page.fill(f"[name=player{seat}]", "")
    ann.page.click(".last-tables .chip")
    names = [ann.page.input_value(f"[name=player{seat}]") for seat in range(4)]
    assert names == ["Ann", "Ben", "Cleo", "Dee"]
    place = "[data-place='{}'] .chair-wind"
    ann.page.drag_and_drop(place.format(0), place.format(2))
    names = [ann.page.input_value(f"[name=player{seat}]") for seat in range(4)]
    assert names == ["Cleo", "Ben", "Ann", "Dee"]


VIBRATED = """
() => {
  window.vibrated = [];
  Object.defineProperty(navigator, "vibrate", { value: (time) => window.vibrated.push(time) });
}
"""


def test_another_phones_limit_hand_is_felt_and_celebrated(phone):
    ann = phone()
    ann.page.add_init_script(f"({VIBRATED})()")
    begun = ann.begin("hk-500")
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.table(1)
    ann.page.click("[data-whose='0']")  # the phone is in somebody's hand
    ann.post(begun, "hands", {"winner": 1, "win": "self-draw", "faan": 10})
    ann.page.locator(".celebration", has_text="A limit hand, self-drawn!").wait_for()
    assert ann.page.evaluate("window.vibrated") == [80]
    ann.page.wait_for_selector(".celebration", state="detached")
    ann.page.reload()
    ann.table(2)
    ann.page.locator(".last-hand", has_text="Ben won").wait_for()
    assert not ann.page.locator(".celebration").count()  # it is no news any more


def test_the_end_of_a_game_is_a_card_with_its_winner_and_its_best_hand(phone):
    ann = phone()
    begun = ann.begin("hk-500")
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "hand": "123456789m 55z 11z +5z"})
    ann.post(begun, "hands", {"winner": 3, "from": 1, "faan": 3})
    ann.post(begun, "end", {})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    card = ann.page.locator(".end-card")
    card.locator(".chart").wait_for()
    words = card.inner_text()
    assert "Ann wins the game" in words
    assert "Best hand: Ann" in words
    assert card.locator(".mini-set img").count() == 14
    assert card.locator(".course-name").count() == 4
    assert "pays Ann" in words
    assert ann.page.get_by_role("link", name="Play another game").count() == 1


WANTED = """
async () => {
  document.body.innerHTML = '<div id="notices" popover="manual"></div>';
  const { withPart } = await import("/static/js/ui/page.js");
  const ran = [];
  await withPart(async () => 7, (part) => ran.push(part));
  await withPart(() => Promise.reject(new TypeError("no connection")), (part) => ran.push(part));
  return [ran, document.querySelector("#notices [role=alert]").textContent];
}
"""


def test_a_part_of_the_page_that_cannot_be_fetched_says_so(modules):
    ran, said = modules.evaluate(WANTED)
    assert ran == [7]
    assert "Try again when the connection is back" in said
