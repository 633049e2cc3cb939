"""Hands scored and games kept, by plain values: what `import tableside` gives besides photos."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.api.requests import house_rules, request_of
from scorer.api.scores import explained_json
from scorer.core.tiles import Wind
from scorer.ledger import game as games
from scorer.ledger.events import Event
from scorer.ledger.game import Game
from scorer.ledger.seats import Player
from scorer.rules.rule_set import RuleSet
from scorer.scoring import score as scoring
from scorer.scoring.score import Score
from service.ledger import agreement
from service.ledger.reports import hands, incidents
from service.schemas.games import Adjustment, Hand, NewGame


def rule_set(id_: str, **options: object) -> RuleSet:
    """Return a rule set by its id, with house options answered; RequestError for unknown ones."""
    return house_rules({"rules": id_, "options": options})


def score(hand: str, rules: str, **said: object) -> Score:
    """Score the text of a hand by the id of a rule set.

    `said` is what else a request may say, as on the command line and over HTTP: `seat`, `round`,
    `win`, `from_` (the discarder's seat wind), `events`, `options`, `role`, `losers`. Raises
    RequestError for what no rule set or request knows; `Score.findings` says what is wrong with a
    hand.
    """
    named = {name.rstrip("_"): value for name, value in said.items()}
    return scoring.score(request_of({"hand": hand, "rules": rules, **named}))


def explain(scored: Score) -> str:
    """Say what a hand comes to, row by row with the reasons, in lines for people."""
    return str(explained_json(scored)["text"])


@dataclass(frozen=True, slots=True)
class Ledger:
    """A game of four players; every change returns the ledger after it, and nothing is lost.

    Players are numbered 0 to 3 as they first sat down, East first. Changes raise LedgerError for
    what cannot follow, RefusedError for a hand that cannot be.
    """

    game: Game

    @classmethod
    def begin(cls, players: Sequence[str], rules: str, **options: object) -> "Ledger":
        """Begin a game of four by the id of a rule set, with house options answered."""
        body = NewGame.model_validate(
            {"players": list(players), "rules": rules, "options": options}
        )
        return cls(games.apply(None, agreement.opening(body, None)))

    def win(self, winner: int, **said: object) -> "Ledger":
        """Add a win: `hand` as text or `faan` (`scores` in points), `from_` a player, `events`.

        Without `from_` it is a self-draw.
        """
        named = {name.rstrip("_"): value for name, value in said.items()}
        usual = {"win": "discard" if named.get("from") is not None else "self-draw"}
        body = Hand.model_validate({"winner": winner, **usual, **named})
        return self._after(hands.event_of(self.game, body))

    def draw(self) -> "Ledger":
        """Add a hand that nobody won."""
        return self._after(hands.event_of(self.game, Hand(draw=True)))

    def adjust(self, changes: Sequence[int], reason: str) -> "Ledger":
        """Move points outside a hand, four numbers by player, with the reason."""
        body = Adjustment.model_validate({"changes": list(changes), "reason": reason})
        return self._after(incidents.adjusted(body))

    def undo(self) -> "Ledger":
        """Take back the latest hand that is not yet taken back."""
        return self._after(games.undo(self.game))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return self.game.events

    @property
    def points(self) -> Mapping[str, int]:
        """What each player has, by name."""
        names, points = self.game.started.players, self.game.table.points
        return {names[player]: points[player] for player in Player}

    @property
    def seat_winds(self) -> Mapping[str, Wind]:
        """The seat wind of each player, by name."""
        names, table = self.game.started.players, self.game.table
        return {names[player]: table.wind_of(player) for player in Player}

    @property
    def round_wind(self) -> Wind:
        """The wind of the round."""
        return self.game.table.round_wind

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.game.table.finished

    def _after(self, event: Event) -> "Ledger":
        game = games.apply(self.game, event)
        games.check_room(game)
        return Ledger(game)
