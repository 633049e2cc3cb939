"""Times the page's first load on a throttled phone: `python -m benchmarks.page`.

A real service sends the page bundled, as from a wheel, or as separate modules if Node or the page's
tools are missing. Chromium has its processor slowed down and its network throttled, to that of a
home and to 3G at its best. Nothing is cached before a load. Prints the bytes sent over the network,
compressed, and two times from entering the address, median and worst: until the first thing a
player uses (the first name of a new game, or the button that says that somebody won) is drawn and
enabled, and until the page has handled a click on it. Only then does the page count as usable. The
times include Playwright's own, which waits until the element no longer moves. The last column is
the longest task that kept the page from answering, the script that Playwright runs in it included.

Four times slower is a mid-range phone if the machine is a fast desktop (docs/throttling.md of
GoogleChrome/lighthouse); `--slower` adapts it to another machine.
"""

import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx2 as httpx

from benchmarks.service import PLAYERS, run_service
from datasets.command_line import command_parser
from datasets.paths import CHECKOUT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, ViewportSize

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE: "ViewportSize" = {"width": 360, "height": 740}
SLOWER = 4.0  # factor for the processor
PATIENCE_S = 120
WATCH_TASKS = """
window.tasks = [];
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.tasks.push(task.duration);
}).observe({ type: "longtask", buffered: true });
"""


@dataclass(frozen=True, slots=True)
class Network:
    """A network's milliseconds to an answer, and kilobytes per second each way."""

    name: str
    latency_ms: float
    down: float
    up: float


NETWORKS = (Network("home network", 5, 2500, 1250), Network("fast 3G", 150, 200, 94))


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen, its address after the page's own, and what is used first on it."""

    name: str
    fragment: str
    first: str
    locale: str = "en-GB"


@dataclass(frozen=True, slots=True)
class Load:
    """A first load: its requests, compressed bytes, and seconds until drawn and answered.

    `task` is the longest one in milliseconds, 0 if none took 50 or more.
    """

    requests: int
    sent: int
    drawn: float
    answered: float
    task: float


def throttle(line: "CDPSession", network: Network, slower: float) -> None:
    """Slow a page's processor and network down."""
    line.send("Network.enable")
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    held_back = {
        "offline": False,
        "latency": network.latency_ms,
        "downloadThroughput": network.down * 1000,
        "uploadThroughput": network.up * 1000,
    }
    line.send("Network.emulateNetworkConditions", held_back)


def load(browser: "Browser", address: str, screen: Screen, network: Network, slower: float) -> Load:
    """Load a screen in a browser without a cache, and click what is used first."""
    context = browser.new_context(viewport=PHONE, locale=screen.locale, service_workers="block")
    try:
        page = context.new_page()
        page.add_init_script(WATCH_TASKS)
        page.set_default_timeout(1000 * PATIENCE_S)
        line = context.new_cdp_session(page)
        throttle(line, network, slower)
        sizes: list[int] = []
        line.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
        begun = time.perf_counter()
        page.goto(f"{address}/{screen.fragment}", wait_until="commit")
        first = page.locator(f"{screen.first}:not([disabled])").first
        first.wait_for()
        drawn = time.perf_counter() - begun
        first.click()
        answered = time.perf_counter() - begun
        page.wait_for_load_state("load")
        page.wait_for_timeout(1000)  # pictures that come later
        task = float(page.evaluate("() => Math.max(0, ...window.tasks)"))
        return Load(len(sizes), int(sum(sizes)), drawn, answered, task)
    finally:
        context.close()


def lines(browser: "Browser", address: str, times: int, slower: float) -> Iterator[str]:
    """Yield a line of the table for each network and screen."""
    for network in NETWORKS:
        for screen in screens(address):
            loads = [load(browser, address, screen, network, slower) for _ in range(times)]
            drawn = [each.drawn for each in loads]
            answered = [each.answered for each in loads]
            yield (
                f"| {network.name} | {screen.name} | {loads[0].requests} "
                f"| {max(each.sent for each in loads) / 1000:.0f} "
                f"| {statistics.median(drawn):.2f} | {max(drawn):.2f} "
                f"| {statistics.median(answered):.2f} | {max(answered):.2f} "
                f"| {max(each.task for each in loads):.0f} |"
            )


def screens(address: str) -> list[Screen]:
    """Return the screens to load; one of them is a table started for it."""
    game = {"rules": "hk-500", "players": PLAYERS, "options": {}}
    begun = httpx.post(f"{address}/api/v1/games", json=game, timeout=60).raise_for_status().json()
    table = f"#game={begun['id']}&token={begun['write_token']}"
    return [
        Screen("start", "", "[name=player0]"),
        Screen("start, Chinese", "", "[name=player0]", locale="zh-TW"),
        Screen("table by its link", table, ".hand-ends .shutter"),
    ]


@contextmanager
def chromium(*more: str) -> Iterator["Browser"]:
    """Return a browser, started with `more` arguments; raises SystemExit if there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit(f"No browser: install one of {', '.join(BROWSERS)}.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("Playwright is missing: install requirements/dev.txt.")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox", *more])
        yield browser
        browser.close()


def bundle_page() -> bool:
    """Bundle the page as for a wheel; return False if Node or the page's tools are missing."""
    node = shutil.which("node")
    if node is None or not (CHECKOUT / "node_modules" / "esbuild").is_dir():
        return False
    script = CHECKOUT / "service" / "page" / "bundle.mjs"
    subprocess.run([node, str(script)], check=True)
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and return the exit status."""
    parser = command_parser("benchmarks.page", __doc__)
    parser.add_argument("--times", type=int, default=3, help="loads of each")
    parser.add_argument("--slower", type=float, default=SLOWER, help="times, the processor")
    given = parser.parse_args(arguments)
    with run_service() as service, chromium() as browser:
        what = "bundled" if bundle_page() else "its modules as they lie"
        print(f"First load, {what}, nothing cached, a processor {given.slower:g} times slower.")
        columns = "requests | kB | drawn, s | worst | click answered, s | worst | task, ms"
        print(f"| network | screen | {columns} |\n|---|---|---|---|---|---|---|---|---|")
        for line in lines(browser, service.address, given.times, given.slower):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
