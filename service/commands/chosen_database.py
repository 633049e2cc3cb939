"""The database that a command is asked to work on."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from service.database import IN_MEMORY, Database, DatabaseError
from service.problems import RefusedError
from service.settings import Settings, SettingsError


def settings_of(given: argparse.Namespace) -> Settings:
    """The settings of the environment, with the database that the command line names."""
    try:
        settings = Settings.from_environment()
    except SettingsError as error:
        raise RefusedError("setting", str(error)) from error
    return settings if given.database is None else replace(settings, database=given.database)


def missing_file(url: str) -> Path | None:
    """The SQLite file that an address names, where there is none yet."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        return None  # refused in its own words when it is opened
    if address.get_backend_name() != "sqlite" or address.database in IN_MEMORY:
        return None
    file = Path(str(address.database))
    return None if file.exists() else file


@contextmanager
def chosen(given: argparse.Namespace, *, anew: bool = False) -> Iterator[Database]:
    """Open the database, and close it in the end; RefusedError with the reason where it fails.

    A file that is not there is a slip of the pen, unless the command may begin one `anew`.
    """
    url = settings_of(given).database
    if not anew and (file := missing_file(url)) is not None:
        detail = f"There is no database {file}. Check --database; tableside serve begins one."
        raise RefusedError("no_file", detail)
    try:
        database = Database.open(url)
    except DatabaseError as error:
        raise RefusedError("database", str(error)) from error
    try:
        yield database
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise RefusedError("database", f"The database failed: {reason}. Try again.") from error
    finally:
        database.close()
