"""The models behind a door: loaded once when first needed, few readings at once."""

import threading
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import anyio
import anyio.to_thread

import models
from service.problems import RefusedError
from service.wins import wins_under
from vision.image import PhotoError, load
from vision.session import ModelError

if TYPE_CHECKING:
    from vision.glance import Glance
    from vision.reader import Reader
    from vision.reading import Reading


Source: TypeAlias = Callable[[], bytes]
Done = TypeVar("Done")


def load_reader() -> "Reader":
    """Load the models of this installation; RefusedError `models_missing` without them."""
    try:
        files = models.shipped()
        # Imported here: scoring and the ledger start without waiting for the vision libraries.
        from vision.reader import Reader  # noqa: PLC0415  (the reason is above)

        return Reader(*files)
    except (models.WeightsError, ModelError) as error:
        raise RefusedError(
            "models_missing",
            f"Photos cannot be read here: {error} Until then, enter the tiles by hand.",
        ) from error


@cache
def models_state() -> str:
    """Say "ok" when all model files are those of their cards, else what is wrong with them."""
    try:
        for name in models.NAMES:
            models.verify(name)
    except models.WeightsError as error:
        return str(error)
    return "ok"


class Recogniser:
    """Gives out the one Reader and keeps recognition off the event loop.

    `at_once` readings run in threads, `waiting` more queue; the next is refused as `busy`. Glances
    at a viewfinder's pictures never wait and take no reading's place.
    """

    def __init__(self, at_once: int = 1, waiting: int = 8) -> None:
        self._limiter = anyio.CapacityLimiter(at_once)
        self._glances = anyio.CapacityLimiter(1)
        self._room = at_once + waiting
        self._inside = 0
        self._lock = threading.Lock()
        self._reader: Reader | None = None
        self._failed = ""  # why it could not be loaded

    def reader(self) -> "Reader":
        """The reader, loaded on first use; RefusedError `models_missing` without its models."""
        with self._lock:
            if self._reader is None:
                self._failed = ""
                try:
                    self._reader = load_reader()
                except RefusedError as error:
                    self._failed = error.detail
                    raise
            return self._reader

    @property
    def state(self) -> str:
        """Say "ok", or why photos cannot be read."""
        return self._failed or models_state()

    @property
    def running(self) -> int:
        """How many photos are being worked on."""
        return self._limiter.borrowed_tokens

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return self._inside - self.running

    async def read(self, photos: Sequence[Source], rules: str | None) -> "Reading":
        """Read photos of one hand when it is their turn; raises PhotoError and `busy`.

        The photos are taken from where they lie only then: those that wait fill no memory.
        """
        return await self.in_turn(lambda: self._read([source() for source in photos], rules))

    async def in_turn(self, work: Callable[[], Done]) -> Done:
        """Do what decodes photos in a thread, when it is its turn; RefusedError `busy`."""
        if self._inside >= self._room:
            raise RefusedError(
                "busy", "Too many photos are being read. Send this one again shortly."
            )
        self._inside += 1
        try:
            return await anyio.to_thread.run_sync(work, limiter=self._limiter)
        finally:
            self._inside -= 1

    async def glance(self, picture: bytes) -> "Glance":
        """Look at one picture now; RefusedError `busy` while anything else is looked at."""
        if self._inside or self._glances.borrowed_tokens:
            raise RefusedError("busy", "The models are at work. Send a later picture instead.")
        return await anyio.to_thread.run_sync(
            lambda: self.reader().glance(picture), limiter=self._glances
        )

    def _read(self, photos: Sequence[bytes], rules: str | None) -> "Reading":
        try:
            reader = self.reader()
        except RefusedError:
            # What is no photo is told so here too, instead of being sent elsewhere.
            _check(photos)
            raise
        try:
            return reader.read(*photos, rules=rules, wins=wins_under(rules))
        except PhotoError:
            _check(photos)  # says which of them it is
            raise


def _check(photos: Sequence[bytes]) -> None:
    """Raise PhotoError for the first that is no photo, with its number where there are several."""
    for number, photo in enumerate(photos, start=1):
        try:
            load(photo)
        except PhotoError as error:
            if len(photos) == 1:
                raise
            detail = f"Photo {number} of {len(photos)}: {error.detail}"
            raise PhotoError(error.code, detail) from error
