"""Scoring: every lawful reading is counted by the table's rows, and the best one stands."""

from dataclasses import dataclass

from scorer.check import findings
from scorer.problems import Finding, HandProblem, flags
from scorer.readings import readings
from scorer.rules import Counted, RuleSet
from scorer.win import Declaration, Role, Win

NO_WINNING_HAND = Finding(
    HandProblem.NOT_A_WINNING_HAND,
    "These tiles are no winning hand: four sets and eyes, or a special hand.",
)


@dataclass(frozen=True)
class Score:
    """A declared hand as scored: its best count, or the findings that keep it from being one.

    A hand below the minimum has both.
    """

    rules: RuleSet
    declared: Declaration
    findings: tuple[Finding, ...]
    count: Counted | None

    @property
    def problems(self) -> HandProblem:
        """Everything that is wrong, as flags."""
        return flags(self.findings)

    @property
    def is_valid(self) -> bool:
        """Whether the win stands, or the hand that did not win can be scored."""
        return not self.findings

    @property
    def is_limit(self) -> bool:
        """Whether it reached the limit, by a row or by the sum."""
        return self.count is not None and self.count.is_limit


def score(declared: Declaration, rules: RuleSet) -> Score:
    """Score a declared hand by the best of its readings; `Score.findings` says what is wrong."""
    found = findings(declared, rules)
    if found and declared.role is Role.LOSER:
        return Score(rules, declared, found, None)  # too many tiles have no end of readings
    wins = tuple(readings(declared, rules))
    counts = [rules.grammar.count(rules, win) for win in wins if is_lawful(win, rules)]
    if not wins and declared.hand.size == rules.size:
        found = (*found, NO_WINNING_HAND)
    if wins and not counts:
        found = (*found, *_unlawful(wins, rules))
    if found or not counts:
        return Score(rules, declared, found, None)
    best = min(counts, key=lambda each: each.rank) if len(counts) > 1 else counts[0]
    if best.missing:
        detail = (
            f"The hand has {rules.minimum - best.missing} faan towards the minimum of "
            f"{rules.minimum}: {best.missing} faan short, no legal win."
        )
        found = (Finding(HandProblem.BELOW_MINIMUM, detail),)
    return Score(rules, declared, found, best)


def is_lawful(win: Win, rules: RuleSet) -> bool:
    """Whether a reading may win under a rule set."""
    return not any(refusal.fact(win) for refusal in rules.unlawful)


def _unlawful(wins: tuple[Win, ...], rules: RuleSet) -> tuple[Finding, ...]:
    """Say what keeps each reading from winning."""
    return tuple(
        refusal.finding for refusal in rules.unlawful if any(refusal.fact(win) for win in wins)
    )
