"""Patterns ask a win how many sets it has: hands of two, three and five sets earn what four do."""

import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest

from scorer import patterns
from scorer.core.arrangements import Form
from scorer.core.hand import Hand, Meld, MeldKind, read_hand
from scorer.core.win import Declaration, Shape, Win
from scorer.patterns import chows, pungs, special_hands, suits

MODULES = [
    import_module(f"{patterns.__name__}.{each.name}") for each in iter_modules(patterns.__path__)
]
PATTERNS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": function
    for module in MODULES
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if function.__module__ == module.__name__
    and not name.startswith("_")
    and list(inspect.signature(function).parameters) == ["win"]
}
CHOWS = ("123m", "456m", "789m", "123m", "456m")
PUNGS = ("111m", "999p", "555z", "111s", "222z")
KONGS = ("[1111m]", "[9999p]", "[5555z]", "[1111s]", "[2222z]")


def of(parts, eyes="99s"):
    """A self-drawn hand of some sets, all standing but for kongs, with its last tile as it lies."""
    hand = read_hand(" ".join((*parts, eyes)))
    standing = [part for part in parts if not part.startswith("[")]
    melds = [meld for part in standing for meld in read_hand(f"({part})").melds]
    closed = [Meld(meld.kind, meld.tile) for meld in melds]
    sets = (*closed, *hand.melds, Meld(MeldKind.EYES, hand.standing[-1]))
    declared = Declaration(Hand(hand.concealed, hand.melds), self_drawn=True)
    return Win(declared, Shape(Form.STANDARD, sets), len(sets) - 1)


@pytest.mark.parametrize("sets", [2, 3, 4, 5])
@pytest.mark.parametrize("parts", [CHOWS, PUNGS, KONGS], ids=["chows", "pungs", "kongs"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_pattern_fails_at_any_number_of_sets(pattern, parts, sets):
    assert isinstance(PATTERNS[pattern](of(parts[:sets])), int | tuple)


@pytest.mark.parametrize("sets", [2, 3, 4, 5])
def test_a_hand_of_one_kind_of_set_is_one_at_any_number_of_them(sets):
    runs, triplets, quads = (of(parts[:sets]) for parts in (CHOWS, PUNGS, KONGS))
    assert chows.all_chows(runs)
    assert chows.all_chows(runs, eyes="no_honours")
    assert not chows.all_chows(triplets)
    assert pungs.four_pungs(triplets)
    assert pungs.four_concealed_pungs(triplets)
    assert not pungs.four_kongs(triplets)
    assert pungs.four_kongs(quads)
    assert special_hands.hidden_treasure(triplets)
    assert not pungs.four_pungs(of((*PUNGS[: sets - 1], "123m")))
    assert suits.terminal_in_each_meld(of(("123m", "789p", "111s", "999m", "123s")[:sets]))


def test_two_double_chows_are_found_among_five():
    twice = of(("123m", "123m", "456p", "456p", "789s"))
    assert chows.two_double_chow(twice)
    assert not chows.two_double_chow_in_one_suit(twice)
    assert chows.two_double_chow_in_one_suit(of(("123m", "123m", "456m", "456m", "789s")))
    assert not chows.two_double_chow(of(("123m", "123m", "456m", "789p", "789s")))
