"""Counts of arrangements that are either right or wrong."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from scorer.core.arrangements import ARRANGERS, Form, is_complete, seven_pairs_quads, standard
from scorer.core.tiles import parse_tiles


def one_suit_hands():
    """Count, the slow way round, how many sets and a pair make each complete hand of one suit."""
    sets = [(rank,) * 3 for rank in range(1, 10)]
    sets += [(rank, rank + 1, rank + 2) for rank in range(1, 8)]
    ways = Counter()
    for four in combinations_with_replacement(sets, 4):
        for eyes in range(1, 10):
            ranks = sorted(sum(four, (eyes, eyes)))
            if max(Counter(ranks).values()) <= 4:
                ways["".join(map(str, ranks)) + "m"] += 1
    return ways


def test_every_arrangement_of_every_one_suit_hand_is_found_once():
    expected = one_suit_hands()
    found = {hand: list(standard(parse_tiles(hand))) for hand in expected}
    assert (len(expected), expected.total()) == (13_259, 14_738)
    assert {hand: len(ways) for hand, ways in found.items()} == expected
    assert all(len(set(ways)) == len(ways) for ways in found.values())


@pytest.mark.parametrize(
    ("tiles", "melds", "count"),
    [
        ("11122233344455m", 0, 4),
        ("22233344455566p", 0, 4),
        ("11223344556677s", 0, 3),
        ("11112222333344s", 0, 3),
        ("11123456789995m", 0, 1),
        ("111222333m55z111p", 0, 2),
        ("11122233m", 2, 1),
        ("22334455m", 2, 2),
        ("55z", 4, 1),
        ("1235z", 3, 0),
        ("11m22m", 3, 0),
        ("1m", 4, 0),
        ("1f1f", 4, 0),
    ],
)
def test_arrangements_of_hard_hands(tiles, melds, count):
    assert len(list(standard(parse_tiles(tiles), melds))) == count


@pytest.mark.parametrize(
    ("tiles", "melds", "shapes"),
    [
        ("1122334455667m7z", 0, []),
        ("11223344556677m", 0, [Form.STANDARD, Form.SEVEN_PAIRS]),
        ("1155m3388p4466s77z", 0, [Form.SEVEN_PAIRS]),
        ("1111m3388p4466s77z", 0, []),
        ("19m19p19s12345677z", 0, [Form.THIRTEEN_ORPHANS]),
        ("19m19p19s1234567z2m", 0, []),
        ("1155m3388p44z", 1, []),
    ],
)
def test_forms(tiles, melds, shapes):
    held = parse_tiles(tiles)
    assert [form for form, each in ARRANGERS.items() if is_complete(held, melds, (each,))] == shapes


def test_seven_pairs_with_four_of_a_kind():
    (pairs,) = seven_pairs_quads(parse_tiles("1111m3388p4466s77z"))
    assert [str(pair) for pair in pairs[:3]] == ["11m", "11m", "33p"]
    assert list(seven_pairs_quads(parse_tiles("1112m3388p4466s77z"))) == []


def test_eyes_come_last_and_sets_in_tile_order():
    (way,) = standard(parse_tiles("11m 789s 345p 234p 555z"))
    assert [str(part) for part in way] == ["234p", "345p", "789s", "555z", "11m"]
