"""Hand texts: what they say, and everything that can be wrong with them."""

import pytest
from hypothesis import given

from scorer.core.hand import Hand, HandProblem, Meld, MeldKind, flags, read_hand
from scorer.core.tiles import NotationError, parse_tiles
from tests.scorer.strategies import eyes, melds, winning_hands


def test_a_hand_is_read():
    hand = Hand.parse("123m 456m 9p [1111z] (555s) (7777s+) +9p | 1f 3g")
    assert hand.concealed == parse_tiles("123456m9p")
    assert [str(meld) for meld in hand.melds] == ["[1111z]", "(555s)", "(7777s+)"]
    assert hand.winning == parse_tiles("9p")[0]
    assert hand.bonus == parse_tiles("1f3g")
    assert hand.size == 6 + 2 + 9


@given(winning_hands())
def test_hands_round_trip(hand):
    assert Hand.parse(str(hand)) == hand
    assert str(Hand.parse(str(hand))) == str(hand)
    assert hand.size == 14


@given(melds)
def test_sets_on_the_table_round_trip(meld):
    assert Meld.parse(str(meld)) == meld


@given(eyes)
def test_eyes_round_trip(pair):
    assert Meld.parse(str(pair)) == pair


@pytest.mark.parametrize("text", ["", "|", " | ", "123m|", "| 1f"])
def test_any_part_may_be_missing(text):
    assert Hand.parse(text).winning is None


@pytest.mark.parametrize(
    "text",
    ["99p+9p", "9p (321m)(555z) 9p", "[1 1 1 1 z]", "9p\t9p\n9p", "(5555s +)"],
)
def test_blanks_and_order_may_differ(text):
    assert read_hand(text).unread == ()


def test_kinds_of_sets():
    kinds = {text: Meld.parse(text).kind for text in ("123m", "(555z)", "[1111z]", "99p", "1s")}
    assert list(kinds.values()) == [
        MeldKind.CHOW,
        MeldKind.PUNG,
        MeldKind.KONG,
        MeldKind.EYES,
        MeldKind.SINGLE,
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(124m)", "not a chow, pung or kong"),
        ("(1m2m3p)", "not a chow, pung or kong"),
        ("(891m)", "not a chow, pung or kong"),
        ("(123z)", "not a chow, pung or kong"),
        ("(55555z)", "not a chow, pung or kong"),
        ("(99p)", "pairs and single tiles have no brackets"),
        ("()", "not a chow, pung or kong"),
        ("(1111f)", "not a chow, pung or kong"),
        ("(123m+)", "only a small kong"),
        ("[5555s+]", "only a small kong"),
        ("(12m", "open and close"),
        ("(123m]", "open and close"),
        ("123m)", "open and close"),
        ("(12m+3m)", "not a set"),
        ("1f", "after |"),
        ("+1f", "after |"),
        ("+12m", "exactly one tile after"),
        ("+", "exactly one tile after"),
        ("+1m +2m", "Mark one winning tile"),
        ("| 1m", "only bonus tiles"),
        ("1m | 1f | 2f", "must be numbers"),
        ("hello", "must be numbers"),
        ("123m 45?m", "'45\\?m': \\? is a tile that could not be read; replace it"),
        ("+?", "could not be read"),
        ("(55?s)", "could not be read"),
        ("| ?", "could not be read"),
        ("0m", "not a tile"),
        ("(" * 1_000_000, "at most 400 characters"),
    ],
)
def test_malformed_text_is_bad_notation(text, says):
    assert flags(read_hand(text).unread) == HandProblem.BAD_NOTATION
    with pytest.raises(NotationError, match=says.replace("|", r"\|")):
        Hand.parse(text)


@pytest.mark.parametrize("text", ["x", "12m xx", "(x11m)", "[x11x]", "+x", "| x"])
def test_face_down_tiles_have_their_own_name(text):
    assert flags(read_hand(text).unread) == HandProblem.FACE_DOWN_TILE


def test_everything_wrong_is_listed():
    hand = read_hand("hello (124m) x 5p | 9z")
    assert flags(hand.unread).names == ("bad_notation", "face_down_tile")
    assert len(hand.unread) == 4
    assert hand.concealed == parse_tiles("5p")


def test_a_kong_cannot_stand():
    with pytest.raises(NotationError, match="laid on the table"):
        Meld.parse("1111z")
