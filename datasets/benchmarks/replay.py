"""Replays photographed hands through the page: `python -m datasets.benchmarks.replay`.

A real service with its models, Chromium at the size of a phone with its processor slowed down, and
the labelled photos of whole winning hands. For each it taps what a person has to tap until the
right hand is recorded: who won and how, what the page asks, and a correction wherever the reading
is wrong; then the same hand by the palette alone. Every photo is played twice, as a photo does not
show how a hand was won: closed and off a discard, then drawn with one set called. The recorded hand
is compared with the truth.

Prints median and 95th percentile of taps, as the page's own stopwatch counts them, and of seconds
of a person's time: what the page and the reading let a person wait for, and of the keystroke-level
model (Card, Moran and Newell, Communications of the ACM 23(7), 1980) 1.1 s to point and 0.1 s to
press for each tap, and 1.35 s to make up one's mind for each question. The last table says how
long the page took to draw its answer to a tap (Event Timing of the browser), and what of it was its
own work, script, style and layout, in time of its thread: a busy machine changes that least.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2 as httpx

from datasets.benchmarks.page import (
    NETWORKS,
    PHONE,
    SLOWER,
    bundled,
    chromium,
    hold_back,
    tap,
)
from datasets.benchmarks.service import PLAYERS, served
from datasets.labels.photos import DatasetError, load_photos
from datasets.labels.structure import Structure, load_structures, named
from datasets.paths import PHOTOS
from scorer.api.requests import answer
from scorer.core.tiles import parse_tiles

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Locator, Page

POINT_S, PRESS_S, THINK_S = 1.1, 0.1, 1.35  # P, half of a click and M of the model
RULES: dict[str, Any] = {"rules": "hk-500", "options": {"minimum": 0}}  # every hand may be recorded
WINNER, DISCARDER = 1, 3
AT_ONCE_MS = 100  # within which an answer to a tap is felt as immediate
QUIET_MS = 150  # without a change the page has said what it says; no part of what is measured
PAUSE_MS = 200  # before a tap: a person takes longer, and what the last one set off is done
PATIENCE_MS = 60_000
FEW = 4  # taps from the photo to the confirmed hand, at most, at the median
MOST_STEPS = 60  # taps after which a hand is given up
SUITS = "mpszf"  # the tabs of the palette; seasons are with the flowers

# Where a hand stands: its tiles as they are shown, and what the page asks now.
LOOK = """
() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const tiles = (part) => all(`.part.${part} .tile-button`).map(({ dataset, classList }) => ({
    id: dataset.id, code: dataset.code, unsure: classList.contains("unsure"),
    won: classList.contains("winning"),
  }));
  const is = (selector) => Boolean(document.querySelector(selector));
  const code = ({ src }) => src.match(/([0-9][mpszfg])(?:[.]svg)?$/)[1];
  return {
    own: [...tiles("concealed"), ...tiles("sets"), ...tiles("bonus")], beside: tiles("other"),
    chips: all(".called .chip").map((chip) => ({
      open: chip.getAttribute("aria-pressed") === "true", codes: all("img", chip).map(code),
    })),
    other: is(".other-reading"), adding: is(".palette"), which: is(".which-won"),
    record: is(".record:not([disabled])"),
  };
}
"""
# Nothing is on its way any more; of a whole hand it is known what to ask, or what is wrong with it.
SETTLED = """
() => {
  const is = (selector) => Boolean(document.querySelector(selector));
  if (is(".busy, .loading")) return false;
  if (is(".score-line.wrong")) return true;
  if (is(".record[disabled]")) return false;
  const isWhole = is(".tally.good") || !is(".tally");
  return is(".which-won, .record, .short-ways") || !isWhole;
}
"""
NAME = "({ className, tagName }) => className || tagName.toLowerCase()"
DRAWN = "() => new Promise((over) => requestAnimationFrame(() => setTimeout(over, 0)))"
WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
# Keeps how long the page took to draw its answer to each tap, by what was tapped.
TIMING = """
(() => {
  const [names, taps] = [new Map(), new Map()];
  window.tapped = () => [...taps.values()];
  document.addEventListener("click", (event) => {
    const { className, tagName } = event.target.closest("button, label, summary") ?? event.target;
    names.set(event.timeStamp, className || tagName.toLowerCase());
  }, { capture: true });
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration, startTime, name } of list.getEntries()) {
      if (!id) continue;
      const tap = taps.get(id) ?? { ms: 0, what: "?" };
      tap.ms = Math.max(tap.ms, duration);
      if (name === "click") tap.what = names.get(startTime) ?? tap.what;
      taps.set(id, tap);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
})()
"""


@dataclass(frozen=True, slots=True)
class Play:
    """A hand to record, in hand text with its winning tile, and how it was won."""

    photo: Path
    hand: str
    drawn: bool

    @property
    def truth(self) -> Structure:
        """The hand with its sets."""
        return Structure.parse(self.hand)


@dataclass(frozen=True, slots=True)
class Effort:
    """Taps, questions to answer, and seconds of waiting."""

    taps: int
    questions: int
    waited: float

    @property
    def seconds(self) -> float:
        """A person's time."""
        return self.waited + self.taps * (POINT_S + PRESS_S) + self.questions * THINK_S


@dataclass(frozen=True, slots=True)
class Entered:
    """What a hand took in all and since its photo, whether it is right, and what was tapped."""

    whole: Effort
    after: Effort
    right: bool
    said: tuple[str, ...]
    works: tuple[tuple[str, float], ...]
    waits: tuple[tuple[str, float], ...]


@dataclass
class Person:
    """Taps what has to be tapped, and counts it."""

    page: "Page"
    taps: int = 0
    before: Effort = Effort(0, 0, 0)  # the photo
    questions: int = 0
    line: "CDPSession | None" = None  # to measure the page's work by, where it is asked for
    works: list[tuple[str, float]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    waits: list[tuple[str, float]] = field(default_factory=list)

    @property
    def waited(self) -> float:
        """The seconds waited in all."""
        return sum(seconds for _, seconds in self.waits)

    def tap(self, place: "str | Locator", *, what: str = "", think: bool = False) -> None:
        """Tap a place of the screen; `think` where a question is answered by it."""
        found = self.page.locator(place).first if isinstance(place, str) else place
        if self.line is None:
            found.click()
        else:
            self.works.append(measured(self.line, found))
        self.taps += 1
        self.questions += think
        if what:
            self.said.append(what)
        if self.taps > MOST_STEPS:
            message = f"no end after {self.taps} taps: {', '.join(self.said)}"
            raise RuntimeError(message)

    def wait(self) -> dict[str, Any]:
        """Wait until the page has answered, and say how the hand stands."""
        self.wait_for(SETTLED)
        while True:  # what it asks may follow from what it has just counted
            self.page.wait_for_timeout(QUIET_MS)
            if self.page.evaluate(SETTLED):
                return dict(self.page.evaluate(LOOK))
            self.wait_for(SETTLED)

    def wait_for(self, condition: str) -> None:
        """Wait for a condition on the page."""
        begun = time.perf_counter()
        self.page.wait_for_function(condition, timeout=PATIENCE_MS)
        self.waits.append((self.said[-1].partition(" ")[0], time.perf_counter() - begun))


def measured(line: "CDPSession", place: "Locator") -> tuple[str, float]:
    """Tap a place; what it is, and the milliseconds of the page's thread that its answer took."""
    place.page.wait_for_timeout(PAUSE_MS)
    place.click(trial=True)
    what = str(place.evaluate(NAME))
    box = place.bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}
    before = worked_ms(line)
    tap(line, {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    place.page.evaluate(DRAWN)
    return what, worked_ms(line) - before


def worked_ms(line: "CDPSession") -> float:
    """The milliseconds of script, style and layout of a page's thread so far."""
    told = line.send("Performance.getMetrics")["metrics"]
    return 1000 * sum(float(one["value"]) for one in told if one["name"] in WORK)


def plays(photos: Path, split: str) -> Iterator[Play]:
    """The whole winning hands of a split, each closed off a discard, then drawn with a set called.

    Raises DatasetError.
    """
    structures = named(load_structures())
    whole = [
        (photo.path, structures[photo.path.stem][1])
        for photo in load_photos(photos, split=split)
        if structures.get(photo.path.stem, ("", ""))[0] == "complete"
    ]
    for drawn in (False, True):
        for turn, (path, tiles) in enumerate(whole):
            yield Play(path, won_with(tiles, turn, called=drawn), drawn)


def won_with(tiles: str, turn: int, *, called: bool) -> str:
    """Hand text of a whole hand: its winning tile by turns, and where wanted its first set called.

    `tiles` is hand text without a winning tile; special hands have no set to call.
    """
    truth = Structure.parse(tiles)
    faces = sorted(set(truth.concealed))
    won = truth.winning or faces[turn % len(faces)]
    held = list(truth.concealed)
    if truth.winning is None:
        held.remove(won)
    laid = ["".join(f"({''.join(each)})") for each in truth.exposed]
    bonus = f" | {''.join(truth.bonus)}" if truth.bonus else ""
    text = f"{''.join(held)} {' '.join(laid)} +{won}{bonus}"
    if not called:
        return text
    sets = answer({"hand": text, **RULES})["sets"]
    for each in sets:
        codes = [str(tile) for tile in parse_tiles(each)] if each.isalnum() else []
        if len(codes) == 3 and not Counter(codes) - Counter(held):
            left = list((Counter(held) - Counter(codes)).elements())
            return f"{''.join(left)} ({each}) +{won}{bonus}"
    return text


def name_right(person: Person, truth: Structure, look: dict[str, Any]) -> dict[str, Any]:
    """Correct tiles until the hand has those of the truth, the fewest taps for each."""
    while True:
        shown = look["own"]
        have = Counter(tile["code"] for tile in shown)
        missing = list((truth.tiles - have).elements())
        extra = have - truth.tiles
        if not missing and not extra:
            if look["adding"] and person.page.get_by_role("button", name="Done adding").count():
                person.tap(person.page.get_by_role("button", name="Done adding"), what="done")
                look = person.wait()
            return look
        if extra:
            wrong = [tile for tile in shown if tile["code"] in extra]
            wrong.sort(key=lambda tile: not tile["unsure"])
            change(person, wrong[0], missing)
        else:
            bring(person, missing[0], look)
        look = person.wait()


def change(person: Person, tile: dict[str, Any], missing: Sequence[str]) -> None:
    """Give a tile another face, of those offered first; without a face that is missing it goes."""
    person.tap(f".tile-button[data-id='{tile['id']}']", what=f"wrong {tile['code']}", think=True)
    if not missing:
        person.tap("dialog .places .danger", what="remove")
        return
    likely = [
        code for code in missing if person.page.locator(f".likely [data-code='{code}']").count()
    ]
    if likely:
        person.tap(f"dialog .likely [data-code='{likely[0]}']", what=f"offered {likely[0]}")
        return
    pick(person, "dialog", missing[0])


def bring(person: Person, code: str, look: dict[str, Any]) -> None:
    """Bring a missing tile into the hand: one beside it, else one from the palette."""
    if any(tile["code"] == code for tile in look["beside"]):
        if not person.page.locator(".part.other[open]").count():
            person.tap(".part.other summary", what="beside")
        person.tap(f".part.other .tile-button[data-code='{code}']", what=f"take {code}", think=True)
        person.tap(person.page.get_by_role("button", name="It belongs to the hand"))
        return
    if not look["adding"]:
        person.tap(person.page.get_by_role("button", name="Add").first, what="add", think=True)
    pick(person, ".palette", code)


def pick(person: Person, where: str, code: str) -> None:
    """Tap a face, its tab first where another is open."""
    tab = person.page.locator(f"{where} .tab").nth(SUITS.index(code[1].replace("g", "f")))
    if tab.get_attribute("aria-selected") != "true":
        person.tap(tab)
    person.tap(f"{where} .face[data-code='{code}']", what=f"face {code}")


def finish(person: Person, truth: Structure, look: dict[str, Any]) -> None:
    """Answer what is asked of a hand whose tiles are right, and record it."""
    won = str(truth.winning)
    if look["which"]:
        person.tap(f".which-won [data-code='{won}']", what=f"won {won}", think=True)
        look = person.wait()
    marked = [tile["code"] for tile in look["own"] if tile["won"]]
    if marked and marked != [won]:
        person.tap(f".concealed .tile-button[data-code='{won}']", what="another won", think=True)
        person.tap(person.page.get_by_role("button", name="This tile won"))
        look = person.wait()
    wanted = Counter(truth.exposed)
    for _ in range(len(look["chips"])):
        open_ = Counter(tuple(sorted(chip["codes"])) for chip in look["chips"] if chip["open"])
        off = next(
            (
                k
                for k, chip in enumerate(look["chips"])
                if tuple(sorted(chip["codes"]))
                in (open_ - wanted if chip["open"] else wanted - open_)
            ),
            None,
        )
        if off is None:
            break
        person.tap(person.page.locator(".called .chip").nth(off), what="called", think=True)
        look = person.wait()
    person.tap(".record:not([disabled])", what="record", think=True)


def enter(
    page: "Page",
    service: str,
    play: Play,
    *,
    by_photo: bool,
    line: "CDPSession | None" = None,
) -> Entered:
    """Record a hand at a table of its own, and measure the page's work where a `line` is given."""
    body = {**RULES, "players": PLAYERS}
    begun = httpx.post(f"{service}/api/v1/games", json=body, timeout=60).raise_for_status().json()
    page.goto(f"{service}/#game={begun['id']}&token={begun['write_token']}")
    seat = page.locator(f".seat[data-player='{WINNER}']")
    seat.wait_for()
    nobody = page.locator("[data-whose='nobody']")
    if nobody.count():
        nobody.click()
    page.wait_for_selector(".link.up", state="attached")
    person = Person(page, line=line)
    person.tap(seat, what="who", think=True)
    how = ".wide" if play.drawn else f"[data-player='{DISCARDER}']"
    person.tap(f"section[aria-label='How?'] {how}", what="how")
    if by_photo:
        with page.expect_file_chooser() as chooser:
            person.tap(".way:has(input:not([capture]))", what="photo")
        person.before = Effort(person.taps, person.questions, 0)
        chooser.value.set_files(play.photo)
        page.wait_for_selector(".busy, .editor")
    else:
        by_hand = page.locator(".ways").get_by_role("button", name="Enter the tiles")
        person.tap(by_hand, what="palette", think=True)
        page.wait_for_selector(".palette .face")
        for code in sorted(
            play.truth.tiles.elements(), key=lambda code: (SUITS.find(code[1]), code)
        ):
            if code[1] in "fg" and not person.wait()["adding"]:  # it was whole without them
                person.tap(page.get_by_role("button", name="Add").first, what="add")
            pick(person, ".palette", code)
    look = person.wait()
    person.questions += by_photo  # is it read rightly?
    if look["other"] and tiles_right_otherwise(page, play.truth):
        person.tap(".other-reading", what="the other reading", think=True)
        look = person.wait()
    finish(person, play.truth, name_right(person, play.truth, look))
    person.wait_for("() => document.querySelector(\".felt[data-seq='2']\")")
    times = "(id) => JSON.parse(localStorage['tableside.games'])[id].times.at(-1)"
    counted = page.evaluate(times, begun["id"])["taps"]
    history = httpx.get(f"{service}/api/v1/games/{begun['id']}/history", timeout=60).json()
    right = is_right(play, history["events"][-1])
    if counted != person.taps:
        person.said.append(f"the stopwatch says {counted} taps, not {person.taps}")
    whole = Effort(counted, person.questions, person.waited)
    before = person.before
    after = Effort(counted - before.taps, person.questions - before.questions, person.waited)
    return Entered(
        whole, after, right, tuple(person.said), tuple(person.works), tuple(person.waits)
    )


def is_right(play: Play, event: Mapping[str, Any]) -> bool:
    """Whether a recorded hand is the one that was played, and is paid as that.

    Which tile won may be another one where nobody was asked, as it changes nothing.
    """
    recorded, truth = Structure.parse(event["hand"]), play.truth
    seats: dict[str, Any] = {"seat": "ESWN"[WINNER], "win": "discard", "from": "ESWN"[DISCARDER]}
    if play.drawn:
        seats = {"seat": "ESWN"[WINNER], "win": "self-draw"}
    return (
        recorded.tiles == truth.tiles
        and recorded.exposed == truth.exposed
        and event["winner"] == WINNER
        and event["from"] == (None if play.drawn else DISCARDER)
        and event["faan"] == answer({"hand": play.hand, **RULES, **seats})["faan"]
    )


def tiles_right_otherwise(page: "Page", truth: Structure) -> bool:
    """Whether the other reading of a photo has the tiles of the truth."""
    codes = page.eval_on_selector_all(
        ".other-reading img",
        "(all) => all.map(({ src }) => src.match(/([0-9][mpszfg])(?:[.]svg)?$/)?.[1])",
    )
    return Counter(code for code in codes if code) == truth.tiles


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile, of values that are there: the lower of two."""
    ordered = sorted(values)
    return statistics.median_low(ordered), ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]


def row(way: str, hands: Sequence[Entered], efforts: Sequence[Effort]) -> str:
    """The line of one way to enter hands."""
    cells = [way, str(len(hands)), str(sum(each.right for each in hands))]
    cells += [f"{value:.0f}" for value in spread([each.taps for each in efforts])]
    cells += [f"{value:.1f}" for value in spread([each.seconds for each in efforts])]
    cells += [f"{value:.1f}" for value in spread([each.waited for each in efforts])]
    return f"| {' | '.join(cells)} |"


def waits(hands: Sequence[Entered]) -> Iterator[str]:
    """How long the page let a person wait for each answer, by what was tapped before."""
    by_what: dict[str, list[float]] = {}
    for what, seconds in (one for hand in hands for one in hand.waits):
        by_what.setdefault(what, []).append(seconds)
    yield "| waited after | times | median, s | 95 % |"
    yield "|---|---|---|---|"
    for what, all_ in by_what.items():
        middle, high = spread(all_)
        yield f"| {what} | {len(all_)} | {middle:.2f} | {high:.2f} |"


def answers(works: Sequence[tuple[str, float]], taps: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How fast the page answered, by what was tapped, the most work first.

    The browser tells of `taps` that were answered after 16 ms or more.
    """
    late = [sum(ms > AT_ONCE_MS for ms in each) for each in (_ms(works), [t["ms"] for t in taps])]
    yield (
        f"Of {len(works)} taps {late[0]} took the page more than {AT_ONCE_MS} ms of work, and "
        f"{late[1]} were answered later than that on this machine."
    )
    yield "| tapped | times | work, ms | 95 % | most | answered, ms | 95 % |"
    yield "|---|---|---|---|---|---|---|"
    kinds = {what: _ms(works, what) for what, _ in works}
    for what, worked in sorted(kinds.items(), key=lambda item: -max(item[1])):
        cells = [*spread(worked), max(worked)]
        drawn = [tap["ms"] for tap in taps if tap["what"] == what]
        cells += spread(drawn or [0])
        yield f"| {what} | {len(worked)} | {' | '.join(f'{ms:.0f}' for ms in cells)} |"


def _ms(works: Sequence[tuple[str, float]], what: str | None = None) -> list[float]:
    return [ms for name, ms in works if what in (None, name)]


def replay(browser: "Browser", address: str, hands: Sequence[Play], slower: float) -> Iterator[str]:
    """Play all hands by photo and by palette; gives the lines of what was measured."""
    context = browser.new_context(
        viewport=PHONE,  # type: ignore[arg-type]  # a plain dict of the two numbers
        locale="en-GB",
        has_touch=True,
        service_workers="block",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(TIMING)
    line = context.new_cdp_session(page)
    hold_back(line, NETWORKS[0], slower)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    entered: dict[str, list[Entered]] = {"photo": [], "palette": []}
    for play in hands:
        for way, all_ in entered.items():
            took = enter(page, address, play, by_photo=way == "photo", line=line)
            all_.append(took)
            if not took.right or (way == "photo" and took.after.taps > FEW):
                right = "right" if took.right else "WRONG"
                yield f"{play.photo.stem} by {way}, {right}: {', '.join(took.said)}"
    yield ""
    yield "| way | hands | right | taps | 95 % | s | 95 % | of it waiting | 95 % |"
    yield "|---|---|---|---|---|---|---|---|---|"
    photo, palette = entered["photo"], entered["palette"]
    yield row("photo to confirmed", photo, [each.after for each in photo])
    yield row("win to confirmed, by photo", photo, [each.whole for each in photo])
    yield row("win to confirmed, by palette", palette, [each.whole for each in palette])
    yield ""
    yield from waits(photo)
    yield ""
    works = [one for hand in (*photo, *palette) for one in hand.works]
    yield from answers(works, page.evaluate("window.tapped()"))
    context.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; 2 where there are no photos."""
    parser = argparse.ArgumentParser(
        prog="python -m datasets.benchmarks.replay", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    parser.add_argument("--split", default="val", help="which photos (default val)")
    parser.add_argument("--most", type=int, default=40, help="hands (default 40)")
    parser.add_argument("--slower", type=float, default=SLOWER, help="times, the processor")
    given = parser.parse_args(arguments)
    try:
        hands = list(plays(given.photos, given.split))[: given.most]
    except DatasetError as error:
        print(f"replay: {error}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        what = "bundled" if bundled() else "its modules as they lie"
        shown = len({play.photo for play in hands})
        slowed = f"a processor {given.slower:g} times slower"
        print(f"{len(hands)} hands of {shown} photos, the page {what}, {slowed}.")
        print(
            f"Processes that want a core now: {os.getloadavg()[0]:.0f}, of {os.cpu_count()} cores."
        )
        database = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        with served(database, Path(folder)) as service:
            for line in replay(browser, f"http://127.0.0.1:{service.port}", hands, given.slower):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
