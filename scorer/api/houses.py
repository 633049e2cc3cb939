"""House files: what they set, what they could set, and how hands score by them."""

from collections.abc import Mapping

from scorer.api.requests import answer
from scorer.api.scores import Json
from scorer.patterns.catalogue import PATTERNS
from scorer.rules.payment import RESPONSIBILITIES
from scorer.rules.row import Limit, Value
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import read_house_terms
from scorer.rulesets.ready_rows import READY_ROWS

# A small win, a good one and a limit, each winning in another way: enough to show who pays what,
# and that the cap holds. No discard completes the eyes, which some rules refuse.
EXAMPLES: tuple[Mapping[str, object], ...] = (
    {"hand": "123m 456p 789s 34s 77p +5s", "win": "discard", "seat": "S", "from": "W"},
    {"hand": "123s 78s 444s 55z (777z) +9s", "win": "discard", "seat": "S", "from": "E"},
    {"hand": "555z 666z 777z 234m 9m +9m", "win": "self-draw", "seat": "S"},
)


def example_hands(rules: RuleSet) -> list[Json]:
    """Return three hands, each scored by the base of a house and by the house itself."""
    known = {**RULE_SETS, rules.id: rules}
    return [
        {
            "hand": each["hand"],
            "win": each["win"],
            "base": answer({**each, "rules": rules.base}, known),
            "house": answer({**each, "rules": rules.id}, known),
        }
        for each in EXAMPLES
    ]


def house_file_detail(text: str) -> Json:
    """Return the terms that a house file sets (`says`), and those that it could set.

    `ready` are rows to switch on, `ways` the reasons for one player to pay for all. Raises
    HouseFileError for an invalid file.
    """
    terms = read_house_terms(text)
    base = RULE_SETS[terms["base"]]
    there = {name for row in base.rows for name in (row.id, row.zh)}
    return {
        "says": terms,
        "ready": [
            {
                "id": row.id,
                "name": row.name,
                "zh": row.zh,
                "closed": _worth(worth[0]),
                "open": _worth(worth[1]),
            }
            for row in READY_ROWS.values()
            if (worth := row.usual(in_faan=not base.everyone_scores))
            and there.isdisjoint((row.id, row.zh))
        ],
        "ways": [way.public for way in RESPONSIBILITIES.values()],
    }


def patterns_list() -> list[Json]:
    """Return every pattern with its arguments and an example: a request without rules.

    `told` are the arguments that the pattern has in the example.
    """
    return [
        {
            "id": pattern.id,
            "what": pattern.what,
            "zh": pattern.zh,
            "arguments": [
                {"name": each.name, "what": each.what, "values": list(each.values)}
                for each in pattern.arguments
            ],
            "example": pattern.example,
            "told": pattern.given,
        }
        for pattern in PATTERNS.values()
    ]


def _worth(value: Value | None) -> int | str | None:
    return str(value) if isinstance(value, Limit) else value
