"""The 43 tile pictures are there, safe to show, and still what their script draws."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from scorer.tiles import TILES

PICTURES = Path(__file__).resolve().parents[2] / "service" / "static" / "tiles"
NAMES = [*map(str, TILES), "back"]


def test_one_picture_for_each_face_and_the_back():
    assert sorted(path.stem for path in PICTURES.glob("*.svg")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_picture_needs_no_font_and_nothing_from_elsewhere(name):
    text = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)  # noqa: S314  (our own file)
    assert root.get("viewBox") == "0 0 60 80"
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not tags & {"text", "style", "script", "image", "foreignObject"}
    assert "style=" not in text
    assert text.count("http") == 1  # the name of SVG itself
    assert len(text) < 8_000


def test_pictures_are_what_the_script_draws():
    tile_art = pytest.importorskip("datasets.tile_art", reason="fontTools is not installed")
    if not tile_art.FONT.exists():
        pytest.skip("the font LXGW WenKai is not installed (fonts-lxgw-wenkai)")
    drawn = tile_art.pictures()
    assert sorted(drawn) == sorted(NAMES)
    stale = [n for n in NAMES if (PICTURES / f"{n}.svg").read_text(encoding="utf-8") != drawn[n]]
    assert stale == []
