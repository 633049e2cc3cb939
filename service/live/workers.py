"""Threads that run as long as the service does, and the periodic tasks of one of them."""

import logging
import threading
import time
from collections.abc import Callable, Sequence

from sqlalchemy.exc import SQLAlchemyError

from service.db.database_errors import fault_of, is_database_error

log = logging.getLogger(__name__)

FIRST_WAIT_S, LONGEST_WAIT_S = 0.1, 5.0
STOP_S = 5.0  # longer than a look or a write waits, less than a supervisor waits for us


class Worker:
    """A thread that runs some work, which is restarted when it ends before it is stopped.

    `work` is called with this worker: it ends soon after `stopping` is set, and calls `report_ok`
    whenever all is well. The waits before restarts double, from a tenth of a second to five.
    """

    def __init__(
        self,
        name: str,
        work: Callable[["Worker"], None],
        on_failure: Callable[[str], None] = lambda _name: None,
    ) -> None:
        self.name = name
        self.stopping = threading.Event()
        self._work = work
        self._on_failure = on_failure  # called with the name after each failure
        self._failure: str | None = "has not begun"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._failure = None
        self._thread.start()

    def stop(self) -> None:
        """Stop the work and wait for its end, at most STOP_S.

        Work that waits for a hanging server cannot be stopped: it is left to the end of the
        process.
        """
        self.stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                log.warning("%s: has not ended, and is left behind", self.name)

    def report_ok(self) -> None:
        """Note that the work goes well; called by the work itself."""
        self._failure = None

    @property
    def state(self) -> str:
        """Either "ok" or why the work is not running."""
        if self._failure is None and not self._thread.is_alive():
            return "has ended"
        return self._failure or "ok"

    def _run(self) -> None:
        wait = FIRST_WAIT_S
        while not self.stopping.is_set():
            begun = time.monotonic()
            try:
                self._work(self)
            except BaseException as error:  # noqa: BLE001  (nothing ends this thread but `stop`)
                self._log_failure(error)
            else:
                self._failure = "ended, and is begun again"
            if self.stopping.is_set():
                return
            self._on_failure(self.name)
            lasted = time.monotonic() - begun
            wait = FIRST_WAIT_S if lasted > LONGEST_WAIT_S else min(2 * wait, LONGEST_WAIT_S)
            self.stopping.wait(wait)

    def _log_failure(self, error: BaseException) -> None:
        if is_database_error(error):
            code = fault_of(error).code
            self._failure = f"cannot use the database ({code}), and tries again"
            log.warning("%s: %s: %s", self.name, code, type(error).__name__)
        else:
            self._failure = f"ended by {type(error).__name__}, and is begun again"
            log.error("%s: ended, and is begun again", self.name, exc_info=error)


TASKS_EVERY_S = 600.0

Task = Callable[[], int]


class PeriodicTasks(Worker):
    """A worker that repeats each task until it returns 0, then rests."""

    def __init__(
        self,
        periodic_tasks: Sequence[Task],
        every_s: float = TASKS_EVERY_S,
        on_failure: Callable[[str], None] = lambda _name: None,
    ) -> None:
        super().__init__("chores", self._run_tasks, on_failure)
        self._tasks = periodic_tasks
        self._every_s = every_s

    def _run_tasks(self, worker: Worker) -> None:
        while not worker.stopping.is_set():
            failures = []
            for task in self._tasks:
                try:
                    while task() and not worker.stopping.is_set():
                        pass
                except SQLAlchemyError as error:
                    log.warning("left for later: %s", type(error).__name__)
                except Exception as error:  # noqa: BLE001  (the other tasks are done all the same)
                    failures.append(error)
            if failures:
                raise failures[0]
            worker.report_ok()
            worker.stopping.wait(self._every_s)
