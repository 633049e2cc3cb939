"""Waits: the tiles that complete a hand, and how many of each can still come.

A waiting hand is one tile short, 13 tiles with a kong as three. Which shapes win and which bonus
tiles count is the rule set's matter; nothing here knows what a hand is worth.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scorer.core.arrangements import completing_tiles
from scorer.core.hand import Hand
from scorer.core.problems import Finding, HandProblem
from scorer.core.sentences import Sentence
from scorer.core.tiles import Tile
from scorer.core.win import Declaration
from scorer.rules.rule_set import RuleSet


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand; `left` counts its copies that were not seen yet."""

    tile: Tile
    left: int


def waits(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> tuple[Wait, ...]:
    """Return what a hand waits for under a rule set, bonus tiles that win by themselves last.

    `seen` are tiles that lie open elsewhere on the table (discards, other players' sets).
    """
    gone = Counter((*hand.tiles, *hand.bonus, *seen))
    tiles = (
        *completing_tiles(hand.concealed, hand.melds, rules.forms.values()),
        *_winning_bonus(hand, rules),
    )
    return tuple(Wait(tile, max(0, tile.copies - gone[tile])) for tile in tiles)


def findings(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> tuple[Finding, ...]:
    """List what keeps a hand from being a waiting one; one bonus tile short, any size waits."""
    size = () if any(_winning_bonus(hand, rules)) else _size_findings(hand, rules)
    return (*size, *copy_findings(hand, rules, tuple(seen)))


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
        detail = Sentence(
            "A waiting hand has no winning tile yet: leave +{winning} out.", winning=hand.winning
        )
        yield Finding(HandProblem.TILE_COUNT, detail)
    elif hand.size != waiting:
        remedy = (
            Sentence("leave out the tile to discard")
            if hand.size == waiting + 1
            else Sentence("check the tiles")
        )
        detail = Sentence(
            "A waiting hand has {waiting} tiles, a kong counting as three and bonus "
            "tiles not at all; these are {tiles}: {remedy}.",
            waiting=waiting,
            tiles=hand.size,
            remedy=remedy,
        )
        yield Finding(HandProblem.TILE_COUNT, detail)


def copy_findings(hand: Hand, rules: RuleSet, seen: tuple[Tile, ...]) -> Iterator[Finding]:
    """List the tiles of which there are too many, or that are not in play."""
    counts = Counter((*hand.tiles, *hand.bonus, *seen))
    for tile, count in sorted(counts.items()):
        if count > tile.copies:
            where = Sentence(" in the hand and among those seen") if tile in seen else ""
            detail = Sentence(
                "{tile} is there {count} times{where}; a set of tiles has {copies}.",
                tile=tile,
                count=count,
                where=where,
                copies=tile.copies,
            )
            yield Finding(HandProblem.TOO_MANY_COPIES, detail)
        elif tile.is_bonus and tile not in rules.bonus_winds:
            detail = Sentence(
                "{tile} is not in play at this table; leave it out or change bonus_tiles.",
                tile=tile,
            )
            yield Finding(HandProblem.TOO_MANY_COPIES, detail)
