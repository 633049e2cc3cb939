"""What the network of roles learns from: rendered scenes, and photos as they lie and turned."""

import numpy as np
import pytest

from datasets.frozen.examples import examples, photo_looks, roles_as_read, write
from datasets.frozen.scene import owners_of
from datasets.frozen.shards import load
from datasets.labels.photos import load_photos
from tests import needs
from vision.reading import Group, GroupKind, Reading, TileReading

SEED = 731_000
CLOSE = 1748  # in this scene the camera touches a tile, which is half a million pixels wide then


@pytest.fixture(autouse=True)
def _models_there():
    needs.trained()


def test_a_scene_whose_camera_touches_a_tile_is_rendered_to_its_end():
    (scene,) = examples([CLOSE], SEED)
    assert scene.name.endswith(f"-{CLOSE}")


def test_a_file_is_written_once(tmp_path):
    path = write(tmp_path / "few.npz", range(1), SEED)
    before = path.stat().st_mtime_ns
    assert write(path, range(1), SEED).stat().st_mtime_ns == before
    (scene,), labels = load(path)
    assert scene.name.endswith("-0")
    assert labels[-1] == "x"


def test_a_photo_is_seen_turned_and_its_truth_is_turned_with_it(shared):
    photos = load_photos(shared / "photos", split="train")
    photo = next(each for each in photos if not each.augmented and each.scene == "row")
    first, *turned = photo_looks([photo], 2)
    assert [scene.name for scene in turned] == [f"{first.name}-{number}" for number in range(2)]
    for scene in turned:
        look, real = scene.looks[0], scene.real
        assert (real.codes, real.roles) == (first.real.codes, first.real.roles)
        assert (real.corners >= 0).all()
        assert (real.corners <= np.array(scene.size)).all()
        owners = owners_of(look.corners[: look.kept], real)
        assert len(set(owners[owners >= 0].tolist())) >= 0.9 * len(real.codes)


def test_a_tile_of_another_face_is_nothing_to_learn_from(shared):
    photo = next(each for each in load_photos(shared / "photos") if each.scene == "row")
    codes = [label.tile for label in photo.tiles]
    corner = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    tiles = tuple(TileReading(code, 0.9, corner) for code in (*codes, "?"))
    row = tuple(range(len(codes)))
    groups = (Group(GroupKind.CONCEALED, row), Group(GroupKind.OTHER, (len(codes),)))
    hand = " ".join(codes)
    real = roles_as_read(Reading(((640, 480),), tiles, groups, hand), photo)
    assert real is not None
    assert real.codes == tuple(codes)
