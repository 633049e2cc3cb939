"""Rows seen from low along them, or slanted, are read like any other, with the shipped models."""

import cv2
import numpy as np
import pytest

import models
from datasets.labels.structure import Structure
from tests.vision.test_reader import PHOTOS
from vision.photo.image import load
from vision.reader import Reader

ROW = next(photo for photo in PHOTOS if photo.stem == "concealed_row")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(*models.shipped(), threads=1)


def seen_from_low(photo: np.ndarray, far: float, width: int = 1600) -> np.ndarray:
    """Warp a photo so that its right edge comes out `far` times as long as its left one."""
    height, wide = photo.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, height], [0, height]], np.float32)
    middle, tall = width * 0.45, width * 0.9
    top, bottom = middle - tall * far / 2, middle + tall * far / 2
    onto = np.array([[0, 0], [width, top], [width, bottom], [0, tall]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, onto)
    return np.asarray(cv2.warpPerspective(photo, matrix, (width, round(tall))), np.uint8)


@pytest.mark.parametrize("far", [0.75, 0.5, 0.4])
def test_a_row_that_runs_far_away(reader: Reader, far: float) -> None:
    photo = load(ROW.read_bytes())
    wanted = reader.read(photo).hand
    assert wanted is not None
    found = reader.read(seen_from_low(photo, far)).hand
    assert Structure.parse(found or "").tiles == Structure.parse(wanted).tiles


@pytest.mark.parametrize("degrees", [20, 35, 45])
def test_a_slanted_row(reader: Reader, degrees: float) -> None:
    photo = load(ROW.read_bytes())
    wanted = reader.read(photo).hand
    assert wanted is not None
    height, wide = photo.shape[:2]
    side = round(1.2 * np.hypot(height, wide))
    turn = cv2.getRotationMatrix2D((wide / 2, height / 2), degrees, 1.0)
    turn[:, 2] += [(side - wide) / 2, (side - height) / 2]
    found = reader.read(np.asarray(cv2.warpAffine(photo, turn, (side, side)), np.uint8)).hand
    assert Structure.parse(found or "").tiles == Structure.parse(wanted).tiles


def quad_iou(one: np.ndarray, other: np.ndarray) -> float:
    """Return the overlap of two convex quads (4, 2), intersection over union."""
    first, second = (cv2.convexHull(quad.astype(np.float32)) for quad in (one, other))
    common = float(cv2.intersectConvexConvex(first, second)[0])
    return common / (cv2.contourArea(first) + cv2.contourArea(second) - common)


@pytest.mark.parametrize("far", [0.5, 0.25])
def test_corners_of_leaning_tiles_lie_on_them(reader: Reader, far: float) -> None:
    photo = load(ROW.read_bytes())
    height, wide = photo.shape[:2]
    width, tall = 1600, 1440
    corners = np.array([[0, 0], [wide, 0], [wide, height], [0, height]], np.float32)
    top, bottom = tall * (1 - far) / 2, tall * (1 + far) / 2
    onto = np.array([[0.4 * width, 0], [width, top], [(1 - 0.4 * far) * width, bottom], [0, tall]])
    matrix = cv2.getPerspectiveTransform(corners, onto.astype(np.float32))
    seen = reader.read(np.asarray(cv2.warpPerspective(photo, matrix, (width, tall)), np.uint8))
    found = [np.array(tile.corners, np.float32) for tile in seen.tiles]
    flat = np.array([tile.corners for tile in reader.read(photo).tiles], np.float32)
    wanted = cv2.perspectiveTransform(flat.reshape(-1, 1, 2), matrix).reshape(-1, 4, 2)
    overlaps = [max(quad_iou(quad.astype(np.float32), other) for other in found) for quad in wanted]
    assert np.mean(overlaps) > 0.81
