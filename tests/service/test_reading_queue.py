"""Whose photo is read next: the order among senders, and what really runs by it."""

import asyncio
import itertools
import threading
from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import RefusedError
from service.photos.queue import MOST_DEBT_S, QueuedReading, ReadingQueue
from service.photos.reader_pool import ReaderPool, Sender
from tests.deadlines import LONG_S

pytestmark = pytest.mark.slow


def read_all(queue, took_s=None):
    """Do everything that waits, one after the other; gives the senders in that order."""
    order = []
    while (place := queue.begin()) is not None:
        order.append(place.sender)
        queue.end(place, place.cost_s if took_s is None else took_s[place.sender])
    return "".join(order)


@pytest.mark.parametrize(
    ("joined", "order"),
    [
        ("AAAA", "AAAA"),
        ("AAAAB", "ABAAA"),
        ("AAABBBC", "ABCABAB"),
        ("ABCABC", "ABCABC"),
    ],
)
def test_senders_take_turns(joined, order):
    queue = ReadingQueue(1, 20)
    for sender in joined:
        assert queue.join(QueuedReading(sender, 1.0)) is None
    assert read_all(queue) == order


def test_turns_are_shared_by_time_and_not_by_number():
    """Who sends heaps of clutter is read less often: each has about as many seconds."""
    queue, took = ReadingQueue(1, 100), {"A": 8.0, "B": 1.0}
    for _ in range(40):
        queue.join(QueuedReading("A", 0.5))
        queue.join(QueuedReading("B", 0.5))
    order = read_all(queue, took)
    while_both_waited = order[: order.rindex("B")]
    seconds = {one: while_both_waited.count(one) * took[one] for one in "AB"}
    assert abs(seconds["A"] - seconds["B"]) <= 2 * 8.0


@pytest.mark.parametrize(
    ("waiting", "comes", "gone"),
    [
        ("AAAA", "B", "A"),  # who takes all makes room
        ("AAAA", "A", "A"),
        ("AAAB", "B", "A"),
        ("ABCD", "E", "E"),  # of equals nobody loses his only place
        ("ABCD", "A", "A"),
    ],
)
def test_who_has_most_waiting_makes_room(waiting, comes, gone):
    queue = ReadingQueue(1, 4)
    running = QueuedReading("X", 1.0)
    queue.join(running)
    assert queue.begin() is running
    for sender in waiting:
        assert queue.join(QueuedReading(sender, 1.0)) is None
    new = QueuedReading(comes, 1.0)
    left = queue.join(new)
    assert left.sender == gone
    assert (left is new) == (gone == comes)
    assert queue.waiting == 4


def test_many_photos_weigh_more_than_few():
    queue = ReadingQueue(0, 4)
    for sender, cost in (("A", 8.0), ("A", 8.0), ("B", 1.0), ("B", 1.0)):
        queue.join(QueuedReading(sender, cost))
    assert queue.join(QueuedReading("C", 1.0)).sender == "A"


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("join"), st.sampled_from("ABCDEF"), st.floats(0.1, 8.0)),
        st.tuples(st.just("begin"), st.none(), st.none()),
        st.tuples(st.just("end"), st.none(), st.floats(0.0, 60.0)),
    ),
    max_size=120,
)


@given(at_once=st.integers(1, 3), room=st.integers(0, 8), steps=STEPS)
def test_nothing_is_lost_and_nobody_overruns(at_once, room, steps):
    """Every reading is done once or refused once; never more run or wait than may."""
    queue, running, joined, done, gone = ReadingQueue(at_once, room), [], [], [], []
    for step, sender, seconds in steps:
        if step == "join":
            joined.append(QueuedReading(sender, seconds))
            if (left := queue.join(joined[-1])) is not None:
                gone.append(left)
        elif step == "begin" and (place := queue.begin()) is not None:
            running.append(place)
        elif step == "end" and running:
            done.append(running.pop(0))
            queue.end(done[-1], seconds)
        assert queue.running == len(running) <= at_once
        assert queue.waiting <= room + at_once - queue.running
    for place in running:
        queue.end(place, 1.0)
        done.append(place)
    while (place := queue.begin()) is not None:
        queue.end(place, 1.0)
        done.append(place)
    assert Counter(map(id, joined)) == Counter(map(id, done + gone))
    assert queue.senders == 0  # nothing of a quiet time is remembered


@given(
    before=st.lists(st.tuples(st.sampled_from("ABCDE"), st.floats(0.1, 8.0)), max_size=30),
    read=st.integers(0, 20),
    after=st.lists(st.tuples(st.sampled_from("ABCDE"), st.floats(0.1, 8.0)), max_size=30),
)
def test_somebody_new_waits_for_one_reading_of_each_other_at_most(before, read, after):
    """Whatever was before him, however much they took, and whatever they send meanwhile."""
    queue = ReadingQueue(1, 1000)
    for sender, cost in before:
        queue.join(QueuedReading(sender, cost))
    for _ in range(read):
        if (place := queue.begin()) is not None:
            queue.end(place, 2 * place.cost_s)
    queue.join(QueuedReading("new", 1.0))
    coming, first = iter(after), []
    while (place := queue.begin()).sender != "new":
        first.append(place.sender)
        queue.end(place, place.cost_s)
        if (more := next(coming, None)) is not None:
            queue.join(QueuedReading(*more))
    assert max(Counter(first).values(), default=0) <= 1


@given(cost=st.floats(0.1, 8.0), took=st.floats(0.1, 60.0))
def test_who_owes_much_is_read_all_the_same(cost, took):
    """Strangers who come anew each time do not keep him waiting for ever."""
    queue = ReadingQueue(1, 8)
    queue.join(QueuedReading("heavy", cost))
    queue.join(QueuedReading("heavy", cost))
    queue.end(queue.begin(), took)
    for number in range(round(4 * MOST_DEBT_S / 0.5)):
        queue.join(QueuedReading(f"stranger {number}", 0.5))
        place = queue.begin()
        queue.end(place, 0.5)
        if place.sender == "heavy":
            return
    pytest.fail("he was never read")


@given(st.lists(st.floats(0.05, 8.0), min_size=300, max_size=300))
def test_what_is_remembered_of_senders_is_bounded(times):
    queue = ReadingQueue(1, 8)
    queue.join(QueuedReading("stays", 1.0))
    most = 0
    for number, took in enumerate(times):
        queue.join(QueuedReading(f"stranger {number}", 0.5))
        queue.end(queue.begin(), took)
        queue.join(QueuedReading("stays", 1.0))
        most = max(most, queue.senders)
    assert most < 60  # about 25, however long strangers come; 300 if nobody were forgotten


async def stays():
    """Return whether a sender has left, who has not."""
    return False


class Bench:
    """Readings that last until they are let go, to see who is read when."""

    def __init__(self, **room):
        self.reader_pool = ReaderPool(seconds=LONG_S, **room)
        self.begun, self.asked = [], {}
        self.go = threading.Semaphore(0)

    def ask(self, name, sender, photos=1, left=stays):
        def work(_budget):
            self.begun.append(name)
            assert self.go.acquire(timeout=LONG_S), f"nobody lets {name} go"
            return name

        who = Sender(sender, left)
        self.asked[name] = asyncio.ensure_future(self.reader_pool.run_queued(work, who, photos))
        return asyncio.sleep(0)

    async def finish(self):
        for _ in self.asked:
            self.go.release()
        found = await asyncio.gather(*self.asked.values(), return_exceptions=True)
        return {
            name: one.code if isinstance(one, RefusedError) else one
            for name, one in zip(self.asked, found, strict=True)
        }


def test_a_polite_phone_is_read_beside_who_sends_ten_at_a_time():
    """None of eight in a row is refused, and each is the next one read."""

    async def evening():
        # A second each, however long the machine takes: who took longer than another waits longer.
        bench = Bench(at_once=1, waiting=8, clock=partial(next, itertools.count()))
        for number in range(10):
            await bench.ask(f"greedy {number}", "greedy")
        for number in range(8):
            await bench.ask(f"polite {number}", "polite")
            bench.go.release()
            bench.go.release()
            await bench.asked[f"polite {number}"]
            await bench.ask(f"greedy again {number}", "greedy")
        return bench, await bench.finish()

    bench, found = asyncio.run(evening())
    assert {found[f"polite {number}"] for number in range(8)} == {
        f"polite {number}" for number in range(8)
    }
    assert "busy" in found.values()
    assert bench.reader_pool.queue.running == bench.reader_pool.queue.waiting == 0


def test_who_has_left_is_not_read():
    async def left():
        return True

    async def evening():
        bench = Bench(at_once=1, waiting=8)
        await bench.ask("first", "A")
        await bench.ask("second", "B", left=left)
        await bench.ask("third", "C")
        return bench.begun, await bench.finish()

    begun, found = asyncio.run(evening())
    assert begun == ["first", "third"]
    assert found == {"first": "first", "second": "busy", "third": "third"}


@pytest.mark.parametrize("moment", ["while it waits", "while it runs"])
def test_a_wait_that_is_given_up_frees_its_place(moment):
    async def evening():
        bench = Bench(at_once=1, waiting=1)
        await bench.ask("first", "A")
        await bench.ask("second", "B")
        given_up = "first" if moment == "while it runs" else "second"
        bench.asked[given_up].cancel()
        if given_up == "first":
            bench.go.release()  # a thread cannot be ended, so its turn lasts until it is done
        await asyncio.wait([bench.asked.pop(given_up)])
        await bench.ask("third", "C")
        found = await bench.finish()
        return bench, found

    bench, found = asyncio.run(evening())
    assert set(found.values()) == set(found)
    assert bench.reader_pool.queue.running == bench.reader_pool.queue.waiting == 0
