"""The lane of calls that write: turns, and an early refusal where they take too long."""

import asyncio
import json
import socket
import threading
import time
from contextlib import asynccontextmanager
from functools import partial

import anyio
import anyio.to_thread
import pytest
import uvicorn
from uvicorn.server import ServerState

from service.errors import RefusedError
from service.http import connections
from service.http.limits import change_limit
from service.http.write_queue import WriteQueue, busy
from service.locale.languages import languages
from service.locale.sentences import translate
from service.settings import Settings
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
        """A call whose body comes in parts: bytes, and events to wait for."""
        scope = {"type": "http", "method": method, "path": path, "headers": []}
        left = list(parts)

        async def receive():
            part = left.pop(0)
            if isinstance(part, anyio.Event):
                await part.wait()
                part = left.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(left)}

        async def send(message):
            if message["type"] == "http.response.start":
                headers = dict(message["headers"])
                self.sent.append((message["status"], headers.get(b"retry-after")))

        return limit(scope, receive, send)


def test_a_crowd_is_refused_before_anything_is_made_of_what_it_sends():
    calls = Calls()
    limit = limited(calls, change_limit(most=2))

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
    limit = limited(calls, change_limit(most=1))

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
    limit = limited(calls, change_limit(most=1))

    async def scenario():
        for _ in range(3):
            await calls.ask(limit, bytes(10**6), b"one more")
        assert calls.sent == [(413, None)] * 3

    run(scenario)


class Held:
    """An application that answers when it is let go; `asked` are the calls that reached it."""

    def __init__(self):
        self.asked, self.go = [], asyncio.Event()

    async def __call__(self, scope, _receive, send):
        self.asked.append(f"{scope['method']} {scope['path'].rpartition('/')[2]}")
        await self.go.wait()
        headers = [(b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


HEAD_S = 0.1
GAME = f"/api/v1/games/{'0a' * 16}"
CHANGE = f"POST {GAME}/hands HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{{}}".encode()


@asynccontextmanager
async def held_service(count_refused=lambda _method: None, **options):
    """Yield an application that answers when it is let go, its state, connections and port."""
    app, state, made = Held(), ServerState(), []
    opened = connections.Connections(Settings(head_s=HEAD_S), count_refused)
    config = uvicorn.Config(app, **options)
    config.load()

    def connect():
        made.append(connections.Connection(opened, config, state, {}))
        return made[-1]

    server = await asyncio.get_running_loop().create_server(connect, "127.0.0.1")
    try:
        yield app, state, made, server.sockets[0].getsockname()[1]
    finally:
        server.close()


def test_a_crowd_is_refused_before_it_is_parsed_and_may_ask_again_on_the_same_line(monkeypatch):
    monkeypatch.setattr(connections, "MOST_CHANGES", 2)
    counted = []

    async def ask(line, method, path, body=b"{}", length=2):
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nAccept-Language: ja\r\n"
        head += f"Content-Length: {length}\r\n\r\n"
        line[1].write(head.encode() + body)
        await line[1].drain()

    async def status(line):
        head = await line[0].readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        return head.split(b" ")[1], await line[0].readexactly(length)

    async def scenario():
        async with held_service(counted.append) as (app, _state, _made, port):
            lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(7)]
            for line in lines[:2]:
                await ask(line, "POST", f"{GAME}/hands")
            await until(lambda: len(app.asked) == 2)
            for _ in range(3):
                await ask(lines[2], "PATCH", f"{GAME}/draft")
                refused, body = await status(lines[2])
                assert (refused, json.loads(body)["code"]) == (b"503", "database_busy")
                assert translate(languages()["ja"], busy().detail) == json.loads(body)["detail"]
            assert counted == ["PATCH"] * 3
            assert app.asked == ["POST hands"] * 2
            # What is no change, or a change that is still arriving, is looked at by the limits.
            for line, method, path in (
                (lines[3], "GET", GAME),
                (lines[4], "POST", f"{GAME}/photos"),
                (lines[5], "PUT", f"{GAME}/draft/pictures/1"),
            ):
                await ask(line, method, path)
            await ask(lines[6], "POST", f"{GAME}/hands", b"{", 2)
            await until(lambda: len(app.asked) == 6)
            app.go.set()
            for line in lines[:2]:
                assert (await status(line))[0] == b"201"
            await ask(lines[2], "POST", f"{GAME}/undo")
            assert (await status(lines[2]))[0] == b"201"
            for _, writer in lines:
                writer.close()

    run(scenario)


def test_what_is_refused_is_answered_before_what_is_admitted_is_parsed(monkeypatch):
    monkeypatch.setattr(connections, "MOST_CHANGES", 2)
    parsed, tasks = [], set()

    def count_parsed(_method):
        parsed.append(len(tasks))

    async def scenario():
        nonlocal tasks
        async with held_service(count_parsed) as (app, state, made, port):
            tasks = state.tasks
            lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(7)]
            await until(lambda: len(made) == 7)
            for line in lines:  # the loop stands still meanwhile, and finds all of them at once
                line.send(CHANGE)
            await until(lambda: len(app.asked) == 2)
            assert parsed == [0] * 5
            app.go.set()
            await until(lambda: state.total_requests == 2)
            for line in lines:
                line.close()

    run(scenario)


@pytest.mark.parametrize("stop", [False, True])
def test_what_follows_a_change_is_parsed_after_it(stop):
    following = f"GET {GAME}/hands HTTP/1.1\r\nHost: x\r\n\r\n".encode()

    async def scenario():
        async with held_service() as (app, _state, made, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await until(lambda: made)
            made[0].data_received(CHANGE)
            writer.write(following)
            if stop:
                made[0].shutdown()
            app.go.set()
            assert (await reader.readline()).split()[1] == b"201"
            if not stop:
                await until(lambda: len(app.asked) == 2)
            assert app.asked == ["POST hands", "GET hands"][: 1 if stop else 2]
            writer.close()

    run(scenario)


def test_nothing_more_is_read_before_a_change_is_parsed():
    async def scenario():
        async with held_service() as (app, _state, made, port):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            await until(lambda: made)
            made[0].data_received(CHANGE)
            assert not made[0].transport.is_reading()
            await until(lambda: app.asked)
            assert made[0].transport.is_reading()
            writer.close()

    run(scenario)


def test_a_change_that_waits_to_be_parsed_is_not_overdue():
    async def scenario():
        async with held_service(timeout_keep_alive=0) as (app, state, made, port):
            lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            await until(lambda: len(made) == 2)
            app.go.set()
            made[1].data_received(CHANGE)
            while state.total_requests < 1:  # noqa: ASYNC110  (nothing later than this very turn)
                await asyncio.sleep(0)
            # The end of an idle connection is due in the turn before that of the second change.
            for connection in made:
                connection.data_received(CHANGE)
            made[1].check_timeout(asyncio.get_running_loop().time() + 2 * HEAD_S)
            for _ in range(2):
                assert (await lines[1][0].readuntil(b"\r\n\r\n")).split()[1] == b"201"
            for _, writer in lines:
                writer.close()

    run(scenario)


def test_who_was_refused_has_the_time_of_a_head_to_ask_again(monkeypatch):
    monkeypatch.setattr(connections, "MOST_CHANGES", 0)

    async def scenario():
        async with held_service() as (_app, _state, made, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await until(lambda: made)
            await asyncio.sleep(2 * HEAD_S)
            made[0].data_received(CHANGE)
            made[0].check_timeout(asyncio.get_running_loop().time())
            writer.write(CHANGE)
            for _ in range(2):
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split()[0])
                await reader.readexactly(length)
                assert head.split()[1] == b"503"
            writer.close()

    run(scenario)


def test_who_reads_no_refusal_is_not_refused_for_ever(monkeypatch):
    monkeypatch.setattr(connections, "MOST_CHANGES", 0)

    async def scenario():
        async with held_service() as (_app, _state, made, port):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            await until(lambda: made)
            writer.transport.pause_reading()
            for _ in range(50_000):
                if not made[0].transport.is_reading():
                    break
                made[0].data_received(CHANGE)
            assert made[0].transport.get_write_buffer_size() < 256 * 1024
            writer.close()

    run(scenario)


def test_a_change_that_is_no_valid_request_takes_nobodys_place(monkeypatch):
    monkeypatch.setattr(connections, "MOST_CHANGES", 1)

    async def scenario():
        async with held_service() as (app, _state, _made, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(CHANGE.replace(b"Host: x\r\n", b""))
            assert (await reader.readline()).split()[1] == b"400"
            _, other = await asyncio.open_connection("127.0.0.1", port)
            other.write(CHANGE)
            await until(lambda: app.asked)
            writer.close()
            other.close()

    run(scenario)


@pytest.mark.parametrize(
    ("whole", "lines", "body"),
    [
        (True, ["Content-Length: 2"], "{}"),
        (True, ["content-length:2", "Accept: */*"], "{}"),
        (True, ["X-Note: of content-length: 9", "Content-Length: 2"], "{}"),
        (True, ["Connection: keep-alive", "Content-Length: 2"], "{}"),
        (False, ["Connection: close", "Content-Length: 2"], "{}"),
        (False, ["Content-Length: 2", "connection:keep-alive, close"], "{}"),
        (False, ["Connection: Upgrade", "Upgrade: h2c", "Content-Length: 2"], "{}"),
        (False, ["Content-Length: 2"], "{"),  # the rest is still to come
        (False, ["Content-Length: 2"], "{}GET / HTTP/1.1"),  # the next request came along
        (False, ["Host: x"], ""),
        # What a body is taken for by one who reads it otherwise could be a request of its own.
        (False, ["Transfer-Encoding: chunked"], ""),
        (False, ["Transfer-Encoding: chunked", "Content-Length: 0"], ""),
        (False, ["Content-Length: 0", "transfer-encoding: chunked"], ""),
        (False, ["Content-Length: 0", "Content-Length: 20"], ""),
        (False, ["Content-Length: 20", "Content-Length: 0"], ""),
        (False, ["Content-Length : 20", "Content-Length: 0"], ""),
        (False, ["Content-Length: 0", " 20"], ""),
        (False, ["X: a\nContent-Length: 20", "Content-Length: 0"], ""),
    ],
)
def test_only_what_has_one_end_is_refused_unparsed(whole, lines, body):
    request = "\r\n".join([f"POST {GAME}/hands HTTP/1.1", *lines, "", body])
    assert connections.whole_change(request.encode()) == ("POST" if whole else None)
