"""The models: loaded once when first needed, running few readings at once."""

import math
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import anyio
import anyio.to_thread

from scorer.core.sentences import Sentence
from service.errors import RefusedError
from service.photos.queue import QueuedReading, ReadingQueue
from service.photos.shipped_reader import (
    WORKING,
    load_reader,
    models_state,
    time_to_read,
    win_check,
)
from vision.photo import decoder
from vision.photo.budget import Budget
from vision.photo.decoder import Decoder
from vision.photo.image import LIMITS, WHOLE, Limits, PhotoError, Picture, Scale
from vision.photo.photo import open_photos

if TYPE_CHECKING:
    from service.photos.tile_sets import StoredTileSet
    from vision.reader import Preview, Reader
    from vision.reading import Reading
    from vision.tilesets.gallery import Gallery
    from vision.tilesets.tile_set import TileSet


Source: TypeAlias = Callable[[], bytes]
Done = TypeVar("Done")

_FULL_TIME = 0.9  # of the working time: with less left, it had waited for others
_LEAST_WORK_S = 0.3  # seconds left that are worth starting a reading
_MOST_GALLERIES = 8  # galleries that are cached; computing one takes a tenth of a second
PHOTO_S = 0.5  # a usual photo on two cores; the true time counts once it is known


@dataclass(frozen=True, slots=True)
class Sender:
    """Who has photos read; all requests with the same `key` share one turn.

    `service.http.rate_limits` says what one sender is; `left` returns whether it no longer waits
    for an answer.
    """

    key: str
    left: Callable[[], Awaitable[bool]]


class ReaderPool:
    """Shares the one Reader and keeps recognition off the event loop.

    `at_once` readings run in threads and `waiting` more queue, by sender; the sender with most
    waiting is refused as `busy`. Previews for viewfinders never wait and take no reading's place.
    Photos are decoded in separate processes, each with at most `memory` bytes. `seconds` limits
    a reading from its request on, including its wait. `clock` measures how long readings take.
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
        self.queue = ReadingQueue(at_once, waiting)
        self._lock = threading.Lock()
        self._reader: Reader | None = None
        self._load_failure = ""  # why the reader could not be loaded
        self._galleries: dict[tuple[str, int], Gallery] = {}

    def reader(self) -> "Reader":
        """Return the reader, loaded on first use; RefusedError `models_missing` without models."""
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
        """Load the models and start the decoders, before the first photo has to wait for both."""
        self.reader()
        self._decoder.start()

    def close(self) -> None:
        """End the decoding processes."""
        self._decoder.close()

    def decode(
        self,
        data: bytes,
        scale: Scale = WHOLE,
        limits: Limits = LIMITS,
        seconds: float = math.inf,
    ) -> Picture:
        """Return a photo decoded in another process, within a reading's time; raise PhotoError."""
        return self._decoder.decode(data, scale, limits, min(seconds, WORKING * self._seconds))

    @property
    def state(self) -> str:
        """Either "ok" or why photos cannot be read."""
        return self._load_failure or models_state()

    async def read(
        self,
        photos: Sequence[Source],
        rules: str | None,
        sender: Sender,
        tile_set: "StoredTileSet | None" = None,
    ) -> "Reading":
        """Return what photos of one hand show, read in turn; raise PhotoError or `busy`.

        The photos are loaded only then: waiting ones take no memory.
        """

        def work(budget: Budget) -> "Reading":
            try:
                reader = self.reader()
            except RefusedError:
                # A file that is no photo is refused as such here, too.
                open_photos(photos, self.decode, budget)
                raise
            gallery = None if tile_set is None else self._gallery(tile_set)
            set_reader, wins = reader.with_gallery(gallery), win_check(rules)
            return set_reader.read(*photos, rules=rules, wins=wins, budget=budget)

        return await self.run_queued(work, sender, len(photos))

    async def answer(
        self, known: "TileSet", answers: Mapping[int, str | None], sender: Sender
    ) -> "TileSet":
        """Return a tile set with a lesson's questions answered; raise TileSetError or `busy`."""
        return await self.run_queued(lambda _: self.reader().answer(known, answers), sender)

    async def open(
        self,
        photo: Source,
        make: Callable[[Picture], Done],
        sender: Sender,
        scale: Scale = WHOLE,
    ) -> Done:
        """Return what `make` makes of a photo, decoded in turn; raise PhotoError or `busy`."""
        return await self.run_queued(
            lambda budget: make(self.decode(photo(), scale, seconds=budget.left)), sender
        )

    def _gallery(self, kept: "StoredTileSet") -> "Gallery":
        """Return the gallery of a tile set, computed once per revision; the last few are kept."""
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
        self, work: Callable[[Budget], Done], sender: Sender, photos: int = 1
    ) -> Done:
        """Run work that decodes photos in a thread, in turn; raise RefusedError `busy`.

        Its time counts from now, including the wait; work that waited too long is not done.
        """
        budget = time_to_read(self._seconds)

        def work_in_time() -> Done:
            left, had_models = budget.left, self._reader is not None
            if left < _LEAST_WORK_S:
                raise _too_late()
            try:
                return work(budget)
            except PhotoError as error:
                # A photo that got less than its full time is not to blame.
                waited = left < _FULL_TIME * WORKING * self._seconds
                loaded_models = not had_models and self._reader is not None
                if error.code == "photo_too_costly" and (waited or loaded_models):
                    raise _too_late() from error
                raise

        async with self._wait_for_turn(QueuedReading(sender.key, photos * PHOTO_S)):
            if await sender.left():
                raise RefusedError("busy", Sentence("The sender of these photos has disconnected."))
            return await anyio.to_thread.run_sync(work_in_time, limiter=self._limiter)

    @asynccontextmanager
    async def _wait_for_turn(self, reading: QueuedReading) -> AsyncIterator[None]:
        """Wait for a reading's turn, and start the next reading afterwards."""
        try:
            refused = self.queue.join(reading)
            if refused is not None:
                refused.refused = True
                refused.wait.set()
            self._start_next()
            await reading.wait.wait()
            if reading.refused:
                raise RefusedError(
                    "busy", Sentence("Too many photos are being read. Send this one again shortly.")
                )
            yield
        finally:
            if reading.begun is None:
                self.queue.leave(reading)
            else:
                self.queue.end(reading, self._clock() - reading.begun)
            self._start_next()

    def _start_next(self) -> None:
        while (reading := self.queue.begin()) is not None:
            reading.begun = self._clock()
            reading.wait.set()

    async def preview(self, picture: bytes) -> "Preview":
        """Return a preview of one picture; RefusedError `busy` while the models are in use."""
        if self.queue.running or self.queue.waiting or self._previews.borrowed_tokens:
            raise RefusedError(
                "busy", Sentence("The models are busy. Send a later picture instead.")
            )
        return await anyio.to_thread.run_sync(
            lambda: self.reader().preview(picture), limiter=self._previews
        )


def _too_late() -> RefusedError:
    detail = Sentence("There was not enough time left for this photo. Send it again shortly.")
    return RefusedError("busy", detail)
