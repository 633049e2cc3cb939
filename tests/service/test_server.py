"""A real server process, spoken to over a real socket: live states, restarts, an evening."""

import os
import signal
from contextlib import ExitStack

import pytest

from tests import http
from tests.deadlines import heard
from tests.forks import Fork
from tests.postgresql import on_both
from tests.serving import ROOT, at, drawn, messages, serving, start

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with serving(f"sqlite:///{folder / 'games.sqlite3'}", folder) as running:
        yield running.url


def test_a_phone_follows_the_game(server):
    game, token = start(server)
    with http.stream("GET", f"{game}/events", timeout=30) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        states = messages(stream.iter_lines())
        number, state = next(states)
        assert (number, state["seq"], state["hand_number"]) == (1, 1, 1)
        for expected in (2, 3):
            answer = drawn(game, token)
            number, state = next(states)
            assert (number, state) == (expected, answer["state"])


@pytest.mark.parametrize(
    ("last", "first"), [("1", 2), ("2", 3), ("0", 1), ("nonsense", 4), ("99", 4), ("-1", 4)]
)
def test_a_phone_that_slept_gets_what_it_missed(server, last, first):
    game, token = start(server)
    for _ in range(3):
        drawn(game, token)
    headers = {"Last-Event-ID": last}
    with http.stream("GET", f"{game}/events", headers=headers, timeout=30) as stream:
        states = messages(stream.iter_lines())
        found = [next(states) for _ in range(first, 5)]
    assert [number for number, _ in found] == list(range(first, 5))
    assert [state["seq"] for _, state in found] == list(range(first, 5))


def test_an_unknown_game_has_no_stream(server):
    answer = http.get(f"{server}/api/v1/games/nothing/events")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")


@on_both
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_what_was_answered_is_there_after_a_restart(database, tmp_path, stop):
    with serving(database, tmp_path, stop=stop) as one:
        game, token = start(one.url)
        last = drawn(game, token)
    with serving(database, tmp_path) as other:
        game = at(other.url, game)
        assert http.get(game).json() == last["state"]
        assert drawn(game, token)["seq"] == 3


@on_both
def test_two_servers_share_a_database(database, tmp_path):
    """A state added through one is heard by those who listen at the other."""
    with serving(database, tmp_path) as here, serving(database, tmp_path) as there:
        game, token = start(here.url)
        with http.stream("GET", f"{at(there.url, game)}/events", timeout=30) as stream:
            states = messages(stream.iter_lines())
            next(states)
            for seq in (2, 3, 4):
                answer = drawn(game, token)
                assert next(states) == (seq, answer["state"])


def test_a_stop_ends_streams_and_says_goodbye(tmp_path):
    """Who only follows does not hold a service that is told to stop, and no stream is cut."""
    with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path) as one, ExitStack() as open_:
        game, _ = start(one.url)
        every = f"{one.url}/api/v1/events?game={game.rpartition('/')[2]}"
        streams = []
        for url in (f"{game}/events", f"{game}/draft/events", every):
            stream = open_.enter_context(http.stream("GET", url, timeout=30))
            lines = heard(stream.iter_lines())
            next(line for line in lines if line.startswith("data"))
            streams.append(lines)
        one.process.send_signal(signal.SIGTERM)
        for lines in streams:
            list(lines)  # httpx raises an error for a stream that is cut
        assert one.process.wait(timeout=30) == 0


def test_a_large_upload_is_answered_and_not_cut(server):
    files = {"photo": ("a.jpg", b"\xff\xd8\xff" + bytes(30_000_000), "image/jpeg")}
    answer = http.post(f"{server}/api/v1/readings", files=files, timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (413, "file_too_large")
    files = {"photo": ("a.jpg", bytes(120_000_000), "image/jpeg")}
    answer = http.post(f"{server}/api/v1/readings", files=files, timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert http.get(f"{server}/api/v1/rules").status_code == 200


def test_a_port_or_database_in_use_is_said(tmp_path, server):
    port, log = server.rpartition(":")[2], tmp_path / "service.log"
    database = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    for options, words in (
        (["--port", port, "--database", database], f"Port {port} is taken"),
        (["--database", "nosuch:///x"], "database"),
    ):
        refused = Fork(["serve", *options], log=log, cwd=ROOT, env=os.environ)
        assert refused.wait(timeout=60) == 1
        said = log.read_text(encoding="utf-8")
        assert "Traceback" not in said
        assert words in said
