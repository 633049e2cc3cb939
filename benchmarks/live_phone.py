"""A phone as the benches of the live camera have it: Chromium with a video file for a camera."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.page import PHONE, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Gives the page `networks`, and says what was fetched for them.
OPEN = """
async () => {
  const { openNetworks } = await import("/static/js/camera/phone-networks.js");
  const { listParts } = await import("/static/js/api/parts.js");
  const listed = await listParts("camera");
  const begun = performance.now();
  const { signal } = new AbortController();
  window.networks = await openNetworks(listed, { signal, onProgress: () => {} });
  const bytes = Object.values(listed.parts).reduce((sum, part) => sum + part.bytes, 0);
  return { bytes, seconds: (performance.now() - begun) / 1000 };
}
"""
# Watches the camera for so many seconds with the networks of the page; gives each look's times.
WATCH = """
async (seconds) => {
  const { watchFrames } = await import("/static/js/camera/frames.js");
  const video = document.createElement("video");
  const wish = { width: { ideal: 1280 }, height: { ideal: 720 } };
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: wish });
  video.muted = true;
  await video.play();
  const over = new AbortController();
  const [begun, looks] = [performance.now(), []];
  const look = async (...given) => {
    const asked = performance.now();
    const seen = await window.networks.look(...given);
    const [all, at] = [performance.now() - asked, asked - begun];
    looks.push({ ...seen.ms, side: given[1], all, at, tiles: seen.tiles.length });
    return seen;
  };
  const given = { networks: { look }, size: 14, over: over.signal };
  setTimeout(() => over.abort(), 1000 * seconds);
  await watchFrames(video, { ...given, onSight: () => {}, onSteady: () => {} });
  for (const track of video.srcObject.getTracks()) track.stop();
  return looks;
}
"""


@contextmanager
def phone(address: str, seen: Path, *more: str) -> Iterator[tuple["Page", "Browser"]]:
    """Return a page of a browser whose camera sees a video."""
    devices = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    with chromium(*devices, f"--use-file-for-fake-video-capture={seen}", *more) as browser:
        page = browser.new_context(viewport=PHONE, service_workers="block").new_page()
        page.set_default_timeout(600_000)
        page.goto(address)
        yield page, browser
