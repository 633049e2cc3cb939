"""Measures from how far and how near tiles are read: `python -m datasets.evaluation.distance`.

Labelled single rows, each made so large that its tiles are so many pixels wide, in the middle of a
picture of 1600 x 1200 pixels of the photo's own usual colour, as JPEG. They are read as the product
reads photos. Prints by width: hands whose tiles are right, tiles found and named, tiles invented
amid the row, and how often the reader says to come closer or to fill the picture with tiles. The
width is that of the labelled boxes of a row, at the median; what the detector is given of it, at
its first look, stands beside.

Then pictures of single tiles, each so large that the tile fills such a share of the height of a
picture of the same size: how many are read as that one tile, as nothing, and as several.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from datasets.command_line import command_parser
from datasets.evaluation.benchmark import Figures, result_of
from datasets.evaluation.camera_views import (
    CameraView,
    Read,
    centre_tiles,
    encode,
    select_spread,
)
from datasets.evaluation.networks import add_networks, describe, reader_of
from datasets.evaluation.reader_answers import Answer
from datasets.evaluation.tables import MarkersError, markdown, percent, replace_section
from datasets.labels.photos import DatasetError, Photo, load_photos
from datasets.labels.tile_crops import TileCrop, load_tile_crops
from datasets.paths import PHOTOS
from vision.advice import Advice
from vision.nets.detector import Detector
from vision.nets.session import ModelError
from vision.photo.image import PhotoError, load

SIZE = (1600, 1200)  # pixels of the picture
WIDTHS = (48, 36, 28, 24, 20, 16, 12)  # pixels of a tile
ROWS = 20
SHARES = (0.95, 0.8, 0.5, 0.25, 0.1)  # of the picture's height
SINGLES = 101  # of some 1,500, which are in the order of their faces within each tile set
_TABLE = (60, 110, 80)  # green felt, as tables that are sold have it
_NEARER = frozenset({Advice.CLOSER, Advice.NO_TILES})  # "fill the picture with them"
HEADERS = (
    *("tiles wide, pixels", "as the detector sees them", "rows", "hands right", "tiles found"),
    *("named", "bonus tiles found", "named", "invented", "advised to come nearer"),
)

_NEAR_HEADERS = ("of the picture's height", "tiles", "read as that one tile", "nothing", "several")


def rows_of(folder: Path, split: str, count: int) -> list[Photo]:
    """Return so many labelled single rows, spread over all of them; raises DatasetError."""
    every = [photo for photo in load_photos(folder, split=split) if photo.scene == "row"]
    if not every:
        message = f"no single row of split {split} in {folder}"
        raise DatasetError(message)
    return select_spread(every, count)


def place_far(photo: Photo, width: float) -> CameraView:
    """Show a row so that its tiles are so many pixels wide."""
    pixels = photo.image()
    boxes = photo.boxes(pixels.shape[1], pixels.shape[0])
    usual = (int(value) for value in np.median(pixels.reshape(-1, 3), axis=0))
    red, green, blue = usual
    wide = float(np.median(boxes[:, 2] - boxes[:, 0]))
    shown, placed = centre_tiles(photo, width / wide, SIZE, (red, green, blue))
    return CameraView.of(photo, placed, shown, f"{width:g} pixels")


def line(width: float, seen: Sequence[CameraView], read: Read, side: int) -> Sequence[str]:
    """Return the cells of one width; `side` is that of a detector's picture, in pixels."""
    readings = [read(each.jpeg) for each in seen]
    results = [
        result_of(each.truth, Answer(reading)) for each, reading in zip(seen, readings, strict=True)
    ]
    of = Figures.of(results, unread=0)
    tallies = (of.tiles, of.bonus)
    nearer = sum(not _NEARER.isdisjoint(reading.advice) for reading in readings)
    return (
        f"{width:g}",
        f"{width * side / max(SIZE):.1f}",
        str(of.photos),
        str(of.hands),
        *(percent(value) for tally in tallies for value in (tally.recall, tally.naming)),
        str(of.invented),
        f"{nearer} of {of.photos}",
    )


def place_near(crop: TileCrop, share: float) -> bytes:
    """Show the picture of a tile on a table so that it fills such a share of the height, as JPEG.

    Raises PhotoError.
    """
    pixels = load(crop.path.read_bytes())
    high, wide = pixels.shape[:2]
    scale = min(share * SIZE[1] / high, SIZE[0] / wide)
    inside = (max(1, round(wide * scale)), max(1, round(high * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    left, top = ((whole - part) // 2 for whole, part in zip(SIZE, inside, strict=True))
    table = np.full((SIZE[1], SIZE[0], 3), _TABLE, np.uint8)
    table[top : top + inside[1], left : left + inside[0]] = cv2.resize(
        pixels, inside, interpolation=way
    )
    return encode(table)


def near_line(share: float, crops: Sequence[TileCrop], read: Read) -> Sequence[str]:
    """Return the cells of one share of the height."""
    seen = [[tile.tile for tile in read(place_near(crop, share)).tiles] for crop in crops]
    right = sum(tiles == [crop.tile] for tiles, crop in zip(seen, crops, strict=True))
    counts = (len(crops), right, sum(not tiles for tiles in seen), sum(len(t) > 1 for t in seen))
    return (f"{share:g}", *map(str, counts))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 where there are no such rows, or no networks."""
    parser = command_parser("datasets.evaluation.distance", __doc__)
    add = parser.add_argument
    add("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    add("--split", default="val", help="which photos (default val)")
    add("--rows", type=int, default=ROWS, help=f"spread over all of them (default {ROWS})")
    add("--widths", type=float, nargs="+", default=WIDTHS, help="pixels that a tile is wide")
    add(
        "--singles", type=int, default=SINGLES, help=f"single tiles (default {SINGLES}; 0 for none)"
    )
    add("--threads", type=int, default=0, help="cores for one photo (default all)")
    add("--write", type=Path, metavar="FILE", help="put the table between the markers of FILE")
    add_networks(parser)
    given = parser.parse_args(arguments)
    try:
        rows = rows_of(given.photos, given.split, given.rows)
        reader, side = reader_of(given, given.threads), Detector.load(given.detector).side
        lines = []
        for width in given.widths:
            seen = [place_far(photo, width) for photo in rows]
            lines.append(line(width, seen, reader.read, side))
            print(" | ".join(lines[-1]), file=sys.stderr)
        how = f"{describe(given)}, {len(rows)} rows of {given.split}."
        text = "\n".join([markdown(HEADERS, lines), "", how, ""])
        crops = select_spread(load_tile_crops(given.photos), given.singles) if given.singles else []
        near = [near_line(share, crops, reader.read) for share in SHARES] if crops else []
        if near:
            text += "\n".join(["", markdown(_NEAR_HEADERS, near), ""])
        print(text, end="")
        if given.write:
            replace_section(given.write, "distance", text)
    except (DatasetError, ModelError, PhotoError, MarkersError, OSError) as error:
        print(f"distance: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
