"""What a hand comes to where a house has answered some options: the tables of all rule sets ask."""

from functools import partial

from scorer.api.requests import answer


def outcome(rules, hand, won, options):
    """The faan or points of a hand, or its problems; `won` may hold options of its own."""
    asked = {**won.get("options", {}), **options}
    result = answer({"hand": hand, "rules": rules, **won, "options": asked})
    return result["problems"] or result.get("faan", result.get("score"))


def outcome_under(rules):
    """The same for one rule set."""
    return partial(outcome, rules)
