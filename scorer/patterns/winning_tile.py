"""Patterns of how the winning tile came, and of the shape that needs no sets."""

from collections.abc import Callable

from scorer.core.arrangements import Form
from scorer.core.hand import Meld
from scorer.core.tiles import Tile, Wind
from scorer.core.win import Circumstance, Win

FIRST_DRAWS = Circumstance.FIRST_DRAW | Circumstance.DEALT_HAND
UNCHANGED_HANDS = Circumstance.ORIGINAL_HAND | Circumstance.DEALT_HAND
REPLACEMENTS = Circumstance.KONG_REPLACEMENT | Circumstance.BONUS_REPLACEMENT


def self_drawn(win: Win) -> int:
    """The tile that completes the hand comes from the wall."""
    return win.declared.self_drawn and win.is_complete


def going_out(win: Win) -> int:
    """The tiles make a complete hand, whoever gave the last one."""
    return win.is_complete


def eyes_completed(win: Win) -> int:
    """The last tile completes the eyes, drawn or claimed."""
    return bool(completed_eyes(win))


def completed_eyes(win: Win) -> tuple[tuple[int, ...], ...]:
    """Find the eyes that the last tile completed."""
    last = win.completed
    return ((last,),) if last is not None and win.sets[last].is_eyes else ()


def winning_tile(tile: Tile) -> Callable[[Win], int]:
    """Make the pattern of a hand that a certain tile completed."""
    return lambda win: win.is_complete and win.declared.hand.winning == tile


def eyes_claimed(win: Win) -> int:
    """Another player's tile completes the eyes."""
    return eyes_completed(win) and not self_drawn(win)


def drawn_eyes_middle_or_terminal(win: Win) -> int:
    """The drawn tile completes the eyes, or is the middle or a one or nine of a closed chow."""
    return _drawn_into(win, lambda chow, tile: tile == chow.tiles[1] or tile.is_terminal)


def drawn_eyes_middle_or_edge(win: Win) -> int:
    """The drawn tile completes the eyes, the middle of a closed chow, or 12 or 89 with 3 or 7."""
    return _drawn_into(win, lambda chow, tile: tile == chow.tiles[1] or _is_edge(chow, tile))


def _drawn_into(win: Win, fact: Callable[[Meld, Tile], bool]) -> int:
    """Whether a drawn tile went into the eyes or, by some fact, into a chow.

    Of a dealt hand any tile may have come last, so its chows may have been filled in the middle.
    """
    if not self_drawn(win) or win.completed is None:
        return False
    into, tile = win.sets[win.completed], win.declared.hand.winning
    return into.is_eyes or (into.is_chow and (tile is None or fact(into, tile)))


def _is_edge(chow: Meld, tile: Tile) -> bool:
    lowest, _, highest = chow.tiles
    return (lowest.rank, tile) == (1, highest) or (highest.rank, tile) == (9, lowest)


def first_draw(win: Win) -> int:
    """The winner's first draw, the dealer's fourteenth tile included."""
    return win.has(FIRST_DRAWS)


def first_draw_or_discard(win: Win) -> int:
    """The winner's first draw, or the first discard of the hand."""
    return first_draw(win) or win.has(Circumstance.FIRST_DISCARD)


def first_draw_of_east(win: Win) -> int:
    """East's dealt hand, or East's first draw."""
    return first_draw(win) and win.declared.seat is Wind.EAST


def first_discard(win: Win) -> int:
    """The first discard of the hand, which is East's."""
    return win.has(Circumstance.FIRST_DISCARD)


def first_turn_of_another(win: Win) -> int:
    """The first discard of the hand, or the first draw of a player who is not East."""
    return first_discard(win) or (first_draw(win) and win.declared.seat is not Wind.EAST)


def original_hand(win: Win) -> int:
    """East's dealt hand, or a hand of which nothing was changed since the deal."""
    return win.has(UNCHANGED_HANDS)


def last_wall_tile(win: Win) -> int:
    """The last tile of the live wall."""
    return win.has(Circumstance.LAST_WALL_TILE)


def last_discard(win: Win) -> int:
    """The discard after the last draw."""
    return win.has(Circumstance.LAST_DISCARD)


def replacement(win: Win) -> int:
    """The replacement tile for a kong or a bonus tile; one that was both is one tile."""
    return win.has(REPLACEMENTS)


def kong_replacement(win: Win) -> int:
    """The replacement tile for a kong."""
    return win.has(Circumstance.KONG_REPLACEMENT)


def kong_on_kong(win: Win) -> int:
    """The replacement tile for a kong that the replacement tile for another had made."""
    return win.has(Circumstance.KONG_ON_KONG)


def robbed_kong(win: Win) -> int:
    """The tile that another player adds to an exposed pung."""
    return win.has(Circumstance.ROBBING_KONG)


def seven_pairs(win: Win) -> int:
    """Seven pairs instead of sets."""
    return win.form is Form.SEVEN_PAIRS


def thirteen_orphans(win: Win) -> int:
    """One of each terminal and honour, and one of them twice."""
    return win.form is Form.THIRTEEN_ORPHANS
