"""Strangers who hold connections: a real process, real sockets, and a phone that comes between."""

import asyncio
import json
import logging
import resource
import socket
import time
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

import pytest

from service.errors import UnusableError
from service.http.connections import AHEAD, ANY_SIZE, LINGERING, MEAN_BYTES
from service.monitoring.logs import LoopErrors, RepeatLimit
from service.settings import Settings, is_proxy
from tests import http
from tests.serving import drawn, messages, serving, start

pytestmark = pytest.mark.slow

SOON_S = 60  # a deadline for slow machines; what is waited for is set to a second or less
HALF = b"GET /api/v1/rules HTTP/1.1\r\nHost: x\r\nX-Half: "


@pytest.fixture
def impatient(serve, database):
    """Start a service with shortened settings; `files` is how many it may have open."""

    def begin(files=None, environment=None, **shortened):
        before = None
        if files is not None:
            before = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (files, files))
        return serve(
            database,
            module="tests.service.impatient",
            before=before,
            SHORTENED=json.dumps(shortened),
            **(environment or {}),
        )

    return begin


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """One that waits for nobody longer than half a second, or a second for who reads."""
    folder = tmp_path_factory.mktemp("quick")
    shortened = json.dumps({"head_s": 0.5, "grace_s": 0.5, "unread_s": 1})
    with serving(
        f"sqlite:///{folder / 'games.sqlite3'}",
        folder,
        module="tests.service.impatient",
        SHORTENED=shortened,
    ) as running:
        yield running


@contextmanager
def connected(service, sent=b""):
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=SOON_S) as line:
        line.sendall(sent)
        yield line


def heard(line):
    """All that comes until the other side ends the connection."""
    parts = []
    try:
        while part := line.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass  # cut off is an end, too
    return b"".join(parts)


def told(answer):
    """The status and the code of a refusal."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    return int(head.split()[1]), json.loads(body)["code"]


def plays(service):
    """A phone that begins a game and records a hand: connections, files and the database work."""
    game, token = start(service.url)
    return drawn(game, token)["seq"] == 2


def drip(line, part, every_s=0.1):
    """Send a little again and again until the other side ends it; gives how often."""
    line.settimeout(every_s)
    deadline = time.monotonic() + SOON_S
    for count in range(10_000):
        assert time.monotonic() < deadline, f"still listened to after {count} parts"
        try:
            line.sendall(part)
            if not line.recv(65536):
                return count
        except TimeoutError:
            continue
        except OSError:
            return count
    return None


def test_heads_that_are_never_finished_do_not_end_the_service(impatient):
    """1,100 of them, where 1,024 files may be open: a phone plays on, and the log stays short."""
    service = impatient(files=1024, head_s=30)
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 1400:
        pytest.skip("the test itself needs 1,400 open files: raise ulimit -n")
    with ExitStack() as lines:
        for _ in range(1100):
            lines.enter_context(connected(service, HALF))
        for _ in range(3):
            assert plays(service)
    assert service.process.poll() is None
    assert len(service.printed) < 20_000


@pytest.mark.parametrize("sent", [HALF, b"", b"G"])
def test_a_head_that_does_not_come_is_not_waited_for(quick, sent):
    with connected(quick, sent) as line:
        answer = heard(line)
    assert (told(answer) == (408, "request_timeout")) if sent else (answer == b"")


def test_a_head_that_drips_is_cut_off(quick):
    with connected(quick, HALF) as line:
        assert drip(line, b"x") < 500
    with connected(quick, b"GET /healthz/live HTTP/1.1\r\nHost: x\r\n\r\n" + HALF) as line:
        assert drip(line, b"x") < 500  # after an answer as well


def test_a_body_that_drips_is_cut_off(quick):
    head = b"POST /api/v1/scores HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
    with connected(quick, head) as line:
        line.settimeout(0.1)
        answer, deadline = b"", time.monotonic() + SOON_S
        while b"\r\n\r\n" not in answer and time.monotonic() < deadline:
            line.sendall(b" ")
            try:
                answer += line.recv(65536)
            except TimeoutError:
                continue
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert plays(quick)


def test_a_body_that_drips_after_its_answer_is_cut_off(quick):
    """Nobody reads it any more, so nobody would notice."""
    head = b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
    with connected(quick, head) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 404 ")
        assert drip(line, b"x") < 500


def test_who_does_not_read_his_answers_is_cut_off(quick):
    """Long ones are asked for and none is read: the service does not keep them for ever."""
    ask = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    with connected(quick) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(ask * AHEAD)
        with pytest.raises(OSError, match=r"reset|pipe|abort"):  # noqa: PT012  (until it is)
            for _ in range(10 * SOON_S):
                time.sleep(0.1)
                line.sendall(b"G")
    assert plays(quick)


def test_who_reads_slowly_is_waited_for(quick):
    """A long answer over a bad network, faster than the least that is asked: all of it comes."""
    with connected(quick) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer, begun = b"", time.monotonic()
        while part := line.recv(4096):
            answer += part
            time.sleep(0.02)
        assert time.monotonic() - begun > 1  # longer than anything may wait here
    _, _, body = answer.partition(b"\r\n\r\n")
    assert json.loads(body)["openapi"]


def test_idle_connections_make_room(impatient):
    """Of one address and of all: who waits longest without a request goes, a stream stays."""
    service = impatient(connections=20, connections_per_address=10, head_s=30)
    game, token = start(service.url)
    with ExitStack() as lines, http.stream("GET", f"{game}/events", timeout=SOON_S) as stream:
        states = messages(stream.iter_lines())
        assert next(states)[0] == 1
        waiting = [lines.enter_context(connected(service, HALF)) for _ in range(30)]
        assert drawn(game, token)["seq"] == 2
        assert next(states)[0] == 2
        assert heard(waiting[0]) == b""  # the first had to go
        waiting[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            waiting[-1].recv(1)  # a late one is still waited for


def streams(service, game, count, address):
    """Open streams from an address; gives the lines and the statuses of their answers."""
    host, port = service.url.removeprefix("http://").split(":")
    path = game.removeprefix(service.url)
    lines, statuses = [], []
    for _ in range(count):
        line = socket.create_connection((host, int(port)), SOON_S, source_address=(address, 0))
        lines.append(line)
        line.sendall(f"GET {path}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        answer = line.recv(65536)  # whoever has asked for nothing yet might have to make room
        statuses.append(int(answer.split()[1]) if answer else 0)
    return lines, statuses


@pytest.mark.parametrize(
    ("shortened", "code", "opened"),
    [
        ({"connections": 40, "connections_per_address": 8}, "too_many_connections", 8),
        ({"streams_per_address": 6}, "too_many_streams", 6),
    ],
)
def test_one_address_opens_so_many_and_another_goes_on(impatient, shortened, code, opened):
    service = impatient(**shortened)
    game, _ = start(service.url)
    with ExitStack() as lines:
        found, statuses = streams(service, game, opened + 4, "127.0.0.2")
        for line in found:
            lines.callback(line.close)
        assert statuses == [200] * opened + [429] * 4
        found, statuses = streams(service, game, 3, "127.0.0.3")
        for line in found:
            lines.callback(line.close)
        assert statuses == [200] * 3
        host, port = service.url.removeprefix("http://").split(":")
        with socket.create_connection(
            (host, int(port)), SOON_S, source_address=("127.0.0.2", 0)
        ) as line:
            line.sendall(f"GET {game.removeprefix(service.url)}/events HTTP/1.1\r\n".encode())
            line.sendall(b"Host: x\r\nConnection: close\r\n\r\n")
            assert told(heard(line)) == (429, code)
        assert plays(service)


def test_a_proxy_holds_as_many_connections_as_it_needs(impatient):
    """It speaks for many; of whom it speaks is counted instead."""
    proxied = {"FORWARDED_ALLOW_IPS": "127.0.0.0/8"}
    service = impatient(
        connections=40, connections_per_address=4, streams_per_address=3, environment=proxied
    )
    game, _ = start(service.url)
    with ExitStack() as streams_of:
        for phone in range(4):
            for number in range(4):
                headers = {"X-Forwarded-For": f"192.0.2.{phone}"}
                stream = http.stream("GET", f"{game}/events", headers=headers, timeout=SOON_S)
                answer = streams_of.enter_context(stream)
                assert answer.status_code == (200 if number < 3 else 429), (phone, number)


def test_who_is_no_proxy_is_not_believed(impatient):
    """A phone that names another address each time is one sender all the same."""
    service = impatient(games_per_minute=2)
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    statuses = [
        http.post(
            f"{service.url}/api/v1/games",
            json=body,
            headers={"X-Forwarded-For": f"192.0.2.{number}"},
        ).status_code
        for number in range(4)
    ]
    assert statuses == [201, 201, 429, 429]


@pytest.mark.parametrize("sent", [b"NONSENSE\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03"])
def test_what_is_no_http_is_told_so(quick, sent):
    """The second is how a browser begins with https."""
    with connected(quick, sent + b"\r\n\r\n") as line:
        assert told(heard(line)) == (400, "bad_request")


def test_what_turns_into_nonsense_while_it_is_answered_ends_quietly(quick):
    """A broken chunk after the answer has begun: no second answer, no line about a fault."""
    head = b"POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connected(quick, head) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 404 ")
        with suppress(OSError):
            line.sendall(b"nonsense\r\n")
        assert heard(line).count(b"HTTP/1.1") == 0
    assert plays(quick)
    assert "fault" not in quick.printed
    assert "Traceback" not in quick.printed


def test_a_client_that_leaves_while_it_is_refused_leaves_no_fault(quick):
    """It closes while the nonsense after its request is refused: one of about sixty is so quick."""
    for _ in range(400):
        with connected(
            quick, b"GET /healthz/live HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n"
        ) as line:
            line.recv(65536)
    assert plays(quick)
    assert "fault" not in quick.printed


CHUNKED = b"POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("path", [b"/api/v1/scores", b"/api/v1/readings"])
def test_a_body_in_crumbs_is_refused(quick, path):
    """Each part takes as long as a large one: a megabyte of them would keep every table waiting."""
    with connected(quick, CHUNKED % path + b"1\r\n \r\n" * 2 * ANY_SIZE) as line:
        assert told(heard(line)) == (400, "bad_request")
    assert plays(quick)


def test_a_body_of_many_fair_parts_is_read(quick):
    """A last part may be as small as it likes, and so may all of a short body."""
    fair = b"%x\r\n%b\r\n" % (MEAN_BYTES, b" " * MEAN_BYTES)
    for parts in (fair * 2 * ANY_SIZE + b"1\r\n \r\n", b"1\r\n \r\n" * ANY_SIZE):
        with connected(quick, CHUNKED % b"/api/v1/scores" + parts + b"0\r\n\r\n") as line:
            assert line.recv(65536).startswith(b"HTTP/1.1 4")
            line.sendall(b"GET /healthz/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert b'{"live":true}' in heard(line)


@pytest.mark.parametrize("count", [AHEAD + 1, AHEAD + 2, 400])
def test_only_some_requests_wait_for_an_answer(quick, count):
    ask = b"GET /healthz/live HTTP/1.1\r\nHost: x\r\n\r\n"
    with connected(quick, ask * count) as line:
        if count == AHEAD + 1:  # one is answered, and so many wait
            line.shutdown(socket.SHUT_WR)
            answer = b""
            while answer.count(b'{"live":true}') < count:
                answer += line.recv(65536)
        else:
            assert told(heard(line)) == (400, "bad_request")


def test_files_that_run_out_are_said_seldom():
    """Asyncio says it for each attempt, by the thousand; everything else it says as ever."""
    lines = []
    log = logging.getLogger("test.accept")
    log.propagate = False

    async def run_out():
        said = asyncio.Event()

        class Kept(logging.Handler):
            def emit(self, record):
                lines.append(record.getMessage())
                said.set()

        log.handlers = [Kept()]
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(LoopErrors(log))
        server = await loop.create_server(asyncio.Protocol, "127.0.0.1", 0, backlog=100)
        (listener,) = server.sockets
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        with ExitStack() as open_files:
            clients = [open_files.enter_context(socket.socket()) for _ in range(4)]
            free = open_files.enter_context(socket.socket()).fileno()
            resource.setrlimit(resource.RLIMIT_NOFILE, (free + 1, before[1]))
            try:
                for client in clients:
                    client.settimeout(0)
                    client.connect_ex(listener.getsockname())
                await asyncio.wait_for(said.wait(), SOON_S)
                await asyncio.sleep(0.1)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, before)
        server.close()

    asyncio.run(run_out())
    assert len(lines) == 1
    assert "no connection can be accepted" in lines[0]


def test_a_line_that_repeats_says_how_often(caplog):
    now = [0.0]
    repeated = RepeatLimit(logging.getLogger("test.repeated"), lambda: now[0])
    for at in (0, 1, 2, 59, 61, 200):
        now[0] = at
        repeated.warn("trouble")
    assert caplog.messages == [
        "trouble",
        "trouble (and 3 times since the last such line)",
        "trouble",
    ]


@pytest.mark.parametrize(
    ("text", "believed", "not_believed"),
    [
        ("", [], ["127.0.0.1", "::1", "", "a socket"]),
        ("127.0.0.1", ["127.0.0.1"], ["127.0.0.2", "192.0.2.1"]),
        (" 10.0.0.0/8 , ::1 ", ["10.1.2.3", "::1"], ["11.0.0.1", "::2", "10.0.0"]),
        ("*", ["192.0.2.1", "a socket"], []),
    ],
)
def test_which_proxies_are_believed(text, believed, not_believed):
    proxies = Settings.from_environment({"FORWARDED_ALLOW_IPS": text}).proxies
    assert bool(proxies) == bool(believed)
    assert [one for one in believed if not is_proxy(proxies, one)] == []
    assert [one for one in not_believed if is_proxy(proxies, one)] == []
    again = {"FORWARDED_ALLOW_IPS": ",".join(map(str, proxies))}
    assert Settings.from_environment(again).proxies == proxies


@pytest.mark.parametrize("text", ["proxy", "10.0.0.0/33", "10.0.0.1/8"])
def test_what_is_no_proxy_is_named(text):
    with pytest.raises(UnusableError, match="FORWARDED_ALLOW_IPS"):
        Settings.from_environment({"FORWARDED_ALLOW_IPS": text})


def test_those_who_are_told_why_they_go_are_few(impatient):
    """Refused ones stay a moment to hear it; however many come, they hold no files for long."""
    service = impatient(connections=4, connections_per_address=4)
    game, _ = start(service.url)
    port = int(service.url.rpartition(":")[2])
    with ExitStack() as lines:
        held, statuses = streams(service, game, 2, "127.0.0.2")
        for line in held:
            lines.callback(line.close)
        assert statuses == [200, 200]
        for _ in range(3 * LINGERING):
            line = socket.create_connection(
                ("127.0.0.1", port), SOON_S, source_address=("127.0.0.2", 0)
            )
            lines.callback(line.close)
        assert plays(service)
