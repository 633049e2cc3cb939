"""The photos that paths on the command line stand for: files, folders, standard input."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scorer.api.requests import RequestError
from service.errors import RefusedError
from vision.photo.decoder import DecoderError
from vision.photo.image import LIMITS, PhotoError

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
            detail = f"{error.strerror}. Check the name and that you may read the file."
            raise PhotoError("unreadable_file", detail) from error


@contextmanager
def convert_decoder_errors() -> Iterator[None]:
    """Raise RefusedError if photos cannot be decoded here."""
    try:
        yield
    except DecoderError as error:
        raise RefusedError("models_missing", f"Photos cannot be read here: {error}.") from error


def photos(paths: Sequence[str]) -> list[Photo]:
    """Return the photos of paths in order, those of a folder by name (hand2 before hand10).

    RequestError `bad_value` if standard input is named twice.
    """
    if paths.count(STDIN) > 1:
        raise RequestError("bad_value", "PATH: give - once; there is only one standard input.")
    found: list[Photo] = []
    for path in paths:
        if path == STDIN:
            piped = sys.stdin.buffer.read(LIMITS.file_bytes + 1)
            found.append(Photo(path, len(found), piped))
        elif Path(path).is_dir():
            found += _of_folder(path, len(found))
        else:
            found.append(Photo(path, len(found)))
    return found


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
