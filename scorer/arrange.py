"""Every way to read tiles as sets and eyes, and the special shapes: no rules, only geometry."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from scorer.hand import Meld, MeldKind
from scorer.tiles import TILES, Suit, Tile

SETS_IN_A_HAND = 4
PLAIN_SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO, Suit.HONOURS)
ORPHANS = frozenset(tile for tile in TILES if tile.is_terminal or tile.is_honour)

Counts: TypeAlias = tuple[int, ...]
Arrangement: TypeAlias = tuple[Meld, ...]
Arranger: TypeAlias = Callable[[tuple[Tile, ...], int], Iterator[Arrangement]]


class Form(IntEnum):
    """The shape of a hand, in the order that decides between equal scores.

    Bonus tiles may win with tiles of no shape, and a hand that did not win is partial.
    """

    STANDARD = 0
    SEVEN_PAIRS = 1
    THIRTEEN_ORPHANS = 2
    BONUS_ONLY = 3
    PARTIAL = 4


def standard(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
    """Yield each way to read standing tiles as sets and eyes beside `melds` sets on the table.

    Sets come in tile order with the eyes last; four sets and eyes in all, or nothing.
    """
    by_suit = _counts_by_suit(tiles)
    if by_suit is None:
        return
    sizes = [sum(counts) for counts in by_suit]
    if sum(sizes) != 3 * (SETS_IN_A_HAND - melds) + 2:
        return
    # A suit that divides by three has sets only, one with two tiles over holds the eyes.
    over = [size % 3 for size in sizes]
    if sorted(over) != [0, 0, 0, 2]:
        return
    holder = over.index(2)
    for ways in product(*map(_suit_ways, PLAIN_SUITS, by_suit)):
        one, two, three, four = ways
        yield (*one.sets, *two.sets, *three.sets, *four.sets, *ways[holder].eyes)


def fewer_sets(sets: int) -> Arranger:
    """Make the arranger of hands of fewer than four sets and eyes, which beginners play."""

    def arrange(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
        return standard(tiles, melds + SETS_IN_A_HAND - sets)

    return arrange


def seven_pairs(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
    """Yield the reading as seven different pairs, if it is one."""
    standing = () if melds else tuple(tiles)
    if len(set(standing)) != 7:
        return
    counts = Counter(standing)
    if set(counts.values()) == {2}:
        yield tuple(Meld(MeldKind.EYES, tile) for tile in sorted(counts))


def seven_pairs_quads(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
    """Yield the reading as seven pairs of which two may be alike, if it is one."""
    counts = Counter(tiles)
    if not melds and counts.total() == 14 and set(counts.values()) <= {2, 4}:
        yield tuple(
            Meld(MeldKind.EYES, tile) for tile in sorted(counts) for _ in range(counts[tile] // 2)
        )


def thirteen_orphans(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Arrangement]:
    """Yield the reading as one of each terminal and honour with one of them twice, if it is one."""
    standing = () if melds else tuple(tiles)
    if len(standing) == 14 and set(standing) == ORPHANS:
        counts = Counter(standing)
        (eyes,) = (tile for tile, count in counts.items() if count == 2)
        singles = (Meld(MeldKind.SINGLE, tile) for tile in sorted(counts) if tile != eyes)
        yield (*singles, Meld(MeldKind.EYES, eyes))


def held_sets(tiles: Iterable[Tile]) -> Iterator[Arrangement]:
    """Yield each way to see pungs and pairs in the tiles of a hand that did not win.

    Three or four alike are a pung or pairs. Chows are left out, and tiles that make nothing.
    """
    yield from _held(tiles, (MeldKind.PUNG,))


def held_sets_with_kongs(tiles: Iterable[Tile]) -> Iterator[Arrangement]:
    """Yield the same where four alike may also be a kong that nobody declared."""
    yield from _held(tiles, (MeldKind.PUNG, MeldKind.KONG))


def _held(tiles: Iterable[Tile], larger: tuple[MeldKind, ...]) -> Iterator[Arrangement]:
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


ARRANGERS: Mapping[Form, Arranger] = MappingProxyType(
    {
        Form.STANDARD: standard,
        Form.SEVEN_PAIRS: seven_pairs,
        Form.THIRTEEN_ORPHANS: thirteen_orphans,
    }
)


def forms(tiles: Iterable[Tile], melds: int = 0) -> tuple[Form, ...]:
    """Name the shapes in which tiles are a complete hand.

    >>> from scorer.tiles import parse_tiles
    >>> [form.name for form in forms(parse_tiles("11223344556677m"))]
    ['STANDARD', 'SEVEN_PAIRS']
    """
    standing = tuple(tiles)
    return tuple(
        form for form, arrange in ARRANGERS.items() if any(True for _ in arrange(standing, melds))
    )


def _order(part: Meld) -> tuple[bool, Tile, MeldKind]:
    return part.is_eyes, part.tile, part.kind


class _Way(NamedTuple):
    """One way to use up the tiles of a suit: its sets in tile order, and the eyes if it has any."""

    sets: Arrangement
    eyes: Arrangement


def _counts_by_suit(tiles: Iterable[Tile]) -> tuple[Counts, ...] | None:
    """Count the tiles of each rank in each plain suit; None if there are bonus tiles."""
    counts = [0] * len(TILES)
    for tile in tiles:
        counts[tile.index] += 1
    by_suit = tuple(tuple(counts[first : first + suit.size]) for first, suit in _FIRST_OF_SUIT)
    return None if any(counts[_FIRST_BONUS:]) else by_suit


_FIRST_OF_SUIT = tuple(
    (next(tile.index for tile in TILES if tile.suit is suit), suit) for suit in PLAIN_SUITS
)
_FIRST_BONUS = next(tile.index for tile in TILES if tile.is_bonus)


@lru_cache(maxsize=1 << 14)
def _suit_ways(suit: Suit, counts: Counts) -> tuple[_Way, ...]:
    """Every way to use up the tiles of one suit, each once, with at most one pair of eyes."""
    if not any(counts):
        return (_Way((), ()),)
    tiles = [tile for tile in TILES if tile.suit is suit]
    ways = {tuple(sorted(way, key=_order)) for way in _ways(tiles, list(counts), eyes=False)}
    ordered = sorted(ways, key=lambda way: [_order(part) for part in way])
    return tuple(
        _Way(
            tuple(part for part in way if not part.is_eyes),
            tuple(part for part in way if part.is_eyes),
        )
        for way in ordered
    )


def _ways(tiles: list[Tile], counts: list[int], *, eyes: bool) -> Iterator[Arrangement]:
    """Take the lowest tile away as part of a pung, a chow or the eyes, and go on with the rest."""
    lowest = next((index for index, count in enumerate(counts) if count), None)
    if lowest is None:
        yield ()
        return
    tile = tiles[lowest]
    for part in _parts_from(tile, eyes=eyes):
        rest = counts.copy()
        for used in part.tiles:
            rest[used.rank - 1] -= 1
        if min(rest) >= 0:
            for way in _ways(tiles, rest, eyes=eyes or part.is_eyes):
                yield (part, *way)


def _parts_from(tile: Tile, *, eyes: bool) -> Iterator[Meld]:
    yield Meld(MeldKind.PUNG, tile)
    if tile.is_suited and tile.rank <= 7:
        yield Meld(MeldKind.CHOW, tile)
    if not eyes:
        yield Meld(MeldKind.EYES, tile)
