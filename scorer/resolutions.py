"""Customs that drop lines of a score after the table's own exclusions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, product
from typing import TypeAlias

from scorer.rules import Line, Places, RuleSet, Value
from scorer.win import Win

Use: TypeAlias = tuple[Line, Places]


def each_chow_once(rules: RuleSet, win: Win, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Let each chow count in one row only, in the way that pays most; the first of equals."""
    choices = [
        [None, *_uses(rules, win, line)] for line in lines if line.counts and line.row.made_of
    ]
    picks = (tuple(use for use in pick if use) for pick in product(*choices))
    best = max((pick for pick in picks if _disjoint(pick)), key=_faan)
    kept = {line.row.id: line for line, _ in best}
    return tuple(_after(line, kept) for line in lines)


def _uses(rules: RuleSet, win: Win, line: Line) -> Iterator[Use]:
    """Yield the line as it pays for each way in which the hand makes its pattern."""
    for places in line.row.places(win):
        value: Value | None = rules.worth(line.row, win, places)
        if value is not None:
            yield replace(line, value=value, faan=rules.faan(value, line.count)), places


def _disjoint(pick: tuple[Use, ...]) -> bool:
    return all(not set(a) & set(b) for (_, a), (_, b) in combinations(pick, 2))


def _faan(pick: tuple[Use, ...]) -> int:
    return sum(line.faan for line, _ in pick)


def _after(line: Line, kept: dict[str, Line]) -> Line:
    if not (line.counts and line.row.made_of):
        return line
    if line.row.id in kept:
        return kept[line.row.id]
    return replace(line, excluded_by=next(chain(kept)))
