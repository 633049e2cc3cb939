"""The patterns that rows of a house may be made of, as people look them up."""

from scorer.api.scores import Json
from scorer.patterns.catalogue import PATTERNS
from scorer.patterns.chinese_names import CHINESE_NAMES


def patterns_list() -> list[Json]:
    """Return every pattern with its arguments and an example, which is a request without rules.

    `told` is what the pattern is told for the example to have it.
    """
    return [
        {
            "id": pattern.id,
            "what": pattern.what,
            "zh": CHINESE_NAMES[pattern.id],
            "arguments": [
                {"name": each.name, "what": each.what, "values": list(each.values)}
                for each in pattern.arguments
            ],
            "example": dict(pattern.example),
            "told": dict(pattern.told),
        }
        for pattern in PATTERNS.values()
    ]
