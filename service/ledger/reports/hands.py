"""A finished hand as a player reports it, turned into the event the ledger keeps."""

from dataclasses import replace
from typing import TypeVar

from scorer.core.sentences import Sentence
from scorer.ledger import game as ledger
from scorer.ledger.events import HandDrawn, HandWon, Winning
from scorer.ledger.game import Game, LedgerError
from scorer.ledger.table import TableState
from service.errors import RefusedError
from service.ledger.agreement import Agreement
from service.ledger.reports import claims, faan, points
from service.schemas import games

T = TypeVar("T")


def event_of(game: Game, body: games.Hand) -> HandWon | HandDrawn:
    """What the ledger is to add for a reported hand; RefusedError for one that cannot be.

    Raises LedgerError where no hand may follow, whatever it is.
    """
    ledger.check(game, HandDrawn())
    return hand_at(Agreement.at(game, game.table), game.table, body)


def hand_at(agreement: Agreement, table: TableState, body: games.Hand) -> HandWon | HandDrawn:
    """What a reported hand comes to at a table; RefusedError for one that cannot be."""
    if body.draw:
        _refuse_extras(body)
        return HandDrawn()
    claimed = claims.read(agreement, table, body)
    by_grammar = points.win_event if agreement.rules.everyone_scores else faan.win_event
    return ledger.pay(table, by_grammar(claimed, body))


def resettle(agreement: Agreement, seq: int, table: TableState, hand: HandWon) -> HandWon:
    """The same hand in other winds or by other rules; RefusedError where it cannot be."""
    try:
        told = hand_at(agreement, table, _told(hand))
    except RefusedError as error:
        detail = Sentence(
            "After this correction event {seq} would be played in other winds or by "
            "other rules, and there it cannot be: {detail} Correct event {seq} first, "
            "then this one.",
            seq=seq,
            detail=error.detail,
        )
        raise RefusedError("cannot_resettle", detail, seq=seq) from error
    return told if isinstance(told, HandWon) else hand


def recount(agreement: Agreement, table: TableState, hand: HandWon) -> HandWon:
    """Return a hand from a file with answers of our own; none where it would come out otherwise."""
    try:
        counted = hand_at(agreement, table, _told(hand))
    except (RefusedError, LedgerError, ValueError):
        counted = HandDrawn()
    return with_answers(hand, counted)


def with_answers(told: T, counted: object) -> T:
    """Return a hand with the answers of the same wins of another; anything else as it is."""
    if not isinstance(told, HandWon):
        return told
    wins = counted.wins if isinstance(counted, HandWon) else ()
    answers = {replace(win, answer=None): win.answer for win in wins}
    bare = (replace(win, answer=None) for win in told.wins)
    return replace(told, wins=tuple(replace(win, answer=answers.get(win)) for win in bare))


def _told(hand: HandWon) -> games.Hand:
    """The report that a hand was made of."""
    first, *others = hand.wins
    body: dict[str, object] = {
        "winner": int(first.player),
        "from": None if hand.discarder is None else int(hand.discarder),
        "win": "self-draw" if hand.self_drawn else "discard",
        "events": list(first.circumstances),
        "responsible": None if hand.responsible is None else int(hand.responsible),
        "responsibility": hand.way,
        "also": [
            {"winner": int(one.player), "events": list(one.circumstances), **_claimed(hand, one)}
            for one in others
        ],
    }
    if hand.hands is not None:
        body["hands"] = list(hand.hands)
    elif hand.scores is not None:
        scores = enumerate(hand.scores)
        body["scores"] = [None if player in hand.unknown else one for player, one in scores]
    return games.Hand.model_validate({**body, **_claimed(hand, first)})


def _claimed(hand: HandWon, win: Winning) -> dict[str, object]:
    if hand.scores is not None:
        return {}
    return {"faan": win.faan} if win.hand is None else {"hand": win.hand}


def _refuse_extras(body: games.Hand) -> None:
    extras = body.model_fields_set - {"draw", "expected_seq"}
    if any(getattr(body, name) not in (None, []) for name in extras - {"win"}):
        raise RefusedError(
            "drawn_hand", Sentence("A drawn hand has no winner and no score; send only draw.")
        )
