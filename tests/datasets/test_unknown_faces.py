"""The fit of unknown faces: which face none of the 42 names."""

import numpy as np
import pytest

from datasets.evaluation.unknown_faces import FoundFaces, fit_unknown_face, render, report
from datasets.synth.faces.library import FaceLibrary
from vision.sets import UNKNOWN_FACE


def found_faces(count=4000):
    """Faces of which those that the network doubts most are unknown."""
    rng = np.random.default_rng(7)
    unknown = rng.random(count) < 0.2
    seen = rng.normal(np.where(unknown, 3, -3), 2)
    named = rng.normal(np.where(unknown, 1, 4), 1.5)
    found = rng.normal(3, 1, count)
    return FoundFaces(np.stack([np.ones(count), seen, named, found], 1), unknown)


@pytest.mark.parametrize("lost", [0.002, 0.05])
def test_the_limit_loses_no_more_known_faces_than_it_may(lost):
    found = found_faces()
    fitted = fit_unknown_face(found, lost)
    columns = found.features[:, 1], *(1 / (1 + np.exp(-found.features[:, 2:].T)))
    marked = fitted.log_odds(*columns) > 0
    assert fitted.seen > 0 > fitted.named
    assert marked[~found.unknown].mean() == pytest.approx(lost, abs=0.001)
    assert marked[found.unknown].mean() > 0.5
    assert f"{marked[found.unknown].mean():.3f}" in report(found, fitted)


def test_scenes_show_faces_that_no_set_has():
    faces = FaceLibrary.build(("drawn",), drawn=range(2))
    codes = {tile.code for number in range(6) for tile in render(faces, 3, number).tiles}
    assert UNKNOWN_FACE in codes
    assert len(codes) > 5
