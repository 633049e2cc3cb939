"""Winning hands for property tests, built from sets so that they are complete by construction."""

from collections import Counter

from hypothesis import strategies as st

from scorer.core.hand import Hand, Meld, MeldKind, Place
from scorer.core.tiles import TILES, Wind

PLAIN = [tile for tile in TILES if not tile.is_bonus]
BONUS = [tile for tile in TILES if tile.is_bonus]
CHOWS = [tile for tile in PLAIN if tile.is_suited and tile.rank <= 7]

chows = st.builds(
    Meld, st.just(MeldKind.CHOW), st.sampled_from(CHOWS), st.sampled_from(list(Place))
)
pungs = st.builds(
    Meld, st.just(MeldKind.PUNG), st.sampled_from(PLAIN), st.sampled_from(list(Place))
)
kongs = st.builds(
    Meld,
    st.just(MeldKind.KONG),
    st.sampled_from(PLAIN),
    st.sampled_from([Place.EXPOSED, Place.LAID_DOWN]),
)
small_kongs = st.builds(
    Meld,
    st.just(MeldKind.KONG),
    st.sampled_from(PLAIN),
    st.just(Place.EXPOSED),
    added=st.just(value=True),
)
melds = st.one_of(chows, pungs, kongs, small_kongs)
eyes = st.builds(Meld, st.just(MeldKind.EYES), st.sampled_from(PLAIN))
bonus_tiles = st.lists(st.sampled_from(BONUS), unique=True).map(tuple)


def enough_tiles(parts):
    counts = Counter(tile for part in parts for tile in part.tiles)
    return max(counts.values()) <= 4


@st.composite
def winning_hands(draw):
    """Draw a complete hand with its winning tile marked, standing tiles in any order."""
    parts = draw(st.tuples(melds, melds, melds, melds, eyes).filter(enough_tiles).map(list))
    standing = [part for part in parts if part.place is Place.STANDING]
    tiles = draw(st.permutations([tile for part in standing for tile in part.tiles]))
    on_table = tuple(part for part in parts if part.place is not Place.STANDING)
    return Hand(tuple(tiles[1:]), on_table, tiles[0], draw(bonus_tiles))


winds = st.sampled_from(list(Wind))
