"""The tiles a hand waits for as public JSON: how many are left, and what each would score."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from scorer.api.requests import Catalogue, RequestError, given_fields, request_of
from scorer.api.scores import Json, details, score_json
from scorer.core.arrangements import completing_tiles
from scorer.core.hand import Finding, Hand, HandProblem, flags
from scorer.core.sentences import Sentence
from scorer.core.tiles import NotationError, Tile, parse_tiles
from scorer.core.win import Declaration
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.scoring.hand_score import copy_findings
from scorer.scoring.score import Request, score

FIELDS = ("hand", "rules", "seat", "round", "options", "seen")
LONGEST_SEEN = 144  # tiles of a whole set
# The parts of a score's answer that describe one way to win, and nothing about other players.
ANSWER_FIELDS = (
    *("valid", "problems", "details", "faan", "points", "missing", "score", "base", "multiplier"),
    *("added", "final_multiplier", "limit", "rows", "sets", "due"),
)


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand; `left` is the number of its copies not yet seen."""

    tile: Tile
    left: int


def waits(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> tuple[Wait, ...]:
    """Return the tiles that complete a hand under a rule set; bonus tiles that win alone come last.

    `seen` are tiles that lie open elsewhere on the table (discards, other players' sets).
    """
    gone = Counter((*hand.tiles, *hand.bonus, *seen))
    tiles = (
        *completing_tiles(hand.concealed, hand.melds, rules.forms.values()),
        *_winning_bonus(hand, rules),
    )
    return tuple(Wait(tile, max(0, tile.copies - gone[tile])) for tile in tiles)


def findings(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> tuple[Finding, ...]:
    """Return what keeps a hand from waiting; a hand of any size may wait for a bonus tile."""
    size = () if any(_winning_bonus(hand, rules)) else _size_findings(hand, rules)
    return (*size, *copy_findings(hand, rules, tuple(seen)))


def _winning_bonus(hand: Hand, rules: RuleSet) -> Iterator[Tile]:
    """Yield the bonus tiles that would win with any other tiles (eight treasures)."""
    for tile in rules.bonus_winds:
        if tile not in hand.bonus:
            drawn = Declaration(replace(hand, bonus=(*hand.bonus, tile)), self_drawn=True)
            if rules.bonus_only(drawn):
                yield tile


def _size_findings(hand: Hand, rules: RuleSet) -> Iterator[Finding]:
    waiting = rules.size - 1
    if hand.winning is not None:
        detail = Sentence(
            "A waiting hand has no winning tile yet: leave +{winning} out.", winning=hand.winning
        )
        yield Finding(HandProblem.TILE_COUNT, detail)
    elif hand.size != waiting:
        remedy = (
            Sentence("leave out the tile to discard")
            if hand.size == waiting + 1
            else Sentence("check the tiles")
        )
        detail = Sentence(
            "A waiting hand has {waiting} tiles, counting a kong as three and leaving out "
            "bonus tiles; this one has {tiles}: {remedy}.",
            waiting=waiting,
            tiles=hand.size,
            remedy=remedy,
        )
        yield Finding(HandProblem.TILE_COUNT, detail)


def waits_answer(body: Mapping[str, object], known: Catalogue = RULE_SETS) -> Json:
    """Return what the hand of a request waits for (`POST /api/v1/waits`); null means absent.

    `seen` is a text of tiles, or a list of such texts, that lie open elsewhere on the table. Each
    of `waits` has `tile`, `left`, and what the win would be by `discard` (null for a bonus tile
    that nobody can claim) and by `self_draw`. A hand that cannot wait gives `"valid": false` with
    `problems`. Raises RequestError as a score does.
    """
    given = given_fields(body, FIELDS, ("hand", "rules"))
    shown = given.pop("seen", "")
    asked = request_of(given, known)
    rules, hand = asked.rules, asked.declared.hand
    seen, unread = seen_tiles(shown)
    found = (*hand.unread, *unread) or findings(hand, rules, seen)
    found_waits = () if found else waits(hand, rules, seen)
    result: Json = {
        "rules": rules.id,
        "valid": not found,
        "problems": list(flags(found).names),
        "hand": str(hand),
        "waits": [_wait(wait, asked) for wait in found_waits],
        "left": sum(wait.left for wait in found_waits),
    }
    if found:
        result["details"] = details(found)
    return result


def seen_tiles(value: object) -> tuple[tuple[Tile, ...], tuple[Finding, ...]]:
    """Read `seen`, a text of tiles or a list of them; raises RequestError `bad_value` otherwise."""
    texts = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(text, str) for text in texts):
        detail = Sentence(
            "seen must be text with tiles or a list of them, such as '5m 5m 1z', not {value}.",
            value=repr(value),
        )
        raise RequestError("bad_value", detail)
    try:
        tiles = parse_tiles(" ".join(str(text) for text in texts))
    except NotationError as error:
        return (), (Finding(HandProblem.BAD_NOTATION, Sentence("seen: {error}", error=str(error))),)
    if len(tiles) > LONGEST_SEEN:
        detail = Sentence(
            "seen: there are {tiles} tiles, more than a set of {most} has.",
            tiles=len(tiles),
            most=LONGEST_SEEN,
        )
        return (), (Finding(HandProblem.TOO_MANY_COPIES, detail),)
    return tiles, ()


def _wait(wait: Wait, asked: Request) -> Json:
    """Return what a tile completes, and what each way to win with it is worth."""
    hand = asked.declared.hand
    if wait.tile.is_bonus:
        won = replace(hand, bonus=(*hand.bonus, wait.tile))
    else:
        won = replace(hand, winning=wait.tile, is_marked=True)
    shown: Json = {"tile": str(wait.tile), "left": wait.left}
    for way, self_drawn in (("discard", False), ("self_draw", True)):
        declared = replace(asked.declared, hand=won, self_drawn=self_drawn)
        scored = score_json(score(asked._replace(declared=declared)))
        # Nobody discards a bonus tile, but where a house lets it be robbed, that is a way to win.
        possible = scored["valid"] or not wait.tile.is_bonus
        kept = {name: scored[name] for name in ANSWER_FIELDS if name in scored}
        shown[way] = kept if possible else None
    return shown
