"""`tableside restore`: a backup put into an empty database."""

import argparse
from contextlib import nullcontext
from pathlib import Path

from service.cli.commands.database_choice import chosen_file, open_database
from service.db.sqlite_file import lock_exclusive
from service.errors import RefusedError
from service.ledger.backup import restore


def run(given: argparse.Namespace) -> int:
    """Restore the backup and print what is in it; InUseError while a service runs."""
    file = chosen_file(given)
    _check_another(Path(given.file), file)
    with (
        nullcontext() if file is None else lock_exclusive(file),
        open_database(given, anew=True) as database,
    ):
        content = restore(Path(given.file), database)
    print(f"Restored: {content}; read back and verified.")
    return 0


def _check_another(backup: Path, database: Path | None) -> None:
    """Refuse a backup that is the database itself: opening that changes it."""
    try:
        same = database is not None and backup.samefile(database)
    except OSError:  # one of them does not exist, or is not a file name
        same = False
    if same:
        detail = f"{backup} is the database itself. Name another database with --database."
        raise RefusedError("same_file", detail)
