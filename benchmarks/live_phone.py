"""A phone as the benches of the live camera have it: Chromium with a video file for a camera.

`Emulation.setCPUThrottlingRate` slows down the thread of the page and not its workers, where the
networks run. So the browser's process is stopped and continued, for as many times as long as it
runs; what its other processes do, as to decode the video, goes on at full pace.
"""

import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.page import PHONE, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLICE_S = 0.004  # that a slowed process runs at a time: a stage of the fastest look is longer
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


def renderer(browser: "Browser") -> int:
    """Return the number of the process that runs the page whose worker is there."""
    answer = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    pages = (int(each["id"]) for each in answer["processInfo"] if each["type"] == "renderer")
    return next(process for process in pages if any(_worker_threads(process)))


def _worker_threads(process: int) -> Iterator[Sequence[str]]:
    """What the system says of each thread of a process's workers."""
    for task in Path(f"/proc/{process}/task").iterdir():
        name, _, rest = (task / "stat").read_text(encoding="ascii").rpartition(")")
        if "DedicatedWorker" in name:
            yield rest.split()


@contextmanager
def slow_down(process: int, times: float) -> Iterator[None]:
    """Let a process run for one part of so many of the time."""
    over = threading.Event()

    def throttle() -> None:
        while not over.is_set():
            os.kill(process, signal.SIGSTOP)
            time.sleep(SLICE_S * (times - 1))
            os.kill(process, signal.SIGCONT)
            time.sleep(SLICE_S)

    if times <= 1:
        yield
        return
    thread = threading.Thread(target=throttle)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def megabytes(process: int) -> float:
    """Return the memory of a process alone: frames of the camera are shared with another."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    line = next(line for line in lines if line.startswith("RssAnon:"))
    return int(line.split()[1]) / 1000


def worker_ms(process: int) -> float:
    """Return the milliseconds of a core that the workers of a process have used."""
    ticks = sum(int(thread[11]) + int(thread[12]) for thread in _worker_threads(process))
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")
