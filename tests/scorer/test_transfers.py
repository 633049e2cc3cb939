"""Settling at the end of the evening in the fewest transfers."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.transfers import MOST_EXACT, Transfer, fewest_transfers

NAMES = ["Ann", "Bob", "Cid", "Dee"]


def settled(*balances):
    return [
        f"{transfer.payer} {transfer.points} to {transfer.receiver}"
        for transfer in fewest_transfers(dict(zip(NAMES, balances, strict=True)))
    ]


@pytest.mark.parametrize(
    ("balances", "transfers"),
    [
        ((0, 0, 0, 0), []),
        ((5, -5, 0, 0), ["Bob 5 to Ann"]),
        # two pairs that cancel out settle apart
        ((-30, 12, -12, 30), ["Ann 30 to Dee", "Cid 12 to Bob"]),
        # cases/README, the evening of the sheet: one winner, three payers
        ((336, -144, -176, -16), ["Cid 176 to Ann", "Bob 144 to Ann", "Dee 16 to Ann"]),
        # nobody cancels out: three transfers, though two players lost and two won
        ((70, 30, -60, -40), ["Cid 60 to Ann", "Dee 30 to Bob", "Dee 10 to Ann"]),
    ],
)
def test_worked_settlements(balances, transfers):
    assert settled(*balances) == transfers


def test_what_does_not_add_up_is_refused():
    with pytest.raises(ValueError, match="add up to 0, not 1"):
        fewest_transfers({"Ann": 1})


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


@given(st.lists(st.integers(-20, 20), max_size=14))
def test_everyone_is_paid_and_nobody_hands_on_more_than_needed(some):
    balances = dict(enumerate([*some, -sum(some)]))
    transfers = fewest_transfers(balances)
    assert len(transfers) < max(1, sum(points != 0 for points in balances.values())) or (
        not transfers
    )
    for transfer in transfers:
        assert transfer.points > 0
        balances[transfer.payer] += transfer.points
        balances[transfer.receiver] -= transfer.points
    assert not any(balances.values())


def test_no_way_has_fewer():
    for some in product(range(-3, 4), repeat=3):
        balances = (*some, -sum(some))
        number = len(settled(*balances))
        assert settles(balances, number)
        assert not any(settles(balances, fewer) for fewer in range(number))


@pytest.mark.parametrize(("pairs", "most"), [(5, 5), (6, 11)])
def test_a_whole_club_settles_exactly_up_to_ten_players(pairs, most):
    balances = {}
    for pair in range(pairs):
        balances |= {f"payer {pair}": -2 - pair, f"receiver {pair}": 2 + pair}
    assert (len(balances) <= MOST_EXACT) == (pairs == 5)
    assert pairs <= len(fewest_transfers(balances)) <= most


def test_transfers_name_players():
    assert fewest_transfers({"Ann": 3, "Bob": -3}) == (Transfer("Bob", "Ann", 3),)
