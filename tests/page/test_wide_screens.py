"""Phones have one column, wider screens two: what is entered, beside it what follows."""

from tests import needs
from tests.page.test_accessibility import SETTLED

expect = needs.package("playwright.sync_api").expect

SIZES = [
    {"width": 740, "height": 360},
    {"width": 820, "height": 1180},
    {"width": 1280, "height": 800},
]


BOX = """
(element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom];
}
"""
# All seats at one moment, as the table may be drawn anew between two: each with its words.
SEATS = """
() => [...document.querySelectorAll(".seat")].map((seat) =>
  [seat, ...[".seat-name", ".seat-points"].map((words) => seat.querySelector(words))]
    .map((element) => element.getBoundingClientRect())
    .map(({ left, top, right, bottom }) => [left, top, right, bottom]))
"""


def box(page, selector):
    """Where an element is in the window: [left, top, right, bottom]."""
    page.wait_for_selector(selector)
    return page.eval_on_selector(selector, BOX)


def test_what_follows_from_the_tiles_stands_beside_them_where_there_is_room(phone):
    ann = phone(viewport=SIZES[-1])
    page = ann.page
    ann.start()
    assert box(page, ".hand-ends")[0] >= box(page, ".felt")[2]
    ann.win(winner=0)
    page.get_by_role("button", name="Enter the tiles").click()
    assert box(page, ".palette")[0] >= box(page, ".editor")[2]
    page.set_viewport_size(SIZES[0])  # a phone held sideways: hand and faces without a scroll
    page.evaluate("scrollTo(0, 0)")
    assert box(page, ".palette .face.erase")[3] <= box(page, ".win-foot")[1]
    ann.pick("123456789m55511z")
    ann.mark("9m")
    ann.paid()
    for size in SIZES:
        page.set_viewport_size(size)
        assert box(page, ".payments")[0] >= box(page, ".editor")[2], size
        for there in (0, 10_000):  # whatever is in sight, the button is
            page.evaluate("top => scrollTo(0, top)", there)
            assert box(page, ".record")[3] <= size["height"], size
            assert box(page, ".record")[1] >= size["height"] * 0.6, size
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_on_a_phone_the_palette_stays_under_the_thumb_and_says_what_is_next(phone):
    ann = phone()
    page = ann.page
    ann.start()
    ann.win(winner=0)
    page.get_by_role("button", name="Enter the tiles").click()
    for face in ("7p", "2s"):
        ann.tap("Exposed set")
        page.click(f".palette .tab >> nth={'mps'.index(face[1])}")
        page.click(f".palette .face[data-code='{face}']")
        page.locator(".offers .offer").first.click()
    ann.tap("Single tile")
    ann.pick("123m55z")
    assert box(page, ".palette")[3] <= box(page, ".win-foot")[1]
    ann.pick("456m")
    page.locator(".score-line.good", has_text="whichever tile won").wait_for()
    ann.paid()
    ann.tap("Anything special?")  # on a phone the circumstances lie below the tiles
    expect(page.locator("[data-event='last-wall-tile']")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="One special circumstance").wait_for()
    page.locator(".concealed .tile-button[data-code='5z']").first.focus()
    page.keyboard.press("Delete")
    ann.tap("Add what is missing")  # in the foot: the other button may be out of sight
    ann.pick("5z")
    ann.paid()
    ann.tap("One step back")
    expect(page.locator(".person[aria-pressed='true']")).to_have_count(2)
    ann.tap("Next: the tiles")  # nothing of it has to be said again
    ann.paid()


def test_the_next_game_leaves_no_gap_between_its_note_and_its_rules(phone):
    ann = phone(viewport=SIZES[-1])
    begun = ann.begin("simplified-300")
    ann.post(begun, "end", {})
    ann.open(f"#again={begun['id']}")
    note = box(ann.page, "#new-game > .note")
    assert 0 < box(ann.page, ".new-agreed")[1] - note[3] < 24
    assert box(ann.page, ".new-seats")[1] - note[3] < 24


def test_a_screen_at_the_end_of_the_table_is_legible_from_the_chairs(phone):
    ann = phone(viewport=SIZES[-1])
    names = ("Bartholomew Feathers", "Maximiliana von Hohe", "Cleo", "Wolfeschlegelsteinha")
    begun = ann.begin("classical-british", names)
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "scores": [300, 20, 60, 8]})
    ann.open(f"#game={begun['id']}")
    ann.page.wait_for_selector(".recent-hand")
    left, top, right, bottom = box(ann.page, ".felt")
    assert bottom <= SIZES[-1]["height"]
    ann.page.wait_for_function("document.querySelectorAll('.payment').length === 3")
    ann.page.evaluate(SETTLED)
    for card, *within in ann.page.evaluate(SEATS):
        points = within[1]
        assert points[3] - points[1] >= 40
        assert left <= card[0]
        assert card[2] <= right
        assert top <= card[1]
        for words in within:
            assert card[0] <= words[0]
            assert words[2] <= card[2]
