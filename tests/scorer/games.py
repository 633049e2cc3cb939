"""Games to test with: played by hand, or drawn at random (docs/rules/hk-500.md, 3)."""

from hypothesis import strategies as st

from scorer.ledger import game as ledger
from scorer.ledger.events import (
    Adjusted,
    Ended,
    Event,
    FalseWin,
    GameStarted,
    HandDrawn,
    HandWon,
    PlayersSwapped,
    Winning,
)
from scorer.ledger.game import Game, LedgerError
from scorer.ledger.table import Player, Points, TableRules, TableState

NAMES = ("Ann", "Bob", "Cid", "Dee")
P1, P2, P3, P4 = Player
NOTHING: Points = (0, 0, 0, 0)

# docs/rules/hk-500.md, 3: faan to base points
BASE = {0: 1, 1: 2, 2: 4, 3: 8, 4: 16, 6: 16, 7: 32, 9: 32, 10: 64, 13: 128}


def started(**customs) -> Game:
    return ledger.replay([GameStarted(NAMES, "hk-500", TableRules(**customs))])


def due(winner: Player, discarder: Player | None, faan: int) -> Points:
    base = BASE[faan]
    owed = [-2 * base if discarder in (None, player) else -base for player in Player]
    owed[winner] = 0
    owed[winner] = -sum(owed)
    return tuple(owed)


def won(table: TableState, winner: Player, discarder: Player | None, faan: int) -> HandWon:
    """A win collected at a table."""
    owed = due(winner, discarder, faan)
    wins = (Winning(winner, faan=faan),)
    return ledger.pay(table, HandWon(wins, discarder is None, discarder, owed, owed))


def false_win(table: TableState, player: Player, each: int) -> FalseWin:
    """A false win that costs so much for each other player."""
    owed = tuple(-3 * each if other is player else each for other in Player)
    return ledger.pay(table, FalseWin(player, owed, owed))


def win(game: Game, winner: Player, discarder: Player | None, faan: int) -> Game:
    return ledger.apply(game, won(game.table, winner, discarder, faan))


def draw(game: Game) -> Game:
    return ledger.apply(game, HandDrawn())


def undo(game: Game) -> Game:
    return ledger.apply(game, ledger.undo(game))


wins = st.tuples(
    st.just("win"),
    st.sampled_from(Player),
    st.sampled_from([None, *Player]),
    st.sampled_from(list(BASE)),
).filter(lambda move: move[1] is not move[2])
draws = st.just(("draw",))
false_wins = st.tuples(st.just("false"), st.sampled_from(Player), st.sampled_from([1, 50]))
# Some are more than a player may have, and some give it back.
CHANGES = ((3, -1, -1, -1), (200, -200, 0, 0), (-200, 200, 0, 0), (0, 150, 0, -150))
adjustments = st.tuples(st.just("adjust"), st.sampled_from(CHANGES))
swaps = st.tuples(st.just("swap"), st.permutations(list(Player)).map(tuple))
tellable = wins | draws | false_wins | adjustments | swaps
moves = tellable | st.just(("undo",)) | st.just(("end",))
customs = st.fixed_dictionaries(
    {
        "start": st.integers(1, 500),
        "rounds": st.integers(1, 4),
        "deal": st.sampled_from(["always_passes", "passes_unless_east_wins", "winner_deals"]),
        "round_change": st.sampled_from(["sheet_literal", "conventional"]),
        "length": st.sampled_from(["rounds", "hands", "hands_won"]),
        "short_payment": st.sampled_from(["pay_available", "go_negative"]),
        "bust_ends_game": st.booleans(),
        "draw_keeps_dealer": st.booleans(),
    }
)


def told(table: TableState, move) -> Event:
    """The event of a move, at a table."""
    match move:
        case ("win", winner, discarder, faan):
            return won(table, winner, discarder, faan)
        case ("draw",):
            return HandDrawn()
        case ("false", player, each):
            return false_win(table, player, each)
        case ("adjust", changes):
            return Adjusted(changes, "a debt")
        case ("swap", seating):
            return PlayersSwapped(seating)
        case _:
            return Ended("it is late")


def play(game: Game, moves) -> Game:
    """Play what can be played; what the ledger refuses changes nothing."""
    for move in moves:
        try:
            event = ledger.undo(game) if move == ("undo",) else told(game.table, move)
            game = ledger.apply(game, event)
        except LedgerError:
            continue
    return game
