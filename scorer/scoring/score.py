"""Scores a request: its hand and, where everyone scores, those of the others."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from scorer.core.hand import Finding, HandProblem, flags
from scorer.core.sentences import Sentence
from scorer.core.tiles import Wind
from scorer.core.win import Circumstance, Declaration, Role
from scorer.rules.payment import (
    FedWin,
    NotResponsibleError,
    PaidAmount,
    Settlement,
    Way,
    drawing_row,
    due_faan,
    due_for_all,
    responsibility,
    settle_win,
    way_to_pay,
)
from scorer.rules.rule_set import RuleSet
from scorer.scoring.hand_score import HandScore, score_hand


class Request(NamedTuple):
    """A hand to score: what is declared, and by which rules.

    `losers` are hands of others by seat wind: they count where everyone scores. `responsible` is
    the seat wind of who pays for all (包), `way` the id of the reason if the house has several.
    """

    rules: RuleSet
    declared: Declaration
    losers: Mapping[Wind, Declaration] = MappingProxyType({})
    responsible: Wind | None = None
    way: str | None = None


@dataclass(frozen=True)
class Score:
    """The result of a request: the winner's hand, and the others by seat wind as far as known.

    `unused` are seats whose hands count for nothing. One invalid hand keeps all from being settled.
    `responsible` and `way` are those of the request. What is owed is in coins
    (`TableRules.in_points`).
    """

    winner: HandScore
    losers: Mapping[Wind, HandScore]
    unused: tuple[Wind, ...] = ()
    responsible: Wind | None = None
    way: str | None = None

    @cached_property
    def rules(self) -> RuleSet:
        """The rules it was scored by."""
        return self.winner.rules

    @cached_property
    def hand(self) -> HandScore:
        """The score of the hand, without a count if another hand is wrong."""
        found = self.findings
        if found == self.winner.findings:
            return self.winner
        return replace(self.winner, findings=found, count=None)

    @property
    def is_valid(self) -> bool:
        """Whether the win stands, with all hands that are known."""
        return not self.findings

    @property
    def problems(self) -> HandProblem:
        """Everything that is wrong, as flags."""
        return flags(self.findings)

    @cached_property
    def faan(self) -> int | None:
        """The faan after the cap, None for a hand that does not win or counts in points."""
        return self.hand.faan

    @property
    def points(self) -> int | None:
        """The points of a hand where hands count in points, at most the limit."""
        return self.hand.points

    @cached_property
    def paid_as_draw(self) -> str | None:
        """The name of the row for which a win on a discard is paid as a draw."""
        if self.winner.count is None or self.winner.declared.self_drawn:
            return None
        return drawing_row(self.winner.count)

    @cached_property
    def fed(self) -> FedWin:
        """What is known about who fed the win."""
        declared = self.winner.declared
        robbed = declared.has(Circumstance.ROBBING_KONG & self.rules.events)
        return FedWin(self.winner.is_limit, self._drawn, robbed, declared.hand)

    @cached_property
    def borne(self) -> Way | None:
        """The way in which one player pays for all, and what; None if nobody does."""
        if self.faan is None or not self.rules.payment.responsible:
            return None
        return way_to_pay(self.rules.payment, self.fed, self.responsible, self.way)

    @cached_property
    def due(self) -> Mapping[str, int] | None:
        """Who owes what, without names (`due_faan`); None if it is unknown."""
        if self.faan is None or self.rules.everyone_scores:
            return None
        if self._settlement is not None:
            return self._settlement.due
        drawn = self.borne is not None and self.borne[1] is PaidAmount.SELF_DRAW
        due = due_faan(self.faan, self.rules, self_drawn=drawn, winner=self.winner.declared.seat)
        if self.borne is None or due is None:
            return due
        return due_for_all(due, thrown=self.responsible is None)

    @cached_property
    def payments(self) -> Mapping[Wind, int] | None:
        """What each seat gains; None if it is unknown, or if nobody pays anybody."""
        if self.rules.everyone_scores:
            if self.scores is None or not self.rules.table.zero_sum:
                return None
            return dict(self.rules.settle(self.scores, self.winner.declared.seat))
        return None if self._settlement is None else self._settlement.deltas

    @cached_property
    def _settlement(self) -> Settlement | None:
        """The settlement of the win in faan, None if the discarder is unknown."""
        declared = self.winner.declared
        if self.faan is None or (declared.discarder is None and not self._drawn):
            return None
        seats = (declared.seat, declared.discarder, self.responsible)
        return settle_win(self.faan, self.rules, seats, self.borne, drawn=self._drawn)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Everything wrong with any hand, and with all of them together."""
        return (
            *self.winner.findings,
            *self._losers_findings(),
            *self._copy_findings(),
            *self._responsible_findings(),
        )

    @cached_property
    def scores(self) -> dict[Wind, int] | None:
        """What each seat scores, None if a hand is missing or wrong."""
        hands = {self.winner.declared.seat: self.winner, **self.losers}
        scores = {wind: hand.figures.get("score") for wind, hand in hands.items()}
        known = {wind: score for wind, score in scores.items() if score is not None}
        return known if len(known) == self.rules.table.players and not self.findings else None

    @cached_property
    def _drawn(self) -> bool:
        return self.winner.declared.self_drawn or self.paid_as_draw is not None

    def _responsible_findings(self) -> Iterator[Finding]:
        """Yield a finding if someone is named to pay for all and the rules do not allow it."""
        if self.responsible is None or self.winner.faan is None:
            return
        if self.responsible not in self.rules.winds:
            detail = Sentence(
                "Nobody sits at {responsible} at this table, so nobody there can pay for all.",
                responsible=self.responsible,
            )
            yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
            return
        if self.responsible is self.winner.declared.seat:
            detail = Sentence(
                'The winner cannot also be the player who pays for all: "responsible" and '
                '"seat" must differ.'
            )
            yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
            return
        try:
            responsibility(self.rules.payment, self.fed, self.way)
        except NotResponsibleError as error:
            yield Finding(
                HandProblem.CONTRADICTORY_EVENT,
                Sentence('{error} Leave "responsible" out.', error=str(error)),
            )

    def _losers_findings(self) -> Iterator[Finding]:
        for wind, hand in self.losers.items():
            if wind is self.winner.declared.seat:
                detail = Sentence(
                    '"losers" has a hand for {wind}, which is the winner\'s own seat.', wind=wind
                )
                yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
            if wind not in self.rules.winds:
                detail = Sentence(
                    '"losers" has a hand for {wind}, where nobody sits at this table.', wind=wind
                )
                yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
            for finding in hand.findings:
                detail = Sentence("The hand of {wind}: {detail}", wind=wind, detail=finding.detail)
                yield finding._replace(detail=detail)

    def _copy_findings(self) -> Iterator[Finding]:
        """Yield findings for tiles of which the hands hold too many only when taken together."""
        if not self.losers:
            return
        held = {self.winner.declared.seat: self.winner, **self.losers}
        hands = {wind: each.declared.hand for wind, each in held.items()}
        counts = {wind: Counter((*hand.tiles, *hand.bonus)) for wind, hand in hands.items()}
        together = sum(counts.values(), Counter())
        for tile, number in sorted(together.items()):
            holders = [wind for wind, count in counts.items() if count[tile]]
            if number > tile.copies >= max(counts[wind][tile] for wind in holders):
                detail = Sentence(
                    "{tile} appears {number} times in the hands of {holders} together; a set "
                    "of tiles has {copies}.",
                    tile=tile,
                    number=number,
                    holders=", ".join(holders),
                    copies=tile.copies,
                )
                yield Finding(HandProblem.TOO_MANY_COPIES, detail)


def score(request: Request) -> Score:
    """Score the hand of a request, and those of the others where everyone scores.

    Nothing is raised for a hand that does not win: `Score.findings` says what is wrong.
    """
    rules, declared, unused = request.rules, request.declared, tuple(request.losers)
    if declared.role not in rules.roles:
        detail = Sentence(
            '{id} only scores the winner; leave "role" out or set it to "winner".', id=rules.id
        )
        not_scored = Finding(HandProblem.ROLE_NOT_SCORED, detail)
        return Score(HandScore(rules, declared, (*declared.hand.unread, not_scored), None), {})
    scored = score_hand(declared, rules)
    if declared.role is Role.LOSER:
        return Score(scored, {}, unused)
    if not rules.everyone_scores:
        return Score(scored, {}, unused, request.responsible, request.way)
    losers = {seat: score_hand(lost, rules) for seat, lost in request.losers.items()}
    return Score(scored, losers, (), request.responsible, request.way)
