"""Draw the page's tile pictures: 42 faces and a back, one small SVG each.

``python -m tools.tile_art`` writes them to ``service/page/static/tiles``. The characters
are outlines of LXGW WenKai Bold (`synth/faces/font`), so that no phone needs a
Chinese font; all other shapes are drawn here, those of the bonus tiles in
``tools.tile_motifs``.
"""

from collections.abc import Mapping
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from datasets.command_line import command_parser
from datasets.paths import CHECKOUT
from tools.tile_motifs import FLOWERS, SEASONS, bird
from tools.tile_motifs import number as _n

FONT = CHECKOUT / "datasets" / "synth" / "faces" / "font" / "TileKai-Bold.ttf"
FOLDER = CHECKOUT / "service" / "page" / "static" / "tiles"

INK, RED, GREEN, BLUE = "#1d2932", "#b9202d", "#14713f", "#1d4f97"
IVORY, RIM = "#fdf9ec", "#c9bc99"
WIDTH, HEIGHT = 60, 80

HONOURS = "honours"  # the picture of them all together
_BODY = 'x=".75" y=".75" width="58.5" height="78.5" rx="8"'

_NUMERALS = "一二三四五六七八九"
_WINDS = "東南西北"
_DOTS: tuple[tuple[float, tuple[tuple[float, float, str], ...]], ...] = (
    (13.5, ((30, 23, GREEN), (30, 57, BLUE))),
    (11, ((16.5, 17.5, BLUE), (30, 40, RED), (43.5, 62.5, GREEN))),
    (11, ((17.5, 21, BLUE), (42.5, 21, GREEN), (17.5, 59, GREEN), (42.5, 59, BLUE))),
    (
        9.8,
        ((16, 17, BLUE), (44, 17, GREEN), (30, 40, RED), (16, 63, GREEN), (44, 63, BLUE)),
    ),
    (
        9.4,
        (
            (18, 16, GREEN),
            (42, 16, GREEN),
            (18, 42, RED),
            (42, 42, RED),
            (18, 64, RED),
            (42, 64, RED),
        ),
    ),
    (
        7.6,
        (
            *((14, 13, GREEN), (30, 20.5, GREEN), (46, 28, GREEN)),
            *((20, 48, RED), (40, 48, RED), (20, 66, RED), (40, 66, RED)),
        ),
    ),
    (8, tuple((x, y, BLUE) for y in (14, 31.3, 48.7, 66) for x in (19.5, 40.5))),
    (
        7.8,
        tuple((x, y, c) for y, c in ((16, GREEN), (40, RED), (64, BLUE)) for x in (12.5, 30, 47.5)),
    ),
)
_STICKS: tuple[tuple[float, tuple[tuple[float, float, str], ...]], ...] = (
    (29, ((30, 22, GREEN), (30, 58, BLUE))),
    (29, ((30, 22, RED), (18, 58, GREEN), (42, 58, GREEN))),
    (29, ((18, 22, BLUE), (42, 22, GREEN), (18, 58, GREEN), (42, 58, BLUE))),
    (29, ((15, 22, GREEN), (45, 22, BLUE), (30, 40, RED), (15, 58, BLUE), (45, 58, GREEN))),
    (29, tuple((x, y, c) for y, c in ((22, GREEN), (58, BLUE)) for x in (14, 30, 46))),
    (
        19,
        ((30, 16, RED), *((x, y, c) for y, c in ((40, GREEN), (64, BLUE)) for x in (14, 30, 46))),
    ),
    (0, ()),  # the eight stands as an M over a W: _eight_bamboo
    (19, tuple((x, y, c) for x, c in ((14, GREEN), (30, RED), (46, BLUE)) for y in (16, 40, 64))),
)


class Glyphs:
    """Outlines of one font as SVG paths."""

    def __init__(self, font: Path) -> None:
        self._font = TTFont(font)
        self._set = self._font.getGlyphSet()
        self._names = self._font.getBestCmap()
        self._em = self._font["head"].unitsPerEm

    def path(self, character: str, centre: tuple[float, float], em: float, colour: str) -> str:
        """Return the character ``em`` units large with the middle of its ink at ``centre``."""
        glyph = self._set[self._names[ord(character)]]
        bounds = BoundsPen(self._set)
        glyph.draw(bounds)
        x0, y0, x1, y1 = bounds.bounds
        scale = em / self._em
        move = Transform(
            scale, 0, 0, -scale,
            centre[0] - scale * (x0 + x1) / 2, centre[1] + scale * (y0 + y1) / 2,
        )  # fmt: skip
        pen = SVGPathPen(self._set, ntos=_n)
        glyph.draw(TransformPen(pen, move))
        return f'<path fill="{colour}" d="{pen.getCommands()}"/>'


def dot(x: float, y: float, radius: float, colour: str) -> str:
    """Return one ringed circle."""
    rings = ((1, colour), (0.68, IVORY), (0.42, colour))
    return "".join(
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius * part)}" fill="{fill}"/>'
        for part, fill in rings
    )


def stick(x: float, y: float, length: float, colour: str, tilt: float = 0) -> str:
    """Return one bamboo stick: two joints with knots at the ends and in the middle."""
    half = length / 2
    turn = f' transform="rotate({_n(tilt)} {_n(x)} {_n(y)})"' if tilt else ""
    knots = "".join(
        f'<rect x="{_n(x - 4.6)}" y="{_n(y + at * (half - 1.6) - 1.7)}" '
        'width="9.2" height="3.4" rx="1.7"/>'
        for at in (-1, 0, 1)
    )
    body = f'<rect x="{_n(x - 3.2)}" y="{_n(y - half)}" width="6.4" height="{_n(length)}" rx="2"/>'
    shine = (
        f'<path d="M{_n(x)} {_n(y - half + 4)}V{_n(y - 3)}M{_n(x)} {_n(y + 3)}V{_n(y + half - 4)}" '
    )
    shine += f'stroke="{IVORY}" stroke-width="1.5" stroke-linecap="round"/>'
    return f'<g fill="{colour}"{turn}>{body}{knots}{shine}</g>'


def one_dot() -> str:
    """Return the large wheel of the one of dots."""
    petals = "".join(
        f'<ellipse cx="30" cy="25.6" rx="3" ry="4.6" fill="{RED}" '
        f'transform="rotate({angle} 30 40)"/>'
        for angle in range(0, 360, 45)
    )
    rings = ((23.5, GREEN), (20.6, IVORY), (8.6, GREEN), (5.6, IVORY), (3.4, RED))
    discs = [f'<circle cx="30" cy="40" r="{r}" fill="{fill}"/>' for r, fill in rings]
    return "".join(discs[:2]) + petals + "".join(discs[2:])


def _eight_bamboo() -> str:
    upper = [(13, 24, 0), (24.5, 24, -24), (35.5, 24, 24), (47, 24, 0)]
    lower = [(13, 57, 0), (24.5, 57, 24), (35.5, 57, -24), (47, 57, 0)]
    return "".join(stick(x, y, 29, GREEN, tilt) for x, y, tilt in upper) + "".join(
        stick(x, y, 29, BLUE, tilt) for x, y, tilt in lower
    )


def _suits(glyphs: Glyphs) -> dict[str, str]:
    faces = {"1p": one_dot(), "1s": bird()}
    for rank, numeral in enumerate(_NUMERALS, 1):
        faces[f"{rank}m"] = glyphs.path(numeral, (30, 21.5), 36, INK) + glyphs.path(
            "萬", (30, 57), 37, RED
        )
    for rank, (radius, dots) in enumerate(_DOTS, 2):
        faces[f"{rank}p"] = "".join(dot(x, y, radius, colour) for x, y, colour in dots)
    for rank, (length, sticks) in enumerate(_STICKS, 2):
        faces[f"{rank}s"] = "".join(stick(x, y, length, colour) for x, y, colour in sticks)
    faces["8s"] = _eight_bamboo()
    return faces


def _honours(glyphs: Glyphs) -> dict[str, str]:
    faces = {
        f"{rank}z": glyphs.path(wind, (30, 40), 50, INK) for rank, wind in enumerate(_WINDS, 1)
    }
    frame = '<rect x="{0}" y="{0}" width="{1}" height="{2}" rx="3" fill="none" '
    frame += 'stroke="{3}" stroke-width="{4}"/>'
    faces["5z"] = frame.format(11, 38, 58, BLUE, 4) + frame.format(17, 26, 46, BLUE, 1.6)
    faces["6z"] = glyphs.path("發", (30, 40), 50, GREEN)
    faces["7z"] = glyphs.path("中", (30, 40), 54, RED)
    return faces


def _bonus(glyphs: Glyphs) -> dict[str, str]:
    faces = {}
    for suit, number_colour, drawings in (("f", RED, FLOWERS), ("g", BLUE, SEASONS)):
        for rank, (character, colour, motif) in enumerate(drawings, 1):
            number = glyphs.path(str(rank), (13, 16.5), 25, number_colour)
            faces[f"{rank}{suit}"] = motif + number + glyphs.path(character, (30, 55), 38, colour)
    return faces


def face(drawing: str) -> str:
    """Return a whole picture: an ivory tile with the drawing on it."""
    body = (
        f'<rect {_BODY} fill="{IVORY}" stroke="{RIM}" stroke-width="1.5"/>'
        '<path d="M3 71a6.5 6.5 0 0 0 6.5 6H50.5a6.5 6.5 0 0 0 6.5-6" '
        'fill="none" stroke="#e4d9bb" stroke-width="2"/>'
    )
    return _document(body + drawing)


def back() -> str:
    """Return the picture of a tile lying face down."""
    panel = 'x="9" y="9" width="42" height="62" rx="4"'
    lattice = "".join(f"M{x} 11L{x - 58} 69M{x - 58} 11L{x} 69" for x in range(20, 100, 10))
    return _document(
        f'<clipPath id="c"><rect {panel}/></clipPath>'
        f'<rect {_BODY} fill="#1e7a52" stroke="#0e4a31" stroke-width="1.5"/>'
        f'<path clip-path="url(#c)" d="{lattice}" stroke="#58a883" stroke-width="1.3" fill="none"/>'
        f'<rect {panel} fill="none" stroke="#9fd2b9" stroke-width="1.6"/>'
    )


def _document(content: str) -> str:
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{content}</svg>\n'


def pictures(font: Path = FONT) -> dict[str, str]:
    """Return all 43 pictures by tile code, the back under ``back``."""
    glyphs = Glyphs(font)
    drawings = _suits(glyphs) | _honours(glyphs) | _bonus(glyphs)
    return {code: face(drawing) for code, drawing in drawings.items()} | {"back": back()}


def join_sheet(drawn: Mapping[str, str]) -> str:
    """Return the seven honours as one picture, each a view by its code: ``honours.svg#7z``.

    A phone takes as long for each picture as for all of these, which the first screens show.
    """
    honours = [f"{rank}z" for rank in range(1, 8)]
    places = [(code, 60 * k, drawn[code].partition(">")[2]) for k, code in enumerate(honours)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {60 * len(places)} 80">'
        + "".join(f'<view id="{code}" viewBox="{x} 0 60 80"/>' for code, x, _ in places)
        + "".join(f'<svg x="{x}" width="60" height="80">{content}' for _, x, content in places)
        + "</svg>\n"
    )


def main() -> None:
    """Write the pictures into the page's folder."""
    parser = command_parser("tools.tile_art", __doc__)
    parser.add_argument("--font", type=Path, default=FONT)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    drawn = pictures(arguments.font)
    for code, svg in (drawn | {HONOURS: join_sheet(drawn)}).items():
        (arguments.folder / f"{code}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
