"""What is told of a house beside its base: what its file says, and what three hands bring."""

import pytest

from scorer.api.houses import EXAMPLES, example_hands, house_file_detail
from scorer.rules.payment import RESPONSIBILITIES
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import read_house_file, write_house_file
from scorer.rulesets.ready_rows import READY_ROWS
from tests.houses.terms import house_terms

TWO_FIVE = house_terms(
    "hk-500",
    "三番起糊",
    options={"minimum": 3},
    points={"ladder": "half_spicy", "unit": 0.25, "cap": 10},
    payment={"discard": "full_gun"},
    row=[{"id": "clear_pungs", "all_of": ["four_pungs", "full_flush"], "value": 10}],
)


def house(terms):
    return read_house_file(write_house_file(terms))


def test_three_hands_show_what_a_house_changes():
    small, good, limit = example_hands(house(TWO_FIVE))
    assert small["house"]["problems"] == ["below_minimum"]
    assert good["base"]["payments"] == {"E": -32, "S": 64, "W": -16, "N": -16}
    assert good["house"]["payments"] == {"E": -16, "S": 16, "W": 0, "N": 0}
    assert limit["house"]["payments"] == {"E": -64, "S": 192, "W": -64, "N": -64}


@pytest.mark.parametrize("id_", RULE_SETS)
def test_the_three_hands_win_by_every_rule_set_and_a_house_that_changes_nothing_changes_nothing(
    id_,
):
    shown = example_hands(house(house_terms(id_, "As it is", options={})))
    assert len(shown) == len(EXAMPLES)
    for each in shown:
        assert each["base"]["valid"]
        assert {**each["house"], "rules": id_} == each["base"]


def test_a_house_tells_what_its_file_says():
    says = house_file_detail(write_house_file(TWO_FIVE))["says"]
    assert says["points"] == {"ladder": "half_spicy", "unit": 0.25, "cap": 10}
    assert says["row"] == TWO_FIVE["row"]
    assert "rows" not in says


@pytest.mark.parametrize("id_", ["hk-500", "hk-majlife"])
def test_rows_to_switch_on_are_those_that_the_base_lacks(id_):
    told = house_file_detail(write_house_file(house_terms(id_, "x")))
    there = {name for row in RULE_SETS[id_].rows for name in (row.id, row.zh)}
    ready = {row["id"]: row for row in told["ready"]}
    assert there.isdisjoint(ready)
    assert ready["kong_on_kong"]["closed"] == "max"
    assert ready["seven_flowers"]["closed"] == 3
    assert len(ready) < len(READY_ROWS)
    assert [way["id"] for way in told["ways"]] == list(RESPONSIBILITIES)


def test_rows_in_faan_are_no_rows_of_points():
    """Of a classical set special hands are offered, worth its limit, and what has usual points."""
    told = house_file_detail(write_house_file(house_terms("classical-20", "x")))
    worth = {row["id"]: row["closed"] for row in told["ready"]}
    assert worth.pop("out_on_a_pair") == 2
    assert set(worth.values()) == {"max"}
    assert {"imperial_jade", "heads_and_tails", "snake"} <= {row["id"] for row in told["ready"]}
