"""`tableside serve`: the HTTP service and the phone page."""

import argparse
import errno
import os
import signal
import socket
import sys
import threading
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from service import qr
from service.app import create_app
from service.bell import Bell
from service.database import DatabaseError
from service.observing import logs
from service.problems import RefusedError
from service.recogniser import Recogniser
from service.settings import Settings, SettingsError

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (only compared: whoever serves has chosen it)
PATIENCE_S = 20  # longer than a write may wait for others, so that all are finished


def run(given: argparse.Namespace) -> int:
    """Serve until interrupted; 1 where the database or the port cannot be opened."""
    try:
        check_address(given.host, given.port)
        settings = Settings.from_environment()
        if given.database is not None:
            settings = replace(settings, database=given.database)
        app = create_app(settings)
    except (DatabaseError, SettingsError) as error:
        print(f"tableside serve: {error}", file=sys.stderr)
        return 1
    # Before the first photo waits for it, but without keeping the tables waiting. No daemon: who
    # leaves at once waits for the models, which cannot be given up half loaded.
    threading.Thread(target=_warm, args=(app.state.recogniser,)).start()
    try:
        _say_where(given.host, given.port)
    except OSError:  # nobody can read it, and the tables need not know
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  (until the end)
    logs.to_stderr()
    # A stop that was asked for is no failure; the server has finished its work by then.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    try:
        Server(app, given.host, given.port).run()
    except SystemExit as left:  # the server has said why it could not begin
        return int(bool(left.code))
    return 0


def check_address(host: str, port: int) -> None:
    """Raise RefusedError with the remedy where nothing can listen at an address."""
    try:
        known = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for family, kind, protocol, _, address in known:
            with socket.socket(family, kind, protocol) as probe:
                # As the server does: what waits for the last packets of an earlier one is free.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        raise RefusedError("no_address", _remedy(host, port, error)) from error
    except UnicodeError as error:  # no name of a computer has such letters, or is so long
        unknown = OSError(errno.EINVAL, "no such name")
        raise RefusedError("no_address", _remedy(host, port, unknown)) from error


def _remedy(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken, perhaps by another tableside. "
            f"Stop that one, or give another port, such as --port {port % 65535 + 1}."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is kept for the system. Give one from 1024 on, such as --port 8000."
    return (
        f"{host} is no address of this computer ({error.strerror}). "
        "Leave --host out, or give --host 0.0.0.0 to let phones in."
    )


def _say_where(host: str, port: int) -> None:
    if host not in EVERYWHERE:
        shown = f"[{host}]" if ":" in host else host
        print(f"The page: http://{shown}:{port}/ (--host 0.0.0.0 lets phones in)", flush=True)
    elif (address := own_address()) is not None:
        page = f"http://{address}:{port}/"
        print(f"Phones in this network: {page}", flush=True)
        if sys.stdout.isatty():
            print(qr.printed(page), flush=True)


def _warm(recogniser: Recogniser) -> None:
    try:
        recogniser.reader()
    except RefusedError as error:
        print(f"tableside serve: {error.detail} Everything else works.", file=sys.stderr)


class Server(uvicorn.Server):
    """Ends the streams first when it is told to stop, then gives every write its time."""

    def __init__(self, app: FastAPI, host: str, port: int) -> None:
        settings: Settings = app.state.settings
        super().__init__(
            uvicorn.Config(
                app,
                host=host,
                port=port,
                log_config=None,
                access_log=False,  # it names addresses; `service.observing` writes what we keep
                server_header=False,
                h11_max_incomplete_event_size=2 * settings.headers_bytes,
                timeout_graceful_shutdown=PATIENCE_S,
            )
        )
        self._bell: Bell = app.state.bell

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking requests, and wait for those that are being answered."""
        self._bell.close()
        await super().shutdown(sockets)


def own_address() -> str | None:
    """This machine's address towards its network, None without one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return None
