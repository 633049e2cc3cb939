"""`tableside serve`: the HTTP service and the phone page."""

import argparse
import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import threading
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from service.app import create_app
from service.auth import qr
from service.cli.addresses import own_addresses
from service.cli.commands.chosen_database import chosen_file, make_own, place
from service.db.database import DatabaseError
from service.db.sqlite_file import InUseError
from service.errors import RefusedError
from service.http.connections import Config, Connections
from service.live.notifier import Notifier
from service.monitoring import logs
from service.monitoring.logs import LoopErrors
from service.photos.reader_pool import ReaderPool
from service.settings import Settings, SettingsError, unknown_variables

log = logging.getLogger(__name__)

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (only compared: whoever serves has chosen it)
FIND_ADDRESS = (
    "with this computer's address in its network for ADDRESS. It is in the system's settings of "
    "the network; `hostname -I` (Linux), `ipconfig getifaddr en0` (macOS) or `ipconfig` (Windows) "
    "prints it. If there is none, connect the computer to the phones' network first."
)
TICKS_A_SECOND = 10  # uvicorn's
# asyncio takes in so many in one go, before the first of them can be refused; the system keeps
# more waiting, as when all phones of a club come back at once.
ACCEPTED_AT_ONCE, QUEUED = 100, 2048
# Open files for all else: 32 uploads of 8 photos, 21 connections to a database of 3 files each,
# connections that are being accepted or refused, models, logs.
RESERVE = 600
PATIENCE_S = 20  # longer than a write may wait for others, so that all are finished
WARM_S = 3.0  # seconds until the models are loaded: the tables that wait for a start come first


def run(given: argparse.Namespace) -> int:
    """Serve until interrupted; 1 where the database or the port cannot be opened."""
    try:
        check_address(given.host, given.port)
        settings = within_descriptors(Settings.from_environment())
        for sentence in unknown_variables():
            print(f"tableside serve: {sentence}", file=sys.stderr)
        if given.database is not None:
            settings = replace(settings, database=given.database)
        if settings.database is None and (file := chosen_file(given)) is not None:
            make_own(file)
        app = create_app(settings)
        try:
            app.state.store.database.hold()
        except InUseError:
            app.state.store.close()
            raise
    except (DatabaseError, InUseError, SettingsError) as error:
        print(f"tableside serve: {error}", file=sys.stderr)
        return 1
    # Before the first photo waits for it, but without keeping the tables waiting. No daemon: who
    # leaves meanwhile waits for the models, which cannot be given up half loaded.
    warming = threading.Timer(WARM_S, _warm, (app.state.reader_pool,))
    warming.start()
    try:
        return _served(Server(app, given.host, given.port), given)
    finally:
        warming.cancel()


def _served(server: "Server", given: argparse.Namespace) -> int:
    """Say where the page is and run the server to its end; the exit status."""
    try:
        _say_where(given.host, given.port)
        print(place(given), flush=True)
    except OSError:  # nobody can read it, and the tables need not know
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  (until the end)
    logs.to_stderr()
    # A stop that was asked for is no failure; the server has finished its work by then.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    try:
        server.run()
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
        return
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    known = own_addresses(family)
    pages = [f"http://{f'[{one}]' if ':' in one else one}:{port}/" for one in known]
    if not pages:
        print(f"Phones: http://ADDRESS:{port}/ {FIND_ADDRESS}", flush=True)
        return
    print(f"Phones in this network: {' or '.join(pages)}", flush=True)
    if sys.stdout.isatty():
        print(qr.printed(pages[0]), flush=True)


def within_descriptors(settings: Settings) -> Settings:
    """Allow as many connections as the process may have files open, with a reserve for its work.

    The process may open as many as the system lets it by its own choice.
    """
    if sys.platform == "win32":
        return settings
    import resource  # noqa: PLC0415  (Windows has none, nor such a limit)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + RESERVE
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # a system with a limit that it does not tell of
            most = soft
    room = most - min(RESERVE, most // 2)  # where there are few, better slow than down
    if room < settings.connections:
        log.warning(
            "%d connections at most, for this process may open %d files (ulimit -n)", room, most
        )
    return replace(settings, connections=min(settings.connections, room))


def _warm(reader_pool: ReaderPool) -> None:
    try:
        reader_pool.start()
    except RefusedError as error:
        print(f"tableside serve: {error.detail} Everything else works.", file=sys.stderr)


class Server(uvicorn.Server):
    """Ends the streams first when it is told to stop, then gives every write its time."""

    def __init__(self, app: FastAPI, host: str, port: int) -> None:
        settings: Settings = app.state.settings
        super().__init__(
            Config(
                app,
                app.state.connections,
                host=host,
                port=port,
                log_config=None,
                access_log=False,  # it names addresses; `service.monitoring` writes what we keep
                server_header=False,
                h11_max_incomplete_event_size=2 * settings.headers_bytes,
                timeout_graceful_shutdown=PATIENCE_S,
                loop="asyncio",
                ws="none",  # nobody asks for it, and none of the limits below would hold there
                backlog=ACCEPTED_AT_ONCE,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=settings.proxies.allowed(),
            )
        )
        self._bell: Notifier = app.state.notifier
        self._connections: Connections = app.state.connections

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        asyncio.get_running_loop().set_exception_handler(LoopErrors(log))
        await super().startup(sockets)
        for listener in (one for server in self.servers for one in server.sockets):
            with listener.dup() as same:
                same.listen(QUEUED)

    async def on_tick(self, counter: int) -> bool:
        """Look at every connection once a second."""
        if counter % TICKS_A_SECOND == 0:
            self._connections.sweep(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking requests, and wait for those that are being answered."""
        self._bell.close()
        await super().shutdown(sockets)
