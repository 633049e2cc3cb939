"""What lies about the concealed tiles of a hand and belongs to it: sets and the winning tile.

How many sets are missing is plain from how many tiles are concealed; that keeps discards out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from statistics import median

import numpy as np

from vision.layout.hand import HandLayout
from vision.layout.raised import has_one_raised
from vision.layout.wins import is_winning
from vision.quads.rows import Row
from vision.quads.table import Table, runs, sets_of
from vision.sets import FACE_DOWN, Kind, divide, is_bonus, is_same

# Distances are in tile sizes unless said otherwise.
_NEAR = 3.2  # to sets laid down among other tiles
_NEAR_ALONE = 6.5  # to sets in a row of their own
_WINNING = 2.6  # to the winning tile
_WINNING_FAR = 4.5  # to one that the hand lacks
_LOOSE_END = 0.25  # tile widths, beyond the usual gap, between the winning tile and its row
_WELL_APART = 0.8  # the same where the number of tiles leaves it in doubt
_ASKEW = 0.1  # tile widths and heights, of a tile laid down beside a neat row
_PLAINLY_ASKEW = 0.2  # the same, whatever gaps the row has
_ASIDE = 0.3  # tile heights out of line; a sideways tile is half of that by its shape alone
_A_NEAT_ROW = 6  # tiles
_ENOUGH = 4  # tiles of a row that is a hand's without anything else
_UPON = 1.35  # from a pung to the tile that makes it a small kong

# What is less sure to be a tile is not taken from afar: a face on a screen or a box is no part of a
# hand.
_DOUBTED = 0.5
_NOT_DOUBTED = 0.75  # of a tile alone, with which the hand does not win


def lay_down(table: Table, hand: HandLayout, kind: Kind, tiles: tuple[int, ...]) -> HandLayout:
    """Add a set that lies apart: a concealed kong, or an exposed set."""
    if kind is Kind.CONCEALED_KONG:
        return replace(hand, concealed_kongs=(*hand.concealed_kongs, tiles))
    return _with_exposed(table, hand, tiles)


@dataclass(frozen=True, slots=True)
class Nearby:
    """Sets that touch each other; `mixed` where others of their row are no sets, as in a pool."""

    sets: tuple[tuple[Kind, tuple[int, ...]], ...]
    mixed: bool

    @property
    def tiles(self) -> tuple[int, ...]:
        """All their tiles."""
        return tuple(tile for _, tiles in self.sets for tile in tiles)


def sets_about(
    table: Table, row: Row, taken: frozenset[int], least: float = _DOUBTED
) -> Iterator[Nearby]:
    """Give the sets in other rows of the same direction and of about the same size.

    `least`: the mean trust in their tiles from which on they are taken for sets.
    """
    for number in _rows_alike(table, row):
        if not taken.isdisjoint(table.rows[number].tiles):
            continue
        found = _sets_in(table, number)
        if not found and len(row) >= _ENOUGH:
            found = _all_but_one(table, number)
        yield from (sets for sets in found if table.sureness(sets.tiles) > least)


@lru_cache(maxsize=256)  # rows of one table: every hand that is tried asks for them again
def _sets_in(table: Table, number: int) -> tuple[Nearby, ...]:
    """Divide the row of this number into sets that touch each other."""
    row = table.rows[number]
    pieces = [_believable(table, run) for run in runs(row)]
    pieces = [run for run in pieces if run]
    parts = [sets_of(table, run) for run in pieces]
    if not all(parts) and (together := sets_of(table, _believable(table, row.tiles))):
        # A set may come apart in the middle when the next one is pushed up to it.
        pieces, parts = [row.tiles], [together]
    mixed = any(not sets and len(run) > 1 for run, sets in zip(pieces, parts, strict=True))
    return tuple(Nearby(sets, mixed) for sets in parts if sets)


@lru_cache(maxsize=256)
def _all_but_one(table: Table, number: int) -> tuple[Nearby, ...]:
    """Divide the row of this number into two sets or more and what is left of one more.

    A tile of that one was misread or not seen; the others are sets all the same.
    """
    tiles = table.rows[number].tiles
    for left in (2, 3):
        for start in range(len(tiles) - left + 1):
            sides = (tiles[:start], tiles[start + left :])
            if all(divide(table.names(side)) is not None for side in sides):
                sets = tuple(chain.from_iterable(sets_of(table, side) for side in sides))
                if len(sets) > 1:
                    return (Nearby(sets, mixed=True),)
    return ()


def _believable(table: Table, run: tuple[int, ...]) -> tuple[int, ...]:
    """Leave out of a run that is no row of sets what hardly is a tile."""
    if sets_of(table, run):
        return run
    rest = tuple(tile for tile in run if table.trust[tile] >= _DOUBTED)
    return rest if rest == run or sets_of(table, rest) else run


def within_reach(table: Table, hand: HandLayout, sets: Nearby) -> bool:
    """Whether sets lie near enough to belong to a hand."""
    return table.reach(hand.tiles, sets.tiles) <= (_NEAR if sets.mixed else _NEAR_ALONE)


def add_sets(
    table: Table, row: Row, hand: HandLayout, size: int, least: float = _DOUBTED
) -> HandLayout:
    """Add sets from about the row, nearest first, as far as a hand of `size` tiles has room."""
    about = list(sets_about(table, row, frozenset(hand.tiles), least))
    while hand.counted <= size - 3 and about:
        here = hand.tiles
        nearest = min(about, key=lambda sets: (sets.mixed, table.reach(here, sets.tiles)))
        about.remove(nearest)
        fits = hand.counted + 3 * len(nearest.sets) <= size
        if fits and within_reach(table, hand, nearest):
            for kind, tiles in nearest.sets:
                hand = lay_down(table, hand, kind, tiles)
    return hand


@lru_cache(maxsize=256)
def _rows_alike(table: Table, row: Row) -> tuple[int, ...]:
    """Give the numbers of the other rows that run as this one does and are about as large."""
    others = enumerate(table.rows)
    return tuple(n for n, other in others if other is not row and _alike(table, row, other))


def _alike(table: Table, one: Row, other: Row) -> bool:
    """Whether two rows run in the same direction and have about the same size.

    Seen from low along a row, its near end is several times as large as its far one: what counts
    are the two tiles that lie nearest to each other.
    """
    cosine = one.along[0] * other.along[0] + one.along[1] * other.along[1]
    if abs(cosine) <= 0.8:
        return False
    apart = table.apart.take(one.tiles, axis=0).take(other.tiles, axis=1)
    here, there = divmod(int(apart.argmin()), len(other))
    ratio = float(table.sizes[one.tiles[here]] / max(table.sizes[other.tiles[there]], 1e-6))
    return 0.5 < ratio < 2


def _with_exposed(table: Table, hand: HandLayout, tiles: tuple[int, ...]) -> HandLayout:
    """Add an exposed set; a fourth tile put upon a pung, or above it, makes it a small kong."""
    fourth = next(_fourths(table, hand, tiles), None)
    if fourth is not None:
        return replace(hand, small_kongs=(*hand.small_kongs, (*tiles, fourth)))
    if len(tiles) == 3 and is_same(table.names(tiles)) and has_one_raised(table, tiles):
        return replace(hand, small_kongs=(*hand.small_kongs, tiles))
    return replace(hand, exposed=(*hand.exposed, tiles))


def _fourths(table: Table, hand: HandLayout, tiles: tuple[int, ...]) -> Iterator[int]:
    if len(tiles) != 3 or not is_same(table.names(tiles)):
        return
    for row in table.rows:
        for tile in row.tiles if len(row) <= 2 else ():
            alike = table.codes[tile] == table.codes[tiles[0]]
            if alike and tile not in hand.tiles and table.reach((tile,), tiles) < _UPON:
                yield tile


def quads_as_kongs(table: Table, hand: HandLayout) -> HandLayout:
    """Take four alike in a row for a kong where the number of tiles comes out only so."""
    while hand.counted > 14 or (hand.concealed and len(hand.concealed) % 3 == 0):
        starts = range(len(hand.concealed) - 3)
        quads = (hand.concealed[start : start + 4] for start in starts)
        kong = next((quad for quad in quads if is_same(table.names(quad))), None)
        if kong is None:
            break
        rest = tuple(tile for tile in hand.concealed if tile not in kong)
        hand = replace(hand, concealed=rest, exposed=(*hand.exposed, kong))
    return hand


def mark_winning(table: Table, row: Row, hand: HandLayout) -> HandLayout:
    """Find the winning tile where it lies apart from the concealed tiles or turned among them."""
    if len(hand.concealed) % 3 == 1:
        lone = _lone_tile(table, hand)
        if lone is not None:
            return replace(hand, winning=lone)
    chosen = _end_of_row(row, hand)
    if chosen is None:
        return hand
    rest = tuple(tile for tile in hand.concealed if tile != chosen)
    return replace(hand, concealed=rest, winning=chosen)


def _end_of_row(row: Row, hand: HandLayout) -> int | None:
    """Give the tile apart at an end of the row, or the only one that lies sideways.

    Where there are both, `_means_less` tells which of them won.

    Where the number of tiles is that of no winning hand, it must be well apart.
    """
    places = [place for place, tile in enumerate(row.tiles) if tile in hand.concealed]
    if len(places) < 2:
        return None
    aside = [place for place in {places[0], places[-1]} if _lies_aside(row, place)]
    wins = len(hand.concealed) % 3 == 2
    if wins and len(aside) == 1:
        return row.tiles[aside[0]]
    usual = median(row.gaps) if len(row) > 4 else 0.0
    ends = [(row.gaps[places[-1] - 1], places[-1]), (row.gaps[places[0]], places[0])]
    gap, place = max(ends)
    sideways = [row.tiles[place] for place in places if wins and row.turned[place]]
    beyond = gap - max(usual, 0.0)
    apart = beyond > (_LOOSE_END if wins else _WELL_APART)
    if apart and not (len(sideways) == 1 and _means_less(row, places, gap, beyond, sideways[0])):
        return row.tiles[place]
    if wins and _is_askew(row, gap - usual, place):
        return row.tiles[place]
    return sideways[0] if len(sideways) == 1 else None


def _means_less(row: Row, places: list[int], gap: float, beyond: float, sideways: int) -> bool:
    """Whether the gap at an end of these places says less than a tile that lies sideways there.

    A row parted into groups has such gaps anyway. Others come about by themselves unless they are
    wide; at an end of the row nobody turns a tile but on purpose.
    """
    others = row.gaps[places[1] : places[-1] - 1]
    ends = (row.tiles[places[0]], row.tiles[places[-1]])
    return gap <= max(others, default=0.0) or (sideways in ends and beyond < _WELL_APART)


def _lies_aside(row: Row, place: int) -> bool:
    """Whether the tile at an end lies sideways and far out of line: put down there on purpose."""
    at_the_end = len(row) >= _A_NEAT_ROW and place in (0, len(row) - 1)
    return at_the_end and row.turned[place] and abs(row.shifts[place]) > _ASIDE


def _is_askew(row: Row, gap: float, place: int) -> bool:
    """Whether the tile at an end lies both a little apart and out of line, in a row that is neat.

    What lies plainly out of line need not be farther apart than others are. `gap`: tile widths
    beyond the usual gap.
    """
    if len(row) < _A_NEAT_ROW or place not in (0, len(row) - 1):
        return False
    others = [other for other in range(len(row)) if abs(other - place) > 1]
    untidy = max(abs(row.shifts[other]) for other in others)
    loose = float(np.ptp([row.gaps[other] for other in others if other < len(row.gaps)]))
    shift = abs(row.shifts[place])
    plainly = shift > max(_PLAINLY_ASKEW, 3 * untidy)
    return gap > max(_ASKEW, 0 if plainly else 1.5 * loose) and shift > max(_ASKEW, 1.5 * untidy)


def _lone_tile(table: Table, hand: HandLayout) -> int | None:
    """Give the tile lying alone near the concealed tiles, the nearest if there are several.

    One with which the hand wins may lie farther off, and may be less sure to be a tile.
    """
    loners = _loners(table)
    own = frozenset(hand.tiles)
    near: list[tuple[float, int]] = []
    apart = table.apart.take(loners, axis=0).take(hand.concealed, axis=1).min(axis=1)
    for tile, distance in zip(loners, apart.tolist(), strict=True):
        if tile in own or distance >= _WINNING_FAR:
            continue
        wins = is_winning(table.names((*hand.concealed, tile)), len(hand.sets))
        sure = table.trust[tile] >= _NOT_DOUBTED
        if distance < (_WINNING_FAR if wins and sure else _WINNING) and (wins or sure):
            near.append((distance, tile))
    return min(near)[1] if near else None


@lru_cache(maxsize=8)  # tables: every hand that is tried asks again
def _loners(table: Table) -> tuple[int, ...]:
    """List the tiles that lie alone, face up, and are no bonus tiles."""
    alone = (run[0] for row in table.rows for run in runs(row) if len(run) == 1)
    codes = table.codes
    return tuple(t for t in alone if codes[t] != FACE_DOWN and not is_bonus(codes[t]))
