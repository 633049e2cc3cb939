"""`tableside training`: the phases of the course, or a hand looked at in one of them."""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.api.training import phases, training_answer
from service.cli.commands import WRONG
from service.cli.words import MORE, PHASE, reading, told
from service.locale.languages import Language
from service.locale.tongues import tongue


def run(given: argparse.Namespace) -> int:
    """Print the phases, or what a hand is in one; 2 for a hand that makes no sense."""
    language = reading(given)
    tongue_ = None if given.json else tongue(language)
    if given.hand is None:
        course = phases(tongue_)
        print(json.dumps(course, ensure_ascii=False) if given.json else _course(course, language))
        return 0
    body = {"hand": given.hand, "phase": given.phase, "seen": given.seen}
    answer = training_answer(body, tongue_)
    if given.json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print("\n".join(_lines(answer, language)))
    return 0 if answer["valid"] else WRONG


def _course(course: Iterable[Mapping[str, Any]], language: Language) -> str:
    return "\n".join(
        told(language.tag, PHASE, number=one["phase"], text=one["text"]) for one in course
    )


def _lines(answer: Mapping[str, Any], language: Language) -> Iterator[str]:
    if not answer["valid"]:
        yield from answer["details"].values()
        return
    yield answer["said"]["text"]
    for discard in answer["discards"][1:]:
        tiles = " ".join(wait["tile"] for wait in discard["waits"])
        yield told(language.tag, MORE, tile=discard["tile"], tiles=tiles)
