"""Kinds of house options that rule sets in points share (RULES.md section 6)."""

from collections.abc import Mapping
from dataclasses import replace

from scorer.rules.options import Change, choice, false_win, unchanged, whole_number
from scorer.rules.point_payments import Settle
from scorer.rules.row import Row, exposed
from scorer.rules.rule_set import Option, RuleSet

NO_LIMIT = "none"
LIMIT_QUESTION = "How many points does a hand score at most?"


def limit(points: int) -> Option:
    """Make the option of the most that a hand scores."""
    return whole_number("limit", LIMIT_QUESTION, points, _limited, least=1)


def limit_or_none(points: int | None) -> Option:
    """Make the option of the most that a hand scores, which may be unlimited."""
    number = limit(points or 1)

    def change(rules: RuleSet, answer: object) -> RuleSet:
        if answer == NO_LIMIT:
            return replace(rules, limit=None)
        try:
            return number.change(rules, answer)
        except ValueError as error:
            raise ValueError(f"{error}; or none") from error

    return Option(
        "limit",
        LIMIT_QUESTION,
        f"{number.values}, or {NO_LIMIT}",
        NO_LIMIT if points is None else points,
        change,
    )


def settlement(name: str, question: str, schemes: Mapping[object, Settle]) -> Option:
    """Make the option of who pays whom; the first scheme is the default."""
    return choice(name, question, {answer: settling(scheme) for answer, scheme in schemes.items()})


def settling(scheme: Settle) -> Change:
    """Make a change to another scheme of payment."""
    return lambda rules: replace(rules, settle=scheme)


def adding(*rows: Row) -> Change:
    """Make a change that puts further rows at the table's end."""
    return lambda rules: replace(rules, rows=(*rules.rows, *rows))


def _limited(rules: RuleSet, points: int) -> RuleSet:
    return replace(rules, limit=points)


def _the_limit(rules: RuleSet) -> int:
    """A false win costs the limit for each other player; nothing where none is agreed."""
    return rules.limit or 0


def _claimed_set_concealed(rules: RuleSet) -> RuleSet:
    return replace(rules, closedness=replace(rules.closedness, opens=exposed))


CLAIMED_SET_EXPOSED = choice(
    "claimed_set_exposed",
    "Does the set that the winning discard completes count as exposed?",
    {True: unchanged, False: _claimed_set_concealed},
)
FALSE_WIN_IN_POINTS = false_win(_the_limit)
