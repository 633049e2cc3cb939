"""The patterns that a house can make rows of, as JSON."""

from scorer.api.scores import Json
from scorer.patterns.catalogue import PATTERNS


def patterns_list() -> list[Json]:
    """Return every pattern with its arguments and an example, which is a request without rules.

    `told` are the arguments with which the example has the pattern.
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
