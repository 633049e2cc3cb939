"""`tableside setup`: how to set up the table, and with dice where the wall breaks."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from scorer.api.setup import setup_answer
from scorer.core.sentences import Sentence, join_with_commas
from service.cli import house_files
from service.locale.languages import Language, reader_language
from service.locale.sentences import translate
from service.locale.translations import with_languages
from service.schemas.text import dice_of, option_values

PARTS = {
    "live": (".", Sentence(". live wall")),
    "dead": ("d", Sentence("d dead wall")),
    "flowers": ("f", Sentence("f flower stack")),
    "back": ("b", Sentence("b back of the wall")),
    "loose": ("l", Sentence("l loose tile on top")),
    "removed": ("_", Sentence("_ taken out")),
}


def run(given: argparse.Namespace) -> int:
    """Print the guide; RequestError for unknown rules or options, or impossible dice."""
    dice = dice_of(given.dice)
    rules, known = house_files.find_rules(given.id)
    options = option_values(given.option)
    answer = setup_answer(rules, dice, options, known)
    if given.json:
        print(json.dumps(with_languages(answer), ensure_ascii=False))
        return 0
    language = reader_language(given.language)
    print("\n".join(_wall(answer, language) if dice else _steps(answer, language)))
    return 0


def _steps(answer: Mapping[str, Any], language: Language) -> Iterator[str]:
    for number, step in enumerate(answer["steps"], start=1):
        yield f"{number}. {translate(language, step['text'])}"
        if step["unclear"]:
            unclear = translate(language, step["unclear"])
            yield f"   {translate(language, Sentence('Unclear'))}: {unclear}"


def _wall(answer: Mapping[str, Any], language: Language) -> Iterator[str]:
    yield translate(language, answer["said"])
    if answer["break"] is None:
        return
    yield ""
    for wall in answer["walls"]:
        stacks = " ".join(f"{_stack_code(stack):<2}" for stack in wall["stacks"])
        yield f"{wall['seat']} {wall['side']:<7} {stacks}".rstrip()
    seen = {stack["part"] for wall in answer["walls"] for stack in wall["stacks"]}
    legend = [label for part, (_, label) in PARTS.items() if part in seen]
    yield translate(
        language,
        Sentence(
            "Stacks from their owner’s right, with who takes them in the deal; {parts}.",
            parts=join_with_commas(legend),
        ),
    )


def _stack_code(stack: Mapping[str, Any]) -> str:
    takers = list(dict.fromkeys(taker or "." for taker in stack["to"]))
    return PARTS[stack["part"]][0] if takers == ["."] else "".join(takers)
