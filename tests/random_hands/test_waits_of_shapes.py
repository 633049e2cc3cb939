"""The quick way to name waits agrees with trying every tile."""

from hypothesis import given
from hypothesis import strategies as st

from scorer.core.arrangements import ORPHANS, standard, standard_waits
from scorer.core.tiles import TILES

PLAIN = [tile for tile in TILES if not tile.is_bonus]
some_tiles = st.one_of(
    st.lists(st.sampled_from(PLAIN[:9]), min_size=13, max_size=13),
    st.lists(st.sampled_from(sorted(ORPHANS)), min_size=13, max_size=13),
    st.lists(st.sampled_from(PLAIN[18:]), min_size=1, max_size=13),
    st.lists(st.sampled_from([*PLAIN[:4], *PLAIN[9:13]]), min_size=4, max_size=10),
)


@given(some_tiles, st.integers(0, 4))
def test_waits_are_the_tiles_that_complete(tiles, melds):
    standing = tuple(tiles)
    tried = [tile for tile in PLAIN if any(standard((*standing, tile), melds))]
    assert list(standard_waits(standing, melds)) == tried
