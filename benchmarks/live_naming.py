"""How many tiles of real tables the live camera finds and names right, beside two others.

Hands of a source that nothing has learned from, each as a player aims at it: the part of the photo
around the labelled tiles, as large as a frame of the camera. The same frames, as JPEG, are given to
the phone's own reading in a browser, at each size that its detector may be asked for, to the same
networks in Python, and to the service's full reading. Rules and columns are those of
docs/benchmark.md. The hand is right where its tiles, and no others, are taken for it: on
the phone those whose likeliest role, by the network of roles, is one of the hand. Without that
network all tiles that were named are taken for it.
"""

import base64
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from PIL import Image

import models
from datasets.evaluation.conditions import encode
from datasets.evaluation.figures import Figures, cells
from datasets.evaluation.measurement import Read, judge_reading
from datasets.evaluation.networks import digest, short_digests
from datasets.evaluation.reader_answers import reading_of
from datasets.evaluation.tables import markdown
from datasets.labels.photos import Photo
from datasets.labels.truths import PhotoTruth
from datasets.labels.wild_photos import load_wild
from datasets.synth.video import CAMERA
from vision.arrays import Pixels
from vision.nets.detector import Detector
from vision.nets.faces import NOT_A_TILE, Classifier
from vision.nets.roles import OTHER, RolesModel, TileFeatures
from vision.quads import geometry
from vision.reader import Reader
from vision.reading import Reading

if TYPE_CHECKING:
    from playwright.sync_api import Page

HANDS = 30
SIDES = (640, 512, 352)  # pixels, of the detector's picture, as frames.js has them
HEADERS = (
    *("read by", "all tiles right", "tiles found", "named", "bonus tiles found", "named"),
    *("invented", "the hand told"),
)
_MARGIN = 0.06  # of a hand's width, that a player leaves around it
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


def wild_rows(folder: Path, count: int = HANDS) -> list[Photo]:
    """Return so many photos of `wild.jsonl` whose tiles have boxes; raises DatasetError."""
    photos = [each.photo for each in load_wild(folder) if each.photo.tiles]
    return [photos[k * len(photos) // count] for k in range(min(count, len(photos)))]


@dataclass(frozen=True, slots=True)
class CameraView:
    """A frame of the camera as JPEG, with what lies there."""

    jpeg: bytes
    truth: PhotoTruth


def frame(photo: Photo) -> CameraView:
    """Aim at the labelled tiles of a photo, all of its hand: what shows none of it is grey."""
    pixels = photo.image()
    boxes = photo.boxes(pixels.shape[1], pixels.shape[0])
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    size = np.array(CAMERA)
    scale = float((size / ((1 + 2 * _MARGIN) * (high - low))).min())
    if scale < 1:  # all pixels have a say, as in a camera that is farther away
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
    return CameraView(encode(Image.fromarray(np.asarray(shown, np.uint8))), truth)


def figures(seen: Sequence[CameraView], read: Read) -> Figures:
    """Measure one reader on frames."""
    return Figures.of([judge_reading(each.truth, read(each.jpeg)).result for each in seen])


def read_on_phone(page: "Page", side: int, *, again: bool = False) -> Read:
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


def sights(pixels: Pixels, detector: Detector, classifier: Classifier) -> TileFeatures:
    """Return what a phone tells the network of roles of a picture, seen by the networks here.

    No tile is taken to lie upon another: the network that knows is not on the phone.
    """
    found = detector.detect(pixels)
    quads = geometry.turn_upright(found.corners)
    named = classifier.classify(geometry.rectify(pixels, quads, classifier.size))
    none = classifier.labels.index(NOT_A_TILE)
    faces = np.delete(named.probabilities, none, axis=1)
    return TileFeatures(
        (pixels.shape[1], pixels.shape[0]),
        geometry.turn(quads, named.turns),
        faces / faces.sum(axis=1, keepdims=True),
        found.confidences,
        named.steady,
        np.zeros(len(quads), np.float32),
        named.probabilities.argmax(axis=1) != none,
    )


def read_here(*, roles: bool) -> Read:
    """Read frames by the phone's networks, here; without `roles` all tiles are the hand's."""
    detector = Detector.load(models.path("detector"))
    classifier = Classifier.load(models.path("classifier"))
    model = RolesModel.load(models.path("roles"))
    faces = [label for label in classifier.labels if label != NOT_A_TILE]

    def read(jpeg: bytes) -> Reading:
        seen = sights(np.asarray(Image.open(io.BytesIO(jpeg)), np.uint8), detector, classifier)
        names = [faces[k] for k in seen.names.argmax(axis=1)]
        own = seen.kept & (model.predict(seen).roles.argmax(axis=1) < OTHER if roles else True)
        hand = [name for name, is_own in zip(names, own, strict=True) if is_own]
        tiles: list[dict[str, Any]] = [
            {"tile": name, "corners": quad.tolist()}
            for name, quad, kept in zip(names, seen.corners, seen.kept, strict=True)
            if kept
        ]
        return reading_of({"size": seen.size, "tiles": tiles, "hand": " ".join(hand)}, Path())

    return read


def line(name: str, of: Figures) -> Sequence[str]:
    """Return the cells of one reader."""
    _, hands, _, _, whole, *shares, invented, _, _ = cells(of.to_json())
    return name, whole, *shares, invented, hands


def report(page: "Page", folder: Path, sides: Sequence[int], hands: int) -> Iterator[str]:
    """Yield the table of so many `hands`; raises DatasetError without photos.

    The phone is asked for pictures of these `sides`.
    """
    readers: dict[str, Read] = {
        **{f"phone, {side} pixels": read_on_phone(page, side) for side in sides},
        f"phone, {sides[-1]} pixels, second look": read_on_phone(page, sides[-1], again=True),
        "the same networks here": read_here(roles=True),
        "without the network of roles": read_here(roles=False),
        "the service": Reader(*models.shipped()).read,
    }
    seen = [frame(photo) for photo in wild_rows(folder, hands)]
    yield f"{len(seen)} hands of tables that nothing has learned from, still:"
    yield ""
    lines = [line(name, figures(seen, read)) for name, read in readers.items()]
    yield markdown(HEADERS, lines)
    yield ""
    networks = short_digests({name: digest(models.path(name)) for name in models.NAMES})
    yield f"{datetime.now(UTC).date().isoformat()}; {networks}."
