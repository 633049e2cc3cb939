"""What `import tableside` gives to other programs: typed keywords, and words for those unknown."""

import inspect
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

import tableside
from scorer.api import requests
from scorer.api.requests import RequestError, answer
from scorer.api.scores import score_json
from scorer.core.tiles import Wind
from scorer.core.win import CIRCUMSTANCES, Role
from scorer.ledger.events import HandWon
from scorer.rulesets import RULE_SETS
from service.errors import RefusedError
from service.schemas.games import AlsoWon, Hand
from tableside import ledger, library

HAND = "123m 456m 79m 77z (555z) +8m | 2f"
PLAYERS = ["Ann", "Bob", "Cid", "Dee"]
UNTYPED: Any = tableside  # as who has no type checker calls it
FUNCTIONS = (tableside.score, tableside.Ledger.win)


def keywords(function):
    return [
        each.name
        for each in inspect.signature(function).parameters.values()
        if each.kind is inspect.Parameter.KEYWORD_ONLY
    ]


def test_what_the_library_gives():
    names = "CodedError Ledger Reader Reading RuleSet Score __version__ explain read rule_set score"
    assert dir(tableside) == names.split()
    assert all(getattr(tableside, name) for name in names.split())


def test_a_hand_is_scored_as_over_http():
    scored = tableside.score(
        HAND,
        "hk-500",
        seat="S",
        round="S",
        win="self-draw",
        events=("last-wall-tile",),
        options={"minimum": 3},
    )
    body = {
        "hand": HAND,
        "rules": "hk-500",
        "seat": "S",
        "round": "S",
        "win": "self-draw",
        "events": ["last-wall-tile"],
        "options": {"minimum": 3},
    }
    assert score_json(scored) == answer(body)
    assert scored.is_valid


def test_winds_are_letters_or_the_types_own():
    by_letter = tableside.score(HAND, "hk-500", seat="S", from_="N")
    by_type = tableside.score(HAND, "hk-500", seat=Wind.SOUTH, from_=Wind.NORTH)
    assert score_json(by_letter) == score_json(by_type)
    assert score_json(by_type)["payments"] is not None


def test_all_four_hands_are_scored_where_the_rules_do_so():
    scored = tableside.score(
        HAND, "classical-20", from_="S", losers={"S": "12m 99p", "W": "666z", "N": "1m"}
    )
    assert score_json(scored)["payments"] is not None
    lost = tableside.score("555z 12m", "classical-20", role="loser")
    assert lost.is_valid


def test_a_game_is_kept():
    game = tableside.Ledger.begin(PLAYERS, "hk-500", minimum=1)
    game = game.win(1, hand=HAND, from_=3).win(2, faan=4)
    assert [event.self_drawn for event in game.events if isinstance(event, HandWon)] == [
        False,
        True,
    ]
    assert game.adjust((1, -1, 0, 0), "tea").undo().points["Ann"] == game.undo().points["Ann"] + 1


def test_a_self_draw_that_another_player_pays_for_is_one():
    game = tableside.Ledger.begin(PLAYERS, "classical-20")
    scored = game.win(1, scores=(10, 100, 10, 10), win="self-draw")
    assert sum(scored.points.values()) == sum(game.points.values())


def test_further_winners_are_told():
    game = tableside.Ledger.begin(PLAYERS, "hk-500", multiple_winners="all")
    told = game.win(1, faan=3, from_=0, also=[{"winner": 2, "faan": 3}])
    assert told.points["Bob"] == told.points["Cid"] > told.points["Dee"]


@pytest.mark.parametrize("function", FUNCTIONS, ids=["score", "win"])
def test_every_keyword_has_a_type_of_its_own(function):
    hints = get_type_hints(function)
    assert keywords(function) != []
    assert {name for name in keywords(function) if hints[name] in (object, Any)} == set()


def test_keywords_are_all_that_can_be_said():
    named = {name.rstrip("_") for name in keywords(tableside.score)}
    assert named == set(requests.FIELDS) - {"hand", "rules"}
    fields = {field.alias or name for name, field in Hand.model_fields.items()}
    named = {name.rstrip("_") for name in keywords(tableside.Ledger.win)}
    assert named == fields - {"draw", "winner", "expected_seq"}
    assert ledger.FurtherWin.__annotations__.keys() == AlsoWon.model_fields.keys()


def literals(function, name):
    """The words that a keyword may be, by its type."""
    kinds = (get_type_hints(function)[name], *get_args(get_type_hints(function)[name]))
    return {word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)}


def test_words_are_those_of_the_program():
    assert set(get_args(library.CircumstanceName)) == set(CIRCUMSTANCES)
    assert literals(tableside.score, "seat") == literals(tableside.score, "round") == set(Wind)
    assert literals(tableside.score, "role") == set(Role)
    assert literals(tableside.score, "win") == set(requests.Source)
    assert literals(tableside.Ledger.win, "win") == set(requests.Source)


REFUSED = {
    "a keyword": (lambda: UNTYPED.score(HAND, "hk-500", saet="S"), "unknown_field", "'seat'"),
    "the reserved word": (
        lambda: UNTYPED.score(HAND, "hk-500", **{"from": "N"}),
        "unknown_field",
        "'from_'",
    ),
    "a rule set": (lambda: UNTYPED.score(HAND, "hk500"), "unknown_rules", "'hk-500'"),
    "a wind": (lambda: UNTYPED.score(HAND, "hk-500", seat="X"), "bad_value", "E, S, W, N"),
    "an event": (
        lambda: UNTYPED.score(HAND, "hk-500", events=["frist-draw"]),
        "unknown_event",
        "'first-draw'",
    ),
    "an option of a rule set": (
        lambda: UNTYPED.rule_set("hk-500", minimun=1),
        "unknown_option",
        "'minimum'",
    ),
    "a keyword of a win": (lambda: begun().win(1, fann=3), "unknown_field", "'faan'"),
    "a member of a further win": (
        lambda: begun().win(1, faan=3, from_=0, also=[{"winner": 2, "fann": 3}]),
        "unknown_field",
        "'faan'",
    ),
    "a player": (lambda: begun().win(7, faan=3), "bad_value", "winner"),
    "one name for all": (lambda: begun().win(1, hands=HAND), "bad_value", "hands"),
    "one player": (
        lambda: UNTYPED.Ledger.begin(PLAYERS[:1], "hk-500"),
        "bad_value",
        "players",
    ),
    "a rule set of a game": (
        lambda: tableside.Ledger.begin(PLAYERS, "hk500"),
        "unknown_rules",
        "'hk-500'",
    ),
    "an option of a game": (
        lambda: tableside.Ledger.begin(PLAYERS, "hk-500", minimun=1),
        "unknown_option",
        "'minimum'",
    ),
}


def begun():
    return UNTYPED.Ledger.begin(PLAYERS, "hk-500")


@pytest.mark.parametrize(("call", "code", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_known_is_refused_in_words(call, code, said):
    with pytest.raises(RequestError) as error:
        call()
    assert (error.value.code, said in error.value.detail) == (code, True), error.value.detail


def test_each_player_gets_one_change():
    with pytest.raises(RefusedError, match="changes has 2 values, but this table has 4 players"):
        begun().adjust([1, -1], "tea")


def test_options_are_answered():
    assert tableside.rule_set("hk-500", minimum=3).minimum == 3
    assert tableside.rule_set("hk-500").minimum == RULE_SETS["hk-500"].minimum
