"""The ledger of a game with plain values, for `import tableside`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Never, NotRequired, TypedDict, TypeVar

from pydantic import BaseModel, ValidationError

from scorer.api.requests import RequestError
from scorer.core.tiles import Wind
from scorer.ledger import game as games
from scorer.ledger.events import Event, HandDrawn
from scorer.ledger.game import Game
from scorer.reports.agreement import opening_event
from scorer.reports.events import event_of
from service.schemas.games import Adjustment, Hand, NewGame
from tableside.library import CircumstanceName, OptionValue, refuse, rule_set

T = TypeVar("T")
BodyShape = TypeVar("BodyShape", bound=BaseModel)


class FurtherWin(TypedDict):
    """Another player who won on the same discard: `hand` as text, or an agreed `faan`."""

    winner: int
    hand: NotRequired[str]
    faan: NotRequired[int]
    events: NotRequired[Sequence[CircumstanceName]]


@dataclass(frozen=True, slots=True)
class Ledger:
    """A game of two to four players; every change returns a new ledger, nothing is lost.

    Players are numbered 0 to 3 as they first sat down, East first. Changes raise LedgerError for
    what cannot follow, RefusedError for an impossible hand, RequestError for values that no ledger
    knows.
    """

    game: Game

    @classmethod
    def begin(cls, players: Sequence[str], rules: str, **options: OptionValue) -> "Ledger":
        """Begin a game of four, three or two players by a rule set's id, with its house options.

        Raises RequestError for what no rule set knows, RefusedError for two players with one name.
        """
        rule_set(rules, **options)
        body = _validate(NewGame, players=list(players), rules=rules, options=options)
        return cls(games.apply(None, opening_event(body.players, body.terms(None))))

    def win(  # noqa: PLR0913  (what a report of a hand may say, each by its name)
        self,
        winner: int,
        *,
        from_: int | None = None,
        hand: str | None = None,
        faan: int | None = None,
        scores: Sequence[int | None] | None = None,
        hands: Sequence[str | None] | None = None,
        win: Literal["discard", "self-draw"] | None = None,
        events: Sequence[CircumstanceName] = (),
        also: Sequence[FurtherWin] = (),
        responsible: int | None = None,
        responsibility: str | None = None,
        **unknown: Never,
    ) -> "Ledger":
        """Add a win: the text of the `hand`, or an agreed `faan`.

        `from_` is the player who discarded the tile or whose kong was robbed; without it the win is
        a self-draw, unless `win` says otherwise. If all four hands score, `scores` are points and
        `hands` texts, by player. `also` are others who won on the same discard, `responsible` is
        the player who pays for all, `responsibility` the id of the reason.
        """
        refuse(unknown, Ledger.win)
        body = _validate(
            Hand,
            winner=winner,
            win=win or ("self-draw" if from_ is None else "discard"),
            hand=hand,
            faan=faan,
            scores=_as_list(scores),
            hands=_as_list(hands),
            events=_as_list(events),
            also=[{**one, "events": _as_list(one.get("events", ()))} for one in also],
            responsible=responsible,
            responsibility=responsibility,
            **{"from": from_},
        )
        return self._with_event(event_of(self.game, body.report()))

    def draw(self) -> "Ledger":
        """Add a hand that nobody won."""
        return self._with_event(event_of(self.game, HandDrawn()))

    def adjust(self, changes: Sequence[int], reason: str) -> "Ledger":
        """Move points outside a hand: four numbers by player, and the reason."""
        body = _validate(Adjustment, changes=list(changes), reason=reason)
        return self._with_event(event_of(self.game, body.report()))

    def undo(self) -> "Ledger":
        """Take back the latest hand that is not yet taken back."""
        return self._with_event(games.undo(self.game))

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, in order."""
        return tuple(self.game.events)

    @property
    def points(self) -> Mapping[str, int]:
        """Each player's points, by name."""
        names, points = self.game.started.players, self.game.table.points
        return {names[player]: points[player] for player in self.game.table.players}

    @property
    def seat_winds(self) -> Mapping[str, Wind]:
        """The seat wind of each player, by name."""
        names, table = self.game.started.players, self.game.table
        return {names[player]: table.wind_of(player) for player in self.game.table.players}

    @property
    def round_wind(self) -> Wind:
        """The wind of the round."""
        return self.game.table.round_wind

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.game.table.finished

    def _with_event(self, event: Event) -> "Ledger":
        game = games.apply(self.game, event)
        games.check_room(game)
        return Ledger(game)


def _validate(kind: type[BodyShape], **members: object) -> BodyShape:
    """Validate a body of the service; RequestError `bad_value` or `unknown_field`."""
    try:
        return kind.model_validate(members)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        code = "unknown_field" if first["type"] == "unknown_field" else "bad_value"
        raise RequestError(code, f"{field}: {first['msg']}") from error


def _as_list(values: Sequence[T] | None) -> list[T] | None:
    """Return a sequence as a list, for JSON; a text is left as it is, to be refused."""
    return values if values is None or isinstance(values, str) else list(values)
