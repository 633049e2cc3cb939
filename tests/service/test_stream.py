"""Signs of life, and what a stream sends first."""

import asyncio

import pytest

from scorer.ledger import GameStarted, HandDrawn
from scorer.table import TableRules
from service import stream
from service.bell import Bell
from service.store import Request, Store
from service.stream import Pace

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules())


@pytest.fixture
def store(database):
    store = Store.open(database)
    yield store
    store.close()


def first(number, *, store, bell, game_id, after, pace, meanwhile=None):
    """The first so many pieces of a stream; `meanwhile` runs in a thread after the first."""

    async def collect():
        pieces = []
        async for piece in stream.states(store, bell, game_id, after, pace):
            pieces.append(piece)
            if len(pieces) == number:
                return pieces
            if meanwhile is not None:
                await asyncio.to_thread(meanwhile)
        return pieces

    return asyncio.run(collect())


def test_a_quiet_stream_shows_that_it_lives(store):
    _, log = store.create(STARTED)
    pace = Pace(heartbeat_s=0.01, look_s=0.01)
    pieces = first(3, store=store, bell=Bell(), game_id=log.id, after=0, pace=pace)
    assert pieces[0].startswith("id: 1\ndata: {")
    assert pieces[1:] == [stream.HEARTBEAT] * 2
    assert all(piece.endswith("\n\n") for piece in pieces)


def test_a_ring_wakes_the_stream_long_before_it_would_look(store):
    _, log = store.create(STARTED)
    bell = Bell()

    def draw():
        store.append(log.id, Request("x"), lambda _: HandDrawn(), lambda _: {})
        bell.ring(log.id)

    pace = Pace(heartbeat_s=3600, look_s=3600)
    pieces = first(2, store=store, bell=bell, game_id=log.id, after=0, pace=pace, meanwhile=draw)
    assert pieces[1].startswith("id: 2\n")


@pytest.mark.parametrize(
    ("last", "after"),
    [(None, 6), ("3", 3), ("7", 7), ("0", 0), ("8", 6), ("", 6), ("x", 6), ("-1", 6), ("²", 6)],
)
def test_where_a_stream_resumes(last, after):
    """At event 7: whoever names a number gets what follows it, everyone else the newest."""
    assert stream.resume_after(last, 7) == after
