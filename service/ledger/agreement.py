"""A game's agreement: four players, and the very rules that they play by."""

import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scorer.api.fingerprint import identity
from scorer.core.suggestions import nearest
from scorer.ledger.events import GameStarted, RulesStamp
from scorer.ledger.table import TableRules
from scorer.rules.rule_set import RuleSet, check_false_win, check_winnable, false_win_costs_nothing
from scorer.rulesets import RULE_SETS
from service.errors import RefusedError
from service.rules import house_rules
from service.schemas import games


@dataclass(frozen=True, slots=True)
class Agreement:
    """Four players at their agreed rules, whatever the table stands at."""

    started: GameStarted
    rules: RuleSet

    @classmethod
    def of(cls, started: GameStarted) -> "Agreement":
        """The agreement that a game started with."""
        return cls(started, rule_set(started))

    @property
    def stamp(self) -> RulesStamp:
        """Which edition of the rules this is, for an event to keep."""
        return stamp(self.started)


def _tell_apart(players: Sequence[str]) -> None:
    """Refuse two players of one name, however it is written."""
    seen: dict[str, str] = {}
    for name in players:
        said = _said(name)
        if said in seen:
            both = f"{seen[said]!r} and {name!r}"
            detail = f"Two players are called {both}. Give each a name of their own."
            raise RefusedError("same_name", detail)
        seen[said] = name


def _said(name: str) -> str:
    """A name as it is said: without the width, the case and the hidden marks of its letters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    shown = (letter for letter in folded if unicodedata.category(letter) != "Cf")
    return " ".join("".join(shown).split())


def opening(body: games.NewGame, house: str | None) -> GameStarted:
    """The start of a game as asked for, by a house's file or none; raises like `rule_set`.

    OptionError `bad_option`, too, for rules by which nobody could ever win, or by which a false win
    costs what is nothing, and RefusedError `same_name` for players whom nobody could tell apart. A
    game that was begun so before it was refused goes on.
    """
    _tell_apart(body.players)
    east, south, west, north = body.players
    agreed = GameStarted(
        players=(east, south, west, north),
        rules=body.rules,
        table=TableRules(),
        options=body.options,
        follows=body.follows,
        house=house,
    )
    rules = rule_set(agreed)
    check_winnable(rules)
    check_false_win(rules)
    return replace(agreed, table=rules.table, stamp=stamp(agreed))


def agreed_options(started: GameStarted) -> dict[str, object]:
    """The options of a game, without an answer on false wins that costs nothing, as if none.

    Such an answer is refused today, and a table that gave it before would be refused with it in
    whatever it asks by its options.
    """
    options = dict(started.options)
    if "false_win" in options and false_win_costs_nothing(rule_set(started)):
        del options["false_win"]
    return options


def rule_set(started: GameStarted) -> RuleSet:
    """The rule set of a game with its house options, by the house's file where it has one.

    Raises RefusedError `unknown_rules` or `bad_house_file`, or the scorer's own error for an
    option.
    """
    return _played(started)[0]


def stamp(started: GameStarted) -> RulesStamp:
    """Which edition of its rules a game is played by; raises like `rule_set`."""
    return _played(started)[1]


def _played(started: GameStarted) -> tuple[RuleSet, RulesStamp]:
    return _house(started.rules, started.house, json.dumps(started.options, sort_keys=True))


@lru_cache(maxsize=256)
def _house(rules: str, file: str | None, options: str) -> tuple[RuleSet, RulesStamp]:
    """The rules of a house, made once: every hand asks for them, and they never change."""
    house = _base(rules, file).house(json.loads(options))
    return house, RulesStamp(*identity(house))


@lru_cache(maxsize=256)
def _base(rules: str, file: str | None) -> RuleSet:
    """The rules before anybody answers an option: those of the file, or of the document."""
    if file is not None:
        return house_rules.read_kept(file)
    if rules not in RULE_SETS:
        raise RefusedError(
            "unknown_rules",
            f"There is no rule set {rules!r}; the nearest is {nearest(rules, RULE_SETS)!r}.",
        )
    return RULE_SETS[rules]
