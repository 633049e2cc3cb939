"""Rule sets refuse tables that contradict themselves."""

from dataclasses import replace

import pytest

from scorer.rules.row import Row
from scorer.rulesets import RULE_SETS

HK_500 = RULE_SETS["hk-500"]


def never(_):
    return 0


def row(id_, *excludes):
    return Row(id_, id_, id_, id_, never, 1, 1, excludes=excludes)


@pytest.mark.parametrize("rows", [(row("one"), row("one")), (row("one", "another"),)])
def test_rows_twice_and_exclusions_of_no_row_are_refused(rows):
    with pytest.raises(ValueError, match=r"one|another"):
        replace(HK_500, rows=rows)


def test_taking_rows_away_takes_their_exclusions():
    rules = replace(HK_500, rows=(row("one", "two"), row("two"))).without(("two",))
    assert [(each.id, each.excludes) for each in rules.rows] == [("one", ())]


def test_ids_are_the_public_ones():
    assert all(rules.id == id_ for id_, rules in RULE_SETS.items())


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_rows_have_names_of_their_own_and_the_words_of_the_document(rules):
    assert len({each.name for each in rules.rows}) == len(rules.rows)
    assert all(each.zh and each.wording for each in rules.rows)


OPTIONS = [
    pytest.param(rules, option, id=f"{rules.id}: {option.name}")
    for rules in RULE_SETS.values()
    for option in rules.options
]


@pytest.mark.parametrize(("rules", "option"), OPTIONS)
def test_default_changes_nothing(rules, option):
    assert rules.house({option.name: option.default}) == rules


@pytest.mark.parametrize(("rules", "option"), OPTIONS)
def test_question_is_a_question_and_the_default_an_answer(rules, option):
    assert "?" in option.question
    assert isinstance(option.values, str) or option.default in option.values


PRESETS = [
    pytest.param(rules, answers, id=f"{rules.id}: {name}")
    for rules in RULE_SETS.values()
    for name, answers in rules.presets.items()
]


@pytest.mark.parametrize(("rules", "answers"), PRESETS)
def test_presets_are_answers_to_options(rules, answers):
    assert rules.house(answers).id == rules.id


def test_rule_sets_are_a_mapping_that_knows_no_other():
    five = {"hk-500", "hk-majlife", "classical-20", "classical-british", "simplified-300"}
    assert five <= set(RULE_SETS)
    assert len(RULE_SETS) == len(list(RULE_SETS))
    assert all(rules.id == id_ for id_, rules in RULE_SETS.items())
    assert "hk-5000" not in RULE_SETS
    assert RULE_SETS.get("hk-5000") is None
    with pytest.raises(KeyError, match="hk-5000"):
        RULE_SETS["hk-5000"]
