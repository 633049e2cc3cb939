"""What a long game costs: the same as a short one, and never more than a game may hold."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import game as ledger
from scorer.ledger.events import Adjusted, Ended, HandDrawn, PlayersSwapped
from scorer.ledger.game import (
    MOST_EVENTS,
    MOST_EVENTS_UNDONE,
    MOST_REFOLDED,
    UNDOABLE,
    LedgerError,
    correct,
    history,
)
from scorer.ledger.table import TableState
from tests.scorer.games import P1, P2, P3, P4, customs, moves, play, started, tellable, told, won

pytestmark = pytest.mark.slow

ENDLESS = {"rounds": 10_000, "start": 100_000}
SWAP = PlayersSwapped((P2, P1, P3, P4))
FINE = Adjusted((3, -1, -1, -1), "a fine")


def corrected(game, seq, instead):
    return ledger.apply(game, correct(game, seq, lambda _: instead, lambda _s, _t, hand: hand))


def folded(game):
    """The table by what counts, told from the start; and the latest that an undo takes back.

    That is an adjustment only where it ended the game.
    """
    table, latest, ender = TableState.opening(game.started.table), None, None
    for seq, event in enumerate(game.events, start=1):
        counts = game.corrected.get(seq, event)
        if seq in game.undone or counts is None:
            continue
        latest = seq if isinstance(event, UNDOABLE) else latest
        before, table = table, ledger.step(table, counts)
        if table.finished and not before.finished:
            ender = seq
        elif not table.finished:
            ender = None
    return table, max(filter(None, (latest, ender)), default=None)


corrections = st.tuples(st.just("correct"), st.integers(2, 12), st.none() | tellable)


@given(customs, st.lists(moves | corrections | st.just(("undo",)), max_size=30))
def test_the_table_is_that_of_a_fold_from_the_start(chosen, told_of):
    game = started(**chosen)
    for move in told_of:
        if move[0] != "correct":
            game = play(game, [move])
            continue
        _, seq, instead = move
        try:
            game = corrected(game, seq, instead and told(game.table, instead))
        except LedgerError:
            continue
        finally:
            assert folded(game) == (game.table, game.mark and game.mark.seq)
    assert folded(game) == (game.table, game.mark and game.mark.seq)
    assert ledger.replay(game.events) == game


@pytest.fixture
def steps(monkeypatch):
    """The steps that the ledger takes, counted from here on."""
    taken = []
    step = ledger.step

    def counted(*given):
        taken.append(given)
        return step(*given)

    monkeypatch.setattr(ledger, "step", counted)
    return taken


def test_undos_cost_a_step_each_however_long_the_game(steps):
    game = started(**ENDLESS)
    for _ in range(500):
        game = ledger.apply(game, HandDrawn())
    for _ in range(500):
        game = ledger.apply(game, FINE)  # each outlives the hands that are taken back below it
    steps.clear()
    for _ in range(500):
        game = ledger.apply(game, ledger.undo(game))
    assert len(steps) <= 500
    assert game.table.points == folded(game)[0].points == (101_500, 99_500, 99_500, 99_500)
    steps.clear()
    assert len(list(history(game.events))) == game.seq
    assert len(steps) <= game.seq


def test_a_correction_goes_over_what_followed_and_no_more(steps):
    game = started(**ENDLESS)
    for _ in range(1000):
        game = ledger.apply(game, HandDrawn())
    steps.clear()
    game = corrected(game, 992, SWAP)
    assert len(steps) <= 3 * 12
    assert game.refolded == 11


def test_a_very_long_game_is_let_go_of_again():
    """The marks are a chain as deep as the game: no recursion may run along it."""
    game = started(**ENDLESS)
    table = game.table
    for seq in range(2, 200_000):
        game = replace(game, mark=ledger.Mark(seq, table, table, game.mark))
    assert game == started(**ENDLESS)
    assert len(repr(game)) < 2000
    del game


def full(event=HandDrawn):
    game = started(**ENDLESS)
    while game.seq < MOST_EVENTS:
        game = ledger.apply(game, event())
    ledger.check_room(game)
    return game


def test_a_full_game_takes_no_more_but_every_hand_can_be_taken_back():
    game = full()
    for event in (HandDrawn(), FINE, SWAP):
        with pytest.raises(LedgerError, match="the table's next game") as error:
            ledger.check_room(ledger.apply(game, event))
        assert error.value.code == "game_full"
    ended = ledger.apply(game, Ended())
    ledger.check_room(ended)
    while game.mark is not None:
        game = ledger.apply(game, ledger.undo(game))
        ledger.check_room(game)
    assert game.seq == 2 * MOST_EVENTS - 1 < MOST_EVENTS_UNDONE


def test_ending_and_reopening_a_full_game_comes_to_an_end():
    game = full()
    while game.seq < MOST_EVENTS_UNDONE:
        game = ledger.apply(game, ledger.undo(game) if game.table.finished else Ended())
        ledger.check_room(game)
    game = ledger.apply(game, ledger.undo(game))
    with pytest.raises(LedgerError) as error:
        ledger.check_room(game)
    assert error.value.code == "game_full"


def test_corrections_go_over_so_many_events_and_no_more():
    game = started(**ENDLESS)
    for _ in range(MOST_REFOLDED // 6):
        game = ledger.apply(game, HandDrawn())
    for number in range(5):  # about 1,700 events each
        game = corrected(game, 2, (SWAP, HandDrawn())[number % 2])
        ledger.check_room(game)
    with pytest.raises(LedgerError, match="adjustment") as error:
        corrected(game, 2, SWAP)
    assert error.value.code == "too_many_corrections"
    # What was said last is still put right: that goes over little.
    for number in range(10):
        game = corrected(game, 1660, (SWAP, HandDrawn())[number % 2])
    ledger.check_room(game)
    with pytest.raises(LedgerError):
        ledger.check_refolds(MOST_REFOLDED + 1)


def test_a_game_of_before_the_limits_is_replayed():
    game = full()
    for _ in range(10):
        game = ledger.apply(game, HandDrawn())
    assert ledger.replay(game.events).seq == MOST_EVENTS + 10


def test_an_adjustment_that_became_a_hand_is_played_again_after_an_undo():
    game = started(**ENDLESS)
    game = ledger.apply(ledger.apply(game, won(game.table, P1, P2, 3)), FINE)
    game = corrected(game, 3, SWAP)
    assert not game.plain
    assert game.mark.seq == 2
    back = ledger.apply(game, ledger.undo(game))
    assert back.table == folded(back)[0]
    assert back.table.seating == SWAP.seating
