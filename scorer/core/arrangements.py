"""Every way to read tiles as sets and eyes, and the special shapes: no rules, only geometry."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple, TypeAlias

from scorer.core.hand import Meld, MeldKind
from scorer.core.tiles import TILES, Suit, Tile

SETS_IN_A_HAND = 4
PLAIN_SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO, Suit.HONOURS)
PLAIN = tuple(tile for tile in TILES if not tile.is_bonus)
ORPHANS = frozenset(tile for tile in TILES if tile.is_terminal or tile.is_honour)

Counts: TypeAlias = tuple[int, ...]
Arrangement: TypeAlias = tuple[Meld, ...]
Arranger: TypeAlias = Callable[[tuple[Tile, ...], int], Iterator[Arrangement]]


class Form(IntEnum):
    """The shape of a hand, in the order that decides between equal scores.

    Bonus tiles may win with tiles of no shape; a hand that did not win is partial.
    """

    STANDARD = 0
    SEVEN_PAIRS = 1
    THIRTEEN_ORPHANS = 2
    BONUS_ONLY = 3
    PARTIAL = 4

    __hash__ = int.__hash__  # an enumeration's own hash gives the same more slowly


def standard(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
    """Yield each way to divide concealed tiles into sets and eyes, beside `melds` exposed sets.

    The sets come in tile order and the eyes last: four sets and eyes in all, or nothing.
    """
    by_suit = _counts_by_suit(tiles)
    if by_suit is None:
        return
    sizes = [sum(counts) for counts in by_suit]
    if sum(sizes) != 3 * (SETS_IN_A_HAND - melds) + 2:
        return
    # A suit whose tiles divide by three has only sets; one with two left over holds the eyes.
    over = [size % 3 for size in sizes]
    if 1 in over or over.count(2) != 1:
        return
    holder = over.index(2)
    pairs = [rest // 2 for rest in over]
    for ways in product(*map(_ways, _FIRSTS, by_suit, pairs)):
        one, two, three, four = ways
        yield (*one.sets, *two.sets, *three.sets, *four.sets, *ways[holder].eyes)


def standard_waits(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Tile]:
    """Yield the tiles that complete standing tiles as sets and eyes, in tile order.

    The same tiles as by trying each with `standard`, but each suit is divided on its own.
    """
    by_suit = _counts_by_suit(tiles)
    if by_suit is None or sum(map(sum, by_suit)) != 3 * (SETS_IN_A_HAND - melds) + 1:
        return
    # A suit with one tile over waits for eyes, or for a set beside its eyes. Of two suits with two
    # over, one has the eyes and the other waits for a set.
    over = [sum(counts) % 3 for counts in by_suit]
    waiting = [place for place, rest in enumerate(over) if rest]
    if [over[place] for place in waiting] not in ([1], [2, 2]):
        return
    for place in waiting:
        others = (other for other in range(len(over)) if other != place)
        if all(_ways(_FIRSTS[other], by_suit[other], over[other] // 2) for other in others):
            for rank in _suit_waits(_FIRSTS[place], by_suit[place], over[place] % 2):
                yield TILES[_FIRSTS[place] + rank]


def fewer_sets(sets: int) -> Arranger:
    """Return an arranger of hands with fewer than four sets and eyes, as beginners play."""

    def arrange(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
        return standard(tiles, melds + SETS_IN_A_HAND - sets)

    return arrange


def seven_pairs(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
    """Yield the reading as seven different pairs, if there is one."""
    standing = () if melds else tuple(tiles)
    if len(set(standing)) != 7:
        return
    counts = Counter(standing)
    if set(counts.values()) == {2}:
        yield tuple(Meld(MeldKind.EYES, tile) for tile in sorted(counts))


def seven_pairs_quads(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
    """Yield the reading as seven pairs, two of which may be alike, if there is one."""
    counts = Counter(tiles)
    if not melds and counts.total() == 14 and set(counts.values()) <= {2, 4}:
        yield tuple(
            Meld(MeldKind.EYES, tile) for tile in sorted(counts) for _ in range(counts[tile] // 2)
        )


def thirteen_orphans(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
    """Yield the reading as thirteen orphans, one of them twice, if there is one."""
    standing = () if melds else tuple(tiles)
    if len(standing) == 14 and ORPHANS.issuperset(standing) and ORPHANS.issubset(standing):
        counts = Counter(standing)
        (eyes,) = (tile for tile, count in counts.items() if count == 2)
        singles = (Meld(MeldKind.SINGLE, tile) for tile in sorted(counts) if tile != eyes)
        yield (*singles, Meld(MeldKind.EYES, eyes))


def held_sets(tiles: Iterable[Tile]) -> Iterator[Arrangement]:
    """Yield each way to see pungs and pairs in the tiles of a hand that did not win.

    Three or four alike are a pung or pairs. Chows are left out, as are tiles that form nothing.
    """
    yield from _held_sets(tiles, (MeldKind.PUNG,))


def held_sets_with_kongs(tiles: Iterable[Tile]) -> Iterator[Arrangement]:
    """Yield the same, but four alike may also be an undeclared kong."""
    yield from _held_sets(tiles, (MeldKind.PUNG, MeldKind.KONG))


def _held_sets(tiles: Iterable[Tile], larger: tuple[MeldKind, ...]) -> Iterator[Arrangement]:
    counts = Counter(tiles)
    ways = [
        [
            (Meld(MeldKind.EYES, tile),) * (count // 2),
            *((meld,) for meld in (Meld(kind, tile) for kind in larger) if meld.size <= count),
        ]
        for tile, count in sorted(counts.items())
        if count > 1
    ]
    for way in product(*ways):
        yield tuple(sorted((part for parts in way for part in parts), key=_order))


ARRANGERS: Mapping[Form, Arranger] = {
    Form.STANDARD: standard,
    Form.SEVEN_PAIRS: seven_pairs,
    Form.THIRTEEN_ORPHANS: thirteen_orphans,
}


def is_complete(
    tiles: Iterable[Tile], melds: int = 0, shapes: Iterable[Arranger] = ARRANGERS.values()
) -> bool:
    """Return whether concealed tiles complete a hand of one of the shapes, beside exposed sets.

    >>> from scorer.core.tiles import parse_tiles
    >>> is_complete(parse_tiles("11223344556677m"))
    True
    """
    standing = tuple(tiles)
    return any(True for shape in shapes for _ in shape(standing, melds))


def completing_tiles(
    concealed: tuple[Tile, ...], melds: tuple[Meld, ...], shapes: Iterable[Arranger]
) -> tuple[Tile, ...]:
    """Name the kinds of tiles that complete a hand in one of some shapes, in tile order.

    `concealed` are the tiles without the winning one. A kind of which the hand holds every copy is
    left out, since no further one can come.

    >>> from scorer.core.tiles import format_tiles, parse_tiles
    >>> format_tiles(completing_tiles(parse_tiles("1112345678999s"), (), ARRANGERS.values()))
    '123456789s'
    """
    # Integers are compared much faster than tiles.
    held = [tile.index for tile in concealed]
    held += [tile.index for meld in melds for tile in meld.tiles]
    tiles: set[Tile] = set()
    for shape in shapes:
        if shape is standard:
            tiles.update(standard_waits(concealed, len(melds)))
        else:
            tiles.update(tile for tile in PLAIN if any(shape((*concealed, tile), len(melds))))
    return tuple(sorted(tile for tile in tiles if held.count(tile.index) < tile.copies))


def _order(part: Meld) -> tuple[bool, Tile, MeldKind]:
    return part.is_eyes, part.tile, part.kind


class _Way(NamedTuple):
    """One division of a suit's tiles: the sets in tile order, and the eyes if it has any."""

    sets: Arrangement
    eyes: Arrangement


_NOTHING = _Way((), ())
_FIRSTS = tuple(next(tile.index for tile in TILES if tile.suit is suit) for suit in PLAIN_SUITS)
_FIRST_BONUS = next(tile.index for tile in TILES if tile.is_bonus)
_SUITS = tuple(slice(*ends) for ends in pairwise((*_FIRSTS, _FIRST_BONUS)))
# The same few sets make up every hand, so they are shared; no chow starts at an empty place.
_PUNGS = tuple((Meld(MeldKind.PUNG, tile),) for tile in TILES)
_EYES = tuple((Meld(MeldKind.EYES, tile),) for tile in TILES)
_CHOWS = tuple(
    (Meld(MeldKind.CHOW, tile),) if tile.is_suited and tile.rank <= 7 else () for tile in TILES
)


def _counts_by_suit(tiles: Iterable[Tile]) -> tuple[Counts, ...] | None:
    """Count the tiles of each rank in each plain suit; None if there are bonus tiles."""
    counts = [0] * len(TILES)
    for tile in tiles:
        counts[tile.index] += 1
    if any(counts[_FIRST_BONUS:]):
        return None
    return tuple([tuple(counts[suit]) for suit in _SUITS])


@lru_cache(maxsize=1 << 16)
def _ways(first: int, counts: Counts, pairs: int) -> tuple[_Way, ...]:
    """Return each way to divide some tiles of a suit into sets and 0 or 1 pairs of eyes.

    `counts` has the number of tiles of each rank, from the tile with the index `first` on. Tiles of
    the first rank that are in no pung and no eyes must be in chows.
    """
    if not any(counts):
        return () if pairs else (_NOTHING,)
    while not counts[0]:
        first, counts = first + 1, counts[1:]
    lowest, following, rest = counts[0], counts[1:3], counts[3:]
    found: list[_Way] = []
    for pair in range(pairs + 1):
        for pung in range((lowest - 2 * pair) // 3 + 1):
            chows = lowest - 2 * pair - 3 * pung
            if chows and (not _CHOWS[first] or min(following) < chows):
                continue
            left = (*[count - chows for count in following], *rest)
            sets = _CHOWS[first] * chows + _PUNGS[first] * pung
            found += [
                _Way(sets + way.sets, _EYES[first] * pair + way.eyes)
                for way in _ways(first + 1, left, pairs - pair)
            ]
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def _suit_waits(first: int, counts: Counts, pairs: int) -> tuple[int, ...]:
    """Return the ranks, from 0, of the tiles that complete a suit to sets and so many pairs."""
    return tuple(
        rank
        for rank, count in enumerate(counts)
        # A tile with no neighbour completes nothing.
        if any(counts[max(0, rank - 2) : rank + 3])
        and _ways(first, (*counts[:rank], count + 1, *counts[rank + 1 :]), pairs)
    )
