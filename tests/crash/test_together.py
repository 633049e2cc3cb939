"""Several services behind one database: one winner, no event lost, whatever goes away between."""

import threading
import time

import httpx2 as httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.db import migration
from service.db.database import Database
from service.db.database_errors import fault_of
from service.ledger import views
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import Store
from tests import http
from tests.crash.load import Line, Load, check, history, settle, sit_down
from tests.postgresql import on_both
from tests.service.begun import begun
from tests.serving import messages
from tests.soak import full

WRITERS = full(16, 200)


@on_both
def test_of_all_that_expect_the_same_seq_one_succeeds(serve, database):
    """They meet at two services, and start together."""
    urls = [serve(database).url for _ in range(2)]
    table = sit_down(urls[0])
    gate, answers = threading.Barrier(WRITERS), []

    def write(number):
        body = {"draw": True, "expected_seq": 1}
        with Line(urls[number % 2], timeout=120) as line:
            gate.wait()
            while True:
                status, answer = line.post(table, "hands", body, f"writer-{number}")
                if status != 503:  # sent away is not answered: a phone asks again
                    answers.append((status, answer.get("code")))
                    return

    writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(answers, key=str) == [(201, None), *[(409, "stale_seq")] * (WRITERS - 1)]
    assert len(history(urls[1], table)) == 2


@on_both
def test_one_key_at_two_services_is_applied_once(serve, database):
    urls = [serve(database).url for _ in range(2)]
    table = sit_down(urls[0])
    gate, answers = threading.Barrier(8), []

    def write(number):
        with Line(urls[number % 2], timeout=120) as line:
            gate.wait()
            answers.append(line.post(table, "hands", {"draw": True}, "one-key"))

    writers = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert {status for status, _ in answers} == {201}
    assert len({str(answer) for _, answer in answers}) == 1
    with Line(urls[1]) as line:
        status, answer = line.post(table, "hands", {"draw": True, "expected_seq": 2}, "one-key")
    assert (status, answer["code"]) == (422, "idempotency_key_reused")
    assert len(history(urls[0], table)) == 2


class Phone(threading.Thread):
    """Follows a game as a browser does: after every break it asks for what it missed."""

    def __init__(self, url, table):
        super().__init__(daemon=True)
        self.url, self.seen = url + table.path, []
        self.off = threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *raised):
        self.off.set()

    def run(self):
        # The environment is another thread's to change: asked for a proxy, it may break here.
        with http.Client(timeout=60, trust_env=False) as client:
            while not self.off.is_set():
                try:
                    self._follow(client)
                except httpx.HTTPError:
                    time.sleep(0.1)

    def _follow(self, client):
        headers = {"Last-Event-ID": str(self.seen[-1])} if self.seen else {}
        with client.stream("GET", f"{self.url}/events", headers=headers) as stream:
            for number, state in messages(stream.iter_lines()):
                assert number == state["seq"]
                self.seen.append(number)
                if self.off.is_set():
                    return

    def sees(self, seq, patience_s=120):
        deadline = time.monotonic() + patience_s
        while not self.seen or self.seen[-1] < seq:
            assert time.monotonic() < deadline, f"saw {self.seen[-3:]}, not {seq}"
            time.sleep(0.05)
        return self.seen


def test_a_server_that_goes_away_and_returns_loses_no_event(serve, postgresql):
    """PostgreSQL is restarted under load; phones at both services see every event, once."""
    database = postgresql.new_database()
    urls = [serve(database).url for _ in range(2)]
    table = sit_down(urls[0])
    with Phone(urls[0], table) as ann, Phone(urls[1], table) as ben:
        for phone in (ann, ben):
            phone.sees(1)
        with Load(urls, [table], clients=4, persistent=True) as load:
            for lose in (lambda: postgresql.cut(database), postgresql.restart) * full(1, 5):
                load.until(10, patience_s=120)
                lose()
            load.until(10, patience_s=120)
        settle(urls[1], table)
        events = check(urls[0], table)
        assert len(events) == 1 + len(table.answered)
        for phone in (ann, ben):
            assert phone.sees(len(events)) == list(range(1, len(events) + 1))


@on_both
def test_a_migration_under_load_keeps_nobody_out(database):
    """Programs of the revision before go on writing while several new ones start."""
    old = Database.open(database)
    with old.write_connection() as connection:
        connection.execute(text("DROP TABLE join_codes"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0010'"))
    store = Store(old)
    owner, log = begun(store, GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules()))
    over, written, opened = threading.Event(), [], []

    def write():
        while not over.is_set():
            try:
                added = store.append(
                    owner, IdempotentRequest("x"), lambda _: HandDrawn(), views.added_json
                )
            except OperationalError as error:  # a migration takes as long as the machine is busy
                assert fault_of(error).code == "database_busy"  # noqa: PT017  (others are passed on)
            else:
                written.append(added["seq"])
            time.sleep(0.005)  # an SQLite file is given to whoever asks when it is free

    def upgrade():
        one = Database.open(database)
        with one.read_connection() as connection:
            opened.append(migration.revision(connection))
        one.close()

    writers = [threading.Thread(target=write) for _ in range(3)]
    newcomers = [threading.Thread(target=upgrade) for _ in range(3)]
    for thread in (*writers, *newcomers):
        thread.start()
    for thread in newcomers:
        thread.join()
    before = len(written)
    deadline = time.monotonic() + 60
    while len(written) < before + 10 and time.monotonic() < deadline:
        time.sleep(0.01)
    over.set()
    for thread in writers:
        thread.join()
    assert opened == [migration.REVISION] * 3
    assert len(written) >= before + 10
    assert sorted(written) == list(range(2, len(written) + 2))
    assert len(store.load(log.id).events) == 1 + len(written)
    old.close()


def test_while_the_server_is_away_it_is_said(serve, postgresql):
    """Nothing is pretended: neither ready, nor written; and all is well when it is back."""
    database = postgresql.new_database()
    url = serve(database).url
    table = sit_down(url)
    postgresql.stop()
    try:
        with Line(url, timeout=120) as line:
            status, answer = line.post(table, "hands", {"draw": True}, "while-away")
            assert (status, answer["code"]) == (503, "database_busy")
            assert line.call("GET", "/healthz/ready")[0] == 503
            assert line.call("GET", "/healthz/live")[0] == 200
    finally:
        postgresql.start()
    with Line(url, timeout=120) as line:
        status, answer = line.post(table, "hands", {"draw": True}, "while-away")
        assert (status, answer["seq"]) == (201, 2)
        assert line.call("GET", "/healthz/ready")[1]["checks"]["database"] == "ok"


def test_the_load_itself_notices_a_loss(serve, database):
    """What all of these tests rely on: a hand that is gone is not overlooked."""
    url = serve(database).url
    table = sit_down(url)
    with Load([url], [table], clients=1) as load:
        load.until(3)
    check(url, table)
    key, event = next(iter(table.answered.items()))
    table.answered[key] = {**event, "seq": 999}
    with pytest.raises(AssertionError):
        check(url, table)
