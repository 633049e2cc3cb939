"""How far names may be trusted, fitted on tiles of which the truth is known."""

import numpy as np
import pytest

from datasets.calibrate import Named, fit, limit_of, temperature_factor, weighed


def tiles(count: int, sure: float, seed: int, *, honest: bool = True) -> Named:
    """Make tiles that are named with a probability, and are so named rightly or less often."""
    random = np.random.default_rng(seed)
    likeliest = random.uniform(sure, 0.999, count)
    rest = (1 - likeliest)[:, None] / 3
    probabilities = np.concatenate([likeliest[:, None], np.repeat(rest, 3, axis=1)], axis=1)
    chance = likeliest if honest else likeliest * 0.7
    labels = np.where(random.random(count) < chance, 0, 1)
    found = random.uniform(0.6, 0.9, count)
    return Named(
        probabilities.astype(np.float32),
        likeliest.astype(np.float32),
        found.astype(np.float32),
        labels.astype(np.intp),
        np.ones(count, np.float32),
    )


def test_either_part_weighs_what_is_asked_for() -> None:
    together = weighed({"photos": tiles(900, 0.6, 1), "rendered": tiles(100, 0.6, 2)}, 0.25)
    assert together.weights.sum() == pytest.approx(1000, rel=1e-4)
    assert together.weights[900:].sum() == pytest.approx(250, rel=1e-4)


def test_photos_alone_weigh_one_a_tile() -> None:
    assert weighed({"photos": tiles(50, 0.6, 1)}, 0.5).weights.tolist() == [1.0] * 50


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


@pytest.mark.parametrize("mark", [0.01, 0.05])
def test_the_limit_marks_a_share_of_right_tiles_by_weight(mark: float) -> None:
    together = weighed({"photos": tiles(3000, 0.5, 5), "rendered": tiles(600, 0.5, 6)}, 0.5)
    trust = fit(together, mark)
    confidences = trust.confidences(
        together.probabilities.max(axis=1), together.steady, together.found
    )
    right = together.right
    marked = together.weights[right & (confidences < trust.limit)].sum()
    assert marked / together.weights[right].sum() == pytest.approx(mark, abs=0.01)


def test_without_any_right_tile_the_limit_is_the_usual_one() -> None:
    none = tiles(10, 0.5, 7)
    wrong = Named(none.probabilities, none.steady, none.found, none.labels * 0 - 1, none.weights)
    assert limit_of(np.full(10, 0.5), wrong, 0.02) == 0.9


def test_the_limit_is_no_higher_than_marks_the_wrong_tiles() -> None:
    """Three of a thousand are wrong and the least trusted: more marks would be for nothing."""
    named = tiles(1000, 0.9, 8)
    labels = np.where(np.arange(1000) < 3, 1, 0)
    all_but_three = Named(named.probabilities, named.steady, named.found, labels, named.weights)
    confidences = np.linspace(0.2, 1.0, 1000)
    assert confidences[2] >= limit_of(confidences, all_but_three, 0.02) > confidences[1]
    assert limit_of(confidences, all_but_three, 0.0005) <= confidences[3]
