"""The grammar of points: (base × multiplier + added) × final, at most the limit."""

from collections.abc import Mapping
from typing import NamedTuple

from scorer.core.sentences import Sentence
from scorer.core.win import Win
from scorer.rules.row import (
    LIMIT,
    Limit,
    Line,
    Part,
    Places,
    Row,
    Value,
    all_places,
    exclude,
    exclude_by_limit,
    tie_break,
)
from scorer.rules.rule_set import Grammar, RuleSet


class PointCount(NamedTuple):  # one a reading, made as cheaply as lines are
    """One reading in points: the four parts of the formula and `score`, after the limit."""

    win: Win
    lines: tuple[Line, ...]
    base: int
    multiplier: int
    added: int
    final_multiplier: int
    limit: int | None
    missing: int = 0  # points know no minimum

    @property
    def score(self) -> int:
        """What the hand scores."""
        total = (self.base * self.multiplier + self.added) * self.final_multiplier
        return total if self.limit is None else min(self.limit, total)

    @property
    def is_limit(self) -> bool:
        """Whether it reached the limit, by a row or by the sum."""
        return self.limit is not None and self.score >= self.limit

    @property
    def rank(self) -> tuple[object, ...]:
        """Its place among the readings of a hand, the best first (docs/rules/README.md, 2.3)."""
        return -self.score, *tie_break(self.win, self.lines)

    @property
    def worth(self) -> tuple[int, str]:
        """The worth, and its unit."""
        return self.score, Sentence("points")

    @property
    def figures(self) -> Mapping[str, int | None]:
        """The score and the parts that make it."""
        return {
            "score": self.score,
            "base": self.base,
            "multiplier": self.multiplier,
            "added": self.added,
            "final_multiplier": self.final_multiplier,
        }


def count(rules: RuleSet, win: Win) -> PointCount:
    """Count one reading: lines, then what swallows what, then the formula.

    A row that is a limit is the whole base, and everything else only information.
    """
    lines = exclude(_lines(rules, win))
    limits = [line for line in lines if isinstance(line.value, Limit) and line.excluded_by is None]
    if limits:
        most = max(line.worth for line in limits)
        swallower = LIMIT if most == rules.limit else limits[0].row.id
        lines = tuple(exclude_by_limit(line, swallower) for line in lines)
        return PointCount(win, lines, most, 1, 0, 1, rules.limit)
    base, multiplier, added, final = 0, 1, 0, 1
    for line in lines:
        if line.excluded_by is not None:
            continue
        part = line.row.part
        if part is Part.BASE:
            base += line.worth
        elif part is Part.MULTIPLIER:
            multiplier *= line.worth
        elif part is Part.ADDED:
            added += line.worth
        else:
            final *= line.worth
    return PointCount(win, lines, base, multiplier, added, final, rules.limit)


def _lines(rules: RuleSet, win: Win) -> tuple[Line, ...]:
    role, lacks = win.declared.role, win.lacks
    lines: list[Line] = []
    for row in rules.rows:
        if row.needs & lacks or role not in row.who:
            continue
        times = 1
        ways: tuple[Places | None, ...]
        if row.made_of is not None:
            ways = row.made_of(win)
        elif times := int(row.count(win)):
            ways = (None,)
        else:
            continue
        for places in ways:
            value = row.closed
            if not row.is_fixed:
                value = _worth(rules, row, win, all_places(win) if places is None else places)
            amount = value if times == 1 else None
            if not isinstance(amount, int):
                amount = _amount(rules, row, times, value)
            if value is not None and amount is not None:
                lines.append(Line(row, times, value, amount, places))
    return tuple(lines)


def _worth(rules: RuleSet, row: Row, win: Win, places: Places) -> Value | None:
    if row.majors and True not in [win.sets[index].tile.is_simple for index in places]:
        closed, open_ = row.majors
        return closed if rules.closedness.holds(win, places) else open_
    return row.value_at(win, places, rules.closedness)


def _amount(rules: RuleSet, row: Row, times: int, value: Value | None) -> int | None:
    """Return what a row is worth in all; nothing where it pays a limit and none is agreed."""
    if isinstance(value, Limit):
        known = [total for total in (value.total, rules.limit) if total is not None]
        return min(known, default=None)
    if value is None or times == 1:
        return value
    return value**times if row.part.multiplies else value * times


POINTS = Grammar(count, ("score", "base", "multiplier", "added", "final_multiplier"))
