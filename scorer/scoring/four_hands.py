"""The four hands of a deal, where everyone scores: the winner's and what the others hold."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scorer.core.problems import Finding, HandProblem
from scorer.core.tiles import Wind
from scorer.scoring.score import Score

PLAYERS = len(Wind)


@dataclass(frozen=True)
class FourHands:
    """The winner's hand and as many of the others, by seat wind, as are known.

    `unused` are seats whose hands were told and count for nothing.
    """

    winner: Score
    losers: Mapping[Wind, Score]
    unused: tuple[Wind, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything wrong with any hand, and with all of them together."""
        return (*self.winner.findings, *self._losers_findings(), *self._copy_findings())

    @property
    def scores(self) -> dict[Wind, int] | None:
        """What each seat scores, None where a hand is missing or wrong."""
        hands = {self.winner.declared.seat: self.winner, **self.losers}
        scores = {wind: hand.count.figures["score"] for wind, hand in hands.items() if hand.count}
        known = {wind: score for wind, score in scores.items() if score is not None}
        return known if len(known) == PLAYERS and not self.findings else None

    @property
    def payments(self) -> dict[Wind, int] | None:
        """What each seat gains, None where nobody can say and where nobody pays anybody."""
        rules, scores = self.winner.rules, self.scores
        if scores is None or not rules.table.zero_sum:
            return None
        return dict(rules.settle(scores, self.winner.declared.seat))

    def _losers_findings(self) -> Iterator[Finding]:
        for wind, hand in self.losers.items():
            if wind is self.winner.declared.seat:
                detail = f"losers has a hand of {wind}, which is the winner's own seat."
                yield Finding(HandProblem.CONTRADICTORY_EVENT, detail)
            for finding in hand.findings:
                yield replace(finding, detail=f"The hand of {wind}: {finding.detail}")

    def _copy_findings(self) -> Iterator[Finding]:
        """Find tiles of which the hands hold more than there are, though none does by itself."""
        held = {self.winner.declared.seat: self.winner, **self.losers}
        hands = {wind: each.declared.hand for wind, each in held.items()}
        counts = {wind: Counter((*hand.tiles, *hand.bonus)) for wind, hand in hands.items()}
        together = sum(counts.values(), Counter())
        for tile, number in sorted(together.items()):
            holders = [wind for wind, count in counts.items() if count[tile]]
            if number > tile.copies >= max(counts[wind][tile] for wind in holders):
                detail = (
                    f"{tile} is there {number} times in the hands of {', '.join(holders)} "
                    f"together; a set of tiles has {tile.copies}."
                )
                yield Finding(HandProblem.TOO_MANY_COPIES, detail)
