"""A database that lets nobody write for a while: writers are told soon, readers notice nothing."""

import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import httpx2 as httpx
import psycopg
import pytest
from sqlalchemy.engine import make_url

from tests.serving import drawn, start

WRITERS = 100
# Deadlines on a machine that does nothing else: reads take some hundredths, and took ten seconds
# where they waited behind writers; writers wait three seconds for their turn and three for the
# database. A machine on which reads take longer anyway is given as many times more.
READ_S, WRITE_S = 3, 20
USUAL_S = 0.1
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
        with httpx.Client(timeout=120, trust_env=False) as client:
            begun = time.monotonic()
            answer = client.post(f"{game}/hands", json={"draw": True}, headers=headers)
            self.answers.append((answer, time.monotonic() - begun))

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        for thread in self._threads:
            thread.join(timeout=300)

    @property
    def waiting(self):
        return len(self.answers) < WRITERS

    def check_refused(self, within_s):
        assert len(self.answers) == WRITERS
        for answer, took in self.answers:
            assert (answer.status_code, answer.json()["code"]) == (503, "database_busy")
            assert int(answer.headers["retry-after"]) > 0
            assert took < within_s


def slowness(url, *games):
    """How many times longer than usual reads take here, while nobody holds anything."""
    read(url, *games)  # the first is slower
    return max(1.0, read(url, *games) / USUAL_S)


def read(url, *games):
    """Look at games and at the service's health; gives the longest of the times it took."""
    longest = 0.0
    for address in (f"{url}/healthz", f"{url}/", *games, *(f"{game}/history" for game in games)):
        begun = time.monotonic()
        answer = httpx.get(address, timeout=120)
        longest = max(longest, time.monotonic() - begun)
        if not address.endswith("healthz"):  # which may say that nothing can be written
            assert answer.status_code == 200, answer.text
    return longest


@pytest.mark.parametrize(("statement", "tables"), [("BEGIN IMMEDIATE", 1), ("BEGIN EXCLUSIVE", 20)])
def test_a_file_that_another_process_locks(serve, database, statement, tables):
    url = serve(database).url
    games = [start(url) for _ in range(tables)]
    slow = slowness(url, games[0][0])
    with held(database, statement), Writers(games) as writers:
        time.sleep(0.3)  # until they wait
        looks = 0
        while writers.waiting:
            assert read(url, games[0][0]) < slow * READ_S
            looks += 1
        assert looks > 1
    writers.check_refused(slow * WRITE_S)
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
    url = serve(database).url
    (locked, token), (other, others) = start(url), start(url)
    slow = slowness(url, locked, other)
    with psycopg.connect(database) as holder:
        holder.execute(statement.format(game=locked.rpartition("/")[2]))
        with Writers([(locked, token)]) as writers:
            time.sleep(0.3)
            if "FOR UPDATE" in statement:
                begun = time.monotonic()
                assert drawn(other, others)["seq"] == 2
                assert time.monotonic() - begun < slow * READ_S
            looks = 0
            while writers.waiting:
                assert read(url, locked, other) < slow * READ_S
                looks += 1
            assert looks > 1
        writers.check_refused(slow * WRITE_S)
        holder.rollback()
    assert drawn(locked, token)["seq"] == 2
