"""Hands of every rule set told again: reports come back from their events, and corrections too."""

from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.ledger import game as ledger
from scorer.ledger.events import GameStarted, HandWon
from scorer.reports.agreement import Agreement
from scorer.reports.events import correction_of, event_of, resettle
from scorer.reports.wins import read_report
from scorer.rulesets import RULE_SETS
from service.schemas import games

PLAYERS = ("Ann", "Bob", "Cid", "Dee")
OPTIONS = {"multiple_winners": "all"}
IN_FAAN = {**OPTIONS, "minimum": 0, "responsibility": "limit", "bust_ends_game": False}
# Hands that win everywhere when drawn, with pungs of winds, so that the winds of the moment count.
TILES = [
    "123m 4569p 789s (222s) +9p",
    "123m 456p 9p (111z) (222z) +9p",
    "123m 9p 333z 444z (555s) +9p",
]
LOSERS = ["(777z) 55m", "666z 7m", "(888p) 55z", "1p"]  # no two hands share a tile too often

players = st.integers(0, 3)
scores = st.lists(st.none() | st.integers(0, 400), min_size=4, max_size=4)


@st.composite
def reports(draw, rules):
    """A finished hand as it may be told at a table of some rules."""
    if draw(st.integers(0, 5)) == 0:
        return {"draw": True}
    winner, *others = draw(st.permutations(range(4)))
    body = {"winner": winner}
    if draw(st.booleans()):
        body |= {"win": "self-draw"}
    else:
        body |= {"from": others[0], "also": [{"winner": others[1]}] * draw(st.integers(0, 1))}
    winners = [body, *body.get("also", [])]
    if not RULE_SETS[rules].everyone_scores:
        for one in winners:
            one["faan"] = draw(st.sampled_from([3, 13]))
        if all(one["faan"] == 13 for one in winners) and draw(st.booleans()):
            body["responsible"] = others[2]
        if "win" in body and draw(st.booleans()):
            del body["faan"]
            body.pop("responsible", None)
            body["hand"] = draw(st.sampled_from(TILES))
        return body
    four = [draw(st.none() | st.integers(0, 400)) for _ in range(4)]
    for one in winners:
        four[one["winner"]] = draw(st.integers(0, 400))
    if "win" not in body:
        return {**body, "scores": four}
    texts = [draw(st.sampled_from([None, held])) for held in LOSERS]
    texts[winner] = draw(st.sampled_from(TILES))
    result = {"scores": four}, {"hand": texts[winner]}, {"hands": texts}
    return {**body, **draw(st.sampled_from(result))}


def sat_down(rules):
    options = OPTIONS if RULE_SETS[rules].everyone_scores else IN_FAAN
    return ledger.replay(
        [GameStarted(PLAYERS, rules, RULE_SETS[rules].house(options).table, options)]
    )


def tell(game, body):
    return ledger.apply(game, event_of(game, games.Hand.model_validate(body).report()))


@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=10, deadline=None)  # the first hand of a process makes caches
@given(data=st.data())
def test_told_again_a_hand_is_the_same_and_corrections_equal_the_right_report(rules, data):
    told = data.draw(st.lists(reports(rules), min_size=1, max_size=4))
    game = reduce(tell, told, sat_down(rules))
    agreement = Agreement.at(game, ledger.replay(game.events[:1]).table)
    if RULE_SETS[rules].table.zero_sum:
        assert sum(game.table.points) == 4 * game.started.table.start
    for seq, event in enumerate(game.events, start=1):
        if isinstance(event, HandWon):
            before = ledger.replay(game.events[: seq - 1]).table
            assert resettle(agreement, seq, before, event) == event

    place = data.draw(st.integers(0, len(told) - 1))
    instead = data.draw(reports(rules))
    right = [*told[:place], instead, *told[place + 1 :]]
    after = ledger.apply(game, correction_of(game, place + 2, read_report(instead), ""))
    assert after.table == reduce(tell, right, sat_down(rules)).table
