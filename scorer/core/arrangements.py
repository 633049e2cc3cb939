"""Every way to read tiles as sets and eyes, and the special shapes: no rules, only geometry."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache, partial
from itertools import pairwise, product
from types import MappingProxyType
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
    if 1 in over or over.count(2) != 1:
        return
    holder = over.index(2)
    pairs = [rest // 2 for rest in over]
    for ways in product(*map(_ways, _FIRSTS, by_suit, pairs)):
        one, two, three, four = ways
        yield (*one.sets, *two.sets, *three.sets, *four.sets, *ways[holder].eyes)


def standard_waits(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Tile]:
    """Yield the tiles that complete standing tiles as sets and eyes, in tile order.

    The same tiles as by trying each with `standard`, without putting any hand together.
    """
    by_suit = _counts_by_suit(tiles)
    if by_suit is None or sum(map(sum, by_suit)) != 3 * (SETS_IN_A_HAND - melds) + 1:
        return
    over = [sum(counts) % 3 for counts in by_suit]
    for place, counts in enumerate(by_suit):
        # With one more tile in this suit, one suit has to have two tiles over and the others none.
        then = [*over[:place], (over[place] + 1) % 3, *over[place + 1 :]]
        if 1 in then or then.count(2) != 1:
            continue
        pairs = [rest // 2 for rest in then]
        others = zip(_ALIKE, by_suit, pairs, strict=True)
        if all(_uses_up(*other) for suit, other in enumerate(others) if suit != place):
            for rank in _suit_waits(_ALIKE[place], counts, pairs[place]):
                yield TILES[_FIRSTS[place] + rank]


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
    if len(standing) == 14 and ORPHANS.issuperset(standing) and ORPHANS.issubset(standing):
        counts = Counter(standing)
        (eyes,) = (tile for tile, count in counts.items() if count == 2)
        singles = (Meld(MeldKind.SINGLE, tile) for tile in sorted(counts) if tile != eyes)
        yield (*singles, Meld(MeldKind.EYES, eyes))


def seven_pairs_waits(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Tile]:
    """Yield the tile that makes the seventh of seven different pairs."""
    counts = {} if melds else Counter(tiles)
    if sorted(counts.values()) == [1, 2, 2, 2, 2, 2, 2]:
        yield from (tile for tile, count in counts.items() if count == 1)


def thirteen_orphans_waits(tiles: Iterable[Tile], melds: int = 0) -> Iterator[Tile]:
    """Yield the orphan that is missing, or all of them if only the pair is."""
    standing = () if melds else tuple(tiles)
    if len(standing) != 13 or not ORPHANS.issuperset(standing):
        return
    missing = ORPHANS.difference(standing)
    if len(missing) <= 1:
        yield from sorted(missing or ORPHANS)


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


WAITS: Mapping[Arranger, Callable[[tuple[Tile, ...], int], Iterator[Tile]]] = MappingProxyType(
    {
        standard: standard_waits,
        seven_pairs: seven_pairs_waits,
        thirteen_orphans: thirteen_orphans_waits,
    }
)


def forms(tiles: Iterable[Tile], melds: int = 0) -> tuple[Form, ...]:
    """Name the shapes in which tiles are a complete hand.

    >>> from scorer.core.tiles import parse_tiles
    >>> [form.name for form in forms(parse_tiles("11223344556677m"))]
    ['STANDARD', 'SEVEN_PAIRS']
    """
    standing = tuple(tiles)
    return tuple(
        form for form, arrange in ARRANGERS.items() if any(True for _ in arrange(standing, melds))
    )


def completing(
    concealed: tuple[Tile, ...], melds: tuple[Meld, ...], shapes: Iterable[Arranger]
) -> tuple[Tile, ...]:
    """Name the kinds of tiles that complete a hand in one of some shapes, in tile order.

    `concealed` are the tiles without the winning one. A kind of which the hand holds every copy is
    left out, since no further one can come.

    >>> from scorer.core.tiles import format_tiles, parse_tiles
    >>> format_tiles(completing(parse_tiles("1112345678999s"), (), ARRANGERS.values()))
    '123456789s'
    """
    # Numbers are compared much faster than tiles.
    held = [tile.index for tile in concealed]
    held += [tile.index for meld in melds for tile in meld.tiles]
    tiles: set[Tile] = set()
    for shape in shapes:
        waiting = WAITS.get(shape) or partial(_tried, shape)
        tiles.update(waiting(concealed, len(melds)))
    return tuple(sorted(tile for tile in tiles if held.count(tile.index) < tile.copies))


def _tried(shape: Arranger, concealed: tuple[Tile, ...], melds: int) -> Iterator[Tile]:
    """Yield each tile with which a shape finds a complete hand."""
    for tile in PLAIN:
        if any(True for _ in shape((*concealed, tile), melds)):
            yield tile


def _order(part: Meld) -> tuple[bool, Tile, MeldKind]:
    return part.is_eyes, part.tile, part.kind


class _Way(NamedTuple):
    """One way to use up the tiles of a suit: its sets in tile order, and the eyes if it has any."""

    sets: Arrangement
    eyes: Arrangement


_FIRSTS = tuple(next(tile.index for tile in TILES if tile.suit is suit) for suit in PLAIN_SUITS)
# Whether tiles make sets is the same in all three suits, so it is found out once for them all.
_ALIKE = (_FIRSTS[0], _FIRSTS[0], _FIRSTS[0], _FIRSTS[-1])
_FIRST_BONUS = next(tile.index for tile in TILES if tile.is_bonus)
_SUITS = tuple(slice(*ends) for ends in pairwise((*_FIRSTS, _FIRST_BONUS)))
# The same few sets make every hand, so there is one of each; a place without one makes no chow.
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
    """Every way to use up tiles of one suit, each once, with so many pairs of eyes (0 or 1).

    `counts` are of the ranks from tile number `first` on. What is left of the lowest rank after a
    pung and eyes has to go into chows.
    """
    gap = 0
    for count in counts:
        if count:
            break
        gap += 1
    if gap == len(counts):
        return () if pairs else (_Way((), ()),)
    if gap:
        return _ways(first + gap, counts[gap:], pairs)
    ways = []
    lowest = counts[0]
    shares = [(pair, pung) for pair in range(pairs + 1) for pung in range(lowest // 3 + 1)]
    for pair, pung in shares:
        chows = lowest - 2 * pair - 3 * pung
        if chows < 0 or (chows and not _CHOWS[first]):
            continue
        rest = counts[1:]
        if chows:
            rest = (counts[1] - chows, counts[2] - chows, *counts[3:])
            if min(rest) < 0:
                continue
        sets = _CHOWS[first] * chows + _PUNGS[first] * pung
        eyes = _EYES[first] * pair
        ways += [
            _Way(sets + way.sets, eyes + way.eyes) for way in _ways(first + 1, rest, pairs - pair)
        ]
    return tuple(ways)


@lru_cache(maxsize=1 << 16)
def _suit_waits(first: int, counts: Counts, pairs: int) -> tuple[int, ...]:
    """The ranks, from 0, of which one more tile lets sets and eyes use up all tiles of a suit."""
    return tuple(
        rank
        for rank in range(len(counts))
        # A tile with nothing near it completes nothing.
        if any(counts[max(0, rank - 2) : rank + 3])
        and _uses_up(first, (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :]), pairs)
    )


def _uses_up(first: int, counts: Counts, pairs: int) -> bool:
    """Whether there is any of the `_ways`, which is told without putting them together."""
    if not pairs:
        return _are_sets(first, counts)
    # Ranks of a set add up to a multiple of three, so the eyes alone decide what is over.
    over = 2 * sum([rank * count for rank, count in enumerate(counts)]) % 3
    return any(
        counts[eyes] >= 2
        and _are_sets(first, (*counts[:eyes], counts[eyes] - 2, *counts[eyes + 1 :]))
        for eyes in range(over, len(counts), 3)
    )


def _are_sets(first: int, counts: Counts) -> bool:
    """Whether tiles of a suit make sets: pungs of the lowest rank, and chows of what is over.

    Three chows alike are three pungs as well, so no rank has to have more than two.
    """
    left = [*counts, 0, 0]
    for rank in range(len(counts)):
        chows = left[rank] % 3
        if chows:
            if not _CHOWS[first + rank] or min(left[rank + 1], left[rank + 2]) < chows:
                return False
            left[rank + 1] -= chows
            left[rank + 2] -= chows
    return True
