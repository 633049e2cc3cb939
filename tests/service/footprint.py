"""What a process and all that it has started hold in memory, as Linux counts it."""

import re
import threading
import time
from pathlib import Path

SETTLED_S = 1.0
START_S = 120.0  # a deadline for slow machines, not an expectation
EVERY_S = 0.03  # between two looks: a decoder fills hundreds of megabytes in a tenth of a second


def family(pid: int) -> list[int]:
    """A process and its children and theirs.

    What has just been split off and runs no program of its own yet lives in its parent's memory.
    """
    found, todo = [], [(pid, b"")]
    while todo:
        one, parent = todo.pop()
        try:
            program = Path(f"/proc/{one}/cmdline").read_bytes()
            if program == parent:
                continue
            found.append(one)
            for task in Path(f"/proc/{one}/task").iterdir():
                children = (task / "children").read_text(encoding="ascii").split()
                todo += [(int(child), program) for child in children]
        except OSError:
            continue  # it has just ended
    return found


def held(pid: int) -> int:
    """Bytes that a process and its children hold, what they share counted once."""
    total = 0
    for one in family(pid):
        try:
            text = Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        total += 1024 * int(re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)[1])
    return total


def idle(pid: int) -> int:
    """What it holds when it has started all that it starts beforehand, and changes no more."""
    deadline, since, before = time.monotonic() + START_S, time.monotonic(), 0
    while time.monotonic() < deadline:
        now = held(pid)
        if len(family(pid)) < 2 or abs(now - before) > 1_000_000:
            since, before = time.monotonic(), now
        elif time.monotonic() - since > SETTLED_S:
            return now
        time.sleep(0.1)
    message = "it never came to rest"
    raise TimeoutError(message)


class Peak:
    """Looks all the time while it is entered; `most` is the most that was held."""

    def __init__(self, pid: int) -> None:
        self.most = 0
        self._pid, self._over = pid, threading.Event()
        self._thread = threading.Thread(target=self._look)

    def _look(self) -> None:
        while not self._over.wait(EVERY_S):
            self.most = max(self.most, held(self._pid))

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()
