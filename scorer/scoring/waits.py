"""Waits: the tiles that complete a hand, and how many of each can still come.

A waiting hand is one tile short, 13 tiles with a kong as three. Which shapes win and which bonus
tiles count is the rule set's matter; nothing here knows what a hand is worth.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from scorer.core.arrangements import WAITS, Arranger
from scorer.core.hand import Hand, Meld
from scorer.core.problems import Finding, HandProblem
from scorer.core.tiles import TILES, Tile
from scorer.core.win import Declaration
from scorer.rules.rule_set import RuleSet

PLAIN = tuple(tile for tile in TILES if not tile.is_bonus)


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand; `left` counts its copies that were not seen yet."""

    tile: Tile
    left: int


def completing(
    concealed: tuple[Tile, ...], melds: tuple[Meld, ...], shapes: Iterable[Arranger]
) -> tuple[Tile, ...]:
    """Name the kinds of tiles that complete a hand in one of some shapes, in tile order.

    `concealed` are the tiles without the winning one. A kind of which the hand holds every copy is
    left out, since no further one can come.

    >>> from scorer.core.arrangements import ARRANGERS
    >>> from scorer.core.tiles import format_tiles, parse_tiles
    >>> format_tiles(completing(parse_tiles("1112345678999s"), (), ARRANGERS.values()))
    '123456789s'
    """
    # Numbers are compared much faster than tiles.
    held = [tile.index for tile in concealed]
    held += [tile.index for meld in melds for tile in meld.tiles]
    tiles: set[Tile] = set()
    for shape in shapes:
        waiting = WAITS.get(shape) or partial(_tried, shape)
        tiles.update(waiting(concealed, len(melds)))
    return tuple(sorted(tile for tile in tiles if held.count(tile.index) < tile.copies))


def waits(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> tuple[Wait, ...]:
    """Return what a hand waits for under a rule set, bonus tiles that win by themselves last.

    `seen` are tiles that lie open elsewhere on the table (discards, other players' sets).
    """
    gone = Counter((*hand.tiles, *hand.bonus, *seen))
    tiles = (
        *completing(hand.concealed, hand.melds, rules.forms.values()),
        *_winning_bonus(hand, rules),
    )
    return tuple(Wait(tile, max(0, tile.copies - gone[tile])) for tile in tiles)


def findings(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> tuple[Finding, ...]:
    """List what keeps a hand from being a waiting one; one bonus tile short, any size waits."""
    size = () if any(_winning_bonus(hand, rules)) else _size_findings(hand, rules)
    return (*size, *copy_findings(hand, rules, tuple(seen)))


def _tried(shape: Arranger, concealed: tuple[Tile, ...], melds: int) -> Iterator[Tile]:
    """Yield each tile with which a shape finds a complete hand."""
    for tile in PLAIN:
        if any(True for _ in shape((*concealed, tile), melds)):
            yield tile


def _winning_bonus(hand: Hand, rules: RuleSet) -> Iterator[Tile]:
    """Yield the bonus tiles that win with whatever else is held (eight treasures)."""
    for tile in rules.bonus_winds:
        if tile not in hand.bonus:
            drawn = Declaration(replace(hand, bonus=(*hand.bonus, tile)), self_drawn=True)
            if rules.bonus_only(drawn):
                yield tile


def _size_findings(hand: Hand, rules: RuleSet) -> Iterator[Finding]:
    waiting = rules.size - 1
    if hand.winning is not None:
        detail = f"A waiting hand has no winning tile yet: leave +{hand.winning} out."
        yield Finding(HandProblem.TILE_COUNT, detail)
    elif hand.size != waiting:
        remedy = "leave out the tile to discard" if hand.size == waiting + 1 else "check the tiles"
        detail = (
            f"A waiting hand has {waiting} tiles, a kong counting as three and bonus tiles not at "
            f"all; these are {hand.size}: {remedy}."
        )
        yield Finding(HandProblem.TILE_COUNT, detail)


def copy_findings(hand: Hand, rules: RuleSet, seen: tuple[Tile, ...]) -> Iterator[Finding]:
    """List the tiles of which there are too many, or that are not in play."""
    counts = Counter((*hand.tiles, *hand.bonus, *seen))
    for tile, count in sorted(counts.items()):
        if count > tile.copies:
            where = " in the hand and among those seen" if tile in seen else ""
            detail = f"{tile} is there {count} times{where}; a set of tiles has {tile.copies}."
            yield Finding(HandProblem.TOO_MANY_COPIES, detail)
        elif tile.is_bonus and tile not in rules.bonus_winds:
            detail = f"{tile} is not in play at this table; leave it out or change bonus_tiles."
            yield Finding(HandProblem.TOO_MANY_COPIES, detail)
