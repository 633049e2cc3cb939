"""The photos that a command names, read one by one or in several processes, with progress."""

import io
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any, Self, TextIO, TypeAlias, TypeVar

from PIL import Image

from scorer.api.requests import RequestError
from service import files
from service.cli.processes import in_parallel
from service.photos import shipped_reader
from service.photos.shipped_reader import win_check
from vision import drawing
from vision.cores import usable_cores
from vision.photo.decoder import Decoder
from vision.photo.image import LIMITS, Decode, PhotoError, Scale
from vision.photo.photo import Batch
from vision.photo.photo import Photo as Opened
from vision.reader import PhotoReader
from vision.reading import Reading
from vision.tilesets.tile_set import TileSet

STDIN = "-"
# Names of the files that are read in a folder; a file that is named itself is read in any case.
JPEG = (".jpg", ".jpeg", ".jpe", ".jfif")
OTHERS = (".png", ".webp", ".heic", ".heif", ".hif", ".avif", ".tif", ".tiff", ".bmp")
SUFFIXES = frozenset((*JPEG, *OTHERS))


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo: its name as given, its index among all, and its bytes if they were piped.

    A folder without photos has a `refusal` in their index.
    """

    name: str
    index: int
    piped: bytes | None = None
    refusal: PhotoError | None = None

    def content(self) -> bytes:
        """Return the bytes of the photo; PhotoError if they cannot be read."""
        if self.refusal is not None:
            raise self.refusal
        if self.piped is not None:
            return self.piped
        try:
            with Path(self.name).open("rb") as file:
                # One byte more than allowed is enough to refuse it for its size.
                return file.read(LIMITS.file_bytes + 1)
        except OSError as error:
            raise _unreadable(error) from error


def photos_of(paths: Sequence[str]) -> list[Photo]:
    """Return the photos of paths in order, those of a folder by name (hand2 before hand10).

    RequestError `bad_value` if standard input is named twice.
    """
    if paths.count(STDIN) > 1:
        raise RequestError("bad_value", "PATH: use - only once; there is only one standard input.")
    found: list[Photo] = []
    for path in paths:
        if path == STDIN:
            found.append(_of_input(len(found)))
        elif path and Path(path).is_dir():
            found += _of_folder(path, len(found))
        else:
            found.append(Photo(path, len(found)))
    return found


def _unreadable(error: OSError) -> PhotoError:
    detail = f"{error.strerror}. Check the name and that you may read the file."
    return PhotoError("unreadable_file", detail)


def _of_input(index: int) -> Photo:
    try:
        return Photo(STDIN, index, sys.stdin.buffer.read(LIMITS.file_bytes + 1))
    except OSError as error:
        return Photo(STDIN, index, refusal=_unreadable(error))


def _of_folder(folder: str, first: int) -> Iterator[Photo]:
    try:
        names = [each.name for each in Path(folder).iterdir() if _is_photo(each)]
    except OSError as error:
        detail = f"{error.strerror}. Check that you may read the folder."
        yield Photo(folder, first, refusal=PhotoError("unreadable_file", detail))
        return
    if not names:
        detail = "There are no photos in this folder. Name another one, or the files themselves."
        yield Photo(folder, first, refusal=PhotoError("no_photos", detail))
    for index, name in enumerate(sorted(names, key=_natural_order), first):
        yield Photo(str(Path(folder) / name), index)


def _is_photo(file: Path) -> bool:
    hidden = file.name.startswith(".")  # what macOS and editors leave beside a photo
    return not hidden and file.suffix.lower() in SUFFIXES and file.is_file()


def _natural_order(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return a key that sorts `hand2.jpg` before `hand10.jpg`."""
    parts = re.findall(r"(\d+)|(\D+)", name.casefold())
    return [(int(digits), "") if digits else (-1, text) for digits, text in parts], name


T = TypeVar("T")
# Pixels of an overlay's long side, and of a photo that is kept whole: every tile can be seen, and
# the largest photo leaves memory to draw in.
OVERLAY = Scale(side=2100, whole=17_000_000)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How photos are read: `seconds` for each, and `memory` in bytes to decode one.

    `overlays` are the files for the photos with their tiles drawn on, by the photos' indexes;
    `known` is the learned tile set to read with.
    """

    rules: str | None
    seconds: float
    memory: int
    overlays: tuple[Path, ...] = ()
    known: TileSet | None = None


Answer: TypeAlias = tuple[str, dict[str, Any] | PhotoError]
"""The name of a photo with the reading of its hand in the public form, or with why it has none."""


@dataclass(slots=True)
class Worker:
    """A reader with a process that decodes for it; to be closed."""

    order: ReadOptions
    reader: PhotoReader
    decode: Decode
    opened: ExitStack = field(default_factory=ExitStack)

    @classmethod
    def begin(cls, order: ReadOptions, cores: int = 0) -> Self:
        """Load the models for a number of cores, 0 for all; RefusedError."""
        with ExitStack() as opened:
            decoder = opened.enter_context(Decoder(order.memory))
            decoder.start()
            loaded = shipped_reader.load_reader(decoder.decode, cores)
            known = None if order.known is None else loaded.gallery(order.known)
            reader = loaded.with_gallery(known)
            return cls(order, reader, decoder.decode, opened.pop_all())

    def answers(self, photos: Sequence[Photo]) -> list[Answer]:
        """Read the photos of one hand, and draw their overlays if these are wanted.

        Those that cannot be read come first, then what the others show.
        """
        order = self.order
        budget = shipped_reader.time_to_read(order.seconds)
        batch = Batch(len(photos), self.decode, budget)
        answers, opened = list[Answer](), list[tuple[Photo, bytes, Opened]]()
        for photo in photos:
            try:
                data = photo.content()
                with budget.record("decode"):
                    opened.append((photo, data, batch.open(data)))
            except PhotoError as error:
                answers.append((photo.name, error))
        if opened:
            shown = [one for *_, one in opened]
            wins = win_check(order.rules)
            reading = self.reader.read(*shown, rules=order.rules, wins=wins, budget=budget)
            names = [photo.name for photo, *_ in opened]
            answers.append((names[0], reading.to_json(names)))
            for number, (photo, data, _) in enumerate(opened if order.overlays else ()):
                self.draw(data, reading, number, order.overlays[photo.index])
        return answers

    def draw(self, data: bytes, reading: Reading, number: int, file: Path) -> None:
        """Save a photo with its tiles drawn on; `number` is its index in the reading."""
        picture = self.decode(data, OVERLAY)
        drawn = drawing.overlay(picture.pixels, reading, number, picture.shrink)
        saved = io.BytesIO()
        Image.fromarray(drawn).save(saved, Image.registered_extensions()[file.suffix.lower()])
        files.write_new(file, saved.getvalue())


def answers(
    order: ReadOptions, hands: Sequence[Sequence[Photo]], jobs: int
) -> Iterator[list[Answer]]:
    """Read the photos of hands in order, with one job in this process, else in several.

    The answers to a hand are yielded as soon as they and all before them are ready. Errors as
    `Worker.begin`.
    """
    jobs = min(jobs, len(hands))
    if jobs <= 1:
        worker = Worker.begin(order)
        with worker.opened:
            yield from map(worker.answers, hands)
        return
    cores = max(1, usable_cores() // jobs)
    yield from in_parallel(partial(_answers, order, cores), hands, jobs)


_worker = cache(Worker.begin)  # of a process that only reads photos


def _answers(order: ReadOptions, cores: int, photos: Sequence[Photo]) -> list[Answer]:
    return _worker(order, cores).answers(photos)


def show_progress(
    answers: Iterable[T],
    total: int,
    stream: TextIO | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[T]:
    """Yield each answer; between them a terminal shows how many are done and the time left.

    `stream` is standard error by default. Nothing is shown elsewhere, or for a single photo.
    """
    shown = sys.stderr if stream is None else stream
    if total < 2 or not shown.isatty():
        yield from answers
        return
    line, begun = f"0 of {total} photos", clock()
    try:
        _write(shown, line)
        for done, answer in enumerate(answers, 1):
            _write(shown, " " * len(line))
            yield answer
            left = timedelta(seconds=round((clock() - begun) / done * (total - done)))
            line = f"{done} of {total} photos, {left} left" if done < total else ""
            _write(shown, line)
    finally:
        _write(shown, " " * len(line))


def _write(stream: TextIO, line: str) -> None:
    with suppress(OSError):  # nobody looks at it any more
        stream.write(f"\r{line}\r")
        stream.flush()
