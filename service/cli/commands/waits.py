"""`tableside waits`: the tiles that complete a hand, and what each would be worth."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from scorer.api.waits import waits_answer
from scorer.core.sentences import PluralSentence, Say, Sentence, columns, points_text
from service.cli import house_files
from service.cli.commands import WRONG
from service.cli.words import pad, translator
from service.schemas.text import option_values

NEVER = "–"


def run(given: argparse.Namespace) -> int:
    """Print what a hand waits for; 2 for a hand that makes no sense."""
    request = {
        "hand": given.hand,
        "seat": given.seat,
        "round": given.round,
        "seen": given.seen,
        "options": option_values(given.option),
    }
    rules, known = house_files.find_rules(given.rules)
    answer = waits_answer({**request, "rules": rules}, known)
    print(
        json.dumps(answer, ensure_ascii=False)
        if given.json
        else "\n".join(_lines(answer, translator(given)))
    )
    return 0 if answer["valid"] else WRONG


def _lines(answer: Mapping[str, Any], say: Say) -> Iterator[str]:
    if not answer["valid"]:
        yield from map(say, answer["details"].values())
        return
    if not answer["waits"]:
        yield say(Sentence("No tile completes this hand."))
        return
    left = say(Sentence("left"))
    yield (
        pad(say(Sentence("tile")), 6)
        + " " * (4 - columns(left))
        + f"{left}   {pad(say(Sentence('on a discard')), 28)}{say(Sentence('by self-draw'))}"
    )
    reasons: dict[str, str] = {}
    for wait in answer["waits"]:
        ways = [say(_worth(wait[way], reasons)) for way in ("discard", "self_draw")]
        yield f"{wait['tile']:<6}{wait['left']:>4}   {pad(ways[0], 28)}{ways[1]}".rstrip()
    kinds = PluralSentence(
        len(answer["waits"]),
        "{n} kind of tile, {left} left.",
        "{n} kinds of tile, {left} left.",
        left=answer["left"],
    )
    yield say(kinds)
    yield from (f"{name}: {say(detail)}" for name, detail in reasons.items())


def _worth(way: Mapping[str, Any] | None, reasons: dict[str, str]) -> str:
    """Say what a way to win is worth, and keep why one is none."""
    if way is None:
        return NEVER
    if not way["valid"]:
        reasons.update(way["details"])
        return Sentence("no: {problems}", problems=", ".join(way["problems"]))
    if way.get("faan") is not None:
        faan = Sentence("{n} faan", n=way["faan"])
        worth = Sentence("{faan}, {points}", faan=faan, points=points_text(way["points"]))
    else:
        worth = points_text(way["score"])
    return Sentence("{worth}, limit", worth=worth) if way["limit"] else worth
