"""Tiles with none of the 42 faces: jokers, special tiles of another country."""

from dataclasses import replace

import numpy as np

import models
from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import HELD_OUT_SEEDS, FaceLibrary
from datasets.synth.scenes.crops import render_crop
from tests.vision.tables import LABELS, lay, read_as, see
from vision.detect.recogniser import PhotoTiles
from vision.nets.faces import Classifier, unknown_measures
from vision.nets.logistic import LogisticModel
from vision.reading import GroupKind
from vision.sets import UNKNOWN_FACE

HAND = "123m 456m 789p 11z 555s"
TEXT = "123456m 789p 555s 11z"


def _see(*lines: str, unknown: dict[int, float]) -> PhotoTiles:
    """See tiles of which some, by number, bear no face that is known: their log-odds."""
    seen = see(*lay(*lines))
    odds = np.full(len(seen.corners), -9, np.float32)
    odds[list(unknown)] = list(unknown.values())
    return replace(seen, unknown=odds)


def test_a_joker_beside_the_hand_is_marked_and_no_part_of_it() -> None:
    reading = read_as(_see(HAND, "", "3f", unknown={14: 3.0}))
    assert reading.hand == TEXT
    joker = reading.tiles[-1]
    assert (joker.tile, joker.unsure) == (UNKNOWN_FACE, True)
    assert joker.confidence > 0.9
    assert joker.alternatives[0][0] == "3f"
    assert reading.groups[joker.group].kind is GroupKind.OTHER
    assert reading.groups[joker.group].tiles == (len(reading.tiles) - 1,)


def test_a_joker_among_the_tiles_of_a_row_is_never_written_into_the_hand() -> None:
    reading = read_as(_see("123m 456m 789p 13z 555s", unknown={10: 6.0}))
    assert [tile.tile for tile in reading.tiles].count(UNKNOWN_FACE) == 1
    assert len(reading.tiles) == len(lay(HAND)[1])
    assert reading.hand is None or "3z" not in reading.hand


def test_a_face_that_completes_the_hand_is_believed() -> None:
    reading = read_as(_see(HAND, unknown={4: 0.5}))
    assert reading.hand == TEXT
    assert UNKNOWN_FACE not in [tile.tile for tile in reading.tiles]
    assert [tile.tile for tile in reading.tiles if tile.unsure] == ["5m"]


def test_what_hardly_passes_for_a_tile_is_no_unknown_one() -> None:
    seen = see(*lay(HAND, "", "3f"), doubted=("3f",))
    odds = np.where(seen.kept, -9, -np.inf).astype(np.float32)
    reading = read_as(replace(seen, unknown=odds))
    assert reading.hand == TEXT
    assert UNKNOWN_FACE not in [tile.tile for tile in reading.tiles]
    assert UNKNOWN_FACE not in LABELS


def test_the_shipped_classifier_tells_faces_of_sets_it_has_never_seen() -> None:
    rng = np.random.default_rng(8)
    faces = FaceLibrary.build(("drawn",), drawn=HELD_OUT_SEEDS[10:14])
    classifier = Classifier.load(models.path("classifier"), 1)
    model = LogisticModel.of(classifier.session.metadata, "unknown_face")

    def share(codes: list[str]) -> float:
        crops = [render_crop(rng, faces, code, classifier.size).image for code in codes]
        named = classifier.classify(np.stack(crops))
        found = np.full(len(crops), 0.9, np.float32)
        best = named.probabilities.max(axis=1)
        measures = unknown_measures(np.array(named.unknown), best, found)
        return float((model.log_odds(measures) > model.limit).mean())

    assert share([UNKNOWN_FACE] * 60) > 0.5
    assert share([*CODES, *CODES]) < 0.05
