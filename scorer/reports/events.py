"""The event of any report, at a table as it stands or as it stood before a correction."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from scorer.core.hand import flags, read_hand
from scorer.core.sentences import RefusedError, Sentence
from scorer.ledger import game as ledger
from scorer.ledger.events import (
    Adjusted,
    Corrected,
    FalseWin,
    HandDrawn,
    HandWon,
    Happening,
    PlayersSwapped,
)
from scorer.ledger.game import Game, LedgerError
from scorer.ledger.table import Player, TableState
from scorer.reports.agreement import Agreement
from scorer.reports.wins import (
    as_reported,
    check_count,
    check_players,
    faan_event,
    one_line,
    points_event,
    read_win,
)
from scorer.rules.payment import settle_false_win

T = TypeVar("T")
Report: TypeAlias = HandWon | HandDrawn | Callable[[Agreement, TableState], Happening]
"""What players report: a hand, or what makes the event of anything else at a table."""


def event_of(game: Game, report: Report) -> Happening:
    """Return the event that a report adds to a game; raises RefusedError if it is impossible.

    Raises LedgerError if no hand may follow.
    """
    if isinstance(report, HandWon | HandDrawn):
        ledger.check_open(game.table)
    return event_at(Agreement.at(game, game.table), game.table, report)


def event_at(agreement: Agreement, table: TableState, report: Report) -> Happening:
    """Return the event of a report at some table; raises RefusedError if it is impossible."""
    if isinstance(report, HandWon | HandDrawn):
        return hand_event(agreement, table, report)
    return report(agreement, table)


def correction_of(game: Game, seq: int, instead: Report | None, reason: str) -> Corrected:
    """Return the event that replaces event `seq` by a report, or by nothing.

    Raises RefusedError or LedgerError if that is impossible.
    """

    def decide(table: TableState) -> Happening | None:
        return None if instead is None else event_at(Agreement.at(game, table), table, instead)

    def rescore(seq: int, table: TableState, hand: HandWon) -> HandWon:
        return resettle(Agreement.at(game, table), seq, table, hand)

    return ledger.correct(game, seq, decide, rescore, reason)


def recount_correction(game: Game, event: Corrected) -> Corrected:
    """Return a correction from a file with our own answers, as `recount` does."""
    resettled = dict(event.resettled)

    def rescore(seq: int, table: TableState, hand: HandWon) -> HandWon:
        own = resettled.get(seq)
        hand = own if isinstance(own, HandWon) else hand
        return recount(Agreement.at(game, table), table, hand)

    def decide(table: TableState) -> Happening | None:
        if not isinstance(event.replacement, HandWon):
            return event.replacement
        return recount(Agreement.at(game, table), table, event.replacement)

    try:
        fresh = ledger.correct(game, event.corrects, decide, rescore, event.reason)
    except LedgerError:  # an impossible correction is refused when the event is added
        fresh = Corrected(event.corrects, None)
    counted = dict(fresh.resettled)
    return replace(
        event,
        replacement=with_answers(event.replacement, fresh.replacement),
        resettled=tuple((seq, with_answers(one, counted.get(seq))) for seq, one in event.resettled),
    )


def hand_event(
    agreement: Agreement, table: TableState, report: HandWon | HandDrawn
) -> HandWon | HandDrawn:
    """Return the event of a reported hand at a table; raises RefusedError if it is impossible."""
    if isinstance(report, HandDrawn):
        return report
    win_event = points_event if agreement.rules.everyone_scores else faan_event
    return ledger.pay(table, win_event(read_win(agreement, table, report)))


def resettle(agreement: Agreement, seq: int, table: TableState, hand: HandWon) -> HandWon:
    """Return a hand in other winds or by other rules; raises RefusedError if it is impossible."""
    try:
        settled = hand_event(agreement, table, as_reported(hand))
    except RefusedError as error:
        detail = Sentence(
            "With this correction event {seq} would be played in other winds or by other "
            "rules, which is not possible: {detail} Correct event {seq} first, then this one.",
            seq=seq,
            detail=error.detail,
        )
        raise RefusedError("cannot_resettle", detail, seq=seq) from error
    return settled if isinstance(settled, HandWon) else hand


def recount(agreement: Agreement, table: TableState, hand: HandWon) -> HandWon:
    """Return a hand from a file with our own answers; without any if the result would differ."""
    counted: HandWon | HandDrawn
    try:
        counted = hand_event(agreement, table, as_reported(hand))
    except (RefusedError, LedgerError, ValueError):
        counted = HandDrawn()
    return with_answers(hand, counted)


def with_answers(hand: T, counted: object) -> T:
    """Return a hand with the answers of another one's same wins; other events unchanged."""
    if not isinstance(hand, HandWon):
        return hand
    wins = counted.wins if isinstance(counted, HandWon) else ()
    answers = {replace(win, answer=None): win.answer for win in wins}
    bare = (replace(win, answer=None) for win in hand.wins)
    return replace(hand, wins=tuple(replace(win, answer=answers.get(win)) for win in bare))


def false_win(
    agreement: Agreement, table: TableState, player: Player, hand: str | None
) -> FalseWin:
    """Return a win declared with an invalid hand, paid as agreed (option `false_win`)."""
    check_players(table, [player])
    settled = settle_false_win(agreement.rules, table.wind_of(player))
    by_wind = dict(settled.deltas)
    due = tuple(by_wind[table.wind_of(one)] * agreement.coins for one in table.players)
    hand = None if hand is None else one_line(hand)
    if hand is not None and (found := read_hand(hand).unread):
        detail = Sentence(
            "The hand cannot be read: {detail} Leave it out, or correct its tiles.",
            detail=found[0].detail,
        )
        raise RefusedError("invalid_hand", detail, problems=flags(found).names)
    return ledger.pay(table, FalseWin(player, due, due, hand, agreement.stamp))


def adjustment(_: Agreement, table: TableState, changes: Sequence[float], reason: str) -> Adjusted:
    """Return points moved outside a hand; raises RefusedError for parts of a coin."""
    check_count(table, changes, "changes")
    rules = table.rules
    try:
        coins = tuple(rules.in_coins(points) for points in changes)
    except ValueError as error:
        coin = rules.in_points(1)
        detail = Sentence(
            "At this table points are counted in steps of {coin}: send changes that are "
            "multiples of it.",
            coin=coin,
        )
        raise RefusedError("not_whole_coins", detail) from error
    return Adjusted(coins, reason)


def swap(_: Agreement, table: TableState, seats: Sequence[int]) -> PlayersSwapped:
    """Return the players' new chairs; raises RefusedError unless each player has one."""
    check_count(table, seats, "seats")
    if sorted(seats) != list(table.players):
        last = len(table.players) - 1
        detail = Sentence(
            "Name each player index 0-{last} once: who sits on each chair, in the order of play.",
            last=last,
        )
        raise RefusedError("not_a_seating", detail)
    return PlayersSwapped(tuple(Player(player) for player in seats))
