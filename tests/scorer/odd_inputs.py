"""Inputs that nobody means: texts that are almost hands, and JSON that is almost a request."""

import random

from scorer.core.win import CIRCUMSTANCES
from scorer.rulesets import RULE_SETS

HANDS = (
    "123m 456m 99p [1111z] (555s) +9p | 1f 3g",
    "1122m 3344p 5566s 7z +7z",
    "19m 19p 19s 1234567z +1m",
    "5z | 1f 2f 3f 4f 1g 2g 3g 4g",
    "123m 99p (5555s+) (222z) +9p",
    "",
)
LETTERS = "0123456789mpszfgx()[]+| \t\n十萬🀄é\x00\ud800" + "Aa,;:{}\"'\\"
ODD = (None, True, 0, -1, 10**30, 1.5, float("nan"), float("inf"), "", "E", [], {}, [[]], {"": ""})
FIELDS = (
    *("hand", "rules", "role", "seat", "round", "win", "from", "events", "options", "losers"),
    *("seen", "phase", "", "hnad"),
)
OPTIONS = sorted({option.name for rules in RULE_SETS.values() for option in rules.options})


def text(drawn: random.Random) -> str:
    """Take a hand and spoil it, or put letters together at random."""
    if drawn.random() < 0.2:
        return "".join(drawn.choices(LETTERS, k=drawn.choice((1, 5, 30, 399, 401))))
    letters = list(drawn.choice(HANDS))
    for _ in range(drawn.randrange(1, 6)):
        place = drawn.randrange(len(letters) + 1)
        letters[place : place + drawn.randrange(3)] = drawn.choices(LETTERS, k=drawn.randrange(3))
    return "".join(letters)


def value(drawn: random.Random, depth: int = 0) -> object:
    """Draw any JSON, some of it nested."""
    turn = drawn.random()
    if depth > 3 or turn < 0.6:
        return drawn.choice(ODD) if turn < 0.4 else text(drawn)
    if turn < 0.8:
        return [value(drawn, depth + 1) for _ in range(drawn.randrange(4))]
    names = (drawn.choice((*FIELDS, *OPTIONS, "E", "S")) for _ in range(drawn.randrange(4)))
    return {name: value(drawn, depth + 1) for name in names}


def request(drawn: random.Random) -> dict[str, object]:
    """Take a request that means something and spoil some of its fields."""
    body: dict[str, object] = {
        "hand": drawn.choice(HANDS) if drawn.random() < 0.5 else text(drawn),
        "rules": drawn.choice(tuple(RULE_SETS)),
        "role": drawn.choice(("winner", "loser")),
        "seat": drawn.choice("ESWN"),
        "win": drawn.choice(("discard", "self-draw")),
        "events": drawn.sample(tuple(CIRCUMSTANCES), drawn.randrange(3)),
    }
    if drawn.random() < 0.5:
        body["options"] = {drawn.choice(OPTIONS): value(drawn) for _ in range(drawn.randrange(3))}
    if drawn.random() < 0.3:
        body["losers"] = {drawn.choice("ESWNX"): text(drawn) for _ in range(drawn.randrange(4))}
    for _ in range(drawn.randrange(3)):
        body[drawn.choice(FIELDS)] = value(drawn)
    return body
