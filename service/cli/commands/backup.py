"""`tableside backup`: all games in one verified file, while the service goes on."""

import argparse
from pathlib import Path

from scorer.core.sentences import Sentence
from service.cli.commands.chosen_database import chosen
from service.cli.words import saying
from service.ledger.backup import backup


def run(given: argparse.Namespace) -> int:
    """Write the backup and say what is in it."""
    file = Path(given.file)
    with chosen(given) as database:
        content = backup(database, file)
    whole = Sentence("{file}: {content}; read again and found whole.", file=file, content=content)
    print(saying(given)(whole))
    return 0
