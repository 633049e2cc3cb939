"""Rules that a table changes during a game: from which hand on they hold, and what an undo does."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import game as ledger
from scorer.ledger.events import Adjusted, HandDrawn, RulesChanged
from scorer.ledger.game import LedgerError, correct
from scorer.ledger.table import RulesStamp, TableRules, Terms
from tests.scorer.games import P1, P2, draw, started, undo, win

OTHER = Terms("other", {"minimum": 3}, RulesStamp("other", 1, "0" * 64), "a file")
CONVENTIONAL = TableRules(round_change="conventional")


def change(game, after=0, table=CONVENTIONAL, terms=OTHER):
    return ledger.apply(game, RulesChanged(terms, table, after))


def agreed(game):
    return game.terms(game.table).rules


def test_a_game_plays_by_the_rules_it_began_with():
    game = started()
    assert game.terms(game.table) == game.started.terms == Terms("hk-500")


def test_rules_hold_from_this_hand_on():
    game = change(started())
    assert (agreed(game), game.table.rules.round_change) == ("other", "conventional")
    assert agreed(win(game, P1, P2, 3)) == "other"


@pytest.mark.parametrize("after", [1, 2, 3])
def test_rules_hold_after_so_many_hands(after):
    game = change(started(), after)
    for _ in range(after):
        assert (agreed(game), game.table.coming.terms) == ("hk-500", OTHER)
        game = draw(game)
    assert (agreed(game), game.table.coming) == ("other", None)


def test_what_was_agreed_on_last_holds():
    third = replace(OTHER, rules="third")
    game = change(change(started(), 1), 2, terms=third)
    assert agreed(draw(game)) == "hk-500"
    assert agreed(draw(draw(game))) == "third"
    assert change(change(started(), 1), terms=third).table.coming is None


def test_the_end_of_a_game_brings_no_other_rules():
    game = draw(change(started(length="hands", rounds=1), 1))
    assert (game.table.finished, agreed(game)) == (True, "hk-500")
    with pytest.raises(LedgerError, match="over"):
        change(game)


@pytest.mark.parametrize(
    ("kept", "code"),
    [
        ({"start": 400}, "not_this_table"),
        ({"coins": 100}, "not_this_table"),
        ({"direction": "cw"}, "not_this_table"),
        ({"zero_sum": False}, "not_this_table"),
    ],
)
def test_the_table_itself_stays(kept, code):
    with pytest.raises(LedgerError) as refused:
        change(started(), table=TableRules(**kept))
    assert refused.value.code == code


@pytest.mark.parametrize("after", [-1, ledger.MOST_AHEAD + 1])
def test_nobody_agrees_on_hands_of_the_past_or_of_another_evening(after):
    with pytest.raises(LedgerError) as refused:
        change(started(), after)
    assert refused.value.code == "not_ahead"


def test_rules_that_would_end_the_game_are_refused():
    game = ledger.apply(started(bust_ends_game=False), Adjusted((500, -500, 0, 0), "tea"))
    with pytest.raises(LedgerError) as refused:
        change(game)
    assert refused.value.code == "would_end_game"


def test_an_undo_takes_a_change_back_and_leaves_points_alone():
    game = ledger.apply(change(win(started(), P1, P2, 3)), Adjusted((1, -1, 0, 0), "tea"))
    again = undo(game)
    assert (agreed(again), again.table.points) == ("hk-500", game.table.points)


def test_a_struck_hand_before_it_leaves_a_change_where_it_was_told():
    game = draw(change(draw(started()), 1))
    event = correct(game, 2, lambda _: None, lambda _seq, _table, hand: hand)
    assert agreed(ledger.apply(game, event)) == "other"


moves = st.lists(
    st.sampled_from(["win", "draw", "undo", "strike"]) | st.integers(0, 3), max_size=20
)


@given(moves)
def test_a_replay_makes_the_same_game(told):
    game = started(bust_ends_game=False, rounds=4)
    for number, move in enumerate(told):
        try:
            if isinstance(move, int):
                game = change(
                    game, move, TableRules(bust_ends_game=False), replace(OTHER, rules=str(number))
                )
            elif move == "strike":
                event = correct(game, 2, lambda _: None, lambda _seq, _table, hand: hand)
                game = ledger.apply(game, event)
            elif move == "undo":
                game = undo(game)
            else:
                game = win(game, P1, P2, 3) if move == "win" else ledger.apply(game, HandDrawn())
        except LedgerError:
            continue
    assert ledger.replay(game.events) == game
