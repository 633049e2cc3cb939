"""Tile sets shown to the page: which photos, how a person answers, and one set shown."""

import pytest

from datasets.benchmarks import shown_set
from datasets.benchmarks.page import chromium
from datasets.benchmarks.service import run_service
from datasets.evaluation.enrol import Row
from datasets.evaluation.figures import PhotoResult, Prediction
from datasets.evaluation.whole_hands import HandResult
from datasets.paths import PHOTOS
from tests import needs
from vision.tilesets.tile_set import FACES

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))


def test_rows_lie_in_the_order_of_the_guide():
    assert shown_set.AT["1.1"] == "1m"
    assert shown_set.AT["5.8"] == "4g"
    assert sorted(shown_set.AT.values()) == sorted(FACES)


def test_a_question_is_answered_by_where_the_tile_lies_else_by_what_is_missing():
    known = {"questions": [{"at": "5.2", "likely": ["3f", "1f"]}], "missing": ["1f", "2f"]}
    assert shown_set.answer_of(known, shown_set.AT) == "2f"
    assert shown_set.answer_of(known, {}) == "1f"


def test_real_rows_show_each_face_once():
    if not (PHOTOS / "hands.jsonl").is_file():
        pytest.skip("there are no labelled photos: put the shared folder beside the checkout")
    assert len(list(shown_set.real_rows(PHOTOS, 3))) == 3


def test_a_hand_that_is_lost_is_told_with_its_tiles():
    texts = ("rendered", "123m 55z | 1f", "123m 5z | 2f")
    hand = HandResult(*texts, right=False, structure_right=False, marked=True)
    tile = Prediction("1f", "2f", 0.6, unsure=True)
    result = PhotoResult("a.jpg", "s", "g", "row", (tile,), ("5z",), hand=hand)
    (line,) = Row("nothing", (result,), (None,)).lost()
    assert "lacks 1f 5z, too much 2f; not found 5z; misnamed 1f as 2f" in line


@pytest.mark.slow
def test_a_set_is_shown_in_few_taps(tmp_path):
    needs.browser()
    needs.trained()
    pytest.importorskip("onnxruntime", reason=needs.pins("onnxruntime"))
    (rows,) = shown_set.rendered_rows(tmp_path / "rows", 1)
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with chromium() as browser, run_service(database, tmp_path) as service:
        page = browser.new_context(service_workers="block", locale="en-GB").new_page()
        told = shown_set.show(page, f"http://127.0.0.1:{service.port}", rows)
    assert told.known == len(FACES)
    assert not told.wrong
    assert told.effort.taps <= shown_set.TAPS
    assert told.effort.questions == 2  # whether to show it, and whether all is known
