"""Connections: how many there may be, also per address, and how long one may be inactive."""

import asyncio
import contextlib
import logging
import re
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterable
from functools import cache
from http import HTTPStatus
from typing import Any, Protocol

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from scorer.core.sentences import Sentence
from service.http.problem_documents import document
from service.http.rate_limits import client_key
from service.http.write_queue import MOST_CHANGES, busy
from service.locale.languages import IN_ENGLISH, Language, match_header
from service.monitoring.logs import RepeatLimit
from service.settings import Settings, is_proxy

log = logging.getLogger(__name__)

LINGER_S = 1.0  # for a refused client to read the reason
LINGERING = 64  # refused connections at a time; further ones are cut at once
READ_BYTES_PER_S = 1000  # of an answer; a tenth of the slowest mobile network (GPRS)
# Parts of a body that may have any size, and the mean bytes per part beyond these: a packet of a
# mobile network has at least 500, and each part takes the event loop 20 microseconds.
ANY_SIZE, MEAN_BYTES = 256, 256
# The head of a request that changes a game without photos. Whoever mistakes its end could take its
# body for a request, so it has one length, and no line that can be read in two ways. If the
# connection is to be closed or upgraded, h11 answers.
_LINE = rb"(?!content-length|transfer-encoding|connection:(?! *keep-alive\r))[\w-]+:[^\r\n]*\r\n"
CHANGE = re.compile(
    rb"(?P<method>POST|PUT|PATCH|DELETE) /api/v1/games/[0-9a-f]{32}"
    rb"(?!/photos|/draft/pictures)[0-9a-z/-]* HTTP/1[.]1\r\n"
    rb"(?:%(line)s)*content-length: *(?P<length>[0-9]{1,9})\r\n(?:%(line)s)*\r\n"
    % {b"line": _LINE},
    re.IGNORECASE,
)
LANGUAGES = re.compile(rb"\r\naccept-language: *([^\r\n]*)", re.IGNORECASE)
AHEAD = 16  # requests that may wait for another's answer; browsers send none ahead


class OpenConnection(Protocol):
    """A connection that is held open for a client and can be closed."""

    def check_timeout(self, now: float) -> None:
        """Close it if it is overdue; `now` is the event loop's time."""

    def refuse(self, code: str, detail: str) -> None:
        """Close it soon, telling the client the reason where that is possible."""

    def cut(self) -> None:
        """Close it now."""


class Connections:
    """The open connections: limited in all, and per address to a part of these.

    When there is no room for a new connection, the one that has been idle longest is closed: one of
    the same address where that has too many, else of all. `changing` are those on which a change of
    a game is being answered.
    """

    def __init__(
        self, settings: Settings, count_refused: Callable[[str], None] = lambda _method: None
    ) -> None:
        self.settings = settings
        self._count_refused = count_refused  # called with the method of a change
        # One address never gets all of them, however few there are.
        self._most_per_address = max(
            1, min(settings.connections_per_address, settings.connections // 2)
        )
        self._senders: dict[OpenConnection, str | None] = {}
        self._held: Counter[str | None] = Counter()
        self._idle: dict[OpenConnection, None] = {}  # in the order in which they became so
        self._lingering: set[OpenConnection] = set()
        self.changing: set[OpenConnection] = set()
        self._unparsed: deque[Callable[[], None]] = deque()
        self._refused = RepeatLimit(log)

    def __len__(self) -> int:
        return len(self._senders)

    def admit(self, connection: OpenConnection, address: str) -> bool:
        """Add a connection or refuse it; return whether it was added."""
        # A proxy connects for many clients, and must limit their connections itself.
        sender = None if is_proxy(self.settings.proxies, address) else client_key(address)
        if sender is not None and self._held[sender] >= self._most_per_address:
            cut_first(each for each in self._idle if self._senders[each] == sender)
        elif len(self) >= self.settings.connections:
            cut_first(self._idle)
        if sender is not None and self._held[sender] >= self._most_per_address:
            detail = Sentence(
                "One address can have {most} connections. Close some of them.",
                most=self._most_per_address,
            )
            self._refuse(connection, "too_many_connections", detail)
        elif len(self) >= self.settings.connections:
            detail = Sentence("There are too many connections. Try again later.")
            self._refuse(connection, "busy", detail)
        else:
            self._senders[connection] = sender
            self._held[sender] += 1
        return connection in self._senders

    def leave(self, connection: OpenConnection) -> None:
        """Remove a connection, in whatever state."""
        self.mark_busy(connection)
        self._lingering.discard(connection)
        self.changing.discard(connection)
        if connection in self._senders:
            sender = self._senders.pop(connection)
            self._held[sender] -= 1
            if not self._held[sender]:
                del self._held[sender]

    def mark_idle(self, connection: OpenConnection) -> None:
        """Note that no request is being answered on a connection."""
        if connection in self._senders:
            self._idle[connection] = None

    def mark_busy(self, connection: OpenConnection) -> None:
        """Note that a request is being answered on a connection."""
        self._idle.pop(connection, None)

    def sweep(self, now: float) -> None:
        """Close connections that are overdue; `now` is the event loop's time."""
        for connection in [*self._senders, *self._lingering]:
            connection.check_timeout(now)

    def admit_change(self, connection: OpenConnection, method: str) -> bool:
        """Count a change that has arrived, unless there are enough; return whether it counts."""
        if len(self.changing) >= MOST_CHANGES:
            self._count_refused(method)
            self._refused.warn("change refused: database_busy")
            return False
        self.changing.add(connection)
        return True

    def parse_later(self, parse: Callable[[], None]) -> None:
        """Call `parse` in a later turn of the event loop; one is called each turn.

        Parsing takes as long as ten refusals, which are sent first.
        """
        self._unparsed.append(parse)
        if len(self._unparsed) == 1:
            asyncio.get_running_loop().call_soon(self._parse_next)

    def _parse_next(self) -> None:
        parse = self._unparsed.popleft()
        if self._unparsed:
            asyncio.get_running_loop().call_soon(self._parse_next)
        parse()

    def _refuse(self, connection: OpenConnection, code: str, detail: str) -> None:
        self._refused.warn(f"connection refused: {code}")
        if len(self._lingering) < LINGERING:
            self._lingering.add(connection)
            connection.refuse(code, detail)
        else:
            connection.cut()


def cut_first(idle: Iterable[OpenConnection]) -> None:
    """Close the first of some connections, if there is one."""
    if (first := next(iter(idle), None)) is not None:
        first.cut()


class Requests(h11.Connection):
    """A client's data as HTTP events; `refusal` has the reason of a ProtocolError."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__(h11.SERVER, most_bytes)
        self.refusal = Sentence("This is not a valid HTTP request.")
        self._parts = self._bytes = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event; RemoteProtocolError for tiny parts or too many requests."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._parts = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._parts += 1
            self._bytes += len(event.data)
            if self._bytes < MEAN_BYTES * (self._parts - ANY_SIZE):
                self.refusal = Sentence(
                    "The body arrives in parts that are too small. Send at "
                    "least {least} bytes at a time.",
                    least=MEAN_BYTES,
                )
                raise h11.RemoteProtocolError(self.refusal)
        elif event is h11.PAUSED and self.trailing_data[0].count(b"\r\n\r\n") > AHEAD:
            self.refusal = Sentence(
                "At most {most} requests can be pipelined. Send fewer at once.",
                most=AHEAD,
            )
            raise h11.RemoteProtocolError(self.refusal)
        return event


class Connection(H11Protocol):
    """One connection, which is closed when it keeps others waiting.

    A complete head must arrive within `head_s` of the start, or of the end of the previous answer.
    A client that reads less than READ_BYTES_PER_S of an answer in `unread_s` is cut off.
    """

    conn: Requests

    def __init__(
        self,
        connections: Connections,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._open, self._settings = connections, connections.settings
        self.conn = Requests(2 * self._settings.headers_bytes)
        self._head_due: float | None = None
        self._refused = False
        self._unparsed = b""  # a change whose turn to be parsed has not come
        # The transport below TLS, where there is one.
        self.line: asyncio.Transport | None = None
        # How much of an answer was unread, and since when it has hardly shrunk.
        self._unread: tuple[int, float] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # of a stream
        """Add the connection, if there is room."""
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            # A vanished phone acknowledges nothing; without this the system waits 15 minutes.
            with contextlib.suppress(OSError):
                patience = round(1000 * self._settings.unread_s)
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)
        if self._open.admit(self, self.client[0] if self.client else ""):
            self._update_state()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self._open.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process received data, unless the client was refused.

        A change that arrives complete while there are enough of them is refused before it is
        parsed, which takes a tenth of the time: a crowd hears at once that it has to wait.
        """
        if self._refused:
            return
        idle = self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        method = whole_change(data) if idle and not self.flow.write_paused else None
        if method is None:
            super().data_received(data)
            return
        self._unset_keepalive_if_required()
        self._head_due = None
        self._open.mark_busy(self)
        if self._open.admit_change(self, method):
            self._unparsed = data
            self.flow.pause_reading()  # what follows stays with the system meanwhile
            self._open.parse_later(self._parse)
        else:
            accepted = LANGUAGES.search(data)
            language = match_header(accepted[1].decode("latin-1") if accepted else "")
            self.transport.write(busy_answer(language))
            self._update_state()

    def _parse(self) -> None:
        """Parse the change that has arrived, if the connection is still open."""
        data, self._unparsed = self._unparsed, b""
        if data and not self._refused and not self.transport.is_closing():
            self.flow.resume_reading()
            super().data_received(data)

    def handle_events(self) -> None:
        """Process events, and update whether a request is being answered."""
        super().handle_events()
        self._update_state()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._open.changing.discard(self)
        super().on_response_complete()
        self._update_state()

    def resume_writing(self) -> None:
        """Continue an answer after the client has read much of it."""
        self._unread = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request with the reason."""
        del msg
        self.refuse("bad_request", self.conn.refusal)

    def shutdown(self) -> None:
        """Close after the current answer, if there is one."""
        self._parse()
        if self._refused:
            self.transport.close()
        else:
            super().shutdown()

    def check_timeout(self, now: float) -> None:
        """Close the connection if it is overdue; `now` is the event loop's time."""
        carriers = {self.transport, self.line or self.transport}
        unread = sum(carrier.get_write_buffer_size() for carrier in carriers)
        if unread and not self._refused:
            self._check_reader(unread, now)
            return
        self._unread = None
        if self._head_due is None or now < self._head_due:
            return
        received, _ = self.conn.trailing_data
        if received and self.conn.their_state is h11.IDLE and not self._refused:
            detail = Sentence(
                "The rest of the request's headers did not arrive in time. Send it again."
            )
            self.refuse("request_timeout", detail)
        else:
            self.cut()

    def _check_reader(self, unread: int, now: float) -> None:
        """Cut off a client that reads its answer too slowly."""
        if self._unread is None:
            self._unread = (unread, now)
            return
        before, since = self._unread
        if now - since >= self._settings.unread_s:
            if before - unread < READ_BYTES_PER_S * (now - since):
                self.cut()
            else:
                self._unread = (unread, now)

    def refuse(self, code: str, detail: str) -> None:
        """Send the reason of a refusal, and close the connection soon."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._open.changing.discard(self)
        self._unset_keepalive_if_required()
        if self.cycle is not None and not self.cycle.response_complete:
            started = self.cycle.response_started
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if started:  # a second answer would be taken for more of the first
                self.cut()
                return
        self._head_due = self.loop.time() + LINGER_S
        self.transport.write(_answer(code, detail, connection="close"))
        # Closing at once would make the system drop what the client has not read yet.
        if self.transport.can_write_eof():
            with contextlib.suppress(OSError):  # the client has cut the connection
                self.transport.write_eof()

    def cut(self) -> None:
        """Close the connection now; unread data is dropped."""
        self._refused = True
        self._unset_keepalive_if_required()
        self._open.leave(self)
        self.transport.abort()

    def _update_state(self) -> None:
        """Note whether a request is being answered or its head is awaited."""
        if self._refused:
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._head_due = None
            self._open.mark_busy(self)
        elif self._head_due is None:
            self._head_due = self.loop.time() + self._settings.head_s
            self._open.mark_idle(self)


def whole_change(data: bytes) -> str | None:
    """Return the method of one complete request that changes a game, None of anything else."""
    head = CHANGE.match(data)
    if head is None or len(data) - head.end() != int(head["length"]):
        return None
    return head["method"].decode().upper()


@cache
def busy_answer(language: Language) -> bytes:
    """Return the answer to a change that is refused before it is parsed."""
    return _answer("database_busy", busy().detail, language)


def _answer(code: str, detail: str, language: Language = IN_ENGLISH, **more_headers: str) -> bytes:
    """Return a complete answer for a client without a request that the application could answer."""
    answer = document(code, detail)
    answer.translate(language)
    phrase = HTTPStatus(answer.status_code).phrase
    headers = {**answer.headers, **more_headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {answer.status_code} {phrase}\r\n{head}\r\n".encode() + bytes(answer.body)
