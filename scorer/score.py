"""Scoring: every reading is counted by the table's rows, and the best one stands."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorer.check import findings
from scorer.hand import TILES_IN_A_HAND
from scorer.problems import Finding, HandProblem, flags
from scorer.readings import readings
from scorer.rules import Limit, Line, Row, RuleSet
from scorer.win import Declaration, Win

LIMIT = "limit"


@dataclass(frozen=True)
class Count:
    """One reading as a rule set counts it: `faan` after the cap, `missing` to the minimum."""

    win: Win
    lines: tuple[Line, ...]
    faan: int
    missing: int

    @property
    def limits(self) -> int:
        """How many lines reach the maximum by themselves."""
        return sum(line.counts and isinstance(line.value, Limit) for line in self.lines)

    @property
    def rank(self) -> tuple[object, ...]:
        """Its place among the readings of a win, the best first (RULES.md 0.2)."""
        items = sum(line.counts for line in self.lines)
        text = tuple(str(part) for part in self.win.sets)
        return self.missing > 0, -self.faan, -self.limits, items, self.win.form, text


@dataclass(frozen=True)
class Score:
    """A declared win as scored: its best count, or the findings that keep it from being one.

    A hand below the minimum has both.
    """

    rules: RuleSet
    declared: Declaration
    findings: tuple[Finding, ...]
    count: Count | None

    @property
    def problems(self) -> HandProblem:
        """Everything that is wrong, as flags."""
        return flags(self.findings)

    @property
    def is_valid(self) -> bool:
        """Whether the win stands."""
        return not self.findings

    @property
    def is_limit(self) -> bool:
        """Whether it reached the cap, by a row or by the sum."""
        return self.count is not None and self.count.faan >= self.rules.cap


def score(declared: Declaration, rules: RuleSet) -> Score:
    """Score a declared win by the best of its readings; `Score.findings` says what is wrong."""
    found = findings(declared, rules)
    counts = [count(win, rules) for win in readings(declared, rules)]
    if not counts and declared.hand.size == TILES_IN_A_HAND:
        detail = "These tiles are no winning hand: four sets and eyes, or a special hand."
        found = (*found, Finding(HandProblem.NOT_A_WINNING_HAND, detail))
    if found or not counts:
        return Score(rules, declared, found, None)
    best = min(counts, key=lambda each: each.rank)
    if best.missing:
        detail = (
            f"The hand has {rules.minimum - best.missing} faan towards the minimum of "
            f"{rules.minimum}: {best.missing} faan short, no legal win."
        )
        found = (Finding(HandProblem.BELOW_MINIMUM, detail),)
    return Score(rules, declared, found, best)


def count(win: Win, rules: RuleSet) -> Count:
    """Count one reading: lines, then what swallows what, then the cap."""
    lines = _excluded(tuple(_lines(win, rules)))
    for resolve in rules.resolutions:
        lines = resolve(rules, win, lines)
    limits = [line for line in lines if line.counts and isinstance(line.value, Limit)]
    if limits:
        most = max(line.faan for line in limits)
        swallower = LIMIT if most >= rules.cap else limits[0].row.id
        lines = tuple(_under_limit(line, swallower) for line in lines)
        faan = most * rules.limits_counted(len(limits))
        return Count(win, lines, faan, max(0, rules.minimum - faan))
    faan = min(rules.cap, sum(line.faan for line in lines if line.counts))
    towards = sum(
        line.faan for line in lines if line.counts and line.row.id not in rules.minimum_ignores
    )
    return Count(win, lines, faan, max(0, rules.minimum - min(rules.cap, towards)))


def _lines(win: Win, rules: RuleSet) -> Iterator[Line]:
    for row in rules.rows:
        times = int(row.count(win))
        if not times:
            continue
        values = {rules.worth(row, win, places) for places in row.places(win)}
        value = row.closed if row.closed in values else row.open
        if value is not None:
            yield Line(row, times, value, rules.faan(value, times))


def _excluded(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Mark what the table's rows swallow; a swallowed row still swallows others."""
    return tuple(replace(line, excluded_by=_swallower(line.row, lines)) for line in lines)


def _swallower(row: Row, lines: tuple[Line, ...]) -> str | None:
    return next((line.row.id for line in lines if row.id in line.row.excludes), None)


def _under_limit(line: Line, swallower: str) -> Line:
    if line.counts and not isinstance(line.value, Limit):
        return replace(line, excluded_by=swallower)
    return line
