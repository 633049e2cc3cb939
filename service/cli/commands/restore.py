"""`tableside restore`: a backup put into an empty database."""

import argparse
from contextlib import nullcontext
from pathlib import Path

from scorer.core.sentences import Sentence
from service.cli.commands.database_choice import chosen_file, open_database
from service.cli.words import translator
from service.db.sqlite_file import InUseError, lock_alone
from service.errors import RefusedError
from service.ledger.backup import restore


def run(given: argparse.Namespace) -> int:
    """Put the backup back and say what came of it; RefusedError `in_use` under a service."""
    file = chosen_file(given)
    _check_another(Path(given.file), file)
    try:
        with (
            nullcontext() if file is None else lock_alone(file),
            open_database(given, anew=True) as database,
        ):
            content = restore(Path(given.file), database)
    except InUseError as error:
        raise RefusedError("in_use", str(error)) from error
    whole = Sentence("Put back: {content}; read again and found whole.", content=content)
    print(translator(given)(whole))
    return 0


def _check_another(backup: Path, database: Path | None) -> None:
    """Refuse a backup that is the very file it is to be put into: opening that changes it."""
    try:
        same = database is not None and backup.samefile(database)
    except OSError:  # one of them is not there, or is no name of a file
        same = False
    if same:
        raise RefusedError(
            "same_file",
            Sentence(
                "{file} is the database itself; it was left as it is. Name another database with "
                "--database.",
                file=backup,
            ),
        )
