"""Ready is who can do all of the work; asking costs nothing; HEAD answers as GET."""

import asyncio
import ctypes
import errno
import re
import sqlite3
import threading
import time
from contextlib import closing, suppress

import httpx2 as httpx
import psycopg
import pytest
from fastapi.testclient import TestClient

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.app import create_app
from service.db.database import Database
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import Store
from service.live import workers
from service.live.streams import DELETED, Feeds, Part
from service.live.workers import Worker
from service.monitoring import readiness as readinesses
from service.monitoring.readiness import Readiness, is_ready
from service.settings import Settings
from tests import http
from tests.deadlines import LONG_S, until
from tests.postgresql import on_both
from tests.service.begun import begun
from tests.serving import start

pytestmark = pytest.mark.slow

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules())


def counted(client):
    """What is shown to programs of this computer."""
    return TestClient(client.app, client=("127.0.0.1", 50000)).get("/metrics").text


def checks(client):
    answer = client.get("/healthz/ready")
    assert (answer.status_code == 200) == answer.json()["ready"]
    return answer.status_code, answer.json()["checks"]


# Checks -------------------------------------------------------------------------------------------


@on_both
def test_every_part_of_the_work_is_looked_at(client, database):
    status, said = checks(client)
    parts = {"listener", "chores", "models", "uploads", "database", "service"}
    parts |= {"disk", "room"} if database.startswith("sqlite") else set()
    assert (status, said) == (200, dict.fromkeys(parts, "ok"))


@pytest.mark.parametrize("part", ["room", "uploads"])
def test_little_room_is_said_and_stops_no_hand(database, part):
    settings = Settings(database=database, free_mebibytes=2**40)
    with TestClient(create_app(settings)) as client:
        status, said = checks(client)
        assert (status, said["disk"]) == (200, "ok")
        assert re.fullmatch(r"\d+ MiB free of \d+ MiB needed. Free some space", said[part])


def test_a_folder_for_uploads_that_is_gone_is_said_and_stops_no_hand(client, tmp_path, monkeypatch):
    monkeypatch.setattr(readinesses.tempfile, "tempdir", str(tmp_path / "gone"))
    status, said = checks(client)
    assert (status, "No such file" in said["uploads"], said["disk"]) == (200, True, "ok")


def test_a_disk_that_takes_no_write_stops_hands(client, monkeypatch):
    def write(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(readinesses.tempfile, "TemporaryFile", write)
    status, said = checks(client)
    assert (status, "No space left" in said["disk"], said["database"]) == (503, True, "ok")


@on_both
def test_a_lock_of_somebody_else_is_busy_and_no_fault_until_it_lasts(
    client, table, database, monkeypatch
):
    """Whoever asks is answered long before a writer would be."""
    with locked(database):
        status, said = checks(client)
        assert (status, said["database"]) == (200, "busy")
        monkeypatch.setattr(readinesses, "BUSY_S", 0)
        monkeypatch.setattr(readinesses, "FRESH_S", 0)
        status, said = checks(client)
        assert (status, said["database"].partition(":")[0]) == (503, "database_busy")
    assert checks(client)[1]["database"] == "ok"


def locked(database):
    if database.startswith("sqlite"):
        file = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
        file.execute("BEGIN IMMEDIATE")
        return closing(file)
    other = psycopg.connect(database)
    other.execute("LOCK TABLE alembic_version")
    return closing(other)


def asked(readiness, times=1):
    async def ask():
        return [await readiness.report() for _ in range(times)]

    return asyncio.run(ask())


class Held(Readiness):
    """Waits for a word, as for a server that does not answer, and counts how often it is asked."""

    def __init__(self, checks, database):
        super().__init__(checks, database)
        self.word, self.times = threading.Event(), 0

    def database_state(self):
        self.times += 1
        assert self.word.wait(LONG_S), "nobody gave the word"
        return super().database_state()


def test_a_check_that_hangs_is_said_and_waited_for_once(database, monkeypatch):
    monkeypatch.setattr(readinesses, "DEADLINE_S", 0.05)
    monkeypatch.setattr(readinesses, "FRESH_S", 0)
    opened = Database.open(database)
    held = Held({"models": lambda: "ok"}, opened)
    for report in asked(held, 3):
        assert (is_ready(report), report["models"]) == (False, "ok")
        assert "does not answer" in report["database"]
    assert held.times == 1
    held.word.set()
    until(lambda: is_ready(asked(held)[0]), "the answer")
    opened.close()


def test_however_many_ask_it_is_looked_at_once(database):
    opened = Database.open(database)
    held = Held({}, opened)
    held.word.set()
    assert all(is_ready(report) for report in asked(held, 200))
    assert held.times == 1
    opened.close()


def test_a_check_that_fails_is_not_well(database):
    opened = Database.open(database)

    def broken():
        raise LookupError("secret")

    (report,) = asked(Readiness({"models": broken, "disk": broken}, opened))
    assert {report[name] for name in ("models", "disk")} == {"could not be checked: LookupError"}
    assert not is_ready(report)
    (report,) = asked(Readiness({"models": broken}, opened))
    assert is_ready(report)
    opened.close()


def test_requests_that_wait_for_the_database_do_not_delay_it(serve, tmp_path):
    """More of them than there are threads."""
    file = tmp_path / "games.sqlite3"
    service = serve(f"sqlite:///{file}")
    game, token = start(service.url)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        def write():
            with suppress(httpx.TransportError):  # the service may end before it is answered
                http.post(f"{game}/hands", json={"draw": True}, headers=token, timeout=LONG_S)

        writers = [threading.Thread(target=write) for _ in range(60)]
        for writer in writers:
            writer.start()
        time.sleep(0.5)  # they are on their way
        said = http.get(f"{service.url}/healthz/ready", timeout=LONG_S).json()["checks"]
        assert said["database"].partition(":")[0] in ("busy", "database_busy")  # and no deadline
        other.execute("ROLLBACK")
    for writer in writers:
        writer.join()


# Threads ------------------------------------------------------------------------------------------


def test_a_thread_that_is_ended_from_outside_is_begun_again(client, table):
    """As by a signal or a fault in a library: not even SystemExit ends it."""
    (watch, _) = client.app.state.readiness.workers
    (thread,) = [each for each in threading.enumerate() if each.name == "listener"]
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit)
    )
    ended = 'tableside_thread_ends_total{thread="listener"} 1.0'
    until(lambda: ended in counted(client), "the end")
    until(lambda: watch.state == "ok", "the beginning")
    assert "tableside_listener_running 1.0" in counted(client)


def test_what_goes_on_failing_is_said_and_counted(client):
    ends = []

    def work():
        raise LookupError("a bug")

    broken = Worker("listener", [work], 1, ends.append)
    broken.start()
    client.app.state.readiness.workers = (broken,)
    until(lambda: len(ends) >= 2, "the second end")
    status, said = checks(client)
    assert (status, said["listener"]) == (200, "failed with LookupError and is being restarted")
    assert "tableside_listener_running 0.0" in counted(client)
    broken.stop()


def test_a_chore_that_fails_keeps_no_other_from_being_done():
    done, times = [], [True, False]

    def fails():
        if times.pop(0):
            raise LookupError("a bug")
        return 0

    def works():
        done.append(True)
        return 0

    periodic_tasks = Worker("chores", [fails, works], 3600)
    periodic_tasks.start()
    until(lambda: len(done) == 2, "the second round")
    until(lambda: periodic_tasks.state == "ok", "the end of the round")
    periodic_tasks.stop()


def test_a_stop_leaves_behind_what_waits_for_a_server_that_stands_still(monkeypatch, caplog):
    monkeypatch.setattr(workers, "STOP_S", 0.05)
    word = threading.Event()

    def wait():
        word.wait(LONG_S)
        return 0

    stuck = Worker("stuck", [wait], 1)
    stuck.start()
    stuck.stop()
    assert "stuck" in {thread.name for thread in threading.enumerate()}
    assert caplog.messages == ["stuck: did not stop in time and is left running"]
    word.set()


def test_a_file_that_is_replaced_is_said_by_the_listener(client, table, tmp_path):
    """Nobody has to write for it to be noticed."""
    (tmp_path / "games.sqlite3").rename(tmp_path / "elsewhere.sqlite3")
    (watch, _) = client.app.state.readiness.workers
    until(lambda: "database_replaced" in watch.state, "the notice")
    status, said = checks(client)
    assert (status, said["database"].partition(":")[0]) == (503, "database_replaced")


def test_a_folder_that_is_gone_stops_only_what_needs_the_database(client, table, tmp_path, refused):
    tmp_path.rename(tmp_path.with_name("elsewhere"))
    refused(table.hand(draw=True), 503, "database_replaced")
    body = {"rules": "hk-500", "hand": "123m 456m 79m 77z (555z) +8m"}
    assert client.post("/api/v1/scores", json=body).status_code == 200
    tmp_path.with_name("elsewhere").rename(tmp_path)


@on_both
def test_a_deleted_game_ends_and_hides_no_later_event(database):
    """On SQLite the numbers of its rows are given to others."""
    store, other = Store.open(database), Store.open(database)
    feeds = Feeds(store, lambda _game: {})
    owner, log = begun(store, STARTED)
    gone, _ = begun(store, STARTED)
    watch = Worker("listener", [feeds.look], 0.01)
    watch.start()

    async def message(stream):
        pieces = (each async for each in stream if each.startswith(("id: ", "event: ")))
        return await asyncio.wait_for(anext(pieces), LONG_S)

    async def follow():
        kept, ended = (feeds.stream(Part(each, "state", 0)) for each in (log.id, gone.game_id))
        assert [await message(each) for each in (kept, ended)]
        await asyncio.to_thread(other.delete, gone)
        await asyncio.to_thread(
            other.append, owner, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {}
        )
        assert (await message(kept)).startswith("id: 2\n")
        assert await message(ended) == DELETED

    asyncio.run(follow())
    watch.stop()
    for one in (store, other):
        one.close()


# HEAD ---------------------------------------------------------------------------------------------

VARYING = {"x-request-id", "date"}


def gets(client):
    """The addresses of every GET call that is described, with what they need."""
    described = client.get("/openapi.json").json()["paths"]
    return [path for path, calls in described.items() if "get" in calls]


def test_head_answers_as_get_at_every_address(client, table):
    table.hand(draw=True)
    names = {"game_id": table.id, "rules_id": "hk-500", "link_id": "x", "hash": "0" * 64,
             "photo_id": "x", "picture": "x", "set_id": "0" * 32, "version": "v",
             "name": "n"}  # fmt: skip
    addresses = [path.format(**names) for path in gets(client) if not path.endswith("/events")]
    addresses += ["/", "/openapi.json", "/static/index.html", "/nowhere", "/api/v1/scores"]
    assert len(addresses) > 20
    for address in addresses:
        for asked in ({}, {"Accept-Encoding": "gzip", "Authorization": f"Bearer {table.token}"}):
            get = client.get(address, headers=asked)
            head = client.head(address, headers=asked)
            assert (address, head.status_code) == (address, get.status_code)
            if address != "/metrics":  # it counts what was asked meanwhile
                assert without(head) == without(get), address
            assert head.content == b""


def without(answer):
    return {name: value for name, value in answer.headers.items() if name not in VARYING}


def test_head_of_a_stream_ends_with_its_headers(serve, database):
    service = serve(database)
    game, _ = start(service.url)
    for stream in (f"{game}/events", f"{game}/draft/events"):
        for _ in range(3):
            head = httpx.head(stream, timeout=LONG_S)
            assert head.status_code == 200
            assert head.headers["content-type"].startswith("text/event-stream")
    page = httpx.head(f"{service.url}/")
    assert int(page.headers["content-length"]) == len(http.get(f"{service.url}/").content) or (
        "content-encoding" in page.headers
    )
    assert "tableside_followers 0.0" in http.get(f"{service.url}/metrics").text
    service.stop()
    assert "fault" not in service.printed
    assert '"method": "HEAD"' in service.printed
