"""What each kind of event says by itself, as the JSON of the history; players are indexes 0-3.

Amounts are told in points, as the table says them (`TableRules.in_points`).
"""

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
    HandNoted,
    HandWon,
    PlayersSwapped,
    RulesChanged,
    Undone,
    Winning,
)
from scorer.ledger.seats import Points
from scorer.ledger.table import TableRules
from scorer.ledger.terms import RulesStamp
from service.db.codec import kind_of

Facts: TypeAlias = dict[str, Any]


def facts(event: Event, rules: TableRules) -> Facts:
    """The facts of an event at a table of some rules, whatever it stood at."""
    return FACTS[type(event)](event, rules)


def told_points(amounts: Points, rules: TableRules) -> list[int | float]:
    """Four amounts of coins as people say them."""
    return [rules.in_points(coins) for coins in amounts]


def _started(started: GameStarted, _: TableRules) -> Facts:
    return {
        "rules": started.rules,
        "players": list(started.players),
        "options": dict(started.options),
        "follows": started.follows,
        "edition": _edition(started.stamp),
    }


def _won(won: HandWon, rules: TableRules) -> Facts:
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
        "responsibility": won.way,
        "due": told_points(won.due, rules),
        "unpaid": told_points(won.unpaid, rules),
        "lacking": told_points(won.lacking, rules),
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


def _drawn(_: HandDrawn, __: TableRules) -> Facts:
    return {}


def _false_win(declared: FalseWin, rules: TableRules) -> Facts:
    return {
        "player": int(declared.player),
        "hand": declared.hand,
        "due": told_points(declared.due, rules),
        "unpaid": told_points(declared.unpaid, rules),
        "lacking": told_points(declared.lacking, rules),
        "edition": _edition(declared.stamp),
    }


def _reason(event: Adjusted | Ended, _: TableRules) -> Facts:
    return {"reason": event.reason}


def _swapped(swapped: PlayersSwapped, _: TableRules) -> Facts:
    return {"seats": [int(player) for player in swapped.seating]}


def _rules_changed(changed: RulesChanged, _: TableRules) -> Facts:
    terms = changed.terms
    return {
        "rules": terms.rules,
        "options": dict(terms.options),
        "edition": _edition(terms.stamp),
        "after": changed.after,
    }


def _noted(noted: HandNoted, _: TableRules) -> Facts:
    return {"notes": noted.notes, "note": noted.note}


def _undone(undone: Undone, _: TableRules) -> Facts:
    return {"undoes": undone.undoes}


def _corrected(corrected: Corrected, rules: TableRules) -> Facts:
    replaced = corrected.replacement
    return {
        "corrects": corrected.corrects,
        "reason": corrected.reason,
        "replacement": None if replaced is None else _instead(replaced, rules),
        "resettled": [{"seq": seq, **_instead(one, rules)} for seq, one in corrected.resettled],
    }


def _instead(event: Event, rules: TableRules) -> Facts:
    """What counts in the place of another event, with the points that it moves."""
    told = {"kind": kind_of(event), **facts(event, rules)}
    if isinstance(event, HandWon | FalseWin | Adjusted):
        told["changes"] = told_points(event.changes, rules)
    return told


def _edition(stamp: RulesStamp | None) -> Facts | None:
    """Which edition of a rule set; None for events of programs that did not keep it."""
    if stamp is None:
        return None
    return {"rules": stamp.id, "version": stamp.version, "hash": stamp.hash}


FACTS: Mapping[type[Event], Callable[[Any, TableRules], Facts]] = MappingProxyType(
    {
        GameStarted: _started,
        HandWon: _won,
        HandDrawn: _drawn,
        FalseWin: _false_win,
        Adjusted: _reason,
        PlayersSwapped: _swapped,
        RulesChanged: _rules_changed,
        HandNoted: _noted,
        Ended: _reason,
        Undone: _undone,
        Corrected: _corrected,
    }
)
