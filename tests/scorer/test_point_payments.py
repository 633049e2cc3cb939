"""Settlements where every hand scores, as the documents work them out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.tiles import Wind
from scorer.rules import point_payments as schemes

E, S, W, N = Wind

SETTLED = [
    # cases/README: classical-20, the winner 64
    ("losers_pay_difference", E, (64, 28, 4, 22), (138, -36, -60, -42)),
    ("losers_pay_difference", N, (28, 4, 22, 64), (-36, -60, -42, 138)),
    # C3: a loser who scored more is not paid, unless the house settles the difference both ways
    ("losers_pay_difference", S, (80, 30, 10, 0), (0, 50, -20, -30)),
    ("losers_settle_difference", S, (80, 30, 10, 0), (50, 0, -20, -30)),
    # docs/rules/classical-british.md, 3: the document's own table
    ("every_pair", E, (24, 8, 10, 4), (50, -14, -6, -30)),
    ("every_pair", S, (80, 30, 10, 0), (200, 0, -80, -120)),
    ("every_pair_winner_never_pays", S, (80, 30, 10, 0), (150, 50, -80, -120)),
    ("every_pair_east_double", E, (24, 8, 10, 4), (100, -30, -20, -50)),
    ("every_pair_east_double", S, (24, 8, 10, 4), (100, -30, -20, -50)),
    ("every_pair_east_double_winner_never_pays", S, (80, 30, 10, 0), (300, 50, -150, -200)),
    # British clubs, and a book of 1922: the full score to the winner, East double
    ("winner_in_full", S, (8, 26, 32, 4), (-92, 104, 50, -62)),
    ("winner_in_full", E, (608, 64, 400, 16), (3648, -1504, -496, -1648)),
    # cases/README: simplified-300, nobody pays anybody
    ("keep_scores", E, (72, 40, 8, 0), (72, 40, 8, 0)),
]


@pytest.mark.parametrize(("scheme", "winner", "scores", "gains"), SETTLED)
def test_worked_settlements(scheme, winner, scores, gains):
    settle = getattr(schemes, scheme)
    by_wind = dict(zip(Wind, scores, strict=True))
    assert settle(by_wind, winner) == dict(zip(Wind, gains, strict=True))


@pytest.mark.parametrize(
    ("scheme", "gains"),
    [
        # East and South win; West and North pay both, and the winners nothing to each other
        ("losers_pay_difference", (110, 50, -70, -90)),
        ("losers_settle_difference", (110, 50, -70, -90)),
        ("every_pair", (140, 20, -60, -100)),
        ("every_pair_winner_never_pays", (140, 20, -60, -100)),
        ("winner_in_full", (240, 60, -140, -160)),
    ],
)
def test_two_winners_of_one_discard(scheme, gains):
    scores = {E: 60, S: 30, W: 10, N: 0}
    assert getattr(schemes, scheme)(scores, E, S) == dict(zip(Wind, gains, strict=True))


PAYING = [
    schemes.losers_pay_difference,
    schemes.losers_settle_difference,
    schemes.every_pair,
    schemes.every_pair_winner_never_pays,
    schemes.every_pair_east_double,
    schemes.every_pair_east_double_winner_never_pays,
    schemes.winner_in_full,
]
scores = st.tuples(*[st.integers(0, 1000)] * 4)
winners = st.sets(st.sampled_from(Wind), min_size=1, max_size=3)


@given(st.sampled_from(PAYING), scores, winners)
def test_what_one_gains_another_pays(settle, four, won):
    assert sum(settle(dict(zip(Wind, four, strict=True)), *won).values()) == 0


@given(scores, st.sampled_from(Wind))
def test_a_winner_who_never_pays_gains_from_everybody(four, winner):
    by_wind = dict(zip(Wind, four, strict=True))
    for settle in (schemes.losers_pay_difference, schemes.every_pair_winner_never_pays):
        assert settle(by_wind, winner)[winner] == sum(max(0, by_wind[winner] - s) for s in four)


@given(st.sampled_from([schemes.every_pair, schemes.losers_settle_difference]), scores, winners)
def test_only_differences_count(settle, four, won):
    by_wind = dict(zip(Wind, four, strict=True))
    more = {wind: score + 100 for wind, score in by_wind.items()}
    assert settle(by_wind, *won) == settle(more, *won)
