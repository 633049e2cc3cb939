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

from scorer.core.sentences import Sentence
from service.app import create_app, end_streams
from service.cli.commands.database_choice import chosen_file, make_own
from service.cli.commands.database_choice import place as kept
from service.cli.place import EVERYWHERE, LOOPBACK, Place, certificate_of, check_address, say_where
from service.cli.words import translator
from service.db.database import DatabaseError
from service.db.sqlite_file import InUseError
from service.errors import RefusedError
from service.http.connections import Config, Connections
from service.locale.languages import shell_language
from service.locale.sentences import translate
from service.monitoring import logs
from service.monitoring.logs import LoopErrors
from service.photos.reader_pool import ReaderPool
from service.settings import Settings, SettingsError, unknown_variables

log = logging.getLogger(__name__)

TICKS_A_SECOND = 10  # uvicorn's
# asyncio takes in so many in one go, before the first of them can be refused; the system keeps
# more waiting, as when all phones of a club come back at once.
ACCEPTED_AT_ONCE, QUEUED = 100, 2048
# Open files for all else: 32 uploads of 8 photos, 21 connections to a database of 3 files each,
# connections that are being accepted or refused, models, logs.
RESERVE = 600
PATIENCE_S = 20  # longer than a write may wait for others, so that all are finished
LOOK_S = 60  # between two looks at the certificate: in a minute a phone tries again by itself
WARM_S = 3.0  # seconds until the models are loaded: the tables that wait for a start come first


def run(given: argparse.Namespace) -> int:
    """Serve until interrupted; 1 where the database or the port cannot be opened."""
    try:
        settings = _settings(given)
        host = given.host or (EVERYWHERE[0] if settings.https else LOOPBACK)
        check_address(host, given.port)
        settings = within_descriptors(settings)
        for sentence in unknown_variables():
            print(f"tableside serve: {translator(given)(sentence)}", file=sys.stderr)
        certificate = certificate_of(settings, host) if settings.https else None
        place = Place(host, given.port, settings.public_url, certificate)
        if settings.database is None and (file := chosen_file(given)) is not None:
            make_own(file)
        app = create_app(settings, authority=None if certificate is None else certificate.authority)
        try:
            app.state.store.database.hold()
        except InUseError:
            app.state.store.close()
            raise
    except (DatabaseError, InUseError, SettingsError) as error:
        print(f"tableside serve: {translator(given)(str(error))}", file=sys.stderr)
        return 1
    # Before the first photo waits for it, but without keeping the tables waiting. No daemon: who
    # leaves meanwhile waits for the models, which cannot be given up half loaded.
    warming = threading.Timer(WARM_S, _warm, (app.state.reader_pool,))
    warming.start()
    try:
        return _served(Server(app, place), place, given)
    finally:
        warming.cancel()


def _settings(given: argparse.Namespace) -> Settings:
    """Those of the environment, and what the command line says."""
    settings = Settings.from_environment()
    said = {
        "database": given.database,
        "https": given.https or None,
        "public_url": given.public_url,
    }
    return replace(settings, **{name: value for name, value in said.items() if value is not None})


def _served(server: "Server", place: Place, given: argparse.Namespace) -> int:
    """Say where the page is and run the server to its end; the exit status."""
    try:
        say_where(place, translator(given))
        say = translator(given)
        print(say(Sentence("{place}.", place=kept(given))), flush=True)
    except OSError:  # nobody can read it, and the tables need not know
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  (until the end)
    logs.log_to_stderr()
    # A stop that was asked for is no failure; the server has finished its work by then.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    try:
        server.run()
    except SystemExit as left:  # the server has said why it could not begin
        return int(bool(left.code))
    return 0


def within_descriptors(settings: Settings) -> Settings:
    """Allow as many connections as the process may have files open, with a reserve for its work.

    The process may open as many as the system lets it by its own choice. With https a connection
    takes two until its first byte is there.
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
        except (OSError, ValueError):  # a system with a limit that it does not tell of
            most = soft
    room = (most - min(RESERVE, most // 2)) // each  # where there are few, better slow than down
    if room < settings.connections:
        log.warning(
            "%d connections at most, for this process may open %d files (ulimit -n)", room, most
        )
    return replace(settings, connections=min(settings.connections, room))


def _warm(reader_pool: ReaderPool) -> None:
    try:
        reader_pool.start()
    except RefusedError as error:
        rest = Sentence("{detail} Everything else works.", detail=error.detail)
        print(f"tableside serve: {translate(shell_language(), rest)}", file=sys.stderr)


class Server(uvicorn.Server):
    """Ends the streams first when it is told to stop, then gives every write its time."""

    def __init__(self, app: FastAPI, place: Place) -> None:
        settings: Settings = app.state.settings
        self._certificate = place.certificate
        config: Callable[..., Config] = Config
        if place.certificate is not None:
            from service.http.tls import TlsConfig  # noqa: PLC0415  (plain HTTP is spared of it)

            config = partial(TlsConfig, context=place.certificate.context)
        super().__init__(
            config(
                app,
                app.state.connections,
                host=place.host,
                port=place.port,
                log_config=None,
                access_log=False,  # it names addresses; `service.monitoring` writes what we keep
                server_header=False,
                timeout_graceful_shutdown=PATIENCE_S,
                loop="asyncio",
                ws="none",  # nobody asks for it, and none of the limits below would hold there
                backlog=ACCEPTED_AT_ONCE,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=settings.proxies.allowed(),
            )
        )
        self._app = app
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
        if self._certificate is not None and counter % (TICKS_A_SECOND * LOOK_S) == 0:
            self._renewal = asyncio.create_task(anyio.to_thread.run_sync(self._renew))
        return await super().on_tick(counter)

    def _renew(self) -> None:
        """Show another certificate where it is time for one; where it fails, the one before."""
        try:
            if self._certificate is not None and self._certificate.renew():
                log.info("the certificate is a new one, for %s", self._certificate.names)
        except (OSError, RefusedError) as error:
            log.warning("the certificate could not be renewed: %s", error)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking requests, and wait for those that are being answered."""
        end_streams(self._app)
        await super().shutdown(sockets)
