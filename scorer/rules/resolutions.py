"""Customs that drop rows after the table's own exclusions, for rule sets that count in faan."""

from collections.abc import Iterator, Mapping
from itertools import chain, combinations, product
from typing import TypeAlias

from scorer.core.win import Places, Win
from scorer.rules.row import Limit, Line
from scorer.rules.rule_set import Resolution, RuleSet

Use: TypeAlias = tuple[Line, Places]


def each_chow_once(rules: RuleSet, win: Win, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Let each chow count in one row only, in the way that pays most; the first of equals."""
    choices = [
        [None, *_uses(rules, win, line)] for line in lines if line.counts and line.row.made_of
    ]
    picks = (tuple(use for use in pick if use) for pick in product(*choices))
    best = max((pick for pick in picks if _disjoint(pick)), key=_faan)
    kept = {line.row.id: line for line, _ in best}
    return tuple(_reduced_line(line, kept) for line in lines)


def _uses(rules: RuleSet, win: Win, line: Line) -> Iterator[Use]:
    """Yield the line with its pay for each way in which the hand makes its pattern."""
    for places in line.row.places(win):
        value = line.row.value_at(win, places, rules.closedness)
        if isinstance(value, int):
            yield line._replace(value=value, worth=value * line.times), places
        elif value is not None:
            yield line._replace(value=value, worth=rules.limit_faan(value)), places


def _disjoint(pick: tuple[Use, ...]) -> bool:
    return all(not set(a) & set(b) for (_, a), (_, b) in combinations(pick, 2))


def _faan(pick: tuple[Use, ...]) -> int:
    return sum(line.worth for line, _ in pick)


def _reduced_line(line: Line, kept: dict[str, Line]) -> Line:
    if not (line.counts and line.row.made_of):
        return line
    if line.row.id in kept:
        return kept[line.row.id]
    return line._replace(excluded_by=next(chain(kept)))


def final_totals(specials: Mapping[str, tuple[str, ...]]) -> Resolution:
    """Return a custom by which a special hand or the other rows count, whichever pays more.

    `specials` are the ids of special hands, each with the other rows that its total includes. If
    equal, the special hand counts.
    """

    def resolve(rules: RuleSet, _: Win, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        held = [line for line in lines if line.row.id in specials]
        if not held:
            return lines
        # The other rows that count, or would without the special hands.
        others = [
            line
            for line in lines
            if line.row.id not in specials and (line.counts or line.excluded_by in specials)
        ]
        best = max(held, key=lambda line: _total(line, others, specials))
        if _total(best, others, specials) >= min(rules.cap, sum(line.worth for line in others)):
            kept = {best.row.id, *specials[best.row.id]}
            kept |= {line.row.id for line in held if isinstance(line.value, Limit)}
            return tuple(_marked_line(line, kept, best) for line in lines)
        kept = {line.row.id for line in others}
        return tuple(_marked_line(line, kept, others[0]) for line in lines)

    return resolve


def _total(line: Line, others: list[Line], specials: Mapping[str, tuple[str, ...]]) -> int:
    held = specials[line.row.id]
    return line.worth + sum(other.worth for other in others if other.row.id in held)


def _marked_line(line: Line, kept: set[str], swallower: Line) -> Line:
    if line.row.id in kept:
        return line._replace(excluded_by=None)
    return line._replace(excluded_by=line.excluded_by or swallower.row.id)
