"""An enrolled tile set: pictures of its faces by name, as a value that can be stored.

Only pictures of single tiles are stored. Their embeddings are computed again whenever the set is
used (`vision.tilesets.gallery`), so that better networks recognise it better.
"""

import base64
import binascii
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from io import BytesIO
from typing import Any, Self

import cv2
import numpy as np
from PIL import Image

from scorer.core.sentences import RefusedError, Sentence
from vision.arrays import Floats, Pixels
from vision.photo.photo import Photo
from vision.quads import geometry
from vision.sets import FACE_DOWN

FORMAT, VERSION = "tableside tile set", 1
# The 42 faces that a set may have. A back is learned too, but never reported missing.
FACES = tuple(
    f"{rank}{suit}"
    for suit, ranks in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 4), ("g", 4))
    for rank in range(1, ranks + 1)
)
SIDE = 96  # px of a picture, half as many again as the classifier sees of a tile
RIM = 0.0625  # of a tile's side around it, slightly more than the networks see
_EDGE = round(SIDE * RIM / (1 + 2 * RIM))  # px of the rim in a picture
_QUALITY = 88  # of JPEG: three kilobytes per picture
_MAX_PICTURE_BYTES = 12_000  # most bytes of a picture
_LONGEST_NAME = 80  # most letters
MOST_OF_A_FACE = 8  # most pictures of a face; more add nothing
MOST_BYTES = 1_500_000  # of a file: this many of every face, in base64


class TileSetError(RefusedError):
    """A tile set that cannot be learned or read: a stable `code`, and the remedy in `detail`."""


class Origin(StrEnum):
    """How a picture got its name."""

    SHOWN = "shown"  # by enrolment, from photos of the set
    ANSWERED = "told"  # by an answer to a question of an enrolment
    CORRECTED = "corrected"  # by a correction of a misread tile


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture of a tile of the set, a JPEG of `SIDE` px with `RIM`, face upright, and its code.

    `key` names its origin, a photo's tile or a correction, so that it can be removed.
    """

    tile: str
    picture: bytes
    origin: Origin = Origin.SHOWN
    key: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """An enrolled tile of uncertain name: its picture and likely names.

    `likely` are codes, likeliest first; `at` is its place: row and tile, as in 5.2.
    """

    picture: bytes
    likely: tuple[str, ...]
    at: str = ""


@dataclass(frozen=True, slots=True)
class TileSet:
    """A set by name: its samples, its open questions, and the networks that embedded it last.

    `networks` are the first twelve digits of the classifier's SHA-256.
    """

    name: str
    samples: tuple[Sample, ...] = ()
    questions: tuple[Question, ...] = ()
    networks: str = ""

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of pictures of each face, by code."""
        return Counter(sample.tile for sample in self.samples)

    @property
    def known(self) -> tuple[str, ...]:
        """The codes of the faces that have a picture, in the standard order."""
        return tuple(code for code in FACES if code in self.counts)

    @property
    def missing(self) -> tuple[str, ...]:
        """The codes of the faces that have none."""
        return tuple(code for code in FACES if code not in self.counts)

    def named(self, name: str) -> Self:
        """Return the set under another name; raises TileSetError `bad_name`."""
        return replace(self, name=checked_name(name))

    def with_samples(self, *samples: Sample) -> Self:
        """Return the set with more pictures; beyond the most of a face, corrections go first."""
        kept = [*self.samples, *samples]
        for code, count in Counter(sample.tile for sample in kept).items():
            for _ in range(count - MOST_OF_A_FACE):
                own = [sample for sample in kept if sample.tile == code]
                corrected = [each for each in own if each.origin is Origin.CORRECTED]
                kept.remove((corrected or own)[0])
        return replace(self, samples=tuple(kept))

    def without(self, key: str) -> Self:
        """Return the set without the picture from one photo's tile or correction."""
        return replace(self, samples=tuple(each for each in self.samples if each.key != key))

    def answered(self, answers: Mapping[int, str | None]) -> Self:
        """Answer questions by their indexes: a code, or None if it is no tile of the set.

        Raises TileSetError `no_such_question` or `unknown_tile`.
        """
        for place, code in answers.items():
            if not 0 <= place < len(self.questions):
                message = Sentence(
                    "There is no question {place}: there are {questions} questions.",
                    place=place,
                    questions=len(self.questions),
                )
                raise TileSetError("no_such_question", message)
            if code is not None:
                checked_code(code)
        samples = [
            Sample(code, self.questions[place].picture, Origin.ANSWERED, self.questions[place].at)
            for place, code in sorted(answers.items())
            if code is not None
        ]
        left = (one for place, one in enumerate(self.questions) if place not in answers)
        return replace(self.with_samples(*samples), questions=tuple(left))

    def to_json(self) -> dict[str, object]:
        """Return the form stored in a file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "networks": self.networks,
            "samples": [asdict(each) | {"picture": _text(each.picture)} for each in self.samples],
            "questions": [
                asdict(each) | {"likely": list(each.likely), "picture": _text(each.picture)}
                for each in self.questions
            ],
        }

    def dumps(self) -> str:
        """Return the set as the text of a file."""
        return json.dumps(self.to_json(), ensure_ascii=False) + "\n"

    @classmethod
    def loads(cls, text: str | bytes) -> Self:
        """Parse a file; raises TileSetError that names the problem."""
        if len(text) > MOST_BYTES:
            raise _bad(Sentence("it has more than {most} bytes", most=format(MOST_BYTES, ",")))
        try:
            file = json.loads(text)
            json.dumps(file, ensure_ascii=False).encode()  # raises for half a surrogate pair
        except (ValueError, RecursionError) as error:
            raise _bad(Sentence("it is not JSON")) from error
        if not isinstance(file, dict) or file.get("format") != FORMAT:
            raise _bad(Sentence("it has no format marker"))
        if file.get("version") != VERSION:
            message = Sentence(
                "This tile set has version {stored}, but this tableside "
                "reads version {version}. Install a newer tableside, or "
                "export the set again.",
                stored=str(file.get("version"))[:20],
                version=VERSION,
            )
            raise TileSetError("tile_set_version", message)
        try:
            samples = [_sample(each) for each in _list(file["samples"])]
            known = cls(
                checked_name(file["name"]),
                questions=tuple(_question(each) for each in _list(file.get("questions", []))),
                networks=str(file.get("networks", ""))[:12],
            ).with_samples(*samples)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise _bad(Sentence("a part of it is damaged")) from error
        if not known.samples and not known.questions:
            raise _bad(Sentence("it contains no tile"))
        if len(known.questions) > len(FACES) * 2:
            raise _bad(Sentence("it asks about more tiles than a set has"))
        return known


def checked_name(name: object) -> str:
    """Return a name without surrounding blanks; raises TileSetError `bad_name`."""
    text = name.strip() if isinstance(name, str) else ""
    if not 0 < len(text) <= _LONGEST_NAME or not text.isprintable():
        message = Sentence(
            "A tile set needs a name of 1 to {most} letters, such as Friday's set.",
            most=_LONGEST_NAME,
        )
        raise TileSetError("bad_name", message)
    return text


def checked_code(code: object) -> str:
    """Return the code of a face or a back; raises TileSetError `unknown_tile`."""
    if code not in (*FACES, FACE_DOWN):
        message = Sentence(
            "{code} is not a tile: write 1m to 9m, 1p, 1s, 1z to 7z, 1f, 1g, or x.",
            code=repr(str(code)[:20]),
        )
        raise TileSetError("unknown_tile", message)
    return str(code)


def pictures(photo: Photo, corners: Floats) -> list[bytes]:
    """Cut out tiles with corners (n, 4, 2), in pixels of the full photo, as pictures to store."""
    if not len(corners):
        return []
    quads = np.asarray(corners / photo.shrink, np.float32)
    narrow = float(np.median(geometry.sides(quads).min(axis=1)))
    fine = photo.finer(SIDE / max(narrow, 1.0))
    scaled = np.asarray(corners / fine.shrink, np.float32)
    return [encode(each) for each in geometry.rectify_with_rim(fine.pixels, scaled, SIDE, RIM)]


def encode(crop: Pixels) -> bytes:
    """Encode a crop (h, w, 3) as a picture to store."""
    flags = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    return cv2.imencode(".jpg", np.ascontiguousarray(crop[..., ::-1]), flags)[1].tobytes()


def with_rim(tile: Pixels) -> Pixels:
    """Return a picture (SIDE, SIDE, 3) of a bare tile (h, w, 3), its edge repeated as the rim."""
    side = SIDE - 2 * _EDGE
    way = cv2.INTER_AREA if min(tile.shape[:2]) > side else cv2.INTER_LINEAR
    alone = cv2.resize(tile, (side, side), interpolation=way)
    edges = (_EDGE,) * 4
    return np.asarray(cv2.copyMakeBorder(alone, *edges, cv2.BORDER_REPLICATE), np.uint8)


def data_uri(picture: bytes) -> str:
    """Return a picture as a data URI for a page."""
    return f"data:image/jpeg;base64,{_text(picture)}"


def decode(picture: bytes) -> Pixels:
    """Return the pixels (SIDE, SIDE, 3) of a picture; raises ValueError for anything else."""
    if len(picture) > _MAX_PICTURE_BYTES:
        raise ValueError
    try:
        with Image.open(BytesIO(picture), formats=("JPEG",)) as image:
            if image.size != (SIDE, SIDE):  # known from the header, before anything is decoded
                raise ValueError
            return np.asarray(image.convert("RGB"), np.uint8)
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError from error


def inner(crops: Pixels, side: int) -> Pixels:
    """Crop pictures with their rim (n, SIDE, SIDE, 3) to the networks' inputs."""
    found = np.empty((len(crops), side, side, 3), np.uint8)
    for crop, whole in zip(found, crops, strict=True):
        tile = whole[_EDGE:-_EDGE, _EDGE:-_EDGE]
        crop[:] = cv2.resize(tile, (side, side), interpolation=cv2.INTER_AREA)
    return found


def _sample(stored: Mapping[str, Any]) -> Sample:
    origin = Origin(stored["origin"])
    return Sample(checked_code(stored["tile"]), _picture(stored), origin, str(stored["key"])[:64])


def _question(stored: Mapping[str, Any]) -> Question:
    likely = tuple(checked_code(code) for code in _list(stored["likely"])[: len(FACES)])
    at = str(stored.get("at", ""))[:16]
    if not likely or not at.isprintable():  # both are shown to whoever is asked
        raise ValueError
    return Question(_picture(stored), likely, at)


def _picture(stored: Mapping[str, Any]) -> bytes:
    """Return a picture from its data URI, checked."""
    try:
        picture = base64.b64decode(stored["picture"], validate=True)
    except binascii.Error as error:
        raise ValueError from error
    decode(picture)
    return picture


def _list(value: object) -> Sequence[Any]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _text(picture: bytes) -> str:
    return base64.b64encode(picture).decode("ascii")


def _bad(why: str) -> TileSetError:
    message = Sentence(
        "This file is not a tile set: {why}. Export one with tableside tiles export.", why=why
    )
    return TileSetError("not_a_tile_set", message)
