"""The whole way from bytes to a reading, with the shipped models."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

import models
from datasets.labels.structure import Structure
from vision.arrays import Pixels
from vision.drawing import overlay
from vision.nets.session import ModelError
from vision.photo.image import PhotoError, load
from vision.photo.photo import Photo
from vision.reader import Reader
from vision.reading import GroupKind, Reading

PHOTOS = sorted((Path(__file__).parents[1] / "photos").glob("*.jpg"))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(*models.shipped(), threads=1)


def truth(photo: Path) -> Counter[str]:
    tiles = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))["tiles"]
    return Counter(tile["code"] for tile in tiles)


def same(one: Reading, other: Reading) -> bool:
    return (one.tiles, one.groups, one.hand) == (other.tiles, other.groups, other.hand)


def test_bundled_photos_are_read(reader: Reader) -> None:
    right = wanted = 0
    for photo in PHOTOS:
        found = Counter(tile.tile for tile in reader.read(photo.read_bytes()).tiles)
        right += (found & truth(photo)).total()
        wanted += truth(photo).total()
    assert right >= 0.95 * wanted


def test_a_lone_bonus_tile_that_the_edge_cuts_off_is_not_the_hands(reader: Reader) -> None:
    """Whoever photographs a hand has all of it in view; pools go on beyond the edge."""
    photo = load((PHOTOS[0].parent / "concealed_kong.jpg").read_bytes())
    reading = reader.read(np.ascontiguousarray(photo[:, :1500]))
    assert reading.hand == "56p 22567s [1111z] (333m) +7p | 1f 3g"


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda path: path.stem)
def test_the_hand_of_a_bundled_photo(reader: Reader, photo: Path) -> None:
    wanted = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))["hand"]
    reading = reader.read(photo.read_bytes())
    assert Structure.parse(reading.hand or "") == Structure.parse(wanted)
    assert reading.hands[0][0] == reading.hand
    laid = {reading.groups[reading.tiles[each.tiles[0]].group].kind for each in reading.called
            if each.exposed > 0.5}  # fmt: skip
    assert laid <= {GroupKind.EXPOSED}


def from_afar(photo: Path, wide: float, light: int) -> np.ndarray:
    """Show a photo as a sheet on a large bare table, its tiles so many pixels wide."""
    pixels = cv2.cvtColor(cv2.imread(str(photo)), cv2.COLOR_BGR2RGB)
    share = wide / WIDTHS[photo.stem]
    small = cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    table = np.full((1200, 1600, 3), light, np.uint8)
    height, width = small.shape[:2]
    top, left = (1200 - height) // 2, (1600 - width) // 2
    table[top : top + height, left : left + width] = small
    return table


WIDTHS = {  # of the tiles of each photo, pixels
    "big_kong": 160,
    "concealed_kong": 124,
    "concealed_row": 90,
    "discards_behind": 78,
    "exposed_pung": 121,
    "turned_winning_tile": 83,
}


@pytest.mark.parametrize(("wide", "light"), [(22, 235), (24, 235)])
@pytest.mark.parametrize("photo", PHOTOS, ids=lambda path: path.stem)
def test_a_hand_from_afar_that_passes_for_one_tile_at_first(
    reader: Reader, photo: Path, wide: float, light: int
) -> None:
    wanted = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))["hand"]
    reading = reader.read(from_afar(photo, wide, light))
    assert Structure.parse(reading.hand or "").tiles == Structure.parse(wanted).tiles


# Bamboo from six on is left out: its sticks pass for tiles where it fills the picture.
ALONE = {"2m", "3m", "4m", "5m", "6m", "7m", "3p", "4p", "5p"}


@pytest.mark.parametrize("share", [0.95, 0.5, 0.25, 0.1])
def test_one_tile_alone_is_read_however_much_of_the_picture_it_fills(
    reader: Reader, share: float
) -> None:
    photo = load(next(each for each in PHOTOS if each.stem == "concealed_row").read_bytes())
    tiles = [tile for tile in reader.read(photo).tiles if tile.tile in ALONE]
    assert {tile.tile for tile in tiles} == ALONE
    for tile in tiles:
        corners = np.array(tile.corners, np.float32)
        wide, high = (
            np.linalg.norm(corners[1] - corners[0]),
            np.linalg.norm(corners[3] - corners[0]),
        )
        size = np.array([1000 * share * wide / high, 1000 * share])
        left, top = (np.array([750, 1000]) - size) / 2
        right, low = np.array([left, top]) + size
        place = np.array([[left, top], [right, top], [right, low], [left, low]], np.float32)
        shown = cv2.warpPerspective(
            photo, cv2.getPerspectiveTransform(corners, place), (750, 1000),
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        rim = round(0.06 * size[1])
        inside = np.s_[max(0, round(top) - rim) : round(low) + rim,
                       max(0, round(left) - rim) : round(right) + rim]  # fmt: skip
        table = np.full_like(shown, (60, 110, 80))
        table[inside] = shown[inside]
        alone = np.asarray(table, np.uint8)
        assert [each.tile for each in reader.read(alone).tiles] == [tile.tile]


def test_a_reading_is_consistent(reader: Reader) -> None:
    reading = reader.read(PHOTOS[0].read_bytes())
    width, height = reading.size
    places = sorted(tile for group in reading.groups for tile in group.tiles)
    assert places == list(range(len(reading.tiles)))
    for number, tile in enumerate(reading.tiles):
        assert number in reading.groups[tile.group].tiles
        x0, y0, x1, y1 = tile.box
        assert -20 < x0 < x1 < width + 20
        assert -20 < y0 < y1 < height + 20
        assert 0 < tile.confidence <= 1
        assert tile.tile not in dict(tile.alternatives)
    assert list(reading.timings_ms) == ["decode", "detect", "classify", "layout", "total"]
    assert sum(list(reading.timings_ms.values())[:-1]) <= reading.timings_ms["total"]
    json.dumps(reading.to_json("photo.jpg"))


def test_bytes_and_pixels_read_alike(reader: Reader) -> None:
    data = PHOTOS[0].read_bytes()
    assert same(reader.read(data), reader.read(load(data)))


def test_threads_share_one_reader(reader: Reader) -> None:
    data = [photo.read_bytes() for photo in PHOTOS[:2]] * 3
    alone = [reader.read(one) for one in data[:2]] * 3
    with ThreadPoolExecutor(4) as pool:
        assert all(map(same, pool.map(reader.read, data), alone))


def test_the_photo_is_not_changed(reader: Reader) -> None:
    image = load(PHOTOS[0].read_bytes())
    before = image.copy()
    overlay(image, reader.read(image))
    assert (image == before).all()


@pytest.mark.parametrize("shape", [(1, 1), (40, 40), (9, 3000), (480, 640)])
def test_a_photo_without_tiles_is_an_empty_reading(reader: Reader, shape: tuple[int, int]) -> None:
    reading = reader.read(np.full((*shape, 3), 120, np.uint8))
    assert reading.tiles == ()
    assert reading.hand is None
    assert reading.size == (shape[1], shape[0])


def test_two_photos_of_one_hand_keep_their_tiles_apart(reader: Reader) -> None:
    data = [photo.read_bytes() for photo in (PHOTOS[0], PHOTOS[2])]
    reading = reader.read(*data)
    counts = Counter(tile.photo for tile in reading.tiles)
    singles = [len(reader.read(one).tiles) for one in data]
    assert [counts[0], counts[1]] == singles
    assert len(reading.sizes) == 2
    assert reading.to_json(["a.jpg", "b.jpg"])["photos"]


def test_no_photo_at_all_is_a_mistake_of_the_caller(reader: Reader) -> None:
    with pytest.raises(ValueError, match="at least one"):
        reader.read()


def test_what_is_no_photo_is_refused(reader: Reader) -> None:
    with pytest.raises(PhotoError):
        reader.read(b"no photo")


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    one, two, three, four, five = (tmp_path / f"{name}.onnx" for name in models.NAMES)
    with pytest.raises(ModelError, match="missing"):
        Reader(one, two, three, four, five)


@pytest.mark.parametrize(
    "name", ["big_kong", "concealed_kong", "concealed_row", "discards_behind", "exposed_pung"]
)
def test_dark_tiles_with_light_print_are_read_as_light_ones_are(reader: Reader, name: str) -> None:
    file = next(photo for photo in PHOTOS if photo.stem == name).read_bytes()
    dark = Photo.of(file).invert().pixels
    assert reader.read(dark).hand == reader.read(file).hand


def test_a_finer_negative_is_the_negative_of_the_finer_photo() -> None:
    small = Photo.of((Path(__file__).parents[1] / "photos" / "concealed_row.jpg").read_bytes())
    big = jpeg(np.asarray(Image.fromarray(small.pixels).resize((3200, 2400))))
    one, other = Photo.of(big).invert().finer(8), Photo.of(big).finer(8).invert()
    assert one.shrink == other.shrink == 1
    assert one.negative
    assert np.array_equal(one.pixels, other.pixels)


def jpeg(pixels: Pixels) -> bytes:
    file = BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=90)
    return file.getvalue()


def test_a_hand_that_only_another_look_completes_is_never_silent(reader: Reader) -> None:
    """So blurred that the hand comes out incomplete; another scale may even make a false one."""
    told = []
    for name, sigma in (("concealed_kong", 6.75), ("exposed_pung", 6.0), ("exposed_pung", 7.25)):
        photo = load((PHOTOS[0].parent / f"{name}.jpg").read_bytes())
        small = cv2.resize(photo, (900, 675), interpolation=cv2.INTER_AREA)
        reading = reader.read(np.asarray(cv2.GaussianBlur(small, (0, 0), sigma), np.uint8))
        if reading.as_seen is not None:
            told.append(reading)
    assert told
    for reading in told:
        assert reading.hand != reading.as_seen
        assert "tile_corrected" in reading.problems
        assert any(tile.unsure for tile in reading.tiles)
