"""Pictures of the page for the documents are made: a real service and a real browser draw them."""

import re

import pytest
from PIL import Image

from datasets.paths import CHECKOUT
from tools import page_pictures

COLOURS = 500  # of 6400 places; a screen that is blank or not loaded yet has a handful


@pytest.mark.usefixtures("models_there")
def test_every_picture_of_the_page_that_documents_show_is_made(browser, service, tmp_path):
    pages = [CHECKOUT / "README.md", *(CHECKOUT / "docs").glob("*.md")]
    shown = {
        name for page in pages for name in re.findall(r"page-\w+\.jpg", page.read_text("utf-8"))
    }
    page_pictures.draw(browser, service, tmp_path)
    made = {file.name: file for file in tmp_path.iterdir()}
    assert sorted(made) == sorted(shown)
    assert len({file.read_bytes() for file in made.values()}) == len(made)
    for file in made.values():
        with Image.open(file) as picture:
            assert len(picture.convert("RGB").resize((80, 80)).getcolors(6400)) > COLOURS, file
