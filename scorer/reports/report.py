"""A finished hand as players report it, before it is checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

from scorer.core.sentences import RefusedError, Sentence
from scorer.ledger.events import Hands, HandWon, Winning
from scorer.ledger.table import Player

Json: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Claim:
    """One player's win, claimed by its tiles or by an agreed number of faan."""

    player: Player
    hand: str | None = None
    faan: int | None = None
    circumstances: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, given: Json) -> Self:
        """Return the claim of a winner in the body of `POST …/hands`."""
        events = tuple(given.get("events") or ())
        return cls(Player(given["winner"]), given.get("hand"), given.get("faan"), events)

    @classmethod
    def from_win(cls, win: Winning) -> Self:
        """Return the claim that a recorded win was made of, for a hand scored by faan or tiles."""
        faan = win.faan if win.hand is None else None
        return cls(win.player, win.hand, faan, win.circumstances)


@dataclass(frozen=True, slots=True)
class HandReport:
    """A finished hand. `claims` are its wins, at least one; nobody claims a drawn hand.

    `responsible` is the player who pays for all, `way` the id of why. Where everyone scores,
    `scores` are agreed and `hands` are tiles, by player.
    """

    claims: tuple[Claim, ...] = ()
    self_drawn: bool = False
    discarder: Player | None = None
    responsible: Player | None = None
    way: str | None = None
    scores: tuple[int | None, ...] | None = None
    hands: Hands | None = None

    @classmethod
    def from_json(cls, body: Json) -> Self:
        """Return the report in a body of `POST …/hands` whose types have been checked.

        Raises RefusedError `drawn_hand` or `winner_required`.
        """
        if body.get("draw"):
            given = {name for name, value in body.items() if value is not None and value != []}
            if given - {"draw", "win", "expected_seq"}:
                detail = Sentence("A drawn hand has no winner and no score; send only draw.")
                raise RefusedError("drawn_hand", detail)
            return cls()
        if body.get("winner") is None:
            detail = Sentence("Say who won (winner, a player index 0-3) or draw: true.")
            raise RefusedError("winner_required", detail)
        return cls(
            claims=tuple(Claim.from_json(one) for one in (body, *(body.get("also") or ()))),
            self_drawn=body.get("win") == "self-draw",
            discarder=_player(body.get("from")),
            responsible=_player(body.get("responsible")),
            way=body.get("responsibility"),
            scores=_as_tuple(body.get("scores")),
            hands=_as_tuple(body.get("hands")),
        )

    @classmethod
    def from_event(cls, hand: HandWon) -> Self:
        """Return the report that a recorded hand was made of."""
        claims = tuple(Claim.from_win(win) for win in hand.wins)
        scores = None
        if hand.scores is not None:
            claims = tuple(Claim(one.player, circumstances=one.circumstances) for one in claims)
        if hand.scores is not None and hand.hands is None:
            known = enumerate(hand.scores)
            scores = tuple(None if player in hand.unknown else one for player, one in known)
        return cls(
            claims=claims,
            self_drawn=hand.self_drawn,
            discarder=hand.discarder,
            responsible=hand.responsible,
            way=hand.way,
            scores=scores,
            hands=hand.hands,
        )


def _player(index: int | None) -> Player | None:
    return None if index is None else Player(index)


def _as_tuple(values: list[Any] | None) -> tuple[Any, ...] | None:
    return None if values is None else tuple(values)
