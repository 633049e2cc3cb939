"""`tableside waits`: the tiles that complete a hand, and what each would be worth."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from scorer.api.waits import waits_answer
from service.cli import house_files
from service.cli.commands import WRONG
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
    rules, known = house_files.named(given.rules)
    answer = waits_answer({**request, "rules": rules}, known)
    print(json.dumps(answer, ensure_ascii=False) if given.json else "\n".join(_lines(answer)))
    return 0 if answer["valid"] else WRONG


def _lines(answer: Mapping[str, Any]) -> Iterator[str]:
    if not answer["valid"]:
        yield from answer["details"].values()
        return
    if not answer["waits"]:
        yield "No tile completes this hand."
        return
    yield f"{'tile':<6}{'left':>4}   {'on a discard':<28}by self-draw"
    reasons: dict[str, str] = {}
    for wait in answer["waits"]:
        ways = [_worth(wait[way], reasons) for way in ("discard", "self_draw")]
        yield f"{wait['tile']:<6}{wait['left']:>4}   {ways[0]:<28}{ways[1]}".rstrip()
    kinds = len(answer["waits"])
    yield f"{kinds} {'kind' if kinds == 1 else 'kinds'} of tile, {answer['left']} left."
    yield from (f"{name}: {detail}" for name, detail in reasons.items())


def _worth(way: Mapping[str, Any] | None, reasons: dict[str, str]) -> str:
    """Say what a way to win is worth, and keep why one is none."""
    if way is None:
        return NEVER
    if not way["valid"]:
        reasons.update(way["details"])
        return f"no: {', '.join(way['problems'])}"
    limit = ", limit" if way["limit"] else ""
    if way.get("faan") is not None:
        return f"{way['faan']} faan, {way['points']} points{limit}"
    return f"{way['score']} points{limit}"
