"""`tableside training`: the phases of the course, or what a hand is in one of them."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from scorer.api.training import phases, training_answer
from scorer.core.sentences import Say, Sentence, join_with_or
from service.cli.commands import WRONG, print_answer
from service.locale.languages import reader_language
from service.locale.sentences import translator
from service.locale.translations import with_languages


def run(given: argparse.Namespace) -> int:
    """Print the phases, or what a hand is in one; 2 for an invalid hand."""
    say = translator(reader_language(given.language))
    if given.hand is None:
        course = phases()
        lines = (
            say(Sentence("Phase {number}. {text}", number=one["phase"], text=one["text"]))
            for one in course
        )
        print_answer(given, [with_languages(one) for one in course] if given.json else [], lines)
        return 0
    answer = training_answer({"hand": given.hand, "phase": given.phase, "seen": given.seen})
    shown = with_languages(answer) if given.json else answer
    print_answer(given, shown, _lines(answer, say))
    return 0 if answer["valid"] else WRONG


def _lines(answer: Mapping[str, Any], say: Say) -> Iterator[str]:
    if not answer["valid"]:
        yield from map(say, answer["details"].values())
        return
    yield say(answer["said"])
    for discard in answer["discards"][1:]:
        tiles = join_with_or(wait["tile"] for wait in discard["waits"])
        yield say(Sentence("Or discard {tile}, for {tiles}.", tile=discard["tile"], tiles=tiles))
