"""What docs/rules says is enough to come to the scorer's totals: a second program does."""

import pytest

from scorer.api.requests import answer
from tests import golden
from tests.scorer.second_reading import RULES, Told
from tests.soak import full

HANDS = full(500, 20_000)
SEED = 7


@pytest.mark.parametrize("rules", RULES)
def test_a_second_program_written_from_the_document_comes_to_the_same(rules):
    compared = 0
    for request in golden.requests(HANDS, SEED):
        said = answer({**request, "rules": rules})
        if said["valid"] or said["problems"] == ["below_minimum"]:
            total = said["faan"] if "faan" in said else said["score"]
            assert RULES[rules](Told(request)) == total, request
            compared += 1
    assert compared > HANDS / 2
