"""The page's own face: figures of one width in its font, a mark and a colour for each player."""

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

WIDTHS = """
async () => {
  await document.fonts.load("40px Figures", "0");
  const context = document.createElement("canvas").getContext("2d");
  const width = (font, text) => ((context.font = font), context.measureText(text).width);
  return [..."0123456789"].map((digit) => [
    width("40px Figures, monospace", digit), width("40px monospace", digit),
  ]);
}
"""


def test_digits_come_in_the_page_s_font_and_are_of_one_width(phone):
    ann = phone()
    ann.open()
    ann.page.wait_for_selector("h1")
    ours, usual = zip(*ann.page.evaluate(WIDTHS), strict=True)
    assert max(ours) - min(ours) <= 1  # pixel
    assert min(ours) > max(usual)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_player_has_a_mark_and_a_colour_of_their_own_and_none_is_red(phone, scheme):
    ann = phone(color_scheme=scheme)
    ann.start()
    ann.tap("Standings")
    marks = ann.page.locator(".standings .player-mark")
    expect(marks).to_have_count(4)
    colours = marks.evaluate_all("(marks) => marks.map((mark) => getComputedStyle(mark).fill)")
    shapes = marks.locator("path").evaluate_all("(all) => all.map((each) => each.outerHTML)")
    red = ann.page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--red').trim()"
    )
    assert len(set(colours)) == len(set(shapes)) == 4
    assert red not in colours
