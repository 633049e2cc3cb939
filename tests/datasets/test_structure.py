"""Hands as they lie: hand text of truths and readings, compared part by part."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.labels.photos import load_photos
from datasets.labels.structure import Structure, load_structures, structures_by_name

HAND = "22234m 78p 456s (2222z) (111p) +9p | 1f 3g"


def test_a_hand_has_its_parts():
    hand = Structure.parse(HAND)
    assert " ".join(hand.concealed) == "2m 2m 2m 3m 4m 4s 5s 6s 7p 8p"
    assert hand.exposed == (("1p", "1p", "1p"), ("2z", "2z", "2z", "2z"))
    assert hand.winning == "9p"
    assert hand.bonus == ("1f", "3g")
    assert hand.tiles.total() == 10 + 4 + 3 + 1 + 2


@pytest.mark.parametrize(
    "same",
    [
        "456s 22234m 78p (111p) (2222z) +9p | 3g 1f",
        "222m34m 87p 654s (111p) (2222z+) +9p | 1f3g",
    ],
)
def test_order_and_how_a_kong_came_about_have_no_say(same):
    assert Structure.parse(same) == Structure.parse(HAND)


@pytest.mark.parametrize(
    "other",
    [
        "22234m 78p 456s (2222z) 111p +9p | 1f 3g",
        "22234m 78p 456s [2222z] (111p) +9p | 1f 3g",
        "22234m 789p 456s (2222z) (111p) | 1f 3g",
        "22234m 78p 456s 9p 2222z 111p | 1f 3g",
    ],
)
def test_the_same_tiles_may_lie_otherwise(other):
    found, wanted = Structure.parse(other), Structure.parse(HAND)
    assert found.tiles == wanted.tiles
    assert found != wanted


def test_readings_may_have_face_down_tiles():
    assert Structure.parse("xx5p").tiles == Counter({"x": 2, "5p": 1})
    assert not Structure.parse("").tiles


@pytest.mark.parametrize("text", ["(123m", "123", "+12m", "(5z0q)", "1m ]", "m"])
def test_what_is_no_hand_is_refused(text):
    with pytest.raises(ValueError, match="'"):
        Structure.parse(text)


CODES = st.sampled_from([f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)])


@given(st.lists(CODES, min_size=1, max_size=14), st.randoms(use_true_random=False))
def test_tiles_survive_in_any_order(codes, dice):
    mixed = list(codes)
    dice.shuffle(mixed)
    assert Structure.parse(" ".join(mixed)) == Structure.parse("".join(codes))
    assert Structure.parse("".join(mixed)).tiles == Counter(codes)


def test_the_written_hands_are_of_three_groups():
    groups = load_structures()
    assert {name: len(hands) for name, hands in groups.items()} == {
        "video": 16,
        "rows": 40,
        "complete": 42,
    }
    assert len(structures_by_name(groups)) == 98


def test_every_written_hand_has_labelled_tiles_only(shared):
    photos = {photo.path.stem: photo for photo in load_photos(shared / "photos")}
    for name, (_, text) in structures_by_name(load_structures()).items():
        labelled = Counter(label.tile for label in photos[name].tiles)
        assert not Structure.parse(text).tiles - labelled, name
