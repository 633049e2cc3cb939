"""A phone of 360 by 740 pixels between its browser's bars, and players with very long names."""

from importlib.resources import files
from itertools import cycle, product

import pytest

from tests import needs
from tests.page.conftest import PHONE
from tests.soak import full

expect = needs.package("playwright.sync_api").expect

BETWEEN_BARS = {"width": 360, "height": 640}
NAMES = ("Bartholomew Feathers", "Maximiliana von Hohe", "Cleo", "Wolfeschlegelsteinha")
HIDDEN = """
(selector) => [...document.querySelectorAll(selector)].filter((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const corners = [left + 12, right - 12].flatMap((x) => [top + 6, bottom - 6].map((y) => [x, y]));
  return corners.some(([x, y]) => !each.contains(document.elementFromPoint(x, y)));
}).map((each) => each.textContent || each.getAttribute("data-code"))
"""
OUTSIDE = """
() => [...document.querySelectorAll(".seat")].filter((seat) => {
  const name = seat.querySelector(".seat-name").getBoundingClientRect();
  const card = seat.getBoundingClientRect();
  const marks = [...seat.querySelectorAll(".mark")].map((each) => each.getBoundingClientRect());
  const under = marks.some(({ left, right, bottom }) =>
    left < name.right && right > name.left && bottom > name.top + 3);
  return under || name.left < card.left || name.right > card.right || name.bottom > card.bottom;
}).map((seat) => seat.querySelector(".seat-name").textContent)
"""


@pytest.mark.usefixtures("models_there")
def test_names_stay_in_their_seats_and_the_tiles_of_a_photo_above_the_foot(phone):
    ann = phone(viewport=BETWEEN_BARS)
    ann.open()
    ann.choose("classical-british")
    for seat, name in enumerate(NAMES):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.tap("Start the game")
    ann.table(1)
    assert ann.page.evaluate(OUTSIDE) == []
    assert ann.page.evaluate(HIDDEN, ".hand-ends [data-end], .shutter .sign") == []
    ann.win(winner=1, discarder=3)
    photo = files("service") / "demo" / "hand.jpg"
    ann.page.set_input_files(".way input[capture]", str(photo))
    ann.page.wait_for_selector(".record:not([disabled])")
    expect(ann.page.locator(".hands-bar button")).to_have_count(4)
    assert ann.page.evaluate(HIDDEN, ".concealed .tile-button:nth-child(-n + 7)") == []
    ann.record(2)
    assert ann.page.evaluate(OUTSIDE) == []


LOCALES = ("en-GB", "zh-TW")
PAID = ((1, 3), (0, 1), (0, None))


@pytest.mark.parametrize(
    ("locale", "winner", "discarder"),
    full(
        [(locale, *paid) for locale, paid in zip(cycle(LOCALES), PAID, strict=False)],
        [(locale, *paid) for locale, paid in product(LOCALES, PAID)],
    ),
)
def test_what_can_be_done_is_in_sight_below_the_payments(phone, winner, discarder, locale):
    ann = phone(viewport=BETWEEN_BARS, locale=locale)
    begun = ann.begin("classical-20", NAMES)
    tiles: list[str | None] = [None, None, None, None]
    tiles[winner] = "123m 456m 789m 5p +5p [5555z]"  # so that "Why?" is asked as well
    how = {"win": "self-draw"} if discarder is None else {"from": discarder}
    ann.post(begun, "hands", {"winner": winner, "hands": tiles, **how})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.page.wait_for_selector(".paid")
    ann.page.wait_for_selector(".whose")  # asked once of whoever comes by a link, and in the way
    in_sight(ann.page, ".whose button, .shutter .sign")
    ann.page.click("[data-whose='nobody']")
    expect(ann.page.locator(".paid li")).to_have_count(3)
    in_sight(ann.page, ".hand-ends [data-end], .shutter .sign")


def in_sight(page, selector):
    """Whether the browser's bars are there or not, nothing of this is hidden."""
    for size in (BETWEEN_BARS, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(HIDDEN, selector) == [], size


def test_a_correction_shows_what_it_changes_for_all_four_at_once(phone):
    ann = phone()
    begun = ann.begin("classical-british", NAMES)
    ann.post(begun, "hands", {"winner": 1, "win": "self-draw", "scores": [0, 608, 16, 8]})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.tap("History")
    ann.tap("Correct this hand")
    ann.tap("This hand was never played")
    table = ann.page.locator("dialog .scroll")
    table.wait_for()
    assert table.evaluate("(each) => each.scrollWidth - each.clientWidth") == 0
    expect(table.locator("thead th")).to_have_text(list(NAMES), use_inner_text=True)


LINES = """
() => [...document.querySelectorAll(".score-sheet tbody th")].map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
})
"""


def test_a_long_name_ends_in_dots_beside_its_line_and_a_hand_is_one_line_of_the_sheet(phone):
    ann = phone(viewport={"width": 320, "height": 640})
    begun = ann.begin("hk-500", NAMES)
    ann.post(begun, "hands", {"winner": 1, "win": "self-draw", "faan": 3})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.tap("Standings")
    expect(ann.page.locator(".course-name")).to_have_text(
        ["Barthol…", "Maximil…", "Cleo", "Wolfesc…"], use_inner_text=False
    )
    ann.open(f"#game={begun['id']}&sheet")
    ann.page.wait_for_selector(".score-sheet tbody th")
    assert ann.page.evaluate(LINES) == [1]
    sheet = ".score-sheet .scroll"  # no column is cut off
    assert ann.page.evaluate("(its) => document.querySelector(its).scrollWidth", sheet) <= 320


HOME = """
() => {
  const canvas = document.createElement("canvas").getContext("2d");
  const rect = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [told, menu] = [rect(".brand p"), rect(".brand .language")];
  const isOver = told.width > 0 && told.right > menu.left && told.top < menu.bottom - 14;
  const inputs = [...document.querySelectorAll(".chair input")];
  const cut = inputs.filter((each) => {
    const { fontSize, fontFamily } = getComputedStyle(each, "::placeholder");
    canvas.font = `${fontSize} ${fontFamily}`;
    return canvas.measureText(each.placeholder).width > each.clientWidth;
  });
  const tables = [...document.querySelectorAll(".named-tables label")];
  const columns = new Set(tables.map((each) => each.getBoundingClientRect().left)).size;
  // A dot of its own may begin a line.
  const loose = document.querySelectorAll(".sentence-line > :not(button)").length;
  return { loose, isOver, isCut: told.right > innerWidth, cut: cut.length, columns };
}
"""


@pytest.mark.parametrize(
    ("width", "height", "locale", "columns"),
    [
        (320, 640, "ja-JP", 2),
        (390, 844, "en-GB", 3),
        (720, 450, "en-GB", 3),
        (1440, 900, "en-GB", 3),
    ],
)
def test_nothing_of_the_first_screen_lies_over_another_or_is_cut(
    phone, width, height, locale, columns
):
    ann = phone(viewport={"width": width, "height": height}, locale=locale)
    ann.open()
    ann.page.wait_for_selector(".named-tables")
    said = {"loose": 0, "isOver": False, "isCut": False, "cut": 0, "columns": columns}
    assert ann.page.evaluate(HOME) == said


# Words that are broken in two.
SPLIT = r"""
(selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
  const text = [...each.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
  const place = document.createRange();
  return [...text.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
    place.setStart(text, index);
    place.setEnd(text, index + word.length);
    return place.getClientRects().length > 1;
  }).map(({ 0: word }) => word);
})
"""
# The amount below a number, and a word of a button that is broken in two.
SPILT = """
() => [...document.querySelectorAll(".faan small, .person.wide b")].filter((each) => {
  const button = each.closest("button").getBoundingClientRect();
  const { left, right, height } = each.getBoundingClientRect();
  return left < button.left || right > button.right || height > 90;
}).map((each) => each.textContent)
"""


def test_with_large_type_the_words_below_the_name_are_not_cut(phone):
    ann = phone(viewport={"width": 390, "height": 844})
    large = {"fontSizes": {"standard": 32, "fixed": 26}}
    ann.context.new_cdp_session(ann.page).send("Page.setFontSizes", large)
    ann.open()
    ann.page.wait_for_selector(".named-tables")
    home = ann.page.evaluate(HOME)
    assert (home["isCut"], home["cut"]) == (False, 0)
    for label in (".chair-wind b", ".other-rules summary"):
        assert ann.page.evaluate(SPLIT, label) == []
    begun = ann.begin("hk-500")
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.page.wait_for_selector(".whose h2")
    assert ann.page.evaluate(SPLIT, ".whose h2") == []
    ann.page.click(".seat[data-player='0']")
    ann.page.click("section[aria-label='How?'] .wide")
    ann.page.wait_for_selector(".faan small")
    assert ann.page.evaluate(SPILT) == []


# Numbers to choose from that are broken in two, and cards of rules that touch one another.
BROKEN = """
() => [...document.querySelectorAll(".agreed-on .segments span")].filter((each) => {
  const text = document.createRange();
  text.selectNodeContents(each);
  return text.getClientRects().length > 1;
}).map((each) => each.textContent)
"""
TOUCHING = """
() => {
  const cards = [...document.querySelectorAll(".other-rules .option-card")];
  const rects = cards.map((each) => each.getBoundingClientRect());
  return rects.slice(1).filter(({ top }, k) => top < rects[k].bottom + 6).length;
}
"""


def test_on_a_narrow_phone_numbers_are_whole_and_cards_apart(phone):
    ann = phone(viewport=BETWEEN_BARS)
    ann.open()
    ann.page.click("[data-part=start]")
    ann.page.locator(".agreed-on .segments", has_text="2000").wait_for()
    assert ann.page.evaluate(BROKEN) == []
    ann.page.click(".other-rules summary")
    ann.page.locator(".other-rules .option-card").first.wait_for()
    assert ann.page.evaluate(TOUCHING) == 0


def test_names_of_the_last_game_fit_their_fields(phone):
    ann = phone(viewport=BETWEEN_BARS)
    begun = ann.start(players=("Ann", "Wing Yan", "Cleo", "Wing Kit"))
    ann.open(f"#again={begun['id']}")
    names = ann.page.locator(".chair input")
    expect(names.nth(1)).to_have_value("Wing Yan")
    expect(names.nth(0)).to_have_attribute("list", "known-names")  # of this phone
    ann.page.locator("#known-names option").first.wait_for(state="attached")
    assert (
        names.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth)") == []
    )


# Rows whose tiles are not in one line, or lie on the line below them.
UNEVEN = """
() => [...document.querySelectorAll(".breakdown .rows li")].filter((row) => {
  const { bottom, right } = row.getBoundingClientRect();
  const tiles = [...row.querySelectorAll(".row-tiles .tile")];
  const [first, ...others] = tiles.map((each) => each.getBoundingClientRect());
  if (!first) return false;
  const isBroken = others.some((each) => each.top !== first.top || each.right > right);
  return isBroken || first.bottom > bottom - 6;
}).map((row) => row.dataset.row)
"""


@pytest.mark.parametrize("width", [320, 360, 768])
def test_the_tiles_of_a_row_are_in_one_line_above_its_border(phone, width):
    ann = phone(viewport={"width": width, "height": 900})
    ann.start()
    ann.win(winner=1, discarder=3)
    ann.enter("123456789s55566z")
    ann.page.locator("[data-row=half_flush] .tile").nth(13).wait_for()
    assert ann.page.evaluate(UNEVEN) == []


def test_the_faces_to_tap_are_there_on_a_very_low_screen(phone):
    ann = phone(viewport={"width": 320, "height": 568})
    ann.start()
    ann.win(winner=1, discarder=3)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.page.wait_for_selector(".palette .face")
    assert ann.page.evaluate(HIDDEN, ".palette .face") == []
