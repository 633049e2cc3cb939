"""The 43 tile pictures are there and safe to show; the honours' joint picture is those seven."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from scorer.core.tiles import TILES

PICTURES = Path(__file__).resolve().parents[2] / "service" / "page" / "static" / "tiles"
NAMES = [*map(str, TILES), "back", "unknown"]
HONOURS = [f"{rank}z" for rank in range(1, 8)]

SVG = "{http://www.w3.org/2000/svg}"
# Draws a face from both pictures, side by side, and says whether a person could tell them apart.
ALIKE = """async (codes) => {
  const { joinedPicture, picture } = await import("/static/js/ui/tiles.js");
  const drawn = async (address) => {
    const image = new Image(60, 80);
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(60, 80).getContext("2d");
    canvas.drawImage(image, 0, 0, 60, 80);
    return canvas.getImageData(0, 0, 60, 80).data;
  };
  const alike = async (code) => {
    const [one, other] = await Promise.all([drawn(joinedPicture(code)), drawn(picture(code))]);
    const apart = one.reduce((sum, value, k) => sum + Math.abs(value - other[k]), 0);
    const another = joinedPicture(code) !== picture(code);
    return another && apart / one.length < 4 && new Set(one).size > 20;
  };
  return Promise.all(codes.map(alike));
}"""


def test_one_picture_for_each_face_the_back_and_what_is_neither():
    assert sorted(path.stem for path in PICTURES.glob("*.svg")) == sorted([*NAMES, "honours"])


@pytest.mark.parametrize("name", NAMES)
def test_picture_needs_no_font_and_nothing_from_elsewhere(name):
    text = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)
    assert root.get("viewBox") == "0 0 60 80"
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not tags & {"text", "style", "script", "image", "foreignObject"}
    assert "style=" not in text
    assert text.count("http") == 1  # the name of SVG itself
    assert len(text) < 8_000


def test_the_honours_together_are_the_same_drawings():
    text = (PICTURES / "honours.svg").read_text(encoding="utf-8")
    views = {view.get("id"): view for view in ET.fromstring(text).iter(f"{SVG}view")}
    assert [views[code].get("viewBox") for code in HONOURS] == [
        f"{60 * k} 0 60 80" for k in range(7)
    ]
    for code in HONOURS:
        one = (PICTURES / f"{code}.svg").read_text(encoding="utf-8")
        assert one.partition(">")[2].strip() in text


def test_each_honour_is_seen_as_the_picture_of_its_own(modules):
    alike = modules.evaluate(ALIKE, HONOURS)
    assert alike == [True] * 7
