"""A game told by its events: settlements worked out by hand, undo, and what always holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.tiles import Wind
from scorer.ledger import game as ledger
from scorer.ledger.events import (
    Adjusted,
    Ended,
    FalseWin,
    GameStarted,
    HandDrawn,
    HandNoted,
    HandWon,
    PlayersNamed,
    PlayersSwapped,
    Undone,
    Winning,
)
from scorer.ledger.game import LedgerError, course, history
from scorer.ledger.table import TableRules
from tests.scorer.games import (
    NAMES,
    NOTHING,
    P1,
    P2,
    P3,
    P4,
    customs,
    draw,
    false_win,
    moves,
    play,
    started,
    undo,
    win,
    wins,
)


def hand(winners, discarder, changes):
    """A hand that may be impossible."""
    won = tuple(Winning(player, faan=3) for player in winners)
    return HandWon(won, discarder is None, discarder, changes, changes)


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
    assert game.events[-1].unpaid == (0, 0, 28, 0)
    assert game.table.finished
    with pytest.raises(LedgerError) as error:
        ledger.apply(game, HandDrawn())
    assert error.value.code == "game_finished"


RUIN = Adjusted((300, 100, -500, 100), "a debt")


@pytest.mark.parametrize("event", [RUIN, "false win"])
def test_who_has_nothing_left_between_hands_ends_the_game_and_an_undo_reopens_it(event):
    """docs/rules/hk-500.md, 4: it "ends immediately if any player runs out of points"."""
    before = started()
    told = false_win(before.table, P3, 200) if event == "false win" else event
    over = ledger.apply(before, told)
    assert over.table.points[P3] == 0
    assert over.table.finished
    with pytest.raises(LedgerError) as error:
        ledger.apply(over, HandDrawn())
    assert error.value.code == "game_finished"
    assert ledger.undo(over) == Undone(2)
    assert undo(over).table == before.table
    assert ledger.replay(over.events) == over


def test_an_undo_takes_the_adjustment_back_that_ended_the_game_and_then_the_hand():
    game = win(started(), P1, P2, 3)
    game = ledger.apply(game, Adjusted((5, -5, 0, 0), "a chip found"))
    game = ledger.apply(game, RUIN)
    assert ledger.undo(game) == Undone(4)
    game = undo(game)
    assert (game.table.finished, game.table.points[P3]) == (False, 492)
    assert ledger.undo(game) == Undone(2)


def test_an_adjustment_that_ends_the_game_only_without_the_hand_before_it():
    """P3 won 48 and paid 540: without the win there is less than nothing, and it can be undone."""
    game = win(started(), P3, None, 3)
    game = ledger.apply(game, Adjusted((300, 100, -540, 140), "a debt"))
    game = ledger.apply(game, Adjusted((0, 0, 1, -1), "a chip found"))
    assert not game.table.finished
    game = undo(game)
    assert (game.table.points, game.table.finished) == ((800, 600, -39, 639), True)
    assert ledger.undo(game) == Undone(3)
    again = undo(game)
    assert (again.table.points, again.table.finished) == ((500, 500, 501, 499), False)
    assert ledger.replay(again.events) == again


def test_a_game_that_began_before_it_was_so_goes_on_after_an_adjustment_to_nothing():
    game = ledger.apply(started(bust_moment="hand_end"), RUIN)
    assert not game.table.finished
    game = draw(game)
    assert game.table.finished
    assert ledger.replay(game.events) == game


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
    entries = list(history(game.events))
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
        (GameStarted(NAMES, "hk-500", TableRules()), "already_started"),
        (hand((P1,), P1, NOTHING), "winner_is_discarder"),
        (hand((P1, P3), P3, NOTHING), "winner_is_discarder"),
        (hand((P1, P1), P2, NOTHING), "not_the_winners"),
        (hand((P1, P2), None, NOTHING), "not_the_winners"),
        (hand((), P1, NOTHING), "not_the_winners"),
        (hand((P1,), P2, (64, -32, -16, -15)), "not_zero_sum"),
        (FalseWin(P1, (-3, 1, 1, 2), (-3, 1, 1, 2)), "not_zero_sum"),
        (Adjusted((1, 0, 0, 0), "a gift"), "not_zero_sum"),
        (PlayersSwapped((P1, P1, P2, P3)), "not_a_seating"),
        (Undone(1), "nothing_to_undo"),
        (HandNoted(1, "a fine start"), "not_a_hand"),
        (HandNoted(2, "to come"), "not_a_hand"),
        (PlayersNamed(NAMES[:3]), "not_the_players"),
    ],
)
def test_events_that_may_not_follow_the_start(event, code):
    with pytest.raises(LedgerError) as error:
        ledger.apply(started(), event)
    assert error.value.code == code


def test_a_note_to_a_hand_leaves_the_table_as_it_is():
    game = ledger.apply(draw(win(started(), P2, P1, 3)), Ended())
    after = game
    for note in (HandNoted(2, "the last tile"), HandNoted(3, "tea"), HandNoted(3, "")):
        after = ledger.apply(after, note)
    assert (after.table, after.notes) == (game.table, {2: "the last tile"})
    again = ledger.apply(after, ledger.undo(after))  # of the end, as if nothing had been written
    assert (again.table.finished, again.mark.seq) == (False, 3)
    assert ledger.replay(again.events) == again


def test_players_can_be_named_at_any_time_and_nothing_else_changes():
    game = ledger.apply(draw(started()), Ended())
    named = ledger.apply(game, PlayersNamed(("Ann", "Bea", "Cid", "Dee")))
    assert (named.table, named.names) == (game.table, ("Ann", "Bea", "Cid", "Dee"))
    assert ledger.replay(named.events) == named


def test_only_the_latest_hand_can_be_taken_back():
    game = draw(draw(started()))
    with pytest.raises(LedgerError) as error:
        ledger.apply(game, Undone(2))
    assert error.value.code == "not_the_latest"


def test_scores_that_only_add_up_may_have_any_sum():
    game = ledger.apply(started(zero_sum=False, start=0), Adjusted((72, 40, 8, 0), "round 1"))
    assert game.table.points == (72, 40, 8, 0)


@pytest.mark.parametrize("events", [[], [HandDrawn()], [Undone(1)]])
def test_a_game_begins_with_its_start(events):
    with pytest.raises(LedgerError) as error:
        ledger.replay(events)
    assert error.value.code == "not_started"


def test_several_win_one_discard_and_the_deal_goes_on_once():
    game = ledger.apply(started(), hand((P3, P1), P2, (24, -56, 40, -8)))
    assert (game.table.points, game.table.dealer) == ((524, 444, 540, 492), P2)
    assert undo(game).table == started().table


def test_a_false_win_is_paid_and_the_hand_goes_on():
    game = win(started(), P1, P2, 3)
    after = ledger.apply(game, false_win(game.table, P3, 128))
    assert after.table.points == (660, 612, 108, 620)
    assert (after.table.hand_number, after.table.dealer) == (2, P2)
    assert undo(after).table == game.table


def test_a_false_win_that_cannot_be_paid_in_full():
    game = started(start=100)
    event = false_win(game.table, P3, 128)
    assert (event.changes, event.unpaid) == ((0, 0, -100, 100), (0, 0, 284, 0))


def test_what_receivers_lack_is_told_beside_what_payers_owe():
    event = false_win(started(start=100).table, P3, 60)
    assert event.changes == (40, 0, -100, 60)
    assert (event.unpaid, event.lacking) == ((0, 0, 80, 0), (20, 60, 0, 0))
    won = hand((P1,), P2, (10, -10, 0, 0))
    assert (won.unpaid, won.lacking) == (NOTHING, NOTHING)


def test_players_change_chairs_and_an_undo_sets_them_back():
    game = win(started(), P1, P2, 3)
    after = ledger.apply(game, PlayersSwapped((P1, P3, P2, P4)))
    assert (after.table.points, after.table.dealer) == (game.table.points, P3)
    assert undo(after).table == game.table


def test_a_game_that_the_table_ends_is_reopened_by_an_undo():
    game = win(started(), P1, P2, 3)
    over = ledger.apply(game, Ended("it is late"))
    assert over.table.finished
    for event in (
        HandDrawn(),
        Ended(),
        Adjusted(NOTHING, "late"),
        PlayersSwapped((P2, P1, P3, P4)),
    ):
        with pytest.raises(LedgerError) as error:
            ledger.apply(over, event)
        assert error.value.code == "game_finished"
    assert ledger.undo(over) == Undone(3)
    assert undo(over).table == game.table


@given(customs, st.lists(moves, max_size=30))
def test_points_sum_to_what_was_brought_and_replay_agrees(chosen, told):
    game = play(started(**chosen), told)
    assert sum(game.table.points) == 4 * chosen["start"]
    assert ledger.replay(game.events) == game
    *_, last = history(game.events)
    assert last.after == game.table
    assert (last.seq, len(game.events)) == (game.seq, game.seq)
    *_, counting = course(game)
    assert counting.after == game.table


@given(customs, st.lists(moves, max_size=20), moves)
def test_what_is_taken_back_leaves_the_table_as_it_was(chosen, told, move):
    game = play(started(**chosen), told)
    after = play(game, [move])
    if after.seq > game.seq and move[0] not in ("adjust", "undo"):
        assert undo(after).table == game.table


@given(st.lists(wins, max_size=40))
def test_nobody_who_pays_what_he_has_stands_below_nothing(told):
    game = play(started(start=100, bust_ends_game=False), told)
    assert min(game.table.points) >= 0


def test_only_a_start_begins_a_game():
    ledger.apply(None, GameStarted(NAMES, "hk-500", TableRules()))
    with pytest.raises(LedgerError):
        ledger.apply(None, HandDrawn())
