"""A photo read so that the hand wins, and how the hand looks: both are shown, one tap changes."""

import pytest

from tests import needs
from tests.faded import faded_backs
from tests.page.test_accessibility import OTHER_LOOKS, Look

expect = needs.package("playwright.sync_api").expect

CONDITION = "if the marked tiles are right"

TAKEN = """
async ([text, own, beside]) => {
  const { handFromTiles } = await import("/static/js/state/reading.js");
  const { handText } = await import("/static/js/state/notation.js");
  let id = 0;
  const tiles = (words) => words.split(" ").filter(Boolean).map((word) => {
    const [code, ...alternatives] = word.split("/");
    const unsure = code.endsWith("?");
    return { id: id++, code: code.replace("?", ""), unsure, alternatives, corners: [] };
  });
  const hand = handFromTiles(text, { own: tiles(own), beside: tiles(beside) });
  const all = [...hand.concealed, ...hand.sets.flatMap((set) => set.tiles), ...hand.bonus];
  const code = (tile) => tile.code + (tile.unsure ? "?" : "");
  return {
    text: handText(hand),
    marked: all.filter(({ unsure }) => unsure)
      .map(({ code, alternatives }) => [code, ...alternatives].join("/")).join(" "),
    unread: all.filter(({ corners }) => !corners).length,
    beside: hand.other.map(code).join(" "),
    ids: new Set([...all, ...hand.other].map((tile) => tile.id)).size,
    tiles: all.length + hand.other.length,
  };
}
"""

# The other hand text, the tiles of the hand as read (? is marked, / goes before other names) and
# those beside it; then which tiles of the other hand are marked, and what lies beside that.
OTHER_HANDS = [
    # A tile was taken for another.
    ("123445m 11z", "1m 2m 3m 4m 4m 4m?/5m/6m 1z 1z", "", "5m/4m/6m", ""),
    # The same face lies among the discards: it is the tile of the hand all the same.
    ("123445m 11z", "1m 2m 3m 4m 4m 4m?/5m 1z 1z", "5m", "5m/4m", "5m"),
    # Backs were supposed beside two easts; without them all four lie beside the hand.
    ("56p 99s", "5p 6p 9s 9s x? 1z 1z x?", "", "", "x? 1z 1z x?"),
    # And the way back: a kong is written as four of its face.
    ("56p 99s [1111z]", "5p 6p 9s 9s", "x? 1z 1z x?", "1z/x 1z/x", ""),
    # A blank dragon was supposed, and the winning tile lies apart in both readings.
    ("56p (333m) +7p | 1f", "5p 6p 7p 3m 3m 3m 5z? 1f", "9s", "", "5z? 9s"),
    # A tile that nobody has read is there without an outline.
    ("56p 9s", "5p 6p", "", "", ""),
]


@pytest.mark.parametrize(("text", "own", "beside", "marked", "left"), OTHER_HANDS)
def test_the_other_reading_is_made_of_the_tiles_of_the_photo(
    modules, text, own, beside, marked, left
):
    made = modules.evaluate(TAKEN, [text, own, beside])
    assert (made["text"], made["marked"], made["beside"]) == (text, marked, left)
    assert made["ids"] == made["tiles"]
    assert made["unread"] == (1 if text == "56p 9s" else 0)


@pytest.fixture
def read_photo(phone, tmp_path):
    """Return a phone on which the photo with the supposed backs was read for Ann."""
    photo = tmp_path / "faded.jpg"
    photo.write_bytes(faded_backs())

    def give(hold=None, **settings):
        ann = phone(**settings)
        ann.open()
        if hold:
            ann.page.route("**/draft", hold)
        for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dee")):
            ann.page.fill(f"[name=player{seat}]", name)
        ann.page.click("form [type=submit]")
        ann.page.click(".seat[data-player='0']")
        ann.page.click("[data-player='2']:not(.seat) >> nth=-1")
        ann.page.set_input_files(".way input:not([capture])", photo)
        ann.page.wait_for_selector(".record:not([disabled])")
        return ann

    return give


def another(ann, phone):
    """Return a second phone of Ann's table, on which the win is gone on with."""
    game, kept = ann.page.evaluate("Object.entries(JSON.parse(localStorage['tableside.games']))[0]")
    ben = phone()
    ben.open(f"#game={game}&token={kept['token']}")
    ben.page.get_by_role("button", name="look and continue").click()
    ben.page.wait_for_selector(".record:not([disabled])")
    return ben


def tiles(ann, place):
    return ann.page.locator(f"{place} .tile-button")


@pytest.mark.usefixtures("models_there")
def test_a_win_that_was_supposed_says_so_and_a_tap_takes_the_hand_as_it_looks(read_photo):
    ann = read_photo()
    page = ann.page
    expect(page.locator(".score-line")).to_contain_text(CONDITION, use_inner_text=True)
    assert page.locator(".otherwise").bounding_box()["y"] < 500  # in sight without a scroll
    expect(tiles(ann, ".set.concealed_kong")).to_have_count(4)
    page.click(".other-reading")
    page.wait_for_selector(".score-line.wrong")
    expect(page.locator(".record")).to_have_count(0)
    for place, count in ((".concealed", 8), (".sets", 3), (".bonus", 2)):
        expect(tiles(ann, place)).to_have_count(count)
    expect(tiles(ann, ".other")).to_have_count(3)  # one that shows its face, and two backs
    page.click(".other-reading")  # and back again
    page.wait_for_selector(".record:not([disabled])")
    expect(tiles(ann, ".set.concealed_kong")).to_have_count(4)
    expect(page.locator(".score-line")).to_contain_text(CONDITION, use_inner_text=True)
    ann.tap("The marked tiles are right")
    expect(page.locator(".otherwise")).to_have_count(0)
    expect(page.locator(".editor .unsure")).to_have_count(0)
    expect(page.locator(".score-line")).not_to_contain_text(CONDITION, use_inner_text=True)
    assert ann.record(2)["points"][0] > 500


@pytest.mark.usefixtures("models_there")
def test_a_tile_that_is_checked_by_itself_settles_it_too(read_photo):
    ann = read_photo()
    marked = ann.page.locator(".editor .unsure")
    while marked.count():
        marked.first.click()
        ann.tap("It is right")
    expect(ann.page.locator(".otherwise")).to_have_count(0)
    expect(ann.page.locator(".score-line")).not_to_contain_text(CONDITION, use_inner_text=True)


@pytest.mark.usefixtures("models_there")
def test_another_phone_is_told_of_both_readings_and_may_take_the_other(read_photo, phone):
    ann = read_photo()
    ben = another(ann, phone)
    expect(ben.page.locator(".score-line")).to_contain_text(CONDITION, use_inner_text=True)
    ben.page.click(".other-reading")
    ann.page.wait_for_selector(".score-line.wrong")
    for each in (ann, ben):
        expect(tiles(each, ".other")).to_have_count(3)
    ann.page.click(".other-reading")
    ben.page.wait_for_selector(".record:not([disabled])")
    ben.tap("The marked tiles are right")
    ann.page.wait_for_selector(".otherwise", state="detached")
    ann.expect_paid(ben.paid())


@pytest.mark.usefixtures("models_there")
def test_what_another_phone_changes_stays_when_the_photo_comes_after_it(read_photo, phone):
    held = []

    def hold(route):
        """Keep the change that names the photo on its way."""
        if '"picture' in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    ann = read_photo(hold)
    ben = another(ann, phone)
    ann.until(lambda: held, "the change that names the photo")
    with ben.page.expect_response(lambda answer: answer.request.method == "PATCH"):
        ben.page.click(".other-reading")
    held[0].continue_()
    ben.page.locator(".photo-svg > image").wait_for(state="attached")
    ann.page.wait_for_selector(".score-line.wrong")
    for each in (ann, ben):
        expect(tiles(each, ".other")).to_have_count(3)
        expect(each.page.locator(".photo-svg > image")).to_have_count(1)


@pytest.mark.usefixtures("models_there")
@pytest.mark.parametrize(("locale", "scheme", "size"), OTHER_LOOKS)
def test_both_readings_can_be_used_by_everybody(read_photo, locale, scheme, size):
    ann = read_photo(locale=locale, color_scheme=scheme, viewport=size)
    look = Look(ann, f"{locale}-{scheme}-{size['width']}")
    look.at("supposed")
    ann.page.click(".other-reading")
    ann.page.wait_for_selector(".score-line.wrong")
    look.at("as-it-looks")
    assert look.findings == []
