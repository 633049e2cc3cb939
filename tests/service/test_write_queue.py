"""The lane of calls that write: turns, and an early refusal where they take too long."""

import threading
import time
from functools import partial

import anyio
import anyio.to_thread
import pytest

from service.errors import RefusedError
from service.http.bodies import too_large
from service.http.limits import ChangeLimit
from service.http.write_queue import WriteQueue
from tests.service.limited import limited

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
            assert (write_queue.running, write_queue.waiting) == (3, 7)
            work.done.set()
        assert (write_queue.running, write_queue.waiting) == (0, 0)

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


class Calls:
    """An application whose calls take until they are let go; what reaches it, and answers."""

    def __init__(self):
        self.bodies, self.sent, self.go = [], [], anyio.Event()

    async def __call__(self, _scope, receive, send):
        self.bodies.append((await receive())["body"])
        await self.go.wait()
        await send({"type": "http.response.start", "status": 201, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def ask(self, limit, *parts, method="POST", path="/api/v1/games/x/hands"):
        """A call whose body comes in parts: bytes, events to wait for, and errors."""
        scope = {"type": "http", "method": method, "path": path, "headers": []}
        left = list(parts)

        async def receive():
            part = left.pop(0)
            if isinstance(part, anyio.Event):
                await part.wait()
                part = left.pop(0)
            if isinstance(part, Exception):
                raise part
            return {"type": "http.request", "body": part, "more_body": bool(left)}

        async def send(message):
            if message["type"] == "http.response.start":
                headers = dict(message["headers"])
                self.sent.append((message["status"], headers.get(b"retry-after")))

        return limit(scope, receive, send)


def test_a_crowd_is_refused_before_anything_is_made_of_what_it_sends():
    calls = Calls()
    limit = limited(calls, ChangeLimit(most=2))

    async def scenario():
        async with anyio.create_task_group() as group:
            for body in (b"one", b"two"):
                group.start_soon(calls.ask, limit, body)
            await until(lambda: len(calls.bodies) == 2)
            for _ in range(50):
                await calls.ask(limit, b"{" * 1000)
            assert calls.sent == [(503, b"2")] * 50
            assert calls.bodies == [b"one", b"two"]
            for method, path in (("GET", "/api/v1/games/x"), ("POST", "/api/v1/scores")):
                ask = partial(calls.ask, limit, b"read", method=method, path=path)
                group.start_soon(ask)
            await until(lambda: len(calls.bodies) == 4)
            calls.go.set()
        await calls.ask(limit, b"three")
        assert calls.bodies[-1] == b"three"

    run(scenario)


def test_a_body_that_is_still_on_its_way_takes_nobodys_place():
    calls, rest = Calls(), anyio.Event()
    limit = limited(calls, ChangeLimit(most=1))

    async def scenario():
        calls.go.set()
        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(calls.ask, limit, b"{", rest, b"}")
            await calls.ask(limit, b"whole")
            assert calls.bodies == [b"whole"]
            rest.set()
        assert calls.bodies.count(b"{") + calls.sent.count((503, b"2")) == 20

    run(scenario)


def test_a_body_that_fails_is_refused_as_what_it_is():
    calls = Calls()
    limit = limited(calls, ChangeLimit(most=1))

    async def scenario():
        for _ in range(3):
            await calls.ask(limit, too_large(1))
        assert calls.sent == [(413, None)] * 3

    run(scenario)
