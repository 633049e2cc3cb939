"""Wins as players report them: who won, from whom, and the score by the rules of the table.

Players are numbers here and winds in the scorer; `ReportedWin` converts one into the other.
"""

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

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
from scorer.ledger.events import HandDrawn, HandWon, Winning
from scorer.ledger.table import Player, Points, TableState
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


def read_report(body: Json) -> HandWon | HandDrawn:
    """Return the hand in a body of `POST …/hands` whose types have been checked.

    A win has only what was reported: it is not scored yet, and nothing is due. Raises RefusedError
    `drawn_hand` or `winner_required`.
    """
    if body.get("draw"):
        given = {name for name, value in body.items() if value is not None and value != []}
        if given - {"draw", "win", "expected_seq"}:
            detail = Sentence("A drawn hand has no winner and no score; send only draw.")
            raise RefusedError("drawn_hand", detail)
        return HandDrawn()
    if body.get("winner") is None:
        detail = Sentence('Send who won ("winner", a player index 0-3) or "draw": true.')
        raise RefusedError("winner_required", detail)
    scores, hands = body.get("scores"), body.get("hands")
    return HandWon(
        wins=tuple(_reported_winning(one) for one in (body, *(body.get("also") or ()))),
        self_drawn=body.get("win") == "self-draw",
        discarder=_player(body.get("from")),
        due=(),
        changes=(),
        scores=None if scores is None else tuple(score or 0 for score in scores),
        hands=None if hands is None else tuple(hands),
        unknown=tuple(Player(at) for at, score in enumerate(scores or ()) if score is None),
        responsible=_player(body.get("responsible")),
        way=body.get("responsibility"),
    )


def _reported_winning(given: Json) -> Winning:
    events = tuple(given.get("events") or ())
    return Winning(Player(given["winner"]), given.get("hand"), given.get("faan"), None, events)


def _player(index: int | None) -> Player | None:
    return None if index is None else Player(index)


def as_reported(hand: HandWon) -> HandWon:
    """Return a recorded hand with only what was reported of it, to be scored again."""
    everyone_scored = hand.scores is not None
    wins = (
        Winning(
            win.player,
            hand=None if everyone_scored else win.hand,
            faan=win.faan if win.hand is None else None,
            circumstances=win.circumstances,
        )
        for win in hand.wins
    )
    return replace(hand, wins=tuple(wins), scores=hand.scores if hand.hands is None else None)


@dataclass(frozen=True)
class ReportedWin:
    """A report of a win at a table; `wins` are its wins in turn after the discarder."""

    agreement: Agreement
    table: TableState
    report: HandWon
    wins: tuple[Winning, ...]

    @property
    def rules(self) -> RuleSet:
        """The rules in force."""
        return self.agreement.rules

    @cached_property
    def winds(self) -> tuple[Wind, ...]:
        """The seat winds by player."""
        return self.table.winds

    def wind(self, player: Player | None) -> Wind | None:
        """Return the seat wind of a player, None for nobody."""
        return None if player is None else self.winds[player]

    def declaration(self, win: Winning, hand: Hand) -> Declaration:
        """Return what the player of a win declares with some tiles."""
        return Declaration(
            hand,
            seat=self.winds[win.player],
            round=self.table.round_wind,
            self_drawn=self.report.self_drawn,
            discarder=self.wind(self.report.discarder),
            circumstances=circumstances_of(win.circumstances),
        )

    def event(self, wins: Sequence[Winning], owed: Mapping[Wind, int]) -> HandWon:
        """Return the hand in which the wins moved amounts: by seat wind, in coins of the rules."""
        coins = self.agreement.coins
        due = tuple([owed[wind] * coins for wind in self.winds])
        return replace(
            self.report, wins=tuple(wins), due=due, changes=due, stamp=self.agreement.stamp
        )


def one_line(hand: str) -> str:
    """Return a hand's text without line breaks, for one line of a table."""
    return " ".join(hand.split())


def read_win(agreement: Agreement, table: TableState, report: HandWon) -> ReportedWin:
    """Return a reported win in turn; raises RefusedError if it is impossible at this table."""
    _check_source(agreement.rules, report)
    check_players(table, (*report.winners, report.discarder, report.responsible))
    check_count(table, report.scores, "scores")
    check_count(table, report.hands, "hands")
    _check_way(report)
    reported = ReportedWin(agreement, table, report, report.wins)
    for win in report.wins:
        _check_events(reported, win)
    return _with_wins_in_turn(reported)


def check_players(table: TableState, players: Iterable[int | None]) -> None:
    """Raise RefusedError `no_such_player` for an index that no player of a table has."""
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
    """Raise RefusedError `invalid_request` for more or fewer amounts than players."""
    players = table.rules.players
    if amounts is not None and len(amounts) != players:
        detail = Sentence(
            "{name} has {amounts} values, but this table has {players} players: send one for each.",
            name=name,
            amounts=len(amounts),
            players=players,
        )
        raise RefusedError("invalid_request", detail)


def _check_way(report: HandWon) -> None:
    if report.way is None:
        return
    if report.way not in RESPONSIBILITIES:
        detail = Sentence(
            "There is no way to pay for all called {way}{near}.",
            way=repr(report.way),
            near=hint(report.way, RESPONSIBILITIES),
        )
        raise RefusedError("unknown_responsibility", detail)
    if report.responsible is None:
        detail = Sentence('"responsibility" needs "responsible": the player who pays for all.')
        raise RefusedError("not_responsible", detail)


def _check_source(rules: RuleSet, report: HandWon) -> None:
    """Refuse a win without a source, from a winner, or claimed twice."""
    discarder = report.discarder
    if report.self_drawn and discarder is not None:
        raise RefusedError(
            "from_not_allowed", Sentence('A self-draw has no discarder; leave "from" out.')
        )
    if not report.self_drawn and discarder is None and not rules.everyone_scores:
        detail = Sentence(
            'Send whose discard it was ("from", a player index 0-3), or "win": "self-draw".'
        )
        raise RefusedError("from_required", detail)
    winners = report.winners
    if discarder in winners:
        raise RefusedError(
            "winner_is_discarder",
            Sentence('A player cannot win on their own discard; check "winner" and "from".'),
        )
    if len(set(winners)) < len(winners):
        raise RefusedError(
            "winner_twice",
            Sentence('A player can win a hand only once; check "winner" and "also".'),
        )
    if len(winners) > 1 and discarder is None:
        detail = Sentence(
            'Several players can only win on the same discard. Send whose it was ("from", a '
            "player index 0-3)."
        )
        raise RefusedError("from_required", detail)


def _with_wins_in_turn(reported: ReportedWin) -> ReportedWin:
    """Return the report with its wins in turn; raises RefusedError unless all of them win."""
    report, thrower = reported.report, reported.wind(reported.report.discarder)
    if len(report.wins) == 1 or thrower is None:
        return reported
    by_wind = {reported.winds[win.player]: win for win in report.wins}
    winning = reported.rules.winners(thrower, tuple(by_wind))
    if len(winning) < len(by_wind):
        player = by_wind[winning[0]].player
        name = reported.agreement.players[player]
        detail = Sentence(
            "At this table only the first player in turn wins on a discard: {name} (player "
            "{player}). Send only that win, or play with multiple_winners: all.",
            name=name,
            player=player,
        )
        raise RefusedError("first_in_turn", detail)
    return replace(reported, wins=tuple(by_wind[wind] for wind in winning))


def _check_events(reported: ReportedWin, win: Winning) -> None:
    """Refuse unknown circumstances and, for wins without tiles, impossible ones."""
    for name in win.circumstances:
        if name not in CIRCUMSTANCES:
            raise RefusedError("unknown_event", unknown(Sentence("event"), name, CIRCUMSTANCES))
    if win.hand is not None:
        return  # the scorer reports it together with everything else that is wrong
    declared, rules = reported.declaration(win, Hand()), reported.rules
    found = (*event_findings(declared, rules), *refused_findings(declared, rules))
    if found:
        detail = join_sentences(finding.detail for finding in found)
        raise RefusedError("invalid_hand", detail, problems=flags(found).names)


NO_LOSERS: Mapping[Wind, Hand] = {}
ROBBED = Circumstance.ROBBING_KONG.public


def faan_event(reported: ReportedWin) -> HandWon:
    """Return the hand with what is due, not yet collected; RefusedError if it is impossible."""
    report = reported.report
    if report.scores is not None or report.hands is not None:
        detail = Sentence(
            "With {id} only the winner scores; send hand or faan.", id=reported.rules.id
        )
        raise RefusedError("not_for_these_rules", detail)
    owed = dict.fromkeys(Wind, 0)
    wins: list[Winning] = []
    named: list[str | None] = []
    for win in reported.wins:
        faan, fed, scored = _count_win(reported, win)
        way = _way_to_pay(reported, fed)
        for wind, points in _transfers(reported, win, faan, fed, way).items():
            owed[wind] += points
        named.append(None if report.responsible is None or way is None else way[0].id)
        wins.append(_recorded_win(reported, win, faan, scored, named[-1]))
    return replace(reported.event(wins, owed), way=named[0])


def _count_win(reported: ReportedWin, win: Winning) -> tuple[int, FedWin, Score | None]:
    """Return the faan of a win, who fed it, and its score if its tiles are known."""
    if (win.hand is None) == (win.faan is None):
        given = Sentence("neither") if win.hand is None else Sentence("hand and faan")
        detail = Sentence("Send exactly one of hand or faan, not {given}.", given=given)
        raise RefusedError("one_result", detail)
    if win.hand is not None:
        scored = score_win(reported, win, read_hand(win.hand))
        return scored.faan or 0, scored.fed, scored
    rules, faan = reported.rules, min(win.faan or 0, reported.rules.cap)
    if faan < rules.minimum:
        detail = Sentence(
            "{faan} faan are below the table's minimum of {minimum}, so this is not a legal win.",
            faan=faan,
            minimum=rules.minimum,
        )
        raise RefusedError("below_minimum", detail, problems=["below_minimum"])
    robbed = ROBBED in win.circumstances and ROBBED in [each.public for each in rules.events]
    return faan, FedWin(faan >= rules.cap, reported.report.self_drawn, robbed), None


def _recorded_win(
    reported: ReportedWin, win: Winning, faan: int, scored: Score | None, way: str | None
) -> Winning:
    """Return a win with its faan, and with the answer about its tiles if they are known."""
    if scored is None or win.hand is None:
        return replace(win, faan=faan)
    responsible = reported.wind(reported.report.responsible)
    answer = score_json(replace(scored, responsible=responsible, way=way))
    return replace(win, hand=one_line(win.hand), faan=faan, answer=answer)


def score_win(
    reported: ReportedWin, win: Winning, hand: Hand, losers: Mapping[Wind, Hand] = NO_LOSERS
) -> Score:
    """Return the score of a winning hand; otherwise raises RefusedError with every problem."""
    declared = reported.declaration(win, hand)
    lost = {wind: declared.as_lost(wind, each) for wind, each in losers.items()}
    won = score(Request(reported.rules, declared, lost))
    if won.is_valid:
        return won
    problems = list(won.problems.names)
    detail = join_sentences(details(won.findings).values())
    # A complete hand below the minimum is a different problem from tiles that do not win.
    code = "below_minimum" if problems == ["below_minimum"] else "invalid_hand"
    raise RefusedError(code, detail, problems=problems, answer=score_json(won))


def _way_to_pay(reported: ReportedWin, fed: FedWin) -> Way | None:
    """Return the reason for which one player pays for all of a win, or None."""
    report = reported.report
    if report.responsible in report.winners:
        raise RefusedError(
            "not_responsible", Sentence("The winner cannot also be the player who pays for all.")
        )
    try:
        return way_to_pay(reported.rules.payment, fed, report.responsible, report.way)
    except NotResponsibleError as error:
        raise RefusedError(
            "not_responsible", Sentence('{error} Leave "responsible" out.', error=str(error))
        ) from error


def _transfers(
    reported: ReportedWin, win: Winning, faan: int, fed: FedWin, way: Way | None
) -> Mapping[Wind, int]:
    """Return what a win moves by seat wind: nothing between winners on the same discard."""
    report, mine = reported.report, reported.winds[win.player]
    return settle_win(
        faan,
        reported.rules,
        (mine, reported.wind(report.discarder), reported.wind(report.responsible)),
        way,
        [reported.winds[one] for one in report.winners if one is not win.player],
        drawn=fed.self_drawn,
    ).deltas


def points_event(reported: ReportedWin) -> HandWon:
    """Return the hand with what is due, not yet collected; RefusedError if it is impossible."""
    _check_result(reported)
    report = reported.report
    if report.scores is not None:
        return _agreed_scores(reported, report.scores)
    texts = list(report.hands or [None] * len(reported.table.players))
    for win in reported.wins:
        texts[win.player] = texts[win.player] if win.hand is None else win.hand
    return _scored_hands(reported, texts)


def _check_result(reported: ReportedWin) -> None:
    report = reported.report
    if any(win.faan is not None for win in report.wins):
        detail = Sentence(
            "{id} does not count faan; send hand, hands or scores.", id=reported.rules.id
        )
        raise RefusedError("not_for_these_rules", detail)
    if report.responsible is not None:
        detail = Sentence(
            'With {id} nobody pays for all; leave "responsible" out.', id=reported.rules.id
        )
        raise RefusedError("not_for_these_rules", detail)
    first, *others = report.wins
    results = {"hand": first.hand, "scores": report.scores, "hands": report.hands}
    given = [name for name, result in results.items() if result is not None]
    if len(given) != 1:
        names = join_with_and(given) if given else Sentence("none of them")
        detail = Sentence("Send exactly one of hand, hands or scores, not {names}.", names=names)
        raise RefusedError("one_result", detail)
    if given != ["hand"] and any(one.hand is not None for one in others):
        detail = Sentence(
            'The {given} of all players include the other winners\'; leave "hand" out of "also".',
            given=given[0],
        )
        raise RefusedError("one_result", detail)


def _agreed_scores(reported: ReportedWin, scores: Points) -> HandWon:
    """Return the hand with scores as agreed; an unknown score counts as nothing."""
    report, limit = reported.report, reported.rules.limit
    for player in report.winners:
        if player in report.unknown:
            raise _winner_unknown(player, Sentence("score"))
    if min(scores) < 0:
        raise RefusedError("bad_score", Sentence("A hand cannot score less than 0; check scores."))
    counted = [score if limit is None else min(score, limit) for score in scores]
    wins = [replace(win, score=counted[win.player]) for win in reported.wins]
    return _settled_hand(reported, wins, counted)


def _scored_hands(reported: ReportedWin, texts: list[str | None]) -> HandWon:
    """Return the hand with every known hand scored; the first winner's answer has the losers'."""
    report = reported.report
    losing = {
        reported.winds[player]: read_hand(text)
        for player, text in enumerate(texts)
        if text is not None and player not in report.winners
    }
    scores: list[int | None] = [None] * len(texts)
    wins: list[Winning] = []
    for win in reported.wins:
        text = texts[win.player]
        if text is None:
            raise _winner_unknown(win.player, Sentence("hand"))
        losers = losing if win is reported.wins[0] else NO_LOSERS
        won = score_win(reported, win, read_hand(text), losers)
        scores[win.player] = won.points
        for seat, hand in won.losers.items():
            scores[reported.winds.index(seat)] = hand.points
        answer = score_json(won)
        wins.append(replace(win, hand=one_line(text), score=won.points, answer=answer))
    hands = tuple(None if text is None else one_line(text) for text in texts)
    unknown = tuple(player for player in reported.table.players if scores[player] is None)
    settled = _settled_hand(reported, wins, [score or 0 for score in scores])
    return replace(settled, hands=hands, unknown=unknown)


def _settled_hand(reported: ReportedWin, wins: Sequence[Winning], scores: Sequence[int]) -> HandWon:
    scores_by_wind = dict(zip(reported.winds, scores, strict=True))
    winners = (reported.winds[win.player] for win in wins)
    owed = reported.rules.settle(scores_by_wind, *winners)
    return replace(reported.event(wins, owed), scores=tuple(scores))


def _winner_unknown(player: Player, what: str) -> RefusedError:
    detail = Sentence(
        "The {what} of the winner (player {player}) is missing; only losers may be null.",
        what=what,
        player=player,
    )
    return RefusedError("winner_unknown", detail)
