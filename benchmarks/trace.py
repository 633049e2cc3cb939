"""Counts what one confirmed hand, or one photo, passes through: `python -m benchmarks.trace hand`.

A call is a call of a function of `scorer`, `vision`, `service`, `models` or `tableside`; a move is
a call in another file than the call before it in the same thread. Everything is done once before
counting, so that imports and caches do not count.

The hand goes from its route to the commit in a temporary SQLite file; the photo, the demo's, from
its bytes to the reading.
"""

import json
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType

from fastapi.testclient import TestClient

from datasets.command_line import command_parser, explain_refusal
from service.app import create_app
from service.photos.shipped_reader import load_reader
from service.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = tuple(
    f"{ROOT / name}/" for name in ("scorer", "vision", "service", "models", "tableside")
)
PHOTO = ROOT / "service" / "demo" / "hand.jpg"
PLAYERS = ["Ann", "Bob", "Cid", "Dee"]
HAND = {"winner": 1, "from": 3, "win": "discard", "hand": "123m 456m 79m 55z (777z) +8m"}
LISTED = 10  # rows of each table: the most expensive come first


class Trace:
    """Calls of the product's functions by file, and moves by pair of files, while counting.

    All threads started after its creation count; those started before do not.
    """

    def __init__(self) -> None:
        """Watch this thread, and future ones."""
        self.calls: Counter[str] = Counter()
        self.moves: Counter[tuple[str, str]] = Counter()
        self._last_files: dict[int, str] = {}
        self.counting = False
        threading.setprofile(self._observe)
        sys.setprofile(self._observe)

    def close(self) -> None:
        """Stop watching."""
        sys.setprofile(None)
        threading.setprofile(None)

    @property
    def figures(self) -> Mapping[str, int]:
        """Return the number of files, of moves and of calls."""
        return {
            "files": len(self.calls),
            "moves": self.moves.total(),
            "calls": self.calls.total(),
        }

    def _observe(self, frame: FrameType, event: str, _argument: object) -> None:
        if not self.counting or event != "call":
            return
        file = frame.f_code.co_filename
        if not file.startswith(PRODUCT):
            return
        self.calls[file] += 1
        before = self._last_files.get(threading.get_ident(), file)
        if before != file:
            self.moves[before, file] += 1
        self._last_files[threading.get_ident()] = file


def trace_hand() -> Trace:
    """Return what a hand posted to a game passes through, after a first one."""
    trace = Trace()
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        settings = Settings(database=f"sqlite:///{folder}/games.sqlite3")
        with TestClient(create_app(settings)) as client:
            game = client.post("/api/v1/games", json={"rules": "hk-500", "players": PLAYERS}).json()
            headers = {"Authorization": f"Bearer {game['write_token']}"}

            def post() -> None:
                url = f"/api/v1/games/{game['id']}/hands"
                client.post(url, json=HAND, headers=headers).raise_for_status()

            _count_second(trace, post)
    return trace


def trace_photo() -> Trace:
    """Return what a reading of the demo's photo passes through, after a first one."""
    trace = Trace()
    reader, photo = load_reader(threads=1), PHOTO.read_bytes()
    _count_second(trace, lambda: reader.read(photo))
    return trace


def _count_second(trace: Trace, work: Callable[[], object]) -> None:
    work()
    trace.counting = True
    work()
    trace.counting = False
    trace.close()


TRACES = {"hand": trace_hand, "photo": trace_photo}


def table(what: str, trace: Trace) -> str:
    """Return the figures, the files with the most calls and the pairs with the most moves."""
    figures = ", ".join(f"{number:,} {name}" for name, number in trace.figures.items())
    lines = [f"{what}: {figures}"]
    lines += [f"{n:>7,}  {_name(file)}" for file, n in trace.calls.most_common(LISTED)]
    lines += [
        f"{n:>7,}  {_name(one)} -> {_name(other)}"
        for (one, other), n in trace.moves.most_common(LISTED)
    ]
    return "\n".join(lines)


def _name(file: str) -> str:
    return str(Path(file).relative_to(ROOT))


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Print what the hand, the photo or both pass through."""
    parser = command_parser("benchmarks.trace", __doc__)
    parser.add_argument("what", nargs="*", help="hand, photo; both if none is given")
    parser.add_argument("--json", action="store_true", help="print one JSON object per trace")
    given = parser.parse_args(arguments)
    if unknown := set(given.what) - set(TRACES):
        parser.error(f"{unknown.pop()!r} cannot be traced; choose hand or photo")
    for what in given.what or TRACES:
        trace = TRACES[what]()
        print(json.dumps({"what": what, **trace.figures}) if given.json else table(what, trace))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
