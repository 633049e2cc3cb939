"""Hands are weighed by what each tile is to them, its name, and what the game knows."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.tiles import TILES
from vision.decode.hypotheses import Hypothesis, Search
from vision.layout.hand import hand_text
from vision.nets.roles import (
    BACK,
    BONUS,
    CONCEALED,
    EXPOSED,
    NOTHING,
    OTHER,
    ROLES,
    WINNING,
    Roles,
    TileFeatures,
)
from vision.photo.budget import Budget

SIDE, TALL = 40.0, 54.0
LABELS = (*(str(tile) for tile in TILES), "x")
ROLE_OF = {
    "": CONCEALED,
    "!": WINNING,
    "e": EXPOSED,
    "k": BACK,
    "b": BONUS,
    "o": OTHER,
    "n": NOTHING,
}
Doubts = dict[int, dict[str, float]]


def search(
    text: str,
    doubts: Doubts | None = None,
    *,
    sure: float = 0.97,
    order: Sequence[int] | None = None,
) -> Search:
    """Lay tiles side by side: `5p` is one in hand, `5pe` one laid down, `5po` another's.

    `|` begins another set. `doubts` give other names to tiles by their number.
    """
    codes, roles, parts, places, x, part = [], [], [], [], 0.0, 0
    for word in text.split():
        if word == "|":
            part, x = part + 1, x + SIDE
            continue
        code = word[:1] if word.startswith("x") else word[:2]
        codes.append(code)
        roles.append(ROLE_OF[word[len(code) :]])
        parts.append(part)
        places.append(x)
        x += SIDE + 1
    count = len(codes)
    names = np.full((count, len(LABELS)), 1e-5, np.float32)
    for tile, code in enumerate(codes):
        for name, share in (doubts or {}).get(tile, {code: 0.999}).items():
            names[tile, LABELS.index(name)] = share
    told = np.full((count, len(ROLES)), (1 - sure) / (len(ROLES) - 1), np.float32)
    told[np.arange(count), roles] = sure
    same = np.equal.outer(parts, parts) & np.isin(roles, [EXPOSED, BACK])[:, None]
    pairs = np.where(same, 0.95, 0.01).astype(np.float32)
    left = np.array(places, np.float32)
    top, low = np.zeros(count, np.float32), np.full(count, TALL, np.float32)
    corners = [(left, top), (left + SIDE, top), (left + SIDE, low), (left, low)]
    quads = np.stack([np.stack(corner, axis=1) for corner in corners], axis=1)
    every = np.ones(count, np.float32)
    sights = TileFeatures((2000, 500), quads, names, every, every, every * 0, every > 0)
    order = range(count) if order is None else order
    together = np.log(pairs[np.ix_(order, order)])
    predicted = Roles(np.log(told[order]), together, np.zeros(count, np.float32))
    return Search(sights.take(order), predicted, LABELS)


def text_of(one: Hypothesis, of: Search) -> str | None:
    hand = of.layout(one)
    return None if hand is None else hand_text(hand, [LABELS[name] for name in one.names])


def read(text: str, doubts: Doubts | None = None) -> str | None:
    of = search(text, doubts)
    return text_of(of.best()[0], of)


HAND = "1m 2m 3m 4m 5m 6m 7p 8p 9p 5s 5s 5s 1z"
LAID = "1m 2m 3m 4m 5m 6m 1z 1z"
READ = {
    "concealed": (f"{HAND} 1z", "123456m 789p 555s 11z"),
    "the winning tile apart": (f"{HAND} 1z!", "123456m 789p 555s 1z +1z"),
    "sets laid down": (f"{LAID} | 7pe 8pe 9pe | 5se 5se 5se", "123456m 11z (789p) (555s)"),
    "a chow in any order": (f"{LAID} | 8pe 9pe 7pe | 5se 5se 5se", "123456m 11z (789p) (555s)"),
    "a kong": (f"{LAID} | 7pe 8pe 9pe | 5se 5se 5se 5se", "123456m 11z (789p) (5555s)"),
    "a kong half face down": (
        f"{LAID} | 7pe 8pe 9pe | xk 5se 5se xk",
        "123456m 11z [5555s] (789p)",
    ),
    "a kong that shows one tile": (
        f"{LAID} | 7pe 8pe 9pe | 5se xk xk xk",
        "123456m 11z [5555s] (789p)",
    ),
    "bonus tiles": (f"{HAND} 1z | 1fb 3gb", "123456m 789p 555s 11z | 1f 3g"),
    "what lies around": (f"{HAND} 1z | 9po 9so 9zo".replace("9zo", "7zo"), "123456m 789p 555s 11z"),
    "what is no tile": (f"{HAND} 1z | 5zn 5zn", "123456m 789p 555s 11z"),
    "a false win": (f"{HAND} 2z", "123456m 789p 555s 12z"),
    "nothing": ("5zn 3pn", None),
}


@pytest.mark.parametrize(("text", "hand"), READ.values(), ids=READ)
def test_a_hand_is_what_its_tiles_are(text: str, hand: str | None) -> None:
    assert read(text) == hand


NAMED = {
    "a doubtful name wins": ({12: {"4m": 0.55, "1z": 0.4}}, "123456m 789p 555s 11z"),
    "two together": (
        {12: {"4m": 0.55, "1z": 0.4}, 11: {"6s": 0.55, "5s": 0.4}},
        "123456m 789p 555s 11z",
    ),
    "a sure one stays": ({12: {"2z": 0.9999}}, "123456m 789p 555s 12z"),
}


@pytest.mark.parametrize(("doubts", "hand"), NAMED.values(), ids=NAMED)
def test_names_are_those_with_which_a_hand_is_likeliest(doubts: Doubts, hand: str) -> None:
    assert read(f"{HAND} 1z", doubts) == hand


def test_a_set_is_named_as_a_whole() -> None:
    doubts = {9: {"6s": 0.5, "9p": 0.45}}
    assert read(f"{LAID} | 7pe 9pe 8pe | 5se 5se 5se", doubts) == "123456m 11z (789p) (555s)"


def test_no_fifth_copy_makes_a_win() -> None:
    laid = "1m 1m 1m 1m 2m 3m 4m 5m 6m 7p 8p 9p 5s"
    of = search(f"{laid} 5s", {12: {"5s": 0.5, "1m": 0.49}, 13: {"5s": 0.5, "1m": 0.49}})
    assert text_of(of.best()[0], of) == "111123456m 789p 55s"


def test_four_alike_in_hand_are_a_kong_where_the_number_comes_out_only_so() -> None:
    kong = "5p 5p 5p 5p 1m 2m 3m 4m 5m 6m 7s 8s 9s 1z 1z"
    assert read(kong) == "123456m 789s 11z (5555p)"


def test_one_tile_upon_a_pung_makes_it_a_small_kong() -> None:
    of = search(f"{LAID} | 7pe 8pe 9pe | 5se 5se 5se")
    of.upon[-1] = 0.95
    assert text_of(of.best()[0], of) == "123456m 11z (789p) (5555s+)"
    discarded = search(f"{LAID} | 7pe 8pe 9pe | 5se 5se 5se | 5so")
    discarded.upon[-2] = 0.95
    assert text_of(discarded.best()[0], discarded) == "123456m 11z (789p) (555s)"
    of.upon[-2] = 0.95  # light from aside: nothing tells which one it is
    assert text_of(of.best()[0], of) == "123456m 11z (789p) (555s)"


def test_where_two_hands_are_as_likely_both_are_told() -> None:
    of = search(f"{HAND} 1z", {12: {"1z": 0.5, "4m": 0.49}})
    best = of.best()
    texts = [text_of(one, of) for one in best]
    assert texts[0] == "123456m 789p 555s 11z"
    doubtful = search("1m 2m 3m 4m 5m 6m 7p 8p 9p 5s 5s 5s 1z 2z", {13: {"2z": 0.5, "3z": 0.45}})
    told = [text_of(one, doubtful) for one in doubtful.best()]
    assert {"123456m 789p 555s 12z", "123456m 789p 555s 13z"} <= set(told)


def test_the_best_comes_first_and_each_hypothesis_once() -> None:
    tried = search(f"{LAID} | 7pe 8pe 9pe | 5se 5se 5se 5se", sure=0.4).best()
    weights = [one.weight for one in tried]
    assert weights == sorted(weights, reverse=True)
    kinds = [
        (one.roles, one.names, tuple(sorted(each.tiles for each in one.sets))) for one in tried
    ]
    assert len(set(kinds)) == len(kinds) > 1


def test_without_time_each_tile_is_what_it_is_by_itself() -> None:
    of = search(f"{HAND} 1z", {12: {"4m": 0.55, "1z": 0.4}})
    (only,) = of.best(Budget(0.0))
    assert text_of(only, of) == "1234456m 789p 555s 1z"


def test_a_set_is_as_likely_laid_down_as_its_tiles_are_together() -> None:
    of = search(f"{LAID} | 7pe 8pe 9pe | 5se 5se 5s", sure=0.97)
    assert of.claimed_probability((8, 9, 10)) > 0.95
    assert of.claimed_probability((0, 1, 2)) < 0.05
    assert 0.5 < of.claimed_probability((11, 12, 13)) < 0.97  # two of the three


@given(st.permutations(range(14)))
def test_the_order_of_sights_means_nothing(order: list[int]) -> None:
    shuffled = search(f"{LAID} | 7pe 8pe 9pe | 5se 5se 5se", order=order)
    assert text_of(shuffled.best()[0], shuffled) == "123456m 11z (789p) (555s)"
