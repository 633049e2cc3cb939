"""Counts the tiles named on a phone: `python -m benchmarks.phone_names`.

Hands from a source that nothing has learned from, each framed as a player aims at it, are read by
the phone at each size of its detector's picture, and by the service, if the folder of photos is
present. Columns are those of docs/benchmark.md. A hand is right if exactly its tiles are taken for
it: on the phone, those whose likeliest role is one in the hand.

Chromium stands in for the phone.
"""

import base64
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image

import models
from benchmarks.page import chromium
from benchmarks.service import run_service
from datasets.command_line import command_parser, explain_refusal
from datasets.evaluation.conditions import encode
from datasets.evaluation.figures import cells, judge_reading, summary
from datasets.evaluation.networks import describe, digest
from datasets.evaluation.reader_answers import reading_of
from datasets.evaluation.tables import markdown
from datasets.labels.photos import Photo
from datasets.labels.truths import PhotoTruth, load_wild
from datasets.paths import PHOTOS
from datasets.synth.video import CAMERA
from vision.reader import Reader
from vision.reading import Reading

if TYPE_CHECKING:
    from playwright.sync_api import Page

HANDS = 30
Read = Callable[[bytes], Reading]
SIDES = (640, 512, 352)  # sides in pixels of the detector's picture, as in frames.js
HEADERS = (
    *("read by", "all tiles right", "tiles found", "named", "bonus tiles found", "named"),
    *("invented", "hand identified"),
)
_MARGIN = 0.06  # of a hand's width, left around it by a player
# Sets the page's `networks`.
OPEN = """
async () => {
  const { openNetworks } = await import("/static/js/camera/phone-networks.js");
  const { offerParts } = await import("/static/js/api/parts.js");
  const { signal } = new AbortController();
  const { parts } = await offerParts("camera");
  window.networks = await openNetworks(parts, { signal, onProgress: () => {} });
}
"""
# Examines one picture with the page's networks, at once or again where it saw tiles.
LOOK = """
async ({ picture, side, again }) => {
  const { tilesPart } = await import("/static/js/camera/frames.js");
  const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const frame = context.getImageData(0, 0, bitmap.width, bitmap.height);
  await window.networks.look(new ImageData(64, 64), 64); // nothing: no name is known from before
  let look = await window.networks.look(frame, side);
  if (again) look = await window.networks.look(frame, side, tilesPart(look));
  return { size: look.size, tiles: look.tiles };
}
"""


def wild_rows(folder: Path, count: int = HANDS) -> list[Photo]:
    """Return this many photos of `wild.jsonl` whose tiles have boxes; raises DatasetError."""
    photos = [each.photo for each in load_wild(folder) if each.photo.tiles]
    return [photos[k * len(photos) // count] for k in range(min(count, len(photos)))]


def frame(photo: Photo) -> tuple[bytes, PhotoTruth]:
    """Aim at the labelled tiles of a photo, all of them its hand; beyond the photo is grey.

    Returns a frame of the camera as JPEG, with its truth.
    """
    pixels = photo.image()
    boxes = photo.boxes(pixels.shape[1], pixels.shape[0])
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    size = np.array(CAMERA)
    scale = float((size / ((1 + 2 * _MARGIN) * (high - low))).min())
    if scale < 1:  # every pixel counts, as in a camera farther away
        smaller = [max(1, round(side * scale)) for side in pixels.shape[1::-1]]
        near = np.array(smaller) / pixels.shape[1::-1]
        pixels = np.asarray(cv2.resize(pixels, smaller, interpolation=cv2.INTER_AREA), np.uint8)
    else:
        near = np.ones(2)
    across, along = scale / near
    away = size / 2 - scale * (low + high) / 2
    to = np.array([[across, 0, away[0]], [0, along, away[1]]])
    shown = cv2.warpAffine(pixels, to, CAMERA, flags=cv2.INTER_CUBIC, borderValue=(128,) * 3)
    placed = (boxes * np.float32(scale) + np.tile(away, 2)) / np.tile(size, 2)
    labels = tuple(
        replace(label, box=(x0, y0, x1, y1), outline=None)
        for label, (x0, y0, x1, y1) in zip(photo.tiles, placed.tolist(), strict=True)
    )
    hand = " ".join(label.tile for label in labels)
    truth = PhotoTruth(replace(photo, tiles=labels), "still", hand, lies=False)
    return encode(Image.fromarray(np.asarray(shown, np.uint8))), truth


def read_on_phone(page: "Page", side: int, *, again: bool = False) -> Read:
    """Return a function that reads frames with a page's networks, each as a camera's first.

    Or `again`, as its second: only where the first look saw tiles.
    """

    def read(jpeg: bytes) -> Reading:
        picture = base64.b64encode(jpeg).decode()
        look = page.evaluate(LOOK, {"picture": picture, "side": side, "again": again})
        tiles = [
            {"tile": each["code"], "corners": np.reshape(each["quad"], (4, 2)).tolist()}
            for each in look["tiles"]
        ]
        hand = " ".join(each["code"] for each in look["tiles"] if each["isOwn"])
        return reading_of({"size": look["size"], "tiles": tiles, "hand": hand}, Path())

    return read


def name_hands(page: "Page", folder: Path, count: int) -> Iterator[str]:
    """Yield the table of this many hands, by a phone with pictures of each of `SIDES`.

    Raises DatasetError without photos.
    """
    readers: dict[str, Read] = {
        **{f"phone, {side} pixels": read_on_phone(page, side) for side in SIDES},
        f"phone, {SIDES[-1]} pixels, second look": read_on_phone(page, SIDES[-1], again=True),
        "the service": Reader(*models.shipped()).read,
    }
    seen = [frame(photo) for photo in wild_rows(folder, count)]
    yield f"{len(seen)} hands on tables that no network has learned from, filmed still:\n"
    lines = []
    for name, read in readers.items():
        judged = [judge_reading(truth, read(jpeg)) for jpeg, truth in seen]
        _, hands, _, _, whole, *shares, invented, _, _ = cells(summary(judged))
        lines.append((name, whole, *shares, invented, hands))
    yield markdown(HEADERS, lines)
    yield f"\n{describe({name: digest(models.path(name)) for name in models.NAMES})}"


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and return the exit status."""
    parser = command_parser("benchmarks.phone_names", __doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with wild.jsonl")
    parser.add_argument("--hands", type=int, default=HANDS, help="hands to name")
    given = parser.parse_args(arguments)
    with run_service() as service, chromium() as browser:
        page = browser.new_page(service_workers="block")
        page.set_default_timeout(600_000)
        page.goto(service.address)
        page.evaluate(OPEN)
        for line in name_hands(page, given.photos, given.hands):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
