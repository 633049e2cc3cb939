"""What a photo shows wins under a rule set or not, with and without a winning tile told."""

import pytest

from service.photos.shipped_reader import win_check


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("123456m 789p 555s 11z", True),
        ("123456m 789p 555s 1z +1z", True),
        ("99m (555s) [1111z] (123p) 456s | 1f 3g", True),
        ("123457m 789p 555s 11z", False),
        ("9m (555s) (111z) (123p) (456s) +9m", True),
        ("9m 8m (555s) (111z) (123p) (456s)", False),
    ],
)
def test_a_hand_as_it_is_read(hand, wins):
    assert win_check("hk-500")(hand) is wins


def test_without_rules_there_is_no_question():
    assert win_check(None) is None
