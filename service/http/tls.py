"""TLS and plain HTTP on one port, distinguished by the first byte that a client sends.

A phone that opens an address without its `https` speaks plain HTTP there and needs an answer:
`service.http.middleware` gives it.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState

from service.certificates.authority import Authority
from service.certificates.folder import CertificateFile, CertificateFolder
from service.certificates.names import Names
from service.db.schema import Clock, wall_clock
from service.http.connections import LINGER_S, Config, Connection

HANDSHAKE = b"\x16"  # the type of the record that a TLS client begins with (RFC 8446, 5.1)
PEEK_S = 0.02  # between two checks, where the system cannot notify
PROTOCOL = "http/1.1"  # inside TLS

# Return the computer's name, and the names that it is reached by.
AskNames = Callable[[], tuple[str, Names]]


class LiveCertificate:
    """The certificate for new connections, renewed while the service runs."""

    def __init__(self, folder: CertificateFolder, ask: AskNames, clock: Clock = wall_clock) -> None:
        self._folder, self._ask, self._clock = folder, ask, clock
        self.current = self._renewed_file()
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.set_alpn_protocols([PROTOCOL])
        self.context.load_cert_chain(self.current.file)

    def authority(self) -> Authority:
        """Return the authority that devices have to trust."""
        return self.current.authority

    @property
    def names(self) -> Names:
        """The names that the current certificate covers."""
        return self.current.certificate.names

    def renew(self) -> bool:
        """Renew the certificate if it is due or the names changed; return whether it was.

        Raises RefusedError where its folder cannot be used; the current one stays in use.
        """
        renewed = self._renewed_file()
        if renewed.certificate.signed == self.current.certificate.signed:
            return False
        self.context.load_cert_chain(renewed.file)
        self.current = renewed
        return True

    def _renewed_file(self) -> CertificateFile:
        computer, names = self._ask()
        return self._folder.renew(computer, names, self._clock())


class HandshakeConnection(asyncio.Protocol):
    """A connection until its first byte has arrived and, with TLS, the handshake is done.

    All of that must be done within `head_s`. It counts as one of the open connections.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._config, self._state, self._app_state = config, server_state, app_state
        self._loop = _loop or asyncio.get_running_loop()
        self._open = config.connections
        self._head_s = config.connections.settings.head_s
        self._due = self._loop.time() + self._head_s
        self._work: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # of a stream
        """Add the connection, if there is room, and wait for its first byte."""
        self._transport = transport
        self._pause(transport)
        self._state.connections.add(self)  # type: ignore[arg-type]  # has what a stop asks of it
        sender = get_remote_addr(transport)
        if self._open.admit(self, sender[0] if sender else ""):
            self._open.mark_idle(self)
            self._work = self._loop.create_task(self._pass_on())

    def _pause(self, transport: asyncio.Transport) -> None:
        """Leave received data to the protocol that takes the connection over.

        A selector's transport adds its reader right after `connection_made`; before Python 3.11.4
        even when it is paused, so that only a later pause holds.
        """
        if isinstance(self._loop, asyncio.SelectorEventLoop):
            self._loop.call_soon(transport.pause_reading)
        else:
            transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection."""
        del exc
        self._leave()
        if self._work is not None:  # it also holds the socket, waiting for a byte
            self._work.cancel()

    def shutdown(self) -> None:
        """Close it: nothing has been requested yet."""
        self.cut()

    def check_timeout(self, now: float) -> None:
        """Close it where it is overdue; `now` is the event loop's time."""
        if now >= self._due:
            self.cut()

    def refuse(self, code: str, detail: str) -> None:
        """Close it: it is not known yet how to send it a reason."""
        del code, detail
        self.cut()

    def cut(self) -> None:
        """Close it now."""
        self._leave()
        self._transport.abort()

    def _leave(self) -> None:
        self._open.leave(self)
        self._state.connections.discard(self)

    async def _pass_on(self) -> None:
        """Hand the connection to an HTTP protocol, inside TLS where the client begins so."""
        try:
            with self._transport.get_extra_info("socket").dup() as line:
                first_byte = await _first_byte(self._loop, line)
            if first_byte == HANDSHAKE:
                await self._start_tls()
            elif first_byte:
                self._start_http(self._transport, _EarlyData())
                self._transport.resume_reading()
            else:
                self.cut()
        except OSError:  # the client left or does not trust us, which is no error here
            self.cut()

    async def _start_tls(self) -> None:
        # Data may arrive inside TLS before `start_tls` returns and the HTTP protocol exists.
        early = _EarlyData()
        inner = await self._loop.start_tls(
            self._transport,
            early,
            self._config.context,  # type: ignore[arg-type]  # a port that takes TLS has one
            server_side=True,
            ssl_handshake_timeout=self._head_s,
            ssl_shutdown_timeout=LINGER_S,
        )
        if inner is None or early.is_lost:
            self.cut()
        else:
            self._start_http(inner, early)

    def _start_http(self, transport: asyncio.Transport, early: "_EarlyData") -> None:
        self._leave()
        connection = Connection(self._config, self._state, self._app_state, self._loop)
        connection.line = self._transport
        transport.set_protocol(connection)
        connection.connection_made(transport)
        if early.data and not transport.is_closing():
            connection.data_received(bytes(early.data))
        if early.is_ended:
            connection.eof_received()


class _EarlyData(asyncio.Protocol):
    """Keeps what arrives before the HTTP protocol takes over."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.is_ended = self.is_lost = False

    def data_received(self, data: bytes) -> None:
        """Keep the data."""
        self.data += data

    def eof_received(self) -> None:
        """Note the end of the data."""
        self.is_ended = True

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the loss of the connection."""
        del exc
        self.is_lost = True


async def _first_byte(loop: asyncio.AbstractEventLoop, line: socket.socket) -> bytes:
    """Return the client's first byte without consuming it; empty where the client leaves."""
    while True:
        try:
            return line.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            await _until_readable(loop, line)


async def _until_readable(loop: asyncio.AbstractEventLoop, line: socket.socket) -> None:
    readable = loop.create_future()
    try:
        loop.add_reader(line, _mark_readable, readable)
    except NotImplementedError:  # Windows: its loop can only be polled
        await asyncio.sleep(PEEK_S)
        return
    try:
        await readable
    finally:
        loop.remove_reader(line)


def _mark_readable(readable: asyncio.Future[None]) -> None:
    if not readable.done():
        readable.set_result(None)
