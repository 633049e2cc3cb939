"""Times the page's first load on a throttled phone: `python -m datasets.bench_page`.

A real service, Chromium with its processor slowed down four times and a network that is held back:
that of a home, and a mobile one of the third generation at its best. Nothing is cached before a
load. Prints what came over the network, compressed as it was sent, and the seconds until the screen
can be used: the first field of a new game, or the button that says that somebody won.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2 as httpx

from datasets.bench_service import PLAYERS, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 360, "height": 740}
SLOWER = 4  # times, the processor
PATIENCE_MS = 120_000


@dataclass(frozen=True, slots=True)
class Network:
    """A network's milliseconds to an answer, and kilobytes a second each way."""

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
    """One first load: its requests, compressed bytes, and seconds until it can be used."""

    requests: int
    sent: int
    seconds: float


def load(browser: "Browser", address: str, screen: Screen, network: Network) -> Load:
    """Load a screen in a browser that has nothing of it."""
    context = browser.new_context(viewport=PHONE, locale=screen.locale, service_workers="block")  # type: ignore[arg-type]  # a plain dict of the two numbers
    try:
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        held_back = {
            "offline": False,
            "latency": network.latency_ms,
            "downloadThroughput": network.down * 1000,
            "uploadThroughput": network.up * 1000,
        }
        line.send("Network.emulateNetworkConditions", held_back)
        sizes: list[int] = []
        line.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
        begun = time.perf_counter()
        page.goto(f"{address}/{screen.fragment}", wait_until="commit", timeout=PATIENCE_MS)
        page.wait_for_selector(screen.first, timeout=PATIENCE_MS)
        seconds = time.perf_counter() - begun
        page.wait_for_load_state("load", timeout=PATIENCE_MS)
        page.wait_for_timeout(1000)  # pictures that come after
        return Load(len(sizes), int(sum(sizes)), seconds)
    finally:
        context.close()


def lines(browser: "Browser", address: str, screens: Sequence[Screen], times: int) -> Iterator[str]:
    """A line of the table for each network and screen."""
    for network in NETWORKS:
        for screen in screens:
            loads = [load(browser, address, screen, network) for _ in range(times)]
            seconds = statistics.median(each.seconds for each in loads)
            yield (
                f"| {network.name} | {screen.name} | {loads[0].requests} "
                f"| {max(each.sent for each in loads) / 1000:.0f} | {seconds:.2f} |"
            )


def screens(address: str) -> list[Screen]:
    """The screens to load, one of them a table that is begun for it."""
    game = {"rules": "hk-500", "players": PLAYERS, "options": {}}
    begun = httpx.post(f"{address}/api/v1/games", json=game, timeout=60).raise_for_status().json()
    table = f"#game={begun['id']}&token={begun['write_token']}"
    return [
        Screen("start", "", "[name=player0]"),
        Screen("start, Chinese", "", "[name=player0]", locale="zh-TW"),
        Screen("table by its link", table, ".table-actions .primary"),
    ]


@contextmanager
def chromium() -> Iterator["Browser"]:
    """Give a browser; SystemExit where there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit(f"No browser: install one of {', '.join(BROWSERS)}.")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  (a development pin)
    except ImportError:
        sys.exit("Playwright is missing: install requirements/dev.txt.")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.bench_page", description=__doc__)
    parser.add_argument("--times", type=int, default=3, help="loads of each, the median is printed")
    given = parser.parse_args(arguments)
    print(f"First load, nothing cached, a processor {SLOWER} times slower.")
    print("| network | screen | requests | kB compressed | seconds until it can be used |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        with served(database, Path(folder)) as service, chromium() as browser:
            address = f"http://127.0.0.1:{service.port}"
            for line in lines(browser, address, screens(address), given.times):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
