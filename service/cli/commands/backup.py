"""`tableside backup`: all games in one verified file, while the service goes on."""

import argparse
from pathlib import Path

from scorer.core.sentences import Sentence
from service.cli.commands.database_choice import open_database
from service.cli.words import translator
from service.ledger.backup import backup


def run(given: argparse.Namespace) -> int:
    """Write the backup and say what is in it."""
    file = Path(given.file)
    with open_database(given) as database:
        content = backup(database, file)
    whole = Sentence("{file}: {content}; read again and found whole.", file=file, content=content)
    print(translator(given)(whole))
    return 0
