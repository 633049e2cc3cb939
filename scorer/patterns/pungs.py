"""Patterns of pungs and kongs. A kong counts wherever a pung is asked for."""

from collections import defaultdict

from scorer.core.hand import Meld, Trait
from scorer.core.tiles import TILES, Tile
from scorer.core.win import Win
from scorer.patterns import sets
from scorer.patterns.pattern import FLAG, PUNGS, Argument, Pattern, each_or_once, needs, shown_sets
from scorer.patterns.sets import DRAGONS

WINDS = frozenset(tile for tile in TILES if tile.is_wind)
_dragons = shown_sets(lambda _, meld: meld.tile.is_dragon)
_dragon_pungs = shown_sets(lambda _, meld: meld.is_pung and meld.tile.is_dragon)
_winds = shown_sets(lambda _, meld: meld.tile.is_wind)
_all_kongs = shown_sets(lambda _, meld: meld.is_kong)
_round_wind = shown_sets(lambda win, meld: meld.is_pung and meld.tile == win.declared.round.tile)
_seat_wind = shown_sets(lambda win, meld: meld.is_pung and meld.tile == win.declared.seat.tile)


@Pattern(
    "十八羅漢",
    "[1111m] [2222p] (3333s) (4444m) 5z +5z",
    needs=Trait.KONG | Trait.PUNGS_ALONE,
    shown=_all_kongs,
)
def four_kongs(win: Win) -> int:
    """Four kongs."""
    return win.set_count == len(win.pungs) == _kongs(win)


@Pattern(
    "三槓",
    "[1111m] [2222p] (3333s) 456m 5z +5z",
    needs=Trait.KONG | Trait.THREE_PUNGS,
    shown=_all_kongs,
)
def three_kongs(win: Win) -> int:
    """Three or four kongs."""
    return _kongs(win) >= 3


@Pattern("對對糊", PUNGS, needs=Trait.PUNGS_ALONE)
def four_pungs(win: Win) -> int:
    """Four pungs or kongs and a pair."""
    return win.set_count == len(win.pungs)


def _concealed_pungs(win: Win) -> list[Meld]:
    """Return the pungs of tiles from the wall."""
    return [
        meld
        for index, meld in enumerate(win.sets)
        if meld.is_pung and not meld.is_exposed and not win.is_claimed(index)
    ]


@Pattern(
    "三暗刻",
    "111m 222p 333s 456m 5z +5z",
    needs=Trait.THREE_PUNGS,
    shown=lambda win: tuple(tile for meld in _concealed_pungs(win) for tile in meld.tiles),
)
def three_concealed_pungs(win: Win) -> int:
    """Three pungs of drawn tiles; a pung that the claimed tile completes does not count."""
    return len(_concealed_pungs(win)) >= 3


@Pattern(
    "三副未落地刻",
    "111m 222p 33s 456m 55z +3s",
    needs=Trait.THREE_PUNGS,
    shown=shown_sets(lambda _, meld: meld.is_pung and not meld.is_exposed),
)
def three_unexposed_pungs(win: Win) -> int:
    """Three pungs that were not exposed before the win, whether by a discard or a self-draw."""
    return sum(not meld.is_exposed for meld in win.pungs) >= 3


@Pattern("四暗刻", "111m 222p 333s 444m 5z +5z", needs=Trait.PUNGS_ALONE)
def four_concealed_pungs(win: Win) -> int:
    """Only pungs, all of drawn tiles."""
    return win.set_count == len(win.pungs) == len(_concealed_pungs(win))


@Pattern(
    "大三兄弟",
    "(222m) 222p 222s 456m 5z +5z",
    needs=Trait.CHARACTERS | Trait.DOTS | Trait.BAMBOO | Trait.THREE_PUNGS,
    shown=shown_sets(lambda win, meld: meld.is_pung and meld.tile in _of_one_number(win)),
)
def three_same_number(win: Win) -> int:
    """Three pungs of the same number, one in each suit."""
    return bool(_of_one_number(win))


def _of_one_number(win: Win) -> frozenset[Tile]:
    """Return the tiles of pungs of one number in all three suits."""
    suits: dict[int, set[Tile]] = defaultdict(set)
    for tile in win.pung_tiles:
        if tile.is_suited:
            suits[tile.rank].add(tile)
    return next((frozenset(each) for each in suits.values() if len(each) == 3), frozenset())


@Pattern(
    "三元刻",
    "(555z) 666z 234m 567m 8s +8s",
    needs=Trait.DRAGON_PUNG,
    arguments=(Argument("count", "the minimum number of them", (None, 1, 2, 3), 2),),
    finder=sets.dragon_sets,
    shown=_dragon_pungs,
)
def dragon_pungs(win: Win, *, count: int | None = None) -> int:
    """Pungs of dragons: once for each, or once for at least a number of them."""
    return each_or_once(len(win.pung_tiles & DRAGONS), count)


@Pattern(
    "風刻",
    "(111z) 333z 444z 567m 8s +8s",
    needs=Trait.WIND_PUNG,
    arguments=(Argument("count", "the minimum number of them", (None, 1, 2, 3, 4), 3),),
)
def wind_pungs(win: Win, *, count: int | None = None) -> int:
    """Pungs of winds: once for each, or once for at least a number of them."""
    return each_or_once(len(win.pung_tiles & WINDS), count)


@Pattern(
    "刻子",
    "111m 222p 345s (444m) 5z +5z",
    arguments=(
        Argument("count", "the minimum number of pungs", (None, *range(1, 5)), 2),
        Argument("kongs", "whether only kongs are counted", FLAG),
        Argument("concealed", "whether only concealed ones are counted", FLAG, example=True),
    ),
)
def pungs(win: Win, *, count: int | None, kongs: bool, concealed: bool) -> int:
    """Pungs, or only kongs or concealed ones: once for each, or once for at least a number."""
    found = sum(
        (not kongs or win.sets[index].is_kong)
        and (not concealed or not (win.sets[index].is_exposed or win.is_claimed(index)))
        for index in win.pung_places
    )
    return each_or_once(found, count)


@Pattern(
    "有三元刻",
    "(555z) 234m 567m 345p 8s +8s",
    needs=Trait.DRAGON_PUNG,
    finder=sets.dragon_sets,
    shown=_dragon_pungs,
)
def any_dragon_pung(win: Win) -> int:
    """A pung of dragons, counted once."""
    return dragon_pungs(win) > 0


@Pattern(
    "小三元",
    "(555z) 666z 77z 234m 56m +7m",
    needs=Trait.DRAGON_PUNG | Trait.HONOUR_EYES,
    shown=_dragons,
)
def little_dragons(win: Win) -> int:
    """Two pungs of dragons and a pair of the third."""
    return dragon_pungs(win) == 2 and _has_eyes_of(win, DRAGONS)


@needs(Trait.DRAGON_PUNG | Trait.HONOUR_EYES, shown=_dragons)
def little_dragons_twice(win: Win) -> int:
    """Two pungs of dragons and a pair of the third, which a table lists in two places."""
    return 2 * little_dragons(win)


@Pattern(
    "大三元",
    "(555z) 666z 777z 234m 8s +8s",
    needs=Trait.DRAGON_PUNG | Trait.THREE_PUNGS,
    shown=_dragon_pungs,
)
def big_dragons(win: Win) -> int:
    """Three pungs of dragons."""
    return dragon_pungs(win) == 3


@Pattern(
    "大四喜、小四喜",
    "(111z) 222z 333z 234m 4z +4z",
    needs=Trait.WIND_PUNG | Trait.THREE_PUNGS,
    shown=_winds,
)
def big_winds(win: Win) -> int:
    """Three pungs of winds, with the fourth wind as a pair or pung."""
    pungs = len(win.pung_tiles & WINDS)
    return pungs == 4 or (pungs == 3 and _has_eyes_of(win, WINDS))


@Pattern(
    "小四喜",
    "(111z) 222z 333z 234m 4z +4z",
    needs=Trait.WIND_PUNG | Trait.HONOUR_EYES | Trait.THREE_PUNGS,
    shown=_winds,
)
def little_winds(win: Win) -> int:
    """Three pungs of winds and a pair of the fourth."""
    return big_winds(win) and not four_wind_pungs(win)


@Pattern(
    "大四喜",
    "(111z) 222z 333z 444z 8s +8s",
    needs=Trait.WIND_PUNG | Trait.THREE_PUNGS,
    shown=_winds,
)
def four_wind_pungs(win: Win) -> int:
    """Four pungs of winds."""
    return win.pung_tiles >= WINDS


@Pattern("雙番風", "111z (234m) 567m 345p 8s +8s", finder=sets.own_wind_sets)
def double_wind(win: Win) -> int:
    """A pung of the wind that is both seat wind and round wind."""
    return seat_wind(win) and prevalent_wind(win)


@Pattern(
    "圈風",
    "(111z) 234m 567m 345p 8s +8s",
    needs=Trait.WIND_PUNG,
    finder=sets.round_wind_sets,
    shown=_round_wind,
)
def prevalent_wind(win: Win) -> int:
    """A pung of the round wind."""
    return win.declared.round.tile in win.pung_tiles


@Pattern(
    "門風",
    "(111z) 234m 567m 345p 8s +8s",
    needs=Trait.WIND_PUNG,
    finder=sets.own_wind_sets,
    shown=_seat_wind,
)
def seat_wind(win: Win) -> int:
    """A pung of the winner's seat wind."""
    return win.declared.seat.tile in win.pung_tiles


def _kongs(win: Win) -> int:
    return sum(meld.is_kong for meld in win.pungs)


def _has_eyes_of(win: Win, tiles: frozenset[Tile]) -> bool:
    return any(meld.is_eyes and meld.tile in tiles for meld in win.sets)
