"""The training course as public JSON: its phases, and a hand examined in one of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from scorer.api.requests import RequestError, checked_text, given_fields
from scorer.api.scores import Json, details
from scorer.api.waits import seen_tiles, waits
from scorer.core.arrangements import Form, fewer_sets
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

    `hand` may mark its last tile with +; `seen` are tiles that lie open elsewhere. `sets` are those
    of a complete hand, `waits` what completes a hand one tile short, and `discards` those that let
    a full hand wait. Raises RequestError `unknown_field`, `missing_field` or `bad_value`.
    """
    given = given_fields(body, FIELDS, ("hand", "phase"))
    hand = read_hand(checked_text(given["hand"], "hand"))
    phase = _requested_phase(given["phase"])
    rules = _rules(phase)
    seen, unread = seen_tiles(given.get("seen", ""))
    found = (*hand.unread, *unread) or tuple(_findings(hand, rules, phase, seen))
    is_full = not found and hand.size == phase.size
    sets = _sets(hand, phase) if is_full else []
    answer: Json = {
        "phase": phase.number,
        "blocks": phase.blocks,
        "valid": not found,
        "problems": list(flags(found).names),
        "hand": str(hand),
        "complete": bool(sets),
        "sets": sets,
        "waits": [] if found or is_full else _waits(hand, rules, seen),
        "discards": _discards(hand, rules, seen) if is_full and not sets else [],
    }
    if found:
        return {**answer, "said": None, "details": details(found)}
    return {**answer, "said": _result_text(answer)}


def _requested_phase(number: object) -> Phase:
    if isinstance(number, bool) or number not in range(1, len(PHASES) + 1):
        raise RequestError(
            "bad_value",
            Sentence(
                "phase must be 1 to {phases}, not {number}.",
                phases=len(PHASES),
                number=repr(number),
            ),
        )
    return next(phase for phase in PHASES if phase.number == number)


def _rules(phase: Phase) -> RuleSet:
    """Return the rules by which the blocks of a phase and a pair are the only hands."""
    house = COURSE.house({"blocks": phase.blocks, "bonus_tiles": 8 if phase.has_bonus else 0})
    return replace(house, arrangers={Form.STANDARD: fewer_sets(phase.blocks)})


def _findings(
    hand: Hand, rules: RuleSet, phase: Phase, seen: tuple[Tile, ...]
) -> Iterator[Finding]:
    """Yield what keeps a hand from being examined in a phase."""
    if hand.size not in (phase.size - 1, phase.size):
        detail = Sentence(
            "Phase {number} is played with {waiting} tiles, and {whole} to win, counting a "
            "kong as three and leaving out flowers; there are {tiles} here.",
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
        yield from copy_findings(hand, rules, seen)


def _sets(hand: Hand, phase: Phase) -> list[str]:
    """Return the sets of a hand that is complete in a phase, its pair last."""
    for sets in fewer_sets(phase.blocks)(hand.standing, len(hand.melds)):
        return [str(part) for part in sorted((*sets, *hand.melds), key=attrgetter("is_eyes"))]
    return []


def _waits(hand: Hand, rules: RuleSet, seen: tuple[Tile, ...]) -> list[Json]:
    return [{"tile": str(wait.tile), "left": wait.left} for wait in waits(hand, rules, seen)]


def _discards(hand: Hand, rules: RuleSet, seen: tuple[Tile, ...]) -> list[Json]:
    """Return each standing tile whose discard leaves a waiting hand, most tiles left first."""
    options = []
    for tile in sorted(set(hand.standing)):
        rest = list(hand.standing)
        rest.remove(tile)
        waiting = replace(hand, concealed=tuple(rest), winning=None)
        if found := _waits(waiting, rules, (*seen, tile)):
            options.append({"tile": str(tile), "waits": found})
    return sorted(options, key=lambda each: -_tiles_left(each["waits"]))


def _tiles_left(waits: Iterable[Json]) -> int:
    return sum(wait["left"] for wait in waits)


def _tiles(waits: Iterable[Json]) -> str:
    return join_with_or(wait["tile"] for wait in waits)


def _result_text(answer: Json) -> Sentence:
    if answer["sets"]:
        sets = " ".join(answer["sets"])
        if answer["blocks"] == 1:
            return Sentence("Complete: 1 block and a pair, {sets}.", sets=sets)
        return Sentence(
            "Complete: {blocks} blocks and a pair, {sets}.", blocks=answer["blocks"], sets=sets
        )
    if waiting := answer["waits"]:
        return Sentence(
            "One tile short: {tiles} would complete it, {left} left.",
            tiles=_tiles(waiting),
            left=_tiles_left(waiting),
        )
    if answer["discards"]:
        first = answer["discards"][0]
        return Sentence(
            "Not complete. Discard {tile}, and {tiles} would complete it.",
            tile=first["tile"],
            tiles=_tiles(first["waits"]),
        )
    return Sentence("Not complete, and no single tile would complete it.")
