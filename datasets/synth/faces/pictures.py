"""Birds, plants, people, signs, frames, dots, sticks and words, as drawn in `pictures.svg.gz`.

Each group of that file is a picture of the kind named by its class, on a canvas of 240 x 320:
circles, polygons and polylines in the paints `a`, `b` and `c`; `o` is cut out of those below. A
picture comes out different each time: turned, stretched, mirrored, its lines finer or thicker and
its parts moved, so that a network cannot learn it by heart. The signs are outlines of Noto Sans
Symbols 2, by engravers of their own: programs draw with recognisable habits.
"""

import gzip
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synth.faces.strokes import CANVAS, CLEAR, Canvas, Paint, blank, disc, fill, path

ORCHID = "兰"
_FILE = Path(__file__).with_name("pictures.svg.gz")
_SVG = "{http://www.w3.org/2000/svg}"
_MIDDLE = np.array(CANVAS) / 2
_TURNED = 9.0  # degrees, standard deviation
_SIZES, _STRETCHES = (0.82, 1.1), (0.88, 1.12)
_THICKNESS = 0.2  # standard deviation of its logarithm
_MOVED = 1.2  # pixels, standard deviation


def draw_picture(
    canvas: Canvas,
    kind: str,
    paints: Sequence[Paint],
    rng: np.random.Generator,
    *,
    width: float | None = None,
    loose: float = 1.0,
) -> None:
    """Draw a random picture of a kind in paints for `a`, `b` and `c`.

    If `width` is given, all its lines have it. `loose` (0 to 1) is how far it may be turned,
    stretched and shrunk; it is mirrored only at 1.
    """
    parts = _pick(kind, rng)
    turned = _draw_placement(rng, loose)
    thicker = float(np.exp(rng.normal(0, _THICKNESS)))
    for part in parts:
        points = (_points(part) - _MIDDLE) @ turned.T + _MIDDLE + rng.normal(0, _MOVED, 2)
        _draw(canvas, part, points, turned, paints, width or thicker * _width(part))


def draw_part(
    canvas: Canvas,
    kind: str,
    at: tuple[float, float],
    placed: npt.NDArray[np.float64],
    paints: Sequence[Paint],
    rng: np.random.Generator,
) -> None:
    """Draw a random dot or stick of a kind, turned and sized by a matrix (2, 2) about a point."""
    for part in _pick(kind, rng):
        points = (_points(part) - _MIDDLE) @ placed.T + at
        _draw(canvas, part, points, placed, paints, _size(placed) * _width(part))


def _size(placed: npt.NDArray[np.float64]) -> float:
    return float(np.sqrt(abs(np.linalg.det(placed))))


def _draw(
    canvas: Canvas,
    part: Element,
    points: npt.NDArray[np.float64],
    placed: npt.NDArray[np.float64],
    paints: Sequence[Paint],
    width: float,
) -> None:
    paint = _paint(part, paints)
    if part.tag == f"{_SVG}circle":
        disc(canvas, points[0], float(part.attrib["r"]) * _size(placed), paint)
    elif part.tag == f"{_SVG}polygon":
        fill(canvas, points, paint)
    else:
        path(canvas, points, paint, width)


@cache
def draw_orchid(hand: int) -> npt.NDArray[np.uint8]:
    """Return the coverage (h, w) of 兰, cropped to its ink, as the engraver `hand` writes it.

    In six of the seven tagged sets of mahjong-dataset whose flowers have words, the orchid has a
    form between 兰, 芸 and 竺, with a dozen fewer strokes than 蘭, that no font has.
    """
    canvas = blank()
    rng = np.random.default_rng((hand, 5170))
    draw_picture(canvas, "orchid-word", ((255,) * 4,), rng, loose=0.4)
    x, y, w, h = cv2.boundingRect(canvas[..., 3])
    return canvas[y : y + h, x : x + w, 3]


def _pick(kind: str, rng: np.random.Generator) -> Element:
    known = _pictures()[kind]
    return known[int(rng.integers(len(known)))]


@cache
def _pictures() -> Mapping[str, Sequence[Element]]:
    found: dict[str, list[Element]] = {}
    drawn = fromstring(gzip.decompress(_FILE.read_bytes()))  # noqa: S314  (a file of our own)
    for group in drawn.iter(f"{_SVG}g"):
        found.setdefault(group.attrib["class"], []).append(group)
    return found


def _draw_placement(rng: np.random.Generator, loose: float) -> npt.NDArray[np.float64]:
    """Draw the matrix (2, 2) by which a picture is turned, stretched and mirrored."""
    angle = np.radians(rng.normal(0, _TURNED)) * loose
    size, stretch = (rng.uniform(*bounds) ** loose for bounds in (_SIZES, _STRETCHES))
    mirrored = -1.0 if loose == 1 and rng.random() < 0.5 else 1.0
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(turn * size @ np.diag([stretch * mirrored, 1.0]), np.float64)


def _points(part: Element) -> npt.NDArray[np.float64]:
    if part.tag == f"{_SVG}circle":
        return np.array([[float(part.attrib["cx"]), float(part.attrib["cy"])]])
    return np.array([pair.split(",") for pair in part.attrib["points"].split()], np.float64)


def _width(part: Element) -> float:
    return float(part.get("stroke-width", 0))


def _paint(part: Element, paints: Sequence[Paint]) -> Paint:
    letter, cover = part.attrib["class"], float(part.get("opacity", 1))
    if letter == "o":
        return CLEAR
    red, green, blue, whole = (round(cover * level) for level in paints["abc".index(letter)])
    return red, green, blue, whole
