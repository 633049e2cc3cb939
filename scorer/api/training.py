"""The training course as public JSON: its phases, and a hand examined in one of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from scorer.api.requests import RequestError, check_fields
from scorer.api.scores import Json, details
from scorer.api.waits import Wait, seen_tiles, waits
from scorer.core.arrangements import Arrangement, Form, fewer_sets
from scorer.core.hand import Finding, Hand, HandProblem, flags, read_hand
from scorer.core.sentences import Sentence, join_with_or
from scorer.core.tiles import Tile
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import copy_findings
from scorer.setup.guide import read_file


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the course: how many blocks make a hand, and the document's wording."""

    number: int
    blocks: int
    has_bonus: bool
    text: str
    wording: str

    @property
    def size(self) -> int:
        """The number of tiles that a complete hand counts."""
        return 3 * self.blocks + 2


PHASES = tuple(Phase(**phase) for phase in read_file("course")["phase"])


@dataclass(frozen=True, slots=True)
class Drill:
    """A hand examined in a phase: complete with `sets`, or what would complete it.

    `waits` are for a hand one tile short. `discards` are for a full hand that is not complete: each
    possible discard, with what the rest then waits for.
    """

    sets: Arrangement = ()
    waits: tuple[Wait, ...] = ()
    discards: tuple[tuple[Tile, tuple[Wait, ...]], ...] = ()


def training_rules(rules: RuleSet, phase: Phase) -> RuleSet:
    """Return a rule set in which the blocks of a phase and a pair are the only hands."""
    house = rules.house({"blocks": phase.blocks, "bonus_tiles": 8 if phase.has_bonus else 0})
    return replace(house, forms={Form.STANDARD: fewer_sets(phase.blocks)})


def findings(
    hand: Hand, rules: RuleSet, phase: Phase, seen: Iterable[Tile] = ()
) -> Iterator[Finding]:
    """Yield what keeps a hand from being examined in a phase."""
    if hand.size not in (phase.size - 1, phase.size):
        detail = Sentence(
            "Phase {number} is played with {waiting} tiles, and {whole} to win, a kong "
            "counting as three and flowers not at all; these are {tiles}.",
            number=phase.number,
            waiting=phase.size - 1,
            whole=phase.size,
            tiles=hand.size,
        )
        yield Finding(HandProblem.TILE_COUNT, detail)
    if hand.bonus and not phase.has_bonus:
        detail = Sentence(
            "Flowers and seasons come with phase 5; leave them out of phase {number}.",
            number=phase.number,
        )
        yield Finding(HandProblem.TOO_MANY_COPIES, detail)
    else:
        yield from copy_findings(hand, rules, tuple(seen))


def drill(hand: Hand, rules: RuleSet, phase: Phase, seen: Iterable[Tile] = ()) -> Drill:
    """Return the sets of a hand that is complete in a phase, or else what would complete it."""
    gone = tuple(seen)
    if hand.size < phase.size:
        return Drill(waits=waits(hand, rules, gone))
    arrange = fewer_sets(phase.blocks)
    for sets in arrange(hand.standing, len(hand.melds)):
        blocks = tuple(part for part in sets if not part.is_eyes)
        return Drill(sets=(*blocks, *hand.melds, *(part for part in sets if part.is_eyes)))
    return Drill(discards=tuple(_discards(hand, rules, gone)))


def _discards(
    hand: Hand, rules: RuleSet, seen: tuple[Tile, ...]
) -> Iterator[tuple[Tile, tuple[Wait, ...]]]:
    """Yield each standing tile whose discard leaves a waiting hand, most tiles left first."""
    options = []
    for tile in sorted(set(hand.standing)):
        rest = list(hand.standing)
        rest.remove(tile)
        waiting = waits(replace(hand, concealed=tuple(rest), winning=None), rules, (*seen, tile))
        if waiting:
            options.append((tile, waiting))
    yield from sorted(options, key=lambda each: (-sum(wait.left for wait in each[1]), each[0]))


FIELDS = ("hand", "phase", "seen")
COURSE = RULE_SETS["hk-majlife"]


def phases() -> list[Json]:
    """Return the phases of the course."""
    return [
        {
            "phase": phase.number,
            "blocks": phase.blocks,
            "tiles": phase.size,
            "bonus": phase.has_bonus,
            "text": Sentence(phase.text),
            "wording": phase.wording,
        }
        for phase in PHASES
    ]


def training_answer(body: Mapping[str, object]) -> Json:
    """Return whether a hand is complete in a phase (`POST /api/v1/training`); null means absent.

    `hand` may mark its last tile with +; `seen` are tiles that lie open elsewhere. Raises
    RequestError `unknown_field`, `missing_field` or `bad_value`.
    """
    given = {name: value for name, value in body.items() if value is not None}
    phase = _requested_phase(given)
    rules = training_rules(COURSE, phase)
    hand = read_hand(str(given["hand"]))
    seen, unread = seen_tiles(given.get("seen", ""))
    found = (*hand.unread, *unread)
    if not found:
        found = tuple(findings(hand, rules, phase, seen))
    looked = Drill() if found else drill(hand, rules, phase, seen)
    answer: Json = {
        "phase": phase.number,
        "blocks": phase.blocks,
        "valid": not found,
        "problems": list(flags(found).names),
        "hand": str(hand),
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
    return {**answer, "said": _result_text(phase, looked)}


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


def _result_text(phase: Phase, looked: Drill) -> Sentence:
    if looked.sets:
        sets = " ".join(str(part) for part in looked.sets)
        if phase.blocks == 1:
            return Sentence("Complete: 1 block and a pair, {sets}.", sets=sets)
        return Sentence(
            "Complete: {blocks} blocks and a pair, {sets}.", blocks=phase.blocks, sets=sets
        )
    if looked.waits:
        left = sum(wait.left for wait in looked.waits)
        return Sentence(
            "One tile short: {tiles} would complete it, {left} left.",
            tiles=_tiles(looked.waits),
            left=left,
        )
    if looked.discards:
        tile, waiting = looked.discards[0]
        return Sentence(
            "Not complete. Discard {tile}, and {tiles} would complete it.",
            tile=tile,
            tiles=_tiles(waiting),
        )
    return Sentence("Not complete, and no single tile would complete it.")


def _tiles(waits: Iterable[Wait]) -> str:
    return join_with_or(str(wait.tile) for wait in waits)
