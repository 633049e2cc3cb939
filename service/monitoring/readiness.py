"""Whether the service can record hands now, and what else it cannot do, as named checks.

A check returns "ok", "busy" if waiting will help, or what is wrong. The checks run at most once a
second, however many callers ask, on a thread that no request waits for.
"""

import math
import shutil
import tempfile
import threading
import time
from asyncio import wait, wrap_future
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from service.db.database import BUSY_S, Database
from service.db.database_errors import DAMAGED, LOCKED, Fault, fault_of
from service.live.workers import Worker

OK, BUSY = "ok", "busy"
NEEDED = ("database", "disk")  # the checks required for recording hands
FRESH_S = 1.0  # monitors ask every few seconds; more frequent callers get the same report
DEADLINE_S = 2.0  # monitors wait for some seconds; what takes longer is not ready
PROBE_BYTES = 8192  # two database pages: a quota may be exhausted where the disk is not

Check = Callable[[], str]


def is_ready(report: Mapping[str, str]) -> bool:
    """Return whether hands can be recorded; whatever else is wrong, the tables can play on."""
    return all(report.get(name, OK) in (OK, BUSY) for name in NEEDED)


class Readiness:
    """The checks of one application; `workers` are its threads while it runs.

    The database is checked last, because that may hang.
    """

    def __init__(self, checks: Mapping[str, Check], database: Database) -> None:
        self.workers: Sequence[Worker] = ()
        self._checks = {**checks, "database": self.database_state}
        self._database = database
        self._damaged = False
        self._writable_s = time.monotonic()
        self._run: Future[None] | None = None
        self._results: dict[str, str] = {}  # of the latest run, which may still go on
        self._report: Mapping[str, str] = {}
        self._checked_s = -math.inf

    def note_fault(self, fault: Fault) -> None:
        """Note how a request failed, since no check reads the whole database."""
        if fault is DAMAGED:
            self._damaged = True
            self._checked_s = -math.inf

    def is_running(self, name: str) -> bool:
        """Return whether the worker of this name does its work."""
        return any(each.state == OK for each in self.workers if each.name == name)

    async def report(self) -> Mapping[str, str]:
        """Return the results of the checks by name, at most a second old."""
        if not self._is_fresh():
            if self._run is None or self._run.done():
                self._run = self._start_run()
            await wait({wrap_future(self._run)}, timeout=DEADLINE_S)
            names = (*(each.name for each in self.workers), *self._checks)
            late = dict.fromkeys(names, f"does not answer within {DEADLINE_S:.0f} s")
            self._report, self._checked_s = {**late, **self._results}, time.monotonic()
        return self._report

    def _is_fresh(self) -> bool:
        """Return whether a report is still valid; one that was not ready is outdated by a write."""
        written_since = self._database.committed_at > self._checked_s
        is_recent = time.monotonic() - self._checked_s < FRESH_S
        return is_recent and (is_ready(self._report) or not written_since)

    def _start_run(self) -> Future[None]:
        done: Future[None] = Future()
        results = self._results = {each.name: each.state for each in self.workers}

        def run() -> None:
            for name, check in self._checks.items():
                try:
                    results[name] = check()
                except Exception as error:  # noqa: BLE001  (whatever it is, it is not well)
                    results[name] = f"could not be checked: {type(error).__name__}"
            done.set_result(None)

        # A daemon thread, since a server that is gone may never answer.
        threading.Thread(target=run, name="readiness", daemon=True).start()
        return done

    def database_state(self) -> str:
        """Return "ok", "busy" or what is wrong, after trying a write and rolling it back.

        A lock held by others is no fault for as long as a writer here would wait.
        """
        if self._damaged:
            return _fault_text(DAMAGED)
        try:
            self._database.try_write()
        except SQLAlchemyError as error:
            fault = fault_of(error)
            since = max(self._writable_s, self._database.committed_at)
            if fault is LOCKED and time.monotonic() - since < BUSY_S:
                return BUSY
            return _fault_text(fault)
        self._writable_s = time.monotonic()
        return OK


def _fault_text(fault: Fault) -> str:
    return f"{fault.code}: {fault.remedy}"


def room_check(folder: Callable[[], Path], least_bytes: int = 0) -> Check:
    """Return a check that a folder can be written and its disk has this much free space."""

    def look() -> str:
        try:
            free = shutil.disk_usage(folder()).free
            with tempfile.TemporaryFile(dir=folder()) as probe:
                probe.write(bytes(PROBE_BYTES))
                probe.flush()
        except OSError as error:
            return (
                f"its folder cannot be written ({error.strerror}). Free some space and check its "
                "owner"
            )
        if free < least_bytes:
            return f"{free // 2**20} MiB free of {least_bytes // 2**20} MiB needed. Free some space"
        return OK

    return look
