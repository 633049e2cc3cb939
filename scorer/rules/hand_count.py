"""Counts a reading of a hand by a rule set: its lines, then the formula up to the maximum.

The formula is (base × multiplier + added) × final. Faan are all base, so they only add up.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorer.core.win import Win
from scorer.rules.row import LIMIT, Limit, Line, Part, exclude, exclude_by_limit, tie_break
from scorer.rules.rule_set import RuleSet

# Looking up an enumeration's members is slow.
_BASE, _MULTIPLIER, _ADDED = Part.BASE, Part.MULTIPLIER, Part.ADDED


class HandCount(NamedTuple):  # one per reading, cheap to make like lines
    """The count of one reading: the four parts of the formula, and `total` after the maximum.

    `missing` is what it lacks to the minimum.
    """

    rules: RuleSet
    win: Win
    lines: tuple[Line, ...]
    base: int
    multiplier: int
    added: int
    final_multiplier: int
    total: int
    missing: int

    @property
    def rank(self) -> tuple[object, ...]:
        """Its place among the readings of a hand, best first (docs/rules/README.md, 2.3)."""
        return self.missing > 0, -self.total, *tie_break(self.win, self.lines)

    @property
    def is_limit(self) -> bool:
        """Whether it reached the limit, by a row or by the sum."""
        return self.rules.most is not None and self.total >= self.rules.most

    @property
    def figures(self) -> Mapping[str, int | None]:
        """The result by its public names: the faan with the points that a lawful win pays for them.

        If everyone scores, the score and its parts instead.
        """
        if not self.rules.everyone_scores:
            points = None if self.missing else self.rules.points(self.total)
            return {"faan": self.total, "points": points}
        parts = (self.total, self.base, self.multiplier, self.added, self.final_multiplier)
        return dict(zip(self.rules.figures, parts, strict=True))


def count_hand(rules: RuleSet, win: Win) -> HandCount:
    """Count one reading: lines, then what swallows what, then the formula.

    A row that is a limit is the whole base, and everything else is only information.
    """
    lines = exclude(_lines(rules, win))
    for resolve in rules.resolutions:
        lines = resolve(rules, win, lines)
    counted = [line for line in lines if line.excluded_by is None]
    limits = [line for line in counted if isinstance(line.value, Limit)]
    if limits:
        most = max(line.worth for line in limits)
        swallower = LIMIT if most == rules.most else limits[0].row.id
        lines = tuple(exclude_by_limit(line, swallower) for line in lines)
        base = most * (len(limits) if rules.each_limit else 1)
        missing = max(0, rules.minimum - _towards_minimum(rules, win, counted, base))
        return HandCount(rules, win, lines, base, 1, 0, 1, base, missing)
    base, multiplier, added, final = 0, 1, 0, 1
    for line in counted:
        part = line.row.part
        if part is _BASE:
            base += line.worth
        elif part is _MULTIPLIER:
            multiplier *= line.worth
        elif part is _ADDED:
            added += line.worth
        else:
            final *= line.worth
    total = (base * multiplier + added) * final
    if rules.most is not None and total > rules.most:
        total = rules.most
    missing = max(0, rules.minimum - min(total, _towards_minimum(rules, win, counted, base)))
    return HandCount(rules, win, lines, base, multiplier, added, final, total, missing)


def _towards_minimum(rules: RuleSet, win: Win, counted: list[Line], base: int) -> int:
    """Return the faan of a hand that count towards the minimum; eight treasures always do."""
    if not rules.minimum_excludes_bonus or not win.sets:  # flowers alone need no others
        return base
    others = (line for line in counted if not line.row.is_of_bonus or line.row.paid_as_draw)
    return min(base, sum(line.worth for line in others))


def _lines(rules: RuleSet, win: Win) -> tuple[Line, ...]:
    role, lacks, closedness = win.declared.role, win.lacks, rules.closedness
    lines: list[Line] = []
    for row in rules.rows:
        if row.needs & lacks or role not in row.who:
            continue
        if row.is_of_each and row.made_of is not None:
            for places in row.made_of(win):
                value = row.closed if row.is_fixed else row.value_at(win, places, closedness)
                worth = value if isinstance(value, int) else rules.worth(row, value)
                if value is not None and worth is not None:
                    lines.append(Line(row, 1, value, worth, places))
        elif times := int(row.count(win)):
            value = row.closed if row.is_fixed else row.best_value(win, closedness)
            worth = value if isinstance(value, int) else rules.worth(row, value)
            if times > 1:
                worth = rules.worth(row, value, times)
            if value is not None and worth is not None:
                lines.append(Line(row, times, value, worth))
    return tuple(lines)
