"""What happens at a table besides finished hands, turned into the events the ledger keeps."""

from scorer import ledger
from scorer.hand import read_hand
from scorer.ledger import Game
from scorer.ledger_events import Adjusted, FalseWin, PlayersSwapped
from scorer.payments import settle_false_win
from scorer.problems import flags
from scorer.table import TableState
from scorer.table_seats import Player, four
from scorer.tiles import Wind
from service import requests
from service.problems import RefusedError
from service.reports.claims import one_line
from service.sitting import Sitting


def false_win_of(game: Game, body: requests.FalseWin) -> FalseWin:
    """A false win at the table as it stands."""
    return false_win(Sitting.of(game.started), game.table, body)


def false_win(sitting: Sitting, table: TableState, body: requests.FalseWin) -> FalseWin:
    """A win declared on a hand that is none, paid as the house agreed (option `false_win`)."""
    player = Player(body.player)
    settled = settle_false_win(sitting.rules, table.wind_of(player))
    by_wind: dict[Wind, int] = dict(settled.deltas)
    due = four(by_wind[table.wind_of(one)] for one in Player)
    hand = None if body.hand is None else one_line(body.hand)
    if hand is not None and (found := read_hand(hand).findings):
        detail = f"The hand cannot be read: {found[0].detail} Leave it out, or write its tiles."
        raise RefusedError("invalid_hand", detail, problems=flags(found).names)
    return ledger.paid(table, FalseWin(player, due, due, hand, sitting.stamp))


def adjusted(body: requests.Adjustment) -> Adjusted:
    """Points moved outside a hand."""
    return Adjusted(four(body.changes), body.reason)


def swapped(body: requests.Swap) -> PlayersSwapped:
    """Players on other chairs; RefusedError unless each sits on one."""
    if sorted(body.seats) != list(Player):
        detail = "Name each player index 0-3 once: who sits on each chair, in the order of play."
        raise RefusedError("not_a_seating", detail)
    first, second, third, fourth = (Player(player) for player in body.seats)
    return PlayersSwapped((first, second, third, fourth))
