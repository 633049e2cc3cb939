"""Whether a database is one of ours, established before anything in it is changed.

An SQLite file says so in its header (`application_id`); a file of an earlier release, and a
PostgreSQL database, are recognised by our tables.
"""

import os
import re
import secrets
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Engine, inspect, text
from sqlalchemy.engine import Connection

from service.db.migration import versions
from service.db.schema import events, metadata

APPLICATION_ID = 0x7AB1E51D  # "table side"; tools such as `file` recognise our files by it
# SQLite reserves a number for applications in each header, `user_version`, of 31 bits. In our files
# it starts anywhere and grows by one with each commit, which tells a file from its older copies.
COMMITS = 2**31
# More than any disk can do between two checks of a file, and a small part of all numbers.
MOST_COMMITS = 100_000
OUR_REVISION = re.compile(r"\d{4}")  # of a migration; other programs use other forms
_COLUMNS = "SELECT name FROM pragma_table_info(?)"
_VIEWS = "SELECT name FROM sqlite_master WHERE type = 'view'"
_REVISIONS = "SELECT version_num FROM alembic_version"
LOCK_WAIT_S = 10.0  # to wait while another process has the file locked


class ForeignError(Exception):
    """A database belongs to something else; the message says how that shows and what to do."""


def real_path(path: Path) -> Path:
    """Return where a file really lies, with all links resolved; circular links stay as they are."""
    return Path(os.path.realpath(path))  # `Path.resolve` fails on circular links in Python 3.11


def read_only(path: Path, *, alone: bool = False) -> sqlite3.Connection:
    """Open a file for reading only; `alone` ignores the changes in its -wal file."""
    mode = "mode=ro&immutable=1" if alone else "mode=ro"
    address = f"file:{quote(str(real_path(path)))}?{mode}"
    return sqlite3.connect(address, uri=True, timeout=LOCK_WAIT_S, isolation_level=None)


def header(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return the `application_id` of a file and the number of its last commit."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (commit,) = connection.execute("PRAGMA user_version").fetchone()
    return application_id, commit % COMMITS


def may_follow(commit: int, earlier: int) -> bool:
    """Return whether a commit's number may come after, or equal, an earlier one's."""
    return (commit - earlier) % COMMITS <= MOST_COMMITS


def check_file(path: Path) -> None:
    """Raise ForeignError for another program's file; a missing or empty file may become ours.

    Neither the file nor its journal mode is changed. Raises sqlite3.Error for what is no database
    at all.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return
    log_file = path.with_name(f"{path.name}-wal")
    has_log = log_file.is_file() and log_file.stat().st_size > 0
    with closing(read_only(path, alone=not has_log)) as connection:
        application_id, commit = header(connection)
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        views = {name for (name,) in connection.execute(_VIEWS)}  # which may have no end
        columns = {name for (name,) in connection.execute(_COLUMNS, (events.name,))}
        found = connection.execute(_REVISIONS) if versions.name in names else ()
        revisions = [str(revision) for (revision,) in found]
    remedy = "Nothing was changed in it. Name a database of tableside or a new file."
    if application_id not in (0, APPLICATION_ID):
        raise ForeignError(
            f"it belongs to another program (application_id {application_id}). {remedy}"
        )
    if names and (views & set(metadata.tables) or not _is_ours(names, columns, revisions)):
        raise ForeignError(f"it has the tables of another program. {remedy}")
    if has_log:
        _check_log(path, commit)


def _check_log(path: Path, commit: int) -> None:
    """Raise ForeignError for a file that replaced another one whose log is still there.

    SQLite would write these changes into the wrong file.
    """
    try:
        with closing(read_only(path, alone=True)) as connection:
            application_id, earlier = header(connection)
    except sqlite3.DatabaseError:
        return  # the log was being merged into it, and is needed to complete it
    if application_id == APPLICATION_ID and not may_follow(commit, earlier):
        raise ForeignError(
            f"{path.name}-wal holds changes of another file, which this one has replaced. Move "
            f"{path.name}-wal and {path.name}-shm away, and start again."
        )


def check_server(engine: Engine) -> None:
    """Raise ForeignError for a PostgreSQL database whose tables have our names but are not ours.

    An empty one must store text as Unicode. Also raises SQLAlchemyError.
    """
    with engine.connect() as connection:
        inspector = inspect(connection)
        names = set(inspector.get_table_names())
        if not names & {versions.name, *metadata.tables}:
            _check_encoding(connection)
            return
        columns = {
            column["name"]
            for column in (inspector.get_columns(events.name) if events.name in names else ())
        }
        query = connection.execute(text(_REVISIONS)) if versions.name in names else None
        revisions = [] if query is None else query.scalars().all()
    if not _is_ours(names, columns, revisions):
        like = ", ".join(sorted(names & {versions.name, *metadata.tables}))
        raise ForeignError(
            f"it holds tables of another program with the names of ours ({like}). Nothing was "
            "changed in it. Give tableside a database of its own."
        )


def _check_encoding(connection: Connection) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if encoding != "UTF8":
        raise ForeignError(
            f"it keeps text as {encoding}, which cannot store every name. Make one with: createdb "
            "--encoding=UTF8 --template=template0 NAME."
        )


def _is_ours(names: Collection[str], columns: Collection[str], revisions: Collection[str]) -> bool:
    """Return whether tables are those of some version of this program, even a later one."""
    return (
        {versions.name, "games", events.name} <= set(names)
        and {column.name for column in events.columns} <= set(columns)
        and all(OUR_REVISION.fullmatch(revision) for revision in revisions)
    )


def sign(engine: Engine) -> None:
    """Mark the header of an SQLite file as ours, unless it is marked already."""
    with engine.connect().execution_options(watches=True) as connection:
        if connection.exec_driver_sql("PRAGMA application_id").scalar() == APPLICATION_ID:
            return
    with engine.connect().execution_options(locks_first=True) as connection, connection.begin():
        if connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION_ID:
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version = {secrets.randbelow(COMMITS)}")
    with engine.connect().execution_options(watches=True) as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint")  # from the log into the file itself
