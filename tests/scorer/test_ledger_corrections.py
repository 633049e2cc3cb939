"""An older event set right: the game goes on as if it had been told so from the start."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.ledger import game as ledger
from scorer.ledger.events import Adjusted, Corrected, Ended, FalseWin, HandDrawn, HandWon
from scorer.ledger.game import HAPPENINGS, LedgerError, correct, course, history
from tests.scorer.games import (
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
    tellable,
    told,
    undo,
    win,
    won,
)


def same_hand(_seq, _table, hand):
    """What the faan are worth by the winds of another hand: here, the same."""
    return hand


def corrected(game, seq, decide):
    return ledger.apply(game, correct(game, seq, decide, same_hand))


def test_a_wrong_discarder_is_set_right():
    game = win(win(started(), P1, P2, 3), P4, None, 1)
    after = corrected(game, 2, lambda table: won(table, P1, P3, 3))
    assert after.table == win(win(started(), P1, P3, 3), P4, None, 1).table
    event = after.events[-1]
    assert (event.corrects, event.resettled, after.seq) == (2, (), 4)
    *_, last = history(after.events)
    assert last.changes == (0, 8, -8, 0)


def test_a_hand_that_nobody_won_is_struck_out():
    game = draw(win(started(), P1, P2, 3))
    after = corrected(game, 2, lambda _: None)
    assert after.table == draw(started()).table
    assert ledger.undo(after).undoes == 3
    assert [entry.seq for entry in course(after)] == [1, 3, 4]
    with pytest.raises(LedgerError):
        ledger.undo(undo(after))  # nothing else counts
    again = corrected(after, 2, lambda table: won(table, P1, P2, 3))
    assert again.table == game.table


def test_short_payments_after_it_are_collected_again():
    """With hand 3 worth more, P3 has 36 left for the 64 of the next and the game is over."""
    short = ledger.apply(started(), Adjusted((100, 100, -400, 200), "a short evening"))
    game = win(win(short, P4, P3, 3), P1, None, 7)
    assert game.table.points == (784, 528, 20, 668)
    after = corrected(game, 3, lambda table: won(table, P4, P3, 7))
    ((seq, hand),) = after.events[-1].resettled
    assert (seq, hand.changes, hand.unpaid) == (4, (164, -64, -36, -64), (0, 0, 28, 0))
    assert after.table == win(win(short, P4, P3, 7), P1, None, 7).table
    assert after.table.finished


def test_hands_whose_winds_have_changed_are_scored_again():
    """East won hand 2 and stayed East, so hand 3 was played in other winds."""
    game = win(win(started(deal="passes_unless_east_wins"), P2, P3, 3), P4, None, 3)
    seen = []

    def rescore(seq, table, hand):
        seen.append((seq, table.dealer))
        return won(table, P4, None, 4)

    event = correct(game, 2, lambda table: won(table, P1, P3, 3), rescore, "it was Ann")
    assert seen == [(3, P1)]
    ((seq, hand),) = event.resettled
    assert (seq, hand.due) == (3, (-32, -32, -32, 96))
    assert event.reason == "it was Ann"
    assert ledger.apply(game, event).table.points[P4] == 500 - 8 + 96


def test_a_false_win_after_it_is_collected_again():
    game = win(started(start=100), P1, P2, 3)
    game = ledger.apply(game, false_win(game.table, P3, 30))
    after = corrected(game, 2, lambda table: won(table, P1, P2, 6))
    ((seq, event),) = after.events[-1].resettled
    assert (seq, event.changes[P3], event.unpaid[P3]) == (3, -84, 6)


def test_a_correction_may_reopen_a_game_and_may_end_it():
    game = started(start=100)
    over = win(game, P1, None, 10)
    assert over.table.finished
    open_again = corrected(over, 2, lambda table: won(table, P1, None, 3))
    assert not open_again.table.finished
    assert corrected(open_again, 2, lambda table: won(table, P1, None, 10)).table.finished


def test_a_correction_cannot_end_a_game_before_hands_that_were_played():
    game = win(win(started(start=100), P1, None, 3), P2, P3, 1)
    with pytest.raises(LedgerError) as error:
        corrected(game, 2, lambda table: won(table, P1, None, 10))
    assert error.value.code == "would_have_ended"
    assert "event 3" in error.value.detail
    hand = won(game.table, P1, None, 10)
    with pytest.raises(LedgerError) as error:
        ledger.apply(game, Corrected(2, replace(hand, changes=(300, -100, -100, -100))))
    assert error.value.code == "would_have_ended"


def test_points_given_back_after_a_bust_that_a_correction_brings_end_nothing():
    """Without the win P3 falls to -40, and a later adjustment lifts him to 60: play goes on."""
    game = win(started(), P3, None, 3)
    game = ledger.apply(game, Adjusted((300, 100, -540, 140), "a debt"))
    game = ledger.apply(game, Adjusted((-100, 0, 100, 0), "a loan"))
    after = corrected(game, 2, lambda _: HandDrawn())
    assert (after.table.points[P3], after.table.finished) == (60, False)
    assert ledger.undo(after).undoes == 2
    assert ledger.replay(after.events) == after


def test_an_early_end_stays_where_it_was():
    game = ledger.apply(win(started(start=100), P1, None, 3), Ended("late"))
    after = corrected(game, 2, lambda table: won(table, P1, None, 10))
    assert after.table.finished


@pytest.mark.parametrize("seq", [0, 1, 4, 5, 99])
def test_what_cannot_be_corrected(seq):
    """Neither the start nor an undo, nor what was taken back or never was."""
    game = undo(draw(win(started(), P1, P2, 3)))
    game = corrected(game, 2, lambda _: HandDrawn())
    for attempt in (seq, 3):
        with pytest.raises(LedgerError) as error:
            correct(game, attempt, lambda _: None, same_hand)
        assert error.value.code == "not_correctable"


def test_a_correction_that_re_settles_what_came_before_it():
    game = win(win(started(), P1, P2, 3), P1, P2, 3)
    hand = game.events[1]
    assert isinstance(hand, HandWon)
    with pytest.raises(LedgerError):
        ledger.apply(game, Corrected(3, hand, ((2, hand),)))


def test_the_facts_of_a_correction_are_checked():
    game = win(started(), P1, P2, 3)
    with pytest.raises(LedgerError) as error:
        ledger.apply(game, Corrected(2, Adjusted((1, 0, 0, 0), "a gift")))
    assert error.value.code == "not_zero_sum"


def replayed(game, seq, decide):
    """The game kept again from the start, with another event in the place of one.

    Points that were moved are moved in any case, also after an end that comes earlier now.
    """
    again = ledger.replay([game.started])
    for number, kept in game.counting():
        event = decide(again.table) if number == seq else kept
        if number != seq and isinstance(event, HandWon | FalseWin):
            event = ledger.pay(again.table, event)
        if isinstance(event, Adjusted) and again.table.finished:
            again = replace(again, table=ledger.step(again.table, event))
        elif isinstance(event, HAPPENINGS) or (
            isinstance(event, Ended) and not again.table.finished
        ):
            again = ledger.apply(again, event)
    return again


@given(customs, st.lists(moves, min_size=1, max_size=12), st.data())
def test_correcting_equals_having_told_it_so_from_the_start(chosen, made, data):
    game = play(started(**chosen), made)
    happened = [seq for seq, event in game.counting() if isinstance(event, HAPPENINGS)]
    assume(happened)
    seq = data.draw(st.sampled_from(happened))
    move = data.draw(tellable | st.none())

    def decide(table):
        return None if move is None else told(table, move)

    try:
        after = corrected(game, seq, decide)
    except LedgerError as error:
        code = error.code
        with pytest.raises(LedgerError, match="game is over"):
            replayed(game, seq, decide)
        assume(code != "would_have_ended")  # refused as it should be; nothing to compare
        raise
    assert ledger.replay(after.events) == after
    assert after.table == replayed(game, seq, decide).table
