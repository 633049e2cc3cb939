"""Draws how far confidence can be trusted: `python -m datasets.evaluation.diagram FILE.json`.

FILE.json comes from `python -m datasets.evaluation.readings --json`. Each bar is a bin of
confidence: how many of its tiles are right, beside the diagonal on which confidence would be exact;
under it stands how many tiles it holds.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from datasets.command_line import command_parser
from datasets.evaluation.tables import percent

SIDE, LEFT, TOP, BELOW = 400, 56, 40, 64
INK, PAPER = "#222222", "#ffffff"
BAR = 'fill="#4878a8" fill-opacity="0.6"'
DASHED = 'stroke="#c0392b" stroke-width="2" stroke-dasharray="6 4"'
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def diagram(figures: Mapping[str, Any], title: str) -> str:
    """Return the picture as SVG text."""
    bins = figures["reliability"]["bins"]
    parts = [
        _text(LEFT, 24, title, 15, anchor="start"),
        f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{INK}"/>',
        *(part for each in bins if each["count"] for part in _bar(each)),
        f'<path d="M{LEFT} {TOP + SIDE}L{LEFT + SIDE} {TOP}" {DASHED}/>',
        *(_tick(place / 5) for place in range(6)),
        _text(
            LEFT + SIDE / 2,
            TOP + SIDE + 56,
            "confidence given; under each bar the number of tiles",
            12,
        ),
        _text(LEFT, TOP - 4, "share that is right", 12, anchor="start"),
        _text(
            LEFT + 12,
            TOP + 22,
            f"expected calibration error {percent(figures['reliability']['error'], 2)}",
            13,
            anchor="start",
        ),
    ]
    width, height = LEFT + SIDE + 24, TOP + SIDE + BELOW
    return "\n".join(
        [
            f'<svg {NAMESPACE} viewBox="0 0 {width} {height}" font-family="sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def _bar(each: Mapping[str, Any]) -> list[str]:
    """Draw one bin: its share of right tiles, its mean confidence as a dot, its size."""
    x, width = LEFT + SIDE * each["low"], SIDE * (each["high"] - each["low"])
    height = SIDE * each["right"]
    middle, level = LEFT + SIDE * each["confidence"], TOP + SIDE * (1 - each["right"])
    return [
        f'<rect x="{x + 2:.1f}" y="{level:.1f}" {_size(width - 4, height)} {BAR}/>',
        f'<circle cx="{middle:.1f}" cy="{level:.1f}" r="4" fill="{INK}"/>',
        _text(x + width / 2, TOP + SIDE + 34, str(each["count"]), 11),
    ]


def _size(width: float, height: float) -> str:
    return f'width="{width:.1f}" height="{height:.1f}"'


def _tick(share: float) -> str:
    """Write a share at both axes."""
    label = f"{share:.1f}"
    return _text(LEFT + SIDE * share, TOP + SIDE + 16, label, 11) + _text(
        LEFT - 8, TOP + SIDE * (1 - share) + 4, label, 11, anchor="end"
    )


def _text(x: float, y: float, text: str, size: int, *, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="{INK}">{escape(text)}</text>'
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when the file is no evaluation."""
    parser = command_parser("datasets.evaluation.diagram", __doc__)
    parser.add_argument("evaluation", type=Path, help="JSON of datasets.evaluation.readings")
    parser.add_argument("--title", default="Confidence and what came true")
    parser.add_argument("--out", type=Path, required=True, help="SVG file to write")
    options = parser.parse_args(arguments)
    try:
        figures = json.loads(options.evaluation.read_text(encoding="utf-8"))
        picture = diagram(figures, options.title)
    except (OSError, json.JSONDecodeError, KeyError, TypeError) as error:
        print(f"diagram: {options.evaluation} is no evaluation: {error!r}", file=sys.stderr)
        return 2
    options.out.write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
