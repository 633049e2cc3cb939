"""Photos read one by one, each on its own: here, or in several processes at once."""

import io
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Self

from PIL import Image

from scorer.core.sentences import Sentence
from service import files
from service.cli.photo_files import Photo
from service.errors import RefusedError
from service.photos import shipped_reader
from service.photos.wins import wins_under
from vision import drawing
from vision.cores import usable_cores
from vision.photo.decoder import Decoder
from vision.photo.image import Decode, PhotoError, Scale
from vision.reader import PhotoReader
from vision.reading import Reading
from vision.tilesets.tile_set import TileSet

# An overlay keeps so many pixels of the long side, and others stay whole up to so many: every tile
# can be seen, and the largest photo leaves room to draw in.
OVERLAY = Scale(side=2100, whole=17_000_000)


@dataclass(frozen=True, slots=True)
class Order:
    """How photos are read: `seconds` for each, `memory` in bytes to decode one in.

    `overlays` are the files for the photos with their tiles drawn on, by the photos' places;
    `known` is the tile set that they are of, if it was learned.
    """

    rules: str | None
    seconds: float
    memory: int
    overlays: tuple[Path, ...] = ()
    known: TileSet | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a photo: its reading in its public form, or why there is none."""

    photo: Photo
    reading: dict[str, Any] | None = None
    refusal: PhotoError | None = None


@dataclass(slots=True)
class Worker:
    """A reader with a process beside it that decodes; to be closed."""

    order: Order
    reader: PhotoReader
    decode: Decode
    opened: ExitStack = field(default_factory=ExitStack)

    @classmethod
    def begin(cls, order: Order, cores: int = 0) -> Self:
        """Load the models, for so many cores, 0 for all; RefusedError, DecoderError."""
        with ExitStack() as opened:
            decoder = opened.enter_context(Decoder(order.memory))
            decoder.start()
            loaded = shipped_reader.load_reader(decoder.decode, cores)
            known = None if order.known is None else loaded.gallery(order.known)
            reader = loaded.with_gallery(known)
            return cls(order, reader, decoder.decode, opened.pop_all())

    def answer(self, photo: Photo) -> Answer:
        """Read a photo, and draw its overlay where one is wanted."""
        order = self.order
        read = partial(self.reader.read, rules=order.rules, wins=wins_under(order.rules))
        try:
            data = photo.content()
            reading = read(data, budget=shipped_reader.time_to_read(order.seconds))
            public = reading.to_json([photo.name])
        except PhotoError as error:
            return Answer(photo, refusal=error)
        if order.overlays:
            self.draw(data, reading, 0, order.overlays[photo.place])
        return Answer(photo, public)

    def draw(self, data: bytes, reading: Reading, number: int, file: Path) -> None:
        """Save a photo with its tiles drawn on; it is the reading's photo of this number."""
        picture = self.decode(data, OVERLAY)
        drawn = drawing.overlay(picture.pixels, reading, number, picture.shrink)
        saved = io.BytesIO()
        Image.fromarray(drawn).save(saved, Image.registered_extensions()[file.suffix.lower()])
        files.write_new(file, saved.getvalue())


def answers(order: Order, photos: Sequence[Photo], jobs: int) -> Iterator[Answer]:
    """Read photos in their order, by so many processes; with one, in this one.

    Each answer comes as soon as it and all before it are there. Raises what `Worker.begin` does.
    """
    jobs = min(jobs, len(photos))
    if jobs <= 1:
        worker = Worker.begin(order)
        with worker.opened:
            yield from map(worker.answer, photos)
        return
    cores = max(1, usable_cores() // jobs)
    # Begun anew and not forked: the libraries of vision have threads of their own.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    try:
        yield from pool.map(partial(_answer, order, cores), photos)
    except BrokenProcessPool as error:
        detail = Sentence(
            "A process that reads photos has ended, or cannot begin. Try with fewer --jobs."
        )
        raise RefusedError("models_missing", detail) from error
    finally:
        pool.shutdown(cancel_futures=True)


_worker = cache(Worker.begin)  # of a process that was begun to read, and does nothing else


def _answer(order: Order, cores: int, photo: Photo) -> Answer:
    return _worker(order, cores).answer(photo)
