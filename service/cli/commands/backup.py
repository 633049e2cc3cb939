"""`tableside backup`: all games in one verified file, even while the service runs."""

import argparse
from pathlib import Path

from service.cli.commands.database_choice import open_database
from service.ledger.backup import backup


def run(given: argparse.Namespace) -> int:
    """Write the backup and print what is in it."""
    file = Path(given.file)
    with open_database(given) as database:
        content = backup(database, file)
    print(f"{file}: {content}; read back and verified.")
    return 0
