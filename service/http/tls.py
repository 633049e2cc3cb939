"""TLS and plain HTTP on one port, told apart by the first byte that a client sends.

A phone that is told an address without its `https` speaks plain HTTP there, and has to be answered:
`service.http.plain_http` says with what.
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
from service.db.clock import Clock, wall_clock
from service.http.connections import LINGER_S, Config, Connection, Connections

HANDSHAKE = b"\x16"  # the type of the record that a TLS client begins with (RFC 8446, 5.1)
PEEK_S = 0.02  # between two looks, where the system does not tell that something has come
PROTOCOL = "http/1.1"  # what is spoken inside

AskNames = Callable[
    [], tuple[str, Names]
]  # for what this computer is called, and by what it is reached


class LiveCertificate:
    """The certificate that new connections are shown; renewed while the service runs."""

    def __init__(self, folder: CertificateFolder, ask: AskNames, clock: Clock = wall_clock) -> None:
        self._folder, self._ask, self._clock = folder, ask, clock
        self.current = self._renewed_file()
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.set_alpn_protocols([PROTOCOL])
        self.context.load_cert_chain(self.current.file)

    def authority(self) -> Authority:
        """Whom devices have to trust."""
        return self.current.authority

    @property
    def names(self) -> Names:
        """By what this computer may be asked for now."""
        return self.current.certificate.names

    def renew(self) -> bool:
        """Look whether it is due or the computer has got other names; whether there is another.

        RefusedError where its folder cannot be used; the one before is shown on.
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


class TlsConfig(Config):
    """What uvicorn is told, where a port takes TLS as well."""

    def __init__(
        self,
        app: Callable[..., Any],
        connections: Connections,
        context: ssl.SSLContext,
        **options: Any,
    ) -> None:
        super().__init__(app, connections, http=Greeting, **options)
        self.context = context


class Greeting(asyncio.Protocol):
    """A connection until its first byte is there and, with TLS, until both sides are agreed.

    All of that must be done within `head_s`. It counts as one of the open connections.
    """

    def __init__(
        self,
        config: TlsConfig,
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
        """Take the connection in, if there is room, and wait for its first byte."""
        self._transport = transport
        self._pause(transport)
        self._state.connections.add(self)  # type: ignore[arg-type]  # has what a stop asks of it
        sender = get_remote_addr(transport)
        if self._open.admit(self, sender[0] if sender else ""):
            self._open.mark_idle(self)
            self._work = self._loop.create_task(self._hand_on())

    def _pause(self, transport: asyncio.Transport) -> None:
        """Leave what comes to whom the connection is handed on to.

        A selector's transport adds its reader right after `connection_made`; before Python 3.11.4
        even when it is paused, so that only a pause after that holds.
        """
        if isinstance(self._loop, asyncio.SelectorEventLoop):
            self._loop.call_soon(transport.pause_reading)
        else:
            transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        del exc
        self._leave()
        if self._work is not None:  # it holds the socket as well, and waits for a byte
            self._work.cancel()

    def shutdown(self) -> None:
        """End it: nothing has been asked yet."""
        self.cut()

    def check_timeout(self, now: float) -> None:
        """End it where it is overdue; `now` is the event loop's time."""
        if now >= self._due:
            self.cut()

    def refuse(self, code: str, detail: str) -> None:
        """End it: in which way it would understand a reason is not known yet."""
        del code, detail
        self.cut()

    def cut(self) -> None:
        """End it now."""
        self._leave()
        self._transport.abort()

    def _leave(self) -> None:
        self._open.leave(self)
        self._state.connections.discard(self)

    async def _hand_on(self) -> None:
        """Give the connection to one that speaks HTTP, inside TLS where the client begins so."""
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
        except OSError:  # it has left, or trusts nobody here: which is no fault of ours
            self.cut()

    async def _start_tls(self) -> None:
        # What comes inside before `start_tls` returns would be told to one that is not there yet.
        early = _EarlyData()
        inner = await self._loop.start_tls(
            self._transport,
            early,
            self._config.context,
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
    """What has come meanwhile."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.is_ended = self.is_lost = False

    def data_received(self, data: bytes) -> None:
        """Keep it."""
        self.data += data

    def eof_received(self) -> None:
        """Note it."""
        self.is_ended = True

    def connection_lost(self, exc: Exception | None) -> None:
        """Note it."""
        del exc
        self.is_lost = True


async def _first_byte(loop: asyncio.AbstractEventLoop, line: socket.socket) -> bytes:
    """The first byte that a client sends, which stays to be read; none where it leaves."""
    while True:
        try:
            return line.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            await _until_readable(loop, line)


async def _until_readable(loop: asyncio.AbstractEventLoop, line: socket.socket) -> None:
    readable = loop.create_future()
    try:
        loop.add_reader(line, _mark_readable, readable)
    except NotImplementedError:  # Windows: its loop can only be asked again
        await asyncio.sleep(PEEK_S)
        return
    try:
        await readable
    finally:
        loop.remove_reader(line)


def _mark_readable(readable: asyncio.Future[None]) -> None:
    if not readable.done():
        readable.set_result(None)
