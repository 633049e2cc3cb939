"""`tableside restore`: a backup put into an empty database."""

import argparse
from pathlib import Path

from service.backup import restore
from service.commands.chosen_database import chosen


def run(given: argparse.Namespace) -> int:
    """Put the backup back and say what came of it."""
    with chosen(given, anew=True) as database:
        content = restore(Path(given.file), database)
    print(f"Put back: {content}; read again and found whole.")
    return 0
