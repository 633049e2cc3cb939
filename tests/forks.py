"""Services started from one process that has loaded all they need: loading takes seconds of a core.

Run as a program it reads a line of JSON for each service to start, and forks; what is forked runs
`tableside serve`, or the `main` of another module, to its end as any process does. `Fork` is such
a service as its starter sees it.
"""

import atexit
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOADED = (
    "service.app",
    "service.cli.commands.serve",
    "vision.reader",
    "service.photos.reader_pool",
)
POLL_S = 0.01
ASKING = threading.Lock()


class Fork:
    """A running service: its `pid`, and what `subprocess.Popen` has of the kind."""

    def __init__(self, arguments, *, log, cwd, env, program="service.cli.main"):
        self.returncode = None
        request = {"program": program, "arguments": arguments, "log": str(log)}
        self.pid = _ask({**request, "cwd": str(cwd), "env": dict(env)})

    def poll(self):
        """The exit status, negative for a signal; None while it runs."""
        if self.returncode is None:
            self.returncode = _ask({"poll": self.pid})
        return self.returncode

    def wait(self, timeout=None):
        """The exit status once it has ended; TimeoutExpired where that takes too long."""
        patience = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if patience is not None and time.monotonic() > patience:
                raise subprocess.TimeoutExpired("tableside serve", timeout)
            time.sleep(POLL_S)
        return self.returncode

    def send_signal(self, number):
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self):
        """End it at once."""
        self.send_signal(signal.SIGKILL)


@cache
def _starter():
    """The process that forks, one for those who test in this one."""
    starter = subprocess.Popen(
        [sys.executable, "-m", "tests.forks"],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    atexit.register(starter.communicate)  # it ends when nobody asks any more
    return starter


def _ask(request):
    with ASKING:  # two threads would take each other's answers
        starter = _starter()
        starter.stdin.write(json.dumps(request).encode() + b"\n")
        starter.stdin.flush()
        answer = starter.stdout.readline()
    if not answer:
        raise RuntimeError("the process that forks has ended")
    return json.loads(answer)


def _serve(request):
    """Be the service that was asked for, to the end."""
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    tempfile.tempdir = None
    log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(old, new)
    os.closerange(3, 64)
    status = importlib.import_module(request["program"]).main(request["arguments"])
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    sys.stdout.flush()
    os._exit(status)  # libraries would wait for threads that were not forked


def _status(pid):
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _main():
    for name in LOADED:
        importlib.import_module(name)
    gc.freeze()
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if "poll" in request:
            answer = _status(request["poll"])
        else:
            answer = os.fork()
            if answer == 0:
                _serve(request)
        answers.write(json.dumps(answer).encode() + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(_main())
