"""Clients that report hands as fast as they are answered, and remember every answer."""

import http.client
import itertools
import json
import random
import threading
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest

# A tie moves nobody on, so that a game goes on for as long as it is played; ties and chips found.
CHANGES = (
    ("hands", {"draw": True}),
    ("hands", {"draw": True}),
    ("adjustments", {"changes": [1, -1, 0, 0], "reason": "a chip found under the table"}),
)
# Seconds before somebody who was refused goes on: while a server is away those who do not pause are
# refused thousands of hands, each of which is sent again in the end.
PAUSE_S = 0.05


@dataclass
class Table:
    """A game, and what was answered for it: key -> event. `unsure` got no answer."""

    path: str
    token: str
    answered: dict = field(default_factory=dict)
    unsure: dict = field(default_factory=dict)
    refused: list = field(default_factory=list)


class Line:
    """One connection to a service, opened again when it was lost."""

    def __init__(self, url, timeout=30):
        parts = urlsplit(url)
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=timeout)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()

    def call(self, method, path, body=None, **headers):
        """The status and the JSON answer; raises OSError or HTTPException without one."""
        try:
            text = None if body is None else json.dumps(body)
            headers = {"Content-Type": "application/json", **headers}
            self._connection.request(method, path, text, headers)
            answer = self._connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            self._connection.close()
            raise

    def post(self, table, what, body, key):
        """Send a change with its key."""
        headers = {"Authorization": f"Bearer {table.token}", "Idempotency-Key": key}
        return self.call("POST", f"{table.path}/{what}", body, **headers)


def call(url, method, path, body=None):
    """One call on a connection of its own."""
    with Line(url) as line:
        return line.call(method, path, body)


def sit_down(url):
    """Start a game."""
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    status, game = call(url, "POST", "/api/v1/games", body)
    assert status == 201, game
    return Table(f"/api/v1/games/{game['id']}", game["write_token"])


class Load:
    """Clients at some tables, until they are told to stop or, unless `persistent`, cut off."""

    def __init__(self, urls, tables, clients=8, *, persistent=False):
        self._persistent = persistent
        self._urls, self._tables = urls, tables
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=(number,)) for number in range(clients)
        ]
        self.begun = time.monotonic()

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        for thread in self._threads:
            thread.join()

    @property
    def hands(self):
        return sum(len(table.answered) for table in self._tables)

    def until(self, hands, patience_s=60):
        """Wait until so many more hands were answered, each of them within this time."""
        answered, latest = self.hands, time.monotonic()
        wanted = answered + hands
        while answered < wanted and any(thread.is_alive() for thread in self._threads):
            time.sleep(0.005)
            if answered != self.hands:
                answered, latest = self.hands, time.monotonic()
            elif time.monotonic() > latest + patience_s:
                pytest.fail(f"only {answered} of {wanted} hands, the last {patience_s} s ago")

    def _play(self, number):
        dice = random.Random(number)
        table = self._tables[number % len(self._tables)]
        with Line(self._urls[number % len(self._urls)]) as line:
            for count in itertools.count():
                key = f"{number}-{count}-{dice.random()}"
                what, body = dice.choice(CHANGES)
                if self._over.is_set() or not self._report(line, table, what, body, key):
                    return

    def _report(self, line, table, what, body, key):
        try:
            status, answer = line.post(table, what, body, key)
        except (OSError, http.client.HTTPException):
            table.unsure[key] = (what, body)
            return self._persistent
        if status == 201:
            table.answered[key] = answer["event"]
        else:
            table.refused.append((status, answer["code"]))
            table.unsure[key] = (what, body)
            time.sleep(PAUSE_S)
        return True


def settle(url, table):
    """Ask again for what got no answer, as a phone does; everything is answered afterwards."""
    with Line(url) as line:
        for key, (what, body) in table.unsure.items():
            status, answer = line.post(table, what, body, key)
            if (status, answer.get("code")) == (409, "game_finished"):
                continue  # it never arrived, and others played the game to its end meanwhile
            assert status == 201, answer
            table.answered[key] = answer["event"]
    table.unsure.clear()


def history(url, table):
    """Every event of a game."""
    status, answer = call(url, "GET", f"{table.path}/history")
    assert status == 200, answer
    return answer["events"]


def check(url, table):
    """Every answered hand is in the game as it was answered, in a row without a gap."""
    events = history(url, table)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)
    by_seq = {event["seq"]: event for event in events}
    lost = {key: told for key, told in table.answered.items() if by_seq.get(told["seq"]) != told}
    assert lost == {}
    assert len({told["seq"] for told in table.answered.values()}) == len(table.answered)
    surplus = len(events) - 1 - len(table.answered)
    assert 0 <= surplus <= len(table.unsure)
    return events
