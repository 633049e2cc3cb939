"""The database that a command is asked to work on."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from service.db.database import Database, DatabaseError, address_of
from service.db.faults import fault_of, reason_of
from service.db.sqlite_file import file_of
from service.errors import RefusedError
from service.settings import Settings, SettingsError


def settings_of(given: argparse.Namespace) -> Settings:
    """The settings of the environment, with the database that the command line names."""
    try:
        settings = Settings.from_environment()
    except SettingsError as error:
        raise RefusedError("setting", str(error)) from error
    return settings if given.database is None else replace(settings, database=given.database)


def chosen_file(given: argparse.Namespace) -> Path | None:
    """The SQLite file that a command is asked to work on; RefusedError for an address that is none.

    None for any other kind of database.
    """
    try:
        return file_of(address_of(settings_of(given).database))
    except DatabaseError as error:
        raise RefusedError("database", str(error)) from error


@contextmanager
def chosen(given: argparse.Namespace, *, anew: bool = False) -> Iterator[Database]:
    """Open the database, and close it in the end; RefusedError with the reason where it fails.

    A file that is not there is a slip of the pen, unless the command may begin one `anew`.
    """
    url, file = settings_of(given).database, chosen_file(given)
    if not anew and file is not None and not file.exists():
        detail = f"There is no database {file}. Check --database; tableside serve begins one."
        raise RefusedError("no_file", detail)
    try:
        database = Database.open(url)
    except DatabaseError as error:
        raise RefusedError("database", str(error)) from error
    try:
        yield database
    except SQLAlchemyError as error:
        detail = f"The database failed: {reason_of(error)}. {fault_of(error).remedy}"
        raise RefusedError("database", detail) from error
    finally:
        database.close()
