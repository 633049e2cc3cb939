"""Who pays whom where every hand scores: schemes from the four scores to what each gains.

Each takes the scores by seat wind and the winner (several, where several win on one discard), and
returns what each seat gains; below zero it pays. All sum to zero except `keep_scores`.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from scorer.core.tiles import Wind

Scores: TypeAlias = Mapping[Wind, int]
Settle: TypeAlias = Callable[..., Scores]
"""A scheme of settlement, known by its name: takes the scores of one hand and the winners."""


def seats(scores: Scores) -> tuple[Wind, ...]:
    """Return the winds that somebody sits at, from East on."""
    return tuple(wind for wind in Wind if wind in scores)


def losers_pay_difference(scores: Scores, *winners: Wind) -> Scores:
    """Each loser pays the winner the difference of their scores; a winner never pays.

    docs/rules/classical-20.md, C3.
    """
    return _gains(scores, _winner_leads(scores, winners))


def losers_settle_difference(scores: Scores, *winners: Wind) -> Scores:
    """Each loser and the winner settle what their scores differ by, whoever has more (C3)."""
    return _gains(scores, _winner_pairs(scores, winners))


def every_pair(scores: Scores, *_winners: Wind) -> Scores:
    """Every pair settles the difference; the winner has no privilege.

    docs/rules/classical-british.md, D14.
    """
    whole = sum(scores.values())
    return {wind: len(scores) * scores[wind] - whole for wind in seats(scores)}


def every_pair_winner_never_pays(scores: Scores, *winners: Wind) -> Scores:
    """Every pair settles the difference, but a winner pays no loser who scored more (D14)."""
    return _gains(scores, _pairs_sparing_winners(scores, winners))


def every_pair_east_double(scores: Scores, *_winners: Wind) -> Scores:
    """Every pair settles the difference, East twice of it (British custom, D15)."""
    return _gains(scores, _double_for_east(_pairs(scores)))


def every_pair_east_double_winner_never_pays(scores: Scores, *winners: Wind) -> Scores:
    """Every pair settles, East twice, but a winner pays no loser who scored more (D14, D15)."""
    return _gains(scores, _double_for_east(_pairs_sparing_winners(scores, winners)))


def winner_in_full(scores: Scores, *winners: Wind) -> Scores:
    """Each loser pays a winner the full score, losers settle, East twice of all (C3, D15)."""
    return _gains(scores, _double_for_east(_full_scores(scores, winners)))


def keep_scores(scores: Scores, *_winners: Wind) -> Scores:
    """Nobody pays anybody: each gains their own score (docs/rules/simplified-300.md, 4)."""
    return {wind: scores[wind] for wind in seats(scores)}


def _winner_pairs(scores: Scores, winners: tuple[Wind, ...]) -> Iterator[tuple[Wind, Wind, int]]:
    """Yield each winner with each loser and the winner's lead, which may be below zero."""
    for winner in winners:
        for loser in seats(scores):
            if loser not in winners:
                yield winner, loser, scores[winner] - scores[loser]


def _winner_leads(scores: Scores, winners: tuple[Wind, ...]) -> Iterator[tuple[Wind, Wind, int]]:
    """Yield the same pairs without those in which the winner would owe."""
    return ((gains, pays, max(0, by)) for gains, pays, by in _winner_pairs(scores, winners))


def _pairs(scores: Scores) -> Iterator[tuple[Wind, Wind, int]]:
    """Yield every pair once, the first with its lead, which may be below zero."""
    for one, other in combinations(seats(scores), 2):
        yield one, other, scores[one] - scores[other]


def _pairs_sparing_winners(
    scores: Scores, winners: tuple[Wind, ...]
) -> Iterator[tuple[Wind, Wind, int]]:
    """Yield every pair once, without what a winner would owe a loser."""
    yield from _winner_leads(scores, winners)
    for one, other, by in _pairs(scores):
        if (one in winners) == (other in winners):
            yield one, other, by


def _full_scores(scores: Scores, winners: tuple[Wind, ...]) -> Iterator[tuple[Wind, Wind, int]]:
    """Yield each winner with each loser and the winner's score, and the leads among losers."""
    for winner, loser, by in _winner_pairs(scores, winners):
        yield winner, loser, by + scores[loser]
    for one, other, by in _pairs(scores):
        if one not in winners and other not in winners:
            yield one, other, by


def _double_for_east(moves: Iterator[tuple[Wind, Wind, int]]) -> Iterator[tuple[Wind, Wind, int]]:
    for gains, pays, by in moves:
        yield gains, pays, 2 * by if Wind.EAST in (gains, pays) else by


def _gains(scores: Scores, moves: Iterator[tuple[Wind, Wind, int]]) -> Scores:
    gained = dict.fromkeys(seats(scores), 0)
    for gains, pays, by in moves:
        gained[gains] += by
        gained[pays] -= by
    return gained
