"""`tableside serve`: the HTTP service and the phone page."""

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import anyio.to_thread
import uvicorn
from fastapi import FastAPI

from service.app import create_app
from service.cli.commands.database_choice import chosen_file, games_location, make_own, settings_of
from service.cli.listen_address import (
    EVERYWHERE,
    LOOPBACK,
    ListenAddress,
    certificate_of,
    check_address,
    print_address,
)
from service.db.sqlite_file import InUseError
from service.errors import RefusedError
from service.http.connections import Config, Connections
from service.monitoring import logs
from service.monitoring.logs import LoopErrors
from service.photos.reader_pool import ReaderPool
from service.settings import Settings, unknown_variables

log = logging.getLogger(__name__)

TICKS_A_SECOND = 10  # uvicorn's
# Connections that asyncio accepts in one go, before the first of them can be refused; more wait in
# the system's queue, as when all phones of a club come back at once.
ACCEPTED_AT_ONCE, QUEUED = 100, 2048
# Open files for all else: 32 uploads of 8 photos, 21 connections to a database of 3 files each,
# connections that are being accepted or refused, models, logs.
RESERVE = 600
PATIENCE_S = 20  # longer than a write may wait for others, so that all finish
CERTIFICATE_S = 60  # between checks of the certificate; a phone tries again within a minute
WARM_S = 3.0  # seconds until the models are loaded: waiting tables come first


def run(given: argparse.Namespace) -> int:
    """Serve until interrupted; RefusedError if the database or the port cannot be used."""
    settings = settings_of(given)
    host = given.host or (EVERYWHERE[0] if settings.https else LOOPBACK)
    check_address(host, given.port)
    settings = within_descriptors(settings)
    for sentence in unknown_variables():
        print(f"tableside serve: {sentence}", file=sys.stderr)
    certificate = certificate_of(settings, host) if settings.https else None
    address = ListenAddress(host, given.port, settings.public_url, certificate)
    if settings.database is None and (file := chosen_file(given)) is not None:
        make_own(file)
    app = create_app(settings, authority=None if certificate is None else certificate.authority)
    try:
        app.state.store.database.hold_file()
    except InUseError:
        app.state.store.close()
        raise
    # Before the first photo needs them, but after the tables. No daemon: an exit meanwhile waits
    # for the models, as loading them cannot be interrupted.
    warming = threading.Timer(WARM_S, _warm, (app.state.reader_pool,))
    warming.start()
    try:
        return _serve(Server(app, address), address, given)
    finally:
        warming.cancel()


def _serve(server: "Server", address: ListenAddress, given: argparse.Namespace) -> int:
    """Print where the page is, run the server to its end, and return the exit status."""
    try:
        print_address(address)
        print(f"{games_location(given)}.", flush=True)
    except OSError:  # nobody can read it, and the tables do not need it
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  (until the end)
    logs.log_to_stderr()
    # A requested stop is no failure; the server has finished its work by then.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    try:
        server.run()
    except SystemExit as left:  # the server has printed why it could not start
        return int(bool(left.code))
    return 0


def within_descriptors(settings: Settings) -> Settings:
    """Return settings with no more connections than the process may open files for.

    Its soft limit is raised as far as needed. An HTTPS connection takes two files until its first
    byte has arrived.
    """
    if sys.platform == "win32":
        return settings
    import resource  # noqa: PLC0415  (Windows has none, nor such a limit)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    each = 2 if settings.https else 1
    wanted = each * settings.connections + RESERVE
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # a system with a limit that it does not report
            most = soft
    room = (most - min(RESERVE, most // 2)) // each  # with few files, better slow than down
    if room < settings.connections:
        log.warning(
            "at most %d connections, as this process may open only %d files (ulimit -n)", room, most
        )
    return replace(settings, connections=min(settings.connections, room))


def _warm(reader_pool: ReaderPool) -> None:
    try:
        reader_pool.start()
    except RefusedError as error:
        print(f"tableside serve: {error.detail} Everything else works.", file=sys.stderr)


class Server(uvicorn.Server):
    """On a stop ends the streams first, then lets every write finish."""

    def __init__(self, app: FastAPI, address: ListenAddress) -> None:
        settings: Settings = app.state.settings
        self._certificate = address.certificate
        config: Callable[..., Config] = Config
        if address.certificate is not None:
            from service.http.tls import TlsConfig  # noqa: PLC0415  (plain HTTP does not need it)

            config = partial(TlsConfig, context=address.certificate.context)
        super().__init__(
            config(
                app,
                app.state.connections,
                host=address.host,
                port=address.port,
                log_config=None,
                access_log=False,  # it has addresses in it; `service.monitoring` logs
                server_header=False,
                timeout_graceful_shutdown=PATIENCE_S,
                loop="asyncio",
                ws="none",  # not used, and the limits on connections would not hold there
                backlog=ACCEPTED_AT_ONCE,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=settings.proxies.allowed(),
            )
        )
        self._app = app
        self._connections: Connections = app.state.connections

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        asyncio.get_running_loop().set_exception_handler(LoopErrors(log))
        await super().startup(sockets)
        for listener in (one for server in self.servers for one in server.sockets):
            with listener.dup() as same:
                same.listen(QUEUED)

    async def on_tick(self, counter: int) -> bool:
        """Check every connection once a second, and the certificate once a minute."""
        if counter % TICKS_A_SECOND == 0:
            self._connections.sweep(asyncio.get_running_loop().time())
        if self._certificate is not None and counter % (TICKS_A_SECOND * CERTIFICATE_S) == 0:
            self._renewal = asyncio.create_task(anyio.to_thread.run_sync(self._renew))
        return await super().on_tick(counter)

    def _renew(self) -> None:
        """Renew the certificate if it is due; if that fails, keep the current one."""
        try:
            if self._certificate is not None and self._certificate.renew():
                log.info("renewed the certificate, for %s", self._certificate.names)
        except (OSError, RefusedError) as error:
            log.warning("the certificate could not be renewed: %s", error)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking requests, and wait for those in progress."""
        self._app.state.notifier.close()
        await super().shutdown(sockets)
