"""Bodies of requests while they arrive: counted, timed, and bounded in all."""

import math
import time
from collections import Counter

import anyio
from starlette.types import Message, Receive

from scorer.core.sentences import Sentence
from service.errors import RefusedError
from service.settings import Settings

# A client that is still sending may not listen yet: up to this multiple is read and dropped.
DRAIN_FACTOR = 4
# Slower senders make room for others, once this is known: a tenth of a poor mobile network, and a
# time in which even a good one may still be starting.
SLOW_BYTES_PER_S, KNOWN_S = 20_000, 5.0


class Bodies:
    """The bodies that are held: `most_bytes` in all, and at most `at_once` still arriving.

    Beyond that, the sender of most makes room, and among equals the slow ones.
    """

    def __init__(self, most_bytes: int, at_once: float = math.inf) -> None:
        self._most_bytes, self._at_once = most_bytes, at_once
        self._bodies: set[Body] = set()
        self.held_bytes = 0

    def __len__(self) -> int:
        return len(self._bodies)

    def admit(self, body: "Body", now: float) -> None:
        """Add a body, or refuse it; `now` is in seconds of a clock.

        The slowest body of the sender with most arriving is cancelled for it; among equals the
        slowest of all, where it is slow.
        """
        incomplete = self._incomplete() if len(self) >= self._at_once else []
        if len(incomplete) >= self._at_once:
            by_sender = Counter(each.sender for each in incomplete)
            largest_share = max(by_sender.values())
            if largest_share > by_sender[body.sender] + 1:
                rivals = [each for each in incomplete if by_sender[each.sender] == largest_share]
            else:
                rivals = [each for each in incomplete if each.is_slow(now)]
            loser = min(rivals, key=lambda each: each.bytes_per_s(now), default=body)
            self.release(loser)
            loser.cancel()
        if not body.cancelled:
            self._bodies.add(body)

    def count(self, body: "Body", size: int) -> None:
        """Count further bytes of a body that was admitted.

        For them the largest arriving body of the sender who holds most is cancelled.
        """
        held_before = body.held_bytes
        body.received_bytes += size
        self.held_bytes += body.held_bytes - held_before
        if self.held_bytes > self._most_bytes:
            held: Counter[str] = Counter()
            for each in self._bodies:
                held[each.sender] += each.held_bytes
            cancelled = max(
                self._incomplete(),
                key=lambda each: (held[each.sender], each.held_bytes),
                default=body,
            )
            self.release(cancelled)
            cancelled.cancel()

    def _incomplete(self) -> list["Body"]:
        return [each for each in self._bodies if not each.complete]

    def release(self, body: "Body") -> None:
        """Note that nothing of a body is held any more."""
        if body in self._bodies:
            self._bodies.discard(body)
            self.held_bytes -= body.held_bytes


class Body:
    """An arriving body: its sender, its size so far, and whether it is complete.

    `settings` say how fast it must arrive.
    """

    def __init__(
        self, sender: str, receive: Receive, settings: Settings, bodies: Bodies, limit: int
    ) -> None:
        self.sender, self.limit = sender, limit
        self._receive, self._settings, self._bodies = receive, settings, bodies
        self.begun_s: float | None = None
        self._waited_s = 0.0
        self._waiting: anyio.CancelScope | None = None
        self.received_bytes = 0
        self.complete = self.answered = self.cancelled = False

    @property
    def held_bytes(self) -> int:
        """How much of it is held; what comes beyond its limit is dropped."""
        return min(self.received_bytes, self.limit)

    def bytes_per_s(self, now: float) -> float:
        """Return how fast it arrives."""
        return self.received_bytes / max(now - (self.begun_s or now), 1e-3)

    def is_slow(self, now: float) -> bool:
        """Return whether it has arrived slowly for long enough to know."""
        known = self.begun_s is not None and now - self.begun_s > KNOWN_S
        return known and self.bytes_per_s(now) < SLOW_BYTES_PER_S

    def cancel(self) -> None:
        """Make room for other bodies."""
        self.cancelled = True
        if self._waiting is not None:
            self._waiting.cancel()

    async def receive(self) -> Message:
        """Return the next part; for the application in place of `receive`.

        Raises RefusedError for a body that is too large or too slow, or makes room for others.
        """
        message = await self._next_part()
        if self.received_bytes <= self.limit:
            return message
        while not self.complete and self.received_bytes <= DRAIN_FACTOR * self.limit:
            await self._next_part()
        megabytes = format(self.limit / 1e6, ".0f")
        raise RefusedError(
            "body_too_large",
            Sentence("The request is larger than {limit} MB. Send less at once.", limit=megabytes),
        )

    async def _next_part(self) -> Message:
        if self.complete:  # only the client's leaving can come now
            return await self._receive()
        asked_s = time.monotonic()
        if self.begun_s is None:
            self.begun_s = asked_s
            self._bodies.admit(self, asked_s)
        message: Message | None = None
        if not self.cancelled:
            patience_s = max(self._patience_s(asked_s - self.begun_s), 0)
            with anyio.move_on_after(patience_s) as self._waiting:
                message = await self._receive()
            self._waited_s += time.monotonic() - asked_s
        if message is not None and not self.cancelled:
            self.complete = not message.get("more_body", False)
            self._bodies.count(self, len(message.get("body", b"")))  # which may cancel it
        if self.cancelled:
            self.complete = True
            raise RefusedError(
                "busy",
                Sentence("The server is receiving too much data at the moment. Try again soon."),
            )
        if message is None:
            self.complete = True
            if self.answered:  # the body is not wanted, only whether the client is still there
                return {"type": "http.disconnect"}
            raise RefusedError(
                "request_timeout",
                Sentence("The rest of the request did not arrive in time. Send it again."),
            )
        return message

    def _patience_s(self, since_begun_s: float) -> float:
        """Return how long the next part may take, in seconds; at most 0 if it is late already."""
        pace = self._settings
        due = pace.grace_s + self.received_bytes / pace.body_bytes_per_s
        return min(pace.silence_s, pace.body_s - since_begun_s, due - self._waited_s)
