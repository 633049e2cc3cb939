"""Tiles and their codes."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.tiles import TILES, NotationError, Suit, Tile, Wind, format_tiles, parse_tiles

tiles = st.lists(st.sampled_from(TILES)).map(tuple)


def test_there_are_42_tiles_in_the_order_of_their_codes():
    codes = "123456789m123456789p123456789s1234567z1234f1234g"
    assert len(TILES) == 42
    assert format_tiles(TILES) == codes
    assert parse_tiles(codes) == TILES


def test_tiles_are_shared():
    assert Tile.parse("5p") is Tile.parse("5p") is parse_tiles("55p")[0]
    assert repr(Tile.parse("5p")) == "Tile.parse('5p')"


@given(tiles)
def test_text_round_trips(some):
    assert parse_tiles(format_tiles(some)) == some


@given(tiles)
def test_blanks_and_repeated_letters_mean_nothing(some):
    assert parse_tiles(" ".join(map(str, some))) == some


@pytest.mark.parametrize("text", ["0m", "8z", "5f", "m", "12", "1x", "\u0661m", "1m!", "1M"])
def test_what_is_no_tile_is_refused(text):
    with pytest.raises(NotationError):
        parse_tiles(text)


@pytest.mark.parametrize(
    ("fact", "codes"),
    [
        ("is_terminal", "1m9m1p9p1s9s"),
        ("is_honour", "1234567z"),
        ("is_wind", "1234z"),
        ("is_dragon", "567z"),
        ("is_bonus", "1234f1234g"),
        ("is_simple", "2345678m2345678p2345678s"),
    ],
)
def test_facts_about_tiles(fact, codes):
    assert [tile for tile in TILES if getattr(tile, fact)] == list(parse_tiles(codes))


def test_a_set_of_tiles_has_144():
    assert sum(tile.copies for tile in TILES) == 144
    assert sum(suit.size for suit in Suit) == 42


def test_winds_follow_each_other():
    assert [wind.next for wind in Wind] == [Wind.SOUTH, Wind.WEST, Wind.NORTH, Wind.EAST]
    assert format_tiles(wind.tile for wind in Wind) == "1234z"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_tile_is_that_tile(copied):
    assert [copied(tile) for tile in TILES] == list(TILES)
