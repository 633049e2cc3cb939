"""One commit for all who wait to write at the same time, each with an answer of its own.

To commit takes longer than to write. So the writers of a process queue: whoever has written hands
the open transaction on to the next who waits, and the last commits for all of them. Nobody is told
before that. What one changes is taken back alone where it fails, by a savepoint; the first needs
none, for nothing else is there yet.
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
    """What several write in, one after the other; `finished` once it is committed or given up."""

    def __init__(self, manager: AbstractContextManager[Connection]) -> None:
        self._manager = manager
        self.connection = manager.__enter__()
        self.is_empty = True
        self.finished = threading.Event()
        self.fault: BaseException | None = None

    def commit(self) -> None:
        """Commit for all who wrote; where it fails, `fault` is theirs to raise."""
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
    """Where somebody waits until it is called: for an open transaction, or to begin one (None)."""

    called: threading.Event = field(default_factory=threading.Event)
    transaction: Transaction | None = None


class SharedCommits:
    """The queue of the writers of a process, of whom `at_once` write, each in a transaction.

    `begin` begins one; it is told how many seconds it may wait.
    """

    def __init__(self, begin: Begin, at_once: int) -> None:
        self._begin = begin
        self._lock = threading.Lock()
        self._free = at_once
        self._waiting: deque[QueuedWriter] = deque()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    @contextmanager
    def turn(self, patience_s: float) -> Iterator[Connection]:
        """A connection to write with; what was written is committed on leaving.

        Raises OperationalError where the turn does not come in time.
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
        # What somebody is refused may be because of what another has changed just before.
        transaction.finished.wait()
        if (fault := transaction.fault or failure) is not None:
            raise fault

    def _enter(self, patience_s: float) -> Transaction:
        """Wait for the turn, and go on with an open transaction or begin one."""
        until, place = time.monotonic() + patience_s, QueuedWriter()
        with self._lock:
            if self._free:
                self._free -= 1
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
        """Hand a transaction on, or commit it where nobody waits for it."""
        if not self._call_next(transaction):
            self._end(transaction.commit)

    def _end(self, finish: Callable[[], None]) -> None:
        try:
            finish()
        finally:
            self._call_next()

    def _call_next(self, transaction: Transaction | None = None) -> bool:
        """Call who waits next; False where nobody does, and an open transaction is left to end."""
        with self._lock:
            if self._waiting:
                place = self._waiting.popleft()
                place.transaction = transaction
                place.called.set()
                return True
            self._free += transaction is None
            return False


def _roll_back(savepoint: NestedTransaction) -> BaseException | None:
    """Take back what was changed since; gives what is wrong where that cannot be."""
    try:
        savepoint.rollback()
    except SQLAlchemyError as error:
        return error
    return None
