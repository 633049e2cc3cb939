"""The five rule sets written once more from docs/rules, by another hand and without the scorer.

Only what counts by default, and only totals: faan at the cap, points at the limit. Each function
follows section 1 of its document in its order.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

SUITS = "mps"
WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
NUMBERS = {"E": "1", "S": "2", "W": "3", "N": "4"}
DRAGONS = ("5z", "6z", "7z")
ALL = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)] + [f"{i}z" for i in range(1, 8)]
ORPHANS = {tile for tile in ALL if tile[1] == "z" or tile[0] in "19"}
DEALT = {"first-draw", "dealt-hand"}
REPLACED = {"kong-replacement", "bonus-replacement"}


@dataclass(eq=False)
class Part:
    """A set or the eyes; `table` where it was laid down before the win."""

    tiles: tuple[str, ...]
    exposed: bool = False
    table: bool = False

    @property
    def first(self):
        return self.tiles[0]

    @property
    def is_pung(self):
        return len(self.tiles) > 2 and len(set(self.tiles)) == 1

    @property
    def is_kong(self):
        return len(self.tiles) == 4

    @property
    def is_chow(self):
        return len(self.tiles) == 3 and not self.is_pung


def codes(text):
    return [rank + suit for ranks, suit in re.findall(r"(\d+)([mpszfg])", text) for rank in ranks]


@dataclass
class Told:
    """A request, its hand text taken apart (README, 1)."""

    request: dict

    def __post_init__(self):
        body, _, bonus = self.request["hand"].partition("|")
        self.bonus, self.concealed, self.table, self.winning = codes(bonus), [], [], None
        for part in re.findall(r"\([^)]*\)|\[[^]]*\]|\S+", body):
            tiles = codes(part.replace("+)", ")"))
            if part[0] in "([":
                self.table.append(Part(tuple(tiles), exposed=part[0] == "(", table=True))
            elif part[0] == "+":
                (self.winning,) = tiles
            else:
                self.concealed += tiles
        self.seat, self.round = (WINDS[self.request[name]] for name in ("seat", "round"))
        self.own = [tile for tile in self.bonus if tile[0] == NUMBERS[self.request["seat"]]]
        self.won = self.request["role"] == "winner"
        self.drawn = self.request["win"] == "self-draw"
        self.events = set(self.request["events"]) if self.won else set()

    @property
    def standing(self):
        return self.concealed + ([self.winning] if self.winning else [])


@dataclass
class Reading:
    """One way to see a hand, and the part that came last (README, 2)."""

    told: Told
    sets: list[Part]
    pairs: list[Part]
    form: str = "sets"
    last: Part | None = None

    @cached_property
    def tiles(self):
        return [tile for part in (*self.sets, *self.pairs) for tile in part.tiles]

    @cached_property
    def suits(self):
        return {tile[1] for tile in self.tiles} - {"z"}

    @property
    def eyes(self):
        return self.pairs[0].first if self.form == "sets" else ""

    @property
    def honours(self):
        return any(tile[1] == "z" for tile in self.tiles)

    @property
    def flush(self):
        return len(self.suits) == 1 and not self.honours

    @property
    def half_flush(self):
        return len(self.suits) == 1 and self.honours

    @property
    def only_honours(self):
        return not self.suits

    @property
    def no_simples(self):
        return not self.chows and all(tile in ORPHANS for tile in self.tiles)

    @cached_property
    def pungs(self):
        return [part for part in self.sets if part.is_pung]

    @cached_property
    def chows(self):
        return [part for part in self.sets if part.is_chow]

    @property
    def kongs(self):
        return [part for part in self.pungs if part.is_kong]

    @property
    def dragons(self):
        return [part for part in self.pungs if part.first in DRAGONS]

    @property
    def winds(self):
        return [part for part in self.pungs if part.first in WINDS.values()]

    def has_pung(self, tile):
        return any(part.first == tile for part in self.pungs)

    def is_open(self, part):
        return part.exposed or (part is self.last and not self.told.drawn)

    @property
    def from_the_wall(self):
        return [part for part in self.pungs if not self.is_open(part)]

    @property
    def is_concealed(self):
        return not any(part.exposed for part in self.told.table)

    @property
    def four_winds(self):
        return len(self.winds) == 4 or (len(self.winds) == 3 and self.eyes in WINDS.values())

    @property
    def little_dragons(self):
        return len(self.dragons) == 2 and self.eyes in DRAGONS

    @property
    def nine_gates(self):
        ranks = Counter(tile[0] for tile in self.tiles)
        enough = all(ranks[rank] >= (3 if rank in "19" else 1) for rank in "123456789")
        return self.flush and not self.told.table and enough

    @property
    def pure_nine_gates(self):
        extra = [tile for tile, count in Counter(self.tiles).items() if count in (2, 4)]
        return self.nine_gates and self.told.winning in (None, *extra)

    def number(self, suit):
        return sum(tile[1] == suit for tile in self.told.bonus)


def divided(counts, sets) -> Iterator[list[Part]]:
    """Every way to use up all tiles as so many sets."""
    tile = min(+counts, default=None)
    if tile is None or not sets:
        if tile is None and not sets:
            yield []
        return
    found: list[tuple[str, ...]] = [(tile,) * 3]
    if tile[1] in SUITS and tile[0] <= "7":
        found.append(tuple(f"{int(tile[0]) + step}{tile[1]}" for step in range(3)))
    for tiles in found:
        rest = counts.copy()
        rest.subtract(tiles)
        if min(rest.values()) >= 0:
            yield from ([Part(tiles), *others] for others in divided(rest, sets - 1))


def sets_and_eyes(standing, table):
    if len(standing) != 3 * (4 - len(table)) + 2:
        return
    counts = Counter(standing)
    for tile in [tile for tile, count in counts.items() if count > 1]:
        rest = counts - Counter({tile: 2})
        yield from (
            ([*sets, *table], [Part((tile,) * 2)]) for sets in divided(rest, 4 - len(table))
        )


def is_orphans(tiles, table):
    return not table and len(tiles) == 14 and set(tiles) == ORPHANS


def won_readings(told, forms):
    """Every reading of a win, for each part that the winning tile may have completed."""
    standing, counts = told.standing, Counter(told.standing)
    shapes = [("sets", *way) for way in sets_and_eyes(standing, told.table)]
    if "pairs" in forms and not told.table and sorted(counts.values()) == [2] * 7:
        shapes.append(("pairs", [], [Part((tile,) * 2) for tile in counts]))
    if "orphans" in forms and is_orphans(standing, told.table):
        shapes.append(("orphans", [], [Part((tile,) * counts[tile]) for tile in counts]))
    for form, sets, pairs in shapes:
        for part in (*sets, *pairs):
            if not part.table and told.winning in (None, *part.tiles):
                yield Reading(told, sets, pairs, form, part)


def held_readings(told):
    """Every way to see pungs and pairs in a hand that did not win (README, 2.4)."""
    counts = {tile: count for tile, count in Counter(told.concealed).items() if count > 1}
    ways = [("pairs", "pung") if count > 2 else ("pairs",) for count in counts.values()]
    for way in product(*ways):
        chosen = dict(zip(counts, way, strict=True))
        pungs = [Part((tile,) * 3) for tile, kind in chosen.items() if kind == "pung"]
        pairs = [tile for tile, kind in chosen.items() if kind == "pairs"]
        twos = [Part((tile,) * 2) for tile in pairs for _ in range(counts[tile] // 2)]
        yield Reading(told, [*pungs, *told.table], twos, "held")


def hk_500(told):
    if len(told.bonus) == 8 and told.winning is None and told.drawn:
        return 10
    return max(map(_hk_500, won_readings(told, ("pairs", "orphans"))), default=None)


def _hk_500(hand):
    told, closed = hand.told, hand.is_concealed
    by_number = Counter(part.first[0] for part in hand.pungs if part.first[1] != "z")
    chows = Counter(part.first for part in hand.chows)
    doubles = sum(count // 2 for count in chows.values())
    straight = any({f"1{suit}", f"4{suit}", f"7{suit}"} <= set(chows) for suit in SUITS)
    in_three_suits = any({f"{rank}{suit}" for suit in SUITS} <= set(chows) for rank in range(1, 8))
    all_closed = closed and len(hand.from_the_wall) == 4
    limits = (
        hand.form == "orphans",
        hand.nine_gates,
        len(told.bonus) == 8,
        told.events & DEALT,
        len(hand.kongs) == 4,
        len(hand.pungs) == 4 and all_closed,
        hand.four_winds,
        len(hand.dragons) == 3,
        hand.only_honours,
        hand.no_simples and not hand.honours,
    )
    replaced = bool(told.events & REPLACED)
    rows = (
        2 * (hand.form == "pairs"),
        "last-wall-tile" in told.events,
        "last-discard" in told.events,
        "robbing-kong" in told.events,
        replaced or (told.drawn and closed),
        2 * (hand.number("g") == 4),
        2 * (hand.number("f") == 4),
        len(told.own),
        not told.bonus,
        (5 + closed) * hand.flush,
        (2 + closed) * hand.half_flush,
        (1 + closed) * straight,
        (1 + closed) * in_three_suits,
        closed * (3 if doubles == 2 else doubles),
        2 * (len(hand.kongs) >= 3),
        2 * (len(hand.pungs) == 4),
        2 * (len(hand.from_the_wall) >= 3),
        2 * (3 in by_number.values()),
        2 * hand.little_dragons,
        (2 + closed)
        * (
            len(hand.sets) == 4
            and all(set(part.tiles) & ORPHANS and part.first[1] != "z" for part in hand.sets)
        ),
        2 * (hand.no_simples and hand.honours and bool(hand.suits)),
        not set(hand.tiles) & ORPHANS,
        len(hand.dragons),
        hand.has_pung(told.round),
        hand.has_pung(told.seat),
    )
    return 10 if any(limits) else min(10, sum(rows))


def hk_majlife(told):
    return max(map(_hk_majlife, won_readings(told, ("pairs", "orphans"))), default=None)


def _hk_majlife(hand):
    told, pungs = hand.told, len(hand.pungs) == 4
    east = told.seat == "1z"
    tens = (
        hand.nine_gates,
        pungs and hand.only_honours,
        pungs and hand.no_simples and not hand.honours,
        hand.form == "orphans",
        hand.four_winds,
        len(hand.dragons) == 3,
        pungs and any(map(_dragon_of_suit, (hand,) * 3, ("6z", "7z", "5z"), "smp")),
        told.drawn and len(hand.from_the_wall) == 4,
        len(hand.kongs) == 4,
        east and told.events & DEALT,
        "first-discard" in told.events,
    )
    rows = (
        not told.bonus,
        len(told.own),
        2 * (hand.number("f") == 4) + 2 * (hand.number("g") == 4),
        0 if hand.little_dragons else len(hand.dragons),
        hand.has_pung(told.seat),
        hand.has_pung(told.round),
        len(hand.chows) == 4,
        3 * pungs,
        3 * hand.half_flush,
        6 * hand.flush,
        bool(told.events & REPLACED),
        "last-wall-tile" in told.events,
        "last-discard" in told.events,
        told.drawn,
        "robbing-kong" in told.events,
        4 * (hand.form == "pairs"),
        4 * hand.little_dragons,
    )
    return 10 if any(tens) else min(10, sum(rows))


def _dragon_of_suit(hand, dragon, suit):
    return hand.has_pung(dragon) and {tile[1] for tile in hand.tiles if tile != dragon} == {suit}


def points_of_sets(hand):
    """2 for a pung and 8 for a kong, twice for a major, twice for a concealed one."""
    return sum(
        (8 if part.is_kong else 2)
        * (2 if part.first in ORPHANS else 1)
        * (1 if hand.is_open(part) else 2)
        for part in hand.pungs
    )


def doubles_of_sets(hand, *winds):
    return 2 ** (len(hand.dragons) + sum(hand.has_pung(wind) for wind in winds))


def readings(told, *forms):
    return won_readings(told, forms) if told.won else held_readings(told)


def classical_20(told):
    return max(map(_classical_20, readings(told)), default=None)


def _classical_20(hand):
    told = hand.told
    base = (
        points_of_sets(hand),
        2 * sum(pair.first in (*DRAGONS, told.seat) for pair in hand.pairs),
        2 * len(told.bonus),
        20 * told.won,
    )
    suits = {part.first[1] for part in hand.sets}
    honour_eyes = told.won and hand.eyes[1] == "z" and len(suits) == 1 and suits != {"z"}
    times = (
        doubles_of_sets(hand, told.seat),
        2 if honour_eyes else 1,
        8 if told.won and hand.flush else 1,
    )
    return sum(base) * prod(times)


def classical_british(told):
    return max(map(_classical_british, readings(told, "orphans")), default=None)


def _classical_british(hand):
    told, won = hand.told, hand.told.won
    if won and (hand.form == "orphans" or hand.pure_nine_gates):
        return 1000
    valuable = won and hand.eyes in (*DRAGONS, told.seat, told.round)
    base = (
        points_of_sets(hand),
        2 * valuable,
        4 * len(told.bonus),
        20 * won,
        2 * (won and told.drawn),
        2 * (won and only_kind(hand)),
        10 * (won and len(hand.pungs) == 4),
        10 * (won and len(hand.chows) == 4 and not valuable and not told.bonus),
        10 * ("last-wall-tile" in told.events),
        10 * bool(told.events & REPLACED),
    )
    times = (
        doubles_of_sets(hand, told.seat, told.round),
        2 ** len(told.own),
        3 if hand.number("g") == 4 else 1,
        3 if hand.number("f") == 4 else 1,
        2 if won and hand.half_flush else 1,
        2 if won and hand.no_simples and not hand.only_honours else 1,
        3 if won and hand.flush else 1,
        3 if told.events & {"dealt-hand", "original-hand"} else 1,
        3 if won and hand.only_honours else 1,
    )
    return min(1000, sum(base) * prod(times))


def only_kind(hand):
    """Whether one kind of tile alone completes the thirteen; of a dealt hand any came last."""
    told = hand.told
    if told.winning is not None:
        return len(completing(told.concealed, told.table)) == 1
    before = [
        list((Counter(told.concealed) - Counter([tile])).elements())
        for tile in set(hand.last.tiles)
    ]
    return any(len(completing(tiles, told.table)) == 1 for tiles in before)


def completing(tiles, table):
    held = Counter([*tiles, *(tile for part in table for tile in part.tiles)])
    return [
        tile
        for tile in ALL
        if held[tile] < 4
        and (
            is_orphans([*tiles, tile], table)
            or next(sets_and_eyes([*tiles, tile], table), None) is not None
        )
    ]


def simplified_300(told):
    lawful = (
        hand
        for hand in readings(told)
        if told.drawn or hand.last is None or hand.last not in hand.pairs
    )
    return max(map(_simplified_300, lawful), default=None)


def _simplified_300(hand):
    told, won = hand.told, hand.told.won
    if won and (hand.only_honours or (told.seat == "1z" and told.events & DEALT)):
        return 300
    base = (
        points_of_sets(hand),
        2 * (won and hand.eyes in (*DRAGONS, told.seat)),
        10 * won,
        4 * len(told.bonus),
    )
    times = (
        doubles_of_sets(hand, told.seat),
        8 if won and hand.flush else 1,
        2 if won and hand.half_flush else 1,
    )
    added = (
        10 * (won and len(hand.pungs) == 4),
        10 * ("kong-replacement" in told.events),
        10 * ("last-wall-tile" in told.events),
        2 * (won and told.drawn),
        10 * (won and told.drawn and _eyes_middle_or_terminal(hand)),
        150 * ("first-discard" in told.events),
    )
    return min(300, (sum(base) * prod(times) + sum(added)) * 2 ** len(told.own))


def _eyes_middle_or_terminal(hand):
    last, tile = hand.last, hand.told.winning
    if last in hand.pairs:
        return True
    return last.is_chow and (tile is None or tile == last.tiles[1] or tile in ORPHANS)


RULES = {
    "hk-500": hk_500,
    "hk-majlife": hk_majlife,
    "classical-20": classical_20,
    "classical-british": classical_british,
    "simplified-300": simplified_300,
}
