"""How many tiles of real tables the live camera finds and names right, beside two others.

Thirty hands of the `val` photos and thirty of a source that nothing has learned from, each as a
player aims at it: the part of the photo around the
labelled tiles, as large as a frame of the camera, once still and once while the phone pans, which
blurs it along its way. The same frames, as JPEG, are given to the phone's own reading in a browser,
at each size that its detector may be asked for, to the networks that name tiles in Python, and to
the service's full reading. Rules and columns are those of docs/benchmark.md; a phone's hand are the
tiles whose likeliest role is of the hand, and all that two networks alone name is taken for one.
"""

import base64
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from PIL import Image

import models
from datasets.evaluation.accuracy import cells
from datasets.evaluation.answers import Answer, reading_of
from datasets.evaluation.benchmark import HEADERS, Figures, result_of
from datasets.labels.photos import Photo, load_photos
from datasets.labels.truths import PhotoTruth
from datasets.labels.wild import load_wild
from datasets.synth.video import CAMERA
from vision.arrays import Floats, Pixels
from vision.nets.classifier import NOT_A_TILE, Classifier
from vision.nets.detector import Detector
from vision.quads import geometry
from vision.reader import Reader
from vision.reading import Reading

if TYPE_CHECKING:
    from playwright.sync_api import Page

HANDS = 30
SIDES = (640, 512, 416, 352, 288)  # pixels, of the detector's picture, as frames.js has them
_MARGIN = 0.06  # of a hand's width, that a player leaves around it
_PAN = 9  # pixels that the picture moves while a frame is taken: a slow pan
_QUALITY = 90
LOOK = """
async ({ picture, side, again }) => {
  const { around } = await import("/static/js/camera/frames.js");
  const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const frame = context.getImageData(0, 0, bitmap.width, bitmap.height);
  await window.networks.look(new ImageData(64, 64), 64); // nothing: no name is known from before
  let look = await window.networks.look(frame, side);
  if (again) look = await window.networks.look(frame, side, around(look));
  return { size: look.size, tiles: look.tiles };
}
"""
Read = Callable[[bytes], Reading]


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of the camera as JPEG, with what lies there."""

    jpeg: bytes
    truth: PhotoTruth


def val_rows(folder: Path) -> list[Photo]:
    """Take labelled single rows, spread over all of them; raises DatasetError."""
    return _some([each for each in load_photos(folder, split="val") if each.scene == "row"])


def wild_rows(folder: Path) -> list[Photo]:
    """Take photos of `wild.jsonl` whose tiles have boxes; raises DatasetError."""
    return _some([each.photo for each in load_wild(folder) if each.photo.tiles])


def _some(photos: Sequence[Photo]) -> list[Photo]:
    return [photos[k * len(photos) // HANDS] for k in range(min(HANDS, len(photos)))]


def frame(photo: Photo, *, panning: bool = False) -> Frame:
    """Aim at the labelled tiles of a photo: what shows no part of it is grey."""
    pixels = photo.image()
    boxes = photo.boxes(pixels.shape[1], pixels.shape[0])
    x0, y0 = boxes[:, :2].min(axis=0)
    x1, y1 = boxes[:, 2:].max(axis=0)
    wide = (x1 - x0) * (1 + 2 * _MARGIN)
    scale = min(CAMERA[0] / wide, CAMERA[1] / ((y1 - y0) * (1 + 2 * _MARGIN)))
    middle = np.array([x0 + x1, y0 + y1]) / 2
    away = np.array(CAMERA) / 2 - scale * middle
    to = np.array([[scale, 0, away[0]], [0, scale, away[1]]])
    cut = cv2.warpAffine(pixels, to, CAMERA, flags=cv2.INTER_CUBIC, borderValue=(128,) * 3)
    if panning:
        cut = cv2.blur(cut, (_PAN, 1))
    data = io.BytesIO()
    Image.fromarray(np.asarray(cut, np.uint8)).save(data, "JPEG", quality=_QUALITY)
    size = np.array([*CAMERA, *CAMERA])
    seen = (boxes * scale + np.array([*away, *away])) / size
    labels = tuple(
        replace(label, box=_box(box), outline=None)
        for label, box in zip(photo.tiles, seen, strict=True)
    )
    hand = " ".join(label.tile for label in labels)
    group = "panning" if panning else "still"
    return Frame(data.getvalue(), PhotoTruth(replace(photo, tiles=labels), group, hand, lies=False))


def _box(values: Floats) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(value) for value in values)
    return x0, y0, x1, y1


def by_phone(page: "Page", side: int, *, again: bool = False) -> Read:
    """Read frames by the networks of a page; each is looked at as the first one of a camera.

    Or `again`, as the second one: only where the first look saw tiles.
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


def by_two_networks() -> Read:
    """Read frames by the detector and the classifier here."""
    detector = Detector.load(models.path("detector"))
    classifier = Classifier.load(models.path("classifier"))

    def read(jpeg: bytes) -> Reading:
        pixels: Pixels = np.asarray(Image.open(io.BytesIO(jpeg)), np.uint8)
        quads = geometry.upright(detector.detect(pixels).corners)
        named = classifier.classify(geometry.rectify(pixels, quads, classifier.size))
        names = [classifier.labels[k] for k in named.probabilities.argmax(axis=1)]
        tiles: list[dict[str, Any]] = [
            {"tile": name, "corners": quad.tolist()}
            for name, quad in zip(names, quads, strict=True)
            if name != NOT_A_TILE
        ]
        return reading_of({"size": [pixels.shape[1], pixels.shape[0]], "tiles": tiles}, Path())

    return read


def report(page: "Page", folder: Path) -> Iterator[str]:
    """Give the tables, of still frames and of panning ones; raises DatasetError without photos."""
    kinds = {
        "of val, still": [frame(photo) for photo in val_rows(folder)],
        "of val, panning": [frame(photo, panning=True) for photo in val_rows(folder)],
        "of tables that nothing has learned from, still": [*map(frame, wild_rows(folder))],
    }
    whole = Reader(*models.shipped()).read
    readers: dict[str, Read] = {
        **{f"phone, {side} pixels": by_phone(page, side) for side in SIDES},
        f"phone, {SIDES[-1]} pixels, second look": by_phone(page, SIDES[-1], again=True),
        "the same networks here": by_two_networks(),
        "the service": whole,
    }
    for kind, seen in kinds.items():
        yield f"{len(seen)} hands {kind}:"
        yield ""
        yield cells(HEADERS)
        yield cells(["---"] * len(HEADERS))
        for name, read in readers.items():
            yield cells(figures(seen, read).line(name))
        yield ""


def figures(seen: Sequence[Frame], read: Read) -> Figures:
    """Measure one reader on frames."""
    return Figures.of([result_of(each.truth, Answer(read(each.jpeg))) for each in seen], unread=0)
