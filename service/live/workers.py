"""Threads that repeat their tasks as long as the service runs."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from service.db.database_errors import fault_of, is_database_error

log = logging.getLogger(__name__)

FIRST_WAIT_S, LONGEST_WAIT_S = 0.1, 5.0
REST = 10  # times the tasks' duration, so that thousands of followed games slow nobody down
STOP_S = 5.0  # longer than a check or a write waits, less than a supervisor waits for us

Task: TypeAlias = Callable[[], int | None]
"""Does a part of some work, and returns 0 or None when nothing is left."""


class Worker:
    """A thread that does all of its tasks, then rests for `every_s` seconds or more.

    If a task raises, the others are still done, and then all of them again, after waits that double
    from a tenth of a second to five. `on_failure` is called with the name after each failure.
    """

    def __init__(
        self,
        name: str,
        tasks: Sequence[Task],
        every_s: float,
        on_failure: Callable[[str], None] = lambda _name: None,
    ) -> None:
        self.name = name
        self._tasks, self._every_s, self._on_failure = tasks, every_s, on_failure
        self._stopping = threading.Event()
        self._failure: str | None = "has not started"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._failure = None
        self._thread.start()

    def stop(self) -> None:
        """Stop the work and wait for its end, at most STOP_S.

        Work that waits for a hanging server cannot be stopped; it goes on until the process ends.
        """
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                log.warning("%s: did not stop in time and is left running", self.name)

    @property
    def state(self) -> str:
        """Either "ok" or why the work is not being done."""
        if self._failure is None and not self._thread.is_alive():
            return "has stopped"
        return self._failure or "ok"

    def _run(self) -> None:
        wait_s = FIRST_WAIT_S
        while not self._stopping.is_set():
            try:
                begun_s = time.monotonic()
                self._do_tasks()
                self._failure, wait_s = None, FIRST_WAIT_S
                self._stopping.wait(max(self._every_s, REST * (time.monotonic() - begun_s)))
            except BaseException as error:  # noqa: BLE001  (nothing ends this thread but `stop`)
                self._log_failure(error)
                self._on_failure(self.name)
                self._stopping.wait(wait_s)
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _do_tasks(self) -> None:
        failures = []
        for task in self._tasks:
            try:
                while task() and not self._stopping.is_set():
                    pass
            except Exception as error:  # noqa: BLE001  (the other tasks are done all the same)
                failures.append(error)
        if failures:
            raise failures[0]

    def _log_failure(self, error: BaseException) -> None:
        if is_database_error(error):
            code = fault_of(error).code
            self._failure = f"cannot use the database ({code}) and keeps trying"
            log.warning("%s: %s: %s", self.name, code, type(error).__name__)
        else:
            self._failure = f"failed with {type(error).__name__} and is being restarted"
            log.error("%s: failed and is being restarted", self.name, exc_info=error)
