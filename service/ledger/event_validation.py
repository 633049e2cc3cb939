"""What an event from a file may say: no more than the calls that record such events take.

A file is written by anybody, and a digest in it says only that it is whole.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from scorer.core.hand import read_hand
from scorer.core.sentences import Sentence
from scorer.ledger.events import (
    Adjusted,
    Corrected,
    Ended,
    Event,
    FalseWin,
    GameStarted,
    HandNoted,
    HandWon,
    PlayersSwapped,
    RulesChanged,
    Winning,
)
from scorer.ledger.table import TableRules
from scorer.ledger.terms import RulesStamp
from scorer.rules.rule_set import OptionError
from service.errors import RefusedError
from service.ledger.agreement import rule_set
from service.schemas import fields, games

LONGEST_ANSWER = 65_536  # characters of JSON: the largest answer of a hand has about 8,000
_Amounts = TypeAdapter(list[fields.Amount])
# What follows from amounts that a call may name: shares of several losers, doubled by customs.
MOST_OWED = 100 * fields.MOST
_Owed = TypeAdapter(list[Annotated[int, Field(ge=-MOST_OWED, le=MOST_OWED)]])
_Circumstances = TypeAdapter(
    Annotated[
        list[Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,40}$")]], Field(max_length=20)
    ]
)
_Stamp = TypeAdapter(
    tuple[
        Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,80}$")],
        Annotated[int, Field(ge=0, le=1_000_000)],
        Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")],
    ]
)


class EventError(ValueError):
    """An event that no call would have recorded; the message says what is wrong with it."""


def check(event: Event) -> None:
    """Raise EventError for an event that holds what no call takes."""
    look = CHECKS.get(type(event))
    if look is None:
        return
    try:
        look(event)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise EventError(f"{where}: {first['msg']}" if where else first["msg"]) from error
    except (OptionError, RefusedError) as error:
        raise EventError(error.detail) from error


def _started(event: GameStarted) -> None:
    games.NewGame.model_validate(
        {
            "rules": event.rules,
            "players": list(event.players),
            "options": dict(event.options),
            "follows": event.follows,
        }
    )
    rule_set(event.terms)  # the file of the house, and the answers to options
    _table(event.table)
    _stamp(event.stamp)


def _rules_changed(event: RulesChanged) -> None:
    terms = event.terms
    games.RulesChange.model_validate({"rules": terms.rules, "options": dict(terms.options)})
    rules = rule_set(terms)
    if event.table.coins % rules.table.coins:
        raise EventError(Sentence("these rules are paid in finer coins than the game's."))
    _table(event.table)
    _stamp(terms.stamp)


def _table(rules: TableRules) -> None:
    _Amounts.validate_python([one for one in asdict(rules).values() if type(one) is int])


def _won(event: HandWon) -> None:
    for win in event.wins:
        _winning(win)
    games.Hand.model_validate(
        {
            "winner": int(event.wins[0].player),
            "from": None if event.discarder is None else int(event.discarder),
            "responsible": None if event.responsible is None else int(event.responsible),
            "responsibility": event.way,
            "scores": None if event.scores is None else list(event.scores),
            "hands": None if event.hands is None else list(event.hands),
        }
    )
    _tiles(event.hands or ())
    _Owed.validate_python([*event.due, *event.changes])
    _stamp(event.stamp)


def _winning(win: Winning) -> None:
    games.Hand.model_validate(
        {"winner": int(win.player), "hand": win.hand, "faan": win.faan}, strict=True
    )
    _tiles([win.hand])
    _Circumstances.validate_python(list(win.circumstances))
    _Amounts.validate_python([] if win.score is None else [win.score])
    if win.answer is not None and len(json.dumps(win.answer)) > LONGEST_ANSWER:
        raise EventError(Sentence("the answer of a hand is longer than any that was given."))


def _false_win(event: FalseWin) -> None:
    games.FalseWin.model_validate({"player": int(event.player), "hand": event.hand})
    _tiles([event.hand])
    _Owed.validate_python([*event.due, *event.changes])
    _stamp(event.stamp)


def _adjusted(event: Adjusted) -> None:
    games.Adjustment.model_validate({"changes": list(event.changes), "reason": event.reason})


def _swapped(event: PlayersSwapped) -> None:
    games.Swap.model_validate({"seats": [int(player) for player in event.seating]})


def _noted(event: HandNoted) -> None:
    games.HandNote.model_validate({"seq": event.notes, "note": event.note})


def _ended(event: Ended) -> None:
    games.End.model_validate({"reason": event.reason or None})


def _corrected(event: Corrected) -> None:
    games.Correction.model_validate(
        {"seq": event.corrects, "strike": event.replacement is None, "reason": event.reason or None}
    )
    if event.replacement is not None:
        check(event.replacement)
    for _, payment in event.resettled:
        check(payment)


def _tiles(hands: Iterable[str | None]) -> None:
    for hand in hands:
        problems = () if hand is None else read_hand(hand).findings
        if problems:
            raise EventError(
                Sentence("{hand} is no hand: {detail}", hand=repr(hand), detail=problems[0].detail)
            )


def _stamp(stamp: RulesStamp | None) -> None:
    if stamp is not None:
        _Stamp.validate_python((stamp.id, stamp.version, stamp.hash))


CHECKS: Mapping[type[Event], Callable[[Any], None]] = MappingProxyType(
    {
        GameStarted: _started,
        HandWon: _won,
        FalseWin: _false_win,
        Adjusted: _adjusted,
        PlayersSwapped: _swapped,
        RulesChanged: _rules_changed,
        HandNoted: _noted,
        Ended: _ended,
        Corrected: _corrected,
    }
)
