"""Replays photographed hands through the page: `python -m benchmarks.replay`.

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
With `--against CHECKOUT` each hand is played there, too, right after or before, and the difference
within these pairs is printed: of waiting, taps and the page's work.
"""

import os
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2 as httpx

from benchmarks.ab_timing import AGAINST, Pair, order_sides, services, table
from benchmarks.page import (
    NETWORKS,
    PHONE,
    SLOWER,
    bundle_pages,
    chromium,
    throttle,
)
from benchmarks.service import PLAYERS
from benchmarks.user_model import (
    PATIENCE_MS,
    Effort,
    Person,
    complete_hand,
    correct_tiles,
    enter_by_palette,
    photograph,
)
from datasets.command_line import command_parser
from datasets.labels.photos import DatasetError, load_photos
from datasets.labels.structure import Structure, load_structures, structures_by_name
from datasets.paths import PHOTOS
from scorer.api.requests import answer
from scorer.core.tiles import parse_tiles

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

RULES: dict[str, Any] = {"rules": "hk-500", "options": {"minimum": 0}}  # every hand may be recorded
WINNER, DISCARDER = 1, 3
WAYS = ("photo", "palette")
AT_ONCE_MS = 100  # within which an answer to a tap is felt as immediate
FEW = 4  # taps from the photo to the confirmed hand, at most, at the median

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
class PlayedHand:
    """A hand to record, in hand text with its winning tile, and how it was won."""

    photo: Path
    hand: str
    drawn: bool

    @property
    def truth(self) -> Structure:
        """Return the hand with its sets."""
        return Structure.parse(self.hand)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a hand took in all and since its photo, whether it is right, and what was tapped."""

    whole: Effort
    after: Effort
    right: bool
    said: tuple[str, ...]
    works: tuple[tuple[str, float], ...]
    waits: tuple[tuple[str, float], ...]


def played_hands(photos: Path, split: str) -> Iterator[PlayedHand]:
    """Yield the whole winning hands of a split: closed off a discard, then drawn with a set called.

    Raises DatasetError.
    """
    structures = structures_by_name(load_structures())
    whole = [
        (photo.path, structures[photo.path.stem][1])
        for photo in load_photos(photos, split=split)
        if structures.get(photo.path.stem, ("", ""))[0] == "complete"
    ]
    for drawn in (False, True):
        for turn, (path, tiles) in enumerate(whole):
            yield PlayedHand(path, mark_win(tiles, turn, called=drawn), drawn)


def mark_win(tiles: str, turn: int, *, called: bool) -> str:
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


def enter(
    page: "Page",
    service: str,
    play: PlayedHand,
    *,
    by_photo: bool,
    line: "CDPSession | None" = None,
) -> Entry:
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
    person.wait_for("() => document.querySelector(\"section[aria-label='How?']\")")
    how = ".wide" if play.drawn else f"[data-player='{DISCARDER}']"
    person.tap(f"section[aria-label='How?'] {how}", what="how")
    if by_photo:
        photograph(person, play.photo)
    else:
        enter_by_palette(person, play.truth)
    look = person.wait()
    person.questions += by_photo  # is it read rightly?
    complete_hand(person, play.truth, correct_tiles(person, play.truth, look))
    person.wait_for("() => document.querySelector(\".felt[data-seq='2']\")")
    times = "(id) => JSON.parse(localStorage['tableside.games'])[id].times.at(-1)"
    counted = page.evaluate(times, begun["id"])["taps"]
    history = httpx.get(f"{service}/api/v1/games/{begun['id']}/history", timeout=60).json()
    event = history["events"][-1]
    right = is_right(play, event)
    if not right:
        won = f"{event['faan']} faan from {event['from']}"
        person.said.append(f"recorded {event['hand']}, {won}, not {play.hand}")
    if counted != person.taps:
        person.said.append(f"the stopwatch says {counted} taps, not {person.taps}")
    whole = Effort(counted, person.questions, person.waited)
    before = person.before
    after = Effort(
        counted - before.taps,
        person.questions - before.questions,
        person.waited - before.waited,
    )
    return Entry(whole, after, right, tuple(person.said), tuple(person.works), tuple(person.waits))


def is_right(play: PlayedHand, event: Mapping[str, Any]) -> bool:
    """Return whether a recorded hand is the one that was played, and is paid as that.

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


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile, of values that are there: the lower of two."""
    ordered = sorted(values)
    return statistics.median_low(ordered), ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]


def row(way: str, hands: Sequence[Entry], efforts: Sequence[Effort]) -> str:
    """Return the line of one way to enter hands."""
    cells = [way, str(len(hands)), str(sum(each.right for each in hands))]
    cells += [f"{value:.0f}" for value in spread([each.taps for each in efforts])]
    cells += [f"{value:.1f}" for value in spread([each.seconds for each in efforts])]
    cells += [f"{value:.1f}" for value in spread([each.waited for each in efforts])]
    return f"| {' | '.join(cells)} |"


def waits(hands: Sequence[Entry]) -> Iterator[str]:
    """Yield how long the page let a person wait for each answer, by what was tapped before."""
    by_what: dict[str, list[float]] = {}
    for what, seconds in (one for hand in hands for one in hand.waits):
        by_what.setdefault(what, []).append(seconds)
    yield "| waited after | times | median, s | 95 % |"
    yield "|---|---|---|---|"
    for what, all_ in by_what.items():
        middle, high = spread(all_)
        yield f"| {what} | {len(all_)} | {middle:.2f} | {high:.2f} |"


def answers(works: Sequence[tuple[str, float]], taps: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield how fast the page answered, by what was tapped, the most work first.

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


def open_page(browser: "Browser", slower: float) -> tuple["Page", "CDPSession"]:
    """Return a phone's page, slowed down, and the line by which its work is measured."""
    context = browser.new_context(
        viewport=PHONE,
        locale="en-GB",
        has_touch=True,
        service_workers="block",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(TIMING)
    line = context.new_cdp_session(page)
    throttle(line, NETWORKS[0], slower)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    return page, line


def replay(
    browser: "Browser", addresses: Sequence[str], hands: Sequence[PlayedHand], slower: float
) -> Iterator[str]:
    """Play all hands by photo and by palette; return the lines of what was measured.

    Where a second address is there, each hand is played at both, and the difference is printed.
    """
    phones = [(address, *open_page(browser, slower)) for address in addresses]
    everywhere: list[dict[str, list[Entry]]] = [{way: [] for way in WAYS} for _ in phones]
    for turn, play in enumerate(hands):
        for way in WAYS:
            for number, (address, page, line) in order_sides(phones, turn):
                took = enter(page, address, play, by_photo=way == "photo", line=line)
                everywhere[number][way].append(took)
                if not took.right or (way == "photo" and took.after.taps > FEW):
                    right = "right" if took.right else "WRONG"
                    where = f", {'there' if number else 'here'}" if len(phones) > 1 else ""
                    yield f"{play.photo.stem} by {way}, {right}{where}: {', '.join(took.said)}"
    entered, page = everywhere[0], phones[0][1]
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
    if len(phones) > 1:
        yield ""
        yield from table(pair_efforts(*everywhere))
    for _, each, _ in phones:
        each.context.close()


def pair_efforts(
    here: Mapping[str, Sequence[Entry]], there: Mapping[str, Sequence[Entry]]
) -> dict[str, list[Pair]]:
    """Return what hands that were recorded rightly at both took a person and the page."""
    found: dict[str, list[Pair]] = {}
    for way in WAYS:
        for one, other in zip(here[way], there[way], strict=True):
            if one.right and other.right:
                of = {
                    "waiting, s": (one.whole.waited, other.whole.waited),
                    "taps": (one.whole.taps, other.whole.taps),
                    "the page's work, s": (busy_s(one), busy_s(other)),
                }
                for what, pair in of.items():
                    found.setdefault(f"by {way}: {what}", []).append(pair)
    return found


def busy_s(hand: Entry) -> float:
    """Return the seconds that the page's thread worked on the taps of a hand."""
    return sum(_ms(hand.works)) / 1000


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; 2 where there are no photos."""
    parser = command_parser("benchmarks.replay", __doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    parser.add_argument("--split", default="val", help="which photos (default val)")
    parser.add_argument("--most", type=int, default=40, help="hands (default 40)")
    parser.add_argument("--slower", type=float, default=SLOWER, help="times, the processor")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help=AGAINST)
    given = parser.parse_args(arguments)
    try:
        hands = list(played_hands(given.photos, given.split))[: given.most]
    except DatasetError as error:
        print(f"replay: {error}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        what = bundle_pages(given.against)
        shown = len({play.photo for play in hands})
        slowed = f"a processor {given.slower:g} times slower"
        print(f"{len(hands)} hands of {shown} photos, the page {what}, {slowed}.")
        print(
            f"Processes that want a core now: {os.getloadavg()[0]:.0f}, of {os.cpu_count()} cores."
        )
        with services(Path(folder), given.against) as addresses:
            for line in replay(browser, addresses, hands, given.slower):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
