"""The training course as public JSON: its phases, and a hand looked at in one of them."""

from collections.abc import Iterable, Mapping

from scorer.api.requests import RequestError, check_fields
from scorer.api.scores import Json, details
from scorer.api.waits import seen_tiles
from scorer.core.hand import read_hand
from scorer.core.problems import flags
from scorer.core.tiles import format_tiles
from scorer.rulesets import RULE_SETS
from scorer.scoring.waits import Wait
from scorer.training import PHASES, Drill, Phase, drill, findings, training_rules

FIELDS = ("hand", "phase", "seen")
COURSE = RULE_SETS["hk-majlife"]


def phases() -> list[Json]:
    """Return the phases of the course, for people in English and Chinese."""
    return [
        {
            "phase": phase.number,
            "blocks": phase.blocks,
            "tiles": phase.size,
            "bonus": phase.has_bonus,
            "en": phase.en,
            "zh": phase.zh,
            "wording": phase.wording,
        }
        for phase in PHASES
    ]


def training_answer(body: Mapping[str, object]) -> Json:
    """Say whether a hand is complete in a phase (`POST /api/v1/training`); null is absent.

    `hand` may mark its last tile with + or not; `seen` are tiles that lie open elsewhere. Raises
    RequestError `unknown_field`, `missing_field` or `bad_value`.
    """
    given = {name: value for name, value in body.items() if value is not None}
    phase = _checked(given)
    rules = training_rules(COURSE, phase)
    sheet = read_hand(str(given["hand"]))
    seen, unread = seen_tiles(given.get("seen", ""))
    found = (*sheet.findings, *unread)
    if not found:
        found = tuple(findings(sheet.hand, rules, phase, seen))
    looked = Drill() if found else drill(sheet.hand, rules, phase, seen)
    answer: Json = {
        "phase": phase.number,
        "blocks": phase.blocks,
        "valid": not found,
        "problems": list(flags(found).names),
        "hand": str(sheet.hand),
        "complete": bool(looked.sets),
        "sets": [str(part) for part in looked.sets],
        "waits": [_wait(wait) for wait in looked.waits],
        "discards": [
            {"tile": str(tile), "waits": [_wait(wait) for wait in waiting]}
            for tile, waiting in looked.discards
        ],
    }
    if found:
        return {**answer, "said": None, "details": details(found)}
    return {**answer, "said": _said(phase, looked)}


def _checked(given: Mapping[str, object]) -> Phase:
    check_fields(given, FIELDS, ("hand", "phase"))
    if not isinstance(given["hand"], str):
        raise RequestError("bad_value", f"hand is a text, not {given['hand']!r}.")
    number = given["phase"]
    if isinstance(number, bool) or number not in range(1, len(PHASES) + 1):
        raise RequestError("bad_value", f"phase is one of 1 to {len(PHASES)}, not {number!r}.")
    return next(phase for phase in PHASES if phase.number == number)


def _wait(wait: Wait) -> Json:
    return {"tile": str(wait.tile), "left": wait.left}


def _said(phase: Phase, looked: Drill) -> Json:
    if looked.sets:
        sets = " ".join(str(part) for part in looked.sets)
        blocks = "1 block" if phase.blocks == 1 else f"{phase.blocks} blocks"
        return {
            "en": f"Complete: {blocks} and a pair, {sets}.",
            "zh": f"成糊：{phase.blocks} 組牌加一對眼，{sets}。",
        }
    if looked.waits:
        tiles, left = _tiles(looked.waits), sum(wait.left for wait in looked.waits)
        return {
            "en": f"One tile short: {tiles} would complete it, {left} left.",
            "zh": f"叫糊：等 {tiles}，還有 {left} 張。",
        }
    if looked.discards:
        tile, waiting = looked.discards[0]
        tiles = _tiles(waiting)
        return {
            "en": f"Not complete. Discard {tile}, and {tiles} would complete it.",
            "zh": f"未成糊。打出 {tile} 即叫 {tiles}。",
        }
    return {
        "en": "Not complete, and no single tile would complete it.",
        "zh": "未成糊，也沒有一張牌可以令它成糊。",
    }


def _tiles(waits: Iterable[Wait]) -> str:
    return format_tiles(wait.tile for wait in waits)
