"""`tableside waits`: the tiles that complete a hand, and what each would score."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from scorer.api.waits import waits_answer
from scorer.core.sentences import points_text
from service.cli import house_files
from service.cli.commands import WRONG, print_answer
from service.schemas.text import option_values

NEVER = "–"


def run(given: argparse.Namespace) -> int:
    """Print what a hand waits for; 2 for an invalid hand."""
    request = {
        "hand": given.hand,
        "seat": given.seat,
        "round": given.round,
        "seen": given.seen,
        "options": option_values(given.option),
    }
    rules, known = house_files.find_rules(given.rules)
    answer = waits_answer({**request, "rules": rules}, known)
    print_answer(given, answer, _lines(answer))
    return 0 if answer["valid"] else WRONG


def _lines(answer: Mapping[str, Any]) -> Iterator[str]:
    if not answer["valid"]:
        yield from answer["details"].values()
        return
    if not answer["waits"]:
        yield "No tile completes this hand."
        return
    yield f"tile  left   {'on a discard':<28}by self-draw"
    reasons: dict[str, str] = {}
    for wait in answer["waits"]:
        discard, drawn = (_worth(wait[way], reasons) for way in ("discard", "self_draw"))
        yield f"{wait['tile']:<6}{wait['left']:>4}   {discard:<28}{drawn}".rstrip()
    kinds = len(answer["waits"])
    yield f"{kinds} kind{'s' if kinds > 1 else ''} of tile, {answer['left']} left."
    yield from (f"{name}: {detail}" for name, detail in reasons.items())


def _worth(way: Mapping[str, Any] | None, reasons: dict[str, str]) -> str:
    """Return what a way to win is worth; `reasons` takes why one wins nothing."""
    if way is None:
        return NEVER
    if not way["valid"]:
        reasons.update(way["details"])
        return f"no: {', '.join(way['problems'])}"
    worth = f"{way['faan']} faan, " if way.get("faan") is not None else ""
    worth += points_text(way["points"] if worth else way["score"])
    return f"{worth}, limit" if way["limit"] else worth
