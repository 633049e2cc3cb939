"""What happens at a table besides finished hands, turned into the events the ledger keeps."""

from scorer.core.hand import read_hand
from scorer.core.problems import flags
from scorer.core.sentences import Sentence
from scorer.core.tiles import Wind
from scorer.ledger import game as ledger
from scorer.ledger.events import Adjusted, FalseWin, PlayersSwapped
from scorer.ledger.game import Game
from scorer.ledger.seats import Player, amounts
from scorer.ledger.table import TableState
from scorer.settlement.payments import settle_false_win
from service.errors import RefusedError
from service.ledger.agreement import Agreement
from service.ledger.reports.claims import check_count, check_players, one_line
from service.schemas import games


def false_win_of(game: Game, body: games.FalseWin) -> FalseWin:
    """A false win at the table as it stands."""
    return false_win(Agreement.at(game, game.table), game.table, body)


def false_win(agreement: Agreement, table: TableState, body: games.FalseWin) -> FalseWin:
    """A win declared on a hand that is none, paid as the house agreed (option `false_win`)."""
    check_players(table, [body.player])
    player = Player(body.player)
    settled = settle_false_win(agreement.rules, table.wind_of(player))
    by_wind: dict[Wind, int] = dict(settled.deltas)
    due = amounts(by_wind[table.wind_of(one)] * agreement.coins for one in table.players)
    hand = None if body.hand is None else one_line(body.hand)
    if hand is not None and (found := read_hand(hand).findings):
        detail = Sentence(
            "The hand cannot be read: {detail} Leave it out, or write its tiles.",
            detail=found[0].detail,
        )
        raise RefusedError("invalid_hand", detail, problems=flags(found).names)
    return ledger.pay(table, FalseWin(player, due, due, hand, agreement.stamp))


def adjustment(table: TableState, body: games.Adjustment) -> Adjusted:
    """Points moved outside a hand; RefusedError for parts of a coin."""
    check_count(table, body.changes, "changes")
    rules = table.rules
    try:
        return Adjusted(amounts(rules.in_coins(points) for points in body.changes), body.reason)
    except ValueError as error:
        coin = rules.in_points(1)
        detail = Sentence(
            "At this table points are counted by {coin}: give changes that are multiples of it.",
            coin=coin,
        )
        raise RefusedError("not_whole_coins", detail) from error


def swap(table: TableState, body: games.Swap) -> PlayersSwapped:
    """Players on other chairs; RefusedError unless each sits on one."""
    check_count(table, body.seats, "seats")
    if sorted(body.seats) != list(table.players):
        last = len(table.players) - 1
        detail = Sentence(
            "Name each player index 0-{last} once: who sits on each chair, in turn.", last=last
        )
        raise RefusedError("not_a_seating", detail)
    return PlayersSwapped(tuple(Player(player) for player in body.seats))
