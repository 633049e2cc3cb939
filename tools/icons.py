"""Draws the page's icons for home screens as PNG from their SVG.

    python -m tools.icons

Wants Playwright and a Chromium; icons change rarely, so the pictures are committed.
"""

import shutil
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "service" / "page" / "static" / "icons"
# A maskable icon is cut to a circle or a drop by the phone, so its drawing keeps to the middle.
PICTURES = (
    ("icon.svg", "icon-192.png", 192),
    ("icon.svg", "icon-512.png", 512),
    ("maskable.svg", "maskable-512.png", 512),
    ("maskable.svg", "apple-180.png", 180),
)


def main() -> int:
    """Write every picture anew and say so."""
    from playwright.sync_api import sync_playwright

    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page()
        for drawing, picture, side in PICTURES:
            page.set_viewport_size({"width": side, "height": side})
            svg = (FOLDER / drawing).read_text(encoding="utf-8")
            page.set_content(f"<style>*{{margin:0}}svg{{width:100%;height:100%}}</style>{svg}")
            page.screenshot(path=FOLDER / picture, omit_background=True)
            sys.stdout.write(f"{picture}\n")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
