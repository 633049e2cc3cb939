"""Recreates the documents' pictures of the page: `python -m tools.page_pictures`.

With a real service, its models and an empty database, Chromium as the phone, and the bundled photo,
four players sit down and follow the set-up guide, one wins by the photo, and the table looks at the
reasons, is shared, and ends its game. Names, dice and sizes are always the same, so that pictures
differ only where the page has changed, and in the time of the last hand, the shared link and its
six letters.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from benchmarks.page import PHONE, chromium
from benchmarks.service import run_service
from datasets.command_line import command_parser
from datasets.paths import CHECKOUT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

NAMES = ("Ann", "Ben", "Cleo", "Dee")
HOME = "http://mahjong.home:8000/"  # the beginning of the shared link
DICE = (3, 4, 5)
WIDE: "ViewportSize" = {"width": 1280, "height": 800}
QUALITY = 85
PATIENCE_MS = 120_000
# Animations are over, and every tile picture is loaded.
SETTLED = """
() => Promise.allSettled([
  document.fonts.ready,
  ...[...document.images].map((each) => each.decode()),
  ...document.getAnimations().map((each) => each.finished),
])
"""


@dataclass(frozen=True, slots=True)
class PhotoArchive:
    """The folder for pictures, and their width in pixels."""

    folder: Path
    width: int

    def keep(self, page: "Page", name: str) -> None:
        """Save the screen as NAME.jpg."""
        page.evaluate(SETTLED)
        shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
        size = (self.width, round(shot.height * self.width / shot.width))
        file = self.folder / f"{name}.jpg"
        shot.resize(size, Image.Resampling.LANCZOS).save(file, quality=QUALITY, optimize=True)
        print(f"wrote {file}", flush=True)


@contextmanager
def screen(browser: "Browser", size: "ViewportSize", dots: int) -> Iterator["Page"]:
    """Open a page of this size in CSS pixels, with `dots` pixels of the screen to each."""
    context = browser.new_context(
        viewport=size,
        device_scale_factor=dots,
        has_touch=True,
        locale="en-GB",
        timezone_id="UTC",
        color_scheme="light",
        reduced_motion="reduce",
        service_workers="block",
    )
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        yield page
    finally:
        context.close()


def sit_down(page: "Page", address: str, album: PhotoArchive | None = None) -> None:
    """Start a game of four by the first rules offered."""
    page.goto(address)
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=player{seat}]", name)
    if album is not None:
        page.evaluate("scrollTo(0, 0)")
        page.evaluate("document.activeElement.blur()")
        album.keep(page, "page-start")
    page.click("#new-game [type=submit]")
    page.wait_for_selector(".link.up")


def set_up(page: "Page") -> None:
    """Open the guide, enter the dice, and go to the step that deals."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Walls and dice").click()
    for die, number in enumerate(DICE):
        button = page.locator("dialog .die").nth(die)
        for _ in range(number):
            button.click()
    page.locator("dialog [data-topic=deal] figure").wait_for()
    page.eval_on_selector("dialog [data-topic=deal]", "(step) => step.scrollIntoView()")
    page.evaluate("scrollTo(0, 0)")  # the table behind it


def win(page: "Page") -> None:
    """Let Ann win on Cleo's discard, by the bundled photo."""
    page.click(".seat[data-player='0']")
    page.click("section[aria-label='How?'] [data-player='2']")
    photo = str(files("service") / "demo" / "hand.jpg")
    page.set_input_files(".way input:not([capture])", photo)
    page.wait_for_selector(".record:not([disabled])")
    page.wait_for_selector(".payments")
    page.wait_for_selector(".breakdown details")  # near misses come last
    page.evaluate("scrollTo(0, 0)")


def end(page: "Page") -> None:
    """Record another hand, then end the game."""
    page.click(".seat[data-player='1']")
    page.click("section[aria-label='How?'] .wide")
    page.click("[data-faan='3']")
    page.click(".record:not([disabled])")
    page.wait_for_selector(".felt[data-seq='3']")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="End the game", exact=True).click()
    page.locator("dialog .primary").last.click()
    page.wait_for_selector(".end-card .chart")
    page.eval_on_selector(".end-card", "(card) => scrollTo(0, card.offsetTop - 12)")


def draw_phone_pages(browser: "Browser", address: str, album: PhotoArchive) -> None:
    """Draw the set-up guide, a photographed win, its consequences, and the end of the game."""
    with screen(browser, PHONE, 2) as page:
        sit_down(page, address, album)
        set_up(page)
        album.keep(page, "page-setup")
        page.keyboard.press("Escape")
        win(page)
        album.keep(page, "page-win")
        page.click(".record")
        page.wait_for_selector(".felt[data-seq='2']")
        page.locator(".recent-hand").wait_for()
        page.wait_for_selector(".link.up")
        album.keep(page, "page-table")
        page.locator(".recent-hand").first.click()
        page.wait_for_selector("dialog .rows li")
        album.keep(page, "page-reasons")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Standings", exact=True).click()
        page.wait_for_selector("dialog table, dialog li")
        album.keep(page, "page-standings")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Share", exact=True).click()
        page.wait_for_selector("dialog .qr")
        page.wait_for_selector("dialog .join-code")
        album.keep(page, "page-share")
        page.keyboard.press("Escape")
        end(page)
        album.keep(page, "page-end")


def draw_wide_pages(browser: "Browser", address: str, album: PhotoArchive) -> None:
    """Draw a photographed win with its consequences beside it."""
    with screen(browser, WIDE, 1) as page:
        sit_down(page, address)
        win(page)
        album.keep(page, "page-wide")


def draw(browser: "Browser", address: str, folder: Path) -> None:
    """Save all pictures of the page at an address to a folder."""
    draw_phone_pages(browser, address, PhotoArchive(folder, 400))
    draw_wide_pages(browser, address, PhotoArchive(folder, 960))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pictures, and return the exit status."""
    parser = command_parser("tools.page_pictures", __doc__)
    parser.add_argument("--out", type=Path, default=CHECKOUT / "docs", help="a folder")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    with run_service("--public-url", HOME) as service, chromium() as browser:
        draw(browser, f"{service.address}/", given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
