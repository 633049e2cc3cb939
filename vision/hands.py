"""Hands that a row of tiles may belong to, and how plausible each of them is.

A row is the concealed part. What lies apart in it, behind it or beside it may belong to the hand:
sets laid down, kongs, bonus tiles and the winning tile. How many sets are missing is plain from
how many tiles are concealed, and that is what keeps discards out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from vision.reading import Group, GroupKind
from vision.rows import Row
from vision.sets import FACE_DOWN, Kind, divide, is_bonus, is_half_hidden, is_same
from vision.surroundings import Table, runs, without_bonus
from vision.winning import is_winning

_APART = 0.4  # tile widths between the concealed tiles and a set laid down in the same row
_APART_BY_SUIT = 0.8  # the same where every run is a suit of its own
_NEAR = 3.2  # tile sizes to sets laid down among other tiles
_NEAR_ALONE = 4.5  # tile sizes to sets in a row of their own
_BESIDE = 6.5  # tile sizes to bonus tiles, which are put down early and out of the way
_AMONG = 1.45  # tile sizes from a tile to those among which it lies
_WINNING = 2.6  # tile sizes to the winning tile
_LOOSE_END = 0.25  # tile widths, beyond the usual gap, between the winning tile and its row
_SECOND_ROW = 2.2  # tile sizes to another line of concealed tiles
_RAISED = 0.3  # tile heights that a tile upon another appears farther off
_UPON = 1.35  # tile sizes from a pung to the tile that makes it a small kong

# How complete a hand of so many tiles is (a kong counts three): fourteen win, thirteen wait,
# seventeen and sixteen do so in the games played with five sets.
_COMPLETE = {14: 1.0, 13: 0.85, 17: 0.7, 16: 0.65, 15: 0.5}


@dataclass(frozen=True, slots=True)
class HandLayout:
    """Tiles of a hand by what they are, as indexes; `winning` is no part of `concealed`."""

    concealed: tuple[int, ...]
    concealed_kongs: tuple[tuple[int, ...], ...] = ()
    exposed: tuple[tuple[int, ...], ...] = ()
    small_kongs: tuple[tuple[int, ...], ...] = ()
    winning: int | None = None
    bonus: tuple[int, ...] = ()

    @property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """All sets laid down."""
        return (*self.concealed_kongs, *self.exposed, *self.small_kongs)

    @property
    def held(self) -> tuple[int, ...]:
        """The concealed tiles together with the winning one."""
        return self.concealed if self.winning is None else (*self.concealed, self.winning)

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles of the hand."""
        return (*self.held, *chain.from_iterable(self.sets), *self.bonus)

    @property
    def counted(self) -> int:
        """How many tiles a player counts: a kong as three, bonus tiles not at all."""
        return len(self.held) + 3 * len(self.sets)

    def groups(self) -> Iterator[Group]:
        """Give the groups as a reading lists them."""
        if self.held:
            yield Group(GroupKind.CONCEALED, self.held)
        for kong in self.concealed_kongs:
            yield Group(GroupKind.CONCEALED_KONG, kong)
        for laid in (*self.exposed, *self.small_kongs):
            yield Group(GroupKind.EXPOSED, laid)
        if self.bonus:
            yield Group(GroupKind.BONUS, self.bonus)


def candidates(table: Table, row: Row) -> Iterator[HandLayout]:
    """Give the hands whose concealed tiles, or most of them, are in this row."""
    plain = without_bonus(table.codes, row.tiles)
    if not plain or table.names(plain).count(FACE_DOWN) > len(plain) / 2:
        return
    alone = _split_row(table, row)
    for hand in (alone, *_with_second_row(table, row, alone)):
        whole = _add_sets(table, row, hand)
        whole = _mark_winning(table, row, whole)
        if whole.held:
            yield _in_reading_order(table, row, _add_bonus(table, whole))


def is_complete(table: Table, hand: HandLayout) -> bool:
    """Whether a hand wins as it lies."""
    return hand.counted == 14 and is_winning(table.names(hand.held), len(hand.sets))


def plausibility(table: Table, hand: HandLayout) -> float:
    """Weigh a hand: complete, winning, near, large, of few parts, with four of a kind at most."""
    counted = hand.counted
    weight = _COMPLETE.get(counted, 0.05 * counted if counted < 13 else 0.3)
    codes = table.names([tile for tile in hand.tiles if table.codes[tile] != FACE_DOWN])
    if is_complete(table, hand):
        weight += 0.5
    weight += 0.35 * table.nearness(hand.held) + 0.25 * table.largeness(hand.held)
    weight -= 0.04 * len(hand.sets)
    if max(Counter(codes).values(), default=0) > 4:
        weight -= 0.4
    rows = sum(1 for row in table.rows if set(row.tiles) & set(hand.concealed))
    return weight - 0.5 * (rows - 1)


def _in_reading_order(table: Table, row: Row, hand: HandLayout) -> HandLayout:
    """List the sets laid down from left to right."""

    def place(tiles: tuple[int, ...]) -> float:
        x, y = table.middles[list(tiles)].mean(axis=0)
        return float(x * row.along[0] + y * row.along[1])

    return replace(
        hand,
        concealed_kongs=tuple(sorted(hand.concealed_kongs, key=place)),
        exposed=tuple(sorted(hand.exposed, key=place)),
        small_kongs=tuple(sorted(hand.small_kongs, key=place)),
    )


def _split_row(table: Table, row: Row) -> HandLayout:
    """Tell the concealed tiles of a row from kongs and sets that lie apart in it."""
    turned = {tile for tile, sideways in zip(row.tiles, row.turned, strict=True) if sideways}
    plain = [run for run in (without_bonus(table.codes, part) for part in runs(row)) if run]
    sets = {run: _sets_of(table, run) for run in plain}
    main = max(plain, key=lambda run: (not sets[run], len(run)))
    others = [run for run in plain if run is not main]
    laid = [tiles for run in others for _, tiles in sets[run]]
    claimed = any(len(tiles) == 4 or turned & set(tiles) for tiles in laid)
    apart = all(sets[run] or len(run) == 1 for run in others) and (len(main) >= 5 or claimed)
    enough = _APART if claimed or not _by_suit(table, plain) else _APART_BY_SUIT
    hand = HandLayout(())
    for run in plain:
        far = apart and run is not main and _gap_between(row, run, main) > enough
        alone = len(sets[run]) == 1 and (len(run) == 4 or bool(turned & set(run)))
        if sets[run] and (far or alone):
            for kind, tiles in sets[run]:
                hand = _lay_down(table, hand, kind, tiles)
        else:
            hand = _take_kongs(table, run, hand)
    return hand


def _by_suit(table: Table, plain: list[tuple[int, ...]]) -> bool:
    """Whether the runs are the suits of a hand, which people part to see it better."""
    suits = [{code[-1] for code in table.names(run)} for run in plain]
    return sum(map(len, suits)) == len(set().union(*suits))


def _sets_of(table: Table, run: tuple[int, ...]) -> list[tuple[Kind, tuple[int, ...]]]:
    """Divide a run into sets; none where that fails."""
    pieces = divide(table.names(run)) or ()
    return [(piece.kind, tuple(run[place] for place in piece.places)) for piece in pieces]


def _lay_down(table: Table, hand: HandLayout, kind: Kind, tiles: tuple[int, ...]) -> HandLayout:
    """Add a set that lies apart: a concealed kong, or an exposed set."""
    if kind is Kind.CONCEALED_KONG:
        return replace(hand, concealed_kongs=(*hand.concealed_kongs, tiles))
    return _with_exposed(table, hand, tiles)


def _gap_between(row: Row, run: tuple[int, ...], main: tuple[int, ...]) -> float:
    """Give the widest gap on the way from a run to the main one."""
    places = sorted((row.tiles.index(run[0]), row.tiles.index(main[0])))
    return max(row.gaps[places[0] : places[1]])


def _take_kongs(table: Table, run: tuple[int, ...], hand: HandLayout) -> HandLayout:
    """Add a run to the concealed tiles, less the kongs that lie in it, half face down."""
    rest = list(run)
    kongs = list(hand.concealed_kongs)
    for start in range(len(run) - 3):
        four = run[start : start + 4]
        if is_half_hidden(table.names(four)) and set(four) <= set(rest):
            kongs.append(four)
            rest = [tile for tile in rest if tile not in four]
    return replace(hand, concealed=(*hand.concealed, *rest), concealed_kongs=tuple(kongs))


def _with_second_row(table: Table, row: Row, hand: HandLayout) -> Iterator[HandLayout]:
    """Join another row where both together make a hand, as when it is laid out in two lines."""
    for other in table.rows if len(hand.concealed) >= 4 else ():
        tiles = without_bonus(table.codes, other.tiles)
        if other is row or len(tiles) < 4 or table.reach(row.tiles, other.tiles) > _SECOND_ROW:
            continue
        if len(hand.concealed) + len(tiles) in {13, 14} and not hand.sets:
            yield replace(hand, concealed=(*tiles, *hand.concealed))


def _add_sets(table: Table, row: Row, hand: HandLayout) -> HandLayout:
    """Add sets from about the row, nearest first, as many as its number of tiles asks for."""
    hand = _quads_as_kongs(table, hand)
    pieces = list(_sets_about(table, row, set(hand.tiles)))
    while hand.counted <= 11 and pieces:
        here = hand.tiles
        nearest = min(pieces, key=lambda piece: (piece.mixed, table.reach(here, piece.tiles)))
        pieces.remove(nearest)
        limit = _NEAR if nearest.mixed else _NEAR_ALONE
        if table.reach(here, nearest.tiles) > limit:
            continue
        hand = _lay_down(table, hand, nearest.kind, nearest.tiles)
    return hand


@dataclass(frozen=True, slots=True)
class _Nearby:
    """A set that lies about; `mixed` where other tiles of its row are no sets, as in a pool."""

    kind: Kind
    tiles: tuple[int, ...]
    mixed: bool


def _sets_about(table: Table, row: Row, taken: set[int]) -> Iterator[_Nearby]:
    """Give the sets in other rows of the same direction and of about the same size."""
    for other in table.rows:
        if other is row or taken & set(other.tiles) or not _alike(row, other):
            continue
        parts = [(run, divide(table.names(run))) for run in runs(other)]
        mixed = any(pieces is None and len(run) > 1 for run, pieces in parts)
        for run, pieces in parts:
            for piece in pieces or ():
                if piece.is_set:
                    tiles = tuple(run[place] for place in piece.places)
                    yield _Nearby(piece.kind, tiles, mixed)


def _alike(one: Row, other: Row) -> bool:
    """Whether two rows run in the same direction and have about the same size."""
    cosine = one.along[0] * other.along[0] + one.along[1] * other.along[1]
    return abs(cosine) > 0.8 and 0.5 < one.width / max(other.width, 1e-6) < 2


def _with_exposed(table: Table, hand: HandLayout, tiles: tuple[int, ...]) -> HandLayout:
    """Add an exposed set; a fourth tile put upon a pung, or above it, makes it a small kong."""
    fourth = next(_fourths(table, hand, tiles), None)
    if fourth is not None:
        return replace(hand, small_kongs=(*hand.small_kongs, (*tiles, fourth)))
    if len(tiles) == 3 and is_same(table.names(tiles)) and _has_one_raised(table, tiles):
        return replace(hand, small_kongs=(*hand.small_kongs, tiles))
    return replace(hand, exposed=(*hand.exposed, tiles))


def _has_one_raised(table: Table, tiles: tuple[int, ...]) -> bool:
    """Whether one tile appears farther off than its neighbours, as one that lies upon another."""
    row = next(row for row in table.rows if tiles[0] in row.tiles)
    places = [row.tiles.index(tile) for tile in tiles]
    # A tile lying sideways is out of line by itself.
    least = _RAISED * (1.5 if any(row.turned[place] for place in places) else 1.0)
    return sum(row.shifts[place] < -least for place in places) == 1


def _fourths(table: Table, hand: HandLayout, tiles: tuple[int, ...]) -> Iterator[int]:
    if len(tiles) != 3 or not is_same(table.names(tiles)):
        return
    for row in table.rows:
        for tile in row.tiles if len(row) <= 2 else ():
            alike = table.codes[tile] == table.codes[tiles[0]]
            if alike and tile not in hand.tiles and table.reach((tile,), tiles) < _UPON:
                yield tile


def _quads_as_kongs(table: Table, hand: HandLayout) -> HandLayout:
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


def _mark_winning(table: Table, row: Row, hand: HandLayout) -> HandLayout:
    """Find the winning tile where it lies apart from the concealed tiles or turned among them."""
    if len(hand.concealed) % 3 == 2:
        chosen = _end_of_row(row, hand)
        if chosen is None:
            return hand
        rest = tuple(tile for tile in hand.concealed if tile != chosen)
        return replace(hand, concealed=rest, winning=chosen)
    if len(hand.concealed) % 3 == 1:
        return replace(hand, winning=_lone_tile(table, hand))
    return hand


def _end_of_row(row: Row, hand: HandLayout) -> int | None:
    """Give the tile apart at an end of the row, or else the only one that lies sideways."""
    places = [place for place, tile in enumerate(row.tiles) if tile in hand.concealed]
    if len(places) < 2:
        return None
    usual = float(np.median(row.gaps)) if len(row) > 4 else 0.0
    ends = [(row.gaps[places[-1] - 1], places[-1]), (row.gaps[places[0]], places[0])]
    gap, place = max(ends)
    if gap > max(usual, 0.0) + _LOOSE_END:
        return row.tiles[place]
    sideways = [row.tiles[place] for place in places if row.turned[place]]
    return sideways[0] if len(sideways) == 1 else None


def _lone_tile(table: Table, hand: HandLayout) -> int | None:
    """Give the tile lying alone near the concealed tiles, the nearest if there are several."""
    near: list[tuple[float, int]] = []
    for row in table.rows:
        for run in runs(row):
            code = table.codes[run[0]]
            if len(run) > 1 or run[0] in hand.tiles or code == FACE_DOWN or is_bonus(code):
                continue
            near.append((table.reach(run, hand.concealed), run[0]))
    distance, tile = min(near, default=(_WINNING, -1))
    return tile if distance < _WINNING else None


def _add_bonus(table: Table, hand: HandLayout) -> HandLayout:
    """Add the flowers and seasons that lie about the hand, each once, the nearest first."""
    own = set(hand.tiles)
    strangers = [
        tile
        for tile, code in enumerate(table.codes)
        if tile not in own and code != FACE_DOWN and not is_bonus(code)
    ]
    loose = [
        tile
        for tile, code in enumerate(table.codes)
        if is_bonus(code) and not any(table.distance(tile, other) < _AMONG for other in strangers)
    ]
    chosen: list[int] = []
    while loose:
        here = (*hand.tiles, *chosen)
        nearest = min(loose, key=lambda tile: table.reach((tile,), here))
        loose.remove(nearest)
        if table.reach((nearest,), here) > _BESIDE:
            break
        if table.codes[nearest] not in table.names(chosen):
            chosen.append(nearest)
    return replace(hand, bonus=tuple(sorted(chosen, key=lambda tile: table.codes[tile])))
