"""`tableside serve`: the HTTP service and the phone page."""

import argparse
import socket
import sys
from dataclasses import replace

import uvicorn

from service.app import create_app
from service.database import DatabaseError
from service.problems import RefusedError
from service.settings import Settings, SettingsError

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (only compared: whoever serves has chosen it)
PATIENCE_S = 3  # open streams end with the service instead of holding it


def run(given: argparse.Namespace) -> int:
    """Serve until interrupted; 1 where the database or the port cannot be opened."""
    try:
        settings = Settings.from_environment()
        if given.database is not None:
            settings = replace(settings, database=given.database)
        app = create_app(settings)
    except (DatabaseError, SettingsError) as error:
        print(f"tableside serve: {error}", file=sys.stderr)
        return 1
    try:
        app.state.recogniser.reader()  # before the first photo waits for it
    except RefusedError as error:
        print(f"tableside serve: {error.detail} Everything else works.", file=sys.stderr)
    if given.host in EVERYWHERE and (address := own_address()) is not None:
        print(f"Phones in this network: http://{address}:{given.port}/", flush=True)
    try:
        uvicorn.run(
            app,
            host=given.host,
            port=given.port,
            log_level="info",
            timeout_graceful_shutdown=PATIENCE_S,
        )
    except SystemExit as left:  # the server has said why it could not begin
        return int(bool(left.code))
    return 0


def own_address() -> str | None:
    """This machine's address towards its network, None without one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return None
