"""Whether a hand text that was read from a photo wins under a rule set, whatever its worth."""

from collections.abc import Callable
from functools import partial

from scorer import is_win
from scorer.api.requests import known_rules
from scorer.core.hand import HandProblem, flags, read_hand
from scorer.rules.rule_set import RuleSet


def win_check(rules: str | None) -> Callable[[str], bool] | None:
    """Return a function that says whether a hand text wins; None without a rule set."""
    return None if rules is None else partial(_is_win, known_rules(rules))


def _is_win(rules: RuleSet, hand: str) -> bool:
    sheet = read_hand(hand)
    if sheet.findings:  # a face-down tile may be the one that makes it win
        return HandProblem.BAD_NOTATION not in flags(sheet.findings)
    return is_win(sheet.hand.standing, sheet.hand.melds, rules)
