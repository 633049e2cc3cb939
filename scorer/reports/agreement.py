"""A table's agreement: who plays, and the exact rules that they play by."""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scorer.api.requests import identity
from scorer.core.sentences import RefusedError, Sentence, unknown
from scorer.ledger.events import GameStarted, PlayersNamed, RulesChanged
from scorer.ledger.game import Game
from scorer.ledger.table import PLAYERS, RulesStamp, TableRules, TableState, Terms
from scorer.rules.options import MISSING_SHARE
from scorer.rules.rule_set import (
    OptionError,
    RuleSet,
    check_false_win,
    check_start,
    check_winnable,
    false_win_costs_nothing,
)
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import read_kept_file


@dataclass(frozen=True, slots=True)
class Agreement:
    """Players, by name, and their agreed rules, independent of the state of the table.

    `stamp` is the edition of the rules, for an event to store. The ledger counts `coins` for each
    coin of the rules: more than one if the table changed to rules of whole points.
    """

    players: tuple[str, ...]
    rules: RuleSet
    stamp: RulesStamp | None = None
    coins: int = 1

    @classmethod
    def at(cls, game: Game, table: TableState) -> "Agreement":
        """Return the agreement in force at a table of a game."""
        rules, stamp = _rules_and_stamp(game.terms(table))
        return cls(game.names, rules, stamp, table.rules.coins // rules.table.coins)


def _check_names(players: Sequence[str]) -> None:
    """Refuse two players of the same name, however it is written."""
    seen: dict[str, str] = {}
    for name in players:
        spoken = _spoken_name(name)
        if spoken in seen:
            both = Sentence("{left} and {right}", left=repr(seen[spoken]), right=repr(name))
            detail = Sentence(
                "Two players are called {both}. Give them different names.", both=both
            )
            raise RefusedError("same_name", detail)
        seen[spoken] = name


def _spoken_name(name: str) -> str:
    """Return a name without letter width, case and hidden marks, as it would be spoken."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    shown = (letter for letter in folded if unicodedata.category(letter) != "Cf")
    return " ".join("".join(shown).split())


def opening_event(
    players: Sequence[str],
    terms: Terms,
    follows: str | None = None,
) -> GameStarted:
    """Return the start of a game by unstamped terms; raises like `rule_set`.

    Raises OptionError `bad_option`, too, for rules by which nobody could ever win, a false win
    costs nothing or the first hand would end the game, and RefusedError `same_name` for players
    with the same name. Games that began before these were refused continue.
    """
    _check_names(players)
    rules, terms = _checked_terms(terms, len(players))
    check_start(rules)
    return GameStarted(
        players=tuple(players),
        rules=terms.rules,
        table=rules.table,
        options=terms.options,
        stamp=terms.stamp,
        follows=follows,
        house=terms.house,
    )


def renaming(players: Sequence[str]) -> PlayersNamed:
    """Return new names for a table's players; RefusedError `same_name` like `opening_event`."""
    _check_names(players)
    return PlayersNamed(tuple(players))


def rules_change(game: Game, terms: Terms, from_hand: int | None = None) -> RulesChanged:
    """Return the change of a game's rules to other, unstamped terms from a hand number on.

    Raises like `opening_event`, and RefusedError for rules that are in force (`same_rules`), that
    begin with a hand that is over (`hand_over`), that count differently (`counted_otherwise`), in
    finer coins (`finer_coins`) or for other money (`different_stakes`).
    """
    rules, terms = _checked_terms(terms, len(game.table.players))
    table, now = game.table.rules, rule_set(game.terms(game.table))
    hand = game.table.hand_number
    after = 0 if from_hand is None else from_hand - hand
    if after < 0:
        detail = Sentence(
            "Hand {from_hand} is over: new rules can apply from hand {hand} on.",
            from_hand=from_hand,
            hand=hand,
        )
        raise RefusedError("hand_over", detail)
    _check_counting(table, now, rules)
    if terms.stamp == _rules_and_stamp(game.terms(game.table))[1] and game.table.coming is None:
        raise RefusedError("same_rules", Sentence("The table already plays by these rules."))
    kept = {name: getattr(table, name) for name in ("start", "direction", "coins")}
    return RulesChanged(terms, replace(rules.table, **kept), after)


def _check_counting(table: TableRules, now: RuleSet, rules: RuleSet) -> None:
    """Refuse rules that would change the meaning of a game's points."""
    if (now.everyone_scores, table.zero_sum) != (rules.everyone_scores, rules.table.zero_sum):
        detail = Sentence(
            "{name} counts hands differently from this game. End this game, and play the next "
            "one by these rules.",
            name=rules.name,
        )
        raise RefusedError("counted_otherwise", detail)
    if table.coins % rules.table.coins:
        detail = Sentence(
            "This game counts in steps of {in_points}, but by these rules smaller amounts can "
            "be paid. End this game, and play the next one by them; the evening's settlement "
            "includes both.",
            in_points=table.in_points(1),
        )
        raise RefusedError("finer_coins", detail)
    if now.answer("money_per_point") != rules.answer("money_per_point"):
        detail = Sentence(
            "A point would no longer be worth the same money in this game. Leave "
            "money_per_point as it is, or end this game and play the next one by these rules."
        )
        raise RefusedError("different_stakes", detail)


def _checked_terms(terms: Terms, players: int) -> tuple[RuleSet, Terms]:
    """Return the rules of new terms for this many players, and the terms with stamp and options.

    Raises OptionError if nobody could win or a false win costs nothing, and RefusedError
    `other_players`.
    """
    if players != PLAYERS:  # playing with fewer than four is an option
        terms = replace(terms, options={**terms.options, "players": players})
    _base_rules(terms.rules, terms.house).house(terms.options)
    rules, stamp = _rules_and_stamp(terms)
    check_winnable(rules)
    check_false_win(rules)
    if rules.table.players != players:
        detail = Sentence(
            "These rules are for {players} players, but {named} were named. Name {players} "
            "players, or choose other rules.",
            players=rules.table.players,
            named=players,
        )
        raise RefusedError("other_players", detail)
    return rules, replace(terms, options=rules.by_name(terms.options), stamp=stamp)


def agreed_options(terms: Terms) -> dict[str, object]:
    """Return the options of a game, without a free false win and without shares nobody can divide.

    Both are refused today, so a table that once agreed on them would have its every request
    refused.
    """
    options = _playable_options(_base_rules(terms.rules, terms.house), terms.options)
    if "false_win" in options and false_win_costs_nothing(rule_set(terms)):
        del options["false_win"]
    return options


def _playable_options(base: RuleSet, options: Mapping[str, object]) -> dict[str, object]:
    """Return options without a missing share that cannot be divided.

    Once, a house of three or two accepted that answer and left its payments as they were.
    """
    playable = dict(options)
    try:
        base.house(playable)
    except OptionError as error:
        if error.options != (MISSING_SHARE,):
            raise
        del playable[MISSING_SHARE]
    return playable


def rule_set(terms: Terms) -> RuleSet:
    """Return the rule set of some terms with the house options, by the house's file if any.

    Raises RefusedError `unknown_rules` or `bad_house_file`, or the scorer's own error for an
    option.
    """
    return _rules_and_stamp(terms)[0]


def _rules_and_stamp(terms: Terms) -> tuple[RuleSet, RulesStamp]:
    return _house_rules(terms.rules, terms.house, json.dumps(terms.options, sort_keys=True))


@lru_cache(maxsize=256)
def _house_rules(rules: str, file: str | None, options: str) -> tuple[RuleSet, RulesStamp]:
    """Return the rules of a house, cached: every hand asks for them, and they never change."""
    base = _base_rules(rules, file)
    house = base.house(_playable_options(base, json.loads(options)))
    return house, identity(house)


@lru_cache(maxsize=256)
def _base_rules(rules: str, file: str | None) -> RuleSet:
    """Return the rules before any option is answered: those of the file, or of the document."""
    if file is not None:
        return read_kept_file(file)
    if rules not in RULE_SETS:
        raise RefusedError("unknown_rules", unknown(Sentence("rule set"), rules, RULE_SETS))
    return RULE_SETS[rules]
