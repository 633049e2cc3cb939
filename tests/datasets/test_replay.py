"""The replay of photographed hands: what is played, what it costs a person, and one whole hand."""

from collections import Counter

import pytest

from benchmarks import replay
from benchmarks.replay import Entry
from benchmarks.user_model import Effort
from datasets.labels.structure import Structure
from tests import needs

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))


@pytest.mark.parametrize(
    ("tiles", "turn", "called", "hand"),
    [
        ("123m 456p 789s 111z 22z", 0, False, "23m 456p 789s 11122z +1m"),
        ("123m 456p 789s 111z 22z | 1f", 10, False, "123m 456p 78s 11122z +9s | 1f"),
        ("123m 456p 789s 111z 22z", 0, True, "23m 789s 11122z (456p) +1m"),
        ("19m 19p 119s 1234567z", 1, True, "19m 9p 119s 1234567z +1p"),  # it has no set
    ],
)
def test_a_hand_is_won_with_each_tile_in_turn(tiles, turn, called, hand):
    assert Structure.parse(replay.mark_win(tiles, turn, called=called)) == Structure.parse(hand)


def test_a_persons_time_is_the_waiting_the_taps_and_the_questions():
    # two taps of 1.1 s to point and 0.1 s to press, one question of 1.35 s
    assert Effort(taps=2, questions=1, waited=0.5).seconds == pytest.approx(4.25)


def entered(waited: float, *, right: bool = True) -> Entry:
    whole = Effort(taps=5, questions=3, waited=waited)
    return Entry(whole, whole, right, (), (("seat", 30.0), ("record", 70.0)), (("photo", waited),))


def test_only_hands_that_are_right_at_both_checkouts_are_paired():
    here = {"photo": [entered(2.0), entered(1.0)], "palette": [entered(0.5), entered(0.5)]}
    wrong = entered(9.0, right=False)
    there = {"photo": [entered(3.0), wrong], "palette": [entered(0.5), entered(0.7)]}
    pairs = replay.pair_efforts(here, there)
    assert pairs["by photo: waiting, s"] == [(2.0, 3.0)]
    assert pairs["by palette: waiting, s"] == [(0.5, 0.5), (0.5, 0.7)]
    assert pairs["by photo: the page's work, s"] == [(0.1, 0.1)]


def test_the_photos_that_show_a_whole_hand_are_played_twice():
    photos = replay.PHOTOS
    if not (photos / "hands.jsonl").is_file():
        pytest.skip("there are no labelled photos: put the shared folder beside the checkout")
    plays = list(replay.played_hands(photos, "val"))
    assert len(plays) >= 40
    assert set(Counter(play.photo for play in plays).values()) == {2}
    assert all(sum(play.truth.tiles.values()) >= 14 for play in plays)
