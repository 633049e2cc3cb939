"""A database that lets nobody write for a while: writers are told soon, readers notice nothing."""

import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy.engine import make_url

from tests import http
from tests.serving import drawn, start

WRITERS = 100
PATIENCE_S = 120  # of a client, on any machine
EVERY_S = 0.2  # as often as somebody would look; all the time would take a core from the writers
HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
connection.execute(sys.argv[2])
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(database, statement):
    """Another process holds SQLite's lock."""
    command = [sys.executable, "-c", HOLD, make_url(database).database, statement]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout.readline() == "locked\n"
        try:
            yield
        finally:
            other.stdin.close()
            assert other.wait(timeout=60) == 0


class Writers:
    """Many phones that report a drawn hand at once, each to one of some tables."""

    def __init__(self, tables):
        self.answers = []
        self._threads = [
            threading.Thread(target=self._write, args=(*tables[number % len(tables)], number))
            for number in range(WRITERS)
        ]

    def _write(self, game, token, number):
        headers = {**token, "Idempotency-Key": f"{number:032}"}
        with http.Client(timeout=PATIENCE_S, trust_env=False) as client:
            self.answers.append(client.post(f"{game}/hands", json={"draw": True}, headers=headers))

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        for thread in self._threads:
            thread.join(timeout=300)

    @property
    def waiting(self):
        return any(thread.is_alive() for thread in self._threads)  # one may have got no answer

    def looks(self, url, *games):
        """How often games and the service's health were seen while some writers still waited."""
        looks = 0
        while True:
            for address in (f"{url}/", *games, *(f"{game}/history" for game in games)):
                answer = http.get(address, timeout=PATIENCE_S)
                assert answer.status_code == 200, answer.text
                looks += self.waiting
            http.get(f"{url}/healthz", timeout=PATIENCE_S)  # may say that nothing can be written
            if not self.waiting:
                return looks
            time.sleep(EVERY_S)

    def check_refused(self):
        assert len(self.answers) == WRITERS
        for answer in self.answers:
            assert (answer.status_code, answer.json()["code"]) == (503, "database_busy")
            assert int(answer.headers["retry-after"]) > 0


@pytest.mark.parametrize(("statement", "tables"), [("BEGIN IMMEDIATE", 1), ("BEGIN EXCLUSIVE", 20)])
def test_a_file_that_another_process_locks(serve, database, statement, tables):
    url = serve(database, module="tests.crash.hasty").url
    games = [start(url) for _ in range(tables)]
    with held(database, statement):  # to the end: who is answered has not waited for the lock
        with Writers(games) as writers:
            time.sleep(0.3)  # until they wait
            assert writers.looks(url, games[0][0])
        writers.check_refused()
    for game, token in games:
        assert drawn(game, token)["seq"] == 2


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT id FROM games WHERE id = '{game}' FOR UPDATE",
        "LOCK TABLE events IN EXCLUSIVE MODE",
    ],
    ids=["a game", "all events"],
)
def test_a_server_on_which_somebody_holds_a_lock(serve, postgresql, statement):
    database = postgresql.new_database()
    url = serve(database, module="tests.crash.hasty").url
    (locked, token), (other, others) = start(url), start(url)
    with psycopg.connect(database) as holder:  # to the end, as above
        holder.execute(statement.format(game=locked.rpartition("/")[2]))
        with Writers([(locked, token)]) as writers:
            time.sleep(0.3)
            if "FOR UPDATE" in statement:
                assert drawn(other, others)["seq"] == 2
            assert writers.looks(url, locked, other)
        writers.check_refused()
        holder.rollback()
    assert drawn(locked, token)["seq"] == 2
