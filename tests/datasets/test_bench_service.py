"""The bench of a club's evening runs against a real service, and prints what it measured."""

import asyncio

import pytest

from benchmarks import service as bench_service
from benchmarks.service import Service


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


def test_figures_are_milliseconds():
    assert bench_service.figures([0.001] * 99 + [0.5]).split() == ["1.0", "1.0", "500.0"]
