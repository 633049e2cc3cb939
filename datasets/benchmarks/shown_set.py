"""Shows tile sets to the page as a person does: `python -m datasets.benchmarks.shown_set`.

A real service with its models, Chromium at the size of a phone with its processor slowed down, and
one photo of the rows of each set: rendered ones of designs that no network has seen, and with
`--photos` real ones, too, that show each face once (networks have learned from most of these). It
taps what a person has to tap from "Show it your tiles" until the set is kept and the sheet is gone,
and answers what the page asks.

Prints median and 95th percentile of taps and of seconds of a person's time, as
`datasets.benchmarks.replay` counts them: what the page lets a person wait for, 1.2 s for each tap,
and 1.35 s to make up one's mind for each question and at the end. In the phone's own camera two
taps are counted, shutter and acceptance, and one before them where the phone first has to ask
whether a photo is taken or chosen. To lay the tiles out and to aim is no part of it.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2 as httpx

from datasets.benchmarks.page import SLOWER, bundle_pages, chromium
from datasets.benchmarks.pairs import services
from datasets.benchmarks.person import Effort, Person
from datasets.benchmarks.replay import RULES, open_page, spread
from datasets.benchmarks.service import PLAYERS
from datasets.command_line import command_parser
from datasets.evaluation.enrol import render
from datasets.labels.photos import DatasetError, load_photos
from datasets.synth.scenes.face_rows import ROWS
from vision.tilesets.tile_set import FACES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHUTTER, ASKED_FIRST = 2, 1  # taps in the phone's camera, and where it asks for a source before
SECONDS, TAPS = 40, 6  # of a person, at most, at the median
SEED = 641
SHOWN = "() => document.querySelector('dialog [name=tiles_name], dialog .asked-tile')"
REFUSED = "dialog .tile-rows"
AT = {
    f"{row}.{place}": code
    for row, codes in enumerate(ROWS, 1)
    for place, code in enumerate(codes, 1)
}


@dataclass(frozen=True, slots=True)
class Rows:
    """A photo of rows, and which face lies where, as `5.2`, in so far as that is known."""

    photo: Path
    truth: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """What it took to show a set, how many faces are known, and how many under a wrong name."""

    effort: Effort
    known: int
    wrong: int
    said: tuple[str, ...]


def rendered_rows(folder: Path, sets: int) -> Iterator[Rows]:
    """Give photos of the rows of sets never seen, rendered where they are not there yet."""
    for one in render(folder, sets, 0, SEED):
        yield Rows(one.rows[0], AT)


def real_rows(photos: Path, most: int) -> Iterator[Rows]:
    """Give real photos that show each face once; raises DatasetError."""
    every = sorted(load_photos(photos), key=lambda photo: photo.file)
    whole = [
        photo.path
        for photo in every
        if not photo.augmented and sorted(label.tile for label in photo.tiles) == sorted(FACES)
    ]
    for path in whole[:most]:
        yield Rows(path, {})


def show(page: "Page", service: str, rows: Rows) -> Shown:
    """Show the rows to a table of its own."""
    body = {**RULES, "players": PLAYERS}
    begun = httpx.post(f"{service}/api/v1/games", json=body, timeout=60).raise_for_status().json()
    page.goto(f"{service}/#game={begun['id']}&token={begun['write_token']}")
    page.locator(".seat").first.wait_for()
    nobody = page.locator("[data-whose='nobody']")
    if nobody.count():
        nobody.click()
    page.wait_for_selector(".link.up", state="attached")
    page.locator(".tiles-card").wait_for()  # what was asked for this table is there
    page.get_by_role("button", name="More").click()
    person = Person(page)
    person.tap(page.get_by_role("button", name="Show it your tiles"), what="show", think=True)
    person.wait_for(f"() => document.querySelector('{REFUSED}')")
    with page.expect_file_chooser() as chooser:
        person.tap(page.get_by_text("Photograph the tiles", exact=True), what="photo")
    is_camera = chooser.value.element.get_attribute("capture") is not None
    person.taps += SHUTTER + (0 if is_camera else ASKED_FIRST)
    chooser.value.set_files(rows.photo)
    person.wait_for(SHOWN)
    while (known := _kept(service, begun["id"]))["questions"]:
        code = answer_of(known, rows.truth)
        if not page.locator(f".tile-choices [src*='{code}']").count():
            person.tap(page.get_by_role("button", name="Another tile"), what="another")
        person.tap(f".tile-choices button:has([src*='{code}'])", what=f"is {code}", think=True)
        revision = known["revision"]
        while _kept(service, begun["id"])["revision"] == revision:
            page.wait_for_timeout(50)
        person.wait_for(SHOWN)
    person.questions += 1  # are all known?
    person.tap(page.get_by_role("button", name="Done"), what="done")
    person.wait_for("() => !document.querySelector('dialog')")
    file = httpx.get(f"{service}/api/v1/tile-sets/{known['id']}/file", timeout=60).json()
    wrong = [
        f"{one['key']} {one['tile']}"
        for one in file["samples"]
        if one["tile"] != rows.truth.get(one["key"], one["tile"])
    ]
    said = (*person.said, *(f"wrong: {each}" for each in wrong))
    effort = Effort(person.taps, person.questions, person.waited)
    return Shown(effort, len(known["known"]), len(wrong), said)


def _kept(service: str, game: str) -> dict[str, Any]:
    """Give what the service knows of the set that was shown last."""
    answer = httpx.get(f"{service}/api/v1/tile-sets", params={"game": game}, timeout=60)
    return dict(answer.raise_for_status().json()["tile_sets"][-1])


def answer_of(known: Mapping[str, Any], truth: Mapping[str, str]) -> str:
    """Say which face is asked about: where it lies tells, else it is one that is missing."""
    asked = known["questions"][0]
    lacking = [code for code in asked["likely"] if code in known["missing"]]
    return truth.get(asked["at"]) or str((lacking or asked["likely"])[0])


def lines(browser: "Browser", service: str, every: Sequence[Rows], slower: float) -> Iterator[str]:
    """Show all sets one after the other; gives what was measured."""
    page, _ = open_page(browser, slower)
    shown = []
    for rows in every:
        one = show(page, service, rows)
        shown.append(one)
        if one.known < len(FACES) or one.wrong or one.effort.taps > TAPS:
            name = "/".join(rows.photo.parts[-2:])
            yield f"{name}: {one.known} of {len(FACES)} faces, {', '.join(one.said)}"
    page.context.close()
    yield ""
    yield "| sets | all faces known | faces under a wrong name | questions a set |"
    yield "|---|---|---|---|"
    asked = sum(word.startswith("is ") for one in shown for word in one.said) / len(shown)
    whole = sum(one.known == len(FACES) for one in shown)
    yield f"| {len(shown)} | {whole} | {sum(one.wrong for one in shown)} | {asked:.2f} |"
    yield ""
    yield "| of a person | median | 95 % | at most, wanted |"
    yield "|---|---|---|---|"
    efforts = [one.effort for one in shown]
    for what, values, wanted in (
        ("taps", [float(each.taps) for each in efforts], TAPS),
        ("seconds", [each.seconds for each in efforts], SECONDS),
        ("of it waiting", [each.waited for each in efforts], "–"),
    ):
        middle, high = spread(values)
        yield f"| {what} | {middle:.1f} | {high:.1f} | {wanted} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; 2 where there are no photos."""
    parser = command_parser("datasets.benchmarks.shown_set", __doc__)
    add = parser.add_argument
    add("--out", type=Path, default=Path("build/shown-set"), help="folder of rendered rows")
    add("--sets", type=int, default=12, help="rendered sets (default 12)")
    add("--photos", type=Path, help="folder with hands.jsonl, for real rows, too")
    add("--most", type=int, default=12, help="real photos (default 12)")
    add("--slower", type=float, default=SLOWER, help="times, the processor")
    given = parser.parse_args(arguments)
    kinds = {"rendered rows of sets never seen": list(rendered_rows(given.out, given.sets))}
    try:
        if given.photos:
            kinds["real rows"] = list(real_rows(given.photos, given.most))
    except DatasetError as error:
        print(f"shown_set: {error}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        print(f"The page {bundle_pages(None)}, a processor {given.slower:g} times slower.")
        print(
            f"Processes that want a core now: {os.getloadavg()[0]:.0f}, of {os.cpu_count()} cores."
        )
        with services(Path(folder), None) as (address,):
            for kind, every in kinds.items():
                print(f"\n{kind}:")
                for line in lines(browser, address, every, given.slower):
                    print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
