"""Backups: a database of either kind as one SQLite file with the same tables.

A backup is taken from one snapshot while the service keeps running, and verified before it gets its
name. Restored into an empty database of either kind, it also moves a club from one kind to the
other.
"""

import hashlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Row, Select, Table, insert, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from scorer.ledger.game import LedgerError
from service.db.codec import CodecError
from service.db.database import Database, DatabaseError
from service.db.database_errors import DAMAGED, FULL, fault_of, reason_of
from service.db.migration import NewerError
from service.db.schema import games, metadata
from service.db.sqlite_file import file_address
from service.errors import RefusedError
from service.files import NO_ROOM, check_new, publish
from service.ledger.store import EventLogs

ROWS_AT_ONCE = 200


@dataclass(slots=True)
class Content:
    """What a database holds: row counts by table, and a sum of hashes that ignores their order."""

    counts: Counter[str] = field(default_factory=Counter)
    hash_sum: int = 0

    def __str__(self) -> str:
        counted = ((self.counts[name], name) for name in ("games", "events"))
        return ", ".join(f"{n} {name.removesuffix('s') if n == 1 else name}" for n, name in counted)

    def add(self, table: Table, row: Row[Any]) -> None:
        """Count a row."""
        self.counts[table.name] += 1
        digest = hashlib.sha256(repr((table.name, tuple(row))).encode()).digest()
        self.hash_sum = (self.hash_sum + int.from_bytes(digest)) % 2**256


def backup(source: Database, file: Path) -> Content:
    """Write a whole database to a new file, which appears only after it was verified.

    Raises RefusedError where the file exists already, cannot be written, or came out wrong.
    """
    check_new(file)
    try:
        # In a folder of its own: another backup may be written under the same name meanwhile.
        with tempfile.TemporaryDirectory(
            prefix=".tableside-", dir=file.parent, ignore_cleanup_errors=True
        ) as folder:
            part = Path(folder) / "backup.sqlite3"
            content = _write_copy(source, part)
            with part.open("rb+") as written:
                os.fsync(written.fileno())
            publish(part, file)
    except (OSError, DatabaseError, OperationalError) as error:
        if isinstance(error, OperationalError) and fault_of(error) is not FULL:
            raise  # the database that is read has failed
        detail = f"{file} cannot be written. Check that its folder exists and has space."
        raise RefusedError("not_written", detail) from error
    return content


def _write_copy(source: Database, part: Path) -> Content:
    copy = Database.open(file_address(part))
    try:
        with _snapshot(source) as rows, copy.write_connection() as connection:
            content = _copy_rows(rows, connection)
        if verify(copy) != content:
            raise RefusedError("damaged", "The copy differs from the database. Check this disk.")
        with copy.engine.connect().execution_options(watches=True) as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")  # a single file
    finally:
        copy.close()
    return content


@contextmanager
def open_backup(file: Path) -> Iterator[Database]:
    """Open a backup, verified; raises RefusedError where the file is none or is damaged."""
    if not os.path.isfile(file):  # noqa: PTH113  (a path's own fails on a name too long)
        raise RefusedError("no_file", f"There is no file {file}. Name a backup.")
    if file.stat().st_size == 0:
        raise RefusedError("damaged", f"{file} is empty: it was not written. Name another backup.")
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        # A copy, because a backup of an older release must be migrated first.
        copied = Path(folder) / "backup.sqlite3"
        _copy_file(file, copied)
        address = file_address(copied)
        try:
            source = Database.open(address)
        except DatabaseError as error:
            if isinstance(error.__cause__, NewerError):
                detail = f"{file} was written by a newer tableside. Upgrade this one to restore it."
                raise RefusedError("newer_event", detail) from error
            why = str(error).replace(address.render_as_string(), str(file))
            raise RefusedError("damaged", f"{file} is not a tableside backup. {why}") from error
        try:
            verify(source)
            yield source
        finally:
            source.close()


def restore(source: Database, target: Database) -> Content:
    """Copy an open backup into an empty database; raises RefusedError if it holds games."""
    with source.read_connection() as rows, target.write_connection() as connection:
        if target.kind == "postgresql":  # SQLite has one writer at a time
            connection.execute(text("LOCK TABLE games IN EXCLUSIVE MODE"))
        for table in metadata.sorted_tables:
            if connection.execute(select(table).limit(1)).first() is not None:
                name = table.name.replace("_", " ")
                detail = f"The database has {name} already. Restore into an empty one."
                raise RefusedError("not_empty", detail)
        content = _copy_rows(rows, connection)
    if verify(target) != content:
        raise RefusedError(
            "damaged", "The restored games are not those of the backup. Check this disk."
        )
    return content


def _copy_file(file: Path, copied: Path) -> None:
    try:
        shutil.copyfile(file, copied)
        if os.path.isfile(f"{file}-wal"):  # noqa: PTH113  (a path's own fails on a name too long)
            # A database whose service was killed has its latest events there.
            shutil.copyfile(f"{file}-wal", f"{copied}-wal")
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        detail = (
            f"{copied.parent.parent} has no space for a copy of {file}. Free some, or name another "
            "folder with TMPDIR."
        )
        raise RefusedError("not_written", detail) from error


def verify(database: Database) -> Content:
    """Read a whole database, checking every page and replaying every game.

    Raises RefusedError with the first fault.
    """
    content, logs = Content(), EventLogs(most=1)
    try:
        with _snapshot(database) as connection:
            if database.kind == "sqlite":
                _check_pages(connection)
            for table in metadata.sorted_tables:
                for row in connection.execute(_all_rows(table)):
                    content.add(table, row)
            for game_id in connection.execute(select(games.c.id)).scalars().all():
                try:
                    logs.load(connection, game_id)
                except (CodecError, LedgerError, ValueError, LookupError, RefusedError) as error:
                    raise RefusedError(
                        "damaged",
                        f"Game {game_id[:8]}… cannot be replayed: {error}",
                    ) from error
    except SQLAlchemyError as error:
        if fault_of(error) is not DAMAGED:
            raise
        raise RefusedError("damaged", f"The database is damaged: {reason_of(error)}") from error
    return content


def _check_pages(connection: Connection) -> None:
    found = connection.execute(text("PRAGMA integrity_check")).scalars().all()
    if found != ["ok"]:
        raise RefusedError(
            "damaged",
            f"The file is damaged: {'; '.join(map(str, found[:3]))}",
        )
    if connection.execute(text("PRAGMA foreign_key_check")).first() is not None:
        raise RefusedError("damaged", "The file has rows of games that are missing.")


def _snapshot(database: Database) -> Connection:
    """Return a connection that sees one moment, however long it reads."""
    connection = database.engine.connect()
    if database.kind == "postgresql":
        return connection.execution_options(isolation_level="REPEATABLE READ")
    return connection  # an SQLite transaction always does


def _all_rows(table: Table) -> Select[Any]:
    """Return a query for all rows, fetched a few at a time, since photos are large."""
    return select(table).execution_options(yield_per=ROWS_AT_ONCE)


def _copy_rows(source: Connection, target: Connection) -> Content:
    content = Content()
    for table in metadata.sorted_tables:
        for batch in source.execute(_all_rows(table)).partitions():
            for row in batch:
                content.add(table, row)
            target.execute(insert(table), [dict(row._mapping) for row in batch])
    return content
