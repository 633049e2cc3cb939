"""What an evening says about its players, counted by hand and against the ledger."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import game as ledger
from scorer.ledger.events import Adjusted, HandWon, PlayersSwapped, Winning
from scorer.ledger.game import correct
from scorer.ledger.statistics import Best, statistics
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
    undo,
    win,
    won,
)


def evening():
    """Dee from Bob 7 faan, Bob draws 3, a tie, Ann draws 10: the evening of the sheet."""
    game = win(win(started(), P4, P2, 7), P2, None, 3)
    return win(draw(game), P1, None, 10)


def test_the_evening_of_the_sheet():
    figures = statistics([evening()])
    assert (figures.hands, figures.draws) == (4, 1)
    ann, bob, cid, dee = figures.players
    assert [one.points for one in figures.players] == [336, -144, -176, -16]
    assert figures.ranks == (1, 3, 4, 2)
    assert (bob.wins, bob.self_draws, bob.deal_ins, bob.hands) == (1, 1, 1, 4)
    assert (dee.wins, dee.self_draws, dee.deal_ins) == (1, 0, 0)
    assert [one.deals for one in figures.players] == [1, 1, 2, 0]
    assert (ann.average_faan, cid.average_faan) == (10.0, None)
    assert ann.biggest_faan == Best(game=0, seq=5, value=10, hand=None)
    assert (ann.average_score, ann.biggest_score) == (None, None)
    assert [one.wins_by_faan for one in figures.players] == [((10, 1),), ((3, 1),), (), ((7, 1),)]
    assert [one.rows for one in figures.players] == [()] * 4  # agreed without tiles


def test_rows_that_a_player_has_won_with():
    def line(id_, **worth):
        return {"id": id_, "name": id_.title(), "zh": "番", "excluded_by": None, **worth}

    hands = [
        [line("b", faan=1), line("a", faan=2), line("c", faan=1, excluded_by="a")],
        [line("b", points=4, times=1), line("x", points=0, times=1), line("y", times=2)],
        [line("b", faan=1), line("b", faan=1)],
    ]
    game = started()
    for rows in hands:
        won_by = Winning(P1, faan=3, answer={"rows": rows})
        game = ledger.apply(game, replace(won(game.table, P1, None, 3), wins=(won_by,)))
    ann = statistics([game]).players[0]
    assert [(one.id, one.name, one.times) for one in ann.rows] == [
        ("b", "B", 3),
        ("a", "A", 1),
        ("y", "Y", 1),
    ]
    assert ann.wins_by_faan == ((3, 3),)


def test_points_over_the_hands():
    game = ledger.apply(evening(), Adjusted((-5, 5, 0, 0), "a fine"))
    game = ledger.apply(game, PlayersSwapped((P2, P1, P3, P4)))
    (course,) = statistics([game]).courses
    assert [(step.seq, step.hand_number, step.points) for step in course] == [
        (1, 1, (500, 500, 500, 500)),
        (2, 1, (468, 436, 468, 628)),
        (3, 2, (452, 484, 452, 612)),
        (4, 3, (452, 484, 452, 612)),
        (5, 4, (836, 356, 324, 484)),
        (6, 5, (831, 361, 324, 484)),
    ]


@pytest.mark.parametrize(
    ("winners", "streaks"),
    [
        ("1", [(1, 1), (0, 0), (0, 0), (0, 0)]),
        ("1121", [(2, 1), (1, 0), (0, 0), (0, 0)]),
        ("11-1112", [(3, 0), (1, 1), (0, 0), (0, 0)]),
    ],
)
def test_streaks(winners, streaks):
    game = started(rounds=4)
    for winner in winners:
        game = draw(game) if winner == "-" else win(game, (P1, P2)[int(winner) - 1], P3, 0)
    players = statistics([game]).players
    assert [(one.streak, one.running) for one in players] == streaks


def test_what_was_taken_back_or_corrected_does_not_count():
    game = undo(win(evening(), P3, None, 13))
    assert statistics([game]).players == statistics([evening()]).players
    event = correct(game, 2, lambda table: won(table, P4, P1, 7), lambda *_: None)
    ann, bob, _, _ = statistics([ledger.apply(game, event)]).players
    assert (ann.deal_ins, bob.deal_ins) == (1, 0)


def test_false_wins_are_counted_and_are_no_hands():
    game = started()
    game = ledger.apply(game, false_win(game.table, P2, 8))
    figures = statistics([game])
    assert (figures.hands, [one.false_wins for one in figures.players]) == (0, [0, 1, 0, 0])
    assert [one.points for one in figures.players] == [8, -24, 8, 8]


def test_scores_are_counted_apart_from_faan():
    wins = (Winning(P1, "123m", score=64), Winning(P2, score=20))
    hand = HandWon(wins, discarder=P3, self_drawn=False, due=(0, 0, 0, 0), changes=(0, 0, 0, 0))
    ann, bob, cid, _ = statistics([ledger.apply(started(), hand)]).players
    assert ann.biggest_score == Best(0, 2, 64, "123m")
    assert (ann.average_score, bob.average_score, ann.average_faan) == (64.0, 20.0, None)
    assert (cid.deal_ins, bob.wins) == (1, 1)


def test_several_games_of_one_table():
    """Bob and Ann have changed places, and Eve sits in for Dee."""
    other = ledger.replay([replace(started().started, players=("Bob", "Ann", "Cid", "Eve"))])
    other = win(other, P2, P1, 13)
    figures = statistics([evening(), other])
    assert [(one.name, one.games) for one in figures.players] == [
        ("Ann", 2),
        ("Bob", 2),
        ("Cid", 2),
        ("Dee", 1),
        ("Eve", 1),
    ]
    ann, bob, *_ = figures.players
    assert (ann.points, ann.wins, ann.average_faan) == (336 + 512, 2, 11.5)
    assert ann.biggest_faan == Best(game=1, seq=2, value=13, hand=None)
    assert (ann.streak, ann.running) == (1, 1)  # a streak ends with its game
    assert (bob.deal_ins, bob.points) == (2, -144 - 256)
    assert len(figures.courses) == 2


def test_players_of_one_name_stay_apart():
    game = ledger.replay([replace(started().started, players=("Ann", "Ann", "Cid", "Dee"))])
    figures = statistics([win(game, P2, P1, 3)])
    assert [(one.name, one.wins) for one in figures.players][:2] == [("Ann", 0), ("Ann", 1)]


@given(customs, st.lists(moves, max_size=25))
def test_figures_add_up(chosen, told):
    game = play(started(**chosen), told)
    figures = statistics([game])
    assert sum(one.points for one in figures.players) == 0
    assert sum(one.wins for one in figures.players) == figures.hands - figures.draws
    assert sum(one.deals for one in figures.players) == figures.hands
    assert all(one.streak >= one.running for one in figures.players)
    assert sum(one.wins - one.self_draws - one.deal_ins for one in figures.players) == 0
    assert figures.courses[0][-1].points == game.table.points


def test_a_damaged_number_of_faan_leaves_no_average():
    """Each number is stored; of a file that somebody wrote it may be beyond what a float holds."""
    game = win(started(), P1, None, 3)
    hand = game.events[-1]
    assert isinstance(hand, HandWon)
    damaged = replace(hand, wins=(replace(hand.wins[0], faan=10**400),))
    first, *_ = statistics([ledger.apply(started(), damaged)]).players
    assert first.average_faan is None
