"""Where writing calls wait for their turn: in their own threads, few at once, none for long.

Readers have other threads, so that a locked database keeps no reader waiting. The calls of one game
take turns among themselves: they would wait for each other in the database, and a game that is
locked there blocks two threads, not all.
"""

from collections.abc import Callable
from typing import TypeVar
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorer.core.sentences import Sentence
from service.errors import RefusedError
from service.http.problem_documents import document
from service.http.uploads import most_photo_bytes

Done = TypeVar("Done")

AT_ONCE = 8  # threads; on SQLite one writes while the others prepare
AT_ONCE_OF_A_GAME = 2  # one may wait for the database while another writes
WAITING = 300  # calls: a hand from each of 200 tables at once, and half as many again
CHANGES = ("POST", "PUT", "PATCH", "DELETE")
TURN_S = 3.0  # of waiting for a turn; with 200 tables at once the longest took 1.4 s


class WriteQueue:
    """Gives turns to at most `at_once` calls; at most `waiting` more wait, up to `turn_s` each.

    Used on one event loop.
    """

    def __init__(
        self, at_once: int = AT_ONCE, waiting: int = WAITING, turn_s: float = TURN_S
    ) -> None:
        self._turns = anyio.Semaphore(at_once)
        self._threads = anyio.CapacityLimiter(at_once)
        self._games: WeakValueDictionary[str, anyio.Semaphore] = WeakValueDictionary()
        self._room = at_once + waiting
        self._admitted = 0
        self._turn_s = turn_s

    @property
    def running(self) -> int:
        """How many calls have their turn."""
        return self._threads.borrowed_tokens

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""
        return self._admitted - self.running

    async def run(self, work: Callable[[], Done], game_id: str | None = None) -> Done:
        """Run work that writes in a thread, in turn; raise RefusedError `database_busy`.

        `game_id` is the game that it writes to, if any.
        """
        if self._admitted >= self._room:
            raise _busy()
        game = anyio.Semaphore(AT_ONCE_OF_A_GAME)
        if game_id is not None:
            game = self._games.setdefault(game_id, game)
        self._admitted += 1
        try:
            await self._acquire_turn(game)
            try:
                return await anyio.to_thread.run_sync(work, limiter=self._threads)
            finally:
                self._turns.release()
                game.release()
        finally:
            self._admitted -= 1

    async def _acquire_turn(self, game: anyio.Semaphore) -> None:
        """Wait for the game's turn, then for a thread."""
        if self._try_acquire(game):
            return
        try:
            with anyio.fail_after(self._turn_s):
                await game.acquire()
                try:
                    await self._turns.acquire()
                except BaseException:
                    game.release()
                    raise
        except TimeoutError:
            # On an overloaded machine the event loop itself may have stalled this long: what was
            # released meanwhile is free now.
            if not self._try_acquire(game):
                raise _busy() from None

    def _try_acquire(self, game: anyio.Semaphore) -> bool:
        """Take the game's turn and a thread if both are free; return whether they were."""
        try:
            game.acquire_nowait()
        except anyio.WouldBlock:
            return False
        try:
            self._turns.acquire_nowait()
        except anyio.WouldBlock:
            game.release()
            return False
        return True


def _busy() -> RefusedError:
    return RefusedError(
        "database_busy",
        Sentence(
            "Too many wait to write, or the database lets nobody write. Nothing was "
            "changed: send the same again in a few seconds, with the same "
            "Idempotency-Key."
        ),
    )


class ChangeLimit:
    """Refuses changes of games while the write queue is full of them.

    Only requests that have arrived completely count, and none is processed before that.
    """

    def __init__(self, app: ASGIApp, most: int = AT_ONCE + WAITING) -> None:
        self._app = app
        self._most = most
        self._admitted = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 503."""
        if not _changes_game(scope):
            await self._app(scope, receive, send)
            return
        replay = await _buffered_receive(receive)
        if self._admitted >= self._most:
            refusal = _busy()
            await document(refusal.code, refusal.detail)(scope, receive, send)
            return
        self._admitted += 1
        try:
            await self._app(scope, replay, send)
        finally:
            self._admitted -= 1


def _changes_game(scope: Scope) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] in CHANGES
        and str(scope["path"]).startswith("/api/v1/games/")
        and most_photo_bytes(scope, 0) is None
    )


async def _buffered_receive(receive: Receive) -> Receive:
    """Receive a whole body; return a `receive` that replays it, or how it failed."""
    messages: list[Message | HTTPException] = []
    more = True
    while more:
        try:
            message = await receive()
        except HTTPException as error:
            messages.append(error)
            break
        messages.append(message)
        more = message.get("more_body", False)
    messages.reverse()

    async def replay() -> Message:
        if not messages:
            return await receive()
        message = messages.pop()
        if isinstance(message, HTTPException):
            raise message
        return message

    return replay
