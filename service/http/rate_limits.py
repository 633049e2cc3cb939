"""Rate limits: so much per minute from one address, and a share of what all may use at once.

The `limits` package would replace the 40 lines of `Allowance` with a storage of the same length: it
counts whole requests, where reads are charged in seconds, and remembers every sender's.
"""

import asyncio
import hashlib
import ipaddress
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from urllib.parse import parse_qs
from weakref import WeakValueDictionary

from fastapi import HTTPException
from fastapi.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorer.core.sentences import Sentence
from service.http.problem_documents import document

NAME_LENGTH = 64  # of a sender that is no address, as a proxy may pass on anything
STREAM = re.compile("/api/v1/(games/[^/]+/(draft/)?)?events/?")
OPEN_TO_ALL = ("/api/v1/games", "/api/v1/imports", "/api/v1/house-rules")


def client_key(address: str) -> str:
    """Return what counts as one sender: an IPv4 address, or the /64 network of an IPv6 customer."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:NAME_LENGTH]
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def sender_mark(address: str) -> str:
    """Return five digits that tell senders of stored things apart.

    Each value is shared by thousands of addresses, so it identifies nobody.
    """
    return hashlib.sha256(client_key(address).encode()).hexdigest()[:5]


def takes_game_file(scope: Scope) -> bool:
    """Return whether a request imports a game."""
    return scope["type"] == "http" and str(scope.get("path", "")).rstrip("/") == "/api/v1/imports"


def keeps_what_strangers_send(scope: Scope) -> bool:
    """Return whether a request stores something for anybody, without a token."""
    path = str(scope.get("path", "")).rstrip("/")
    return scope["type"] == "http" and scope["method"] == "POST" and path in OPEN_TO_ALL


def is_stream(scope: Scope) -> bool:
    """Return whether a request stays open for notifications."""
    return scope["type"] == "http" and STREAM.fullmatch(str(scope.get("path", ""))) is not None


def sender_of(scope: Scope) -> str:
    """Return who counts as the sender of a request."""
    return client_key((scope.get("client") or ("nobody", 0))[0])


def refuse_until(reason: str, wait_s: int) -> JSONResponse:
    """Return the refusal of a request that came too soon, with the time to wait."""
    answer = document(
        "too_many_requests",
        Sentence("{reason} Send this one again in {wait_s} s.", reason=reason, wait_s=wait_s),
    )
    answer.headers["Retry-After"] = str(wait_s)
    return answer


class NewGameLimit:
    """Refuses senders who start games, or store other things, faster than any club."""

    def __init__(self, app: ASGIApp, per_minute: int, per_day: int) -> None:
        self._app = app
        self._allowances = (Allowance(per_minute), Allowance(per_day, period_s=DAY_S))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 429 with the time to wait."""
        allowances = self._allowances if keeps_what_strangers_send(scope) else ()
        sender = sender_of(scope)
        # A sender refused for this minute uses up nothing of the day's allowance.
        wait = next((wait for allowance in allowances if (wait := allowance.wait_s(sender))), 0)
        if not wait:
            await self._app(scope, receive, send)
            return
        await drain(receive)
        await refuse_until(Sentence("More games than one address may begin."), wait)(
            scope, receive, send
        )


def _stream_size(scope: Scope) -> int:
    """Return how many games a stream follows, each of which counts."""
    games = parse_qs(scope.get("query_string", b"")).get(b"game", ())
    return max(1, len(set(games)))


class StreamLimit:
    """Limits how many games one address may follow, and how many all may."""

    def __init__(self, app: ASGIApp, of_one: int, of_all: int) -> None:
        self._app = app
        self._of_one, self._of_all = of_one, of_all
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 429 or 503."""
        if not is_stream(scope):
            await self._app(scope, receive, send)
            return
        sender, games = sender_of(scope), _stream_size(scope)
        if self._open[sender] + games > self._of_one:
            detail = Sentence(
                "One address may follow {most} games at once. Close a page first.",
                most=self._of_one,
            )
            await document("too_many_streams", detail)(scope, receive, send)
        elif self._open.total() + games > self._of_all:
            detail = Sentence(
                "More phones follow games here than can be told. Look again in a while."
            )
            await document("busy", detail)(scope, receive, send)
        else:
            self._open[sender] += games
            try:
                await self._app(scope, receive, send)
            finally:
                self._open[sender] -= games
                if not self._open[sender]:
                    del self._open[sender]


# Seconds of work for one sender's reads at once, and per minute: a third of what two turns can do,
# and more than 800 phones behind one router need for their histories after a restart.
READ_S = 40.0
READS_AT_ONCE = 2  # of one sender; an opening page asks for several things, none of them long
# What is computed for each request; a state, rules or links take a moment.
COSTLY_READS = {
    "GET": re.compile(
        "/api/v1/(waits|training|games/[^/]+/(history|statistics)([.]csv)?|games/[^/]+/settlement)/?"
    ),
    "POST": re.compile(
        "/api/v1/(scores|comparisons|waits|training|house-rules/preview"
        "|games/[^/]+/(hands|corrections)/preview)/?"
    ),
}


class ReadLimit:
    """Limits a sender's costly reads: a few at once, and so many seconds of work per minute.

    A read waits for its turn, and is refused where the seconds are used up. It is over when its
    answer begins, so that a slow phone uses up nobody's time.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._seconds = Allowance(READ_S)
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on in its turn, or answer 429 with the time to wait."""
        if not _is_read(scope):
            await self._app(scope, receive, send)
            return
        sender = sender_of(scope)
        if wait := self._seconds.wait_s(sender, 0.0):
            reason = Sentence("One address has asked for more than its share of work.")
            await drain(receive)
            await refuse_until(reason, wait)(scope, receive, send)
            return
        turns = self._turns.setdefault(sender, asyncio.Semaphore(READS_AT_ONCE))
        await turns.acquire()
        begun_s: float | None = time.perf_counter()

        def leave() -> None:
            nonlocal begun_s
            if begun_s is not None:
                self._seconds.charge(sender, time.perf_counter() - begun_s)
                begun_s = None
                turns.release()

        async def send_and_leave(message: Message) -> None:
            leave()
            await send(message)

        try:
            await self._app(scope, receive, send_and_leave)
        finally:
            leave()


def _is_read(scope: Scope) -> bool:
    """Return whether a request has something computed for it alone, and then dropped."""
    if scope["type"] != "http":
        return False
    pattern = COSTLY_READS.get("GET" if scope["method"] == "HEAD" else scope["method"])
    return pattern is not None and pattern.fullmatch(str(scope.get("path", ""))) is not None


async def drain(receive: Receive) -> None:
    """Receive and drop the rest of a request, since clients listen only after sending."""
    try:
        message: Message = await receive()
        while message["type"] == "http.request" and message.get("more_body"):
            message = await receive()
    except HTTPException:
        return  # too much or too slow: it is refused in any case


MINUTE_S, DAY_S = 60.0, 86_400.0
SENDERS = 16_384  # remembered, about 200 bytes each; a sender may have a /48 of addresses


class Allowance:
    """`most` at once, then one for each share of `period_s`: at most `most` in every period.

    The clock counts seconds and never goes back, whatever happens to the time of day. One number is
    kept per sender, for at most `senders`: the one not heard of for longest is dropped first.
    """

    def __init__(
        self,
        most: float,
        clock: Callable[[], float] = time.monotonic,
        senders: int = SENDERS,
        period_s: float = MINUTE_S,
    ) -> None:
        self._period_s, self._step_s = period_s, period_s / most
        self._clock = clock
        self._senders = senders
        # When each sender's use will be restored, the latest sender last.
        self._restored: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        """Return how many senders are remembered."""
        return len(self._restored)

    def wait_s(self, sender: str, used: float = 1.0) -> int:
        """Count what is used and return 0, or count nothing and return the seconds to wait."""
        now = self._clock()
        wait = self._restored_after(sender, used, now) - now - self._period_s
        if wait > self._step_s / 1000:  # sums of many steps are not exact
            return math.ceil(wait - self._step_s / 1000)
        self.charge(sender, used)
        return 0

    def charge(self, sender: str, used: float) -> None:
        """Count what was used, even beyond what is allowed."""
        now = self._clock()
        self._restored[sender] = self._restored_after(sender, used, now)
        self._restored.move_to_end(sender)
        while self._restored and (
            len(self._restored) > self._senders or next(iter(self._restored.values())) <= now
        ):
            self._restored.popitem(last=False)

    def _restored_after(self, sender: str, used: float, now: float) -> float:
        return max(self._restored.get(sender, now), now) + used * self._step_s
