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
