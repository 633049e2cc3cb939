"""Rows that a hand narrowly misses, each with what it would have taken.

A row is near if another reading of the same tiles earns it and is worth less, or if one change
would earn it: some exposed sets concealed, the last tile self-drawn, another wind, the last bonus
tile of four, a bonus tile fewer, or one concealed tile replaced by another. The hand has to win
with the change, and be read so that the row counts, or the reason would not be true. Some dozens of
hands are tried, so this is done only when somebody asks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from scorer.core.arrangements import PLAIN, completing_tiles
from scorer.core.hand import Hand, Meld, Place
from scorer.core.sentences import Sentence, join_with_or
from scorer.core.tiles import TILES, WIND_NAMES, Tile, Wind
from scorer.core.win import Declaration, Role
from scorer.rules.hand_count import HandCount, count_hand
from scorer.rules.row import Part, Row
from scorer.rules.rule_set import RuleSet
from scorer.scoring.hand_score import HandScore, as_drawn, is_lawful, readings, score_hand

Kind: TypeAlias = Literal["closed", "self-draw", "round", "seat", "without", "with", "instead"]
_NAMED_TOGETHER = ("round", "seat")  # any of several winds would do


class Lack(NamedTuple):
    """What a hand lacks for a row: a kind of change, with its sets, winds or tiles as text.

    With "instead" the tile that is needed comes before the one that it replaces.
    """

    kind: Kind
    values: tuple[str, ...] = ()

    @property
    def why(self) -> Sentence:  # noqa: PLR0911  (one sentence for each kind)
        """Return it in words."""
        match self.kind:
            case "closed":
                sets = " ".join(self.values)
                return Sentence("needs closed sets; on the table: {names}", names=sets)
            case "self-draw":
                return Sentence("needs a drawn tile")
            case "round":
                return Sentence("is for the {winds} round", winds=self._winds())
            case "seat":
                return Sentence("is for the {winds} seat", winds=self._winds())
            case "without":
                return Sentence("is for a hand without {tile}", tile=self.values[0])
            case "with":
                return Sentence("also needs {tile}", tile=self.values[0])
        new, old = self.values
        return Sentence("needs {new} in place of {old}", new=new, old=old)

    def _winds(self) -> str:
        return join_with_or([WIND_NAMES[Wind(wind)] for wind in self.values])


# What is lacking, with every hand that it may mean: all must have the row.
Ways: TypeAlias = Iterator[tuple[Lack, tuple[Declaration, ...]]]


class NearMiss(NamedTuple):
    """A row that was not earned, and why: what is lacking, or the `reading` that has the row."""

    row: Row
    why: str
    lack: Lack | None = None
    reading: HandCount | None = None


def near_misses(scored: HandScore) -> tuple[NearMiss, ...]:
    """Return the rows that a scored hand narrowly misses, in the order of the table."""
    best = scored.count
    if best is None:
        return ()
    rules = scored.rules
    earned = {line.row.id for line in best.lines}
    missed = {row.id for row in rules.rows if _is_informative(row)} - earned
    others = _other_readings(scored, best, missed)
    lacking = missed - others.keys()
    lacks: dict[str, Lack] = {}
    for lack, changed in _changes(scored.declared, rules):
        counting = (_counting(score_hand(each, rules).count) for each in changed)
        for id_ in lacking.intersection(*counting):
            first = lacks.setdefault(id_, lack)
            if first is not lack and first.kind == lack.kind and lack.kind in _NAMED_TOGETHER:
                lacks[id_] = first._replace(values=first.values + lack.values)
    why: dict[str, str] = {id_: lack.why for id_, lack in lacks.items()}
    why |= {id_: _outranked(best, other) for id_, other in others.items()}
    return tuple(
        NearMiss(row, why[row.id], lacks.get(row.id), others.get(row.id))
        for row in rules.rows
        if row.id in why
    )


def _is_informative(row: Row) -> bool:
    """Return whether a near miss is worth mentioning: any single set can always be made."""
    return not (row.is_of_each and row.part is Part.BASE)


def _counting(count: HandCount | None) -> set[str]:
    """Return the ids of the rows that count in a reading, without swallowed ones."""
    return {line.row.id for line in count.lines if line.counts} if count else set()


def _other_readings(scored: HandScore, best: HandCount, missed: set[str]) -> dict[str, HandCount]:
    """Return the best other reading of the tiles for each missed row that one earns."""
    rules = scored.rules
    counts = [
        count_hand(rules, win)
        for win in readings(scored.declared, rules)
        if win != best.win and is_lawful(win, rules)
    ]
    found: dict[str, HandCount] = {}
    for count in sorted(counts, key=lambda each: each.rank):
        for id_ in _counting(count) & missed:
            found.setdefault(id_, count)
    return found


def _outranked(best: HandCount, other: HandCount) -> str:
    """Return why a reading that has a row ranks behind the best one."""
    if other.missing and not best.missing:
        return Sentence(
            "another way to divide the tiles reaches the minimum, and the one with this row "
            "does not"
        )
    unit = Sentence("points") if best.rules.everyone_scores else Sentence("faan")
    if best.total == other.total:
        return Sentence(
            "another way to divide the tiles was chosen and is worth as much: {most} {unit}",
            most=best.total,
            unit=unit,
        )
    return Sentence(
        "another way to divide the tiles is worth more: {most} {unit} instead of {less}",
        most=best.total,
        unit=unit,
        less=other.total,
    )


def _changes(declared: Declaration, rules: RuleSet) -> Ways:
    """Yield the changes in the order in which a player thinks of them."""
    yield from _with_closed_sets(declared)
    if not declared.self_drawn and declared.role is Role.WINNER:
        yield Lack("self-draw"), (as_drawn(declared),)
    yield from _in_another_round(declared)
    yield from _on_another_seat(declared, rules)
    yield from _with_other_bonus(declared)
    yield from _with_another_tile(declared, rules)


def _with_closed_sets(declared: Declaration) -> Ways:
    """Yield the hand with some of its exposed sets closed, the fewest first."""
    hand = declared.hand
    exposed = [at for at, meld in enumerate(hand.melds) if meld.is_exposed]
    for number in range(1, len(exposed) + 1):
        for places in combinations(exposed, number):
            lack = Lack("closed", tuple(str(hand.melds[at]) for at in places))
            yield lack, (replace(declared, hand=_with_sets_taken_back(hand, places)),)


def _with_sets_taken_back(hand: Hand, places: Sequence[int]) -> Hand:
    """Take exposed sets back into the hand; kongs stay on the table, but closed."""
    concealed = list(hand.concealed)
    melds: list[Meld] = []
    for at, meld in enumerate(hand.melds):
        if at not in places:
            melds.append(meld)
        elif meld.is_kong:
            melds.append(replace(meld, place=Place.LAID_DOWN, added=False))
        else:
            concealed += meld.tiles
    return replace(hand, concealed=tuple(concealed), melds=tuple(melds))


def _in_another_round(declared: Declaration) -> Ways:
    for wind in Wind:
        if wind is not declared.round:
            yield Lack("round", (wind,)), (replace(declared, round=wind),)


def _on_another_seat(declared: Declaration, rules: RuleSet) -> Ways:
    for wind in rules.winds:
        if wind is not declared.seat:
            other = None if declared.discarder is wind else declared.discarder
            yield Lack("seat", (wind,)), (replace(declared, seat=wind, discarder=other),)


def _with_other_bonus(declared: Declaration) -> Ways:
    hand = declared.hand
    for tile in (tile for tile in TILES if tile.is_bonus):
        if tile in hand.bonus:
            rest = tuple(each for each in hand.bonus if each != tile)
            fewer = replace(hand, bonus=rest)
            yield Lack("without", (str(tile),)), (replace(declared, hand=fewer),)
        elif sum(each.suit is tile.suit for each in hand.bonus) == tile.suit.size - 1:
            more = replace(hand, bonus=(*hand.bonus, tile))
            yield Lack("with", (str(tile),)), (replace(declared, hand=more),)


def _with_another_tile(declared: Declaration, rules: RuleSet) -> Ways:
    hand = declared.hand
    for old in sorted(set(hand.standing)):
        rest = list(hand.standing)
        rest.remove(old)
        for new in _fitting(tuple(rest), declared, rules):
            if new != old:
                hands = _hands_with_another_tile(hand, old, new)
                changed = tuple(replace(declared, hand=each) for each in hands)
                yield Lack("instead", (str(new), str(old))), changed


def _fitting(rest: tuple[Tile, ...], declared: Declaration, rules: RuleSet) -> tuple[Tile, ...]:
    """Return the tiles that fit with the others: any if they need not make a hand."""
    if declared.role is Role.LOSER or rules.bonus_only(declared):
        return PLAIN
    return completing_tiles(rest, declared.hand.melds, rules.forms.values())


def _hands_with_another_tile(hand: Hand, old: Tile, new: Tile) -> Iterator[Hand]:
    """Yield the hand with one tile replaced: the winning one, or one of the others."""
    if old == hand.winning:
        yield replace(hand, winning=new)
    if old in hand.concealed:
        at = hand.concealed.index(old)
        yield replace(hand, concealed=(*hand.concealed[:at], new, *hand.concealed[at + 1 :]))
