"""`tableside training`: the phases of the course, or a hand looked at in one of them."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from scorer.api.training import phases, training_answer
from service.cli.commands import WRONG

MORE = {"en": "Or discard {0}, for {1}.", "zh": "或打出 {0}，叫 {1}。"}
PHASE = {"en": "Phase {0}. {1}", "zh": "第 {0} 階段：{1}"}


def run(given: argparse.Namespace) -> int:
    """Print the phases, or what a hand is in one; 2 for a hand that makes no sense."""
    if given.hand is None:
        course = phases()
        lines = [PHASE[given.language].format(one["phase"], one[given.language]) for one in course]
        print(json.dumps(course, ensure_ascii=False) if given.json else "\n".join(lines))
        return 0
    answer = training_answer({"hand": given.hand, "phase": given.phase, "seen": given.seen})
    said = "\n".join(_lines(answer, given.language))
    print(json.dumps(answer, ensure_ascii=False) if given.json else said)
    return 0 if answer["valid"] else WRONG


def _lines(answer: Mapping[str, Any], language: str) -> Iterator[str]:
    if not answer["valid"]:
        yield from answer["details"].values()
        return
    yield answer["said"][language]
    for discard in answer["discards"][1:]:
        tiles = " ".join(wait["tile"] for wait in discard["waits"])
        yield MORE[language].format(discard["tile"], tiles)
