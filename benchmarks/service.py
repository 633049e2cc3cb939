"""Times a club's evening: `python -m benchmarks.service`.

A real service process runs on SQLite, or on the database given by `--database`, and this process
acts as its phones, on the same cores. Prints writes per second with the median and 95th percentile
for 1, 50 and 200 tables that report one hand after another, the cost of a hand in a game of 10, 100
and 1,000, and, for tables with four phones each, how long after a hand was posted the other phones
see it. CPU is the service's own time per hand, which other load does not change.
"""

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self, TypeAlias

from datasets.command_line import command_parser
from datasets.paths import CHECKOUT


class Line:
    """One HTTP/1.1 connection that stays open; used by one task at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._writer.close()

    async def call(
        self, method: str, path: str, body: object = None, token: str | None = None
    ) -> tuple[int, Any]:
        """Send one request; return the status and the JSON answer."""
        text = b"" if body is None else json.dumps(body).encode()
        self._ask(method, path, text, token)
        status, headers = await self._head()
        length = int(headers.get("content-length", 0))
        answer = await self._reader.readexactly(length)
        return status, json.loads(answer) if answer else None

    async def events(self, path: str) -> AsyncIterator[int]:
        """Follow a game, and yield the number of each event as its state arrives."""
        self._ask("GET", path, b"", None)
        await self._head()
        while line := await self._reader.readline():
            if line.startswith(b"id: "):
                yield int(line[4:])

    def _ask(self, method: str, path: str, text: bytes, token: str | None) -> None:
        head = [f"{method} {path} HTTP/1.1", "Host: bench", f"Content-Length: {len(text)}"]
        if text:
            head.append("Content-Type: application/json")
        if token is not None:
            head.append(f"Authorization: Bearer {token}")
        self._writer.write("\r\n".join([*head, "", ""]).encode() + text)

    async def _head(self) -> tuple[int, dict[str, str]]:
        first, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.partition(": ") for line in lines if line)
        return int(first.split(" ")[1]), {name.lower(): value for name, _, value in pairs}


PLAYERS = ["Ann", "Ben", "Cho", "Dee"]
DRAWN = {"draw": True}  # a tie does not bring the game closer to its end
PHONES = 4
EVERY_S = 10.0  # between hands of a table
START_S = 180.0
ONE_MORE = 20
CREATED, SENT_AWAY = 201, 503


Work: TypeAlias = Coroutine[Any, Any, list[str]]


@dataclass(frozen=True, slots=True)
class Game:
    """A game and its token."""

    path: str
    token: str


@dataclass(frozen=True, slots=True)
class Service:
    """A service process that listens on a port of this machine."""

    port: int
    process: int

    @property
    def address(self) -> str:
        """Return the address of its page."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def cpu_s(self) -> float:
        """Return its CPU seconds; 0 if the system does not report them."""
        try:
            stat = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii")
        except OSError:
            return 0.0
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def figures(seconds: Sequence[float]) -> str:
    """Return median, 95th percentile and worst, in milliseconds."""
    ordered = sorted(seconds)
    ninety_fifth = ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]
    three = (statistics.median(ordered), ninety_fifth, ordered[-1])
    return "".join(f"{1000 * one:>10.1f}" for one in three)


async def begin(line: Line) -> Game:
    """Start a game."""
    body = {"rules": "hk-500", "players": PLAYERS}
    status, game = await line.call("POST", "/api/v1/games", body)
    if status != CREATED:
        raise RuntimeError(f"{status}: {game}")
    return Game(f"/api/v1/games/{game['id']}", game["write_token"])


async def report(line: Line, game: Game) -> float:
    """Report a drawn hand, again if it is sent away; return the seconds until it was accepted.

    Raises RuntimeError for a refusal.
    """
    begun = time.perf_counter()
    while True:
        status, answer = await line.call("POST", f"{game.path}/hands", DRAWN, game.token)
        if status == CREATED:
            return time.perf_counter() - begun
        if status != SENT_AWAY:
            raise RuntimeError(f"{status}: {answer}")
        await asyncio.sleep(1)


async def writes(service: Service, tables: int, hands: int) -> list[str]:
    """Return the cost of hands reported by this many tables, until they have this many in total."""
    taken: list[float] = []

    async def play() -> None:
        async with Line(service.port) as line:
            game = await begin(line)
            while len(taken) < hands:
                taken.append(await report(line, game))

    begun, busy = time.perf_counter(), service.cpu_s
    await asyncio.gather(*(play() for _ in range(tables)))
    rate = len(taken) / (time.perf_counter() - begun)
    cpu = 1000 * (service.cpu_s - busy) / len(taken)
    return [f"{f'writes, {tables} tables':<34}{rate:>10.0f}/s{figures(taken)}{cpu:>10.1f}"]


async def growth(service: Service, length: int) -> list[str]:
    """Return the cost of one more hand, and of one request for the state, in a long game."""
    async with Line(service.port) as line:
        game = await begin(line)
        for _ in range(length):
            await report(line, game)
        busy = service.cpu_s
        taken = [await report(line, game) for _ in range(ONE_MORE)]
        cpu = 1000 * (service.cpu_s - busy) / ONE_MORE
        looks = []
        for _ in range(ONE_MORE):
            begun = time.perf_counter()
            await line.call("GET", game.path)
            looks.append(time.perf_counter() - begun)
    return [
        f"{f'a hand after {length}':<34}{'':>12}{figures(taken)}{cpu:>10.1f}",
        f"{f'a state after {length}':<34}{'':>12}{figures(looks)}",
    ]


async def live(service: Service, tables: int, seconds: float) -> list[str]:
    """Return the time from posting a hand to seeing it, at tables with four phones each."""
    posted: dict[tuple[int, int], float] = {}
    seen: list[float] = []
    ready = asyncio.Semaphore(0)

    async def follow(table: int, game: Game) -> None:
        async with Line(service.port) as line:
            async for seq in line.events(f"{game.path}/events"):
                if seq == 1:
                    ready.release()
                else:
                    seen.append(time.perf_counter() - posted[table, seq])

    async def play(table: int, game: Game) -> None:
        await asyncio.sleep(EVERY_S * table / tables)
        until, seq = time.monotonic() + seconds, 1
        while time.monotonic() < until:
            seq += 1
            async with Line(service.port) as line:  # an idle connection is closed
                posted[table, seq] = time.perf_counter()
                took = await report(line, game)
            await asyncio.sleep(max(0.0, EVERY_S - took))

    async with Line(service.port) as line:
        games = [await begin(line) for _ in range(tables)]
    phones = []
    for table, game in enumerate(games):
        phones += [asyncio.create_task(follow(table, game)) for _ in range(PHONES)]
        for _ in range(PHONES):
            await ready.acquire()
    busy = service.cpu_s
    await asyncio.gather(*(play(*one) for one in enumerate(games)))
    cpu = 1000 * (service.cpu_s - busy) / len(posted)
    await asyncio.sleep(1)
    for phone in phones:
        phone.cancel()
    await asyncio.gather(*phones, return_exceptions=True)
    what = f"posted to seen, {tables} tables × {PHONES}"
    found = [f"{what:<34}{len(posted):>6} hands{figures(seen)}{cpu:>10.1f}"]
    missing = PHONES * len(posted) - len(seen)
    return found + ([f"{missing} states were not seen"] if missing else [])


@contextmanager
def run_service(*options: str, database: str | None = None) -> Iterator[Service]:
    """Run the service with these options on a database, or on an empty one of SQLite."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "tableside", "serve", "--port", str(port)]
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        database = database or f"sqlite:///{folder}/games.sqlite3"
        process = subprocess.Popen(
            [*command, "--database", database, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # the phones are not in its local network
            cwd=CHECKOUT,
            env={
                **os.environ,
                "PYTHONPATH": str(CHECKOUT),
                "OMP_NUM_THREADS": "1",
                # All tables start from one address, and within a second.
                "TABLESIDE_GAMES_PER_MINUTE": "1000000",
            },
        )
        try:
            deadline = time.monotonic() + START_S
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    if process.poll() is not None or time.monotonic() > deadline:
                        raise
                    time.sleep(0.1)
            yield Service(port, process.pid)
        finally:
            process.terminate()
            process.wait()


PARTS: Mapping[str, Callable[[Service, argparse.Namespace], list[Work]]] = MappingProxyType(
    {
        "writes": lambda service, given: [writes(service, n, given.hands) for n in given.tables],
        "growth": lambda service, _: [growth(service, length) for length in (10, 100, 1000)],
        "live": lambda service, given: [live(service, max(given.tables), given.seconds)],
    }
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run everything and print a table."""
    parser = command_parser("benchmarks.service", __doc__)
    parser.add_argument("--database", metavar="URL", help="of PostgreSQL, say (default SQLite)")
    parser.add_argument("--parts", choices=PARTS, nargs="+", default=tuple(PARTS))
    parser.add_argument(
        "--hands", type=int, default=400, help="hands per row of the first part; a game holds 3,000"
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 50, 200])
    parser.add_argument("--seconds", type=float, default=20, help="how long phones follow")
    given = parser.parse_args(arguments)
    print(f"{'':<34}{'':>12}{'median':>10}{'95 %':>10}{'worst':>10}{'CPU':>10}   milliseconds")
    with run_service(database=given.database) as service:
        for part in given.parts:
            for work in PARTS[part](service, given):
                for line in asyncio.run(work):
                    print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
