"""The bench of a club's evening runs against a real service, and prints what it measured."""

import asyncio

import pytest

from benchmarks import service as bench_service
from benchmarks.service import Game, Line, Service, begin
from scorer.ledger.game import MOST_EVENTS
from service.ledger.game_file import digest


@pytest.fixture
def service(serve, database):
    running = serve(database)
    return Service(int(running.url.rpartition(":")[2]), running.process.pid)


def test_every_part_measures(service, monkeypatch):
    monkeypatch.setattr(bench_service, "EVERY_S", 0.2)
    (writes,) = asyncio.run(bench_service.writes(service, tables=2, hands=6))
    assert writes.startswith("writes, 2 tables")
    hand, state = asyncio.run(bench_service.growth(service, length=3))
    assert (hand[:14], state[:15]) == ("a hand after 3", "a state after 3")
    live = asyncio.run(bench_service.live(service, tables=2, seconds=0.3))
    assert "2 tables × 4" in live[0]
    assert live[1:] == []  # nobody missed a hand
    assert service.cpu_s > 0


def test_a_table_whose_game_is_full_goes_on_in_another(service):
    async def play():
        async with Line(service.port) as line:
            game = await nearly_full(line)
            _, same = await bench_service.report_on(line, game)
            _, following = await bench_service.report_on(line, same)
            states = [await line.call("GET", one.path) for one in (game, following)]
            return game, same, following, [state["seq"] for _, state in states]

    game, same, following, numbers = asyncio.run(play())
    assert same == game != following
    assert numbers == [MOST_EVENTS, 2]


def test_the_writes_of_a_long_evening_outlast_a_game(service, monkeypatch):
    monkeypatch.setattr(bench_service, "begin", nearly_full)
    (writes,) = asyncio.run(bench_service.writes(service, tables=1, hands=3))
    assert writes.startswith("writes, 1 tables")


async def nearly_full(line):
    """A game with room for one more hand, brought in as a file."""
    begun = await begin(line)
    await bench_service.report(line, begun)
    _, file = await line.call("GET", f"{begun.path}/export")
    start, hand = file["events"]
    file["events"] = [start, *({**hand, "seq": seq} for seq in range(2, MOST_EVENTS))]
    file["digest"] = digest(file["events"])
    _, brought = await line.call("POST", "/api/v1/imports?anew=true", file)
    return Game(f"/api/v1/games/{brought['id']}", brought["write_token"])


def test_figures_are_milliseconds():
    assert bench_service.figures([0.001] * 99 + [0.5]).split() == ["1.0", "1.0", "500.0"]
