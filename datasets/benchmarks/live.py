"""Times the tiles named on a phone: `python -m datasets.benchmarks.live`.

Chromium with a video file for a camera: the bundled photo's hand, laid down a few tiles at a time
and seen by a phone that is held by hand. Prints looks a second with the milliseconds of each stage,
as this machine is and slowed down, and of a core that a look takes, which a busy machine changes
least; how many looks are left out where nothing moves, the seconds
from the opened camera to the first names and to the photo that is taken by itself, and the memory
of the browser's process after 100 looks and after all of a soak. Without any of this the service
looks at a picture a second at most.

`Emulation.setCPUThrottlingRate` slows down the thread of the page and not its workers, where the
networks run. So the browser's process is stopped and continued, for as many times as long as it
runs; what its other processes do, as to decode the video, goes on at full pace.
"""

import argparse
import json
import os
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

import models
from datasets.benchmarks.page import BROWSERS, PHONE
from datasets.benchmarks.service import served
from datasets.synth import video
from vision.nets.detector import Detector

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CLOTH = "#2351a8"  # of the bundled photo, about
SLICE_S = 0.004  # that a slowed process runs at a time: a stage of the fastest look is longer
SECONDS = 10
STAGES = ("detect", "cut", "classify", "advise")
FEW = 100  # looks of a soak before which memory is still being taken
OPEN = """
async () => {
  const { openNetworks } = await import("/static/js/camera/phone-networks.js");
  const { toldParts } = await import("/static/js/camera/parts.js");
  const told = await toldParts();
  const begun = performance.now();
  const { signal } = new AbortController();
  window.networks = await openNetworks(told, { signal, onProgress: () => {} });
  const bytes = Object.values(told.parts).reduce((sum, part) => sum + part.bytes, 0);
  return { bytes, seconds: (performance.now() - begun) / 1000 };
}
"""
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
  const networks = {
    look: async (frame, side) => {
      const asked = performance.now();
      const look = await window.networks.look(frame, side);
      looks.push({ ...look.ms, side, all: performance.now() - asked, at: asked - begun });
      return look;
    },
  };
  const given = { networks, size: 14, over: over.signal, onSight: () => {}, onSteady: () => {} };
  setTimeout(() => over.abort(), 1000 * seconds);
  await watchFrames(video, given);
  for (const track of video.srcObject.getTracks()) track.stop();
  return looks;
}
"""
TAKE = """
async () => {
  const { openViewfinder } = await import("/static/js/entry/viewfinder.js");
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1000;
  const named = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(".sights .label")) return;
      watch.disconnect();
      resolve(since());
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  const taken = new Promise((resolve) => {
    openViewfinder({ onPhoto: () => resolve(since()), onPhone: () => {} });
  });
  return { named: await named, taken: await taken };
}
"""
SOAK = """
async (count) => {
  const { watchFrames } = await import("/static/js/camera/frames.js");
  const video = document.createElement("video");
  const wish = { width: { ideal: 1280 }, height: { ideal: 720 } };
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: wish });
  video.muted = true;
  await video.play();
  const over = new AbortController();
  let looks = 0;
  const look = async (frame, side) => {
    looks += 1;
    if (looks >= count) over.abort();
    return window.networks.look(frame, side);
  };
  const untold = { onSight: () => {}, onSteady: () => {} };
  await watchFrames(video, { networks: { look }, size: 14, over: over.signal, ...untold });
  for (const track of video.srcObject.getTracks()) track.stop();
}
"""


def photo() -> Image.Image:
    """The bundled photo, as large as a frame."""
    with (files("service") / "demo" / "hand.jpg").open("rb") as file:
        return Image.open(file).convert("RGB").resize((1280, 960), Image.Resampling.LANCZOS)


def hands(folder: Path) -> tuple[Path, Path]:
    """Write the videos: of a hand that is laid down and held shakily, and of one that is still."""
    quads = Detector.load(models.path("detector")).detect(np.asarray(photo())).corners
    shaky = video.write(folder / "laid.mjpeg", video.laid_down(photo(), quads, CLOTH))
    return shaky, video.write(folder / "still.mjpeg", [video.framed(photo())])


@contextmanager
def phone(address: str, seen: Path) -> Iterator[tuple["Page", "Browser"]]:
    """Give a page of a browser whose camera sees a video."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit(f"No browser: install one of {', '.join(BROWSERS)}.")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  (a development pin)
    except ImportError:
        sys.exit("Playwright is missing: install requirements/dev.txt.")
    devices = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    arguments = ["--no-sandbox", *devices, f"--use-file-for-fake-video-capture={seen}"]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=arguments)
        page = browser.new_context(viewport=PHONE, service_workers="block").new_page()  # type: ignore[arg-type]  # a plain dict of the two numbers
        page.set_default_timeout(600_000)
        page.goto(address)
        yield page, browser
        browser.close()


def renderer(browser: "Browser") -> int:
    """The number of the process that runs the page whose worker is there."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    pages = (int(each["id"]) for each in told["processInfo"] if each["type"] == "renderer")
    return next(process for process in pages if any(_worker_threads(process)))


def _worker_threads(process: int) -> Iterator[Sequence[str]]:
    """What the system says of each thread of a process's workers."""
    for task in Path(f"/proc/{process}/task").iterdir():
        name, _, rest = (task / "stat").read_text(encoding="ascii").rpartition(")")
        if "DedicatedWorker" in name:
            yield rest.split()


@contextmanager
def slowed(process: int, times: float) -> Iterator[None]:
    """Let a process run for one part of so many of the time."""
    over = threading.Event()

    def hold_back() -> None:
        while not over.is_set():
            os.kill(process, signal.SIGSTOP)
            time.sleep(SLICE_S * (times - 1))
            os.kill(process, signal.SIGCONT)
            time.sleep(SLICE_S)

    if times <= 1:
        yield
        return
    thread = threading.Thread(target=hold_back)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def megabytes(process: int) -> float:
    """The memory that a process holds by itself: frames of the camera are shared with another."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    told = next(line for line in lines if line.startswith("RssAnon:"))
    return int(told.split()[1]) / 1000


def worker_ms(process: int) -> float:
    """The milliseconds of a core that the workers of a process have used."""
    ticks = sum(int(told[11]) + int(told[12]) for told in _worker_threads(process))
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def row(what: str, looks: Sequence[Mapping[str, Any]], seconds: float, cpu_ms: float) -> str:
    """A line: looks a second and the median milliseconds of each stage, once settled on a size."""
    side = looks[-1]["side"]
    settled = [look for look in looks if look["side"] == side]
    rate = len(settled) / max(seconds - settled[0]["at"] / 1000, 1e-6)
    stages = [statistics.median(look[stage] for look in settled) for stage in (*STAGES, "all")]
    figures = [*stages, cpu_ms / len(looks)]
    return f"| {what} | {side} | {rate:.1f} | {' | '.join(f'{ms:.0f}' for ms in figures)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.benchmarks.live", description=__doc__)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="of each measurement")
    parser.add_argument("--slower", type=float, default=4, help="times, the processor")
    parser.add_argument("--looks", type=int, default=1000, help="of the soak")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        shaky, still = hands(Path(folder))
        with served(f"sqlite:///{Path(folder) / 'games.sqlite3'}", Path(folder)) as service:
            address = f"http://127.0.0.1:{service.port}"
            with phone(address, shaky) as (page, browser):
                told = page.evaluate(OPEN)
                process = renderer(browser)
                print(f"Loaded {told['bytes'] / 1e6:.2f} MB in {told['seconds']:.1f} s, from here.")
                print(
                    f"| video | side | looks a second | {', ms | '.join(STAGES)}, ms | all | CPU |"
                )
                print("|---|---|---|---|---|---|---|---|---|")
                for times in (1.0, given.slower):
                    used = worker_ms(process)
                    with slowed(process, times):
                        looks = page.evaluate(WATCH, given.seconds)
                    used = worker_ms(process) - used
                    what = "held by hand" + (f", {times:g} times slower" if times > 1 else "")
                    print(row(what, looks, given.seconds, used), flush=True)
                taken = page.evaluate(TAKE)
                print(json.dumps({name: round(value, 1) for name, value in taken.items()}))
                page.evaluate(SOAK, FEW)
                before = megabytes(process)
                page.evaluate(SOAK, given.looks - FEW)
                after = megabytes(process)
                print(f"{before:.0f} MB after {FEW} looks, {after:.0f} after {given.looks}.")
            with phone(address, still) as (page, _):
                page.evaluate(OPEN)
                looks = page.evaluate(WATCH, given.seconds)
                print(f"Where nothing moves: {len(looks) / given.seconds:.1f} looks a second.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
