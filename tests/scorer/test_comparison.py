"""One hand under all rule sets."""

import pytest

from scorer.api.comparison import compare, comparison_lines
from scorer.api.requests import RequestError, answer
from scorer.rulesets import RULE_SETS

BODY = {"hand": "123m 456m 79m 77z (555z) +8m | 2f", "seat": "S", "from": "N"}


def test_every_rule_set_answers_as_it_does_alone():
    answers = compare({**BODY, "rules": "all"})["answers"]
    assert list(answers) == list(RULE_SETS)
    for id_, said in answers.items():
        assert said == answer({**BODY, "rules": id_})


def test_an_option_goes_to_the_rule_sets_that_have_it():
    answers = compare({**BODY, "options": {"minimum": 6}})["answers"]
    assert answers["hk-500"]["problems"] == ["below_minimum"]
    assert answers["classical-20"]["valid"]
    with pytest.raises(RequestError, match="minimum"):
        compare({**BODY, "options": {"minimun": 6}})
    with pytest.raises(RequestError, match="options"):
        compare({**BODY, "options": 6})


@pytest.mark.parametrize(
    ("name", "value", "what", "own"),
    [
        ("players", 3, "payments", {"hk-500", "hk-majlife", "classical-20", "classical-british"}),
        ("dealer_stays_on_draw", False, "valid", set(RULE_SETS)),
    ],
)
def test_every_name_that_a_rule_set_takes_is_one_to_compare_by(name, value, what, own):
    compared = compare({**BODY, "from": "W", "options": {name: value}})["answers"]
    for id_ in own:
        alone = answer({**BODY, "from": "W", "rules": id_, "options": {name: value}})
        assert compared[id_][what] == alone[what]


def test_a_comparison_is_read_as_a_table():
    lines = [*comparison_lines(compare({**BODY, "options": {"minimum": 6}}))]
    assert lines[0] == "hk-500              no win: below_minimum"
    assert lines[2] == "classical-20        56 points"
    assert "  Dragons                           ×2" in lines
    assert any("1 faan short" in line for line in lines)


def test_only_rows_that_count_are_in_the_table():
    honours = {"hand": "111z 222z 333z 66z 55z +5z", "seat": "S"}
    rows = {row["name"]: row for row in answer({**honours, "rules": "hk-500"})["rows"]}
    assert rows["Four pungs"]["excluded_by"] == "limit"
    text = "\n".join(comparison_lines(compare(honours)))
    assert "  Only honours" in text
    assert "  Four pungs" not in text
