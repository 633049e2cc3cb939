"""`tableside training`: the phases of the course, or what a hand is in one of them."""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.api.training import phases, training_answer
from scorer.core.sentences import Sentence, join_with_or
from service.cli.commands import WRONG
from service.locale.languages import Language, reader_language
from service.locale.sentences import translate
from service.locale.translations import with_languages


def run(given: argparse.Namespace) -> int:
    """Print the phases, or what a hand is in one; 2 for an invalid hand."""
    language = reader_language(given.language)
    if given.hand is None:
        course = phases()
        told = [with_languages(phase) for phase in course]
        print(json.dumps(told, ensure_ascii=False) if given.json else _course(course, language))
        return 0
    answer = training_answer({"hand": given.hand, "phase": given.phase, "seen": given.seen})
    if given.json:
        print(json.dumps(with_languages(answer), ensure_ascii=False))
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
    yield translate(language, answer["said"])
    for discard in answer["discards"][1:]:
        tiles = join_with_or(wait["tile"] for wait in discard["waits"])
        yield translate(
            language,
            Sentence("Or discard {tile}, for {tiles}.", tile=discard["tile"], tiles=tiles),
        )
