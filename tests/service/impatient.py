"""The service as `tableside serve` runs it, with settings that a test shortens."""

import argparse
import json
import os
import sys
from dataclasses import replace

from service.app import create_app
from service.cli.commands.serve import (
    LOOPBACK,
    ListenAddress,
    Server,
    certificate_of,
    within_descriptors,
)
from service.monitoring import logs
from service.settings import Settings


def main(arguments):
    """Serve until it is told to end; gives the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["serve"])
    parser.add_argument("--port", type=int)
    parser.add_argument("--database")
    given = parser.parse_args(arguments)
    told = replace(Settings.from_environment(), **json.loads(os.environ["SHORTENED"]))
    settings = within_descriptors(replace(told, database=given.database))
    certificate = certificate_of(settings, LOOPBACK) if settings.https else None
    app = create_app(settings, authority=None if certificate is None else certificate.authority)
    logs.log_to_stderr()
    Server(app, ListenAddress(LOOPBACK, given.port, certificate=certificate)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
