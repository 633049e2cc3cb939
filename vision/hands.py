"""Hands that a row of tiles may belong to, and how plausible each of them is.

A row is the concealed part. What lies apart in it, behind it or beside it may belong to the hand:
sets laid down, kongs, bonus tiles and the winning tile. How many sets are missing is plain from
how many tiles are concealed, and that is what keeps discards out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from vision.reading import Group, GroupKind
from vision.rows import Row
from vision.sets import FACE_DOWN, Kind, divide, is_bonus, is_half_hidden, is_same, name_set
from vision.surroundings import Table, runs, without_bonus
from vision.winning import is_winning

_APART = 0.55  # tile widths between the concealed tiles and a set laid down in the same row
_NEAR = 3.2  # tile sizes to sets laid down
_BESIDE = 4.5  # tile sizes to bonus tiles, which are put down early and out of the way
_WINNING = 2.6  # tile sizes to the winning tile
_SECOND_ROW = 2.2  # tile sizes to another line of concealed tiles
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
    if len(without_bonus(table.codes, row.tiles)) < 2:
        return
    alone = _split_row(table, row)
    for hand in (alone, *_with_second_row(table, row, alone)):
        whole = _add_sets(table, row, hand)
        whole = _mark_winning(table, row, whole)
        if whole.held:
            yield _in_reading_order(table, row, _add_bonus(table, whole))


def plausibility(table: Table, hand: HandLayout) -> float:
    """Weigh a hand: complete, winning, near, large, of few parts, with four of a kind at most."""
    counted = hand.counted
    weight = _COMPLETE.get(counted, 0.05 * counted if counted < 13 else 0.3)
    codes = table.names([tile for tile in hand.tiles if table.codes[tile] != FACE_DOWN])
    if counted == 14 and is_winning(table.names(hand.held)):
        weight += 0.5
    weight += 0.35 * table.nearness(hand.held) + 0.25 * table.largeness(hand.held)
    weight -= 0.04 * len(hand.sets)
    if max(Counter(codes).values(), default=0) > 4:
        weight -= 0.4
    rows = sum(1 for row in table.rows if set(row.tiles) & set(hand.concealed))
    return weight - 0.3 * (rows - 1)


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
    main = max(plain, key=len)
    others = [run for run in plain if run is not main]
    named = {run: name_set(table.names(run)) for run in plain}
    laid_apart = len(main) >= 5 and all(named[run] or len(run) == 1 for run in others)
    hand = HandLayout(())
    for run in plain:
        kind = named[run]
        far = laid_apart and run is not main and _gap_beside(row, run, main) > _APART
        if kind is Kind.CONCEALED_KONG:
            hand = replace(hand, concealed_kongs=(*hand.concealed_kongs, run))
        elif kind is Kind.KONG or (kind and (far or turned & set(run))):
            hand = replace(hand, exposed=(*hand.exposed, run))
        else:
            hand = _take_kongs(table, run, hand)
    return hand


def _gap_beside(row: Row, run: tuple[int, ...], main: tuple[int, ...]) -> float:
    """Give the gap of a run on the side where the main run lies."""
    place, there = row.tiles.index(run[0]), row.tiles.index(main[0])
    if place > there:
        return row.gaps[place - 1]
    return row.gaps[place + len(run) - 1]


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
    for other in table.rows:
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
        if table.reach(here, nearest.tiles) > _NEAR:
            continue
        if nearest.kind is Kind.CONCEALED_KONG:
            hand = replace(hand, concealed_kongs=(*hand.concealed_kongs, nearest.tiles))
        else:
            hand = _with_exposed(table, hand, nearest.tiles)
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
    return abs(cosine) > 0.8 and 0.4 < one.height / max(other.height, 1e-6) < 2.5


def _with_exposed(table: Table, hand: HandLayout, tiles: tuple[int, ...]) -> HandLayout:
    """Add an exposed set; a fourth tile put upon a pung, or above it, makes it a small kong."""
    fourth = next(_fourths(table, hand, tiles), None)
    if fourth is None:
        return replace(hand, exposed=(*hand.exposed, tiles))
    return replace(hand, small_kongs=(*hand.small_kongs, (*tiles, fourth)))


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
        chosen = _end_of_row(table, row, hand)
        if chosen is None:
            return hand
        rest = tuple(tile for tile in hand.concealed if tile != chosen)
        return replace(hand, concealed=rest, winning=chosen)
    if len(hand.concealed) % 3 == 1:
        return replace(hand, winning=_lone_tile(table, hand))
    return hand


def _end_of_row(table: Table, row: Row, hand: HandLayout) -> int | None:
    """Give the tile apart at an end of the row, or else the only one that lies sideways."""
    plain = [run for run in (without_bonus(table.codes, part) for part in runs(row)) if run]
    plain = [run for run in plain if set(run) <= set(hand.concealed)]
    if len(plain) > 1:
        ends = [(plain[0], row.gaps[row.tiles.index(plain[0][0])])]
        last = row.tiles.index(plain[-1][0])
        ends.append((plain[-1], row.gaps[last - 1]))
        single = [(gap, run[0]) for run, gap in ends if len(run) == 1]
        if single:
            return max(reversed(single))[1]
    sideways = [
        tile
        for tile, turned in zip(row.tiles, row.turned, strict=True)
        if turned and tile in hand.concealed
    ]
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
    taken = set(hand.tiles)
    loose = [
        tile
        for row in table.rows
        for run in runs(row)
        if set(without_bonus(table.codes, run)) <= taken
        for tile in run
        if is_bonus(table.codes[tile])
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
