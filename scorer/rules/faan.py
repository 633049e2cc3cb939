"""The grammar of faan: rows add up to the cap, and only the winner counts."""

from collections.abc import Mapping
from typing import NamedTuple

from scorer.core.sentences import Sentence
from scorer.core.win import Win
from scorer.rules.row import LIMIT, Limit, Line, exclude, exclude_by_limit, tie_break
from scorer.rules.rule_set import Grammar, RuleSet


class FaanCount(NamedTuple):  # one a reading, made as cheaply as lines are
    """One reading in faan: `faan` after the cap, `missing` to the minimum."""

    rules: RuleSet
    win: Win
    lines: tuple[Line, ...]
    faan: int
    missing: int

    @property
    def rank(self) -> tuple[object, ...]:
        """Its place among the readings of a win, the best first (docs/rules/README.md, 2.3)."""
        return self.missing > 0, -self.faan, *tie_break(self.win, self.lines)

    @property
    def is_limit(self) -> bool:
        """Whether it reached the cap, by a row or by the sum."""
        return self.faan >= self.rules.cap

    @property
    def worth(self) -> tuple[int, str]:
        """What it comes to, and in what."""
        return self.faan, Sentence("faan")

    @property
    def figures(self) -> Mapping[str, int | None]:
        """The faan, and the points that a lawful win pays for them."""
        points = None if self.missing else self.rules.points(self.faan)
        return {"faan": self.faan, "points": points}


def count(rules: RuleSet, win: Win) -> FaanCount:
    """Count one reading: lines, then what swallows what, then the cap."""
    lines = exclude(_lines(win, rules))
    for resolve in rules.resolutions:
        lines = resolve(rules, win, lines)
    counted = [line for line in lines if line.excluded_by is None]
    limits = [line for line in counted if isinstance(line.value, Limit)]
    if limits:
        most = max(line.worth for line in limits)
        swallower = LIMIT if most >= rules.cap else limits[0].row.id
        lines = tuple(exclude_by_limit(line, swallower) for line in lines)
        faan = most * rules.limits_counted(len(limits))
        return FaanCount(rules, win, lines, faan, max(0, rules.minimum - faan))
    total = towards = sum([line.worth for line in counted])
    if rules.minimum_ignores:
        towards -= sum(line.worth for line in counted if line.row.id in rules.minimum_ignores)
    missing = max(0, rules.minimum - min(rules.cap, towards))
    return FaanCount(rules, win, lines, min(rules.cap, total), missing)


def _lines(win: Win, rules: RuleSet) -> tuple[Line, ...]:
    lacks, lines = win.lacks, []
    for row in rules.rows:
        if row.needs & lacks:
            continue
        times = int(row.count(win))
        if times:
            value = row.closed if row.is_fixed else row.best_value(win, rules.closedness)
            if isinstance(value, Limit):
                lines.append(Line(row, times, value, rules.limit_faan(value)))
            elif value is not None:
                lines.append(Line(row, times, value, value * times))
    return tuple(lines)


FAAN = Grammar(count, ("faan", "points"))
