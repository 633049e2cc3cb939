"""Patterns of how the winning tile came, what else could have come, and of shapes without sets."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from scorer.core.arrangements import PLAIN, Arranger, Form, completing_tiles
from scorer.core.hand import Meld, Trait
from scorer.core.tiles import TILES, Tile, Wind
from scorer.core.win import Circumstance, Places, Win
from scorer.patterns.pattern import (
    FLAG,
    NO_TRAIT,
    SIMPLES,
    Argument,
    Pattern,
    last_tile,
    needs,
    no_tiles,
)

FIRST_DRAWS = Circumstance.FIRST_DRAW | Circumstance.DEALT_HAND
UNCHANGED_HANDS = Circumstance.ORIGINAL_HAND | Circumstance.DEALT_HAND
REPLACEMENTS = Circumstance.KONG_REPLACEMENT | Circumstance.BONUS_REPLACEMENT


@Pattern("自摸", SIMPLES, needs=Trait.DRAWN, drawn=True, shown=last_tile)
def self_drawn(win: Win) -> int:
    """The tile that completes the hand comes from the wall."""
    return win.declared.self_drawn and win.is_complete


@needs(NO_TRAIT, shown=no_tiles)
def going_out(win: Win) -> int:
    """A complete hand, by a discard or self-drawn."""
    return win.is_complete


def completed_eyes(win: Win) -> tuple[Places, ...]:
    """Return the place of the eyes that the last tile completed."""
    last = win.completed
    return ((last,),) if last is not None and win.sets[last].is_eyes else ()


@Pattern("單釣", SIMPLES, finder=completed_eyes)
def eyes_completed(win: Win) -> int:
    """The winning tile completes the pair, drawn or claimed."""
    return bool(completed_eyes(win))


@Pattern("眼由出銃完成", SIMPLES)
def eyes_claimed(win: Win) -> int:
    """Another player's tile completes the pair."""
    return eyes_completed(win) and not self_drawn(win)


@needs(Trait.DRAWN, shown=last_tile)
def drawn_eyes_middle_or_terminal(win: Win) -> int:
    """The drawn tile completes the eyes, or is the middle or a one or nine of a closed chow."""
    return _drawn_into(win, lambda chow, tile: tile == chow.tiles[1] or tile.is_terminal)


@needs(Trait.DRAWN, shown=last_tile)
def drawn_eyes_middle_or_edge(win: Win) -> int:
    """The drawn tile completes the eyes, the middle of a closed chow, or 12 or 89 with 3 or 7."""
    return _drawn_into(win, lambda chow, tile: tile == chow.tiles[1] or _is_edge(chow, tile))


def _drawn_into(win: Win, fact: Callable[[Meld, Tile], bool]) -> int:
    """Return whether a drawn tile went into the eyes or, by some fact, into a chow.

    Any tile of a dealt hand may have come last, so its chows may have been filled in the middle.
    """
    if not self_drawn(win) or win.completed is None:
        return False
    into, tile = win.sets[win.completed], win.declared.hand.winning
    return into.is_eyes or (into.is_chow and (tile is None or fact(into, tile)))


def _is_edge(chow: Meld, tile: Tile) -> bool:
    lowest, _, highest = chow.tiles
    return (lowest.rank, tile) == (1, highest) or (highest.rank, tile) == (9, lowest)


@Pattern(
    "首張自摸",
    SIMPLES,
    drawn=True,
    events=("first-draw",),
    asks=FIRST_DRAWS,
    every_seat=Circumstance.FIRST_DRAW,
)
def first_draw(win: Win) -> int:
    """The winner's first draw, including the dealer's fourteenth tile."""
    return win.has(FIRST_DRAWS)


@needs(asks=FIRST_DRAWS | Circumstance.FIRST_DISCARD)
def first_draw_or_discard(win: Win) -> int:
    """The winner's first draw, or the first discard of the hand."""
    return first_draw(win) or win.has(Circumstance.FIRST_DISCARD)


@Pattern("天糊", SIMPLES, drawn=True, events=("first-draw",), asks=FIRST_DRAWS)
def first_draw_of_east(win: Win) -> int:
    """East's dealt hand, or East's first draw."""
    return first_draw(win) and win.declared.seat is Wind.EAST


@Pattern("食第一張出牌", SIMPLES, seat="S", events=("first-discard",), shown=last_tile)
def first_discard(win: Win) -> int:
    """The first discard of the hand, which is East's."""
    return win.has(Circumstance.FIRST_DISCARD)


@Pattern("人糊", SIMPLES, seat="S", events=("first-discard",), every_seat=Circumstance.FIRST_DRAW)
def first_turn_of_another(win: Win) -> int:
    """The first discard of the hand, or the first draw of a player who is not East."""
    return first_discard(win) or (first_draw(win) and win.declared.seat is not Wind.EAST)


@needs(asks=UNCHANGED_HANDS)
def original_hand(win: Win) -> int:
    """East's dealt hand, or a hand of which nothing was changed since the deal."""
    return win.has(UNCHANGED_HANDS)


@Pattern("海底撈月", SIMPLES, drawn=True, events=("last-wall-tile",), shown=last_tile)
def last_wall_tile(win: Win) -> int:
    """The last tile of the live wall."""
    return win.has(Circumstance.LAST_WALL_TILE)


@Pattern("食最後一張", SIMPLES, events=("last-discard",), shown=last_tile)
def last_discard(win: Win) -> int:
    """The discard after the last draw."""
    return win.has(Circumstance.LAST_DISCARD)


@Pattern(
    "補牌自摸",
    f"{SIMPLES} | 1f",
    drawn=True,
    events=("bonus-replacement",),
    asks=REPLACEMENTS,
    shown=last_tile,
)
def replacement(win: Win) -> int:
    """The replacement tile for a kong or a bonus tile; one that was both is one tile."""
    return win.has(REPLACEMENTS)


@Pattern(
    "槓上自摸",
    "[1111m] [2222p] 345s 678s 5z +5z",
    drawn=True,
    events=("kong-replacement",),
    arguments=(Argument("kongs", "the minimum number of kongs", (1, 2, 3, 4), 2),),
    shown=last_tile,
)
def kong_replacement(win: Win, *, kongs: int = 0) -> int:
    """Won on the replacement tile for a kong, with at least this many kongs in the hand."""
    held = sum(meld.is_kong for meld in win.pungs)
    return win.has(Circumstance.KONG_REPLACEMENT) and held >= kongs


@Pattern(
    "槓上槓",
    "[1111m] [2222p] 345s 678s 5z +5z",
    drawn=True,
    events=("kong-replacement", "kong-on-kong"),
    shown=last_tile,
)
def kong_on_kong(win: Win) -> int:
    """The replacement tile for a kong that was made with the replacement tile for another."""
    return win.has(Circumstance.KONG_ON_KONG)


@Pattern("搶槓", "234m 57m 345p 678s 88s +6m", events=("robbing-kong",), shown=last_tile)
def robbed_kong(win: Win) -> int:
    """The tile that another player adds to an exposed pung."""
    return win.has(Circumstance.ROBBING_KONG)


@Pattern("七對子", "1122m 3344p 5566s 7z +7z", needs=Trait.SEVEN_PAIRS)
def seven_pairs(win: Win) -> int:
    """Seven pairs instead of sets."""
    return win.form is Form.SEVEN_PAIRS


@Pattern(
    "十三幺",
    "19m 19p 19s 1234567z +1m",
    needs=Trait.THIRTEEN_ORPHANS,
    arguments=(Argument("pure", "whether it waited for all thirteen", FLAG, example=True),),
)
def thirteen_orphans(win: Win, *, pure: bool = False) -> int:
    """One of each terminal and honour, and a second of one; pure: it waited for all thirteen."""
    last = win.declared.hand.winning
    pair = [meld.tile for meld in win.sets if meld.is_eyes]
    return win.form is Form.THIRTEEN_ORPHANS and (not pure or last in (None, *pair))


@Pattern(
    "門前清",
    SIMPLES,
    arguments=(Argument("win", "how it is won", ("any", "discard", "self-draw"), "discard"),),
)
def closed_hand(hand: Win, /, *, win: str) -> int:
    """No set was claimed before the win, which may be limited to a discard or a self-draw."""
    exposed = any(meld.is_exposed for meld in hand.sets)
    way = "self-draw" if hand.declared.self_drawn else "discard"
    return hand.is_complete and not exposed and win in ("any", way)


@Pattern(
    "指定食糊牌",
    "234m 567m 46p 678s 88s +5p",
    arguments=(
        Argument("tile", "the tile that completes it", tuple(tile.code for tile in PLAIN), "5p"),
    ),
    shown=last_tile,
)
def winning_tile(win: Win, *, tile: str) -> int:
    """A certain tile completes the hand, such as a 5 of dots; all_of says how it came."""
    last = win.declared.hand.winning
    return win.is_complete and last is not None and last.code == tile


@Pattern("獨獨", "123m 456p 789s 13s 55z +2s", shown=last_tile)
def single_wait(win: Win) -> int:
    """Only one kind of tile could complete the hand: a pair, an edge or a middle wait."""
    return not _has_other_end(win) and 1 in [len(kinds) for kinds, _ in _waits(win)]


def single_tile(win: Win) -> int:
    """A single tile completed the hand: all other copies are in the hand itself."""
    on_table = tuple(each for meld in win.declared.hand.melds for each in meld.tiles)
    return any(
        sum(kind.copies - (*held, *on_table).count(kind) for kind in kinds) == 1
        for kinds, held in _waits(win)
    )


def _has_other_end(win: Win) -> bool:
    """Return whether the reading itself waited for a second kind, which is quickly seen.

    That is the other end of a chow, or the eyes if one of two pairs became a pung.
    """
    hand = win.declared.hand
    if win.form is not Form.STANDARD or win.completed is None or hand.winning is None:
        return False
    into, last = win.sets[win.completed], hand.winning.index
    other = win.sets[-1].tile
    if into.is_chow:
        lowest, _, highest = into.tiles
        if last == lowest.index and highest.rank < 9:
            other = TILES[highest.index + 1]
        elif last == highest.index and lowest.rank > 1:
            other = TILES[lowest.index - 1]
        else:
            return False
    elif not into.is_pung:
        return False
    return [tile.index for tile in hand.tiles].count(other.index) < other.copies


def _waits(win: Win) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
    """Yield what the hand waited for, and the tiles that stood concealed meanwhile.

    Once for the marked tile; for a dealt hand, once for each tile that may have come last.
    """
    hand, shapes = win.declared.hand, win.shape.arrangers
    if hand.winning is not None:
        yield _completing_tiles(hand.concealed, hand.melds, shapes), hand.concealed
        return
    last = win.sets[win.completed].tiles if win.completed is not None else ()
    for tile in set(last):
        standing = list(hand.standing)
        standing.remove(tile)
        yield _completing_tiles(tuple(standing), hand.melds, shapes), tuple(standing)


@lru_cache(maxsize=1024)
def _completing_tiles(
    concealed: tuple[Tile, ...], melds: tuple[Meld, ...], shapes: tuple[Arranger, ...]
) -> tuple[Tile, ...]:
    return completing_tiles(concealed, melds, shapes)
