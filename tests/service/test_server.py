"""A real server process, spoken to over a real socket: live states, restarts, an evening."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
START_S = 60  # a deadline for slow machines, not an expectation


@contextmanager
def serving(database, *, stop=signal.SIGINT):
    """Run `tableside serve` and give its address; it is stopped on leaving."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "service", "serve"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--database", database],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stderr=subprocess.PIPE,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + START_S
        while True:
            try:
                httpx.get(f"{url}/healthz")
                break
            except httpx.TransportError:
                assert process.poll() is None, process.stderr.read().decode()
                assert time.monotonic() < deadline, "the server did not start"
                time.sleep(0.1)
        yield url
    finally:
        process.send_signal(stop)
        process.communicate(timeout=START_S)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(f"sqlite:///{tmp_path_factory.mktemp('server') / 'games.sqlite3'}") as url:
        yield url


def start(url):
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    game = httpx.post(f"{url}/api/v1/games", json=body).json()
    return f"{url}/api/v1/games/{game['id']}", {"Authorization": f"Bearer {game['write_token']}"}


def drawn(game, token):
    answer = httpx.post(f"{game}/hands", json={"draw": True}, headers=token)
    assert answer.status_code == 201
    return answer.json()


def messages(lines):
    """The (id, state) pairs of a stream as they come; signs of life are passed over."""
    number = None
    for line in lines:
        if match := re.fullmatch(r"id: (\d+)", line):
            number = int(match[1])
        elif line.startswith("data: "):
            yield number, json.loads(line.removeprefix("data: "))


def test_a_phone_follows_the_game(server):
    game, token = start(server)
    with httpx.stream("GET", f"{game}/events", timeout=30) as stream:
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
    with httpx.stream("GET", f"{game}/events", headers=headers, timeout=30) as stream:
        states = messages(stream.iter_lines())
        found = [next(states) for _ in range(first, 5)]
    assert [number for number, _ in found] == list(range(first, 5))
    assert [state["seq"] for _, state in found] == list(range(first, 5))


def test_an_unknown_game_has_no_stream(server):
    answer = httpx.get(f"{server}/api/v1/games/nothing/events")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_what_was_answered_is_there_after_a_restart(tmp_path, stop):
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database, stop=stop) as url:
        game, token = start(url)
        last = drawn(game, token)
    with serving(database) as url:
        game = url + "/api" + game.partition("/api")[2]
        assert httpx.get(game).json() == last["state"]
        assert drawn(game, token)["seq"] == 3


def test_two_servers_share_a_database(tmp_path):
    """A state added through one is heard by those who listen at the other."""
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database) as here, serving(database) as there:
        game, token = start(here)
        other = there + "/api" + game.partition("/api")[2]
        with httpx.stream("GET", f"{other}/events", timeout=30) as stream:
            states = messages(stream.iter_lines())
            next(states)
            answer = drawn(game, token)
            assert next(states) == (2, answer["state"])


def test_a_large_upload_is_answered_and_not_cut(server):
    files = {"photo": ("a.jpg", b"\xff\xd8\xff" + bytes(30_000_000), "image/jpeg")}
    answer = httpx.post(f"{server}/api/v1/readings", files=files, timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (413, "file_too_large")
    files = {"photo": ("a.jpg", bytes(120_000_000), "image/jpeg")}
    answer = httpx.post(f"{server}/api/v1/readings", files=files, timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert httpx.get(f"{server}/api/v1/rules").status_code == 200


def test_a_port_or_database_in_use_is_said(tmp_path, server):
    command = [sys.executable, "-m", "service", "serve"]
    port = server.rpartition(":")[2]
    database = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    for options in (["--port", port, "--database", database], ["--database", "nosuch:///x"]):
        done = subprocess.run(
            [*command, *options], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert "database" in done.stderr or "address already in use" in done.stderr
