"""A game told by its events: settlements worked out by hand, undo, and what always holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import ledger
from scorer.ledger import (
    Adjusted,
    Event,
    Game,
    GameStarted,
    HandDrawn,
    HandWon,
    LedgerError,
    Undone,
)
from scorer.table import TableRules
from scorer.table_seats import Player, Points, four
from scorer.tiles import Wind

PLAYERS = ("Ann", "Bob", "Cid", "Dee")
P1, P2, P3, P4 = Player

# RULES.md 1.2: faan to base points
BASE = {0: 1, 1: 2, 2: 4, 3: 8, 4: 16, 6: 16, 7: 32, 9: 32, 10: 64, 13: 128}


def started(**customs) -> Game:
    return ledger.replay([GameStarted(PLAYERS, "hk-500", TableRules(**customs))])


def due(winner: Player, discarder: Player | None, faan: int) -> Points:
    base = BASE[faan]
    owed = [-2 * base if discarder in (None, seat) else -base for seat in Player]
    owed[winner] = 0
    owed[winner] = -sum(owed)
    return four(owed)


def win(game: Game, winner: Player, discarder: Player | None, faan: int) -> Game:
    hand = HandWon(winner, discarder, due(winner, discarder, faan), faan=faan)
    return ledger.apply(game, ledger.win(game, hand))


def draw(game: Game) -> Game:
    return ledger.apply(game, HandDrawn())


def undo(game: Game) -> Game:
    return ledger.apply(game, ledger.undo(game))


def test_the_evening_of_the_sheet():
    """cases/README: four hands, the third drawn; the sum stays 2000."""
    game = win(started(), P4, P2, 7)
    assert game.table.points == (468, 436, 468, 628)
    assert game.table.dealer == P2
    game = win(game, P2, None, 3)
    assert game.table.points == (452, 484, 452, 612)
    assert game.table.dealer == P3
    game = draw(game)
    assert game.table.points == (452, 484, 452, 612)
    assert game.table.dealer == P3
    game = win(game, P1, None, 10)
    assert game.table.points == (836, 356, 324, 484)
    assert sum(game.table.points) == 2000
    assert (game.seq, game.table.hand_number) == (5, 5)


def test_bust():
    """cases/README: P3 has 100 and P1 draws 10 faan; P3 stands at 0 and the game ends."""
    game = ledger.apply(started(), Adjusted((100, 100, -400, 200), "a short evening"))
    game = win(game, P1, None, 10)
    assert game.table.points == (956, 472, 0, 572)
    last = game.events[-1]
    assert isinstance(last, HandWon)
    assert last.unpaid == (0, 0, 28, 0)
    assert game.table.finished
    with pytest.raises(LedgerError) as error:
        ledger.check(game, HandDrawn())
    assert error.value.code == "game_finished"


def test_undo_reopens_a_finished_game():
    game = started(rounds=1)
    for _ in range(4):
        before = game
        game = win(game, P1, P2, 1)
    assert game.table.finished
    again = undo(game)
    assert again.table == before.table
    assert (again.seq, again.events[-1]) == (6, Undone(5))
    assert win(again, P1, P2, 1).table == game.table


def test_undo_goes_back_hand_by_hand_and_nothing_leaves_the_history():
    game = draw(win(started(), P1, P2, 3))
    game = undo(game)
    assert game.events[-1] == Undone(3)
    game = undo(game)
    assert game.events[-1] == Undone(2)
    assert game.table == started().table
    assert game.seq == 5
    with pytest.raises(LedgerError) as error:
        ledger.undo(game)
    assert error.value.code == "nothing_to_undo"


def test_an_adjustment_outlives_the_hand_before_it():
    game = ledger.apply(win(started(), P1, P2, 3), Adjusted((5, -5, 0, 0), "a chip found"))
    game = undo(game)
    assert game.table.points == (505, 495, 500, 500)
    assert game.table.dealer == P1


def test_a_hand_after_an_undo_is_the_next_to_be_taken_back():
    game = undo(draw(win(started(), P1, P2, 3)))
    game = win(game, P3, None, 1)
    assert ledger.undo(game) == Undone(5)


def test_history_tells_the_table_before_and_after():
    game = undo(win(started(), P4, P2, 7))
    entries = list(ledger.history(game.events))
    assert [entry.seq for entry in entries] == [1, 2, 3]
    assert [entry.changes for entry in entries] == [
        (0, 0, 0, 0),
        (-32, -64, -32, 128),
        (32, 64, 32, -128),
    ]
    assert entries[2].before.dealer == P2
    assert entries[2].after.dealer == P1
    assert entries[0].after.round_wind == Wind.EAST


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (GameStarted(PLAYERS, "hk-500", TableRules()), "already_started"),
        (HandWon(P1, P1, (0, 0, 0, 0)), "winner_is_discarder"),
        (HandWon(P1, P2, (64, -32, -16, -15)), "not_zero_sum"),
        (Adjusted((1, 0, 0, 0), "a gift"), "not_zero_sum"),
        (Undone(1), "nothing_to_undo"),
    ],
)
def test_events_that_may_not_follow_the_start(event, code):
    with pytest.raises(LedgerError) as error:
        ledger.check(started(), event)
    assert error.value.code == code


def test_only_the_latest_hand_can_be_taken_back():
    game = draw(draw(started()))
    with pytest.raises(LedgerError) as error:
        ledger.check(game, Undone(2))
    assert error.value.code == "not_the_latest"


def test_scores_that_only_add_up_may_have_any_sum():
    game = ledger.apply(started(zero_sum=False, start=0), Adjusted((72, 40, 8, 0), "round 1"))
    assert game.table.points == (72, 40, 8, 0)


@pytest.mark.parametrize("events", [[], [HandDrawn()], [Undone(1)]])
def test_a_game_begins_with_its_start(events):
    with pytest.raises(LedgerError) as error:
        ledger.replay(events)
    assert error.value.code == "not_started"


wins = st.tuples(
    st.just("win"),
    st.sampled_from(Player),
    st.sampled_from([None, *Player]),
    st.sampled_from(list(BASE)),
)
others = st.sampled_from([("draw",), ("undo",), ("adjust",)])
customs = st.fixed_dictionaries(
    {
        "start": st.integers(1, 500),
        "rounds": st.integers(1, 4),
        "round_change": st.sampled_from(["sheet_literal", "conventional"]),
        "short_payment": st.sampled_from(["pay_available", "go_negative"]),
        "bust_ends_game": st.booleans(),
        "draw_keeps_dealer": st.booleans(),
    }
)


def play(game: Game, moves) -> Game:
    """Play what can be played; what the ledger refuses changes nothing."""
    for name, *rest in moves:
        try:
            event: Event
            if name == "win":
                winner, discarder, faan = rest
                won = HandWon(winner, discarder, due(winner, discarder, faan), faan=faan)
                event = ledger.win(game, won)
            elif name == "undo":
                event = ledger.undo(game)
            elif name == "draw":
                event = HandDrawn()
            else:
                event = Adjusted((3, -1, -1, -1), "a fine")
            game = ledger.apply(game, event)
        except LedgerError:
            continue
    return game


@given(customs, st.lists(wins | others, max_size=30))
def test_points_sum_to_what_was_brought_and_replay_agrees(chosen, moves):
    game = play(started(**chosen), moves)
    assert sum(game.table.points) == 4 * chosen["start"]
    assert ledger.replay(game.events) == game
    *_, last = ledger.history(game.events)
    assert last.after == game.table
    assert (last.seq, len(game.events)) == (game.seq, game.seq)


@given(customs, st.lists(wins | others, max_size=20), wins)
def test_a_hand_and_its_undo_leave_the_table_as_it_was(chosen, moves, move):
    game = play(started(**chosen), moves)
    after = play(game, [move])
    if after.seq > game.seq:
        assert undo(after).table == game.table


@given(st.lists(wins, max_size=40))
def test_nobody_who_pays_what_he_has_stands_below_nothing(moves):
    game = play(started(start=100, bust_ends_game=False), moves)
    assert min(game.table.points) >= 0


def test_check_before_a_game_has_begun():
    ledger.check(None, GameStarted(PLAYERS, "hk-500", TableRules()))
    with pytest.raises(LedgerError):
        ledger.check(None, HandDrawn())
