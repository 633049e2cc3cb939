"""Patterns with arguments, for rows of a house: a number, a tile, a way to win."""

from collections.abc import Mapping

from scorer.core.arrangements import PLAIN
from scorer.core.hand import Trait
from scorer.core.tiles import Suit
from scorer.core.win import Win
from scorer.patterns import bonus, sets, special_hands
from scorer.patterns import chows as of_chows
from scorer.patterns import pungs as of_pungs
from scorer.patterns import suits as of_suits
from scorer.patterns import winning_tile as of_last_tile
from scorer.patterns.pattern import SIMPLES, Argument, Count, Pattern, last_tile

_FLAG = (False, True)
_TILES = tuple(tile.code for tile in PLAIN)
_EYES: Mapping[str, Count] = {
    "any": of_chows.all_chows,
    "no_honours": of_chows.all_chows_without_honours,
    "no_value": sets.no_value,
}


def _each_or_once(found: int, least: int | None) -> int:
    """Count each that was found, or once from a number on."""
    return found if least is None else found >= least


@Pattern(
    "花牌",
    f"{SIMPLES} | 1f 2f 3f 4f 1g 2g 3g",
    needs=Trait.BONUS,
    arguments=(Argument("count", "the least number of tiles", (None, *range(1, 9)), 7),),
    shown=lambda win: win.bonus,
)
def bonus_tiles(win: Win, *, count: int | None) -> int:
    """Flowers and seasons: one for each, or once from a number on."""
    return _each_or_once(bonus.bonus_tiles(win), count)


@Pattern(
    "刻子",
    "111m 222p 345s (444m) 5z +5z",
    arguments=(
        Argument("count", "the least number of pungs", (None, *range(1, 5)), 2),
        Argument("kongs", "whether only kongs are counted", _FLAG),
        Argument("concealed", "whether only concealed ones are counted", _FLAG, example=True),
    ),
)
def pungs(win: Win, *, count: int | None, kongs: bool, concealed: bool) -> int:
    """Pungs: one for each, or once from a number on; kongs alone, or concealed ones alone."""
    found = sum(
        (not kongs or win.sets[index].is_kong)
        and (not concealed or not (win.sets[index].is_exposed or win.is_claimed(index)))
        for index in win.pung_places
    )
    return _each_or_once(found, count)


@Pattern(
    "三元刻",
    "(555z) 666z 234m 567m 8s +8s",
    needs=Trait.DRAGON_PUNG,
    arguments=(Argument("count", "the least number of them", (None, 1, 2, 3), 2),),
    finder=sets.dragon_sets,
)
def dragon_pungs(win: Win, *, count: int | None) -> int:
    """Pungs of dragons: one for each, or once from a number on."""
    return _each_or_once(of_pungs.dragon_pungs(win), count)


@Pattern(
    "風刻",
    "(111z) 333z 444z 567m 8s +8s",
    needs=Trait.WIND_PUNG,
    arguments=(Argument("count", "the least number of them", (None, 1, 2, 3, 4), 3),),
)
def wind_pungs(win: Win, *, count: int | None) -> int:
    """Pungs of winds: one for each, or once from a number on."""
    return _each_or_once(len(win.pung_tiles & of_pungs.WINDS), count)


@Pattern(
    "順子",
    "(234m) 567m 345p 888s 5z +5z",
    needs=Trait.CHOW,
    arguments=(Argument("count", "the least number of them", (None, 1, 2, 3, 4), 3),),
    finder=sets.chows,
)
def chows(win: Win, *, count: int | None) -> int:
    """Chows: one for each, or once from a number on."""
    return _each_or_once(len(win.chow_places), count)


@Pattern(
    "平糊",
    SIMPLES,
    needs=Trait.CHOWS_ALONE,
    arguments=(Argument("eyes", "what the eyes may be", tuple(_EYES), "no_value"),),
)
def all_chows(win: Win, *, eyes: str) -> int:
    """Chows and no other set; the eyes may be asked to be no honours, or of no value."""
    return _EYES[eyes](win)


@Pattern(
    "花色數目",
    "234m 567m 345p 111z 8p +8p",
    arguments=(
        Argument("count", "the number of suits", (2, 0, 1, 3), 2),
        Argument("honours", "whether there are honours", ("any", True, False)),
    ),
)
def suits(win: Win, *, count: int, honours: bool | str) -> int:
    """Tiles of just so many suits; with honours, without, or either."""
    if not win.sets:
        return False
    has = Suit.HONOURS in win.suits
    return len(win.suits) - has == count and honours in ("any", has)


@Pattern(
    "門前清",
    SIMPLES,
    arguments=(Argument("win", "how it is won", ("any", "discard", "self-draw"), "discard"),),
)
def closed_hand(hand: Win, /, *, win: str) -> int:
    """No set was claimed before the win; won by whatever tile, or by one of the two ways."""
    exposed = any(meld.is_exposed for meld in hand.sets)
    way = "self-draw" if hand.declared.self_drawn else "discard"
    return hand.is_complete and not exposed and win in ("any", way)


@Pattern(
    "十三幺",
    "19m 19p 19s 1234567z +1m",
    needs=Trait.THIRTEEN_ORPHANS,
    arguments=(Argument("pure", "whether it waited for all thirteen", _FLAG, example=True),),
)
def thirteen_orphans(win: Win, *, pure: bool) -> int:
    """One of each terminal and honour, and one of them twice; pure: it waited for all thirteen."""
    last = win.declared.hand.winning
    pair = [meld.tile for meld in win.sets if meld.is_eyes]
    return of_last_tile.thirteen_orphans(win) and (not pure or last in (None, *pair))


@Pattern(
    "九子連環",
    "1112345678999m +5m",
    needs=Trait.ONE_SUIT | Trait.TERMINAL,
    arguments=(Argument("pure", "whether it waited for all nine", _FLAG, example=True),),
)
def nine_gates(win: Win, *, pure: bool) -> int:
    """Concealed 1112345678999 of one suit and one more; pure: it waited for all nine."""
    return (special_hands.pure_nine_gates if pure else of_suits.nine_gates)(win)


@Pattern(
    "槓上自摸",
    "[1111m] [2222p] 345s 678s 5z +5z",
    drawn=True,
    events=("kong-replacement",),
    arguments=(Argument("kongs", "the least number of kongs", (1, 2, 3, 4), 2),),
)
def kong_replacement(win: Win, *, kongs: int) -> int:
    """Won on the replacement tile of a kong, with at least so many kongs in the hand."""
    held = sum(meld.is_kong for meld in win.pungs)
    return of_last_tile.kong_replacement(win) and held >= kongs


@Pattern(
    "指定食糊牌",
    "234m 567m 46p 678s 88s +5p",
    arguments=(Argument("tile", "the tile that completes it", _TILES, "5p"),),
    shown=last_tile,
)
def winning_tile(win: Win, *, tile: str) -> int:
    """A certain tile completes the hand, such as a 5 of dots; all_of says how it came."""
    last = win.declared.hand.winning
    return win.is_complete and last is not None and last.code == tile
