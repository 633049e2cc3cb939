"""The service as `tableside serve` runs it, with less patience for others at the database."""

import sys
from functools import partial

from service import app
from service.cli.main import main as run
from service.db import database
from service.http.write_queue import WriteQueue

SOON_S = 1  # a third of what a writer waits else, for a lock and for its turn


def main(arguments):
    """Run a command."""
    database.BUSY_S = SOON_S
    app.WriteQueue = partial(WriteQueue, turn_s=SOON_S)
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
