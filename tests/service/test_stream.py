"""Signs of life, and what a stream sends first."""

import asyncio
import itertools

import pytest

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.drafts.store import Drafts
from service.ledger import views
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import Store
from service.live import streams
from service.live.streams import Feeds, Part
from service.live.workers import Worker
from tests.deadlines import run
from tests.postgresql import on_both
from tests.service.begun import begun

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules())


FOREVER_S = 3600


@pytest.fixture
def store(database):
    store = Store.open(database)
    yield store
    store.close()


def feeds_of(store):
    return Feeds(store, Drafts(store.database, store).current)


def first(number, *, feeds, game_id, after, heartbeat_s=FOREVER_S, meanwhile=None):
    """Return the first messages of a stream from its first state on, which may be slow to come.

    `meanwhile` runs in a thread after each message but the last.
    """

    async def collect():
        pieces, part = [], Part(game_id, "state", after)
        async for piece in feeds.stream(part, heartbeat_s=heartbeat_s):
            early = not pieces and piece == streams.HEARTBEAT
            if piece != streams.RETRY and not early:
                pieces.append(piece)
            if len(pieces) == number:
                return pieces
            if pieces and meanwhile is not None:
                await asyncio.to_thread(meanwhile)
        return pieces

    return run(collect(), f"{number} messages")


def draw(store, owner):
    added = store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), views.added_json)
    return added["seq"]


def test_a_quiet_stream_shows_that_it_lives(store):
    _, log = begun(store, STARTED)
    pieces = first(3, feeds=feeds_of(store), game_id=log.id, after=0, heartbeat_s=0.01)
    assert pieces[0].startswith("id: 1\ndata: {")
    assert pieces[1:] == [streams.HEARTBEAT] * 2
    assert all(piece.endswith("\n\n") for piece in pieces)


def test_a_ring_wakes_the_stream_long_before_its_next_sign_of_life(store):
    owner, log = begun(store, STARTED)
    feeds = feeds_of(store)

    def play():
        feeds.note(log.id, seq=draw(store, owner))

    pieces = first(3, feeds=feeds, game_id=log.id, after=0, meanwhile=play)
    assert [piece.partition("\n")[0] for piece in pieces] == ["id: 1", "id: 2", "id: 3"]


def test_rings_for_what_is_known_or_for_another_game_say_nothing(store):
    owner, log = begun(store, STARTED)
    feeds = feeds_of(store)

    def play():
        feeds.note(log.id, seq=1)
        feeds.note("another", seq=7)
        feeds.note(log.id, seq=draw(store, owner))

    pieces = first(2, feeds=feeds, game_id=log.id, after=0, meanwhile=play)
    assert pieces[1].startswith("id: 2\n")


def test_what_is_added_here_is_sent_without_another_look(store):
    """The writer hands in what it has made; of this event, the database knows nothing."""
    _, log = begun(store, STARTED)
    feeds = feeds_of(store)

    def play():
        feeds.note(log.id, seq=2, state={"seq": 2})

    pieces = first(2, feeds=feeds, game_id=log.id, after=0, meanwhile=play)
    assert pieces[1] == 'id: 2\ndata: {"seq": 2}\n\n'


def test_a_closed_bell_ends_streams_and_begins_none(store):
    _, log = begun(store, STARTED)
    feeds = feeds_of(store)
    assert len(first(9, feeds=feeds, game_id=log.id, after=0, meanwhile=feeds.close)) == 1
    assert first(9, feeds=feeds, game_id=log.id, after=0) == []
    assert feeds.follower_count == 0


@on_both
def test_events_of_another_process_ring_here(store, database):
    other, feeds = Store.open(database), feeds_of(store)
    owner, log = begun(store, STARTED)
    watch = Worker("listener", [feeds.look], 0.01)
    watch.start()
    pieces = first(
        5,
        feeds=feeds,
        game_id=log.id,
        after=0,
        meanwhile=lambda: draw(other, owner),
    )
    watch.stop()
    other.close()
    assert [piece.partition("\n")[0] for piece in pieces] == [f"id: {seq}" for seq in range(1, 6)]


def test_what_was_added_while_nobody_could_listen_is_made_good(postgresql):
    """The server ends every connection, and takes new ones later, again and again."""
    url = postgresql.new_database()
    store, other = Store.open(url), Store.open(url)
    feeds = feeds_of(store)
    owner, log = begun(store, STARTED)
    watch = Worker("listener", [feeds.look], 0.01)
    watch.start()
    lose = (lambda: postgresql.cut(url), postgresql.restart)
    turn = itertools.cycle(lose)

    def play():
        next(turn)()
        draw(other, owner)

    pieces = first(5, feeds=feeds, game_id=log.id, after=0, meanwhile=play)
    watch.stop()
    assert [piece.partition("\n")[0] for piece in pieces] == [f"id: {seq}" for seq in range(1, 6)]
    for one in (store, other):
        one.close()
    postgresql.give_back(url)


@pytest.mark.parametrize(
    ("last", "after"),
    [(None, 6), ("3", 3), ("7", 7), ("0", 0), ("8", 6), ("", 6), ("x", 6), ("-1", 6), ("²", 6)],
)
def test_where_a_stream_resumes(last, after):
    """At event 7: whoever names a number gets what follows it, everyone else the newest."""
    assert streams.resume_after(last, 7) == after
