"""The database that a command works on, and the links to its games."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from service import data_folder
from service.db.database import Database, address_of
from service.db.database_errors import fault_of, reason_of
from service.db.sqlite_file import file_of
from service.errors import RefusedError
from service.settings import Settings


def settings_of(given: argparse.Namespace) -> Settings:
    """Return the settings of the environment, overridden by the command line; UnusableError."""
    named = {name: getattr(given, name, None) for name in ("database", "https", "public_url")}
    chosen = {name: value for name, value in named.items() if value not in (None, False)}
    return replace(Settings.from_environment(), **chosen)


def chosen_file(given: argparse.Namespace) -> Path | None:
    """Return the SQLite file that a command works on, None for a server; DatabaseError."""
    return file_of(address_of(settings_of(given).address))


def games_location(given: argparse.Namespace) -> str:
    """Return where games are kept, without a full stop; DatabaseError."""
    settings, file = settings_of(given), chosen_file(given)
    if file is None:
        return f"Games are kept at {address_of(settings.address).render_as_string()}"
    kept = f"Games are kept in {file.absolute()}"
    if settings.database is not None or file == data_folder.own_file():
        return kept
    created = data_folder.own_folder()
    return f"{kept}. This file was created in this folder; new ones are created in {created}"


def print_link(given: argparse.Namespace, game: str, token: str) -> None:
    """Print the link to write to a game: at the page that is named, else on this computer."""
    settings = settings_of(given)
    scheme = "https" if settings.https else "http"
    page = settings.public_url or f"{scheme}://127.0.0.1:8000/"
    print(f"To enter hands, open {page}#game={game}&token={token}")


def make_own(file: Path) -> None:
    """Make the user's data folder if a file belongs in it; RefusedError `no_folder`."""
    if file != data_folder.own_file():
        return
    try:
        file.parent.mkdir(mode=data_folder.MODE, parents=True, exist_ok=True)
    except OSError as error:
        detail = (
            f"The folder {file.parent} cannot be made ({error.strerror}). Make it, or name another "
            "database, such as --database sqlite:///games.sqlite3."
        )
        raise RefusedError("no_folder", detail) from error


@contextmanager
def open_database(given: argparse.Namespace, *, anew: bool = False) -> Iterator[Database]:
    """Open the database and close it at the end; raises RefusedError with the reason.

    A file that does not exist is refused as a typo, unless the command may create it (`anew`).
    """
    url, file = settings_of(given).address, chosen_file(given)
    if file is not None and not file.exists():
        if not anew:
            detail = f"There is no database {file}. Check --database; tableside serve creates one."
            raise RefusedError("no_file", detail)
        make_own(file)
    database = Database.open(url)
    try:
        yield database
    except SQLAlchemyError as error:
        detail = f"The database failed: {reason_of(error)}. {fault_of(error).remedy}"
        raise RefusedError("database", detail) from error
    finally:
        database.close()
