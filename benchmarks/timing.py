"""Times what a table waits for: `python -m benchmarks.timing`.

Prints milliseconds as median and 90th percentile: the reading of the bundled photo by stage, the
scoring of hands of several shapes, and the service's calls over a real temporary database. Then
readings beside the package `mahjong-detector`, and what they take of memory.
"""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path

from fastapi.testclient import TestClient

from benchmarks import reading_peer, scoring_peer
from datasets.command_line import command_parser
from scorer.api import requests
from service.app import create_app
from service.photos.shipped_reader import load_reader
from service.settings import Settings

PHOTO = Path(str(files("service") / "demo" / "hand.jpg"))
HANDS = {
    "four chows, a pair": "123m 456m 789p 23s 99s +4s",
    "pure one suit, many arrangements": "1112233445566m +7m",
    "exposed sets and a kong": "99p 23m (555z) [1111z] (789s) +4m | 1f 3g",
    "thirteen orphans": "19m 19p 19s 1234567z +1m",
}
PLAYERS = ["Ann", "Ben", "Cho", "Dee"]


@dataclass(frozen=True, slots=True)
class Timing:
    """The milliseconds of one thing, several times over."""

    what: str
    milliseconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """Half of the times were no longer than this."""
        return statistics.median(self.milliseconds)

    @property
    def ninth(self) -> float:
        """Nine of ten times were no longer than this."""
        ordered = sorted(self.milliseconds)
        return ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]


def time_calls(what: str, work: Callable[[], object], times: int) -> Timing:
    """Do the work once unwatched, then so many times by the clock."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return Timing(what, tuple(taken))


def readings(photo: Path, times: int) -> list[Timing]:
    """Time the stages of a reading as the reader itself reports them, first run left out."""
    reader = load_reader()
    data = photo.read_bytes()
    runs: list[Mapping[str, float]] = [reader.read(data).timings_ms for _ in range(times + 1)]
    return [Timing(f"read: {stage}", tuple(run[stage] for run in runs[1:])) for stage in runs[0]]


def scores(times: int) -> list[Timing]:
    """Time the scoring of hands of several shapes, winner South on North's discard."""
    how = {"rules": "hk-500", "seat": "S", "from": "N"}
    return [
        time_calls(f"score: {shape}", partial(requests.answer, {**how, "hand": hand}), times)
        for shape, hand in HANDS.items()
    ]


@contextmanager
def service() -> Iterator[TestClient]:
    """Open the application over an empty database in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        settings = Settings(database=f"sqlite:///{Path(folder) / 'bench.sqlite3'}")
        with TestClient(create_app(settings)) as client:
            yield client


def calls(times: int) -> list[Timing]:
    """Time the service's calls: a score, a hand added to a game that grows, its state."""
    with service() as client:
        game = client.post("/api/v1/games", json={"rules": "hk-500", "players": PLAYERS}).json()
        url = f"/api/v1/games/{game['id']}"
        headers = {"Authorization": f"Bearer {game['write_token']}"}
        body = {"rules": "hk-500", "hand": HANDS["four chows, a pair"], "from": "N"}
        draw = {"draw": True}
        return [
            time_calls(
                "service: POST scores",
                lambda: client.post("/api/v1/scores", json=body).raise_for_status(),
                times,
            ),
            time_calls(
                f"service: POST hands, {times} of them",
                lambda: client.post(f"{url}/hands", json=draw, headers=headers).raise_for_status(),
                times,
            ),
            time_calls(
                f"service: GET state after {times} hands",
                lambda: client.get(url).raise_for_status(),
                times,
            ),
        ]


def table(timings: Sequence[Timing]) -> str:
    """Print-ready lines: what, how often, median, 90th percentile."""
    lines = [f"{'milliseconds':<42}{'runs':>6}{'median':>10}{'90 %':>10}"]
    lines += [
        f"{t.what:<42}{len(t.milliseconds):>6}{t.median:>10.2f}{t.ninth:>10.2f}" for t in timings
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all of it and print one table."""
    parser = command_parser("benchmarks.timing", __doc__)
    parser.add_argument("--photo", type=Path, default=PHOTO, help="the photo to read")
    parser.add_argument("--times", type=int, default=50, help="runs of each (a reading: a fifth)")
    parser.add_argument("--hands", type=int, default=scoring_peer.HANDS, help="hands to compare on")
    given = parser.parse_args(arguments)
    photos = readings(given.photo, max(1, given.times // 5))
    print(table([*photos, *scores(given.times), *calls(given.times)]))
    print(scoring_peer.table(given.hands))
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        for line in reading_peer.report(given.photo, Path(folder), max(1, given.times // 10)):
            print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
