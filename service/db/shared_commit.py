"""One commit of an SQLite file for all writers that wait at once, each with its own result.

Committing takes longer than writing. So the writers of a process queue: each hands the open
transaction to the next in the queue, and the last one commits for all of them. Nobody gets an
answer before that. A failed writer's changes are rolled back alone, by a savepoint; the first
writer needs none, because nothing else is in the transaction yet.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from sqlalchemy.engine import Connection, NestedTransaction
from sqlalchemy.exc import OperationalError, SQLAlchemyError

Begin = Callable[[float], AbstractContextManager[Connection]]


class Transaction:
    """A transaction of several writers in turn; `finished` is set at its commit or rollback."""

    def __init__(self, manager: AbstractContextManager[Connection]) -> None:
        self._manager = manager
        self.connection = manager.__enter__()
        self.is_empty = True
        self.finished = threading.Event()
        self.fault: BaseException | None = None

    def commit(self) -> None:
        """Commit for all writers; a failure is kept in `fault` for each of them to raise."""
        try:
            self._manager.__exit__(None, None, None)
        except BaseException as fault:  # noqa: BLE001  (raised by each of them)
            self.fault = fault
        self.finished.set()

    def give_up(self, fault: BaseException) -> None:
        """Roll everything back."""
        self.fault = fault
        try:
            self._manager.__exit__(type(fault), fault, fault.__traceback__)
        finally:
            self.finished.set()


@dataclass(slots=True, eq=False)
class QueuedWriter:
    """A writer in the queue; it is called with an open transaction, or with None to begin one."""

    called: threading.Event = field(default_factory=threading.Event)
    transaction: Transaction | None = None


class SharedCommits:
    """The queue of a process's writers, of whom one writes.

    `begin` begins a transaction; its argument is how many seconds it may wait.
    """

    def __init__(self, begin: Begin) -> None:
        self._begin = begin
        self._lock = threading.Lock()
        self._free = True
        self._waiting: deque[QueuedWriter] = deque()

    @property
    def waiting(self) -> int:
        """How many writers wait for their turn."""
        return len(self._waiting)

    @contextmanager
    def turn(self, patience_s: float) -> Iterator[Connection]:
        """Yield a connection to write with, which is committed at the end.

        Raises OperationalError if the turn does not come in time.
        """
        transaction, failure = self._enter(patience_s), None
        savepoint: NestedTransaction | None = None
        try:
            if not transaction.is_empty:
                savepoint = transaction.connection.begin_nested()
            yield transaction.connection
            if savepoint is not None:
                savepoint.commit()
        except BaseException as error:
            failure = error
            lost_by = error if savepoint is None else _roll_back(savepoint)
            if lost_by is not None:
                self._end(lambda: transaction.give_up(lost_by))
                raise
        else:
            transaction.is_empty = False
        self._leave(transaction)
        # A refusal may result from another writer's change, which must be committed first.
        transaction.finished.wait()
        if (fault := transaction.fault or failure) is not None:
            raise fault

    def _enter(self, patience_s: float) -> Transaction:
        """Wait for the turn; return the transaction handed over, or a new one."""
        until, place = time.monotonic() + patience_s, QueuedWriter()
        with self._lock:
            if self._free:
                self._free = False
                place.called.set()
            else:
                self._waiting.append(place)
        if not place.called.wait(patience_s):
            with self._lock:
                late = place in self._waiting
                if late:
                    self._waiting.remove(place)
            if late:
                reason = TimeoutError("the writers before this one took too long")
                raise OperationalError("BEGIN IMMEDIATE", {}, reason)
            place.called.wait()
        if place.transaction is not None:
            return place.transaction
        try:
            return Transaction(self._begin(max(0.0, until - time.monotonic())))
        except BaseException:
            self._call_next()
            raise

    def _leave(self, transaction: Transaction) -> None:
        """Hand the transaction to the next writer, or commit it where nobody waits."""
        if not self._call_next(transaction):
            self._end(transaction.commit)

    def _end(self, finish: Callable[[], None]) -> None:
        try:
            finish()
        finally:
            self._call_next()

    def _call_next(self, transaction: Transaction | None = None) -> bool:
        """Call the next writer in the queue; return False if nobody waits."""
        with self._lock:
            if self._waiting:
                place = self._waiting.popleft()
                place.transaction = transaction
                place.called.set()
                return True
            self._free = transaction is None
            return False


def _roll_back(savepoint: NestedTransaction) -> BaseException | None:
    """Roll back to a savepoint; return the error where that fails."""
    try:
        savepoint.rollback()
    except SQLAlchemyError as error:
        return error
    return None
