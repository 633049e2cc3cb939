"""The models: loaded once when first needed, few readings at once."""

import math
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import anyio
import anyio.to_thread

from scorer.core.sentences import Sentence
from service.errors import RefusedError
from service.photos.queue import QueuedReading, ReadingQueue
from service.photos.shipped_reader import WORKING, load_reader, models_state, time_to_read
from service.photos.wins import wins_under
from vision.photo import decoder
from vision.photo.budget import Budget
from vision.photo.decoder import Decoder, DecoderError
from vision.photo.image import LIMITS, WHOLE, Limits, PhotoError, Picture, Scale
from vision.photo.photo import open_photos

if TYPE_CHECKING:
    from service.photos.tile_sets import KeptSet
    from vision.reader import Preview, Reader
    from vision.reading import Reading
    from vision.tilesets.gallery import Gallery
    from vision.tilesets.tile_set import TileSet


Source: TypeAlias = Callable[[], bytes]
Done = TypeVar("Done")

_FULL_TIME = 0.9  # of the time for the work: who had less waited for others
_LEAST_WORK_S = 0.3  # seconds that are worth beginning a reading for
_MOST_GALLERIES = 8  # tile sets that are kept as the networks know them: a tenth of a second each
PHOTO_S = 0.5  # a usual photo on two cores; what a reading really took counts once it is known


async def _never_left() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Sender:
    """Who has photos read: `key` is the same for all that shares one turn.

    `service.http.rate_limits` says what one sender is; `left` whether he no longer waits for an
    answer.
    """

    key: str = ""
    left: Callable[[], Awaitable[bool]] = _never_left


NOBODY = Sender()


@dataclass(slots=True, eq=False)
class Turn:
    """The wait of one reading: it ends with its turn, or because it was refused for another."""

    over: anyio.Event = field(default_factory=anyio.Event)
    refused: bool = False
    begun: float | None = None


class ReaderPool:
    """Gives out the one Reader and keeps recognition off the event loop.

    `at_once` readings run in threads, `waiting` more queue, by sender; who has most waiting is
    refused as `busy`. Glances at a viewfinder's pictures never wait and take no reading's place.
    Photos are decoded in processes of their own, each with so much `memory` in bytes. `seconds`
    bound a reading from when it is asked for, with the time that it waits. `clock` gives the
    seconds by which what readings took is told.
    """

    def __init__(
        self,
        at_once: int = 1,
        waiting: int = 8,
        *,
        seconds: float = 5.0,
        memory: int = decoder.MEMORY,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._decoder = Decoder(memory, kept=at_once)
        self._seconds = seconds
        self._limiter = anyio.CapacityLimiter(at_once)
        self._previews = anyio.CapacityLimiter(1)
        self._queue = ReadingQueue(at_once, waiting)
        self._turns: dict[QueuedReading, Turn] = {}
        self._lock = threading.Lock()
        self._reader: Reader | None = None
        self._load_failure = ""  # why it could not be loaded
        self._galleries: dict[tuple[str, int], Gallery] = {}

    def reader(self) -> "Reader":
        """The reader, loaded on first use; RefusedError `models_missing` without its models."""
        with self._lock:
            if self._reader is None:
                self._load_failure = ""
                try:
                    self._reader = load_reader(self.decode)
                except RefusedError as error:
                    self._load_failure = error.detail
                    raise
            return self._reader

    def start(self) -> None:
        """Load the models and start what decodes, before the first photo waits for both."""
        self.reader()
        with _convert_decoder_errors():
            self._decoder.start()

    def close(self) -> None:
        """End the processes that decode."""
        self._decoder.close()

    def decode(
        self,
        data: bytes,
        scale: Scale = WHOLE,
        limits: Limits = LIMITS,
        seconds: float = math.inf,
    ) -> Picture:
        """Decode a photo in another process, in no more time than a reading has; PhotoError."""
        with _convert_decoder_errors():
            return self._decoder.decode(data, scale, limits, min(seconds, WORKING * self._seconds))

    @property
    def state(self) -> str:
        """Say "ok", or why photos cannot be read."""
        return self._load_failure or models_state()

    @property
    def running(self) -> int:
        """How many photos are being worked on."""
        return self._queue.running

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return self._queue.waiting

    async def read(
        self,
        photos: Sequence[Source],
        rules: str | None,
        sender: Sender = NOBODY,
        tile_set: "KeptSet | None" = None,
    ) -> "Reading":
        """Read photos of one hand when it is their turn; raises PhotoError and `busy`.

        The photos are taken from where they lie only then: those that wait fill no memory.
        """

        def work(budget: Budget) -> "Reading":
            return self._read(photos, rules, budget, tile_set)

        return await self.run_queued(work, sender, len(photos))

    async def learn(
        self, photos: Sequence[Source], name: str, sender: Sender = NOBODY
    ) -> "TileSet":
        """Learn a tile set from photos of its rows; raises PhotoError, TileSetError and `busy`."""

        def work(budget: Budget) -> "TileSet":
            return self.reader().learn(*photos, name=name, budget=budget)

        return await self.run_queued(work, sender, len(photos))

    async def answer(
        self, known: "TileSet", answers: Mapping[int, str | None], sender: Sender = NOBODY
    ) -> "TileSet":
        """Answer what a lesson asked, where it fits; raises TileSetError and `busy`."""
        return await self.run_queued(lambda _: self.reader().answer(known, answers), sender)

    async def open(
        self,
        photo: Source,
        make: Callable[[Picture], Done],
        sender: Sender = NOBODY,
        scale: Scale = WHOLE,
    ) -> Done:
        """Decode one photo when it is its turn and make something of it; PhotoError and `busy`."""
        return await self.run_queued(
            lambda budget: make(self.decode(photo(), scale, seconds=budget.left)), sender
        )

    def _gallery(self, kept: "KeptSet") -> "Gallery":
        """What a set looks like, worked out once for each state of it; the last few are kept."""
        state = (kept.id, kept.revision)
        with self._lock:
            gallery = self._galleries.get(state)
        if gallery is None:
            gallery = self.reader().gallery(kept.known)
            with self._lock:
                self._galleries[state] = gallery
                while len(self._galleries) > _MOST_GALLERIES:
                    del self._galleries[next(iter(self._galleries))]
        return gallery

    async def run_queued(
        self, work: Callable[[Budget], Done], sender: Sender = NOBODY, photos: int = 1
    ) -> Done:
        """Do what decodes photos in a thread, when it is its turn; RefusedError `busy`.

        The time that it gets counts from now, with the wait; what had to wait too long is not done.
        """
        budget = time_to_read(self._seconds)

        def work_in_time() -> Done:
            left = budget.left
            if left < _LEAST_WORK_S:
                raise _too_late()
            try:
                return work(budget)
            except PhotoError as error:
                # A photo that had not the time that a photo has is not to blame for it.
                if error.code == "photo_too_costly" and left < _FULL_TIME * WORKING * self._seconds:
                    raise _too_late() from error
                raise

        async with self._turn(QueuedReading(sender.key, photos * PHOTO_S)):
            if await sender.left():
                raise RefusedError(
                    "busy", Sentence("Whoever sent these photos has left meanwhile.")
                )
            return await anyio.to_thread.run_sync(work_in_time, limiter=self._limiter)

    @asynccontextmanager
    async def _turn(self, reading: QueuedReading) -> AsyncIterator[None]:
        """Wait for the turn of a reading, and let the next begin after it."""
        turn = self._turns[reading] = Turn()
        try:
            refused = self._queue.join(reading)
            if refused is not None:
                self._turns[refused].refused = True
                self._turns[refused].over.set()
            self._start_next()
            await turn.over.wait()
            if turn.refused:
                raise RefusedError(
                    "busy", Sentence("Too many photos are being read. Send this one again shortly.")
                )
            yield
        finally:
            del self._turns[reading]
            if turn.begun is None:
                self._queue.leave(reading)
            else:
                self._queue.end(reading, self._clock() - turn.begun)
            self._start_next()

    def _start_next(self) -> None:
        while (reading := self._queue.begin()) is not None:
            self._turns[reading].begun = self._clock()
            self._turns[reading].over.set()

    async def preview(self, picture: bytes) -> "Preview":
        """Look at one picture now; RefusedError `busy` while anything else is looked at."""
        if self.running or self.waiting or self._previews.borrowed_tokens:
            raise RefusedError(
                "busy", Sentence("The models are at work. Send a later picture instead.")
            )
        return await anyio.to_thread.run_sync(
            lambda: self.reader().preview(picture), limiter=self._previews
        )

    def _read(
        self,
        photos: Sequence[Source],
        rules: str | None,
        budget: Budget,
        tile_set: "KeptSet | None" = None,
    ) -> "Reading":
        try:
            reader = self.reader()
        except RefusedError:
            # What is no photo is told so here too, instead of being sent elsewhere.
            open_photos(photos, self.decode, budget)
            raise
        gallery = None if tile_set is None else self._gallery(tile_set)
        set_reader, wins = reader.with_gallery(gallery), wins_under(rules)
        return set_reader.read(*photos, rules=rules, wins=wins, budget=budget)


def _too_late() -> RefusedError:
    detail = Sentence("Other photos took the time that there was. Send this one again shortly.")
    return RefusedError("busy", detail)


@contextmanager
def _convert_decoder_errors() -> Iterator[None]:
    """Say of a process that cannot be started what a person can do meanwhile."""
    try:
        yield
    except DecoderError as error:
        raise RefusedError(
            "models_missing",
            Sentence(
                "Photos cannot be read here: {error}. Until then, enter the tiles by hand.",
                error=str(error),
            ),
        ) from error
