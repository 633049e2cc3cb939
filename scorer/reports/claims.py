"""A reported win at a table: who claims it, from whom, in which winds and by which rules.

Players are people here and winds in the scorer; `ReportedWin` is where one becomes the other.
"""

from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass, replace

from scorer.core.hand import Hand, read_hand
from scorer.core.problems import flags
from scorer.core.sentences import RefusedError, Sentence, join_sentences
from scorer.core.suggestions import hint, unknown
from scorer.core.tiles import Wind
from scorer.core.win import CIRCUMSTANCES, Declaration, circumstances_of
from scorer.ledger.events import HandWon, Winning
from scorer.ledger.table import TableState
from scorer.reports.agreement import Agreement
from scorer.reports.report import Claim, HandReport
from scorer.rules.payment import RESPONSIBILITIES
from scorer.rules.rule_set import RuleSet
from scorer.scoring.checks import event_findings, refused_findings
from scorer.scoring.score import Request


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
    last = len(table.players) - 1
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
    players = len(table.players)
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
