"""What no report may say: each with the table that it was told at and the code of its refusal."""

import pickle
from dataclasses import replace
from functools import partial

import pytest

from scorer.core.sentences import RefusedError
from scorer.ledger import game as ledger
from scorer.ledger.events import Adjusted, Corrected, HandDrawn, HandWon, PlayersNamed
from scorer.ledger.game import correct
from scorer.ledger.table import Player, Terms
from scorer.reports.agreement import (
    Agreement,
    agreed_options,
    opening_event,
    renaming,
    rule_set,
    rules_change,
)
from scorer.reports.events import (
    adjustment,
    correction_of,
    event_of,
    false_win,
    recount,
    recount_correction,
    resettle,
    swap,
)
from scorer.reports.wins import read_report
from scorer.rules.rule_set import OptionError
from scorer.rulesets.house_file import read_kept_file

NAMES = ("Ann", "Bob", "Cid", "Dee")
HAND = "123m 456m 79m 55z (777z) +8m"
FOR_EAST_ONLY = "123m 4569p 789s (111z) +9p"
COINS = (
    'format = 2\nbase = "hk-500"\nname = "Cents"\n[points]\nladder = "half_spicy"\nunit = 0.25\n'
)
THREE = {"winner": 0, "from": 1, "faan": 3}
ALL = {"multiple_winners": "all"}


def sat_down(rules="hk-500", options=None, house=None, players=NAMES):
    terms = Terms(rules, options or {}, house=house)
    return ledger.apply(None, opening_event(players, terms))


def won(game, **body):
    return ledger.apply(game, event_of(game, read_report(body)))


HANDS = [
    ("hk-500", {}, {**THREE, "faan": 3, "hand": HAND}, "one_result"),
    ("hk-500", {}, {**THREE, "scores": [1, 0, 0, 0]}, "not_for_these_rules"),
    ("hk-500", {}, {"winner": 0, "faan": 3}, "from_required"),
    ("hk-500", {}, {**THREE, "win": "self-draw"}, "from_not_allowed"),
    ("hk-500", {}, {**THREE, "from": 0}, "winner_is_discarder"),
    ("hk-500", ALL, {**THREE, "also": [{"winner": 0, "faan": 3}]}, "winner_twice"),
    ("hk-500", {}, {**THREE, "also": [{"winner": 2, "faan": 3}]}, "first_in_turn"),
    ("hk-500", {}, {**THREE, "responsible": 0}, "not_responsible"),
    ("hk-500", {}, {**THREE, "responsible": 2}, "not_responsible"),
    ("hk-500", {}, {**THREE, "responsibility": "limit_hand"}, "not_responsible"),
    ("hk-500", {}, {**THREE, "responsibility": "luck"}, "unknown_responsibility"),
    ("hk-500", {}, {**THREE, "events": ["luck"]}, "unknown_event"),
    ("hk-500", {}, {**THREE, "events": ["first-draw"]}, "invalid_hand"),
    ("hk-500", {"players": 3}, {**THREE, "winner": 3}, "no_such_player"),
    ("classical-20", {}, {**THREE}, "not_for_these_rules"),
    ("classical-20", {}, {"winner": 0, "hand": HAND, "responsible": 1}, "not_for_these_rules"),
    ("classical-20", {}, {"winner": 0, "from": 1}, "one_result"),
    ("classical-20", {}, {"winner": 0, "hand": HAND, "hands": [None] * 4}, "one_result"),
    ("classical-20", {}, {"winner": 0, "scores": [-2, 0, 0, 0], "from": 1}, "bad_score"),
    ("classical-20", {}, {"winner": 0, "scores": [None, 0, 0, 0], "from": 1}, "winner_unknown"),
    ("classical-20", {}, {"winner": 0, "hands": [None] * 4, "from": 1}, "winner_unknown"),
    ("classical-20", {}, {"winner": 0, "scores": [2, 0, 0]}, "invalid_request"),
    (
        "classical-20",
        ALL,
        {"winner": 0, "from": 1, "scores": [2, 0, 2, 0], "also": [{"winner": 2, "hand": HAND}]},
        "one_result",
    ),
    ("classical-20", ALL, {"winner": 0, "hand": HAND, "also": [{"winner": 2}]}, "from_required"),
]


@pytest.mark.parametrize(("rules", "options", "body", "code"), HANDS)
def test_no_hand_is_reported_so(rules, options, body, code):
    game = sat_down(rules, options, players=NAMES[: options.get("players", 4)])
    with pytest.raises(RefusedError) as refused:
        won(game, **body)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (partial(false_win, player=Player.FIRST, hand="123m 4"), "invalid_hand"),
        (partial(adjustment, changes=(0.5, -0.5, 0, 0), reason="chips"), "not_whole_coins"),
        (partial(adjustment, changes=(1, -1), reason="chips"), "invalid_request"),
        (partial(swap, seats=(0, 0, 1, 2)), "not_a_seating"),
    ],
)
def test_nothing_else_is_reported_so(report, code):
    with pytest.raises(RefusedError) as refused:
        event_of(sat_down(), report)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("players", "terms", "code"),
    [
        (["Ann", "ANN", "Cid", "Dee"], Terms("hk-500"), "same_name"),
        (NAMES, Terms("hk-50"), "unknown_rules"),
        (NAMES, Terms("x", house="format = 9"), "bad_house_file"),
        (NAMES, Terms("hk-500", {"players": 3}), "other_players"),
    ],
)
def test_no_game_begins_so(players, terms, code):
    with pytest.raises(RefusedError) as refused:
        opening_event(players, terms)
    assert refused.value.code == code


def test_players_are_renamed_to_names_that_can_be_told_apart():
    assert renaming(["Ann", "Bea", "Cid", "Dee"]) == PlayersNamed(("Ann", "Bea", "Cid", "Dee"))
    with pytest.raises(RefusedError) as refused:
        renaming(["Ann", "ann ", "Cid", "Dee"])
    assert refused.value.code == "same_name"


@pytest.mark.parametrize(
    ("terms", "from_hand", "code"),
    [
        (Terms("hk-500"), None, "same_rules"),
        (Terms("hk-majlife"), 1, "hand_over"),
        (Terms("classical-20"), None, "counted_otherwise"),
        (Terms("cents", house=COINS), None, "finer_coins"),
        (Terms("hk-500", {"money_per_point": 0.5}), None, "different_stakes"),
    ],
)
def test_no_game_changes_to_such_rules(terms, from_hand, code):
    game = won(sat_down(), **THREE)
    with pytest.raises(RefusedError) as refused:
        rules_change(game, terms, from_hand)
    assert refused.value.code == code


def test_a_refusal_goes_to_another_process_whole():
    refused = RefusedError("invalid_hand", "It is none.", problems=["tile_count"], seq=3)
    other = pickle.loads(pickle.dumps(refused))
    assert (other.code, other.detail, other.extra) == (
        "invalid_hand",
        "It is none.",
        {"problems": ["tile_count"], "seq": 3},
    )


def test_a_false_win_that_cost_nothing_is_left_out_of_what_a_game_agreed_on():
    options = {"false_win": "fixed:0", "cap": 10}
    assert agreed_options(Terms("hk-500", options)) == {"cap": 10}
    costly = {**options, "false_win": "fixed:8"}
    assert agreed_options(Terms("hk-500", costly)) == costly


def test_an_agreed_win_that_the_cap_cuts_below_the_minimum_is_none():
    """As with tiles: where limits add up, a win may need more faan than one limit."""
    game = sat_down("hk-majlife", {"double_limit": True, "minimum": 13, "cap": 10})
    tiles = {"winner": 0, "from": 1, "hand": "11m22m33m44m55m66m7m +7m"}
    for report in (THREE, {**THREE, "faan": 13}, {**THREE, "faan": 20}, tiles):
        with pytest.raises(RefusedError) as error:
            won(game, **report)
        assert error.value.code == "below_minimum"
    house = COINS.replace("hk-500", "hk-majlife").replace(
        'ladder = "half_spicy"\nunit = 0.25', "1 = 2\n3 = 4"
    )
    game = sat_down("house", {"double_limit": True, "cap": 0}, house)
    with pytest.raises(RefusedError, match="0 faan are below the table's minimum of 1"):
        won(game, **THREE)


@pytest.mark.parametrize(
    ("options", "refused"),
    [
        ({"bust_ends_game": True}, True),
        ({"bust_ends_game": True, "settlement": "pairwise"}, True),
        ({"bust_ends_game": True, "start": 500}, False),
        ({"bust_ends_game": False}, False),
    ],
)
def test_a_game_that_its_first_hand_would_end_is_refused(options, refused):
    if not refused:
        assert not sat_down("simplified-300", options).table.finished
        return
    with pytest.raises(OptionError, match="so the first hand would end the game"):
        sat_down("simplified-300", options)


def test_a_share_that_nobody_can_divide_is_refused_today_and_left_out_of_games_that_have_it():
    file = (
        'format = 2\nbase = "hk-500"\nname = "Three"\n'
        "[options]\nplayers = 3\n[payment]\nself_draw = { others = 1 }\n"
    )
    old = Terms("three", {"missing_share": "borne", "players": 3, "cap": 8}, house=file)
    with pytest.raises(OptionError, match="choose missing_share unpaid"):
        opening_event(("Ann", "Ben", "Cleo"), old)
    assert agreed_options(old) == {"players": 3, "cap": 8}
    assert (rule_set(old).payment.self_draw, rule_set(old).cap) == (1, 8)
    with pytest.raises(OptionError, match="cap"):
        agreed_options(Terms("three", {"cap": "many"}, house=file))


def test_a_house_file_is_read_once_more():
    assert (
        rule_set(Terms("cents", house=COINS)).table.coins == read_kept_file(COINS).table.coins > 1
    )


def test_a_hand_of_the_limit_that_one_pays_for_says_so_in_its_answer():
    tiles = "19m19p19s1234567z +1m"
    game = sat_down(options={"responsibility": "limit"})
    game = won(
        game, winner=0, **{"from": 1}, hand=tiles, responsible=1, responsibility="limit_hand"
    )
    win = game.events[-1].wins[0]
    assert game.events[-1].way == "limit_hand"
    assert any("pays for all" in note for note in win.answer["notes"])


def test_after_a_correction_a_hand_that_cannot_be_stops_it():
    """Seven dragons need East; in other winds the hand is worth less than the table's minimum."""
    game = sat_down(options={"minimum": 3})
    game = won(game, winner=0, **{"from": 1}, faan=3)
    game = won(game, winner=1, win="self-draw", hand=FOR_EAST_ONLY)
    with pytest.raises(RefusedError) as refused:
        correction_of(game, 2, HandDrawn(), "it was drawn")
    assert refused.value.code == "cannot_resettle"


def test_the_reasons_of_a_file_are_counted_anew():
    game = won(sat_down(), winner=0, win="self-draw", hand=HAND)
    hand = game.events[-1]
    agreement = Agreement.at(game, sat_down().table)
    table = sat_down().table
    forged = replace(hand, wins=(replace(hand.wins[0], answer={"rows": "x"}),))
    assert recount(agreement, table, forged) == hand
    other = replace(forged, wins=(replace(forged.wins[0], faan=9),))
    assert recount(agreement, table, other).wins[0].answer is None
    drawn = replace(forged, wins=(replace(forged.wins[0], hand="123m"),))
    assert recount(agreement, table, drawn).wins[0].answer is None
    assert resettle(agreement, 2, table, hand) == hand


def test_the_reasons_in_a_correction_are_counted_anew():
    game = won(sat_down(), winner=0, win="self-draw", hand=HAND)
    game = won(game, winner=1, win="self-draw", hand=HAND)
    genuine = correction_of(game, 2, HandDrawn(), "it was drawn")
    assert recount_correction(game, genuine) == genuine
    (seq, hand), *_ = genuine.resettled
    assert isinstance(hand, HandWon)
    forged = replace(hand, wins=(replace(hand.wins[0], answer={"rows": "x"}),))
    assert recount_correction(game, replace(genuine, resettled=((seq, forged),))) == genuine
    instead = correction_of(game, 2, read_report({**THREE, "winner": 2}), "")
    assert recount_correction(game, instead) == instead
    moved = correct(game, 3, lambda _: Adjusted((1, -1, 0, 0), "x"), lambda *given: given[2])
    assert recount_correction(game, moved) == moved
    nowhere = Corrected(1, HandDrawn())
    assert recount_correction(game, nowhere) == nowhere


def test_two_winners_by_their_tiles_each_have_their_score():
    game = sat_down("classical-20", ALL)
    other = {"winner": 2, "hand": "123m 456m 79m 99p (555z) +8m"}
    hands = [HAND, None, other["hand"], None]
    game = won(game, winner=0, **{"from": 1}, hands=hands, also=[{"winner": 2}])
    hand = game.events[-1]
    assert [win.score for win in hand.wins] == [hand.scores[win.player] for win in hand.wins]
    assert hand.unknown == (1, 3)
    with pytest.raises(RefusedError, match='leave "hand" out of "also"'):
        won(sat_down("classical-20", ALL), winner=0, **{"from": 1}, hands=hands, also=[other])
    with pytest.raises(RefusedError) as refused:
        won(sat_down("classical-20", ALL), winner=0, **{"from": 1}, hand=HAND, also=[{"winner": 2}])
    assert refused.value.code == "winner_unknown"
