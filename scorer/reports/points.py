"""What a win comes to where every hand scores: four scores, by tiles or as agreed, and who owes."""

from collections.abc import Sequence
from dataclasses import replace

from scorer.api.scores import score_json
from scorer.core.hand import read_hand
from scorer.core.sentences import RefusedError, Sentence, join_with_and
from scorer.ledger.events import Hands, HandWon, Winning
from scorer.reports.claims import ReportedWin, one_line
from scorer.reports.faan import score_win
from scorer.reports.report import Claim


def win_event(reported: ReportedWin) -> HandWon:
    """Return the hand with what is due, not yet collected; RefusedError for one that cannot be."""
    _check_result(reported)
    report = reported.report
    if report.scores is not None:
        return _agreed_scores(reported, report.scores)
    texts = list(report.hands or [None] * len(reported.table.players))
    for claim in reported.claims:
        texts[claim.player] = texts[claim.player] if claim.hand is None else claim.hand
    return _scored_hands(reported, texts)


def _check_result(reported: ReportedWin) -> None:
    report = reported.report
    if any(claim.faan is not None for claim in report.claims):
        detail = Sentence("{id} knows no faan; give hand, hands or scores.", id=reported.rules.id)
        raise RefusedError("not_for_these_rules", detail)
    if report.responsible is not None:
        detail = Sentence(
            "With {id} nobody pays for all; leave responsible out.", id=reported.rules.id
        )
        raise RefusedError("not_for_these_rules", detail)
    first, *others = report.claims
    results = {"hand": first.hand, "scores": report.scores, "hands": report.hands}
    given = [name for name, result in results.items() if result is not None]
    if len(given) != 1:
        names = join_with_and(given) if given else Sentence("none of them")
        detail = Sentence("Give exactly one of hand, hands or scores, not {names}.", names=names)
        raise RefusedError("one_result", detail)
    if given != ["hand"] and any(one.hand is not None for one in others):
        detail = Sentence(
            "The {given} of all hold the other winners' too; leave hand out of also.",
            given=given[0],
        )
        raise RefusedError("one_result", detail)


def _agreed_scores(reported: ReportedWin, scores: Sequence[int | None]) -> HandWon:
    """Return the hand with scores as agreed; one that nobody knows counts nothing."""
    for claim in reported.claims:
        if scores[claim.player] is None:
            raise _winner_unknown(claim, Sentence("score"))
    if any(score is not None and score < 0 for score in scores):
        raise RefusedError("bad_score", Sentence("No hand scores less than 0; check scores."))
    limit = reported.rules.limit
    known = [score if limit is None or score is None else min(score, limit) for score in scores]
    wins = tuple(
        Winning(claim.player, score=known[claim.player], circumstances=claim.circumstances)
        for claim in reported.claims
    )
    return _settled_hand(reported, wins, known, None)


def _scored_hands(reported: ReportedWin, texts: list[str | None]) -> HandWon:
    """Return the hand with every known hand scored; the first winner's answer has the losers'."""
    losing = {
        reported.winds[player]: read_hand(text)
        for player, text in enumerate(texts)
        if text is not None and player not in {claim.player for claim in reported.claims}
    }
    scores: list[int | None] = [None] * len(texts)
    wins: list[Winning] = []
    for claim in reported.claims:
        text = texts[claim.player]
        if text is None:
            raise _winner_unknown(claim, Sentence("hand"))
        request = reported.request(claim, text)
        if claim is reported.claims[0]:
            request = request._replace(losers=losing)
        won = score_win(request)
        scores[claim.player] = won.points
        for seat, hand in won.losers.items():
            scores[reported.winds.index(seat)] = hand.points
        wins.append(
            Winning(
                player=claim.player,
                hand=one_line(text),
                score=won.points,
                circumstances=claim.circumstances,
                answer=score_json(won),
            )
        )
    hands = tuple(None if text is None else one_line(text) for text in texts)
    return _settled_hand(reported, tuple(wins), scores, hands)


def _settled_hand(
    reported: ReportedWin, wins: tuple[Winning, ...], scores: list[int | None], hands: Hands | None
) -> HandWon:
    counted = tuple(score or 0 for score in scores)
    scores_by_wind = dict(zip(reported.winds, counted, strict=True))
    winners = (reported.winds[win.player] for win in wins)
    owed = reported.rules.settle(scores_by_wind, *winners)
    unknown = tuple(player for player in reported.table.players if scores[player] is None)
    return replace(reported.event(wins, owed), scores=counted, hands=hands, unknown=unknown)


def _winner_unknown(claim: Claim, what: str) -> RefusedError:
    detail = Sentence(
        "The {what} of the winner (player {player}) is missing; only losers may be null.",
        what=what,
        player=claim.player,
    )
    return RefusedError("winner_unknown", detail)
