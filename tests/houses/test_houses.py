"""Houses found in public pay as their sources say (docs/rules/house.md, 8)."""

import json
import tomllib

import pytest

from scorer.api.requests import answer, identity
from scorer.rules.rule_set import RuleSet
from tests.houses import digest

HOUSES = digest.houses()


def hands(name):
    file = digest.FOLDER / f"{name}.hands.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))["hand"]


HANDS = [
    pytest.param(name, hand, id=f"{name}: {hand['hand']} {hand.get('win', '')}")
    for name in HOUSES
    for hand in hands(name)
]


@pytest.mark.parametrize(("name", "hand"), HANDS)
def test_a_hand_is_paid_as_the_house_pays_it(name, hand):
    rules = HOUSES[name]
    asked = {key: value for key, value in hand.items() if key not in ("faan", "payments")}
    told = answer({**asked, "rules": rules.id}, {rules.id: rules})
    assert told["valid"], told["details"]
    assert (told["faan"], told["payments"]) == (hand["faan"], hand["payments"])
    assert sum(told["payments"].values()) == 0
    assert told["payments"][told["winner"]] == told["due"]["total"]


@pytest.mark.parametrize("name", HOUSES)
def test_every_house_has_ten_hands_and_a_source(name):
    assert len(hands(name)) >= 10
    first, *_ = (digest.FOLDER / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    assert first.startswith("# Source: http")


def test_there_are_six_sources_and_more_and_no_two_houses_are_the_same():
    firsts = {
        (digest.FOLDER / f"{name}.toml").read_text(encoding="utf-8").split("/")[2]
        for name in HOUSES
    }
    assert len(firsts) >= 5  # two of the six lie on one host
    assert len({identity(rules).hash for rules in HOUSES.values()}) == len(HOUSES) >= 10


@pytest.mark.parametrize("name", HOUSES)
def test_seeded_hands_score_and_pay_as_they_did(name):
    kept = json.loads(digest.KEPT.read_text(encoding="utf-8"))
    assert digest.digest(HOUSES[name]) == kept[name], digest.__doc__
    assert kept.keys() == HOUSES.keys()


@pytest.mark.parametrize(
    ("name", "each"), [("tiers", 128), ("scorer-default", 1152), ("scorer-example", 192)]
)
def test_a_false_win_costs_what_the_source_says(name, each):
    rules: RuleSet = HOUSES[name]
    assert rules.table.in_points(rules.false_win_price) == each
