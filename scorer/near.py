"""Rows that a hand misses by a little, each with what it would have taken.

A row is near if one change would earn it: the sets on the table closed, the last tile drawn,
another wind, the last bonus tile of four, none of one, or one standing tile in place of another.
The hand has to win with the change as well. This tries some dozens of hands, so it is for a person
who asks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorer.check import findings
from scorer.hand import Hand, Place
from scorer.problems import HandProblem, flags
from scorer.readings import readings
from scorer.rows import Part, Row
from scorer.rules import RuleSet
from scorer.score import Score, is_lawful
from scorer.tiles import TILES, Tile, Wind
from scorer.waits import PLAIN, completing
from scorer.win import Declaration, Role

WIND_NAMES = {Wind.EAST: "East", Wind.SOUTH: "South", Wind.WEST: "West", Wind.NORTH: "North"}


@dataclass(frozen=True, slots=True)
class Near:
    """A row that was not earned, and what it would have taken."""

    row: Row
    why: str


def near(scored: Score) -> tuple[Near, ...]:
    """Return the rows that a scored hand misses by a little, in the order of the table."""
    if scored.count is None:
        return ()
    rules, declared = scored.rules, scored.declared
    earned = {line.row.id for line in scored.count.lines}
    missed = {row.id for row in rules.rows if _is_asked(row, rules)} - earned
    why: dict[str, str] = {}
    for reason, changed in _changes(declared, rules):
        for id_ in _earned(changed, rules) & missed:
            why.setdefault(id_, reason)
    return tuple(Near(row, why[row.id]) for row in rules.rows if row.id in why)


def _is_asked(row: Row, rules: RuleSet) -> bool:
    """Leave out rows for any single set, which another tile can always make."""
    return not (rules.everyone_scores and row.made_of and row.part is Part.BASE)


def _earned(declared: Declaration, rules: RuleSet) -> set[str]:
    """Return the ids of all rows in any lawful reading."""
    impossible = HandProblem.TOO_MANY_COPIES | HandProblem.TILE_COUNT
    if flags(findings(declared, rules)) & impossible:
        return set()
    return {
        line.row.id
        for win in readings(declared, rules)
        if is_lawful(win, rules)
        for line in rules.grammar.count(rules, win).lines
    }


def _changes(declared: Declaration, rules: RuleSet) -> Iterator[tuple[str, Declaration]]:
    """Yield each change with its reason, those first that a player would think of first."""
    hand = declared.hand
    exposed = [str(meld) for meld in hand.melds if meld.is_exposed]
    if exposed:
        closed = tuple(replace(meld, place=Place.LAID_DOWN, added=False) for meld in hand.melds)
        reason = f"needs closed sets; on the table: {' '.join(exposed)}"
        yield reason, replace(declared, hand=replace(hand, melds=closed))
    if not declared.self_drawn:
        yield "needs a drawn tile", replace(declared, self_drawn=True)
    for wind in Wind:
        name = WIND_NAMES[wind]
        yield f"is for the round of {name}", replace(declared, round=wind)
        yield f"is for the seat of {name}", replace(declared, seat=wind)
    yield from _with_other_bonus(declared)
    yield from _with_another_tile(declared, rules)


def _with_other_bonus(declared: Declaration) -> Iterator[tuple[str, Declaration]]:
    hand = declared.hand
    for tile in (tile for tile in TILES if tile.is_bonus):
        if tile in hand.bonus:
            rest = tuple(each for each in hand.bonus if each != tile)
            yield f"needs {tile} away", replace(declared, hand=replace(hand, bonus=rest))
        elif sum(each.suit is tile.suit for each in hand.bonus) == tile.suit.size - 1:
            more = replace(hand, bonus=(*hand.bonus, tile))
            yield f"needs {tile} as well", replace(declared, hand=more)


def _with_another_tile(declared: Declaration, rules: RuleSet) -> Iterator[tuple[str, Declaration]]:
    hand = declared.hand
    for old in sorted(set(hand.standing)):
        rest = list(hand.standing)
        rest.remove(old)
        for new in _fitting(tuple(rest), declared, rules):
            if new != old:
                changed = replace(declared, hand=_exchanged(hand, old, new))
                yield f"needs {new} in place of {old}", changed


def _fitting(rest: tuple[Tile, ...], declared: Declaration, rules: RuleSet) -> tuple[Tile, ...]:
    """Name the tiles with which the others still count: any, where they need not make a hand."""
    if declared.role is Role.LOSER or rules.bonus_only(declared):
        return PLAIN
    return completing(rest, declared.hand.melds, rules.forms.values())


def _exchanged(hand: Hand, old: Tile, new: Tile) -> Hand:
    if old == hand.winning:
        return replace(hand, winning=new)
    at = hand.concealed.index(old)
    return replace(hand, concealed=(*hand.concealed[:at], new, *hand.concealed[at + 1 :]))
