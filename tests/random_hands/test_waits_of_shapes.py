"""The quick ways to name waits agree with trying every tile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.arrangements import ORPHANS, WAITS
from scorer.core.tiles import TILES

PLAIN = [tile for tile in TILES if not tile.is_bonus]
some_tiles = st.one_of(
    st.lists(st.sampled_from(PLAIN[:9]), min_size=13, max_size=13),
    st.lists(st.sampled_from(sorted(ORPHANS)), min_size=13, max_size=13),
    st.permutations(sorted(ORPHANS)),
    st.lists(st.sampled_from(PLAIN[18:]), min_size=1, max_size=13),
    st.lists(st.sampled_from(PLAIN), min_size=7, max_size=7, unique=True).map(
        lambda kinds: [*kinds[:6], *kinds]
    ),
)


@pytest.mark.parametrize("shape", list(WAITS), ids=lambda shape: shape.__name__)
@given(some_tiles, st.integers(0, 4))
def test_waits_are_the_tiles_that_complete(shape, tiles, melds):
    standing = tuple(tiles)
    tried = [tile for tile in PLAIN if any(True for _ in shape((*standing, tile), melds))]
    assert list(WAITS[shape](standing, melds)) == tried
