"""The training course as public JSON: its phases, and a hand looked at in one of them."""

from collections.abc import Iterable, Iterator, Mapping

from scorer.api.requests import RequestError, check_fields
from scorer.api.scores import Json, details
from scorer.api.setup import in_words
from scorer.api.waits import seen_tiles
from scorer.core.hand import read_hand
from scorer.core.problems import flags
from scorer.core.sentences import Sentence
from scorer.core.tiles import format_tiles
from scorer.rulesets import RULE_SETS
from scorer.scoring.waits import Wait
from scorer.setup.guide import Translation, Words
from scorer.training import PHASES, Drill, Phase, drill, findings, training_rules

FIELDS = ("hand", "phase", "seen")
COURSE = RULE_SETS["hk-majlife"]


ONE_BLOCK = Words("Complete: 1 block and a pair, {sets}.", "成糊：1 組牌加一對眼，{sets}。")
BLOCKS = Words(
    "Complete: {blocks} blocks and a pair, {sets}.", "成糊：{blocks} 組牌加一對眼，{sets}。"
)
WAITING = Words(
    "One tile short: {tiles} would complete it, {left} left.", "叫糊：等 {tiles}，還有 {left} 張。"
)
DISCARD = Words(
    "Not complete. Discard {tile}, and {tiles} would complete it.",
    "未成糊。打出 {tile} 即叫 {tiles}。",
)
FAR = Words(
    "Not complete, and no single tile would complete it.", "未成糊，也沒有一張牌可以令它成糊。"
)


def course_texts() -> Iterator[str]:
    """Yield every English text of the course, for translations into further languages."""
    yield from (phase.en for phase in PHASES)
    yield from (words.en for words in (ONE_BLOCK, BLOCKS, WAITING, DISCARD, FAR))


def phases(translation: Translation | None = None) -> list[Json]:
    """Return the phases of the course in English and Chinese, as `text` in a further language."""
    return [
        {
            "phase": phase.number,
            "blocks": phase.blocks,
            "tiles": phase.size,
            "bonus": phase.has_bonus,
            **_in(Words(phase.en, phase.zh), translation),
            "wording": phase.wording,
        }
        for phase in PHASES
    ]


def training_answer(body: Mapping[str, object], translation: Translation | None = None) -> Json:
    """Return whether a hand is complete in a phase (`POST /api/v1/training`); null is absent.

    `hand` may mark its last tile with + or not; `seen` are tiles that lie open elsewhere. Raises
    RequestError `unknown_field`, `missing_field` or `bad_value`.
    """
    given = {name: value for name, value in body.items() if value is not None}
    phase = _requested_phase(given)
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
    return {**answer, "said": _answer_texts(phase, looked, translation)}


def _requested_phase(given: Mapping[str, object]) -> Phase:
    check_fields(given, FIELDS, ("hand", "phase"))
    if not isinstance(given["hand"], str):
        raise RequestError(
            "bad_value", Sentence("hand is a text, not {given}.", given=repr(given["hand"]))
        )
    number = given["phase"]
    if isinstance(number, bool) or number not in range(1, len(PHASES) + 1):
        raise RequestError(
            "bad_value",
            Sentence(
                "phase is one of 1 to {phases}, not {number}.",
                phases=len(PHASES),
                number=repr(number),
            ),
        )
    return next(phase for phase in PHASES if phase.number == number)


def _wait(wait: Wait) -> Json:
    return {"tile": str(wait.tile), "left": wait.left}


def _in(words: Words, translation: Translation | None, **values: object) -> Json:
    return in_words(lambda each: each.say(words).format(**values), translation)


def _answer_texts(phase: Phase, looked: Drill, translation: Translation | None) -> Json:
    if looked.sets:
        sets = " ".join(str(part) for part in looked.sets)
        words = ONE_BLOCK if phase.blocks == 1 else BLOCKS
        return _in(words, translation, blocks=phase.blocks, sets=sets)
    if looked.waits:
        left = sum(wait.left for wait in looked.waits)
        return _in(WAITING, translation, tiles=_tiles(looked.waits), left=left)
    if looked.discards:
        tile, waiting = looked.discards[0]
        return _in(DISCARD, translation, tile=tile, tiles=_tiles(waiting))
    return _in(FAR, translation)


def _tiles(waits: Iterable[Wait]) -> str:
    return format_tiles(wait.tile for wait in waits)
