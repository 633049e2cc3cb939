"""One hand scored: what keeps it from being scored, or the best of its lawful readings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from scorer.core.arrangements import Arrangement, Arranger, Form, seven_pairs_quads
from scorer.core.hand import Finding, Hand, HandProblem, flags
from scorer.core.sentences import RowName, Sentence, join_sentences, join_with_and, join_with_commas
from scorer.core.tiles import COPIES, TILES, Tile
from scorer.core.win import (
    FORM_TRAITS,
    NO_CIRCUMSTANCE,
    OF_A_DISCARD,
    Circumstance,
    Declaration,
    Role,
    Shape,
    Win,
    broken_needs,
)
from scorer.rules.hand_count import HandCount, count_hand
from scorer.rules.rule_set import BONUS_WINDS, RuleSet


def findings(declared: Declaration, rules: RuleSet) -> tuple[Finding, ...]:
    """Return everything wrong with the tiles and with the declared win.

    How the hand was won does not matter for a player who did not win.
    """
    refused = refused_findings(declared, rules) if rules.refused else ()
    if declared.role is Role.LOSER:
        return (*_held_findings(declared, rules), *copy_findings(declared.hand, rules), *refused)
    return (*tile_findings(declared, rules), *event_findings(declared, rules), *refused)


def refused_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    """Return what the rule set never allows, such as robbing a kong that nobody may make."""
    return (each.finding for each in rules.refused if each.fact(declared))


def tile_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    """Return what is wrong with the tiles of a winner's hand."""
    hand = declared.hand
    bonus_wins = rules.bonus_only(declared)
    if hand.size > rules.size or (hand.size < rules.size and not bonus_wins):
        detail = Sentence(
            "A winning hand has {whole} tiles, counting a kong as three and leaving out bonus "
            "tiles; this one has {tiles}.",
            whole=rules.size,
            tiles=hand.size,
        )
        yield Finding(HandProblem.TILE_COUNT, detail)
    yield from copy_findings(declared.hand, rules)
    if hand.winning is None and not bonus_wins and not declared.has(Circumstance.DEALT_HAND):
        yield Finding(HandProblem.NO_WINNING_TILE, _no_winning_tile(rules))


def _no_winning_tile(rules: RuleSet) -> str:
    """Return what to do without a winning tile: mark it, or win by bonus tiles if they can."""
    asked = Sentence("Mark the winning tile with +, such as +9p.")
    least = rules.bonus_wins
    if least is None:
        return asked
    alone = Sentence("Eight bonus tiles win without it, as a self-draw.")
    if least < len(BONUS_WINDS):
        alone = Sentence("{n} or more bonus tiles win without it, as a self-draw.", n=least)
    elif rules.bonus_robbed:
        alone = Sentence("Eight bonus tiles win without it.")
    return join_sentences((asked, alone))


def _held_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    """Return what is wrong with the size of a hand that did not win: parts may be unknown."""
    hand = declared.hand
    if hand.winning is not None:
        detail = Sentence(
            "A hand that did not win has no winning tile: write {winning} without +.",
            winning=hand.winning,
        )
        yield Finding(HandProblem.BAD_NOTATION, detail)
    if hand.size >= rules.size:
        detail = Sentence(
            "A hand that did not win has at most {most} tiles, counting a kong as three and "
            "leaving out bonus tiles; this one has {tiles}.",
            most=rules.size - 1,
            tiles=hand.size,
        )
        yield Finding(HandProblem.TILE_COUNT, detail)


def copy_findings(hand: Hand, rules: RuleSet, seen: Sequence[Tile] = ()) -> Iterator[Finding]:
    """Return the tiles of which there are too many, counting those `seen` elsewhere.

    And the bonus tiles that are not in play.
    """
    counts = [0] * len(TILES)
    for tile in (*hand.tiles, *hand.bonus, *seen):
        counts[tile.index] += 1
    if not hand.bonus and not seen and max(counts) <= COPIES:
        return
    for tile in TILES:
        count = counts[tile.index]
        if count > tile.copies:
            detail = Sentence(
                "{tile} appears {count} times{where}; a set of tiles has {copies}.",
                tile=tile,
                count=count,
                where=Sentence(" in the hand and among those seen") if tile in seen else "",
                copies=tile.copies,
            )
            yield Finding(HandProblem.TOO_MANY_COPIES, detail)
        elif count and tile.is_bonus and tile not in rules.bonus_winds:
            detail = Sentence(
                "{tile} is not used at this table; leave it out or change bonus_tiles.",
                tile=tile,
            )
            yield Finding(HandProblem.TOO_MANY_COPIES, detail)


def _circumstance_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    for sentence in broken_needs(declared, rules.events):
        yield Finding(HandProblem.CONTRADICTORY_EVENT, sentence)
    for pair in rules.contradictions:
        if pair & rules.events & declared.circumstances == pair:
            names = join_with_and(each.public for each in pair)
            detail = Sentence("{names} cannot both be true.", names=names)
            yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)


def event_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    """Return what is contradictory in how the win came about."""
    if declared.circumstances != NO_CIRCUMSTANCE:
        yield from _circumstance_findings(declared, rules)
    if declared.discarder is not None and declared.self_drawn:
        detail = Sentence(
            'A self-draw has no discarder: leave "from" out, or set "win" to "discard".'
        )
        yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
    winds = rules.winds
    for wind in (declared.seat, declared.discarder):
        if wind is not None and wind not in winds:
            detail = Sentence(
                "Nobody sits at {wind} at this table: use one of {winds}.",
                wind=wind,
                winds=", ".join(winds),
            )
            yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
    if declared.discarder is declared.seat:
        detail = Sentence(
            'A player cannot win on their own discard ("from" and "seat" are both {seat}).',
            seat=declared.seat,
        )
        yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)


# By the number of sets in a whole hand.
SHAPES_OF_SETS = (
    Sentence("no set and a pair"),
    Sentence("one set and a pair"),
    Sentence("two sets and a pair"),
    Sentence("three sets and a pair"),
    Sentence("four sets and a pair"),
)
QUADS = "seven_pairs_quads"
PAIRS = "seven_pairs"


@dataclass(frozen=True)
class HandScore:
    """A declared hand as scored: its best count, or the findings that prevent one.

    A hand below the minimum has both.
    """

    rules: RuleSet
    declared: Declaration
    findings: tuple[Finding, ...]
    count: HandCount | None

    @property
    def problems(self) -> HandProblem:
        """Everything that is wrong, as flags."""
        return flags(self.findings)

    @property
    def is_valid(self) -> bool:
        """Whether the win stands, or the hand that did not win can be scored."""
        return not self.findings

    @cached_property
    def figures(self) -> Mapping[str, int | None]:
        """The result by its public names, all None without a count."""
        return self.count.figures if self.count else dict.fromkeys(self.rules.figures)

    @cached_property
    def faan(self) -> int | None:
        """The faan after the cap, None for a hand that does not win or counts in points."""
        return self.figures.get("faan") if self.is_valid else None

    @property
    def points(self) -> int | None:
        """The points of a hand that counts in points, at most the limit."""
        return self.figures.get("score") if self.is_valid else None

    @cached_property
    def is_limit(self) -> bool:
        """Whether it reached the limit, by a row or by the sum."""
        return self.count is not None and self.count.is_limit


# If a part could not be read, it may hold the very tiles that seem to be missing.
UNSURE_IF_UNREAD = (
    HandProblem.TILE_COUNT | HandProblem.NOT_A_WINNING_HAND | HandProblem.BELOW_MINIMUM
)


def score_hand(declared: Declaration, rules: RuleSet) -> HandScore:
    """Score a declared hand by the best of its readings, or say what is wrong."""
    scored, hand = _score_tiles(declared, rules), declared.hand
    if not hand.unread:
        return scored
    unsure = UNSURE_IF_UNREAD
    if hand.is_marked:
        unsure |= HandProblem.NO_WINNING_TILE
    others = (finding for finding in scored.findings if finding.problem not in unsure)
    return replace(scored, findings=(*hand.unread, *others), count=None)


def _score_tiles(declared: Declaration, rules: RuleSet) -> HandScore:
    """Score the readable tiles of a hand."""
    found = findings(declared, rules)
    if found and declared.role is Role.LOSER:
        return HandScore(rules, declared, found, None)  # too many tiles would have endless readings
    wins = tuple(readings(declared, rules))
    counts = [count_hand(rules, win) for win in wins if is_lawful(win, rules)]
    if not wins and declared.hand.size == rules.size:
        detail = _no_winning_hand(declared, rules)
        found = (*found, Finding(HandProblem.NOT_A_WINNING_HAND, detail))
    if wins and not counts:
        broken = (each for each in rules.unlawful if any(each.fact(win) for win in wins))
        found = (*found, *(each.finding for each in broken))
    if found or not counts:
        return HandScore(rules, declared, found, None)
    best = min(counts, key=lambda each: each.rank) if len(counts) > 1 else counts[0]
    if best.missing:
        detail = Sentence(
            "The hand has {faan} faan and the minimum is {minimum}: {missing} faan short, so "
            "it is not a legal win.",
            faan=rules.minimum - best.missing,
            minimum=rules.minimum,
            missing=best.missing,
        )
        found = (Finding(HandProblem.BELOW_MINIMUM, detail),)
    return HandScore(rules, declared, found, best)


def as_drawn(declared: Declaration) -> Declaration:
    """Return the win as if its last tile had been drawn, without circumstances of discards."""
    kept = declared.circumstances & ~OF_A_DISCARD
    return replace(declared, self_drawn=True, discarder=None, circumstances=kept)


def _no_winning_hand(declared: Declaration, rules: RuleSet) -> str:
    """Return which hands win by the rules of the table, and what is wrong with seven pairs."""
    sets = rules.size // 3
    shapes: list[str] = [SHAPES_OF_SETS[sets]]
    shapes += [
        RowName(row.name.lower(), row.zh, row.name)
        for form, trait in FORM_TRAITS.items()
        if form in rules.forms
        for row in rules.rows
        if row.needs & trait
    ]
    *others, last = shapes
    forms = (
        Sentence("{left} or {right}", left=join_with_commas(others), right=last) if others else last
    )
    detail = Sentence("These tiles are not a winning hand: {forms}.", forms=forms)
    hand = declared.hand
    if rules.size < hand.size or not any(seven_pairs_quads(hand.standing, len(hand.melds))):
        return detail
    if Form.SEVEN_PAIRS in rules.forms:
        return join_sentences(
            (
                detail,
                _unless_option(rules, QUADS, Sentence("Four of a kind do not count as two pairs")),
            )
        )
    return join_sentences(
        (detail, _unless_option(rules, PAIRS, Sentence("Seven pairs do not win")))
    )


def _unless_option(rules: RuleSet, option: str, so: str) -> str:
    """Return that this is so, unless the table plays with the option, if the rules have it."""
    if option not in {each.name for each in rules.options}:
        return Sentence("{so}.", so=so)
    return Sentence("{so}, unless the table plays with the option {option}.", so=so, option=option)


def is_lawful(win: Win, rules: RuleSet) -> bool:
    """Return whether a reading may win under a rule set."""
    return not rules.unlawful or not any(refusal.fact(win) for refusal in rules.unlawful)


def readings(declared: Declaration, rules: RuleSet) -> Iterator[Win]:
    """Yield each reading: shape, sets, and the set or eyes that the winning tile completes.

    Without a winning tile (a dealt hand) any tile may have come last. A hand that did not win is
    read as the sets that its tiles happen to form.
    """
    hand = declared.hand
    own: tuple[Tile, ...] = ()
    if hand.bonus:
        own = tuple(tile for tile in hand.bonus if rules.bonus_winds.get(tile) is declared.seat)
    if declared.role is Role.LOSER:
        for arrangement in rules.held(hand.standing):
            sets = _with_melds(arrangement, hand.melds)
            yield Win(declared, Shape(Form.PARTIAL, sets), None, own)
        return
    if rules.bonus_only(declared):
        yield Win(declared, Shape(Form.BONUS_ONLY, ()), None, own)
    forms = tuple(rules.forms.items())
    for shape, completed in _placed_shapes(forms, hand.standing, hand.melds, hand.winning):
        yield Win(declared, shape, completed, own)


# The same hand is scored many times: drawn, with other winds, by other rules, as it is entered.
@lru_cache(maxsize=1024)
def _placed_shapes(
    forms: tuple[tuple[Form, Arranger], ...],
    standing: tuple[Tile, ...],
    melds: Arrangement,
    winning: Tile | None,
) -> tuple[tuple[Shape, int], ...]:
    """Return each way to read a hand, with the index of the set that came last."""
    found = []
    arrangers = tuple([arrange for _, arrange in forms])
    for form, arrange in forms:
        for arrangement in arrange(standing, len(melds)):
            sets = _with_melds(arrangement, melds)
            shape = Shape(form, sets, arrangers)
            found += [(shape, place) for place in _last_places(sets, melds, winning)]
    return tuple(found)


def _with_melds(arrangement: Arrangement, melds: Arrangement) -> Arrangement:
    """Put the sets on the table between the standing sets and the eyes, which come last."""
    if not melds:
        return arrangement
    sets = sum([not part.is_eyes for part in arrangement])
    return (*arrangement[:sets], *melds, *arrangement[sets:])


def _last_places(sets: Arrangement, melds: Arrangement, winning: Tile | None) -> Iterator[int]:
    """Yield where the winning tile can have gone: never into a set that lay on the table."""
    seen = {meld.text for meld in melds}
    for index, part in enumerate(sets):
        if part.text not in seen and (winning is None or part.has(winning)):
            seen.add(part.text)
            yield index
