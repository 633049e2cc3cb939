"""What a win comes to where only winners score: faan by the tiles or as agreed, and who owes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from scorer.api.scores import details, score_json
from scorer.core.sentences import RefusedError, Sentence, join_sentences
from scorer.core.tiles import Wind
from scorer.core.win import Circumstance
from scorer.ledger.events import HandWon, Winning
from scorer.reports.claims import ReportedWin, one_line
from scorer.reports.report import Claim
from scorer.rules.payment import (
    FedWin,
    NotResponsibleError,
    PaidAmount,
    Responsibility,
    responsibility,
    responsible_by_rules,
)
from scorer.scoring.score import Request, Score, score
from scorer.settlement.payments import pays_for_all, settle_faan

Way: TypeAlias = tuple[Responsibility, PaidAmount]
ROBBED = Circumstance.ROBBING_KONG.public


@dataclass(frozen=True, slots=True)
class ScoredClaim:
    """One claim: its faan, who fed it, and its score where its tiles are known."""

    claim: Claim
    faan: int
    fed: FedWin
    score: Score | None = None


def win_event(reported: ReportedWin) -> HandWon:
    """Return the hand with what is due, not yet collected; RefusedError for one that cannot be."""
    report = reported.report
    if report.scores is not None or report.hands is not None:
        detail = Sentence(
            "With {id} only the winner scores; give hand or faan.", id=reported.rules.id
        )
        raise RefusedError("not_for_these_rules", detail)
    claimed = [_scored_claim(reported, claim) for claim in reported.claims]
    ways = [_way_to_pay(reported, one) for one in claimed]
    owed = dict.fromkeys(Wind, 0)
    for one, way in zip(claimed, ways, strict=True):
        for wind, points in _transfers(reported, one, way).items():
            owed[wind] += points
    wins = tuple(_winning(reported, one, way) for one, way in zip(claimed, ways, strict=True))
    named = None if report.responsible is None else ways[0]
    event = reported.event(wins, owed)
    return event if named is None else replace(event, way=named[0].id)


def _scored_claim(reported: ReportedWin, claim: Claim) -> ScoredClaim:
    if (claim.hand is None) == (claim.faan is None):
        given = Sentence("neither") if claim.hand is None else Sentence("hand and faan")
        detail = Sentence("Give exactly one of hand or faan, not {given}.", given=given)
        raise RefusedError("one_result", detail)
    if claim.hand is None:
        return _agreed_faan(reported, claim, claim.faan or 0)
    found = score_win(reported.request(claim, claim.hand))
    return ScoredClaim(claim, found.faan or 0, found.fed, found)


def _agreed_faan(reported: ReportedWin, claim: Claim, faan: int) -> ScoredClaim:
    rules = reported.rules
    if faan < rules.minimum:
        detail = Sentence(
            "{faan} faan are below the table's minimum of {minimum}: no legal win.",
            faan=faan,
            minimum=rules.minimum,
        )
        raise RefusedError("below_minimum", detail, problems=["below_minimum"])
    capped = min(faan, rules.cap)
    robbed = ROBBED in claim.circumstances and ROBBED in [each.public for each in rules.events]
    fed = FedWin(capped >= rules.cap, reported.report.self_drawn, robbed)
    return ScoredClaim(claim, capped, fed)


def _winning(reported: ReportedWin, one: ScoredClaim, way: Way | None) -> Winning:
    claim, score = one.claim, one.score
    if score is None or claim.hand is None:
        return Winning(claim.player, faan=one.faan, circumstances=claim.circumstances)
    responsible = reported.report.responsible
    if way is not None and responsible is not None:
        score = replace(score, responsible=reported.winds[responsible], way=way[0].id)
    return Winning(
        player=claim.player,
        hand=one_line(claim.hand),
        faan=one.faan,
        circumstances=claim.circumstances,
        answer=score_json(score),
    )


def score_win(request: Request) -> Score:
    """Return the score of a winning hand; RefusedError with every problem of another."""
    won = score(request)
    if won.is_valid:
        return won
    problems = list(won.problems.names)
    detail = join_sentences(details(won.findings).values())
    # A complete hand that is worth too little is another matter than tiles that do not win.
    code = "below_minimum" if problems == ["below_minimum"] else "invalid_hand"
    raise RefusedError(code, detail, problems=problems, answer=score_json(won))


def _way_to_pay(reported: ReportedWin, one: ScoredClaim) -> Way | None:
    """Return how one player comes to pay for all of a win, None where nobody does."""
    pays, report = reported.rules.payment, reported.report
    if report.responsible is None:
        return responsible_by_rules(pays, one.fed)
    if report.responsible in [claim.player for claim in reported.claims]:
        raise RefusedError(
            "not_responsible", Sentence("A winner is not responsible for the own hand.")
        )
    try:
        return responsibility(pays, one.fed, report.way)
    except NotResponsibleError as error:
        raise RefusedError(
            "not_responsible", Sentence("{error} Leave responsible out.", error=str(error))
        ) from error


def _transfers(reported: ReportedWin, one: ScoredClaim, way: Way | None) -> Mapping[Wind, int]:
    """Return what a win moves by seat wind: nothing between those who win the same discard."""
    mine = reported.winds[one.claim.player]
    drawn = one.fed.self_drawn or (way is not None and way[1] is PaidAmount.SELF_DRAW)
    thrower = reported.thrower
    settled = settle_faan(one.faan, reported.rules, mine, None if drawn else thrower)
    moved = dict(settled.deltas)
    for fellow in [reported.winds[claim.player] for claim in reported.claims]:
        if fellow is not mine:
            moved[mine] += moved[fellow]
            moved[fellow] = 0
    responsible = reported.report.responsible
    payer = thrower if responsible is None else reported.winds[responsible]
    return moved if way is None or payer is None else pays_for_all(moved, payer)
