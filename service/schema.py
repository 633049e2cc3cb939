"""The tables of the event store, and its way from an empty file to the newest shape."""

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import (
    Column,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
)
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("at", String(32), nullable=False),
)
# Rows are added and never changed: (game_id, seq) lets only one of two writers be next.
events = Table(
    "events",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
# What a key was answered, so that a repeated request is answered the same and applied once.
answers = Table(
    "answers",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("body", Text, nullable=False),
)

EXAMPLE = "Give an SQLAlchemy URL such as sqlite:///games.sqlite3."
BUSY_S = 10  # how long a writer waits for another before `database_busy`


class DatabaseError(Exception):
    """The database cannot be opened; the message says what to check."""


def connect(url: str) -> Engine:
    """Open the database at an SQLAlchemy URL and bring it to the newest shape.

    Raises DatabaseError for an address that is malformed, unreachable or not ours to write.
    """
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise DatabaseError(f"The database's address is no URL. {EXAMPLE}") from error
    try:
        engine = create_engine(address)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        # Only the kind is shown: the rest may hold a password.
        detail = f"A database of the kind {address.drivername!r} cannot be used here ({error})."
        raise DatabaseError(f"{detail} {EXAMPLE}") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        migrate(engine)
    except CommandError as error:
        engine.dispose()
        detail = "was written by a newer tableside. Upgrade this one, or name another database."
        raise DatabaseError(f"The database {address.render_as_string()} {detail}") from error
    except SQLAlchemyError as error:
        engine.dispose()
        raise DatabaseError(
            f"The database {address.render_as_string()} cannot be opened: "
            f"{str(error).splitlines()[0]}. Check that its folder exists and can be written."
        ) from error
    return engine


def migrate(engine: Engine) -> None:
    """Run the packaged migrations up to the newest, in one transaction."""
    with as_file(files("service") / "migrations") as folder, writing(engine) as connection:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def writing(engine: Engine) -> "Transaction":
    """A transaction that locks before it reads, so that what it read is still true."""
    return Transaction(engine)


class Transaction:
    """One write transaction: committed on leaving, rolled back on an exception."""

    def __init__(self, engine: Engine) -> None:
        self._connection = engine.connect().execution_options(locks_first=True)

    def __enter__(self) -> Connection:
        self._begun = self._connection.begin()
        return self._connection

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            (self._begun.commit if kind is None else self._begun.rollback)()
        finally:
            self._connection.close()


def _prepare_sqlite(connection: object, _record: ConnectionPoolEntry) -> None:
    # The driver's own BEGIN is switched off, or it would come too late to lock (see _begin_sqlite).
    connection.isolation_level = None  # type: ignore[attr-defined]  # a sqlite3.Connection
    cursor = connection.cursor()  # type: ignore[attr-defined]  # the same
    for pragma in (
        f"busy_timeout = {BUSY_S * 1000}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    locks_first = connection.get_execution_options().get("locks_first", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if locks_first else "BEGIN")
