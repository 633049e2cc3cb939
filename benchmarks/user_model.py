"""A person at the page of a win: taps what a hand that is known asks for, and counts it.

Times are those of the keystroke-level model (Card, Moran and Newell, Communications of the ACM
23(7), 1980): pointing, half of a click, and making up one's mind.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.page import tap
from datasets.labels.structure import Structure

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Locator, Page

POINT_S, PRESS_S, THINK_S = 1.1, 0.1, 1.35
QUIET_MS = 150  # without a change the page has said what it says; no part of what is measured
PAUSE_MS = 200  # before a tap: a person takes longer, and what the last one set off is done
PATIENCE_MS = 60_000
MOST_TAPS = 60  # after which a hand is given up
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
        """Return the seconds waited in all."""
        return sum(seconds for _, seconds in self.waits)

    def tap(self, place: "str | Locator", *, what: str = "", think: bool = False) -> None:
        """Tap a place of the screen; `think` where a question is answered by it."""
        found = self.page.locator(place).first if isinstance(place, str) else place
        if self.line is None:
            found.click()
        else:
            self.works.append(tap_and_measure(self.line, found))
        self.taps += 1
        self.questions += think
        if what:
            self.said.append(what)
        if self.taps > MOST_TAPS:
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


def tap_and_measure(line: "CDPSession", place: "Locator") -> tuple[str, float]:
    """Tap a place; what it is, and the milliseconds of the page's thread that its answer took."""
    place.page.wait_for_timeout(PAUSE_MS)
    place.click(trial=True)
    what = str(place.evaluate(NAME))
    box = place.bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}
    before = busy_ms(line)
    tap(line, {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    place.page.evaluate(DRAWN)
    return what, busy_ms(line) - before


def busy_ms(line: "CDPSession") -> float:
    """Return the milliseconds of script, style and layout of a page's thread so far."""
    metrics = line.send("Performance.getMetrics")["metrics"]
    return 1000 * sum(float(one["value"]) for one in metrics if one["name"] in WORK)


def photograph(person: Person, photo: Path) -> None:
    """Choose a photo, from which on the effort is counted apart."""
    with person.page.expect_file_chooser() as chooser:
        person.tap(".way:has(input:not([capture]))", what="photo")
    person.before = Effort(person.taps, person.questions, person.waited)
    chooser.value.set_files(photo)
    person.page.wait_for_selector(".busy, .editor")


def enter_by_palette(person: Person, truth: Structure) -> None:
    """Enter all tiles by the palette, suit by suit."""
    by_hand = person.page.locator(".ways").get_by_role("button", name="Enter the tiles")
    person.tap(by_hand, what="palette", think=True)
    person.page.wait_for_selector(".palette .face")
    for code in sorted(truth.tiles.elements(), key=lambda code: (SUITS.find(code[1]), code)):
        if code[1] in "fg" and not person.wait()["adding"]:  # it was whole without them
            person.tap(person.page.get_by_role("button", name="Add").first, what="add")
        tap_face(person, ".palette", code)


def correct_tiles(person: Person, truth: Structure, look: dict[str, Any]) -> dict[str, Any]:
    """Correct tiles until the hand has those of the truth, the fewest taps for each."""
    if look["other"] and _alternative_tiles(person.page) == truth.tiles:
        person.tap(".other-reading", what="the other reading", think=True)
        look = person.wait()
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
            change_tile(person, wrong[0], missing)
        else:
            add_tile(person, missing[0], look)
        look = person.wait()


def change_tile(person: Person, tile: dict[str, Any], missing: Sequence[str]) -> None:
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
    tap_face(person, "dialog", missing[0])


def add_tile(person: Person, code: str, look: dict[str, Any]) -> None:
    """Bring a missing tile into the hand: one beside it, else one from the palette."""
    if any(tile["code"] == code for tile in look["beside"]):
        if not person.page.locator(".part.other[open]").count():
            person.tap(".part.other summary", what="beside")
        person.tap(f".part.other .tile-button[data-code='{code}']", what=f"take {code}", think=True)
        person.tap(person.page.get_by_role("button", name="It belongs to the hand"))
        return
    if not look["adding"]:
        person.tap(person.page.get_by_role("button", name="Add").first, what="add", think=True)
    tap_face(person, ".palette", code)


def tap_face(person: Person, where: str, code: str) -> None:
    """Tap a face, its tab first where another is open."""
    tab = person.page.locator(f"{where} .tab").nth(SUITS.index(code[1].replace("g", "f")))
    if tab.get_attribute("aria-selected") != "true":
        person.tap(tab)
    person.tap(f"{where} .face[data-code='{code}']", what=f"face {code}")


def complete_hand(person: Person, truth: Structure, look: dict[str, Any]) -> None:
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
    for _ in look["chips"]:
        wrong = _misjudged_chip(look["chips"], Counter(truth.exposed))
        if wrong is None:
            break
        person.tap(person.page.locator(".called .chip").nth(wrong), what="called", think=True)
        look = person.wait()
    person.tap(".record:not([disabled])", what="record", think=True)


def _misjudged_chip(
    chips: Sequence[dict[str, Any]], wanted: Counter[tuple[str, ...]]
) -> int | None:
    """Return the place of a set that is said to be called and is none, or the other way round."""
    sets = [tuple(sorted(chip["codes"])) for chip in chips]
    said = Counter(each for each, chip in zip(sets, chips, strict=True) if chip["open"])
    for place, (each, chip) in enumerate(zip(sets, chips, strict=True)):
        if each in (said - wanted if chip["open"] else wanted - said):
            return place
    return None


def _alternative_tiles(page: "Page") -> Counter[str]:
    """Return the tiles of the other reading of a photo."""
    codes = page.eval_on_selector_all(
        ".other-reading img",
        "(all) => all.map(({ src }) => src.match(/([0-9][mpszfg])(?:[.]svg)?$/)?.[1])",
    )
    return Counter(code for code in codes if code)
