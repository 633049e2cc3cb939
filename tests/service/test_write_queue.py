"""The lane of calls that write: turns, and an early refusal where they take too long."""

import threading
import time

import anyio
import anyio.to_thread
import pytest

from service.errors import RefusedError
from service.http.write_queue import WriteQueue

LONG_S = 60  # a deadline, not an expectation


class Work:
    """Something that takes until it is let go, and counts how many do it at once."""

    def __init__(self):
        self.done, self.over, self.most, self.now = threading.Event(), threading.Event(), 0, 0
        self._lock = threading.Lock()

    def __call__(self):
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        assert self.done.wait(LONG_S)
        with self._lock:
            self.now -= 1
        self.over.set()
        return threading.current_thread()


def run(scenario):
    """Run a scenario on an event loop of its own."""

    async def bounded():
        with anyio.fail_after(LONG_S):
            await scenario()

    anyio.run(bounded)


async def until(true):
    while not true():  # noqa: ASYNC110  (what happens in threads sets no event of the loop)
        await anyio.sleep(0.005)


def refused(code="database_busy"):
    return pytest.raises(RefusedError, check=lambda error: error.code == code)


def test_so_many_have_their_turn_and_the_others_wait():
    write_queue, work, threads = WriteQueue(at_once=3, waiting=10, turn_s=LONG_S), Work(), []

    async def call():
        threads.append(await write_queue.run(work))

    async def scenario():
        async with anyio.create_task_group() as group:
            for _ in range(10):
                group.start_soon(call)
            await until(lambda: work.now == 3)
            assert (write_queue.working, write_queue.waiting) == (3, 7)
            work.done.set()
        assert (write_queue.working, write_queue.waiting) == (0, 0)

    run(scenario)
    assert work.most == 3
    assert len(threads) == 10
    assert threading.main_thread() not in threads


def test_a_turn_that_does_not_come_in_time_is_refused_and_the_lane_goes_on():
    write_queue, work = WriteQueue(at_once=1, waiting=10, turn_s=0.1), Work()

    async def scenario():
        async with anyio.create_task_group() as group:
            group.start_soon(write_queue.run, work)
            await until(lambda: work.now == 1)
            for _ in range(3):
                with refused():
                    await write_queue.run(work)
            assert write_queue.waiting == 0
            work.done.set()
        assert await write_queue.run(lambda: "done") == "done"

    run(scenario)


def test_a_turn_that_is_free_is_taken_however_long_the_loop_stood_still():
    """On a machine that is out of breath seconds pass before the loop comes back to a call."""
    write_queue = WriteQueue(at_once=2, waiting=10, turn_s=0)

    async def scenario():
        assert await write_queue.run(lambda: "done", "ann") == "done"
        assert await write_queue.run(lambda: "done") == "done"

    run(scenario)


def test_a_turn_that_is_given_back_while_the_loop_stands_still_is_taken():
    write_queue, work = WriteQueue(at_once=1, waiting=10, turn_s=0.1), Work()
    answers = []

    async def call():
        answers.append(await write_queue.run(lambda: "done", "ann"))

    async def scenario():
        async with anyio.create_task_group() as group:
            group.start_soon(write_queue.run, work, "ann")
            await until(lambda: work.now == 1)
            group.start_soon(call)
            await until(lambda: write_queue.waiting == 1)
            work.done.set()
            work.over.wait(LONG_S)  # nothing else runs on the loop meanwhile
            time.sleep(0.3)  # noqa: ASYNC251  (the same, until the thread has said so)

    run(scenario)
    assert answers == ["done"]


def test_who_finds_no_room_to_wait_is_refused_at_once():
    write_queue, work = WriteQueue(at_once=1, waiting=2, turn_s=LONG_S), Work()

    async def scenario():
        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(write_queue.run, work)
            await until(lambda: write_queue.waiting == 2)
            with refused():
                await write_queue.run(work)
            work.done.set()

    run(scenario)


def test_a_game_that_is_held_up_holds_up_no_other():
    write_queue, work = WriteQueue(at_once=3, waiting=20, turn_s=LONG_S), Work()

    async def scenario():
        async with anyio.create_task_group() as group:
            for _ in range(10):
                group.start_soon(write_queue.run, work, "ann")
            await until(lambda: work.now == 2)
            for game in ("bob", "cid", None):
                assert await write_queue.run(lambda: "done", game) == "done"
            assert work.most == 2
            work.done.set()

    run(scenario)


def test_what_fails_gives_its_turn_back():
    write_queue = WriteQueue(at_once=1, waiting=1, turn_s=LONG_S)

    async def scenario():
        for _ in range(5):
            with pytest.raises(ZeroDivisionError):
                await write_queue.run(lambda: 1 / 0, "ann")
        assert await write_queue.run(lambda: "done", "ann") == "done"

    run(scenario)


def test_who_hangs_up_while_waiting_leaves_the_lane():
    write_queue, work = WriteQueue(at_once=1, waiting=10, turn_s=LONG_S), Work()

    async def scenario():
        async with anyio.create_task_group() as group:
            group.start_soon(write_queue.run, work, "ann")
            await until(lambda: work.now == 1)
            for game in ("ann", "bob"):
                async with anyio.create_task_group() as phone:
                    phone.start_soon(write_queue.run, work, game)
                    await until(lambda: write_queue.waiting == 1)
                    phone.cancel_scope.cancel()
                assert write_queue.waiting == 0
            work.done.set()
        for game in ("ann", "bob"):
            assert await write_queue.run(lambda: "done", game) == "done"

    run(scenario)
