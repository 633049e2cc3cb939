"""Any text as a hand and any JSON as a request: `python -m tests.scorer.fuzz --count 100000`.

Every request has to be scored, answered with named problems, or refused with a code; anything else
ends the run with the request that did it. The same seed makes the same requests.
"""

import argparse
import json
import random
import sys
from collections import Counter

from scorer.api.requests import RequestError, answer, answer_with_reasons
from scorer.rulesets import RULE_SETS

LETTERS = "123456789mpszfgx()[]+| 0aé十\n\t🀄-,.\"'\\\x00"
HANDS = (
    "234m 5679p 345s (456m) +9p",
    "22z 333z 55z (444z) (666z) +5z | 1f",
    "1999s [7777z] [6666z] (1111z) +1s",
    "23m 999p 578s 77z (222z)",
    "1112345678999m +5m | 1f 2f 3f 4f 1g 2g 3g 4g",
)
CHOICES = {
    "win": ("discard", "self-draw"),
    "seat": ("E", "S", "W", "N"),
    "round": ("E", "S", "W", "N"),
    "from": ("E", "S", "W", "N"),
    "role": ("winner", "loser"),
    "events": (["first-draw"], ["dealt-hand"], ["last-wall-tile", "kong-replacement"]),
}
EXPLAINED_OF = 20  # one request in so many is asked for its reasons as well


class Requests:
    """Requests near the lawful ones and far from them, drawn from one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self) -> str:
        """Letters of hand texts in any order, or a hand with a few letters changed."""
        draw = self.random
        if draw.random() < 0.5:
            return "".join(draw.choices(LETTERS, k=draw.randrange(40)))
        letters = list(draw.choice(HANDS))
        for _ in range(draw.randrange(4)):
            letters[draw.randrange(len(letters))] = draw.choice(LETTERS)
        return "".join(letters)

    def value(self, depth: int = 0) -> object:
        """Any value that JSON can carry, and the numbers that Python reads from it besides."""
        draw = self.random
        kinds = [
            lambda: None,
            lambda: draw.choice((True, False)),
            lambda: draw.choice((0, 1, -1, 10**30, 3.5, 1e308, float("nan"), float("inf"))),
            self.text,
            lambda: [self.value(depth + 1) for _ in range(draw.randrange(3))],
            lambda: {self.text(): self.value(depth + 1) for _ in range(draw.randrange(3))},
        ]
        return draw.choice(kinds if depth < 3 else kinds[:4])()

    def mostly(self, usual: object) -> object:
        """The usual value, or now and then any other."""
        return self.value() if self.random.random() < 0.1 else usual

    def request(self) -> dict[str, object]:
        """A request; most of its parts make sense by themselves."""
        draw = self.random
        id_ = draw.choice(list(RULE_SETS))
        body = {"hand": self.mostly(self.text()), "rules": self.mostly(id_)}
        for name, usual in CHOICES.items():
            if draw.random() < 0.3:
                body[name] = self.mostly(draw.choice(usual))
        if draw.random() < 0.3:
            losers = {wind: self.text() for wind in "ESWN" if draw.random() < 0.6}
            body["losers"] = self.mostly(losers)
        if draw.random() < 0.4:
            option = draw.choice(RULE_SETS[id_].options)
            known = (option.default,) if isinstance(option.values, str) else option.values
            body["options"] = self.mostly({option.name: self.mostly(draw.choice(known))})
        if draw.random() < 0.03:
            body[self.text()] = self.value()
        return body


def judge(body: dict[str, object], *, why: bool = False) -> str:
    """Say how a request ended: `scored`, `problems`, `refused`, or `nameless` without a reason.

    Raises AssertionError for an answer that contradicts itself, and whatever should not be raised.
    """
    try:
        told = answer_with_reasons(body) if why else answer(body)
    except RequestError as error:
        return "refused" if error.code and error.detail else "nameless"
    json.dumps(told)
    assert told["valid"] is (told["problems"] == [])
    if told["valid"]:
        return "scored"
    assert all(told["details"][name] for name in told["problems"])
    return "problems"


def main() -> None:
    """Try as many requests as told and print how they ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    requests = Requests(given.seed)
    ended: Counter[str] = Counter()
    for number in range(given.count):
        body = requests.request()
        try:
            ended[judge(body, why=number % EXPLAINED_OF == 0)] += 1
        except Exception as error:  # whatever it is: the request that brought it is the finding
            raise SystemExit(f"request {number}: {body!r}: {error!r}") from error
    sys.stdout.write(", ".join(f"{number} {how}" for how, number in ended.most_common()) + "\n")


if __name__ == "__main__":
    main()
