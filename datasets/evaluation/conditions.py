"""Measures how photos are read that were taken otherwise: turned, in bad light, small or blurred.

``python -m datasets.evaluation.conditions`` reads each photo of `wild.jsonl` in the shared folder
as it is, and then as a phone held otherwise, in other light or with a worse lens would have taken
it, and prints by source how many hands have the right tiles. A photo that is turned by some degrees
gets corners in the colour of its edge, as nobody knows what lay there.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageFilter

from datasets.evaluation.tables import grid
from datasets.evaluation.wild import judge_wild, measure
from datasets.labels.wild_photos import WildPhoto
from vision.photo.image import PhotoError
from vision.reader import Reader

_QUALITY = 92  # of JPEG, as phones keep photos
_SIDE = 640  # pixels that the detector sees of a photo's longer side
Change = Callable[[Image.Image], Image.Image]


def turn_by(degrees: float) -> Change:
    """Turn a photo anticlockwise by so many degrees; nothing of it is cut off."""

    def change(photo: Image.Image) -> Image.Image:
        edge = tuple(np.asarray(photo)[0].mean(axis=0).astype(int).tolist())
        return photo.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=edge)

    return change


def light_by(red: float, green: float, blue: float) -> Change:
    """Give a photo so much of its own light in each colour."""

    def change(photo: Image.Image) -> Image.Image:
        table = [round(level * share) for share in (red, green, blue) for level in range(256)]
        return photo.point(table)

    return change


def blur(photo: Image.Image) -> Image.Image:
    """Blur a photo by .9 of a pixel as the detector sees it."""
    return photo.filter(ImageFilter.GaussianBlur(0.9 * max(photo.size) / _SIDE))


def halve(photo: Image.Image) -> Image.Image:
    """Take half of a photo's pixels along each side."""
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
    """Write a photo down as a phone does."""
    file = io.BytesIO()
    photo.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()


def tabulate(reader: Reader, photos: Sequence[WildPhoto]) -> str:
    """Give the table: hands right by source and condition; a photo that is refused has none."""
    right: dict[str, list[list[bool]]] = {}
    for wild in photos:
        pixels = Image.fromarray(wild.photo.image())
        row = []
        for change in CONDITIONS.values():
            try:
                reading = reader.read(encode(change(pixels)))
            except PhotoError:
                row.append(False)
            else:
                row.append(bool(judge_wild(wild, reading).hand))
        right.setdefault(wild.photo.group, []).append(row)
    right["all"] = [row for rows in list(right.values()) for row in rows]
    lines = [
        (group, str(len(rows)), *map(str, np.sum(rows, axis=0).tolist()))
        for group, rows in right.items()
    ]
    return grid(("source", "photos", *CONDITIONS), lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 where there are no such photos."""
    return measure("conditions", __doc__, arguments, tabulate)


if __name__ == "__main__":
    raise SystemExit(main())
