"""Times the tiles named on a phone, and counts them: `python -m benchmarks.live`.

Chromium with a video file for a camera: the bundled photo's hand, laid down a few tiles at a time
and seen by a phone that is held by hand. Prints

- looks a second with the milliseconds of each stage, as this machine is and slowed down, and of a
  core that a look takes, which a busy machine changes least;
- the seconds from the opened camera to the first names and to the photo that is taken by itself;
- the memory of the browser's process while the viewfinder looks on, by looks;
- how many looks are left out where nothing moves;
- how many tiles of real photos are found and named right, where the folder of them is there
  (`benchmarks.live_naming`).

Without any of this the service looks at a picture a second at most.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

import models
from benchmarks import live_naming
from benchmarks.live_phone import (
    OPEN,
    WATCH,
    megabytes,
    phone,
    renderer,
    slow_down,
    worker_ms,
)
from benchmarks.service import run_service
from datasets.command_line import command_parser
from datasets.evaluation.tables import replace_section
from datasets.labels.photos import DatasetError
from datasets.paths import PHOTOS
from datasets.synth import video
from vision.nets.detector import Detector

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CLOTH = "#2351a8"  # of the bundled photo, about
SECONDS = 10
STAGES = ("detect", "cut", "classify", "roles", "advise")
ROWS = 10  # of the table of memory
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
# Opens the viewfinder, which takes no photo, and counts what it sends to its worker.
LOOK_ON = """
async () => {
  const { keepTakesItself } = await import("/static/js/state/storage.js");
  const { openViewfinder } = await import("/static/js/entry/viewfinder.js");
  keepTakesItself(false);
  window.looks = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.what === "see") window.looks += 1;
    return post.call(this, message, ...more);
  };
  openViewfinder({ onPhoto: () => {}, onPhone: () => {} });
}
"""


def photo() -> Image.Image:
    """Return the bundled photo, as large as a frame."""
    with (files("service") / "demo" / "hand.jpg").open("rb") as file:
        return Image.open(file).convert("RGB").resize((1280, 960), Image.Resampling.LANCZOS)


def hands(folder: Path) -> tuple[Path, Path]:
    """Write the videos: of a hand that is laid down and held shakily, and of one that is still."""
    quads = Detector.load(models.path("detector")).detect(np.asarray(photo())).corners
    shaky = video.write(folder / "laid.mjpeg", video.film_hand(photo(), quads, CLOTH))
    return shaky, video.write(folder / "still.mjpeg", [video.add_frame(photo())])


def table_row(what: str, looks: Sequence[Mapping[str, Any]], seconds: float, cpu_ms: float) -> str:
    """A line: looks a second and the median milliseconds of each stage, once settled on a size."""
    side = looks[-1]["side"]
    settled = [look for look in looks if look["side"] == side]
    rate = len(settled) / max(seconds - settled[0]["at"] / 1000, 1e-6)
    stages = [statistics.mean(look[stage] for look in settled) for stage in (*STAGES, "all")]
    figures = [*stages, cpu_ms / len(looks)]
    return f"| {what} | {side} | {rate:.1f} | {' | '.join(f'{ms:.0f}' for ms in figures)} |"


def rate_table(page: "Page", process: int, seconds: int, slower: float) -> Iterator[str]:
    """Return the table of looks a second."""
    yield f"| video | side | looks a second | {', ms | '.join(STAGES)}, ms | all | CPU |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for times in (1.0, slower):
        used = worker_ms(process)
        with slow_down(process, times):
            looks = page.evaluate(WATCH, seconds)
        used = worker_ms(process) - used
        what = "held by hand" + (f", {times:g} times slower" if times > 1 else "")
        yield table_row(what, looks, seconds, used)


def soak(page: "Page", browser: "Browser", count: int) -> Iterator[str]:
    """Yield the table of memory while the viewfinder looks on: its own, its scripts', its nodes."""
    page.evaluate(LOOK_ON)
    page.wait_for_function("() => window.looks > 0")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    process = renderer(browser)
    yield "| looks | MB | of scripts, MB | nodes |"
    yield "|---|---|---|---|"
    for looks in range(count // ROWS, count + 1, max(1, count // ROWS)):
        page.wait_for_function("(looks) => window.looks >= looks", arg=looks)
        answer = session.send("Performance.getMetrics")["metrics"]
        metrics = {each["name"]: each["value"] for each in answer}
        heap = metrics["JSHeapUsedSize"] / 1e6
        yield f"| {looks} | {megabytes(process):.0f} | {heap:.1f} | {metrics['Nodes']:.0f} |"


def report(given: argparse.Namespace, folder: Path) -> Iterator[str]:
    """Return the lines of all that was asked for; `folder` is a scratch folder."""
    shaky, still = hands(folder)
    with run_service(f"sqlite:///{folder / 'games.sqlite3'}", folder) as service:
        address = f"http://127.0.0.1:{service.port}"
        if "pace" in given.parts:
            with phone(address, shaky) as (page, browser):
                loaded = page.evaluate(OPEN)
                size, seconds = loaded["bytes"] / 1e6, loaded["seconds"]
                yield f"Loaded {size:.2f} MB in {seconds:.1f} s, from here."
                yield from rate_table(page, renderer(browser), given.seconds, given.slower)
                taken = page.evaluate(TAKE)
                yield json.dumps({name: round(value, 1) for name, value in taken.items()})
            with phone(address, still) as (page, _):
                page.evaluate(OPEN)
                looks = page.evaluate(WATCH, given.seconds)
                yield f"Where nothing moves: {len(looks) / given.seconds:.1f} looks a second."
        if "memory" in given.parts:
            with phone(address, shaky) as (page, browser):
                page.evaluate(OPEN)  # what it fetches is kept, so that the viewfinder starts it
                page.evaluate("() => window.networks.close()")
                begun = time.monotonic()
                yield from soak(page, browser, given.looks)
                yield f"{given.looks} looks in {time.monotonic() - begun:.0f} s."
        if "names" in given.parts:
            with phone(address, still) as (page, _):
                page.evaluate(OPEN)
                asked = (given.frames, given.sides, given.hands)
                lines = []
                try:
                    for line in live_naming.report(page, given.photos, *asked):
                        lines.append(line)
                        yield line
                except DatasetError as error:
                    yield f"No tiles of real photos: {error}."
                else:
                    if given.write:
                        replace_section(given.write, "live", "\n".join([*lines, ""]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; returns the exit status."""
    parser = command_parser("benchmarks.live", __doc__)
    parts = ("pace", "memory", "names")
    parser.add_argument("--parts", nargs="+", default=parts, choices=parts)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="of each measurement")
    parser.add_argument("--slower", type=float, default=4, help="times, the processor")
    parser.add_argument("--looks", type=int, default=1000, help="of the soak")
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    parser.add_argument("--hands", type=int, default=live_naming.HANDS, help="of each kind")
    kinds = tuple(live_naming.KINDS)
    parser.add_argument("--frames", nargs="+", default=kinds, choices=kinds, help="named")
    parser.add_argument("--sides", type=int, nargs="+", default=live_naming.SIDES, help="pixels")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put what is named there")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        for line in report(given, Path(folder)):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
