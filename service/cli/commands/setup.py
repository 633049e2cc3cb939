"""`tableside setup`: how to set up the table, and with dice where the wall breaks."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from scorer.api.setup import setup_answer
from scorer.core.sentences import Say, Sentence, join_with_commas
from service.cli import house_files
from service.cli.commands import print_answer
from service.locale.languages import reader_language
from service.locale.sentences import translator
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
    answer = setup_answer(rules, dice, option_values(given.option), known)
    say = translator(reader_language(given.language))
    lines = _wall(answer, say) if dice else _steps(answer, say)
    print_answer(given, with_languages(answer) if given.json else answer, lines)
    return 0


def _steps(answer: Mapping[str, Any], say: Say) -> Iterator[str]:
    for number, step in enumerate(answer["steps"], start=1):
        yield f"{number}. {say(step['text'])}"
        if step["unclear"]:
            yield f"   {say(Sentence('Unclear'))}: {say(step['unclear'])}"


def _wall(answer: Mapping[str, Any], say: Say) -> Iterator[str]:
    yield say(answer["said"])
    if answer["break"] is None:
        return
    yield ""
    for wall in answer["walls"]:
        stacks = " ".join(f"{_stack_code(stack):<2}" for stack in wall["stacks"])
        yield f"{wall['seat']} {wall['side']:<7} {stacks}".rstrip()
    seen = {stack["part"] for wall in answer["walls"] for stack in wall["stacks"]}
    legend = [label for part, (_, label) in PARTS.items() if part in seen]
    yield say(
        Sentence(
            "Stacks are shown from their owner's right, with the player who takes them in the "
            "deal; {parts}.",
            parts=join_with_commas(legend),
        )
    )


def _stack_code(stack: Mapping[str, Any]) -> str:
    takers = list(dict.fromkeys(taker or "." for taker in stack["to"]))
    return PARTS[stack["part"]][0] if takers == ["."] else "".join(takers)
