"""Houses at random pay in whole coins that sum to zero, or say why they cannot be played."""

import random
from contextlib import suppress

import pytest

from scorer.api.requests import answer, rules_detail
from scorer.core.tiles import Wind
from scorer.rules.payment import RESPONSIBILITIES, settle_faan, settle_false_win
from scorer.rulesets.house_file import HouseFileError, read_house_file
from tests import golden
from tests.houses.random_houses import SEED, house_files
from tests.soak import full

HOUSES = full(250, 10_000)
HANDS_EACH = 10
PLAYED = 0.8  # of the files at least, or the others would not be worth the name


def requests(drawn, hands):
    """Some hands, now and then with a player who is to pay for all."""
    for hand in drawn.sample(hands, HANDS_EACH):
        named = {}
        if drawn.random() < 0.3 and hand["role"] == "winner":
            named["responsible"] = str(drawn.choice(tuple(Wind)))
            if drawn.random() < 0.3:
                named["responsibility"] = drawn.choice(sorted(RESPONSIBILITIES))
        yield {**hand, **named}


def read(text):
    """The rules of a file, or None for one that is refused with a line and a sentence."""
    with suppress(HouseFileError):
        return read_house_file(text)
    with pytest.raises(HouseFileError) as refused:
        read_house_file(text)
    assert refused.value.line is not None, text
    assert refused.value.detail.endswith("."), text
    return None


def test_houses_at_random_pay_in_whole_coins_that_sum_to_zero():
    drawn, hands = random.Random(SEED), list(golden.requests(2000))
    played = paid = borne = 0
    for text in house_files(HOUSES, few=True):
        rules = read(text)
        if rules is None:
            continue
        played += 1
        known = {rules.id: rules}
        steps = [one["points"] for one in rules_detail(rules.id, known)["payments"]]
        assert steps == sorted(steps)
        for request in requests(drawn, hands):
            told = answer({**request, "rules": rules.id}, known)
            if told["payments"] is None:
                continue
            coins = [rules.table.in_coins(points) for points in told["payments"].values()]
            assert sum(coins) == 0, (text, request)
            total = told["payments"][told["winner"]]
            assert total == told["due"]["total"] >= 0, (text, request)
            paid += 1
            borne += "responsible" in told["due"]
            assert told["points"] == rules.table.in_points(rules.points(told["faan"]))
    assert played >= PLAYED * HOUSES
    assert paid > played
    assert borne


def test_every_seat_and_every_faan_of_a_house_settles_to_zero():
    for text in house_files(60, few=True):
        rules = read(text)
        if rules is None:
            continue
        for winner in rules.winds:
            assert sum(settle_false_win(rules, winner).deltas.values()) == 0
            for thrower in (None, *(wind for wind in rules.winds if wind is not winner)):
                for faan in range(rules.minimum, rules.cap + 1):
                    settled = settle_faan(faan, rules, winner, thrower)
                    assert sum(settled.deltas.values()) == 0
                    assert all(
                        coins <= 0 for wind, coins in settled.deltas.items() if wind != winner
                    )
