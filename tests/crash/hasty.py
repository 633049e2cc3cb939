"""The service as `tableside serve` runs it, with less patience for others at the database."""

import sys

from service import app
from service.cli.main import main as run
from service.db import database
from service.http.write_queue import AT_ONCE, WAITING, WriteQueue

SOON_S = 1  # a third of what a writer waits else, for a lock and for its turn


class HastyQueue(WriteQueue):
    """One whose calls wait less for their turn."""

    def __init__(self, at_once=AT_ONCE, waiting=WAITING, turn_s=SOON_S):
        super().__init__(at_once, waiting, turn_s)


def main(arguments):
    """Run a command."""
    database.BUSY_S = SOON_S
    app.WriteQueue = HastyQueue
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
