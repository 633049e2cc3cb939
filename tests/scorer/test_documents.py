"""What the five documents have in common and where they differ (docs/rules/README.md, 5)."""

import pytest

from scorer.core.arrangements import Form
from scorer.core.win import Circumstance, Role
from scorer.rulesets import RULE_SETS

SHARED = {
    "multiple_winners": "first_in_turn",
    "false_win": "none",
    "bonus_tiles": 8,
    "money_per_point": None,
    "bonus_map": "printed",
}
DEFAULTS: dict[str, dict[str, object]] = {
    "hk-500": {
        "minimum": 1,
        "cap": 10,
        "start": 500,
        "rounds": 4,
        "east_keeps_on_win": False,
        "draw_keeps_dealer": True,
        "bust_ends_game": True,
        "short_payment": "pay_available",
    },
    "hk-majlife": {
        "minimum": 1,
        "cap": 10,
        "start": 500,
        "rounds": 4,
        "east_keeps_on_win": True,
        "draw_keeps_dealer": False,
        "bust_ends_game": False,
        "short_payment": "go_negative",
    },
    "classical-20": {
        "limit": "none",
        "start": 500,
        "rounds": 4,
        "east_keeps_on_win": True,
        "draw_keeps_dealer": False,
        "bust_ends_game": False,
        "short_payment": "go_negative",
    },
    "classical-british": {
        "limit": 1000,
        "start": 2000,
        "rounds": 4,
        "east_keeps_on_win": True,
        "draw_keeps_dealer": False,
        "bust_ends_game": False,
        "short_payment": "go_negative",
    },
    "simplified-300": {
        "limit": 300,
        "start": 0,
        "rounds": 8,
        "east_keeps_on_win": True,
        "draw_keeps_dealer": True,
        "bust_ends_game": False,
    },
}
TRUE_BY_DEFAULT = {
    *("dragon_pung_in_little", "supplement_includes_self_pick", "hidden_treasure_kongs"),
    *("claimed_set_exposed", "loose_counts_as_wall", "rob_kong", "draw_counts"),
    *(
        "east_keeps_on_win",
        "draw_keeps_dealer",
        "bust_ends_game",
    ),  # each by its own column of section 6
}
# A pure wait for nine tiles is in the document that calls it, and an option elsewhere (D30).
TRUE_IN = {"classical-british": {"nine_gates_pure"}}


def test_the_documents_are_the_five():
    assert set(RULE_SETS) == set(DEFAULTS)


@pytest.mark.parametrize("rules", DEFAULTS)
def test_the_options_that_all_share_begin_as_the_documents_say(rules):
    given = {option.name: option.default for option in RULE_SETS[rules].options}
    expected = SHARED | DEFAULTS[rules]
    assert {name: given[name] for name in expected} == expected
    foreign = {name for other in DEFAULTS.values() for name in other} - set(DEFAULTS[rules])
    assert not foreign & set(given)


@pytest.mark.parametrize("rules", DEFAULTS)
def test_yes_or_no_is_no_unless_the_document_says_yes(rules):
    yes = {option.name for option in RULE_SETS[rules].options if option.default is True}
    assert yes <= TRUE_BY_DEFAULT | TRUE_IN.get(rules, set())


@pytest.mark.parametrize("rules", DEFAULTS)
def test_every_option_asks_a_question_and_begins_with_its_default(rules):
    for option in RULE_SETS[rules].options:
        assert "?" in option.question, option.name
        if not isinstance(option.values, str):
            assert option.values[0] == option.default


def test_all_hands_score_in_the_three_classical_ones():
    everyone = {id_ for id_, rules in RULE_SETS.items() if Role.LOSER in rules.roles}
    assert everyone == {"classical-20", "classical-british", "simplified-300"}


def test_seven_pairs_and_thirteen_orphans_win_where_the_documents_have_them():
    forms = {id_: set(rules.forms) for id_, rules in RULE_SETS.items()}
    assert {id_ for id_, each in forms.items() if Form.SEVEN_PAIRS in each} == {
        "hk-500",
        "hk-majlife",
    }
    assert {id_ for id_, each in forms.items() if Form.THIRTEEN_ORPHANS in each} == {
        "hk-500",
        "hk-majlife",
        "classical-british",
    }


def test_how_it_was_won_earns_nothing_in_classical_20():
    assert RULE_SETS["classical-20"].events == Circumstance(0)
