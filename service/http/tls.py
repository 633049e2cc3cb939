"""TLS and plain HTTP on one port, distinguished by the first byte that a client sends.

A phone that opens an address without its `https` speaks plain HTTP there and needs an answer:
`service.http.middleware` gives it.
"""

import asyncio
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState

from service.certificates.authority import Authority
from service.certificates.folder import CertificateFile, CertificateFolder
from service.certificates.names import Names
from service.db.schema import Clock, wall_clock
from service.http.connections import LINGER_S, Connection, Connections

HANDSHAKE = b"\x16"  # the type of the record that a TLS client begins with (RFC 8446, 5.1)
PROTOCOL = "http/1.1"  # inside TLS

# Return the computer's name, and the names that it is reached by.
AskNames = Callable[[], tuple[str, Names]]


class LiveCertificate:
    """The certificate for new connections, renewed while the service runs."""

    def __init__(self, folder: CertificateFolder, ask: AskNames, clock: Clock = wall_clock) -> None:
        self._folder, self._ask, self._clock = folder, ask, clock
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.set_alpn_protocols([PROTOCOL])
        self.current = self._load(self._renewed_file())

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
        self.current = self._load(renewed)
        return True

    def _load(self, found: CertificateFile) -> CertificateFile:
        """Load a certificate for new connections, and return it.

        It is loaded from a copy: OpenSSL reads a file twice, and another service may replace the
        one in the folder in between.
        """
        with TemporaryDirectory(prefix="tableside-") as folder:  # which only this user can read
            copy = Path(folder) / found.file.name
            copy.write_bytes(found.certificate.pem)
            self.context.load_cert_chain(copy)
        return found

    def _renewed_file(self) -> CertificateFile:
        computer, names = self._ask()
        return self._folder.renew(computer, names, self._clock())


class RecordProtocol(SSLProtocol):
    """TLS that receives a record at a time: its own buffer has 256 KiB, for each connection."""

    max_size = 16 * 1024  # bytes, the longest record (RFC 8446, 5.1)


class HandshakeConnection(asyncio.Protocol):
    """A connection until its first bytes have arrived and, with TLS, the handshake is done.

    All of that must be done within `head_s`. It counts as one of the open connections.
    """

    def __init__(
        self,
        connections: Connections,
        context: ssl.SSLContext,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._open, self._context = connections, context
        self._config, self._state, self._app_state = config, server_state, app_state
        self._loop = _loop or asyncio.get_running_loop()
        self._due = self._loop.time() + connections.settings.head_s
        self._line: asyncio.Transport | None = None
        self._passed_on = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # of a stream
        """Add the connection, if there is room; the second time it is inside TLS, and passed on."""
        if self._line is not None:
            self._pass_on(transport)
            return
        self._line = transport
        self._state.connections.add(self)  # type: ignore[arg-type]  # has what a stop asks of it
        sender = get_remote_addr(transport)
        if self._open.admit(self, sender[0] if sender else ""):
            self._open.mark_idle(self)

    def data_received(self, data: bytes) -> None:
        """Begin a handshake, or pass on the connection of a client that speaks plain HTTP."""
        if self._line is None or self._line.is_closing():
            return
        if data.startswith(HANDSHAKE):
            self._start_tls(self._line, data)
        else:
            self._pass_on(self._line).data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection."""
        del exc
        self._leave()

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
        if self._line is not None:
            self._line.abort()

    def _leave(self) -> None:
        self._open.leave(self)
        self._state.connections.discard(self)

    def _start_tls(self, line: asyncio.Transport, data: bytes) -> None:
        """Put TLS between the line and this protocol, and give it the data that has arrived."""
        done = self._loop.create_future()
        done.add_done_callback(self._end_handshake)
        tls = RecordProtocol(
            self._loop,
            self,
            self._context,
            done,
            server_side=True,
            ssl_shutdown_timeout=LINGER_S,
        )
        line.set_protocol(tls)
        tls.connection_made(line)
        while data:
            buffer = tls.get_buffer(len(data))
            part = data[: len(buffer)]
            buffer[: len(part)] = part
            tls.buffer_updated(len(part))
            data = data[len(part) :]

    def _end_handshake(self, done: asyncio.Future[None]) -> None:
        done.exception()  # the client does not trust us, or left, which is no error here
        if not self._passed_on:
            self.cut()

    def _pass_on(self, transport: asyncio.Transport) -> Connection:
        """Hand the connection to an HTTP protocol."""
        self._passed_on = True
        self._leave()
        connection = Connection(self._open, self._config, self._state, self._app_state, self._loop)
        connection.line = self._line
        transport.set_protocol(connection)
        connection.connection_made(transport)
        return connection
