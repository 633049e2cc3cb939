"""A finished hand as a player reports it, turned into the event the ledger keeps.

Players are chairs here and winds in the scorer; this module is where one becomes the other.
"""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from scorer import ledger, wire
from scorer.check import event_findings
from scorer.hand import Hand
from scorer.ledger import Event, Game, HandDrawn, HandWon
from scorer.names import nearest
from scorer.payments import settle_faan
from scorer.problems import flags
from scorer.rules import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.table_seats import Player, Points, four
from scorer.tiles import Wind
from scorer.win import CIRCUMSTANCES, NO_CIRCUMSTANCE, Declaration
from service import requests
from service.problems import RefusedError


def rule_set(rules: str, options: Mapping[str, object]) -> RuleSet:
    """The rule set of a game with its house options.

    Raises RefusedError `unknown_rules`, or the scorer's own error for an option.
    """
    if rules not in RULE_SETS:
        raise RefusedError(
            "unknown_rules",
            f"There is no rule set {rules!r}; the nearest is {nearest(rules, RULE_SETS)!r}.",
        )
    return RULE_SETS[rules].house(options)


def event_of(game: Game, body: requests.Hand) -> Event:
    """What the ledger is to add for a reported hand; RefusedError for one that cannot be.

    Raises LedgerError where no hand may follow, whatever it is.
    """
    ledger.check(game, HandDrawn())
    if body.draw:
        _refuse_extras(body)
        return HandDrawn()
    winner, discarder = _chairs(body)
    given = [
        name for name in ("hand", "faan", "scores", "hands") if getattr(body, name) is not None
    ]
    if len(given) != 1:
        detail = f"Give exactly one of hand or faan, not {' and '.join(given) or 'neither'}."
        raise RefusedError("one_result", detail)
    if given[0] in ("scores", "hands"):
        detail = f"With {game.started.rules} only the winner scores; give hand or faan."
        raise RefusedError("not_for_these_rules", detail)
    if body.hand is not None:
        return ledger.win(game, _scored(game, body, winner, discarder, body.hand))
    return ledger.win(game, _agreed(game, body, winner, discarder))


def _refuse_extras(body: requests.Hand) -> None:
    extras = body.model_fields_set - {"draw", "expected_seq"}
    if any(getattr(body, name) not in (None, []) for name in extras - {"win"}):
        raise RefusedError("drawn_hand", "A drawn hand has no winner and no score; send only draw.")


def _chairs(body: requests.Hand) -> tuple[Player, Player | None]:
    if body.winner is None:
        raise RefusedError(
            "winner_required", "Say who won (winner, a player index 0-3) or draw: true."
        )
    if body.win == "self-draw":
        if body.discarder is not None:
            raise RefusedError("from_not_allowed", "A self-draw comes from nobody; leave from out.")
        return Player(body.winner), None
    if body.discarder is None:
        detail = "Say whose discard it was (from, a player index 0-3), or win: self-draw."
        raise RefusedError("from_required", detail)
    if body.discarder == body.winner:
        raise RefusedError(
            "winner_is_discarder", "Nobody wins on an own discard; check winner and from."
        )
    return Player(body.winner), Player(body.discarder)


def _scored(
    game: Game, body: requests.Hand, winner: Player, discarder: Player | None, hand: str
) -> HandWon:
    table = game.table
    request: dict[str, object] = {
        "rules": game.started.rules,
        "options": dict(game.started.options),
        "hand": hand,
        "seat": str(table.wind_of(winner)),
        "round": str(table.round_wind),
        "win": body.win,
        "events": body.events,
    }
    if discarder is not None:
        request["from"] = str(table.wind_of(discarder))
    answer: dict[str, Any] = wire.answer(request)
    if not answer["valid"]:
        raise _invalid(answer)
    return HandWon(
        winner=winner,
        discarder=discarder,
        changes=_by_seat(game, answer["payments"]),
        hand=" ".join(hand.split()),  # one line of a table is one line
        faan=answer["faan"],
        circumstances=tuple(body.events),
        answer=answer,
    )


def _invalid(answer: Mapping[str, Any]) -> RefusedError:
    problems = list(answer["problems"])
    detail = " ".join(answer["details"].values())
    # A complete hand that is worth too little is another matter than tiles that do not win.
    code = "below_minimum" if problems == ["below_minimum"] else "invalid_hand"
    return RefusedError(code, detail, problems=problems, answer=answer)


def _agreed(game: Game, body: requests.Hand, winner: Player, discarder: Player | None) -> HandWon:
    rules = rule_set(game.started.rules, game.started.options)
    _check_events(game, body, rules)
    faan = body.faan or 0
    if faan < rules.minimum:
        detail = f"{faan} faan are below the table's minimum of {rules.minimum}: no legal win."
        raise RefusedError("below_minimum", detail, problems=["below_minimum"])
    table = game.table
    capped = min(faan, rules.cap)
    thrower = None if discarder is None else table.wind_of(discarder)
    settled = settle_faan(capped, rules, table.wind_of(winner), thrower)
    return HandWon(
        winner=winner,
        discarder=discarder,
        changes=_by_seat(game, settled.deltas),
        faan=capped,
        circumstances=tuple(body.events),
    )


def _check_events(game: Game, body: requests.Hand, rules: RuleSet) -> None:
    """Refuse circumstances that nobody knows or that cannot be, as far as can be told."""
    for name in body.events:
        if name not in CIRCUMSTANCES:
            raise RefusedError(
                "unknown_event",
                f"There is no event {name!r}; the nearest is {nearest(name, CIRCUMSTANCES)!r}.",
            )
    declared = Declaration(
        Hand(),
        seat=game.table.wind_of(Player(body.winner or 0)),
        self_drawn=body.win == "self-draw",
        circumstances=reduce(or_, (CIRCUMSTANCES[name] for name in body.events), NO_CIRCUMSTANCE),
    )
    found = tuple(event_findings(declared, rules))
    if found:
        detail = " ".join(finding.detail for finding in found)
        raise RefusedError("invalid_hand", detail, problems=flags(found).names)


def _by_seat(game: Game, payments: Mapping[str, int] | Mapping[Wind, int]) -> Points:
    by_wind = {str(wind): amount for wind, amount in payments.items()}
    return four([by_wind[str(game.table.wind_of(player))] for player in Player])
