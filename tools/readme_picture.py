"""Draws README's picture: the bundled photo as it is read, with its breakdown beside it.

python -m tools.readme_picture --out docs/read.jpg
"""

import json
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import models
from datasets.command_line import command_parser
from scorer.api import requests
from scorer.scoring.explanation import explain
from vision.arrays import Pixels
from vision.drawing import overlay
from vision.photo.image import load
from vision.reader import Reader

WIDTH, PANEL, HEIGHT = 900, 430, 480
PAPER, INK, LINE = (250, 247, 238), (38, 50, 44), 24


def picture() -> Pixels:
    """Read, score and draw the bundled photo; raises what reading raises."""
    bundled = files("service") / "demo"
    truth = json.loads((bundled / "hand.json").read_text(encoding="utf-8"))
    image = load((bundled / "hand.jpg").read_bytes())
    reading = Reader(*models.shipped()).read(image, rules=truth["rules"])
    circumstances = {name: truth[name] for name in ("rules", "seat", "round", "win", "from")}
    # The plain font of the picture has no multiplication sign and no Chinese.
    words = explain(requests.answer({**circumstances, "hand": reading.hand})).replace("×", "x")
    words = "".join(letter for letter in words if letter.isascii())
    drawn = overlay(image, reading)[: image.shape[0]]
    top = round(image.shape[0] * 0.2)
    scale = WIDTH / image.shape[1]
    part = drawn[top : top + round(HEIGHT / scale)]
    photo = cv2.resize(part, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(np.hstack([photo, panel(words)]), np.uint8)


def panel(words: str) -> Pixels:
    """Write the breakdown (640, 470, 3) on paper."""
    canvas = Image.new("RGB", (PANEL, HEIGHT), PAPER)
    draw = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(size=17)
    across = PANEL - 2 * LINE
    y = 2 * LINE
    for line in words.splitlines():
        name, gap, worth = line.partition("   ")
        for row in wrap_text(draw, name.strip(), font, across):
            draw.text((LINE, y), row, fill=INK, font=font)
            y += LINE
        if gap:
            draw.text((PANEL - LINE, y - LINE), worth.strip(), fill=INK, font=font, anchor="ra")
        y += LINE // 3
    return np.asarray(canvas, np.uint8)


def wrap_text(
    draw: ImageDraw.ImageDraw,
    text: str,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    across: int,
) -> list[str]:
    """Break a text into rows that are not wider than `across` pixels."""
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if draw.textlength(longer, font=font) <= across or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def main() -> None:
    """Read the command line and draw."""
    parser = command_parser("tools.readme_picture", __doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/read.jpg"))
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(picture()).save(options.out, quality=85)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
