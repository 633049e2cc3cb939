"""Checks that an event from a file holds no more than the calls that record such events allow.

Anybody can write a file, and its digest shows only that it is complete.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints, TypeAdapter, ValidationError

from scorer.core.hand import read_hand
from scorer.core.sentences import Sentence
from scorer.ledger.answers import facts
from scorer.ledger.events import Corrected, Event, FalseWin, GameStarted, HandWon, RulesChanged
from scorer.ledger.table import TableRules
from scorer.reports.agreement import rule_set
from scorer.rules.rule_set import OptionError
from service.errors import RefusedError
from service.schemas import fields

LONGEST_ANSWER = 65_536  # characters of JSON: the largest answer to a hand has about 8,000
# What can result from the amounts in a call: several losers' shares, doubled by customs.
MOST_OWED = 100 * fields.MOST_POINTS
_Owed = Annotated[int, Field(ge=-MOST_OWED, le=MOST_OWED)]
_Amounts = TypeAdapter(list[fields.Amount])


class _Edition(BaseModel):
    rules: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,80}$")]
    version: Annotated[int, Field(ge=0, le=1_000_000)]
    hash: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class _Winning(BaseModel):
    hand: fields.HandText | None
    faan: fields.Faan | None
    score: fields.Amount | None
    events: Annotated[
        list[Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,40}$")]], Field(max_length=20)
    ]


class _Recorded(BaseModel):
    """The members of any event, by their public names, as far as their types leave them open."""

    players: list[fields.Name] = []
    options: fields.Options = {}
    follows: fields.GameName | None = None
    edition: _Edition | None = None
    due: list[_Owed] = []
    changes: list[_Owed] = []
    wins: list[_Winning] = []
    scores: list[fields.Amount] | None = None
    hand: fields.HandText | None = None
    hands: list[fields.HandText | None] | None = None
    responsibility: Annotated[str, Field(max_length=40)] | None = None
    reason: fields.Note = ""
    note: fields.Note = ""


def check(event: Event) -> None:
    """Raise ValueError, naming the fault, for an event that no call would have recorded."""
    try:
        _check(event)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where}: {first['msg']}" if where else first["msg"]) from error
    except (OptionError, RefusedError) as error:
        raise ValueError(error.detail) from error


def _check(event: Event) -> None:
    members = facts(event, TableRules())
    _Recorded.model_validate(members, strict=True)
    for hand in _hands(event):
        if problems := read_hand(hand).unread:
            raise ValueError(
                Sentence(
                    "{hand} is not a hand: {detail}", hand=repr(hand), detail=problems[0].detail
                )
            )
    _check_kind(event)


def _check_kind(event: Event) -> None:
    """Check what only events of one kind have: terms, answers, events within it."""
    match event:
        case GameStarted():
            rule_set(event.terms)  # checks the house file and the answers to options
            _check_table(event.table)
        case RulesChanged():
            if event.table.coins % rule_set(event.terms).table.coins:
                raise ValueError(Sentence("these rules need smaller coins than the game has."))
            _check_table(event.table)
        case HandWon():
            answers = (win.answer for win in event.wins if win.answer is not None)
            if any(len(json.dumps(answer)) > LONGEST_ANSWER for answer in answers):
                detail = Sentence("the scoring stored with a hand is longer than any real one.")
                raise ValueError(detail)
        case Corrected():
            for inner in (event.replacement, *(payment for _, payment in event.resettled)):
                if inner is not None:
                    check(inner)
        case _:
            pass


def _check_table(rules: TableRules) -> None:
    _Amounts.validate_python([amount for amount in asdict(rules).values() if type(amount) is int])


def _hands(event: Event) -> Iterator[str]:
    """Yield the hand texts that an event holds."""
    hands: list[str | None] = []
    if isinstance(event, HandWon):
        hands = [*(win.hand for win in event.wins), *(event.hands or ())]
    if isinstance(event, FalseWin):
        hands = [event.hand]
    yield from (hand for hand in hands if hand is not None)
