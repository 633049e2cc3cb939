"""Money to the cent: a table counts whole coins, and says points."""

import pytest

from scorer.ledger import game as ledger
from scorer.ledger.events import GameStarted
from scorer.ledger.statistics import statistics
from scorer.ledger.table import Player, TableRuleError, TableRules
from tests.scorer.games import NAMES, win

CENTS = TableRules(coins=100, start=50_000)


@pytest.mark.parametrize(
    ("coins", "points"), [(0, 0), (25, 0.25), (-50, -0.5), (100, 1), (-1_234, -12.34), (10, 0.1)]
)
def test_coins_are_said_as_points_and_back(coins, points):
    assert CENTS.in_points(coins) == points
    assert CENTS.in_coins(points) == coins
    assert isinstance(CENTS.in_points(100), int)


def test_no_part_of_a_coin_is_one():
    with pytest.raises(ValueError, match="whole number of coins"):
        CENTS.in_coins(0.005)
    with pytest.raises(ValueError, match="whole number of coins"):
        TableRules().in_coins(0.5)
    with pytest.raises(TableRuleError, match="coins"):
        TableRules(coins=0)


def test_games_of_points_and_of_money_are_counted_in_the_finest_coins():
    one, other = (
        ledger.replay([GameStarted(NAMES, "hk-500", rules)]) for rules in (CENTS, TableRules())
    )
    games = [win(game, Player.FIRST, Player.SECOND, 3) for game in (one, other)]
    counted = statistics(games)
    assert counted.coins == 100
    # 32 coins of the first game, and 32 points of the second.
    assert [player.points for player in counted.players] == [3232, -1616, -808, -808]
    assert statistics([]).coins == 1
