"""`tableside training`: the phases of the course, or what a hand is in one of them."""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.api.training import phases, training_answer
from scorer.core.sentences import Sentence
from service.cli.commands import WRONG
from service.locale.languages import Language, reader_language
from service.locale.sentences import translate
from service.locale.translations import translation


def run(given: argparse.Namespace) -> int:
    """Print the phases, or what a hand is in one; 2 for an invalid hand."""
    language = reader_language(given.language)
    spoken = None if given.json else translation(language)
    if given.hand is None:
        course = phases(spoken)
        print(json.dumps(course, ensure_ascii=False) if given.json else _course(course, language))
        return 0
    body = {"hand": given.hand, "phase": given.phase, "seen": given.seen}
    answer = training_answer(body, spoken)
    if given.json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print("\n".join(_lines(answer, language)))
    return 0 if answer["valid"] else WRONG


def _course(course: Iterable[Mapping[str, Any]], language: Language) -> str:
    return "\n".join(
        translate(
            language, Sentence("Phase {number}. {text}", number=one["phase"], text=one["text"])
        )
        for one in course
    )


def _lines(answer: Mapping[str, Any], language: Language) -> Iterator[str]:
    if not answer["valid"]:
        yield from (translate(language, detail) for detail in answer["details"].values())
        return
    yield answer["said"]["text"]
    for discard in answer["discards"][1:]:
        tiles = " ".join(wait["tile"] for wait in discard["waits"])
        yield translate(
            language,
            Sentence("Or discard {tile}, for {tiles}.", tile=discard["tile"], tiles=tiles),
        )
