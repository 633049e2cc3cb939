"""A finished hand as a player reports it, turned into the event that the ledger keeps."""

from dataclasses import replace
from typing import TypeVar

from scorer.core.sentences import RefusedError, Sentence
from scorer.ledger import game as ledger
from scorer.ledger.events import HandDrawn, HandWon
from scorer.ledger.game import LedgerError
from scorer.ledger.table import TableState
from scorer.reports import faan, points
from scorer.reports.agreement import Agreement
from scorer.reports.claims import read_win
from scorer.reports.report import HandReport

T = TypeVar("T")


def hand_event(agreement: Agreement, table: TableState, report: HandReport) -> HandWon | HandDrawn:
    """Return the event of a reported hand at a table; RefusedError for one that cannot be."""
    if not report.claims:
        return HandDrawn()
    win_event = points.win_event if agreement.rules.everyone_scores else faan.win_event
    return ledger.pay(table, win_event(read_win(agreement, table, report)))


def resettle(agreement: Agreement, seq: int, table: TableState, hand: HandWon) -> HandWon:
    """Return a hand in other winds or by other rules; RefusedError where it cannot be."""
    try:
        settled = hand_event(agreement, table, HandReport.from_event(hand))
    except RefusedError as error:
        detail = Sentence(
            "After this correction event {seq} would be played in other winds or by "
            "other rules, and there it cannot be: {detail} Correct event {seq} first, "
            "then this one.",
            seq=seq,
            detail=error.detail,
        )
        raise RefusedError("cannot_resettle", detail, seq=seq) from error
    return settled if isinstance(settled, HandWon) else hand


def recount(agreement: Agreement, table: TableState, hand: HandWon) -> HandWon:
    """Return a hand from a file with answers of our own; none where it would come out otherwise."""
    counted: HandWon | HandDrawn
    try:
        counted = hand_event(agreement, table, HandReport.from_event(hand))
    except (RefusedError, LedgerError, ValueError):
        counted = HandDrawn()
    return with_answers(hand, counted)


def with_answers(hand: T, counted: object) -> T:
    """Return a hand with the answers of the same wins of another; anything else as it is."""
    if not isinstance(hand, HandWon):
        return hand
    wins = counted.wins if isinstance(counted, HandWon) else ()
    answers = {replace(win, answer=None): win.answer for win in wins}
    bare = (replace(win, answer=None) for win in hand.wins)
    return replace(hand, wins=tuple(replace(win, answer=answers.get(win)) for win in bare))
