"""Access to a database: opened by its URL, migrated to the newest schema, read and written.

The same statements serve SQLite and PostgreSQL; their differences in locking and in flushing
commits to the disk are handled here.
"""

import math
import re
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from sqlalchemy import ColumnElement, Engine, Table, create_engine, delete, event, select, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool
from sqlalchemy.sql import tuple_

from service import optional_dependencies
from service.db import identity, migration, sqlite_file
from service.db.database_errors import BUSY, FAILED, fault_of, reason_of
from service.db.schema import Clock, wall_clock
from service.db.shared_commit import SharedCommits
from service.db.sqlite_file import IN_MEMORY, DatabaseFile
from service.errors import UnusableError

EXAMPLE = (
    "Give an SQLAlchemy URL such as sqlite:///games.sqlite3 or postgresql://user@host/tableside."
)
A_FILE = re.compile(r"(?:sqlite:/*)?((?:[A-Za-z]:)?[^:]+)")  # but no other kind of address
# The parameters of Python's SQLite driver; SQLAlchemy silently drops others.
SQLITE_PARAMETERS = {
    "timeout", "isolation_level", "detect_types", "check_same_thread", "cached_statements",
}  # fmt: skip
REMEDIES = {
    "sqlite": "Check that its folder exists and can be written.",
    "postgresql": "Check that the server runs, and the address, user and password.",
}
# How long a writer waits for another before `database_busy`: the time of a hundred hands on a slow
# disk, and a quarter of what a phone waits.
BUSY_S = 3
MIGRATION_BUSY_S = 60  # the same for a migration, which waits for every writer
EMPTY_LOG_MS = 200  # to wait for readers; writers wait meanwhile
CONNECT_S = 5
# Connections that stay open, and further temporary ones; a server's limit is often a hundred, and
# opening a file takes as long as several hands.
CONNECTIONS = {"sqlite": (20, 0), "postgresql": (5, 5)}
# Separate ones for writers, so that readers never wait for a writer that waits for a lock: eight
# calls, an imported game, and the periodic tasks. On SQLite one writer at a time has a connection.
WRITERS = (5, 5)
SERVER = {
    "connect_timeout": CONNECT_S,
    "application_name": "tableside",
    "client_encoding": "utf8",  # whatever encoding the server stores
}
PROBE_MS = 250  # how long a trial waits for a writer, most of which take a few milliseconds
TRIAL = "UPDATE alembic_version SET version_num = version_num"  # one row, which is no event
SWEPT_AT_ONCE = 100  # rows, so that no writer waits for a sweep
MIGRATION_LOCK = 0x7AB1E51D  # any number that no other program on the same server uses


class DatabaseError(UnusableError):
    """The database cannot be opened; the message says what to check."""


class Database:
    """An open database, safe to share between threads; read and write only through it.

    `clock` returns the time that is stored with what is written.
    """

    def __init__(
        self, engine: Engine, writers: Engine | None = None, clock: Clock = wall_clock
    ) -> None:
        self.engine, self.clock = engine, clock
        self._writers = writers or engine
        self.committed_at = -math.inf  # when this process last wrote, by the monotonic clock
        self._file: DatabaseFile | None = None
        self._held: int | None = None
        # A separate connection, since neither readers nor writers may delay a trial.
        self._trials = _engine(engine.url, {self.kind: (1, 0)})
        event.listen(engine, "do_connect", self._before_connecting)
        # SQLite makes writers poll for its lock; within one process a queue is better. A server
        # has locks for each game, and flushes what is committed at the same time together.
        self.commits = SharedCommits(self._begin)
        self._log_is_due = False  # deleted data is still to be removed from it
        self._open = threading.local()  # the transaction of this thread

    @classmethod
    def open(
        cls, url: str | URL, *, migrated: bool = True, clock: Clock = wall_clock
    ) -> "Database":
        """Open the database at an SQLAlchemy URL and migrate it to the newest schema.

        Raises DatabaseError for an address that is malformed, unreachable or not ours to write.
        """
        address = address_of(url)
        engine = _engine(address, CONNECTIONS)
        try:
            if migrated:
                _migrate_own(engine)
        except (
            *(identity.ForeignError, migration.NewerError, SQLAlchemyError, sqlite3.Error),
            *(TypeError, ValueError),  # a parameter that the driver does not have
        ) as error:
            engine.dispose()
            detail = f"The database {address.render_as_string()} {_fault_text(engine, error)}"
            raise DatabaseError(detail) from error
        needs_writers = engine.dialect.name == "postgresql"
        writers = _engine(address, {"postgresql": WRITERS}) if needs_writers else None
        return cls(engine, writers, clock)

    def hold_file(self) -> None:
        """Lock the SQLite file for a long-running service; on PostgreSQL, do nothing.

        From then on a replaced file is noticed, and no backup can be restored into it. Raises
        UnusableError while one is being restored.
        """
        path = sqlite_file.file_of(self.engine.url)
        if path is None or self._file is not None or not sqlite_file.REPLACEABLE:
            return
        self._held = sqlite_file.lock(path, alone=False)
        self._file = DatabaseFile(path)

    def check_file(self) -> None:
        """Raise DatabaseReplacedError if the held file is no longer in its place."""
        if self._file is not None:
            self._file.check()

    @property
    def kind(self) -> str:
        """Either "sqlite" or "postgresql"."""
        return self.engine.dialect.name

    @contextmanager
    def read_connection(self) -> Iterator[Connection]:
        """Yield a connection to read with, which no writer keeps waiting.

        On PostgreSQL each statement sees what is committed by then: there is no transaction.
        """
        with self.engine.connect() as connection:
            if self.kind == "postgresql":
                connection.execution_options(isolation_level="AUTOCOMMIT")
            yield connection

    @contextmanager
    def write_connection(self) -> Iterator[Connection]:
        """Yield a transaction that locks before it reads, so that what it reads stays true.

        It is committed to the disk at the end and rolled back on an exception; within another one
        of the same thread it is a part of that. On SQLite it is shared with other waiting writers.
        """
        outer: Connection | None = getattr(self._open, "connection", None)
        if outer is not None:
            with outer.begin_nested():
                yield outer
            return
        turn = self.commits.turn if self.kind == "sqlite" else self._begin
        with turn(BUSY_S) as connection:
            self._open.connection = connection
            try:
                yield connection
            finally:
                self._open.connection = None

    def sweep(self, table: Table, is_over: ColumnElement[bool]) -> int:
        """Delete some rows of a table that are over; return how many, 0 when none is left.

        Looking for them blocks no writer. Several processes may sweep at once: each skips what
        another is deleting.
        """
        key = table.primary_key.columns
        with self.read_connection() as connection:
            rows = connection.execute(select(*key).where(is_over).limit(SWEPT_AT_ONCE)).all()
        if not rows:
            return 0
        found = tuple_(*key).in_([tuple(row) for row in rows])
        still_over = select(*key).where(found, is_over).with_for_update(skip_locked=True)
        with self.write_connection() as connection:
            return connection.execute(delete(table).where(tuple_(*key).in_(still_over))).rowcount

    @contextmanager
    def _begin(self, patience_s: float) -> Iterator[Connection]:
        with _locked_connection(self._writers, patience_s) as connection:
            self.check_file()
            yield connection
            self.check_file()
        # What was written into a file that is gone by now must not count as committed.
        self.check_file()
        self.committed_at = time.monotonic()

    def _before_connecting(self, *_: object) -> None:
        """Refuse to open a replaced file: otherwise a reader would see two different databases."""
        self.check_file()

    def try_write(self) -> None:
        """Write something and roll it back, at once or not at all; raises SQLAlchemyError."""
        self.check_file()
        with self._trials.connect() as plain:
            connection = plain.execution_options(locks_first=True, patience_s=PROBE_MS / 1000)
            with connection.begin() as trial:
                if self.kind == "postgresql":
                    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {PROBE_MS}")
                    # The server must answer in time, too, and not only accept the query.
                    connection.exec_driver_sql(f"SET LOCAL statement_timeout = {4 * PROBE_MS}")
                connection.exec_driver_sql(TRIAL)
                trial.rollback()

    def empty_log(self) -> bool:
        """Remove deleted data from SQLite's log file too; return False while a reader blocks that.

        It is then tried again later (`service.live.workers`).
        """
        if self.kind == "sqlite":
            with self.engine.connect().execution_options(watches=True) as connection:
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {EMPTY_LOG_MS}")
                try:
                    row = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
                finally:
                    connection.exec_driver_sql(f"PRAGMA busy_timeout = {BUSY_S * 1000}")
            self._log_is_due = bool(row[0])
        return not self._log_is_due

    def empty_log_if_due(self) -> None:
        """Try again to empty the log if that failed."""
        if self._log_is_due:
            self.empty_log()

    def close(self) -> None:
        """Close every connection, busy ones as soon as they are returned."""
        busy = 0
        for engine in {self.engine, self._writers, self._trials}:
            busy += engine.pool.checkedout() if isinstance(engine.pool, QueuePool) else 0
            # A connection in use when its pool is disposed of would never be closed.
            event.listen(engine.pool, "checkin", lambda _connection, record: record.close())
            engine.dispose()
        file, self._file = self._file, None
        if file is not None and not busy:
            file.close()  # while connections are busy, closing it would drop their locks
        held, self._held = self._held, None
        sqlite_file.unlock(held)


@contextmanager
def _locked_connection(engine: Engine, patience_s: float) -> Iterator[Connection]:
    with engine.connect() as plain:
        connection = plain.execution_options(locks_first=True, patience_s=patience_s)
        with connection.begin():
            before = _change_count(connection)
            yield connection
            if before is not None and _change_count(connection) != before:
                sqlite_file.count_commit(connection)


def _change_count(connection: Connection) -> int | None:
    """Return how many rows this connection has changed; None if commits are not counted."""
    driver = connection.connection.driver_connection
    return driver.total_changes if isinstance(driver, sqlite3.Connection) else None


def address_of(url: str | URL) -> URL:
    """Parse a database's address; DatabaseError with the remedy if it is wrong."""
    try:
        address = make_url(url)
        address.render_as_string().encode()  # a file name may not be text, but addresses are
    except (ArgumentError, ValueError) as error:
        file = A_FILE.fullmatch(url) if isinstance(url, str) else None
        remedy = EXAMPLE if file is None else f"If it is a file, use sqlite:///{file[1]} instead."
        raise DatabaseError(f"The database's address is not a URL. {remedy}") from error
    if "@" in (address.host or ""):
        raise DatabaseError("The database's user or password contains an @. Write it as %40.")
    if "\x00" in (address.database or ""):
        raise DatabaseError(
            f"The database's address is not a URL: it contains a NUL character. {EXAMPLE}"
        )
    if address.get_backend_name() == "sqlite" and "uri" not in address.query:
        for unknown in sorted(set(address.query) - SQLITE_PARAMETERS):
            raise DatabaseError(f"SQLite has no address parameter {unknown!r}. {EXAMPLE}")
    if isinstance(secret := address.query.get("password"), str):  # which would be printed there
        address = address.set(password=secret).difference_update_query(["password"])
    # Providers write postgres://, and this project uses one driver only.
    if address.drivername in ("postgres", "postgresql"):
        return address.set(drivername="postgresql+psycopg")
    return address


def _migrate_own(engine: Engine) -> None:
    """Migrate a database that is ours, or empty, to the newest schema."""
    path = sqlite_file.file_of(engine.url)
    if path is not None:
        identity.check_file(path)
    elif engine.dialect.name == "postgresql":
        identity.check_server(engine)
    migrate(engine)
    if path is not None:
        # A read-only file is recognised by its tables as well.
        with suppress(OperationalError):
            identity.sign(engine)


def _fault_text(engine: Engine, error: Exception) -> str:
    """Return why a database cannot be opened, and what to do about it."""
    if isinstance(error, identity.ForeignError):
        return f"cannot be used: {error}"
    if isinstance(error, migration.NewerError):
        return "was written by a newer tableside. Upgrade this one, or name another database."
    remedy: str = REMEDIES[engine.dialect.name]
    if isinstance(error, TypeError | ValueError):
        remedy = EXAMPLE
    elif getattr(getattr(error, "orig", error), "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB:
        remedy = "It is another kind of file: name one that tableside has written."
    elif (fault := fault_of(error)) is not BUSY and fault is not FAILED:
        remedy = fault.remedy
    return f"cannot be opened: {reason_of(error)}. {remedy}"


def _engine(address: URL, connections: Mapping[str, tuple[int, int]]) -> Engine:
    kind = address.get_backend_name()
    # Parameters contain names and hands: no log or message may show them.
    settings: dict[str, object] = {
        "hide_parameters": True,
        "pool_timeout": BUSY_S,
    }
    if kind in connections:
        settings["pool_size"], settings["max_overflow"] = connections[kind]
    if kind == "postgresql":
        named = {name: value for name, value in SERVER.items() if name not in address.query}
        # Connections are tested before use, since the server may have been away.
        settings |= {"connect_args": named, "pool_pre_ping": True}
    if kind == "sqlite" and address.database in IN_MEMORY:
        detail = "A database in memory is lost at the end, and each thread has its own."
        raise DatabaseError(f"{detail} {EXAMPLE}")
    # Show the kind only: the rest may contain a password.
    refusal = f"A database of the kind {address.drivername!r} cannot be used here. {EXAMPLE}"
    if kind not in REMEDIES:
        raise DatabaseError(refusal)
    try:
        engine = create_engine(address, **settings)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        missing = (
            optional_dependencies.remedy(error) if isinstance(error, ModuleNotFoundError) else None
        )
        raise DatabaseError(missing or refusal) from error
    if kind == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "connect", _prepare_postgresql)
    return engine


def migrate(engine: Engine) -> None:
    """Complete the tables of a database in one transaction.

    One that is complete is only read, so that a starting process blocks nobody; of several that
    start at once, one migrates and the others find it done. Raises NewerError.
    """
    with engine.connect() as connection:
        if migration.is_complete(connection):
            return
    with _locked_connection(engine, MIGRATION_BUSY_S) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SET LOCAL lock_timeout = '{MIGRATION_BUSY_S}s'"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        if not migration.is_complete(connection):
            migration.complete(connection)


def _prepare_sqlite(connection: sqlite3.Connection, _record: ConnectionPoolEntry) -> None:
    # The driver's own BEGIN is disabled, since it would lock too late (see _begin_sqlite).
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {BUSY_S * 1000}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "secure_delete = ON",  # deleted data is overwritten, not just unlinked
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    # A transaction sees the file as it was at its begin, so a watcher of changes begins none.
    if options.get("watches", False):
        return
    # Readers and writers share connections, and writers may wait less by now.
    patience_ms = round(options.get("patience_s", BUSY_S), 1) * 1000
    if connection.info.get("patience_ms") != patience_ms:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {patience_ms:.0f}")
        connection.info["patience_ms"] = patience_ms
    locks_first = options.get("locks_first", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if locks_first else "BEGIN")


def _prepare_postgresql(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{BUSY_S}s'")
    cursor.execute(f"SET idle_in_transaction_session_timeout = '{MIGRATION_BUSY_S}s'")
    cursor.execute("SHOW synchronous_commit")
    # An answer promises durability: a server that commits before writing is asked to wait here.
    if cursor.fetchone() == ("off",):
        cursor.execute("SET synchronous_commit = on")
    cursor.close()
    connection.commit()
