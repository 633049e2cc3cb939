"""Walks through the page as players do, and counts: `python -m benchmarks.walks`.

A real service, Chromium at the size of a phone, and for the camera a video of the bundled photo's
hand. Each walk ends when the page shows what was wanted, or fails. Prints for each the taps, the
seconds of waiting for the page, and the total with the times of the keystroke-level model (Card,
Moran and Newell, Communications of the ACM 23(7), 1980) for a person's taps and questions:
pointing, half of a click, and making up one's mind.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2 as httpx
import numpy as np
from PIL import Image

import models
from benchmarks.page import PHONE, bundle_page, chromium
from benchmarks.service import PLAYERS, run_service
from datasets.command_line import command_parser
from datasets.synth import video
from vision.nets.detector import Detector

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Seconds of the keystroke-level model.
POINT_S, PRESS_S, THINK_S = 1.1, 0.1, 1.35
PATIENCE_MS = 60_000
SETTLED_MS = 4_000  # after which a table that was opened has fetched all that it may need
PHOTO = files("service") / "demo" / "hand.jpg"
CLOTH = "#2351a8"  # of that photo, approximately
WHO, HOW = "section[aria-label='Who won?']", "section[aria-label='How?']"
RECORD = ".record:not([disabled])"
FORGET = """
async () => {
  localStorage.clear();
  for (const kept of await caches.keys()) await caches.delete(kept);
}
"""


@dataclass
class Person:
    """Taps whatever needs tapping, and counts it."""

    page: "Page"
    taps: int = 0
    questions: int = 0
    waited: float = 0.0

    @property
    def seconds(self) -> float:
        """Return the person's time: waiting, taps, and questions to answer."""
        return self.waited + self.taps * (POINT_S + PRESS_S) + self.questions * THINK_S

    def tap(self, place: "str | Locator", *, think: bool = False) -> None:
        """Tap a place on the screen; `think` if that answers a question."""
        found = self.page.locator(place).first if isinstance(place, str) else place
        found.click()
        self.taps += 1
        self.questions += think

    def wait_for(self, condition: str) -> None:
        """Wait for a condition on the page."""
        begun = time.perf_counter()
        self.page.wait_for_function(condition, timeout=PATIENCE_MS)
        self.waited += time.perf_counter() - begun


@dataclass(frozen=True, slots=True)
class Table:
    """A table in the service, with actions outside the page."""

    address: str
    game: str
    token: str

    @classmethod
    def begin(cls, address: str) -> "Table":
        """Begin a game by the Hong Kong rules."""
        body = {"rules": "hk-500", "players": PLAYERS}
        answer = httpx.post(f"{address}/api/v1/games", json=body, timeout=60).raise_for_status()
        return cls(address, answer.json()["id"], answer.json()["write_token"])

    def send(self, method: str, path: str, body: object = None) -> dict[str, str]:
        """Call the service about this game as its owner."""
        headers = {"Authorization": f"Bearer {self.token}"}
        url = f"{self.address}/api/v1/games/{self.game}/{path}"
        answer = httpx.request(method, url, json=body, headers=headers, timeout=60)
        return dict(answer.raise_for_status().json()) if answer.content else {}

    def open(self, page: "Page", token: str | None = None) -> None:
        """Open the table from its link."""
        page.goto(f"{self.address}/#game={self.game}&token={token or self.token}")
        page.click("[data-whose='nobody']")
        page.wait_for_selector(".link.up", state="attached")


def until_recorded(person: Person, seq: int) -> None:
    """Wait until the felt shows an event."""
    person.wait_for(f"() => document.querySelector(\".felt[data-seq='{seq}']\")")


def answer_who_and_how(person: Person) -> None:
    """Answer that the second player won off the third."""
    person.tap(f"{WHO} [data-player='1']", think=True)
    person.tap(f"{HOW} [data-player='2']", think=True)


def win_by_chips(person: Person) -> None:
    """Record a win of three faan without its tiles."""
    person.tap(".seat[data-player='1']", think=True)
    person.tap(f"{HOW} [data-player='2']", think=True)
    person.tap("[data-faan='3']", think=True)
    person.tap(RECORD)


def chips(person: Person, table: Table) -> None:
    """Record a win by its faan."""
    table.open(person.page)
    win_by_chips(person)
    until_recorded(person, 2)


def camera(person: Person, table: Table) -> None:
    """Record a win by the viewfinder of a phone that names tiles; it takes the photo itself."""
    table.open(person.page)
    person.page.click(".shutter")  # downloads the recogniser to the phone; not counted
    person.page.get_by_role("button", name="Name the tiles").click()
    person.page.wait_for_selector(".viewfinder", state="detached")
    table = Table.begin(table.address)
    table.open(person.page)
    person.tap(".shutter")
    person.wait_for("() => !document.querySelector('.viewfinder')")
    answer_who_and_how(person)
    person.wait_for(f"() => document.querySelector('{RECORD}')")
    person.tap(RECORD, think=True)
    until_recorded(person, 2)


def photo(person: Person, table: Table) -> None:
    """Record a win by a photo that the phone's own camera takes."""
    table.open(person.page)
    person.tap(".shutter")
    with person.page.expect_file_chooser() as chooser:
        person.tap(person.page.get_by_role("button", name="Phone's camera"))
    chooser.value.set_files(str(PHOTO))
    person.taps += 1  # the camera's own button
    answer_who_and_how(person)
    person.wait_for(f"() => document.querySelector('{RECORD}')")
    person.tap(RECORD, think=True)
    until_recorded(person, 2)


def undo(person: Person, table: Table) -> None:
    """Take the last hand back."""
    table.send("POST", "hands", {"winner": 1, "from": 2, "faan": 3})
    table.open(person.page)
    person.tap(".take-back", think=True)
    person.tap("dialog .primary", think=True)
    until_recorded(person, 3)


def old_hand(person: Person, table: Table) -> None:
    """Correct the hand before the last one, from three faan to four."""
    for faan in (3, 1):
        table.send("POST", "hands", {"winner": 1, "from": 2, "faan": faan})
    table.open(person.page)
    person.tap("[data-tool='history']")
    person.tap(".event[data-seq='2'] .correct", think=True)
    person.tap("dialog .primary", think=True)
    person.tap("[data-faan='4']", think=True)
    person.wait_for("() => document.querySelector('.corrected tfoot')")
    person.tap(RECORD, think=True)
    until_recorded(person, 4)


def offline_evening(person: Person, table: Table) -> None:
    """Record three hands offline, which are sent once the network is back."""
    table.open(person.page)
    person.page.wait_for_timeout(SETTLED_MS)
    person.page.context.set_offline(True)
    for kept in range(1, 4):
        win_by_chips(person)
        waiting = "document.querySelectorAll('.recent-hand.waits').length"
        person.wait_for(f"() => {waiting} === {kept}")
    person.page.context.set_offline(False)
    until_recorded(person, 4)


def revoked_link(person: Person, table: Table) -> None:
    """Notice a revoked link at the phone's next entry."""
    link = table.send("POST", "links", {"name": "Ben"})
    table.open(person.page, link["token"])
    person.page.wait_for_timeout(SETTLED_MS)
    table.send("DELETE", f"links/{link['id']}")
    person.tap(".seat[data-player='1']", think=True)
    person.tap(f"{HOW} [data-player='2']", think=True)
    person.tap("[data-faan='3']", think=True)
    person.wait_for("() => document.querySelector('.refused-link')")


def first_game(person: Person, table: Table) -> None:
    """Go from the address to the first hand, as strangers who give no names."""
    person.page.goto(table.address)
    person.wait_for("() => document.querySelector('#new-game [type=submit]')")
    person.tap("#new-game [type=submit]", think=True)
    person.wait_for("() => document.querySelector('.felt, [data-whose]')")
    win_by_chips(person)
    until_recorded(person, 2)


WALKS: tuple[tuple[str, Callable[[Person, Table], None]], ...] = (
    ("win by camera", camera),
    ("win by photo", photo),
    ("win by chips", chips),
    ("undo", undo),
    ("old hand", old_hand),
    ("offline evening, three hands", offline_evening),
    ("revoked link", revoked_link),
    ("first game of strangers", first_game),
)


def film(file: Path) -> Path:
    """Film the bundled photo's hand being laid down, shakily; return the file."""
    with PHOTO.open("rb") as opened:
        photo = Image.open(opened).convert("RGB").resize((1280, 960), Image.Resampling.LANCZOS)
    quads = Detector.load(models.path("detector")).detect(np.asarray(photo)).corners
    return video.write(file, video.film_hand(photo, quads, CLOTH))


def walk(page: "Page", address: str, steps: Callable[[Person, Table], None]) -> Person:
    """Walk at a new table, as a phone that knows none; return the taps and times."""
    page.goto(f"{address}/healthz/live")
    page.evaluate(FORGET)
    person = Person(page)
    steps(person, Table.begin(address))
    return person


def report(page: "Page", address: str, times: int) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| walk | taps | waiting, s | total, s |"
    yield "|---|---|---|---|"
    for name, steps in WALKS:
        took = [walk(page, address, steps) for _ in range(times)]
        waited = statistics.median(each.waited for each in took)
        seconds = statistics.median(each.seconds for each in took)
        yield f"| {name} | {max(each.taps for each in took)} | {waited:.1f} | {seconds:.1f} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and return the exit status."""
    parser = command_parser("benchmarks.walks", __doc__)
    parser.add_argument("--times", type=int, default=3, help="walks of each kind")
    given = parser.parse_args(arguments)
    bundle_page()
    with tempfile.TemporaryDirectory() as name:
        devices = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
        seen = f"--use-file-for-fake-video-capture={film(Path(name) / 'laid.mjpeg')}"
        with run_service() as service, chromium(*devices, seen) as browser:
            page = browser.new_context(viewport=PHONE, service_workers="block").new_page()
            page.set_default_timeout(PATIENCE_MS)
            for line in report(page, service.address, given.times):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
