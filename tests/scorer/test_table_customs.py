"""Who deals next and when a game is over, as each document has it."""

import pytest

from scorer.core.tiles import Wind
from scorer.ledger.events import Ended, PlayersSwapped
from scorer.ledger.game import step
from scorer.ledger.table import (
    Player,
    Seat,
    TableRuleError,
    TableRules,
    TableState,
    after_draw,
    after_win,
)
from scorer.rules.rule_set import OptionError
from scorer.rulesets import RULE_SETS
from tests.scorer.games import NOTHING

P1, P2, P3, P4 = Player

# docs/rules/README.md, 5: the defaults of each document's table
SHEET = TableRules()
EAST_STAYS = TableRules(
    deal="passes_unless_east_wins",
    round_change="conventional",
    draw_keeps_dealer=False,
    bust_ends_game=False,
    short_payment="go_negative",
)
WINNER_DEALS = TableRules(
    start=0,
    rounds=8,
    deal="winner_deals",
    round_change="conventional",
    length="hands",
    bust_ends_game=False,
    short_payment="go_negative",
    zero_sum=False,
    direction="cw",
)


def play(rules: TableRules, winners: str) -> list[TableState]:
    """The table before each hand, and after the last; a digit is the winner, - a drawn hand."""
    states = [TableState.opening(rules)]
    for winner in winners.replace(" ", ""):
        state = states[-1]
        assert not state.finished
        if winner == "-":
            states.append(after_draw(state))
        else:
            states.append(after_win(state, NOTHING, (Player(int(winner) - 1),)))
    return states


def dealers(states: list[TableState]) -> str:
    return "".join(str(state.dealer + 1) for state in states)


@pytest.mark.parametrize(
    ("rules", "winners", "east"),
    [
        # the sheet: East moves even when East wins, and stays on a tie
        (SHEET, "11-2", "12334"),
        # East stays by winning; a draw passes the deal ("otherwise")
        (EAST_STAYS, "11-2 33", "1112233"),
        (EAST_STAYS, "234-", "12341"),
        # the winner becomes East; a draw changes nothing
        (WINNER_DEALS, "14-2", "11442"),
    ],
)
def test_who_deals(rules, winners, east):
    assert dealers(play(rules, winners)) == east


KEEPS, PASSES = {"east_keeps_on_win": True}, {"east_keeps_on_win": False}
STAYS, GOES = {"dealer_stays_on_draw": True}, {"dealer_stays_on_draw": False}


@pytest.mark.parametrize(
    ("rules", "options", "east"),
    [
        # Player 1 deals and wins, then nobody, then player 2.
        ("hk-500", {}, "1223"),
        ("hk-500", KEEPS, "1112"),
        ("hk-500", GOES, "1234"),
        ("hk-majlife", {}, "1122"),
        ("hk-majlife", PASSES, "1234"),
        ("hk-majlife", STAYS, "1112"),
        ("classical-20", PASSES | STAYS, "1223"),
        ("classical-british", PASSES | STAYS, "1223"),
        ("simplified-300", {}, "1112"),
        ("simplified-300", PASSES, "1223"),
        ("simplified-300", PASSES | GOES, "1232"),
        ("simplified-300", {"dealer": "rotate"}, "1223"),
    ],
)
def test_who_deals_next_is_an_option_of_every_rule_set(rules, options, east):
    house = RULE_SETS[rules].house(options)
    assert dealers(play(house.table, "1-2")) == east


def test_the_old_name_of_an_option_answers_it_too():
    for rules in RULE_SETS.values():
        for answer in (True, False):
            old = rules.house({"draw_keeps_dealer": answer})
            new = rules.house({"dealer_stays_on_draw": answer})
            assert (old.table, old.chosen_options) == (new.table, new.chosen_options)
            with pytest.raises(OptionError, match="set only one of them"):
                rules.house({"draw_keeps_dealer": answer, "dealer_stays_on_draw": answer})


def test_two_houses_that_keep_the_dealer_on_a_draw():
    keeping = TableRules(deal="passes_unless_east_wins", draw_keeps_dealer=True)
    assert dealers(play(keeping, "-1-2")) == "11112"


def test_the_round_changes_when_the_deal_returns_to_the_first_east():
    states = play(EAST_STAYS, "12 1 1 1 2")
    assert dealers(states) == "1123412"[: len(states)]
    assert [state.round_wind for state in states][-2:] == [Wind.SOUTH, Wind.SOUTH]
    assert [state.first for state in states] == [state.dealer for state in states]


def test_four_rounds_are_four_deals_for_everyone_however_long_one_keeps_them():
    """docs/rules/classical-20.md, 4: each player has been dealer four times."""
    winners = "1" + "2341" * 4  # East wins once, then always the player after the dealer
    states = play(EAST_STAYS, winners)
    assert states[-1].finished
    turns = [(state.round_number, state.east) for state in states[:-1]]
    assert sorted(set(turns)) == [(number, seat) for number in range(1, 5) for seat in Seat]
    assert (len(turns), states[-1].hand_number) == (17, 17)


def test_eight_hands_draws_counted():
    states = play(WINNER_DEALS, "1-234-12")
    assert [state.finished for state in states] == [*[False] * 8, True]
    assert {state.round_wind for state in states} == {Wind.EAST}


def test_eight_hands_draws_not_counted():
    rules = TableRules(rounds=8, deal="winner_deals", length="hands_won", bust_ends_game=False)
    states = play(rules, "1-2341-234")
    assert [state.finished for state in states] == [*[False] * 10, True]


def test_of_several_winners_east_stays_or_the_first_in_turn_deals():
    state = TableState.opening(EAST_STAYS)
    assert after_win(state, NOTHING, (P3, P1)).dealer == P1
    assert after_win(state, NOTHING, (P3, P4)).dealer == P2
    assert after_win(TableState.opening(WINNER_DEALS), NOTHING, (P4, P2)).dealer == P4


def test_players_who_change_chairs_take_their_points_and_leave_their_wind():
    state = after_win(TableState.opening(EAST_STAYS), (-16, 48, -16, -16), (P2,))
    after = step(state, PlayersSwapped((P1, P3, P2, P4)))
    assert after.points == state.points
    assert [after.wind_of(player) for player in Player] == [
        Wind.NORTH,
        Wind.SOUTH,
        Wind.EAST,
        Wind.WEST,
    ]
    assert (after.dealer, after.seating[after.next_east]) == (P3, P2)
    following = after_win(after, NOTHING, (P1,))
    assert following.dealer == P2


def test_a_game_may_be_closed_early():
    state = TableState.opening(SHEET)
    assert step(state, Ended()).finished


@pytest.mark.parametrize(
    ("customs", "words"),
    [
        ({"deal": "passes"}, "always_passes, passes_unless_east_wins, winner_deals"),
        ({"length": "an evening"}, "rounds, hands, hands_won"),
        ({"direction": "left"}, "ccw, cw"),
    ],
)
def test_customs_that_nobody_knows(customs, words):
    with pytest.raises(TableRuleError, match=words):
        TableRules(**customs)
