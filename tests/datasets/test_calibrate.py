"""How far names may be trusted, fitted on tiles of which the truth is known."""

from pathlib import Path

import numpy as np
import onnx
import pytest

import models
from datasets.evaluation.calibration import (
    NamedTiles,
    replace_metadata,
    report,
    temperature_factor,
)


def tiles(count: int, sure: float, seed: int, *, honest: bool = True) -> NamedTiles:
    """Make tiles that are named with a probability, and are so named rightly or less often."""
    random = np.random.default_rng(seed)
    likeliest = random.uniform(sure, 0.999, count)
    rest = (1 - likeliest)[:, None] / 3
    probabilities = np.concatenate([likeliest[:, None], np.repeat(rest, 3, axis=1)], axis=1)
    chance = likeliest if honest else likeliest * 0.7
    labels = np.where(random.random(count) < chance, 0, 1)
    return NamedTiles(
        probabilities.astype(np.float32),
        labels.astype(np.intp),
        np.zeros(count, bool),
    )


def test_probabilities_that_promise_too_much_ask_for_a_higher_temperature() -> None:
    assert temperature_factor(tiles(4000, 0.7, 3)) < 1.3
    assert temperature_factor(tiles(4000, 0.7, 3, honest=False)) > 1.5


def test_another_temperature_keeps_the_order_and_the_sum() -> None:
    named = tiles(200, 0.5, 4)
    softer = named.at_temperature(2.0)
    assert (softer.probabilities.argmax(axis=1) == named.probabilities.argmax(axis=1)).all()
    assert (softer.probabilities.max(axis=1) <= named.probabilities.max(axis=1)).all()
    assert (softer.probabilities.sum(axis=1) <= 1 + 1e-5).all()
    assert named.at_temperature(1.0).probabilities == pytest.approx(named.probabilities, abs=1e-5)


def test_at_its_temperature_what_is_promised_comes_true() -> None:
    named = tiles(4000, 0.7, 5, honest=False)
    fair = named.at_temperature(temperature_factor(named))
    assert fair.probabilities.max(axis=1).mean() == pytest.approx(fair.right.mean(), abs=0.03)
    assert "tiles 4000" in report("photos", fair)


def test_facts_are_stated_anew_and_the_others_kept(tmp_path: Path) -> None:
    classifier = models.path("classifier")
    replace_metadata(classifier, tmp_path / "other.onnx", {"certainty": "{}"})
    before, after = (
        {each.key: each.value for each in onnx.load(str(file)).metadata_props}
        for file in (classifier, tmp_path / "other.onnx")
    )
    assert after == {**before, "certainty": "{}"}
