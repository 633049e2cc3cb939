"""What keeps a declared win from being scored, before anything is counted."""

from collections.abc import Iterator

from scorer.core.circumstances import broken_needs
from scorer.core.hand import Hand
from scorer.core.problems import Finding, HandProblem
from scorer.core.sentences import Sentence, join_sentences, join_with_and
from scorer.core.tiles import COPIES, TILES
from scorer.core.win import NO_CIRCUMSTANCE, Circumstance, Declaration, Role
from scorer.rules.rule_set import RuleSet

BONUS = tuple(tile for tile in TILES if tile.is_bonus)


def findings(declared: Declaration, rules: RuleSet) -> tuple[Finding, ...]:
    """List everything wrong with the tiles and with what is said about the win.

    How the hand was won is not asked of a player who did not win.
    """
    refused = refused_findings(declared, rules)
    if declared.role is Role.LOSER:
        return (*_held_findings(declared, rules), *_copy_findings(declared, rules), *refused)
    return (*tile_findings(declared, rules), *event_findings(declared, rules), *refused)


def refused_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    """List what the rule set never allows, such as robbing a kong that nobody may make."""
    return (each.finding for each in rules.refused if each.fact(declared))


def tile_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    """List what is wrong with the tiles of a winner's hand."""
    hand = declared.hand
    bonus_wins = rules.bonus_only(declared)
    if hand.size > rules.size or (hand.size < rules.size and not bonus_wins):
        detail = Sentence(
            "A winner has {whole} tiles, a kong counting as three and bonus tiles not at "
            "all; these are {tiles}.",
            whole=rules.size,
            tiles=hand.size,
        )
        yield Finding(HandProblem.TILE_COUNT, detail)
    yield from _copy_findings(declared, rules)
    if hand.winning is None and not bonus_wins and not declared.has(Circumstance.DEALT_HAND):
        yield Finding(HandProblem.NO_WINNING_TILE, _no_winning_tile(rules))


def _no_winning_tile(rules: RuleSet) -> str:
    """Return what to do without a winning tile: mark it, or win by bonus tiles where they do."""
    asked = Sentence("Mark the winning tile with +, such as +9p.")
    least = next((n for n in range(1, 9) if rules.bonus_only(_bonus_alone(n, drawn=True))), None)
    if least is None:
        return asked
    alone = Sentence("Eight bonus tiles win without it, by self-draw.")
    if least < len(BONUS):
        alone = Sentence("{n} bonus tiles or more win without it, by self-draw.", n=least)
    elif rules.bonus_only(_bonus_alone(least, drawn=False)):
        alone = Sentence("Eight bonus tiles win without it.")
    return join_sentences((asked, alone))


def _bonus_alone(number: int, *, drawn: bool) -> Declaration:
    return Declaration(Hand(bonus=BONUS[:number]), self_drawn=drawn)


def _held_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    """List what is wrong with the size of a hand that did not win: it may be known in part."""
    hand = declared.hand
    if hand.winning is not None:
        detail = Sentence(
            "A hand that did not win has no winning tile: write {winning} without +.",
            winning=hand.winning,
        )
        yield Finding(HandProblem.BAD_NOTATION, detail)
    if hand.size >= rules.size:
        detail = Sentence(
            "A hand that did not win has at most {most} tiles, a kong counting as three "
            "and bonus tiles not at all; these are {tiles}.",
            most=rules.size - 1,
            tiles=hand.size,
        )
        yield Finding(HandProblem.TILE_COUNT, detail)


def _copy_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    """List the tiles of which the hand has more than there are in play."""
    hand = declared.hand
    counts = [0] * len(TILES)
    for tile in (*hand.tiles, *hand.bonus):
        counts[tile.index] += 1
    if not hand.bonus and max(counts) <= COPIES:
        return
    for tile in TILES:
        count = counts[tile.index]
        if count > tile.copies:
            detail = Sentence(
                "{tile} is there {count} times; a set of tiles has {copies}.",
                tile=tile,
                count=count,
                copies=tile.copies,
            )
            yield Finding(HandProblem.TOO_MANY_COPIES, detail)
        elif count and tile.is_bonus and tile not in rules.bonus_winds:
            detail = Sentence(
                "{tile} is not in play at this table; leave it out or change bonus_tiles.",
                tile=tile,
            )
            yield Finding(HandProblem.TOO_MANY_COPIES, detail)


def _circumstance_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    for sentence in broken_needs(declared, rules.events):
        yield Finding(HandProblem.CONTRADICTORY_EVENT, sentence)
    for pair in rules.contradictions:
        if pair & rules.events & declared.circumstances == pair:
            names = join_with_and(each.public for each in pair)
            detail = Sentence("{names} cannot hold together.", names=names)
            yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)


def event_findings(declared: Declaration, rules: RuleSet) -> Iterator[Finding]:
    """List what contradicts itself in how the win came about."""
    if declared.circumstances != NO_CIRCUMSTANCE:
        yield from _circumstance_findings(declared, rules)
    if declared.discarder is not None and declared.self_drawn:
        detail = Sentence("A self-draw comes from nobody: leave from out, or say win discard.")
        yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
    winds = rules.winds
    for wind in (declared.seat, declared.discarder):
        if wind is not None and wind not in winds:
            detail = Sentence(
                "Nobody sits {wind} at this table: name one of {winds}.",
                wind=wind,
                winds=", ".join(winds),
            )
            yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
    if declared.discarder is declared.seat:
        detail = Sentence(
            "A player cannot win on their own discard: from and seat are both {seat}.",
            seat=declared.seat,
        )
        yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
