"""Hands that a row of tiles may belong to, and how plausible each of them is."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise

import numpy as np

from vision.layout.bonus import add_bonus
from vision.layout.claims import (
    add_sets,
    lay_down,
    mark_winning,
    quads_as_kongs,
    sets_about,
    within_reach,
)
from vision.layout.hand import HandLayout
from vision.layout.wins import is_winning
from vision.quads.rows import Row
from vision.quads.table import Table, runs, sets_of, without_bonus
from vision.sets import FACE_DOWN, is_kong_by_backs

_APART = 0.4  # tile widths between the concealed tiles and a set laid down in the same row
_WIDER = 1.25  # times the widest gap among the concealed tiles
_EVENLY = 1.6  # times the narrowest gap between the groups of a sorted hand
_APART_BY_SUIT = 0.8  # the same where every run is a suit of its own
_SECOND_ROW = 2.2  # tile sizes to another line of concealed tiles
_BLOCK = 1.3  # what two rows are worth that are all there is
_LONG = 7  # tiles of each of two rows that are one block
_TOUCHING = 1.45  # tile sizes between their nearest tiles
_DOUBTED = 0.5  # trust in what hardly is a tile
_IN_DOUBT = 0.75  # the same of what would make a row too long
_HARDLY_A_SET = 0.4  # mean trust in three tiles with which a hand is complete
_LEFT = 0.25  # what a set costs, where it is one, that lies about the hand and is no part of it
_DOUBT = 0.6  # what concealed tiles that nobody would trust cost, unless they win as they lie

# How complete a hand of so many tiles is (a kong counts three): fourteen win, thirteen wait,
# seventeen and sixteen do so in the games played with five sets.
_COMPLETE = {14: 1.0, 13: 0.85, 17: 0.8, 16: 0.75, 15: 0.5}
_SIZES = (14, 17)


def candidates(table: Table, row: Row) -> Iterator[HandLayout]:
    """Give the hands whose concealed tiles, or most of them, are in this row."""
    plain = without_bonus(table.codes, row.tiles)
    if not plain or table.names(plain).count(FACE_DOWN) > len(plain) / 2:
        return
    alone = _split_row(table, row)
    strays = dict.fromkeys(
        (*_may_be_markers(row, alone), *_hardly_tiles(table, alone), *_one_too_many(table, alone))
    )
    fewer = [_without(alone, tiles) for tiles in strays]
    for hand in (alone, *fewer, *_with_second_row(table, row, alone)):
        kongs = quads_as_kongs(table, hand)
        found = [
            mark_winning(table, row, whole)
            for whole in dict.fromkeys(add_sets(table, row, kongs, size) for size in _SIZES)
        ]
        for marked in (*found, *_with_doubted_sets(table, row, kongs, found)):
            if marked.held:
                yield _in_reading_order(table, row, add_bonus(table, marked))


def _with_doubted_sets(
    table: Table, row: Row, hand: HandLayout, found: list[HandLayout]
) -> Iterator[HandLayout]:
    """Add to a hand that wins with none of the sets `found` those that hardly are tiles, too.

    They are believed where the hand is complete with them.
    """
    if any(is_complete(table, other) for other in found):
        return
    for size in _SIZES:
        marked = mark_winning(table, row, add_sets(table, row, hand, size, _HARDLY_A_SET))
        if is_complete(table, marked):
            yield marked


def is_complete(table: Table, hand: HandLayout) -> bool:
    """Whether a hand of fourteen tiles, or of seventeen, wins as it lies."""
    return hand.counted in _SIZES and is_winning(table.names(hand.held), len(hand.sets))


def plausibility(table: Table, hand: HandLayout) -> float:
    """Weigh a hand: complete, winning, near, large, in few parts, four of a kind at most.

    Sets that lie about it in rows of their own and are no part of it speak against it.
    """
    counted = hand.counted - _doubted_backs(table, hand)
    weight = _COMPLETE.get(counted, 0.05 * counted if counted < 13 else 0.3)
    codes = table.names([tile for tile in hand.tiles if table.codes[tile] != FACE_DOWN])
    if is_complete(table, hand):
        weight += 0.5
    else:
        weight -= _DOUBT * (1 - table.sureness(hand.held))
    weight += 0.35 * table.nearness(hand.held) + 0.25 * table.largeness(hand.held)
    weight -= 0.04 * len(hand.sets)
    if max(Counter(codes).values(), default=0) > 4:
        weight -= 0.4
    rows = [row for row in table.rows if set(row.tiles) & set(hand.concealed)]
    about = sets_about(table, rows[0], frozenset(hand.tiles)) if rows else ()
    left = sum(
        float(table.trust[list(tiles)].prod())
        for sets in about
        if not sets.mixed and within_reach(table, hand, sets)
        for _, tiles in sets.sets
    )
    if len(rows) == 2 and _is_all(table, rows[0], rows[1]):
        return max(weight, _BLOCK)
    return weight - 0.5 * (len(rows) - 1) - _LEFT * min(left, 3)


def _doubted_backs(table: Table, hand: HandLayout) -> int:
    """Count what lies face down among the tiles in hand and hardly is a tile: it completes none."""
    return sum(
        table.codes[tile] == FACE_DOWN and table.trust[tile] < _DOUBTED for tile in hand.held
    )


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
    plain = [run for run in (without_bonus(table.codes, part) for part in runs(row)) if run]
    turned = _turned_within(row, plain)
    sets = {run: sets_of(table, run) for run in plain}
    main = max(plain, key=lambda run: (not sets[run], len(run)))
    others = [run for run in plain if run is not main]
    laid = [tiles for run in others for _, tiles in sets[run]]
    claimed = any(len(tiles) == 4 or turned & set(tiles) for tiles in laid)
    apart = all(sets[run] or len(run) == 1 for run in others)
    apart = apart and (len(main) >= 5 or claimed or _wins_between(table, plain, main, laid))
    enough = _APART if claimed or not _by_suit(table, plain) else _APART_BY_SUIT
    if not claimed:
        enough = max(enough, _WIDER * _widest_within(row, main))
        apart = apart and not _are_groups(table, row, plain)
    hand = HandLayout(())
    for run in plain:
        far = apart and run is not main and _gap_between(row, run, main) > enough
        alone = len(sets[run]) == 1 and (len(run) == 4 or bool(turned & set(run)))
        if sets[run] and (far or alone):
            for kind, tiles in sets[run]:
                hand = lay_down(table, hand, kind, tiles)
        else:
            hand = _take_kongs(table, run, hand)
    return hand


def _turned_within(row: Row, plain: list[tuple[int, ...]]) -> set[int]:
    """Give the tiles that lie sideways, and so mark the sets that they lie in as claimed.

    The only one does not where it lies at an end of the row: that is how a winning tile is shown.
    """
    sideways = {tile for tile, turned in zip(row.tiles, row.turned, strict=True) if turned}
    turned = sideways.intersection(chain.from_iterable(plain))
    return turned - {plain[0][0], plain[-1][-1]} if len(turned) == 1 else turned


def _wins_between(
    table: Table,
    plain: list[tuple[int, ...]],
    main: tuple[int, ...],
    laid: list[tuple[int, ...]],
) -> bool:
    """Whether the winning tile lies alone between the concealed tiles and all sets of the row.

    Of a hand that is all concealed it lies at an end.
    """
    ordered = plain if plain[0] is main else plain[::-1]
    return (
        ordered[0] is main
        and len(ordered) > 2
        and len(ordered[1]) == 1
        and all(len(run) > 1 for run in ordered[2:])
        and is_winning(table.names((*main, *ordered[1])), len(laid))
    )


def _may_be_markers(row: Row, hand: HandLayout) -> Iterator[tuple[int, ...]]:
    """Give what of the concealed tiles lies apart at an end of the row, without and with the next.

    A seat marker may pass for a tile, alone or beside the bonus tiles that were put down there.
    """
    parts = [tuple(tile for tile in run if tile in hand.concealed) for run in runs(row)]
    parts = [part for part in parts if part]
    for ends in (parts[:1], parts[-1:], [*parts[:1], *parts[-1:]]):
        loners = tuple(part[0] for part in ends if len(part) == 1)
        if len(loners) == len(ends) < len(parts):
            yield loners


def _hardly_tiles(table: Table, hand: HandLayout) -> Iterator[tuple[int, ...]]:
    """Give the concealed tiles that lie face down, and all that hardly are tiles.

    None where the hand wins with every tile of its row: then each of them is one.
    """
    if is_complete(table, hand):
        return
    backs = tuple(tile for tile in hand.concealed if table.codes[tile] == FACE_DOWN)
    doubted = tuple(tile for tile in hand.concealed if table.trust[tile] < _DOUBTED)
    for tiles in (backs, tuple(sorted({*backs, *doubted}))):
        if 0 < len(tiles) < len(hand.concealed):
            yield tiles


def _one_too_many(table: Table, hand: HandLayout) -> Iterator[tuple[int, ...]]:
    """Give the tile at an end of the concealed ones that is in doubt and makes them one too many.

    Two more than a number of sets win, and one more waits; as many as sets do neither.
    """
    if len(hand.concealed) % 3 == 0 and hand.concealed:
        for tile in (hand.concealed[0], hand.concealed[-1]):
            if table.trust[tile] < _IN_DOUBT:
                yield (tile,)


def _without(hand: HandLayout, tiles: tuple[int, ...]) -> HandLayout:
    return replace(hand, concealed=tuple(tile for tile in hand.concealed if tile not in tiles))


def _by_suit(table: Table, plain: list[tuple[int, ...]]) -> bool:
    """Whether the runs are the suits of a hand, which people part to see it better."""
    suits = [{code[-1] for code in table.names(run)} for run in plain]
    return sum(map(len, suits)) == len(set().union(*suits))


def _are_groups(table: Table, row: Row, plain: list[tuple[int, ...]]) -> bool:
    """Whether the runs are the groups of a sorted hand: in order, honours last, evenly parted.

    Sets are claimed as discards come, in no order, and lie farther from the hand than its groups.
    Who parts the groups of a suit parts the suits as well.
    """
    codes = table.names([tile for run in plain for tile in run])
    if any(len({code[-1] for code in table.names(run)}) > 1 for run in plain):
        return False
    order = list(dict.fromkeys(code[-1] for code in codes))
    places = [(code[-1] == "z", order.index(code[-1]), code[0]) for code in codes]
    gaps = [_gap_between(row, one, other) for one, other in pairwise(plain)]
    return len(gaps) > 1 and places == sorted(places) and max(gaps) < _EVENLY * min(gaps)


def _widest_within(row: Row, run: tuple[int, ...]) -> float:
    """Give the widest gap in a run: what parts the groups of a concealed hand parts no sets."""
    places = [row.tiles.index(tile) for tile in run]
    return max(row.gaps[min(places) : max(places)], default=0.0)


def _gap_between(row: Row, run: tuple[int, ...], main: tuple[int, ...]) -> float:
    """Give the widest gap on the way from a run to the main one."""
    places = sorted((row.tiles.index(run[0]), row.tiles.index(main[0])))
    return max(row.gaps[places[0] : places[1]])


def _take_kongs(table: Table, run: tuple[int, ...], hand: HandLayout) -> HandLayout:
    """Add a run to the concealed tiles, less the kongs that lie in it, partly face down."""
    rest = list(run)
    kongs = list(hand.concealed_kongs)
    for start in range(len(run) - 3):
        four = run[start : start + 4]
        if is_kong_by_backs(table.names(four)) and set(four) <= set(rest):
            kongs.append(four)
            rest = [tile for tile in rest if tile not in four]
    return replace(hand, concealed=(*hand.concealed, *rest), concealed_kongs=tuple(kongs))


def _with_second_row(table: Table, row: Row, hand: HandLayout) -> Iterator[HandLayout]:
    """Join another row where both together make a hand, as when it is laid out in two lines."""
    for other in table.rows if len(hand.concealed) >= 4 else ():
        tiles = without_bonus(table.codes, other.tiles)
        if other is row or len(tiles) < 4 or table.reach(row.tiles, other.tiles) > _SECOND_ROW:
            continue
        both = len(hand.concealed) + len(tiles)
        if (both in {13, 14} or _is_all(table, row, other)) and not hand.sets:
            yield replace(hand, concealed=(*tiles, *hand.concealed))


def _is_all(table: Table, row: Row, other: Row) -> bool:
    """Whether two rows make a block, tile above tile, and nothing else lies on the table.

    Then both were meant: sets behind a hand are hardly ever as many tiles as the hand.
    """
    if len(row) != len(other) or len(row) < _LONG:
        return False
    if table.apart[np.ix_(row.tiles, other.tiles)].min(axis=1).max() > _TOUCHING:
        return False
    here = {*row.tiles, *other.tiles}
    return not any(
        table.trust[tile] > _DOUBTED for tile in range(len(table.codes)) if tile not in here
    )
