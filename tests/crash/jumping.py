"""The service on a machine whose clock is set back, an hour at every third look."""

import argparse
import itertools
from datetime import timedelta

from service.app import create_app
from service.cli.commands.serve import ListenAddress, Server
from service.db.schema import wall_clock
from service.settings import Settings

looks = itertools.count()


def jumping():
    return wall_clock() - timedelta(hours=next(looks) // 3)


def main(arguments):
    """Serve until it is told to end; gives the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["serve"])
    parser.add_argument("--port", type=int)
    parser.add_argument("--database")
    given = parser.parse_args(arguments)
    Server(
        create_app(Settings(database=given.database), jumping),
        ListenAddress("127.0.0.1", given.port),
    ).run()
    return 0
