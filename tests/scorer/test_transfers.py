"""Settling at the end of the evening in the fewest transfers."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.table_seats import Player
from scorer.transfers import Transfer, fewest_transfers

P1, P2, P3, P4 = Player


@pytest.mark.parametrize(
    ("balances", "transfers"),
    [
        ((0, 0, 0, 0), ()),
        ((5, -5, 0, 0), (Transfer(P2, P1, 5),)),
        # two pairs that cancel out settle apart
        ((-30, 12, -12, 30), (Transfer(P1, P4, 30), Transfer(P3, P2, 12))),
        # cases/README, the evening of the sheet: one winner, three payers
        (
            (336, -144, -176, -16),
            (Transfer(P3, P1, 176), Transfer(P2, P1, 144), Transfer(P4, P1, 16)),
        ),
        # nobody cancels out: three transfers, though two players lost and two won
        ((70, 30, -60, -40), (Transfer(P3, P1, 60), Transfer(P4, P2, 30), Transfer(P4, P1, 10))),
    ],
)
def test_worked_settlements(balances, transfers):
    assert fewest_transfers(balances) == transfers


def test_what_does_not_add_up_is_refused():
    with pytest.raises(ValueError, match="add up to 0, not 1"):
        fewest_transfers((1, 0, 0, 0))


def settles(balances, number):
    """Whether some number of transfers can do it: each pays one player off in full."""
    if number == 0:
        return not any(balances)
    for payer, receiver in permutations(range(4), 2):
        for amount in {-balances[payer], balances[receiver]}:
            if amount > 0:
                left = list(balances)
                left[payer] += amount
                left[receiver] -= amount
                if settles(left, number - 1):
                    return True
    return False


three = st.tuples(*[st.integers(-20, 20)] * 3)


@given(three)
def test_everyone_is_paid_and_nobody_hands_on_more_than_needed(some):
    balances = [*some, -sum(some)]
    transfers = fewest_transfers(balances)
    for transfer in transfers:
        assert transfer.points > 0
        balances[transfer.payer] += transfer.points
        balances[transfer.receiver] -= transfer.points
    assert balances == [0, 0, 0, 0]


def test_no_way_has_fewer():
    for some in product(range(-3, 4), repeat=3):
        balances = (*some, -sum(some))
        number = len(fewest_transfers(balances))
        assert settles(balances, number)
        assert not any(settles(balances, fewer) for fewer in range(number))
