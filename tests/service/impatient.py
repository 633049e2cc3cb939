"""The service as `tableside serve` runs it, with settings that a test shortens."""

import argparse
import json
import os
from dataclasses import replace

from service.app import create_app
from service.cli.commands.serve import Server, within_descriptors
from service.cli.place import LOOPBACK, Place, certificate_of
from service.monitoring import logs
from service.settings import Settings

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--database")
    given = parser.parse_args()
    told = replace(Settings.from_environment(), **json.loads(os.environ["SHORTENED"]))
    settings = within_descriptors(replace(told, database=given.database))
    certificate = certificate_of(settings, LOOPBACK) if settings.https else None
    app = create_app(settings, authority=None if certificate is None else certificate.authority)
    logs.log_to_stderr()
    Server(app, Place(LOOPBACK, given.port, certificate=certificate)).run()
