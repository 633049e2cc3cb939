"""The bank rolls of the quick reference, and paying with them."""

import pytest

from scorer.ledger.transfers import BANK_ROLLS


@pytest.mark.parametrize(("dollars", "chips"), [(10, 30), (5, 24)])
def test_what_a_bank_roll_is_worth(dollars, chips):
    """docs/rules/hk-majlife.md, 3: 8 x .05, 6 x .10, 6 x .25, 5 x .50 and 5 x 1.00 make $10."""
    roll = BANK_ROLLS[dollars]
    assert sum(chip.cents * chip.count for chip in roll.chips) == dollars * 100
    assert sum(chip.count for chip in roll.chips) == chips


@pytest.mark.parametrize(
    ("dollars", "cents", "chips"),
    [
        (10, 0, {}),
        (10, 5, {"red": 1}),
        (10, 180, {"yellow": 1, "white": 1, "green": 1, "red": 1}),
        (10, 30, {"green": 1, "red": 1}),
        (10, 640, {"yellow": 5, "white": 2, "green": 1, "blue": 1, "red": 1}),
        (5, 240, {"9 dots": 2, "5 dots": 1, "1 dot": 1, "8 dots": 1}),
        (5, 500, {"9 dots": 2, "5 dots": 8, "1 dot": 6, "8 dots": 8}),
        (5, 505, None),
        (10, 7, None),
    ],
)
def test_paying(dollars, cents, chips):
    assert BANK_ROLLS[dollars].pay(cents) == chips


@pytest.mark.parametrize("dollars", BANK_ROLLS)
def test_every_amount_can_be_paid_by_someone_who_still_has_everything(dollars):
    roll = BANK_ROLLS[dollars]
    values = {chip.name: chip.cents for chip in roll.chips}
    for cents in range(0, dollars * 100 + 1, 5):
        paid = roll.pay(cents)
        assert sum(values[name] * number for name, number in paid.items()) == cents
