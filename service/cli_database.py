"""The database that a command is asked to work on."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy.exc import SQLAlchemyError

from service.database import Database, DatabaseError
from service.problems import RefusedError
from service.settings import Settings, SettingsError


def settings_of(given: argparse.Namespace) -> Settings:
    """The settings of the environment, with the database that the command line names."""
    try:
        settings = Settings.from_environment()
    except SettingsError as error:
        raise RefusedError("setting", str(error)) from error
    return settings if given.database is None else replace(settings, database=given.database)


@contextmanager
def chosen(given: argparse.Namespace) -> Iterator[Database]:
    """Open the database, and close it in the end; RefusedError with the reason where it fails."""
    try:
        database = Database.open(settings_of(given).database)
    except DatabaseError as error:
        raise RefusedError("database", str(error)) from error
    try:
        yield database
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise RefusedError("database", f"The database failed: {reason}. Try again.") from error
    finally:
        database.close()
