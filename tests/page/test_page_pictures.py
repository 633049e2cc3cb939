"""Pictures of the page for the documents are made: a real service and a real browser draw them."""

import re

import pytest
from PIL import Image

from datasets.paths import CHECKOUT
from datasets.tools import page_pictures
from tests import needs

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))
pytest.importorskip("onnxruntime", reason=needs.pins("onnxruntime"))

COLOURS = 500  # of 6400 places; a screen that is blank or not loaded yet has a handful


@pytest.fixture
def equipped():
    """Skip where there is no browser, or no network to read the photo with."""
    needs.browser()
    needs.trained()


@pytest.mark.usefixtures("equipped")
def test_every_picture_of_the_page_that_documents_show_is_made(tmp_path):
    pages = [CHECKOUT / "README.md", *(CHECKOUT / "docs").glob("*.md")]
    shown = {
        name for page in pages for name in re.findall(r"page-\w+\.jpg", page.read_text("utf-8"))
    }
    assert page_pictures.main(["--out", str(tmp_path)]) == 0
    made = {file.name: file for file in tmp_path.iterdir()}
    assert sorted(made) == sorted(shown)
    assert len({file.read_bytes() for file in made.values()}) == len(made)
    for file in made.values():
        with Image.open(file) as picture:
            assert len(picture.convert("RGB").resize((80, 80)).getcolors(6400)) > COLOURS, file
