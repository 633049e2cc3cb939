"""A reading compared with labels: perfect and damaged readings, drawings, tables and files."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.evaluation.figures import judge_reading
from datasets.evaluation.readings import evaluation, report
from datasets.labels.photos import Label, Photo
from datasets.labels.truths import ROWS, PhotoTruth
from vision.reading import Point, Reading, TileReading

SIZE = (400, 200)
CODES = ("1m", "2m", "5p", "5z", "3f")


@pytest.fixture
def photo(tmp_path) -> Photo:
    """A photo of five tiles in a row, each 40 by 60 pixels on green; the flower's box a caption."""
    image = np.full((SIZE[1], SIZE[0], 3), (40, 120, 40), np.uint8)
    labels = []
    for place, code in enumerate(CODES):
        x = 60 + 50 * place
        cv2.rectangle(image, (x, 60), (x + 40, 120), (240, 240, 235), -1)
        bottom = 70 if code == "3f" else 120
        box = (x / SIZE[0], 60 / SIZE[1], (x + 40) / SIZE[0], bottom / SIZE[1])
        labels.append(Label(code, box, None, whole=code != "3f"))
    path = tmp_path / "row.png"
    cv2.imwrite(str(path), image)
    return Photo(
        file="row.png",
        path=path,
        source="drawn",
        group="one",
        split="val",
        augmented=False,
        scene="row",
        tiles=tuple(labels),
    )


def tile(place: int, code: str, confidence: float = 0.95, *, unsure: bool = False) -> TileReading:
    x = 60.0 + 50 * place
    corners: tuple[Point, Point, Point, Point] = ((x, 60), (x + 40, 60), (x + 40, 120), (x, 120))
    return TileReading(code, confidence, corners, unsure)


PERFECT = Reading(
    (SIZE,),
    tuple(tile(place, code) for place, code in enumerate(CODES)),
    hand="12m5p5z | 3f",
    timings_ms={"decode": 3.0, "detect": 40.0, "total": 60.0},
)


def changed(place: int, code: str | None, confidence: float = 0.95) -> Reading:
    """The perfect reading with one tile named anew, or taken out."""
    tiles = [each for index, each in enumerate(PERFECT.tiles) if index != place]
    if code is not None:
        tiles.append(tile(place, code, confidence))
    return replace(PERFECT, tiles=tuple(tiles), hand="12m5p")


def truth(photo: Photo, lies: str | None = None) -> PhotoTruth:
    """What is known of the photo: how its hand lies, or the tiles of its row."""
    if lies is None:
        return PhotoTruth(photo, "all", " ".join(CODES), lies=False, hand_group=ROWS)
    return PhotoTruth(photo, "all", lies, lies=True, hand_group="video")


def test_a_perfect_reading_is_right(photo):
    result = judge_reading(truth(photo), PERFECT)
    assert result.right
    assert result.hand.right
    assert result.hand.structure_right is None
    assert len(result.predictions) == 5


def test_a_wrong_name_is_one_mistake_and_spoils_the_hand(photo):
    result = judge_reading(truth(photo), changed(1, "2s"))
    assert result.mistakes == ("2m>2s",)
    assert not result.hand.right


def test_where_nobody_says_what_the_hand_is_none_is_judged(photo):
    assert judge_reading(replace(truth(photo), hand=None), PERFECT).hand is None


@pytest.mark.parametrize(
    ("lies", "right", "structure"),
    [
        ("12m 5p 5z | 3f", True, True),
        ("12m 5p +5z | 3f", True, False),
        ("12m 5p 5z", False, False),
        ("12m 5p 5z 1s | 3f", False, False),
    ],
)
def test_a_hand_is_judged_by_how_it_lies(photo, lies, right, structure):
    """Whatever the labels say: discards have labels too."""
    hand = judge_reading(truth(photo, lies), PERFECT).hand
    assert (hand.group, hand.right, hand.structure_right) == ("video", right, structure)


def test_hands_are_counted_by_group(photo):
    wrong = replace(PERFECT, hand="12m5p")
    known = truth(photo, "12m 5p 5z | 3f")
    results = [judge_reading(known, reading) for reading in (PERFECT, wrong, wrong)]
    results.append(judge_reading(truth(photo), PERFECT))
    figures = evaluation(results, {})
    assert report(figures).count("lies 12m 5p 5z | 3f") == 2
    assert "read 12m5p" in report(figures)
    video, rows = (figures["groups"][f"hands: {name}"] for name in ("video", ROWS))
    assert (video["hands_right"]["right"], video["hands_right"]["count"]) == (1, 3)
    assert (video["structure_right"]["right"], video["structure_right"]["count"]) == (1, 3)
    assert (rows["hands_right"]["right"], rows["structure_right"]["count"]) == (1, 0)


def test_a_tile_that_is_not_found_is_a_mistake(photo):
    assert judge_reading(truth(photo), changed(1, None)).mistakes == ("2m>",)


def test_paths_lead_to_the_folder_beside_the_checkout():
    from datasets.paths import PHOTOS

    assert PHOTOS.parts[-2:] == ("shared", "photos")
    assert Path(__file__).is_relative_to(PHOTOS.parents[1])
