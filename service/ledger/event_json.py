"""What each kind of event says by itself, as the JSON of the history; players are indexes 0-3."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from scorer.ledger.events import (
    Adjusted,
    Corrected,
    Ended,
    Event,
    FalseWin,
    GameStarted,
    HandDrawn,
    HandWon,
    PlayersSwapped,
    RulesStamp,
    Undone,
    Winning,
)
from service.db.codec import kind_of

Facts: TypeAlias = dict[str, Any]


def facts(event: Event) -> Facts:
    """The facts of an event, whatever the table stood at."""
    return FACTS[type(event)](event)


def _started(started: GameStarted) -> Facts:
    return {
        "rules": started.rules,
        "players": list(started.players),
        "options": dict(started.options),
        "follows": started.follows,
        "edition": _edition(started.stamp),
    }


def _won(won: HandWon) -> Facts:
    """A won hand; the first winner's facts stand at the top, as most hands have no other."""
    wins = [_winning(win) for win in won.wins]
    return {
        **wins[0],
        "from": None if won.discarder is None else int(won.discarder),
        "win": "self-draw" if won.self_drawn else "discard",
        "wins": wins,
        "scores": None if won.scores is None else list(won.scores),
        "hands": None if won.hands is None else list(won.hands),
        "unknown": [int(player) for player in won.unknown],
        "responsible": None if won.responsible is None else int(won.responsible),
        "due": list(won.due),
        "unpaid": list(won.unpaid),
        "lacking": list(won.lacking),
        "edition": _edition(won.stamp),
    }


def _winning(win: Winning) -> Facts:
    return {
        "winner": int(win.player),
        "faan": win.faan,
        "score": win.score,
        "hand": win.hand,
        "events": list(win.circumstances),
        "answer": win.answer,
    }


def _drawn(_: HandDrawn) -> Facts:
    return {}


def _false_win(declared: FalseWin) -> Facts:
    return {
        "player": int(declared.player),
        "hand": declared.hand,
        "due": list(declared.due),
        "unpaid": list(declared.unpaid),
        "lacking": list(declared.lacking),
        "edition": _edition(declared.stamp),
    }


def _reason(event: Adjusted | Ended) -> Facts:
    return {"reason": event.reason}


def _swapped(swapped: PlayersSwapped) -> Facts:
    return {"seats": [int(player) for player in swapped.seating]}


def _undone(undone: Undone) -> Facts:
    return {"undoes": undone.undoes}


def _corrected(corrected: Corrected) -> Facts:
    replaced = corrected.replacement
    return {
        "corrects": corrected.corrects,
        "reason": corrected.reason,
        "replacement": None if replaced is None else _instead(replaced),
        "resettled": [{"seq": seq, **_instead(one)} for seq, one in corrected.resettled],
    }


def _instead(event: Event) -> Facts:
    """What counts in the place of another event, with the points that it moves."""
    told = {"kind": kind_of(event), **facts(event)}
    if isinstance(event, HandWon | FalseWin | Adjusted):
        told["changes"] = list(event.changes)
    return told


def _edition(stamp: RulesStamp | None) -> Facts | None:
    """Which edition of a rule set; None for events of programs that did not keep it."""
    if stamp is None:
        return None
    return {"rules": stamp.id, "version": stamp.version, "hash": stamp.hash}


FACTS: Mapping[type[Event], Callable[[Any], Facts]] = MappingProxyType(
    {
        GameStarted: _started,
        HandWon: _won,
        HandDrawn: _drawn,
        FalseWin: _false_win,
        Adjusted: _reason,
        PlayersSwapped: _swapped,
        Ended: _reason,
        Undone: _undone,
        Corrected: _corrected,
    }
)
