"""The way to a database: opened by its URL, brought to the newest shape, read and written.

SQLite and PostgreSQL are spoken to through the same statements; where the two differ, how one locks
or keeps what was answered on the disk, the difference is here.
"""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

EXAMPLE = (
    "Give an SQLAlchemy URL such as sqlite:///games.sqlite3 or postgresql://user@host/tableside."
)
REMEDIES = {
    "sqlite": "Check that its folder exists and can be written.",
    "postgresql": "Check that the server runs, and the address, user and password.",
}
# How long a writer waits for another before `database_busy`: a hundred hands' time on a slow disk,
# and a quarter of a phone's patience.
BUSY_S = 3
MIGRATION_BUSY_S = 60  # the same for a change of shape, which waits for every writer
EMPTY_LOG_MS = 200  # to wait for who reads, for writers wait with it
CONNECT_S = 5
# Connections that stay open, and more for a while; a server's own limit is often a hundred.
CONNECTIONS = {"sqlite": (5, 15), "postgresql": (5, 6)}
# Those of writers apart, so that readers do not wait for one that waits for a lock: eight calls, a
# game that is brought in, and the chores. On SQLite one writer at a time has a connection.
WRITERS = (5, 5)
IN_MEMORY = (None, "", ":memory:")
MIGRATION_LOCK = 0x7AB1E51D  # any number that other programs in the same server do not use


class DatabaseError(Exception):
    """The database cannot be opened; the message says what to check."""


class Database:
    """One database of ours, safe to share between threads; read and write through it only."""

    def __init__(self, engine: Engine, writers: Engine | None = None) -> None:
        self.engine = engine
        self._writers = writers or engine
        # SQLite lets writers poll for its lock; within one process they had better queue for it.
        self._gate = threading.Lock() if self.kind == "sqlite" else None
        self._log_is_due = False  # to be emptied of what was deleted

    @classmethod
    def open(cls, url: str, *, migrated: bool = True) -> "Database":
        """Open the database at an SQLAlchemy URL and bring it to the newest shape.

        Raises DatabaseError for an address that is malformed, unreachable or not ours to write.
        """
        address = _address(url)
        engine = _engine(address, CONNECTIONS)
        shown, remedy = address.render_as_string(), REMEDIES[engine.dialect.name]
        try:
            if migrated:
                migrate(engine)
        except CommandError as error:
            engine.dispose()
            detail = "was written by a newer tableside. Upgrade this one, or name another database."
            raise DatabaseError(f"The database {shown} {detail}") from error
        except SQLAlchemyError as error:
            engine.dispose()
            reason = str(error).splitlines()[0]
            if "file is not a database" in reason:
                remedy = "It is another kind of file: name one that tableside has written."
            raise DatabaseError(
                f"The database {shown} cannot be opened: {reason}. {remedy}"
            ) from error
        apart = engine.dialect.name == "postgresql"
        return cls(engine, _engine(address, {"postgresql": WRITERS}) if apart else None)

    @property
    def kind(self) -> str:
        """Either "sqlite" or "postgresql"."""
        return self.engine.dialect.name

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with; a writer does not keep it waiting.

        On PostgreSQL each statement sees what is committed by then: nothing is begun or ended.
        """
        with self.engine.connect() as connection:
            if self.kind == "postgresql":
                connection.execution_options(isolation_level="AUTOCOMMIT")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that locks before it reads, so that what it read is still true.

        Committed, and on the disk, on leaving; rolled back on an exception.
        """
        with self._turn() as patience_s, _writing(self._writers, patience_s) as connection:
            yield connection

    @contextmanager
    def _turn(self) -> Iterator[float]:
        """Wait for the writers of this process, and give the seconds left for those of others."""
        begun = time.monotonic()
        if self._gate is None:
            yield BUSY_S
            return
        if not self._gate.acquire(timeout=BUSY_S):
            reason = TimeoutError("the writers before this one took too long")
            raise OperationalError("BEGIN IMMEDIATE", {}, reason)
        try:
            yield max(0.0, begun + BUSY_S - time.monotonic())
        finally:
            self._gate.release()

    def empty_log(self) -> bool:
        """Take what was deleted out of SQLite's log file as well; False where somebody reads it.

        It is asked again after a while then (`service.chores`).
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

    def empty_log_if_due(self) -> int:
        """Try again where the log could not be emptied; 0, for a chore that is done."""
        if self._log_is_due:
            self.empty_log()
        return 0

    def close(self) -> None:
        """Close every connection, those that are still at work as soon as they are done."""
        for engine in {self.engine, self._writers}:
            # A connection that is out when its pool is disposed of comes back to nobody.
            event.listen(engine.pool, "checkin", _close_returned)
            engine.dispose()


def _close_returned(_connection: object, record: ConnectionPoolEntry) -> None:
    record.close()


@contextmanager
def _writing(engine: Engine, patience_s: float) -> Iterator[Connection]:
    with engine.connect() as plain:
        connection = plain.execution_options(locks_first=True, patience_s=patience_s)
        with connection.begin():
            yield connection


def _address(url: str) -> URL:
    try:
        url.encode()  # a file's name may be no text, and addresses are
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise DatabaseError(f"The database's address is no URL. {EXAMPLE}") from error
    # Providers write postgres://, and this project speaks through one driver only.
    if address.drivername in ("postgres", "postgresql"):
        return address.set(drivername="postgresql+psycopg")
    return address


def _engine(address: URL, connections: Mapping[str, tuple[int, int]]) -> Engine:
    kind = address.get_backend_name()
    # Parameters hold names and hands: no log and no message may show them.
    settings: dict[str, object] = {
        "hide_parameters": True,
        "pool_timeout": BUSY_S,
    }
    if kind in connections:
        settings["pool_size"], settings["max_overflow"] = connections[kind]
    if kind == "postgresql":
        asked = {"connect_timeout": CONNECT_S, "application_name": "tableside"}
        settings["connect_args"] = {
            name: value for name, value in asked.items() if name not in address.query
        }
        # A server that was away for a while is asked before its old connections are used.
        settings["pool_pre_ping"] = True
    if kind == "sqlite" and address.database in IN_MEMORY:
        detail = "A database in memory is another one for each thread, and gone in the end."
        raise DatabaseError(f"{detail} {EXAMPLE}")
    # Only the kind is shown: the rest may hold a password.
    refusal = f"A database of the kind {address.drivername!r} cannot be used here. {EXAMPLE}"
    if kind not in REMEDIES:
        raise DatabaseError(refusal)
    try:
        engine = create_engine(address, **settings)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise DatabaseError(refusal) from error
    if kind == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "connect", _prepare_postgresql)
    return engine


def migrate(engine: Engine, target: str = "head") -> None:
    """Run the packaged migrations up to the newest, or to an older one, in one transaction.

    A database that is there already is only looked at, so that a process that starts keeps nobody
    waiting; of several that start at once, one migrates and the others find it done.
    """
    with as_file(files("service") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        newest = ScriptDirectory.from_config(config).get_current_head()
        if revision(engine) == newest:
            return
        with _writing(engine, MIGRATION_BUSY_S) as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text(f"SET LOCAL lock_timeout = '{MIGRATION_BUSY_S}s'"))
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            config.attributes["connection"] = connection
            command.upgrade(config, target)


def revision(engine: Engine) -> str | None:
    """The migration that a database is at; None for an empty one."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _prepare_sqlite(connection: object, _record: ConnectionPoolEntry) -> None:
    # The driver's own BEGIN is switched off, or it would come too late to lock (see _begin_sqlite).
    connection.isolation_level = None  # type: ignore[attr-defined]  # a sqlite3.Connection
    cursor = connection.cursor()  # type: ignore[attr-defined]  # the same
    for pragma in (
        f"busy_timeout = {BUSY_S * 1000}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "secure_delete = ON",  # what was deleted is overwritten, and not only forgotten
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    # A transaction sees the file as it was when it began: who watches for changes takes none.
    if options.get("watches", False):
        return
    if options.get("locks_first", False):
        patience_s = options.get("patience_s", BUSY_S)
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {1000 * patience_s:.0f}")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("BEGIN")


def _prepare_postgresql(connection: object, _record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined]  # a psycopg.Connection
    cursor.execute(f"SET lock_timeout = '{BUSY_S}s'")
    cursor.execute(f"SET idle_in_transaction_session_timeout = '{MIGRATION_BUSY_S}s'")
    cursor.execute("SHOW synchronous_commit")
    # An answer is a promise: a server that commits before it has written is asked to wait here.
    if cursor.fetchone()[0] == "off":
        cursor.execute("SET synchronous_commit = on")
    cursor.close()
    connection.commit()  # type: ignore[attr-defined]  # the same
