"""`tableside serve`: the HTTP service and the phone page, and how phones find them.

The addresses of this computer are asked of the system; nothing is sent.
"""

import argparse
import asyncio
import contextlib
import errno
import gc
import ipaddress
import logging
import os
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import anyio.to_thread
import uvicorn
from fastapi import FastAPI

from scorer.core.sentences import join_with_or
from service.app import create_app
from service.certificates.names import LOOPBACK as LOOPBACKS
from service.certificates.names import names_text, parse_names
from service.cli.commands import print_error
from service.cli.commands.database_choice import chosen_file, games_location, make_own, settings_of
from service.errors import RefusedError, UnusableError
from service.http.connections import Connection, Connections
from service.http.middleware import TRUST
from service.monitoring import logs
from service.monitoring.logs import LoopErrors
from service.photos.reader_pool import ReaderPool
from service.settings import Settings, unknown_variables

if TYPE_CHECKING:
    from service.certificates.authority import Authority
    from service.http.tls import LiveCertificate

log = logging.getLogger(__name__)

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (only compared: whoever serves has chosen it)
LOOPBACK = "127.0.0.1"
FIND_ADDRESS = (
    "with this computer's address in its network for ADDRESS. It is in the system's network "
    "settings; `hostname -I` (Linux), `ipconfig getifaddr en0` (macOS) or `ipconfig` (Windows) "
    "prints it. If there is none, connect the computer to the phones' network first."
)
# Reserved for documentation (RFC 5737 and 3849): the system looks up a route but contacts nobody.
PROBED_ADDRESSES = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
IPV6_ADDRESSES = Path("/proc/net/if_inet6")  # Linux: all of them, one a line


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """Where a service listens, and the addresses at which phones reach it."""

    host: str
    port: int
    public_url: str | None = None
    certificate: "LiveCertificate | None" = None

    def page(self, host: str) -> str:
        """Return the address of the page at a host."""
        scheme = "http" if self.certificate is None else "https"
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def pages(self) -> list[str]:
        """Return where phones of this network find the page; empty if that is unknown."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        return [self.page(one) for one in own_addresses(family)]


def check_address(host: str, port: int) -> None:
    """Raise RefusedError with the remedy if nothing can listen at an address."""
    try:
        known = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for family, kind, protocol, _, address in known:
            with socket.socket(family, kind, protocol) as probe:
                # As the server does: a port in TIME_WAIT counts as free.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        raise RefusedError("no_address", _remedy(host, port, error)) from error
    except UnicodeError as error:  # no computer's name has such letters, or is as long
        unknown = OSError(errno.EINVAL, "no such name")
        raise RefusedError("no_address", _remedy(host, port, unknown)) from error


def _remedy(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken, perhaps by another tableside. Stop that one or use another "
            f"port, such as --port {port % 65535 + 1}."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system. Use one from 1024, such as --port 8000."
    return (
        f"{host} is not an address of this computer ({error.strerror}). Leave out --host, or use "
        "--host 0.0.0.0 to let phones in."
    )


def print_address(address: ListenAddress) -> None:
    """Print where the page is, with a QR code on a terminal, and how devices come to trust it."""
    shown = address.public_url
    if shown is not None:
        text = f"The page: {shown}"
    elif address.host not in EVERYWHERE:
        text = f"The page: {address.page(address.host)} (--host 0.0.0.0 lets phones in)"
    elif pages := address.pages():
        text, shown = f"Phones in this network: {join_with_or(pages)}", pages[0]
    else:
        text = f"Phones: {address.page('ADDRESS')} {FIND_ADDRESS}"
    print(text, flush=True)
    if shown is not None and sys.stdout.isatty():
        import segno  # noqa: PLC0415  (a service without a terminal draws no code)

        segno.make(shown, error="l", micro=False).terminal(sys.stdout, compact=True, border=2)
        print(flush=True)
    if address.certificate is not None:
        _print_authority(address.certificate.authority(), shown or address.page(address.host))


def _print_authority(authority: "Authority", page: str) -> None:
    """Print how to make a device trust the page, and how to recognise its authority."""
    there = urlsplit(page)._replace(scheme="http", path=TRUST, query="", fragment="").geturl()
    print(f"Browsers warn until they trust it; {there} shows how.", flush=True)
    print(f"Its authority: {authority.name}, SHA-256 {authority.fingerprint}", flush=True)


def certificate_of(settings: Settings, host: str) -> "LiveCertificate":
    """Return the certificate for HTTPS; RefusedError if its folder cannot be used."""
    from service.certificates.folder import CertificateFolder, own_folder  # noqa: PLC0415  (its library takes 8 MB, which plain HTTP does not need)
    from service.http.tls import LiveCertificate  # noqa: PLC0415  (the same)

    public = urlsplit(settings.public_url or "").hostname or ""
    asked = [name for name in (host, public) if name and name not in EVERYWHERE]
    certificate = LiveCertificate(
        CertificateFolder(own_folder(settings.certificates)),
        lambda: (own_names()[1], parse_names((*own_names(), *every_address(), *LOOPBACKS, *asked))),
    )
    covered = certificate.names
    if missing := tuple(name for name in parse_names(asked) if name not in covered):
        log.warning(
            "The certificate does not cover %s: its authority is limited to other names. Move %s "
            "away for a new one, which every device has to trust again.",
            names_text(missing),
            certificate.current.file.parent,
        )
    return certificate


def own_addresses(family: socket.AddressFamily = socket.AF_INET) -> list[str]:
    """Return the addresses at which others reach this computer; empty if none is known.

    With a default route only the address on it, since others may belong to networks within this
    computer; otherwise the addresses of the interfaces, or those of the computer's name. `family`
    is AF_INET or AF_INET6. Loopback and link-local addresses are left out: a phone cannot use them.
    """
    return next(filter(None, _addresses_by_source(family)), [])


def every_address() -> list[str]:
    """Return all addresses at which others reach this computer, in any network."""
    found = chain.from_iterable(map(_addresses_by_source, PROBED_ADDRESSES))
    return [*chain.from_iterable(found)]


def _addresses_by_source(family: socket.AddressFamily) -> Iterator[list[str]]:
    for source in (_default_route, _interfaces, _host_name):
        yield [address for address in dict.fromkeys(source(family)) if _is_reachable(address)]


def own_names() -> list[str]:
    """Return this computer's name, its short form and its name in the local network."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    return [name, short, f"{short}.local"]


def _default_route(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the address on the default route, if there is one."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((PROBED_ADDRESSES[family], 9))
        yield str(probe.getsockname()[0])


def _interfaces(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the addresses of all interfaces, on Linux."""
    if family == socket.AF_INET6:
        with contextlib.suppress(OSError):
            for line in IPV6_ADDRESSES.read_text(encoding="ascii").splitlines():
                yield str(ipaddress.IPv6Address(bytes.fromhex(line.split()[0])))
        return
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415  (Windows has none)

    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has none, or this is another system
                found = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(found[20:24])


def _host_name(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the addresses that the computer's own name stands for, on any system."""
    with contextlib.suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, family):
            yield str(address[0])


def _is_reachable(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


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
        print_error("tableside serve", sentence)
    certificate = certificate_of(settings, host) if settings.https else None
    address = ListenAddress(host, given.port, settings.public_url, certificate)
    if settings.database is None and (file := chosen_file(given)) is not None:
        make_own(file)
    app = create_app(settings, authority=None if certificate is None else certificate.authority)
    try:
        app.state.store.database.hold_file()
    except UnusableError:
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

    Its soft limit is raised as far as needed.
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
        except (OSError, ValueError):  # a system with a limit that it does not report
            most = soft
    room = most - min(RESERVE, most // 2)  # with few files, better slow than down
    if room < settings.connections:
        log.warning(
            "at most %d connections, as this process may open only %d files (ulimit -n)", room, most
        )
    return replace(settings, connections=min(settings.connections, room))


def _warm(reader_pool: ReaderPool) -> None:
    try:
        reader_pool.start()
    except RefusedError as error:
        print_error("tableside serve", f"{error.detail} Everything else works.")


class Server(uvicorn.Server):
    """On a stop ends the streams first, then lets every write finish."""

    def __init__(self, app: FastAPI, address: ListenAddress) -> None:
        settings: Settings = app.state.settings
        self._certificate = address.certificate
        connection: Callable[..., asyncio.Protocol] = partial(Connection, app.state.connections)
        if address.certificate is not None:
            # Imported here: plain HTTP does not need it.
            from service.http.tls import HandshakeConnection  # noqa: PLC0415  (the reason is above)

            context = address.certificate.context
            connection = partial(HandshakeConnection, app.state.connections, context)
        super().__init__(
            uvicorn.Config(
                app,
                http=connection,  # type: ignore[arg-type]  # called as a class is
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
                forwarded_allow_ips=[str(each) for each in settings.proxies],
            )
        )
        self._app = app
        self._connections: Connections = app.state.connections

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        asyncio.get_running_loop().set_exception_handler(LoopErrors(log))
        await super().startup(sockets)
        # What was loaded stays: looking through it for garbage takes 4 of the 52 ms in which a game
        # of 2,900 events is replayed.
        gc.freeze()
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
                log.info("renewed the certificate, for %s", names_text(self._certificate.names))
        except (OSError, RefusedError) as error:
            log.warning("the certificate could not be renewed: %s", error)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking requests, and wait for those in progress."""
        self._app.state.feeds.close()
        await super().shutdown(sockets)
