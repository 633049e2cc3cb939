"""What a database failure means: a stable code, a text for phones, a remedy for the operator.

Failures are identified by the drivers' numbers (SQLite's result codes and PostgreSQL's SQLSTATE),
never by their texts, which change with versions and languages.
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from scorer.core.sentences import Sentence

NOTHING_CHANGED = Sentence("Nothing was changed.")


class DatabaseReplacedError(SQLAlchemyError):
    """The file of the database is no longer the one that this process opened."""


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """A kind of failure: `detail` is for the sender of a request, `remedy` for the operator."""

    code: str
    detail: str
    remedy: str


BUSY = Fault(
    "database_busy",
    Sentence(
        "The database is not responding. Send the same request again with the same "
        "Idempotency-Key; it is never applied twice."
    ),
    Sentence(
        "It is unreachable or locked by another program. Try again, and check what else uses it."
    ),
)
LOCKED = replace(BUSY)  # by another writer, who will finish
FULL = Fault(
    "database_full",
    Sentence(
        "The server's disk is full. Nothing was changed; its operator needs to free some space."
    ),
    Sentence("Its disk or its disk quota is full. Free some space."),
)
READ_ONLY = Fault(
    "database_read_only",
    Sentence(
        "The database is read-only. {nothing_changed} Its operator needs to make it writable.",
        nothing_changed=NOTHING_CHANGED,
    ),
    Sentence(
        "It is read-only. Give this user write access: with SQLite to the file and its folder, "
        "with PostgreSQL to the tables, on a server that is not a standby and has "
        "default_transaction_read_only off."
    ),
)
DAMAGED = Fault(
    "database_damaged",
    Sentence(
        "The database is damaged. {nothing_changed} Its operator needs to restore a backup.",
        nothing_changed=NOTHING_CHANGED,
    ),
    Sentence(
        "It is damaged, or its disk cannot be read. Keep a copy, check the "
        "disk, and restore the last backup into an empty database with "
        "tableside restore."
    ),
)
REPLACED = Fault(
    "database_replaced",
    Sentence(
        "The database file was replaced or removed while the service was running, so it has "
        "stopped writing. Its operator needs to put the right file back and restart the "
        "service; then send the same request again with the same Idempotency-Key."
    ),
    Sentence(
        "Its file was replaced or removed while a service was running. Stop"
        " the service, put the right file back without any -wal or -shm "
        "file beside it, and start again."
    ),
)
UNSTORABLE = Fault(
    "not_storable",
    Sentence(
        "The request contains a character or number that the database "
        "cannot store. Write it differently."
    ),
    Sentence(
        "A text or a number cannot be stored. With PostgreSQL, use a database with ENCODING 'UTF8'."
    ),
)
FAILED = Fault(
    "database_failed",
    Sentence(
        "The database refused the service's request. {nothing_changed} Its "
        "operator can find out more with tableside doctor.",
        nothing_changed=NOTHING_CHANGED,
    ),
    Sentence(
        "It refused a statement, perhaps because its tables were changed. "
        "Check it with tableside doctor, and restart the service, which "
        "upgrades the tables."
    ),
)

# By result code: first the extended codes that differ from their family.
SQLITE: Mapping[int, Fault] = MappingProxyType(
    {
        sqlite3.SQLITE_READONLY_DBMOVED: REPLACED,
        sqlite3.SQLITE_IOERR_VNODE: REPLACED,
        sqlite3.SQLITE_IOERR_READ: DAMAGED,
        sqlite3.SQLITE_IOERR_SHORT_READ: DAMAGED,
        sqlite3.SQLITE_IOERR_DATA: DAMAGED,
        sqlite3.SQLITE_IOERR_CORRUPTFS: DAMAGED,
        sqlite3.SQLITE_IOERR_NOMEM: BUSY,
        sqlite3.SQLITE_IOERR_LOCK: BUSY,
        sqlite3.SQLITE_BUSY: LOCKED,
        sqlite3.SQLITE_LOCKED: LOCKED,
        sqlite3.SQLITE_INTERRUPT: BUSY,
        sqlite3.SQLITE_PROTOCOL: BUSY,
        sqlite3.SQLITE_NOMEM: BUSY,
        sqlite3.SQLITE_CANTOPEN: BUSY,  # also when out of file descriptors
        sqlite3.SQLITE_FULL: FULL,
        sqlite3.SQLITE_IOERR: FULL,  # the remaining ones are writes, for example beyond a quota
        sqlite3.SQLITE_READONLY: READ_ONLY,
        sqlite3.SQLITE_PERM: READ_ONLY,
        sqlite3.SQLITE_AUTH: READ_ONLY,
        sqlite3.SQLITE_CORRUPT: DAMAGED,
        sqlite3.SQLITE_NOTADB: DAMAGED,
        sqlite3.SQLITE_FORMAT: DAMAGED,
        sqlite3.SQLITE_TOOBIG: UNSTORABLE,
        sqlite3.SQLITE_MISMATCH: UNSTORABLE,
        sqlite3.SQLITE_RANGE: UNSTORABLE,
    }
)
# By SQLSTATE, then by its class (PostgreSQL's manual, appendix A).
POSTGRESQL: Mapping[str, Fault] = MappingProxyType(
    {
        "25006": READ_ONLY,  # read_only_sql_transaction
        "42501": READ_ONLY,  # insufficient_privilege, and a file system that is read-only
        "53100": FULL,  # disk_full
        "58030": DAMAGED,  # io_error
        "58P01": DAMAGED,  # undefined_file
        "XX001": DAMAGED,  # data_corrupted
        "XX002": DAMAGED,  # index_corrupted
        "25P03": BUSY,  # idle_in_transaction_session_timeout
        "55P03": LOCKED,  # lock_not_available
        "08": BUSY,  # connection exceptions
        "40": BUSY,  # deadlocks, failed serialisations
        "53": BUSY,  # out of memory, too many connections
        "57": BUSY,  # cancelled, shut down, starting up
        "22": UNSTORABLE,  # data exceptions: letters, lengths, numbers
    }
)


def fault_of(error: BaseException) -> Fault:
    """Return the kind of a failure that SQLAlchemy or one of the drivers raised."""
    if isinstance(error, DatabaseReplacedError):
        return REPLACED
    if isinstance(error, PoolTimeoutError):
        return BUSY
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return _sqlite_fault(cause)
    if hasattr(cause, "sqlstate"):
        return _postgresql_fault(cause)
    return BUSY if isinstance(cause, TimeoutError) else FAILED


def is_database_error(error: BaseException) -> bool:
    """Return whether SQLAlchemy or one of the drivers raised an error."""
    return isinstance(error, SQLAlchemyError | sqlite3.Error) or hasattr(error, "sqlstate")


def reason_of(error: BaseException) -> str:
    """Return the first line of the driver's message; the full one would log the query's values."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return next(iter(str(cause).splitlines()), "") or type(cause).__name__


def _sqlite_fault(error: sqlite3.Error) -> Fault:
    code = getattr(error, "sqlite_errorcode", None)  # absent for errors of the module itself
    if code is None:
        return FAILED
    return SQLITE.get(code) or SQLITE.get(code & 0xFF, FAILED)


def _postgresql_fault(error: Any) -> Fault:  # noqa: ANN401  (its driver may not be installed)
    state = error.sqlstate
    if state is not None:
        return POSTGRESQL.get(state) or POSTGRESQL.get(state[:2], FAILED)
    # The driver's own errors: a character that no text may have, or a lost connection.
    kinds = {each.__name__ for each in type(error).__mro__}
    if "DataError" in kinds:
        return UNSTORABLE
    return BUSY if kinds & {"OperationalError", "InterfaceError"} else FAILED
