"""A reading whose time is over tells what was found until then; no test here waits for it."""

import io
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

import models
from vision.arrays import Pixels
from vision.photo import image
from vision.photo.budget import ENDLESS, Budget
from vision.photo.image import Limits, Picture, Scale
from vision.photo.photo import Batch, Photo
from vision.reader import Reader
from vision.reading import OUT_OF_TIME, Reading

PHOTOS = Path(__file__).parents[1] / "photos"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(*models.shipped(), threads=1)


class Asked:
    """A clock that goes on by a second each time somebody looks at it."""

    def __init__(self) -> None:
        self.times = count()

    def __call__(self) -> float:
        return float(next(self.times))


def looks(times: float) -> Budget:
    """A budget that is spent when somebody has asked for time so many times."""
    return Budget(times, Asked())


def heap(parts: int) -> Pixels:
    """A photo of discards, several times over: far more tiles than lie on any table."""
    photo = image.load((PHOTOS / "discards_behind.jpg").read_bytes())
    small = cv2.resize(photo, None, fx=1 / parts, fy=1 / parts, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.tile(small, (parts, parts, 1)))


def saved(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=90)
    return out.getvalue()


def is_consistent(reading: Reading) -> bool:
    placed = [tile for group in reading.groups for tile in group.tiles]
    in_groups = all(
        reading.tiles[tile].group == number
        for number, group in enumerate(reading.groups)
        for tile in group.tiles
    )
    return in_groups and sorted(placed) == list(range(len(reading.tiles)))


def test_a_budget_is_spent_when_its_seconds_are_over() -> None:
    now = [10.0]
    budget = Budget(5, lambda: now[0])
    assert (budget.left, budget.is_spent(), budget.shortened) == (5, False, False)
    share = budget.share(0.4)
    now[0] = 12.5
    assert (budget.left, share.left, share.is_spent()) == (2.5, 0, True)
    assert not budget.is_spent()
    now[0] = 16
    assert not budget.shortened  # nobody has asked since
    assert (budget.left, budget.is_spent(), budget.shortened) == (0, True, True)


def test_without_a_budget_there_is_no_end() -> None:
    assert not ENDLESS.is_spent()
    assert ENDLESS.share(0.5).left == float("inf")


@pytest.mark.parametrize("name", ["discards_behind", "exposed_pung", "concealed_kong"])
def test_whenever_the_time_ends_what_was_found_is_told(reader: Reader, name: str) -> None:
    """The end is put behind every question for time, one after the other."""
    photo = image.load((PHOTOS / f"{name}.jpg").read_bytes())
    whole = reader.read(photo, rules="hk-500")
    assert OUT_OF_TIME not in whole.problems
    most = 0
    for times in range(400):
        reading = reader.read(photo, rules="hk-500", budget=looks(times))
        assert is_consistent(reading), times
        assert reading.size == whole.size
        if OUT_OF_TIME not in reading.problems:
            break
        assert "no_tiles" not in reading.advice  # nobody knows
        most = max(most, len(reading.tiles))
    else:
        pytest.fail("there was never time enough")
    assert times > 5  # it did ask between its stages
    assert reading == reading_without_times(whole, reading)
    assert most >= 0.9 * len(whole.tiles)  # named, when only the laying out was left out


def reading_without_times(whole: Reading, other: Reading) -> Reading:
    """The one reading with the times of another: those alone may differ."""
    return replace(whole, timings_ms=other.timings_ms)


def test_a_heap_ends_in_time_with_its_tiles(reader: Reader) -> None:
    """The search among so many has no time left; they are told all the same."""
    reading = reader.read(heap(3), rules="hk-500", budget=looks(24))
    assert OUT_OF_TIME in reading.problems
    assert 100 < len(reading.tiles) <= 240  # no more than lie on any table
    assert is_consistent(reading)


def test_eight_photos_share_the_time(reader: Reader) -> None:
    photo = image.load((PHOTOS / "exposed_pung.jpg").read_bytes())
    alone = reader.read(photo)
    reading = reader.read(*[photo] * 8, budget=looks(12))
    assert OUT_OF_TIME in reading.problems
    assert len(reading.sizes) == 8
    assert is_consistent(reading)
    seen = Counter(tile.photo for tile in reading.tiles)
    assert seen[0] >= 0.9 * len(alone.tiles)
    assert seen[7] == 0


def test_decoding_has_a_part_of_the_time() -> None:
    """What it does not take is left for looking; each photo has what the others left."""
    now, given = [0.0], []

    def decode(
        data: bytes, scale: Scale = image.WHOLE, limits: Limits = image.LIMITS, seconds: float = 0
    ) -> Picture:
        given.append(round(seconds, 3))
        now[0] += 1
        return image.decode(data, scale, limits)

    batch = Batch(3, decode, Budget(4, lambda: now[0]))
    for _ in range(4):
        batch.open(saved(Image.new("RGB", (64, 48))))
    assert given == [3, 2, 1, 0]


def test_a_photo_stays_as_it_is_when_there_is_no_time_to_decode_it_finer() -> None:
    data = saved(Image.new("RGB", (2600, 1900), (9, 90, 9)))
    now = [0.0]
    budget = Budget(5, lambda: now[0])
    photo = Photo.of(data, budget=budget)
    assert (photo.shrink, photo.finer(2).shrink) == (2, 1)
    now[0] = 6
    assert photo.finer(2) is photo
    assert budget.shortened
