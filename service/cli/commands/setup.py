"""`tableside setup`: how the table is set up, and for a throw where the wall breaks."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from scorer.api.setup import setup_answer
from service.cli import house_files
from service.schemas.text import dice_of, option_values

UNCLEAR = {"en": "Unclear", "zh": "未定"}
FROM_THE_RIGHT = {
    "en": "Stacks from their owner’s right, with who takes them in the deal; ",
    "zh": "由牌主右手邊數起，字母是派牌時取該墩的一家；",
}
PARTS = {
    "live": (".", {"en": ". live wall", "zh": ". 可摸的牌"}),
    "dead": ("d", {"en": "d dead wall", "zh": "d 留牌"}),
    "flowers": ("f", {"en": "f flower stack", "zh": "f 花墩"}),
    "back": ("b", {"en": "b back of the wall", "zh": "b 牆尾"}),
    "loose": ("l", {"en": "l loose tile on top", "zh": "l 上有散牌"}),
    "removed": ("_", {"en": "_ taken out", "zh": "_ 已取出"}),
}


def run(given: argparse.Namespace) -> int:
    """Print the guide; RequestError for unknown rules or options, or dice that are not thrown."""
    dice = dice_of(given.dice)
    rules, known = house_files.named(given.id)
    answer = setup_answer(rules, dice, option_values(given.option), known)
    if given.json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print(
            "\n".join(_thrown(answer, given.language) if dice else _steps(answer, given.language))
        )
    return 0


def _steps(answer: Mapping[str, Any], language: str) -> Iterator[str]:
    for number, step in enumerate(answer["steps"], start=1):
        yield f"{number}. {step[language]}"
        if step["unclear"]:
            yield f"   {UNCLEAR[language]}: {step['unclear'][language]}"


def _thrown(answer: Mapping[str, Any], language: str) -> Iterator[str]:
    yield answer["said"][language]
    if answer["break"] is None:
        return
    yield ""
    for wall in answer["walls"]:
        stacks = " ".join(f"{_stack(stack):<2}" for stack in wall["stacks"])
        yield f"{wall['seat']} {wall['side']:<7} {stacks}".rstrip()
    seen = {stack["part"] for wall in answer["walls"] for stack in wall["stacks"]}
    legend = [words[language] for part, (_, words) in PARTS.items() if part in seen]
    yield f"{FROM_THE_RIGHT[language]}{', '.join(legend)}."


def _stack(stack: Mapping[str, Any]) -> str:
    takers = list(dict.fromkeys(taker or "." for taker in stack["to"]))
    return PARTS[stack["part"]][0] if takers == ["."] else "".join(takers)
