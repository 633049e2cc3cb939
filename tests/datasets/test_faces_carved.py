"""The orchid in few strokes, and where words stand: what real sets have in common."""

from dataclasses import replace

import numpy as np
import pytest

from datasets.synth.faces.design import design, draw
from datasets.synth.faces.new_designs import draw_new_design
from datasets.synth.faces.pictures import ORCHID, draw_orchid
from datasets.synth.faces.plants import CORNER_PAIRS


@pytest.mark.parametrize("hand", range(40))
def test_an_engravers_orchid_is_wide_strokes_on_nothing(hand):
    word = draw_orchid(hand)
    assert word.dtype == np.uint8
    assert 0.5 < word.shape[1] / word.shape[0] < 2
    assert 0.1 < (word > 128).mean() < 0.75
    assert word[0].any()
    assert word[-1].any()
    assert word[:, 0].any()
    assert word[:, -1].any()


def test_no_two_engravers_cut_it_alike_and_each_always_the_same():
    words = [draw_orchid(hand).tobytes() for hand in range(40)]
    assert len(set(words)) == 40
    assert words[7] == draw_orchid(7).tobytes()


def test_only_the_orchid_is_cut_by_hand():
    look = design(3)
    printed = replace(look, bonus=replace(look.bonus, label="caption_number", simplified=True))
    cut = replace(printed, bonus=replace(printed.bonus, hand=5))
    assert not np.array_equal(draw(printed, "2f"), draw(cut, "2f"))
    for code in ("1f", "3f", "4f", "1g", "2g", "3g", "4g"):
        assert np.array_equal(draw(printed, code), draw(cut, code))
    assert ORCHID == "兰"


def test_many_new_sets_have_their_words_where_real_ones_do():
    looks = [draw_new_design(np.random.default_rng(seed)).bonus for seed in range(300)]
    customary = [
        look
        for look in looks
        if look.label == "caption_number"
        and look.season_label in ("number_caption", "chinese_number")
        and look.corners == CORNER_PAIRS[0]
        and not look.engraved
        and not look.framed
    ]
    assert 0.12 < len(customary) / len(looks) < 0.3
    assert 0.45 < sum(look.hand is not None for look in looks) / len(looks) < 0.65
    assert all(look.simplified for look in looks if look.hand is not None)
