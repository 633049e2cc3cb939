"""Winds, dealer, rounds and payments that cannot be made, as a table would play them."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.tiles import Wind
from scorer.ledger.table import (
    EVERYONE,
    SHORT_PAYMENTS,
    Player,
    TableRuleError,
    TableRules,
    TableState,
    adjust,
    after_draw,
    after_win,
    collect,
    debts,
    pay_available,
)
from tests.scorer.games import NOTHING

P1, P2, P3, P4 = Player


def opening(**customs) -> TableState:
    return TableState.opening(TableRules(**customs))


def won_hands(state: TableState):
    """The table before each hand when somebody wins every one."""
    while not state.finished:
        yield state
        state = after_win(state, NOTHING, (P1,))


def labels(states, of) -> str:
    return " ".join(f"P{of(state) + 1}" for state in states)


def test_everyone_starts_with_500_and_the_first_chair_is_east():
    state = opening()
    assert state.points == (500, 500, 500, 500)
    assert [state.wind_of(player) for player in Player] == [
        Wind.EAST,
        Wind.SOUTH,
        Wind.WEST,
        Wind.NORTH,
    ]
    assert (state.round_wind, state.first, state.hand_number) == (Wind.EAST, P1, 1)


@pytest.mark.parametrize(
    ("round_change", "east"),
    [
        ("sheet_literal", "P1 P2 P3 P4 P4 P1 P2 P3 P3 P4 P1 P2 P2 P3 P4 P1"),
        ("conventional", "P1 P2 P3 P4 P1 P2 P3 P4 P1 P2 P3 P4 P1 P2 P3 P4"),
    ],
)
def test_east_over_a_whole_game(round_change, east):
    """docs/rules/hk-500.md, A14 gives both sequences; who goes first is the same in both."""
    states = list(won_hands(opening(round_change=round_change)))
    assert labels(states, lambda state: state.dealer) == east
    assert labels(states, lambda state: state.first) == " ".join(["P1 P2 P3 P4"] * 4)
    assert "".join(state.round_wind for state in states) == "EEEESSSSWWWWNNNN"
    assert [state.hand_number for state in states] == list(range(1, 17))


def test_fifth_hand_of_the_literal_sheet():
    """cases/README: round South, East still P4, P1 is South and goes first."""
    fifth = next(islice(won_hands(opening()), 4, None))
    assert fifth.round_wind == Wind.SOUTH
    assert [fifth.wind_of(player) for player in Player] == [
        Wind.SOUTH,
        Wind.WEST,
        Wind.NORTH,
        Wind.EAST,
    ]
    assert fifth.first == P1


def test_a_tie_changes_nothing_but_the_hand_number():
    state = after_win(opening(), NOTHING, (P1,))
    assert after_draw(state) == state._replace(hand_number=3, draws=1)


def test_a_tie_passes_the_deal_where_the_house_says_so():
    assert after_draw(opening(draw_keeps_dealer=False)).dealer == P2


@pytest.mark.parametrize(("rounds", "hands"), [(1, 4), (2, 8), (3, 12), (4, 16)])
def test_game_length(rounds, hands):
    assert len(list(won_hands(opening(rounds=rounds)))) == hands


def test_ties_do_not_end_a_round():
    state = opening(rounds=1)
    for _ in range(20):
        state = after_draw(state)
    assert (state.finished, state.hand_number, state.round_wind) == (False, 21, Wind.EAST)


def test_winds_stay_as_they_were_when_the_game_ends():
    *_, last = won_hands(opening(rounds=1))
    over = after_win(last, NOTHING, (P1,))
    assert over == last._replace(closed=True)


@pytest.mark.parametrize(
    ("points", "finished"), [((1, 1, 1, 1997), False), ((0, 600, 600, 800), True)]
)
def test_running_out_ends_the_game_at_once(points, finished):
    state = opening()._replace(points=points)
    assert after_win(state, NOTHING, (P1,)).finished is finished
    assert after_draw(state).finished is finished
    house = state._replace(rules=TableRules(bust_ends_game=False))
    assert not after_win(house, NOTHING, (P1,)).finished


def test_p3_pays_the_hundred_he_has():
    """cases/README: P1 draws 10 faan, P3 has 100: unpaid 28, P1 gets 356, P3 stands at 0."""
    state = opening()._replace(points=(600, 600, 100, 700))
    collected = collect(state, (384, -128, -128, -128))
    assert collected == (356, -128, -100, -128)
    after = after_win(state, collected, (P1,))
    assert after.points == (956, 472, 0, 572)
    assert after.finished


@pytest.mark.parametrize(
    ("have", "due", "changes"),
    [
        # paid in full
        ((500, 500, 500, 500), (-32, -64, -32, 128), (-32, -64, -32, 128)),
        # two are short at once
        ((10, 20, 500, 500), (-64, -64, 192, -64), (-10, -20, 94, -64)),
        # nobody pays out of less than nothing
        ((-5, 500, 500, 500), (-64, 64, 0, 0), (0, 0, 0, 0)),
        # everyone settles with everyone
        ((500, 500, 500, 10), (50, -14, -6, -30), (30, -14, -6, -10)),
        # the third is paid first by both, who owe him 25 each and the fourth 15
        ((5, 5, 500, 500), (-40, -40, 50, 30), (-5, -5, 10, 0)),
        ((30, 500, 500, 500), (-40, -40, 50, 30), (-30, -40, 50, 20)),
        # the second discarded: he owes 16 to the third and 4 to the first, the fourth 8 and 2
        ((500, 10, 500, 500), (6, -20, 24, -10), (2, -10, 18, -10)),
        ((500, 18, 500, 500), (6, -20, 24, -10), (4, -18, 24, -10)),
        ((500, 0, 500, 1), (6, -20, 24, -10), (1, 0, 0, -1)),
        # a false win of the fourth: the first sits on his right
        ((500, 500, 500, 100), (128, 128, 128, -384), (100, 0, 0, -100)),
        ((500, 500, 500, 130), (128, 128, 128, -384), (128, 2, 0, -130)),
    ],
)
def test_short_payments(have, due, changes):
    """Each payer pays the receivers in turn from his right, as far as what he has goes."""
    assert pay_available(have, due) == changes


def test_turns_go_by_chairs_and_not_by_who_sat_there_first():
    state = opening()._replace(points=(500, 10, 500, 500), seating=(P2, P1, P3, P4))
    assert collect(state, (6, -20, 24, -10)) == (6, -10, 14, -10)


def test_games_of_earlier_programs_are_collected_as_they_began():
    """Who gains most waits first there, as in the payments that they have recorded."""
    state = opening(short_payment="pay_available_most_waits")._replace(points=(5, 5, 500, 500))
    assert collect(state, (-40, -40, 50, 30)) == (-5, -5, 0, 10)


@given(st.tuples(*[st.integers(0, 1000)] * 2), st.sampled_from([(2, 1), (3, 0), (1, 1)]))
def test_debts_of_several_winners_are_those_of_each_hand(points, shares):
    """P2 discarded, P3 and P1 won: each is owed as if alone."""
    (third, first), (discarder, other) = points, shares
    due = (
        (discarder + other) * first,
        -discarder * (first + third),
        (discarder + other) * third,
        -other * (first + third),
    )
    told = {(debt.payer, debt.receiver): debt.points for debt in debts(due, EVERYONE)}
    each = {
        (P2, P3): discarder * third,
        (P2, P1): discarder * first,
        (P4, P3): other * third,
        (P4, P1): other * first,
    }
    assert told == {pair: owed for pair, owed in each.items() if owed}


def test_a_house_may_let_players_go_below_nothing():
    state = opening(short_payment="go_negative")._replace(points=(0, 0, 0, 2000))
    assert collect(state, (-8, -8, -8, 24)) == (-8, -8, -8, 24)


amounts = st.integers(-1000, 1000)


@given(st.tuples(amounts, amounts, amounts, amounts), st.tuples(amounts, amounts, amounts))
def test_paying_what_one_has_loses_no_point(have, three):
    due = (*three, -sum(three))
    collected = pay_available(have, due)
    assert sum(collected) == 0
    unpaid = sum(collected[seat] - due[seat] for seat in Player if due[seat] < 0)
    for seat in Player:
        assert collected[seat] + unpaid >= due[seat]
        if due[seat] < 0:
            assert have[seat] + collected[seat] >= min(have[seat], 0)
            assert due[seat] <= collected[seat] <= 0
        else:
            assert 0 <= collected[seat] <= due[seat]
    assert SHORT_PAYMENTS["go_negative"](have, due, EVERYONE) == due


@pytest.mark.parametrize(
    ("points", "ranks"),
    [
        ((500, 500, 500, 500), [(0, 1), (1, 1), (2, 1), (3, 1)]),
        ((468, 436, 468, 628), [(3, 1), (0, 2), (2, 2), (1, 4)]),
        ((0, 900, 900, 200), [(1, 1), (2, 1), (3, 3), (0, 4)]),
    ],
)
def test_standings_share_ranks(points, ranks):
    state = opening()._replace(points=points)
    assert [(place.player, place.rank) for place in state.standings] == ranks


@pytest.mark.parametrize("hands", range(16))
def test_winds_and_seats_name_each_other(hands):
    state = next(islice(won_hands(opening()), hands, None))
    assert [state.seating[state.seat_of(wind)] for wind in state.winds] == list(Player)
    assert state.seat_of(Wind.EAST) == state.east


def test_an_adjustment_moves_points_only():
    state = opening()
    assert adjust(state, (-10, 10, 0, 0)) == state._replace(points=(490, 510, 500, 500))


@pytest.mark.parametrize(
    ("customs", "changes", "finished"),
    [
        ({}, (-500, 500, 0, 0), True),
        ({}, (-501, 501, 0, 0), True),
        ({}, (-499, 499, 0, 0), False),
        ({"bust_ends_game": False}, (-500, 500, 0, 0), False),
        ({"bust_moment": "hand_end"}, (-500, 500, 0, 0), False),
        # nobody runs out of what nobody brought
        ({"start": 0, "zero_sum": False}, (72, 40, 8, 0), False),
    ],
)
def test_a_game_ends_immediately_where_a_player_runs_out_of_points(customs, changes, finished):
    """Seed 000: "It also ends immediately if any player runs out of points completely"."""
    over = adjust(opening(**customs), changes)
    assert over.finished is finished
    back = tuple(-each for each in changes)
    assert not adjust(over, back).finished


@pytest.mark.parametrize(
    ("customs", "words"),
    [
        ({"rounds": 0}, "at least 1"),
        ({"round_change": "sheet"}, "sheet_literal, conventional"),
        ({"short_payment": "credit"}, "pay_available, go_negative"),
        ({"bust_moment": "later"}, "at_once, hand_end"),
    ],
)
def test_unknown_customs_are_refused(customs, words):
    with pytest.raises(TableRuleError, match=words):
        TableRules(**customs)
