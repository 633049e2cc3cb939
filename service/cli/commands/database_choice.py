"""The database that a command is asked to work on."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from scorer.core.sentences import Sentence
from service import data_folder
from service.db.database import Database, DatabaseError, address_of
from service.db.faults import fault_of, reason_of
from service.db.sqlite_file import file_of
from service.errors import RefusedError
from service.settings import Settings, SettingsError


def settings_of(given: argparse.Namespace) -> Settings:
    """The settings of the environment, with the database that the command line names.

    RefusedError `setting` for one that is none.
    """
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
        return file_of(address_of(settings_of(given).address))
    except DatabaseError as error:
        raise RefusedError("database", str(error)) from error


def place(given: argparse.Namespace) -> Sentence:
    """Say without a full stop where games are kept; RefusedError for an address that is none."""
    settings, file = settings_of(given), chosen_file(given)
    shown = address_of(settings.address).render_as_string()
    return data_folder.place_text(file, shown, chosen=settings.database is not None)


def make_own(file: Path) -> None:
    """Make the user's data folder where a file is to lie in it; RefusedError `no_folder`."""
    if file != data_folder.own_file():
        return
    try:
        file.parent.mkdir(mode=data_folder.MODE, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or Sentence("no reason given")
        detail = Sentence(
            "The folder {parent} cannot be made ({reason}). Make it, or say where games "
            "are to be kept, such as --database sqlite:///games.sqlite3.",
            parent=file.parent,
            reason=reason,
        )
        raise RefusedError("no_folder", detail) from error


@contextmanager
def open_database(given: argparse.Namespace, *, anew: bool = False) -> Iterator[Database]:
    """Open the database, and close it in the end; RefusedError with the reason where it fails.

    A file that is not there is a slip of the pen, unless the command may begin one `anew`.
    """
    url, file = settings_of(given).address, chosen_file(given)
    if file is not None and not file.exists():
        if not anew:
            detail = Sentence(
                "There is no database {file}. Check --database; tableside serve begins one.",
                file=file,
            )
            raise RefusedError("no_file", detail)
        make_own(file)
    try:
        database = Database.open(url)
    except DatabaseError as error:
        raise RefusedError("database", str(error)) from error
    try:
        yield database
    except SQLAlchemyError as error:
        detail = Sentence(
            "The database failed: {reason}. {remedy}",
            reason=reason_of(error),
            remedy=fault_of(error).remedy,
        )
        raise RefusedError("database", detail) from error
    finally:
        database.close()
