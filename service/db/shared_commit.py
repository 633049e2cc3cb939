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


class SharedCommits:
    """The queue of a process's writers, of whom one writes.

    `begin` begins a transaction; its argument is how many seconds it may wait.
    """

    def __init__(self, begin: Begin) -> None:
        self._begin = begin
        self._changed = threading.Condition()
        self._waiting: deque[object] = deque()  # in the order in which they came
        self._busy = False
        self._open: Transaction | None = None  # handed on to the first who waits

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
                try:
                    transaction.give_up(lost_by)
                finally:
                    self._end()
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
        until, place = time.monotonic() + patience_s, object()
        with self._changed:
            self._waiting.append(place)
            try:
                came = self._changed.wait_for(
                    lambda: not self._busy and self._waiting[0] is place, patience_s
                )
            finally:
                self._waiting.remove(place)
            if not came:
                reason = TimeoutError("the writers before this one took too long")
                raise OperationalError("BEGIN IMMEDIATE", {}, reason)
            self._busy = True
            transaction, self._open = self._open, None
        if transaction is not None:
            return transaction
        try:
            return Transaction(self._begin(max(0.0, until - time.monotonic())))
        except BaseException:
            self._end()
            raise

    def _leave(self, transaction: Transaction) -> None:
        """Hand the transaction to the next writer, or commit it where nobody waits."""
        with self._changed:
            if self._waiting:
                self._open = transaction
                self._end()
                return
        try:
            transaction.commit()
        finally:
            self._end()

    def _end(self) -> None:
        with self._changed:  # which may be held by this thread already
            self._busy = False
            self._changed.notify()  # the first of them


def _roll_back(savepoint: NestedTransaction) -> BaseException | None:
    """Roll back to a savepoint; return the error where that fails."""
    try:
        savepoint.rollback()
    except SQLAlchemyError as error:
        return error
    return None
