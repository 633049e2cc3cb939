"""Measures readings of photos taken in other conditions: turned, in bad light, small or blurred.

``python -m datasets.evaluation.conditions [FOLDER ...]`` reads each photo of a folder whose hand is
known as it is, and then as if the phone had been turned, the light different or the lens worse, and
prints by group how many hands have the right tiles. Around a photo turned by some degrees the
corners have the colour of its edge, as nobody knows what lay there.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageFilter

from datasets.command_line import command_parser, explain_refusal
from datasets.evaluation.figures import judge_reading
from datasets.evaluation.networks import add_networks, reader_of
from datasets.evaluation.tables import markdown
from datasets.labels.truths import WILD, PhotoTruth, select_truths
from datasets.paths import PHOTOS
from vision.photo.image import PhotoError
from vision.reader import Reader

_QUALITY = 90  # of the JPEG
_SIDE = 640  # pixels of a photo's longer side as the detector sees it
Change = Callable[[Image.Image], Image.Image]


def turn_by(degrees: float) -> Change:
    """Return a change that turns a photo anticlockwise by some degrees, uncropped."""

    def change(photo: Image.Image) -> Image.Image:
        edge = tuple(np.asarray(photo)[0].mean(axis=0).astype(int).tolist())
        return photo.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=edge)

    return change


def light_by(red: float, green: float, blue: float) -> Change:
    """Return a change that scales a photo's light by a factor for each colour."""

    def change(photo: Image.Image) -> Image.Image:
        table = [round(level * share) for share in (red, green, blue) for level in range(256)]
        return photo.point(table)

    return change


def blur(photo: Image.Image) -> Image.Image:
    """Return a photo blurred by 0.9 of a pixel as the detector sees it."""
    return photo.filter(ImageFilter.GaussianBlur(0.9 * max(photo.size) / _SIDE))


def halve(photo: Image.Image) -> Image.Image:
    """Return a photo with half as many pixels along each side."""
    return photo.reduce(2)


CONDITIONS: Mapping[str, Change] = MappingProxyType(
    {
        "as it is": lambda photo: photo,
        "turned by 20 degrees": turn_by(20),
        "by -20": turn_by(-20),
        "by 90": turn_by(90),
        "by 180": turn_by(180),
        "dark": light_by(0.3, 0.3, 0.3),
        "lamplight": light_by(1.0, 0.8, 0.5),
        "half as large": halve,
        "blurred": blur,
    }
)


def encode(photo: Image.Image) -> bytes:
    """Return a photo as JPEG, as a phone saves it."""
    data = io.BytesIO()
    photo.save(data, "JPEG", quality=_QUALITY)
    return data.getvalue()


def count_right(reader: Reader, truth: PhotoTruth) -> list[bool]:
    """Return whether the hand is right under each condition; a refused photo's is not."""
    pixels, right = Image.fromarray(truth.photo.image()), []
    for change in CONDITIONS.values():
        try:
            reading = reader.read(encode(change(pixels)))
        except PhotoError:
            right.append(False)
        else:
            hand = judge_reading(truth, reading).hand
            right.append(hand is not None and hand.right)
    return right


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.evaluation.conditions", __doc__)
    add = parser.add_argument
    add("folders", nargs="*", type=Path, default=[PHOTOS], metavar="FOLDER")
    add("--split", default=WILD, help=f"which photos (default {WILD})")
    add("--threads", type=int, default=0, help="cores for one photo (default all)")
    add_networks(parser)
    given = parser.parse_args(arguments)
    truths = select_truths(given.folders, given.split)
    reader = reader_of(given, given.threads)
    right: dict[str, list[list[bool]]] = {}
    for truth in truths:
        if truth.hand:
            right.setdefault(truth.group, []).append(count_right(reader, truth))
    right["all"] = [row for rows in list(right.values()) for row in rows]
    lines = [
        (group, str(len(rows)), *map(str, np.sum(rows, axis=0).tolist()))
        for group, rows in right.items()
    ]
    print(markdown(("source", "photos", *CONDITIONS), lines))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
