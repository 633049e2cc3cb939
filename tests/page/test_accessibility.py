"""Every screen in all scripts, light and dark: no finding of axe, nothing wider than a phone."""

import itertools
import os
from pathlib import Path

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Where a person wants to look at the screens, in every language, theme and width (`make screens`):
# TABLESIDE_SCREENS names a folder.
SCREENS = os.environ.get("TABLESIDE_SCREENS")
# A sheet that is still sliding in is half transparent: nobody reads it yet.
SETTLED = "() => Promise.allSettled(document.getAnimations().map((each) => each.finished))"
# What is printed on the felt is judged against its lightest place: axe leaves gradients undecided.
LIGHTEST = "color-mix(in srgb, var(--felt-line) 43%, var(--felt))"
FELT = """
(colour) => document.querySelectorAll(".felt, .chairs").forEach(({ style }) => {
  style.background = colour;
})
"""
# Whatever can be tapped is 48 pixels wide and high; a field's label counts as part of it.
SMALL = """
() => [...document.querySelectorAll("button, a, select, summary, textarea, input")]
  .filter((each) => each.checkVisibility() && !each.readOnly)
  .map((each) => [each, each.matches("[type=radio], [type=checkbox], [type=file]")])
  .map(([each, labelled]) => [each, labelled && each.closest("label")])
  .map(([each, label]) => [each, label || each])
  .map(([each, target]) => [each, target.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 47.9)
  .map(([each, { width, height }]) => `${width} x ${height}: ${each.outerHTML.slice(0, 120)}`)
"""
# What is written in a cell, on a button or in a line stays within it: else it lies upon the next.
SPILT = """
() => [..."td th dd dt li p h1 h2 h3 button label summary legend".split(" ")]
  .flatMap((each) => [...document.querySelectorAll(each)])
  .filter((each) => each.checkVisibility() && getComputedStyle(each).overflowX === "visible")
  .filter((each) => getComputedStyle(each).display !== "inline" && each.clientWidth > 1)
  .filter((each) => !each.matches(".tile-button")) // its mark of doubt hangs over on purpose
  .filter((each) => each.scrollWidth > each.clientWidth + 2)
  .map((each) => `${each.scrollWidth} in ${each.clientWidth}: ${each.outerHTML.slice(0, 120)}`)
"""


class Look:
    """Looks at one screen after the other."""

    def __init__(self, phone, name):
        self.page = phone.page
        self.name = name
        self.findings: list[str] = []

    def at(self, screen):
        """Check the screen that is shown, and keep a picture of it where one is asked for."""
        self.page.evaluate(SETTLED)
        # At the page's end the foot of the screen covers nothing by half.
        self.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        self.page.evaluate(FELT, LIGHTEST)
        if not self.page.evaluate("() => 'axe' in window"):  # 600 kB to read, once for a page
            self.page.evaluate(AXE)
        found = self.page.evaluate(
            "options => axe.run(document, options).then((found) => found.violations)",
            {"runOnly": LEVELS, "preload": False},
        )
        for violation in found:
            self.findings += [
                f"{screen}: {violation['id']} {n['html']}" for n in violation["nodes"]
            ]
        self.page.evaluate(FELT, "")
        shown = self.page.viewport_size
        for size in [shown] if SCREENS else [*(each for each in SIZES if each != shown), shown]:
            self.page.set_viewport_size(size)
            self._fits(f"{screen} at {size['width']}")
        if SCREENS:
            Path(SCREENS).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{SCREENS}/{self.name}-{screen}.png", full_page=True)

    def _fits(self, screen):
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if width > 0:
            self.findings.append(f"{screen}: {width} pixels wider than the screen")
        small = self.page.evaluate(SMALL)
        self.findings += [f"{screen}: too small to tap {each}" for each in small]
        spilt = self.page.evaluate(SPILT)
        self.findings += [f"{screen}: runs out of its place {each}" for each in spilt]


SIZES = [
    {"width": 320, "height": 640},
    {"width": 360, "height": 740},
    {"width": 1280, "height": 800},
]
# Otherwise a test goes one way, and looks at each of its screens at every width.
LOOKS = (
    [*itertools.product(("en-GB", "zh-HK"), ("light", "dark"), SIZES), ("ja-JP", "light", SIZES[0])]
    if SCREENS
    else [("en-GB", "light", SIZES[1])]
)
OTHER_LOOKS = LOOKS if SCREENS else [("zh-HK", "dark", SIZES[0])]


@pytest.mark.parametrize(("locale", "scheme", "size"), LOOKS)
def test_every_screen_can_be_used_by_everybody(phone, locale, scheme, size):
    ann = phone(locale=locale, color_scheme=scheme, viewport=size)
    page = ann.page
    look = Look(ann, f"{locale}-{scheme}-{size['width']}")
    ann.open()
    ann.choose("classical-british")
    for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dee")):
        page.fill(f"[name=player{seat}]", name)
    page.click("[data-part='treble']")
    look.at("start")
    page.click("form [type=submit]")
    page.wait_for_selector(".felt")
    look.at("table")
    ann.open_win()
    page.click(".people [data-player='1']")
    look.at("who")
    page.click(".people.four .wide")
    page.wait_for_selector(".ways")
    look.at("ways")
    page.locator(".way").nth(2).click()
    ann.write("123m456m555s789s55z1f")
    look.at("palette")
    look.at("which")
    ann.mark("9s")
    page.wait_for_selector(".score-line.good")
    page.click(".concealed .tile-button[data-code='1m']")
    look.at("tile")
    page.keyboard.press("Escape")
    page.wait_for_selector(".record:not([disabled])")
    look.at("score")
    page.click(".win-foot .record")
    page.wait_for_selector(".felt[data-seq='2']")
    page.wait_for_selector(".recent-hand")
    page.click(".table-bar [data-tool='history']")
    page.wait_for_selector("dialog .event")
    look.at("history")
    page.click("dialog .correct")
    look.at("correction")
    page.keyboard.press("Escape")
    page.click(".table-bar [data-tool='standings']")
    page.wait_for_selector("dialog .chart")
    look.at("evening")
    page.keyboard.press("Escape")
    set_right_and_take_back(page, look)
    assert look.findings == []


def set_right_and_take_back(page, look):
    """Look at what a correction would change, and at the history of a hand that is taken back."""
    page.click(".table-bar [data-tool='history']")
    page.click("dialog .correct")
    page.locator("dialog .sheet-body button").first.click()
    page.locator(".people.four").last.locator("[data-player='3']").click()
    page.wait_for_selector(".corrected tfoot")
    look.at("corrected")
    page.click(".win-foot .primary")
    page.wait_for_selector(".felt[data-seq='3']")
    page.locator(".take-back").click()
    page.locator("dialog .primary").click()
    page.wait_for_selector(".felt[data-seq='4']")
    page.click(".table-bar [data-tool='history']")
    page.wait_for_selector("dialog .event.undone")
    look.at("undone")
    page.keyboard.press("Escape")


def test_the_language_is_the_browsers_and_can_be_switched(phone):
    ann = phone(locale="zh-TW")
    ann.open()
    ann.page.wait_for_selector("form")
    expect(ann.page.locator("html")).to_have_attribute("lang", "zh-Hant-HK")
    expect(ann.page.locator("form h2")).to_have_text("新牌局", use_inner_text=True)
    ann.page.select_option("[name=language]", label="English")
    ann.page.wait_for_selector("html[lang=en] form h2:text-is('New game')")
    ann.page.reload()
    ann.page.wait_for_selector("html[lang=en] form")
