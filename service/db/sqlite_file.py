"""The file of an SQLite database: who works on it, and whether it is still the opened one.

SQLite keeps writing into a file that was removed or replaced, and everything it commits there is
lost. So a service checks its file before and after each commit.
"""

import os
import sqlite3
import struct
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sqlalchemy.engine import URL, Connection

from service.db.database_errors import REPLACED, DatabaseReplacedError
from service.db.identity import APPLICATION_ID, COMMITS, header, may_follow, real_path
from service.errors import UnusableError

DRIVERS = ("sqlite", "sqlite+pysqlite")  # Python's own
REPLACEABLE = sys.platform != "win32"  # where open files cannot be replaced
IN_MEMORY = (None, "", ":memory:")
SECOND_LOOK_S = 0.05  # a page may be half written
# The beginning of a file, up to `user_version` and `application_id` (SQLite's file format, 1.3).
MAGIC = b"SQLite format 3\0"
HEADER = struct.Struct(">60xI4xI")


def file_of(address: URL) -> Path | None:
    """Return the file of an address, None for a database in memory or on a server."""
    if address.drivername not in DRIVERS or address.database in IN_MEMORY:
        return None
    name = str(address.database)
    if "uri" in address.query and name.startswith("file:"):
        name = unquote(urlsplit(name).path)
    return Path(name)


def file_address(path: Path) -> URL:
    """Return the address of a file; written as text, its `?`, `#` or `%` would change it."""
    return URL.create("sqlite", database=str(path))


@contextmanager
def lock_exclusive(path: Path) -> Iterator[None]:
    """Keep services away from a file while inside; UnusableError if one works on it."""
    descriptor = lock(path, alone=True)
    try:
        yield
    finally:
        unlock(descriptor)


def count_commit(connection: Connection) -> None:
    """Increase the commit number in the file's header by one."""
    last = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
    connection.exec_driver_sql(f"PRAGMA user_version = {(last + 1) % COMMITS}")


def unlock(descriptor: int | None) -> None:
    """Release a lock."""
    if descriptor is not None:
        os.close(descriptor)


def lock(path: Path, *, alone: bool) -> int | None:
    """Lock a file for a service, or `alone` for a restore; return the lock for `unlock`.

    A separate file is locked, since SQLite loses its locks on a file that is opened elsewhere too.
    Returns None if such locks do not exist: some network folders, and Windows. Raises UnusableError
    while a backup is being restored into the file, and with `alone` while a service works on it.
    """
    if sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415  (Windows has none)

    target = real_path(path)
    try:
        descriptor = os.open(
            target.with_name(f"{target.name}-lock"), os.O_RDONLY | os.O_CREAT, 0o666
        )
    except OSError:
        return None  # the folder is missing or read-only: SQLite will say so
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise UnusableError(
            f"A service or another restore is using {path}. Stop the service, or wait until "
            "the restore is done, and try again."
            if alone
            else f"A backup is being restored into {path}. Try again when that is done."
        ) from None
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


class DatabaseFile:
    """The file that this process has opened and keeps checking.

    It stays open, so that its inode is given to no other file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path  # followed at each check: a link may lead elsewhere by then
        opened_path = real_path(path)
        # Opened once and closed last: closing it drops SQLite's own locks on the file. It is read
        # directly, because to SQLite a file looks damaged while a log is being merged into it.
        self._descriptor = os.open(opened_path, os.O_RDONLY)
        self._lock = threading.Lock()
        self._loss = ""
        with ExitStack() as opened:
            opened.callback(os.close, self._descriptor)
            self._witness = sqlite3.connect(
                opened_path, timeout=0, isolation_level=None, check_same_thread=False
            )
            opened.callback(self._witness.close)
            _, commit = header(self._witness)
            found = os.fstat(self._descriptor)
            self._file_number = (found.st_dev, found.st_ino)
            self._last_stat = (found.st_mtime_ns, found.st_size)
            # An earlier release's file is signed in the log first, and in the file later.
            application_id, last_commit = self._file_header()
            self._signed = application_id == APPLICATION_ID
            self._commit = last_commit if self._signed else commit
            opened.pop_all()  # they stay open, unless the file is not ours

    def check(self) -> None:
        """Raise DatabaseReplacedError once the file is no longer the one that was opened.

        A check takes microseconds; only after SQLite has merged its log into the file is the file's
        header read, too.
        """
        with self._lock:
            if not self._loss:
                self._loss = self._loss_reason()
            if self._loss:
                raise DatabaseReplacedError(f"{self._path.name} {self._loss}. {REPLACED.remedy}")

    def close(self) -> None:
        """Close the connection, unless the file was replaced.

        The last connection to a file cleans up by name, and would delete another file's log.
        """
        with suppress(DatabaseReplacedError):
            self.check()
        if not self._loss:
            self._witness.close()
            os.close(self._descriptor)
            return
        # A thread that waits for ever keeps it open until the process ends.
        threading.Thread(target=_hold_open, args=(self._witness,), daemon=True).start()

    def _loss_reason(self) -> str:
        """Return what happened to the file, empty if it is still the same."""
        try:
            found = self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return "was removed"
        except OSError:
            return ""  # not accessible right now: SQLite will report what fails
        if (found.st_dev, found.st_ino) != self._file_number:
            return "was replaced by another file"
        stat = (found.st_mtime_ns, found.st_size)
        if stat == self._last_stat:
            return ""
        if not self._is_same():
            time.sleep(SECOND_LOOK_S)
            if not self._is_same():
                return "was written over"
        self._last_stat = stat
        return ""

    def _is_same(self) -> bool:
        """Return whether the header is still ours and not older than it was."""
        application_id, commit = self._file_header()
        if application_id == 0 and not self._signed:
            return True
        if application_id != APPLICATION_ID or not may_follow(commit, self._commit):
            return False
        self._signed, self._commit = True, commit
        return True

    def _file_header(self) -> tuple[int, int]:
        """Return the `application_id` in the file and the number of the last commit in it."""
        if sys.platform == "win32":
            raise NotImplementedError("no file is held there: REPLACEABLE")
        found = os.pread(self._descriptor, HEADER.size, 0)
        if len(found) < HEADER.size or not found.startswith(MAGIC):
            return -1, 0
        commit, application_id = HEADER.unpack(found)
        return application_id, commit % COMMITS


def _hold_open(_witness: sqlite3.Connection) -> None:
    threading.Event().wait()
