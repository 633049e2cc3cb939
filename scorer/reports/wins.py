"""Wins as players report them: who won, from whom, and the score by the rules of the table.

Players are numbers here and winds in the scorer; `ReportedWin` converts one into the other.
"""

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import Any, Self, TypeAlias

from scorer.api.scores import details, score_json
from scorer.core.hand import Hand, flags, read_hand
from scorer.core.sentences import (
    RefusedError,
    Sentence,
    hint,
    join_sentences,
    join_with_and,
    unknown,
)
from scorer.core.tiles import Wind
from scorer.core.win import CIRCUMSTANCES, Circumstance, Declaration, circumstances_of
from scorer.ledger.events import Hands, HandWon, Winning
from scorer.ledger.table import Player, TableState
from scorer.reports.agreement import Agreement
from scorer.rules.payment import (
    RESPONSIBILITIES,
    FedWin,
    NotResponsibleError,
    Way,
    settle_win,
    way_to_pay,
)
from scorer.rules.rule_set import RuleSet
from scorer.scoring.hand_score import event_findings, refused_findings
from scorer.scoring.score import Request, Score, score

Json: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Claim:
    """One player's win, claimed by its tiles or by an agreed number of faan."""

    player: Player
    hand: str | None = None
    faan: int | None = None
    circumstances: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, given: Json) -> Self:
        """Return the claim of a winner in the body of `POST …/hands`."""
        events = tuple(given.get("events") or ())
        return cls(Player(given["winner"]), given.get("hand"), given.get("faan"), events)

    @classmethod
    def from_win(cls, win: Winning) -> Self:
        """Return the claim that a recorded win was made of, for a hand scored by faan or tiles."""
        faan = win.faan if win.hand is None else None
        return cls(win.player, win.hand, faan, win.circumstances)


@dataclass(frozen=True, slots=True)
class HandReport:
    """A finished hand. `claims` are its wins, at least one; nobody claims a drawn hand.

    `responsible` is the player who pays for all, `way` the id of why. Where everyone scores,
    `scores` are agreed and `hands` are tiles, by player.
    """

    claims: tuple[Claim, ...] = ()
    self_drawn: bool = False
    discarder: Player | None = None
    responsible: Player | None = None
    way: str | None = None
    scores: tuple[int | None, ...] | None = None
    hands: Hands | None = None

    @classmethod
    def from_json(cls, body: Json) -> Self:
        """Return the report in a body of `POST …/hands` whose types have been checked.

        Raises RefusedError `drawn_hand` or `winner_required`.
        """
        if body.get("draw"):
            given = {name for name, value in body.items() if value is not None and value != []}
            if given - {"draw", "win", "expected_seq"}:
                detail = Sentence("A drawn hand has no winner and no score; send only draw.")
                raise RefusedError("drawn_hand", detail)
            return cls()
        if body.get("winner") is None:
            detail = Sentence("Say who won (winner, a player index 0-3) or draw: true.")
            raise RefusedError("winner_required", detail)
        return cls(
            claims=tuple(Claim.from_json(one) for one in (body, *(body.get("also") or ()))),
            self_drawn=body.get("win") == "self-draw",
            discarder=_player(body.get("from")),
            responsible=_player(body.get("responsible")),
            way=body.get("responsibility"),
            scores=_as_tuple(body.get("scores")),
            hands=_as_tuple(body.get("hands")),
        )

    @classmethod
    def from_event(cls, hand: HandWon) -> Self:
        """Return the report that a recorded hand was made of."""
        claims = tuple(Claim.from_win(win) for win in hand.wins)
        scores = None
        if hand.scores is not None:
            claims = tuple(Claim(one.player, circumstances=one.circumstances) for one in claims)
        if hand.scores is not None and hand.hands is None:
            known = enumerate(hand.scores)
            scores = tuple(None if player in hand.unknown else one for player, one in known)
        return cls(
            claims=claims,
            self_drawn=hand.self_drawn,
            discarder=hand.discarder,
            responsible=hand.responsible,
            way=hand.way,
            scores=scores,
            hands=hand.hands,
        )


def _player(index: int | None) -> Player | None:
    return None if index is None else Player(index)


def _as_tuple(values: list[Any] | None) -> tuple[Any, ...] | None:
    return None if values is None else tuple(values)


@dataclass(frozen=True, slots=True)
class ReportedWin:
    """A report of a win at a table.

    `claims` are its claims in turn after the discarder, `winds` the seat winds by player, `thrower`
    the one of the discarder.
    """

    agreement: Agreement
    table: TableState
    report: HandReport
    claims: tuple[Claim, ...]
    rules: RuleSet
    winds: tuple[Wind, ...]
    thrower: Wind | None

    def request(self, claim: Claim, hand: str) -> Request:
        """Return the scorer's request for a claim of some tiles."""
        return Request(
            hand=read_hand(hand),
            rules=self.rules,
            seat=self.winds[claim.player],
            round=self.table.round_wind,
            self_drawn=self.report.self_drawn,
            discarder=self.thrower,
            circumstances=circumstances_of(claim.circumstances),
        )

    def event(self, wins: tuple[Winning, ...], owed: Mapping[Wind, int]) -> HandWon:
        """Return the hand in which the wins moved amounts, by seat wind in coins of the rules."""
        coins, report = self.agreement.coins, self.report
        due = tuple([owed[wind] * coins for wind in self.winds])
        return HandWon(
            wins=wins,
            self_drawn=report.self_drawn,
            discarder=report.discarder,
            due=due,
            changes=due,
            responsible=report.responsible,
            stamp=self.agreement.stamp,
        )


def one_line(hand: str) -> str:
    """Return a hand's text without line breaks, for one line of a table."""
    return " ".join(hand.split())


def read_win(agreement: Agreement, table: TableState, report: HandReport) -> ReportedWin:
    """Return a reported win in turn; RefusedError for one that cannot be at this table."""
    _check_source(agreement.rules, report)
    named = (*(claim.player for claim in report.claims), report.discarder, report.responsible)
    check_players(table, named)
    check_count(table, report.scores, "scores")
    check_count(table, report.hands, "hands")
    _check_way(report)
    winds, discarder = table.winds, report.discarder
    thrower = None if discarder is None else winds[discarder]
    reported = ReportedWin(agreement, table, report, report.claims, agreement.rules, winds, thrower)
    for claim in report.claims:
        _check_events(reported, claim)
    return _with_claims_in_turn(reported)


def check_players(table: TableState, players: Iterable[int | None]) -> None:
    """Raise RefusedError `no_such_player` for an index that nobody has at a table."""
    last = table.rules.players - 1
    for player in players:
        if player is not None and player > last:
            detail = Sentence(
                "This table has no player {player}: its players are 0 to {last}.",
                player=player,
                last=last,
            )
            raise RefusedError("no_such_player", detail)


def check_count(table: TableState, amounts: Sized | None, name: str) -> None:
    """Raise RefusedError `invalid_request` for more or fewer amounts than there are players."""
    players = table.rules.players
    if amounts is not None and len(amounts) != players:
        detail = Sentence(
            "{name} has {amounts} values, and this table {players} players: one each.",
            name=name,
            amounts=len(amounts),
            players=players,
        )
        raise RefusedError("invalid_request", detail)


def _check_way(report: HandReport) -> None:
    if report.way is None:
        return
    if report.way not in RESPONSIBILITIES:
        detail = Sentence(
            "Nobody pays for all by {way}{near}.",
            way=repr(report.way),
            near=hint(report.way, RESPONSIBILITIES),
        )
        raise RefusedError("unknown_responsibility", detail)
    if report.responsible is None:
        detail = Sentence("responsibility needs responsible, the player who pays for all.")
        raise RefusedError("not_responsible", detail)


def _check_source(rules: RuleSet, report: HandReport) -> None:
    """Refuse a win that comes from nobody, or from a winner, or is claimed twice."""
    discarder = report.discarder
    if report.self_drawn and discarder is not None:
        raise RefusedError(
            "from_not_allowed", Sentence("A self-draw comes from nobody; leave from out.")
        )
    if not report.self_drawn and discarder is None and not rules.everyone_scores:
        detail = Sentence("Say whose discard it was (from, a player index 0-3), or win: self-draw.")
        raise RefusedError("from_required", detail)
    winners = [claim.player for claim in report.claims]
    if discarder in winners:
        raise RefusedError(
            "winner_is_discarder",
            Sentence("A player cannot win on their own discard; check winner and from."),
        )
    if len(set(winners)) < len(winners):
        raise RefusedError(
            "winner_twice", Sentence("A player wins a hand once; check winner and also.")
        )
    if len(winners) > 1 and discarder is None:
        detail = Sentence(
            "Several win only on one discard. Say whose it was (from, a player index 0-3)."
        )
        raise RefusedError("from_required", detail)


def _with_claims_in_turn(reported: ReportedWin) -> ReportedWin:
    """Return the win with its claims in turn; RefusedError where not all of them win."""
    if len(reported.claims) == 1 or reported.thrower is None:
        return reported
    by_wind = {reported.winds[claim.player]: claim for claim in reported.claims}
    winning = reported.rules.winners(reported.thrower, tuple(by_wind))
    if len(winning) < len(by_wind):
        player = by_wind[winning[0]].player
        name = reported.agreement.players[player]
        detail = Sentence(
            "At this table one player wins a discard, the first in turn: {name} (player "
            "{player}). Send that win alone, or play with multiple_winners: all.",
            name=name,
            player=player,
        )
        raise RefusedError("first_in_turn", detail)
    return replace(reported, claims=tuple(by_wind[wind] for wind in winning))


def _check_events(reported: ReportedWin, claim: Claim) -> None:
    """Refuse circumstances that nobody knows or, without tiles, that cannot be."""
    for name in claim.circumstances:
        if name not in CIRCUMSTANCES:
            raise RefusedError("unknown_event", unknown(Sentence("event"), name, CIRCUMSTANCES))
    if claim.hand is not None:
        return  # the scorer says it together with everything else that is wrong
    declared = Declaration(
        Hand(),
        seat=reported.winds[claim.player],
        self_drawn=reported.report.self_drawn,
        discarder=reported.thrower,
        circumstances=circumstances_of(claim.circumstances),
    )
    rules = reported.rules
    found = (*event_findings(declared, rules), *refused_findings(declared, rules))
    if found:
        detail = join_sentences(finding.detail for finding in found)
        raise RefusedError("invalid_hand", detail, problems=flags(found).names)


ROBBED = Circumstance.ROBBING_KONG.public


@dataclass(frozen=True, slots=True)
class ScoredClaim:
    """One claim: its faan, who fed it, and its score where its tiles are known."""

    claim: Claim
    faan: int
    fed: FedWin
    score: Score | None = None


def faan_event(reported: ReportedWin) -> HandWon:
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
    """Return the reason for which one player pays for all of a win, or None."""
    report = reported.report
    if report.responsible in [claim.player for claim in reported.claims]:
        raise RefusedError(
            "not_responsible", Sentence("A winner is not responsible for the own hand.")
        )
    try:
        return way_to_pay(reported.rules.payment, one.fed, report.responsible, report.way)
    except NotResponsibleError as error:
        raise RefusedError(
            "not_responsible", Sentence("{error} Leave responsible out.", error=str(error))
        ) from error


def _transfers(reported: ReportedWin, one: ScoredClaim, way: Way | None) -> Mapping[Wind, int]:
    """Return what a win moves by seat wind: nothing between those who win the same discard."""
    mine, responsible = reported.winds[one.claim.player], reported.report.responsible
    named = None if responsible is None else reported.winds[responsible]
    winners = [reported.winds[claim.player] for claim in reported.claims]
    return settle_win(
        one.faan,
        reported.rules,
        (mine, reported.thrower, named),
        way,
        [wind for wind in winners if wind is not mine],
        drawn=one.fed.self_drawn,
    ).deltas


def points_event(reported: ReportedWin) -> HandWon:
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
