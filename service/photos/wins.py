"""Whether hand text that was read from a photo wins under a rule set, whatever it is worth."""

import re
from collections.abc import Callable
from functools import partial

from scorer.api import requests

_CONCEALED = re.compile(r"(?:^|\s)(\d*)(\d)([mpsz])(?=\s|$)")


def wins_under(rules: str | None) -> Callable[[str], bool] | None:
    """Give the question that a reader asks of hands in doubt; None without a rule set."""
    return None if rules is None else partial(_wins, rules)


def _wins(rules: str, hand: str) -> bool:
    # A photo seldom tells which tile won, and whether the tiles make a hand does not depend on it.
    problems = requests.answer(
        {"rules": rules, "hand": hand if "+" in hand else _with_winning(hand)}
    )["problems"]
    return "not_a_winning_hand" not in problems and "bad_notation" not in problems


def _with_winning(hand: str) -> str:
    """Take the last concealed tile of the first group for the winning one."""
    tiles, bar, bonus = hand.partition("|")
    found = _CONCEALED.search(tiles)
    if found is None:
        return hand
    rest = f"{found[1]}{found[3]}" if found[1] else ""
    parts = [tiles[: found.start()].strip(), rest, tiles[found.end() :].strip()]
    text = " ".join(part for part in (*parts, f"+{found[2]}{found[3]}") if part)
    return f"{text} | {bonus.strip()}" if bar else text
