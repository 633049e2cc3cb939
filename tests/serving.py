"""The service as a process of its own, spoken to over a real socket."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2 as httpx
import pytest

from tests import http
from tests.deadlines import heard
from tests.forks import Fork

ROOT = Path(__file__).resolve().parents[1]
START_S = 240  # a deadline for slow machines, not an expectation
SERVE = ("-m", "tableside", "serve")
COMMAND = "service.cli.main"  # of which `python -m tableside` is the call


@dataclass
class Running:
    """A service that answers at `url`; what it printed lies in `log`."""

    url: str
    process: subprocess.Popen[bytes] | Fork
    log: Path

    def stop(self, how=signal.SIGTERM):
        """End it and wait for the end; gives the exit status."""
        self.process.send_signal(how)
        return self.process.wait(timeout=START_S)

    @property
    def printed(self):
        return self.log.read_text(encoding="utf-8", errors="replace")


def _own(module):
    """What begins a process of its own with a module that is forked otherwise."""
    return SERVE if module == COMMAND else ("-m", module, "serve")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def launch(database, folder, *, program=None, before=None, module=COMMAND, **environment):
    """Start a service and wait until it answers; `before` runs in its process first.

    One that is `tableside serve`, or the `main` of another `module`, is forked from a process that
    has loaded it; what has a `program` of its own, such as `SERVE`, begins as a user's does.
    """
    port = free_port()
    log = Path(folder) / f"service-{port}.log"
    given = ["--port", str(port), "--database", database]
    env = {**os.environ, "OMP_NUM_THREADS": "1", **environment}
    process: Fork | subprocess.Popen[bytes]
    if program is None and before is None:
        process = Fork(["serve", *given], log=log, cwd=ROOT, env=env, program=module)
    else:
        with log.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, *(program or _own(module)), *given],
                cwd=ROOT,
                env=env,
                stdout=out,
                stderr=subprocess.STDOUT,
                preexec_fn=before,  # noqa: PLW1509  (it sets a limit of the process, nothing else)
            )
    running = Running(f"http://127.0.0.1:{port}", process, log)
    deadline = time.monotonic() + START_S
    while True:
        try:
            http.get(f"{running.url}/healthz/live")
        except httpx.TransportError:
            if process.poll() is not None or time.monotonic() > deadline:
                process.kill()
                process.wait()
                pytest.fail(f"the server did not start: {running.printed}")
            time.sleep(0.05)
        else:
            return running


@pytest.fixture
def serve(tmp_path):
    """Start services, which are gone after the test whatever happened."""
    started = []

    def start(database, **how):
        started.append(launch(database, tmp_path, **how))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.stop(signal.SIGKILL)


@contextmanager
def serving(database, folder, *, stop=signal.SIGTERM, **how):
    """Run a service and stop it on leaving, if nobody has."""
    running = launch(database, folder, **how)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.stop(stop)


def start(url, **choices):
    """Start a game; gives its address and the headers of somebody who may write."""
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"], **choices}
    game = http.post(f"{url}/api/v1/games", json=body).json()
    return f"{url}/api/v1/games/{game['id']}", {"Authorization": f"Bearer {game['write_token']}"}


def at(url, game):
    """The same game at another service."""
    return url + "/api" + game.partition("/api")[2]


def drawn(game, token):
    """Report a drawn hand; gives the answer."""
    answer = http.post(f"{game}/hands", json={"draw": True}, headers=token)
    assert answer.status_code == 201, answer.text
    return answer.json()


def messages(lines):
    """The (id, state) pairs of a stream as they come; signs of life are passed over."""
    number = None
    for line in heard(lines):
        if match := re.fullmatch(r"id: (\d+)", line):
            number = int(match[1])
        elif line.startswith("data: "):
            yield number, json.loads(line.removeprefix("data: "))
