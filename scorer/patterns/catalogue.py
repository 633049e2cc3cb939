"""The patterns that a house may make rows of: each with its arguments and an example hand.

A pattern without arguments is one of the functions of this package under its own name; one with
arguments makes such a function. An example is a request as `scorer.api.requests` takes it, without
rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from scorer.core.arrangements import PLAIN, Form
from scorer.core.tiles import Suit, Tile
from scorer.core.win import NO_CIRCUMSTANCE, Circumstance, Win, circumstances_of
from scorer.patterns import bonus, chows, pungs, sets, special_hands, suits, waits, winning_tile

Count: TypeAlias = Callable[[Win], int]
Finder: TypeAlias = Callable[[Win], tuple[tuple[int, ...], ...]]
Answers: TypeAlias = Mapping[str, object]
Example: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Argument:
    """What a pattern may be told: `values` are the possible answers, the default first.

    The default None stands for not being told.
    """

    name: str
    what: str
    values: tuple[object, ...]

    @property
    def default(self) -> object:
        """What holds if nothing is said."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A fact about a hand by its name: what it asks for, what it may be told, and an example.

    `told` is what the example is told. `finder` names the sets that make it, where some do, `shown`
    the tiles that do, where those are no sets; `form` is the shape without which no hand has it,
    `events` are the circumstances that it asks for, and `anyones` those of them that a rule set may
    have kept for East alone.
    """

    id: str
    what: str
    make: Callable[[Answers], Count]
    example: Example
    arguments: tuple[Argument, ...] = ()
    told: Answers = field(default_factory=lambda: MappingProxyType({}))
    finder: Finder | None = None
    form: Form | None = None
    shown: Callable[[Win], tuple[Tile, ...]] | None = None
    events: Circumstance = NO_CIRCUMSTANCE
    anyones: Circumstance = NO_CIRCUMSTANCE

    def counting(self, answers: Answers) -> Count:
        """Return the count for some answers; the others have their defaults."""
        return self.make({each.name: each.default for each in self.arguments} | dict(answers))


_AS_USUAL: Example = MappingProxyType({})


def _plain(
    count: Count,
    hand: str,
    finder: Finder | None = None,
    form: Form | None = None,
    anyones: Circumstance = NO_CIRCUMSTANCE,
    said: Example = _AS_USUAL,
) -> Pattern:
    """Make a pattern of a function that is told nothing, with the first line of its words."""
    what = (count.__doc__ or "").split("\n", maxsplit=1)[0]
    return Pattern(
        count.__name__,
        what,
        lambda _: count,
        MappingProxyType({"hand": hand, **said}),
        finder=finder,
        form=form,
        events=circumstances_of(_names(said)) | anyones,
        anyones=anyones,
    )


def _names(said: Example) -> list[str]:
    names = said.get("events", [])
    return [str(name) for name in names] if isinstance(names, list) else []


def _at_least(number: object, count: Count) -> Count:
    """Count as often as there are, or once from a number on."""
    if number is None:
        return count
    least = _whole(number)
    return lambda win: count(win) >= least


def _whole(number: object) -> int:
    return number if isinstance(number, int) else 0


def _concealed(win: Win, index: int) -> bool:
    return not win.sets[index].is_exposed and not win.is_claimed(index)


def _number_of_pungs(answers: Answers) -> Count:
    """Make the count of pungs, of kongs alone, of concealed ones alone."""
    kongs, concealed = answers["kongs"], answers["concealed"]

    def count(win: Win) -> int:
        return sum(
            (not kongs or win.sets[index].is_kong) and (not concealed or _concealed(win, index))
            for index in win.pung_places
        )

    return _at_least(answers["count"], count)


def _wind_pungs(win: Win) -> int:
    return len(win.pung_tiles & pungs.WINDS)


def _chows(win: Win) -> int:
    return len(win.chow_places)


_EYES: Mapping[object, Count] = MappingProxyType(
    {
        "any": chows.all_chows,
        "no_honours": chows.all_chows_without_honours,
        "no_value": sets.no_value,
    }
)


def _all_chows(answers: Answers) -> Count:
    return _EYES[answers["eyes"]]


def _suits(answers: Answers) -> Count:
    """Make the count of hands of just so many suits, with or without honours, or either."""
    number, honours = answers["count"], answers["honours"]

    def count(win: Win) -> int:
        if not win.sets:
            return False
        has = Suit.HONOURS in win.suits
        return len(win.suits) - has == number and honours in ("any", has)

    return count


def _closed_hand(answers: Answers) -> Count:
    """Make the count of hands of which nothing was claimed before the win."""
    drawn = {"any": (True, False), "self-draw": (True,), "discard": (False,)}[str(answers["win"])]

    def count(win: Win) -> int:
        exposed = any(meld.is_exposed for meld in win.sets)
        return win.is_complete and not exposed and win.declared.self_drawn in drawn

    return count


def _thirteen_orphans(answers: Answers) -> Count:
    """Make the count of thirteen orphans; pure ones had all thirteen before the winning tile."""
    if not answers["pure"]:
        return winning_tile.thirteen_orphans

    def count(win: Win) -> int:
        last = win.declared.hand.winning
        pair = [meld.tile for meld in win.sets if meld.is_eyes]
        return winning_tile.thirteen_orphans(win) and last in (None, *pair)

    return count


def _nine_gates(answers: Answers) -> Count:
    return special_hands.pure_nine_gates if answers["pure"] else suits.nine_gates


def _winning_tile(answers: Answers) -> Count:
    return winning_tile.winning_tile(Tile.parse(str(answers["tile"])))


def _kong_replacement(answers: Answers) -> Count:
    """Make the count of wins on the replacement of a kong, with so many kongs in the hand."""
    least = _whole(answers["kongs"])

    def count(win: Win) -> int:
        kongs = sum(meld.is_kong for meld in win.pungs)
        return winning_tile.kong_replacement(win) and kongs >= least

    return count


def double_wind(win: Win) -> int:
    """A pung of the wind that is both the seat's and the round's."""
    return pungs.seat_wind(win) and pungs.prevalent_wind(win)


def five_types(win: Win) -> int:
    """Sets and eyes of all three suits, of winds and of dragons."""
    tiles = [meld.tile for meld in win.sets]
    kinds = {tile.suit for tile in tiles if not tile.is_honour}
    return (
        len(kinds) == 3
        and any(tile.is_wind for tile in tiles)
        and any(tile.is_dragon for tile in tiles)
    )


_FLAG = (False, True)
_DRAWN = {"win": "self-draw"}
_ORPHANS = "19m 19p 19s 1234567z +1m"
_GATES = "1112345678999m +5m"
_FLUSH = "123m 456m 789m 555m 7m +7m"
_PUNGS = "111m 222p (333s) 444m 5z +5z"
_SIMPLES = "234m 567m 345p 678s 8s +8s"

_ALL = (
    Pattern(
        "bonus_tiles",
        "Flowers and seasons: one for each, or once from a number on.",
        lambda told: _at_least(told["count"], bonus.bonus_tiles),
        {"hand": f"{_SIMPLES} | 1f 2f 3f 4f 1g 2g 3g"},
        (Argument("count", "the least number of tiles", (None, *range(1, 9))),),
        MappingProxyType({"count": 7}),
        shown=lambda win: win.bonus,
    ),
    Pattern(
        "pungs",
        "Pungs: one for each, or once from a number on; kongs alone, or concealed ones alone.",
        _number_of_pungs,
        {"hand": "111m 222p 345s (444m) 5z +5z"},
        (
            Argument("count", "the least number of pungs", (None, *range(1, 5))),
            Argument("kongs", "whether only kongs are counted", _FLAG),
            Argument("concealed", "whether only concealed ones are counted", _FLAG),
        ),
        MappingProxyType({"count": 2, "concealed": True}),
    ),
    Pattern(
        "dragon_pungs",
        "Pungs of dragons: one for each, or once from a number on.",
        lambda told: _at_least(told["count"], pungs.dragon_pungs),
        {"hand": "(555z) 666z 234m 567m 8s +8s"},
        (Argument("count", "the least number of them", (None, 1, 2, 3)),),
        MappingProxyType({"count": 2}),
        finder=sets.dragon_sets,
    ),
    Pattern(
        "wind_pungs",
        "Pungs of winds: one for each, or once from a number on.",
        lambda told: _at_least(told["count"], _wind_pungs),
        {"hand": "(111z) 333z 444z 567m 8s +8s"},
        (Argument("count", "the least number of them", (None, 1, 2, 3, 4)),),
        MappingProxyType({"count": 3}),
    ),
    Pattern(
        "chows",
        "Chows: one for each, or once from a number on.",
        lambda told: _at_least(told["count"], _chows),
        {"hand": "(234m) 567m 345p 888s 5z +5z"},
        (Argument("count", "the least number of them", (None, 1, 2, 3, 4)),),
        MappingProxyType({"count": 3}),
        finder=sets.chows,
    ),
    Pattern(
        "all_chows",
        "Chows and no other set; the eyes may be asked to be no honours, or of no value.",
        _all_chows,
        {"hand": _SIMPLES},
        (Argument("eyes", "what the eyes may be", tuple(_EYES)),),
        MappingProxyType({"eyes": "no_value"}),
    ),
    Pattern(
        "suits",
        "Tiles of just so many suits; with honours, without, or either.",
        _suits,
        {"hand": "234m 567m 345p 111z 8p +8p"},
        (
            Argument("count", "the number of suits", (2, 0, 1, 3)),
            Argument("honours", "whether there are honours", ("any", True, False)),
        ),
        MappingProxyType({"count": 2}),
    ),
    Pattern(
        "closed_hand",
        "No set was claimed before the win; won by whatever tile, or by one of the two ways.",
        _closed_hand,
        {"hand": _SIMPLES},
        (Argument("win", "how it is won", ("any", "discard", "self-draw")),),
        MappingProxyType({"win": "discard"}),
    ),
    Pattern(
        "thirteen_orphans",
        "One of each terminal and honour, and one of them twice; pure: it waited for all thirteen.",
        _thirteen_orphans,
        {"hand": _ORPHANS},
        (Argument("pure", "whether it waited for all thirteen", _FLAG),),
        MappingProxyType({"pure": True}),
        form=Form.THIRTEEN_ORPHANS,
    ),
    Pattern(
        "nine_gates",
        "Concealed 1112345678999 of one suit and one more; pure: it waited for all nine.",
        _nine_gates,
        {"hand": _GATES},
        (Argument("pure", "whether it waited for all nine", _FLAG),),
        MappingProxyType({"pure": True}),
    ),
    Pattern(
        "kong_replacement",
        "Won on the replacement tile of a kong, with at least so many kongs in the hand.",
        _kong_replacement,
        {"hand": "[1111m] [2222p] 345s 678s 5z +5z", **_DRAWN, "events": ["kong-replacement"]},
        (Argument("kongs", "the least number of kongs", (1, 2, 3, 4)),),
        MappingProxyType({"kongs": 2}),
        events=Circumstance.KONG_REPLACEMENT,
    ),
    _plain(
        winning_tile.kong_on_kong,
        "[1111m] [2222p] 345s 678s 5z +5z",
        said={**_DRAWN, "events": ["kong-replacement", "kong-on-kong"]},
    ),
    _plain(double_wind, "111z (234m) 567m 345p 8s +8s", sets.own_wind_sets),
    _plain(five_types, "123m 456p 789s 111z 5z +5z"),
    _plain(waits.single_wait, "123m 456p 789s 13s 55z +2s"),
    Pattern(
        "winning_tile",
        "A certain tile completes the hand, such as a 5 of dots; all_of says how it came.",
        _winning_tile,
        {"hand": "234m 567m 46p 678s 88s +5p"},
        (Argument("tile", "the tile that completes it", tuple(tile.code for tile in PLAIN)),),
        MappingProxyType({"tile": "5p"}),
        shown=lambda win: (win.declared.hand.winning,) if win.declared.hand.winning else (),
    ),
    _plain(winning_tile.eyes_completed, _SIMPLES, winning_tile.completed_eyes),
    _plain(winning_tile.self_drawn, _SIMPLES, said=_DRAWN),
    _plain(winning_tile.eyes_claimed, _SIMPLES),
    _plain(
        winning_tile.first_draw,
        _SIMPLES,
        anyones=Circumstance.FIRST_DRAW,
        said={**_DRAWN, "events": ["first-draw"]},
    ),
    _plain(winning_tile.first_draw_of_east, _SIMPLES, said={**_DRAWN, "events": ["first-draw"]}),
    _plain(winning_tile.first_discard, _SIMPLES, said={"seat": "S", "events": ["first-discard"]}),
    _plain(
        winning_tile.first_turn_of_another,
        _SIMPLES,
        anyones=Circumstance.FIRST_DRAW,
        said={"seat": "S", "events": ["first-discard"]},
    ),
    _plain(winning_tile.last_wall_tile, _SIMPLES, said={**_DRAWN, "events": ["last-wall-tile"]}),
    _plain(winning_tile.last_discard, _SIMPLES, said={"events": ["last-discard"]}),
    _plain(
        winning_tile.replacement,
        f"{_SIMPLES} | 1f",
        said={**_DRAWN, "events": ["bonus-replacement"]},
    ),
    _plain(
        winning_tile.robbed_kong, "234m 57m 345p 678s 88s +6m", said={"events": ["robbing-kong"]}
    ),
    _plain(winning_tile.seven_pairs, "1122m 3344p 5566s 7z +7z", form=Form.SEVEN_PAIRS),
    _plain(bonus.no_bonus, _SIMPLES),
    _plain(bonus.own_bonus, f"{_SIMPLES} | 1f 1g"),
    _plain(bonus.own_bonus_outside_sets, f"{_SIMPLES} | 1f 1g"),
    _plain(bonus.own_flower, f"{_SIMPLES} | 1f"),
    _plain(bonus.own_season, f"{_SIMPLES} | 1g"),
    _plain(bonus.all_flowers, f"{_SIMPLES} | 1f 2f 3f 4f"),
    _plain(bonus.all_seasons, f"{_SIMPLES} | 1g 2g 3g 4g"),
    _plain(bonus.complete_sets, f"{_SIMPLES} | 1g 2g 3g 4g"),
    _plain(bonus.all_bonus, f"{_SIMPLES} | 1f 2f 3f 4f 1g 2g 3g 4g"),
    _plain(chows.pure_straight, "123m 456m 789m 345p 8s +8s", chows.straights),
    _plain(chows.three_suit_chow, "123m 123p 123s 345p 8s +8s", chows.three_suit_chows),
    _plain(chows.double_chow, "123m 123m 789m 345p 8s +8s", chows.double_chows),
    _plain(chows.two_double_chow, "(123m) 123m 345p 345p 8s +8s", chows.two_double_chows),
    _plain(
        chows.two_double_chow_in_one_suit,
        "(123m) 123m 567m 567m 8s +8s",
        chows.two_double_chows_in_one_suit,
    ),
    _plain(chows.no_chows, _PUNGS),
    _plain(chows.any_chow, _SIMPLES),
    _plain(pungs.four_pungs, _PUNGS),
    _plain(pungs.four_concealed_pungs, "111m 222p 333s 444m 5z +5z"),
    _plain(pungs.three_concealed_pungs, "111m 222p 333s 456m 5z +5z"),
    _plain(pungs.three_unexposed_pungs, "111m 222p 33s 456m 55z +3s"),
    _plain(pungs.three_same_number, "(222m) 222p 222s 456m 5z +5z"),
    _plain(pungs.three_kongs, "[1111m] [2222p] (3333s) 456m 5z +5z"),
    _plain(pungs.four_kongs, "[1111m] [2222p] (3333s) (4444m) 5z +5z"),
    _plain(pungs.any_dragon_pung, "(555z) 234m 567m 345p 8s +8s", sets.dragon_sets),
    _plain(pungs.little_dragons, "(555z) 666z 77z 234m 56m +7m"),
    _plain(pungs.big_dragons, "(555z) 666z 777z 234m 8s +8s"),
    _plain(pungs.little_winds, "(111z) 222z 333z 234m 4z +4z"),
    _plain(pungs.big_winds, "(111z) 222z 333z 234m 4z +4z"),
    _plain(pungs.four_wind_pungs, "(111z) 222z 333z 444z 8s +8s"),
    _plain(pungs.prevalent_wind, "(111z) 234m 567m 345p 8s +8s", sets.round_wind_sets),
    _plain(pungs.seat_wind, "(111z) 234m 567m 345p 8s +8s", sets.own_wind_sets),
    _plain(suits.full_flush, _FLUSH),
    _plain(suits.half_flush, "123m 456m 789m 111z 7m +7m"),
    _plain(suits.one_suit_and_honour_eyes, "123m 456m 789m 555m 1z +1z"),
    _plain(suits.only_honours, "(111z) 222z 333z 555z 6z +6z"),
    _plain(suits.only_terminals, "(111m) 999m 111p 999s 1s +1s"),
    _plain(suits.terminals_and_honours, "(111m) 999m 111z 999s 1s +1s"),
    _plain(suits.terminals_or_honours, "(111m) 999m 111z 999s 1s +1s"),
    _plain(suits.all_simples, _SIMPLES),
    _plain(suits.terminal_or_honour_in_each_set, "123m 789m 111z 999s 5z +5z"),
    _plain(suits.terminal_in_each_meld, "123m 789m 123p 999s 5s +5s"),
    _plain(special_hands.honour_pungs, "(111z) 222z 333z 555z 6z +6z"),
    _plain(special_hands.hidden_treasure, "111m 222p 333s 444m 5z +5z", said=_DRAWN),
    _plain(special_hands.jade_dragon, "(666z) 222s 333s 444s 8s +8s"),
    _plain(special_hands.ruby_dragon, "(777z) 222m 333m 444m 8m +8m"),
    _plain(special_hands.pearl_dragon, "(555z) 222p 333p 444p 8p +8p"),
    _plain(special_hands.all_green, "(666z) 234s 234s 888s 6s +6s"),
    _plain(special_hands.wriggling_snake, "111m 345m 678m 999m 2m +2m"),
)
# The shapes besides sets and eyes, by the pattern of the row that pays for them.
SHAPES: Mapping[Form, Count] = MappingProxyType(
    {
        Form.SEVEN_PAIRS: winning_tile.seven_pairs,
        Form.THIRTEEN_ORPHANS: winning_tile.thirteen_orphans,
    }
)
PATTERNS: Mapping[str, Pattern] = MappingProxyType({each.id: each for each in _ALL})
FINDERS: Mapping[str, Finder] = MappingProxyType(
    {id_: each.finder for id_, each in PATTERNS.items() if each.finder is not None}
)
