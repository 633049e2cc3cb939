"""Who pays whom where every hand scores: schemes from the scores to what each player gains."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from scorer.core.tiles import Wind

Scores: TypeAlias = Mapping[Wind, int]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A named scheme of settlement, by which every two players settle their difference.

    Two losers settle only if False is in `peers`, two winners on one discard only if True is.
    Without `winner_pays`, a winner owes no loser who scored more; with `in_full`, a loser pays all
    that the winner scored. If `pays` is false, nobody pays, and each player gains their own score.
    """

    name: str
    peers: tuple[bool, ...] = (False, True)
    winner_pays: bool = True
    in_full: bool = False
    east_double: bool = False
    pays: bool = True

    def __call__(self, scores: Scores, *winners: Wind) -> Scores:
        """Return what each seat gains by the scores and the winners; negative amounts are paid."""
        seats = [wind for wind in Wind if wind in scores]
        if not self.pays:
            return {wind: scores[wind] for wind in seats}
        gained = dict.fromkeys(seats, 0)
        for one, other in combinations(seats, 2):
            won = one in winners
            if won == (other in winners):
                moved = scores[one] - scores[other] if won in self.peers else 0
            elif won:
                moved = self._lead(scores[one], scores[other])
            else:
                moved = -self._lead(scores[other], scores[one])
            if self.east_double and one is Wind.EAST:  # East is the first of any pair
                moved *= 2
            gained[one] += moved
            gained[other] -= moved
        return gained

    def _lead(self, winner: int, loser: int) -> int:
        """Return what a loser owes a winner by their scores, which may be negative."""
        lead = winner if self.in_full else winner - loser
        return lead if self.winner_pays else max(0, lead)


# docs/rules/classical-20.md, C3
losers_pay_difference = Scheme("losers_pay_difference", peers=(), winner_pays=False)
losers_settle_difference = Scheme("losers_settle_difference", peers=())
# docs/rules/classical-british.md, D14 and the British custom of D15
every_pair = Scheme("every_pair")
every_pair_winner_never_pays = Scheme("every_pair_winner_never_pays", winner_pays=False)
every_pair_east_double = Scheme("every_pair_east_double", east_double=True)
every_pair_east_double_winner_never_pays = Scheme(
    "every_pair_east_double_winner_never_pays", winner_pays=False, east_double=True
)
winner_in_full = Scheme("winner_in_full", peers=(False,), in_full=True, east_double=True)
# docs/rules/simplified-300.md, 4
keep_scores = Scheme("keep_scores", pays=False)
