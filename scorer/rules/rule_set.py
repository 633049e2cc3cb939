"""A rule set: a table of rows and the customs around it, all of them values.

A house option is a function from one rule set to another, so a variant is a value too, and no
scoring code ever asks which rule set it works for.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from scorer.core.arrangements import ARRANGERS, Arranger, Form, held_sets
from scorer.core.hand import TILES_IN_A_HAND, Meld, Refusal
from scorer.core.sentences import CodedError, Sentence, hint
from scorer.core.tiles import TILES, WINDS, Tile, Wind
from scorer.core.win import (
    CONTRADICTIONS,
    FORM_TRAITS,
    NO_CIRCUMSTANCE,
    Circumstance,
    Declaration,
    Role,
    Win,
)
from scorer.ledger.table import TableRules
from scorer.patterns.pattern import NO_TRAIT, needs_of
from scorer.rules.payment import Payment
from scorer.rules.point_payments import Scheme, keep_scores
from scorer.rules.row import EVERYONE, WINNER_ONLY, Closedness, Limit, Line, Row, Value


class Ladder(NamedTuple):
    """What a table pays for faan: pairs of (least faan, coins), rising.

    A coin is a point, or a part of one if points are money (`TableRules.coins`).
    """

    steps: tuple[tuple[int, int], ...]

    def points(self, faan: int) -> int:
        """Return what is paid for some faan, in coins."""
        return next(points for least, points in reversed(self.steps) if faan >= least)


NO_STEPS = Ladder(())
NO_CAP = 1000  # more faan than any table gives a hand
POINT_FIGURES = ("score", "base", "multiplier", "added", "final_multiplier")
BONUS_WINDS = {tile: WINDS[tile.rank - 1] for tile in TILES if tile.is_bonus}


Resolution: TypeAlias = Callable[["RuleSet", Win, tuple[Line, ...]], tuple[Line, ...]]
"""A custom that drops lines after the table's own exclusions, by setting their `excluded_by`."""


class OptionError(CodedError, ValueError):
    """An unknown house option (`unknown_option`) or an impossible value (`bad_option`).

    `options` has its name, or is empty for one answered under both its names.
    """

    def __init__(self, code: str, detail: str, *options: str) -> None:
        super().__init__(code, detail)
        self.options = options


class Option(NamedTuple):
    """A house option: the question for the table, its answers, and what they change.

    `values` are the possible answers, or a sentence on them if there are too many. `change` raises
    ValueError for any other answer and returns the rule set itself for the default. `alias` is
    another name of the option.
    """

    name: str
    question: str
    values: tuple[object, ...] | str
    default: object
    change: Callable[["RuleSet", object], "RuleSet"]
    alias: str | None = None


@dataclass(frozen=True)
class RuleSet:
    """A rule set: its table, its customs and the options that change them.

    `events` are the circumstances that earn something, `dealer_only_events` those that do so for
    East alone, `contradictions` those that cannot hold together. `arrangers` say how a hand of
    `size` tiles may be read. `bonus_winds` maps each bonus tile in play to its seat; with
    `minimum_excludes_bonus` they do not count towards the minimum. A limit is paid once, or with
    `each_limit` for each one that a hand reaches. Of several claims on a discard the first in turn
    wins, or all with `all_claims_win`. If `everyone_scores`, hands that did not win score too, and
    all score in points; otherwise only the winner's hand scores, in faan. `bonus_wins` is how many
    bonus tiles win with any other tiles, as a draw; with `bonus_robbed`, all eight win even if the
    eighth is taken from the player who drew it. `false_win` says what a false win costs. `presets`
    are named sets of answers that a table may begin with; `chosen_options` are the answers of the
    house. `fewer_player_options` apply only if fewer than four play. `version` grows with every
    change that changes a score. `base` is the id of the rule set that a house began with, empty for
    the rule sets of the documents, and `settled_rows` are the ids of rows with the fields that the
    house's file gives them, which no option changes any more.

    Raises ValueError for two rows with the same id and for exclusions that name no row.
    """

    id: str
    name: str
    document: str
    rows: tuple[Row, ...]
    events: Circumstance
    contradictions: tuple[Circumstance, ...] = CONTRADICTIONS
    arrangers: Mapping[Form, Arranger] = field(default_factory=lambda: ARRANGERS)
    bonus_winds: Mapping[Tile, Wind] = field(default_factory=lambda: BONUS_WINDS)
    ladder: Ladder = NO_STEPS
    minimum: int = 0
    cap: int = 0
    payment: Payment = field(default_factory=Payment)
    table: TableRules = field(default_factory=TableRules)
    closedness: Closedness = field(default_factory=Closedness)
    resolutions: tuple[Resolution, ...] = ()
    each_limit: bool = False
    minimum_excludes_bonus: bool = False
    false_win: str = "none"
    all_claims_win: bool = False
    bonus_wins: int | None = None
    bonus_robbed: bool = False
    everyone_scores: bool = False
    limit: int | None = None
    held: Callable[[tuple[Tile, ...]], Iterator[tuple[Meld, ...]]] = held_sets
    settle: Scheme = keep_scores
    refused: tuple[Refusal[Declaration], ...] = ()
    unlawful: tuple[Refusal[Win], ...] = ()
    options: tuple[Option, ...] = ()
    fewer_player_options: tuple[Option, ...] = ()
    chosen_options: Mapping[str, object] = field(default_factory=dict)
    dealer_only_events: Circumstance = NO_CIRCUMSTANCE
    version: int = 1
    base: str = ""
    settled_rows: frozenset[tuple[str, str]] = frozenset()
    size: int = TILES_IN_A_HAND
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a table that contradicts itself."""
        ids = [row.id for row in self.rows]
        twice = {id_ for id_ in ids if ids.count(id_) > 1}
        unknown = {other for row in self.rows for other in row.excludes} - set(ids)
        if twice or unknown:
            raise ValueError(f"{self.id}: rows twice {twice}, exclusions of no row {unknown}")

    @cached_property
    def forms(self) -> Mapping[Form, Arranger]:
        """The shapes that a hand may take: sets and eyes, and those that a played row is for."""
        played = [row for row in self.rows if (row.closed, row.open) != (None, None)]
        traits = reduce(or_, (needs_of(row.count) for row in played), NO_TRAIT)
        return {
            form: arrange
            for form, arrange in self.arrangers.items()
            if form is Form.STANDARD or traits & FORM_TRAITS[form]
        }

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles whose hands score."""
        return EVERYONE if self.everyone_scores else WINNER_ONLY

    @property
    def figures(self) -> tuple[str, ...]:
        """The public names of a hand's count."""
        return POINT_FIGURES if self.everyone_scores else ("faan", "points")

    @cached_property
    def most(self) -> int | None:
        """The most that a hand counts: the limit in points, if there is one, or the cap in faan."""
        return self.limit if self.everyone_scores else self.cap

    def house(self, options: Mapping[str, object]) -> "RuleSet":
        """Return the rule set as a house plays it, with some options answered.

        Raises OptionError `unknown_option` or `bad_option`.
        """
        if not options:
            return self
        asked, options = self.asked, self.by_name(options)
        for name in options:
            if name not in asked:
                detail = Sentence(
                    "{id} has no option {name}{near}.",
                    id=self.id,
                    name=repr(name),
                    near=hint(name, asked),
                )
                raise OptionError("unknown_option", detail, name)
        chosen = {
            name: answer
            for name, answer in {**self.chosen_options, **options}.items()
            if name not in asked or answer != asked[name].default
        }
        rules = replace(self, chosen_options=chosen)
        for name in (name for name in asked if name in options):
            try:
                rules = asked[name].change(rules, options[name])
            except ValueError as error:
                detail = Sentence("Option {name}: {error}.", name=name, error=str(error))
                raise OptionError("bad_option", detail, name) from error
        return rules

    @property
    def asked(self) -> Mapping[str, Option]:
        """The options by their names, those for fewer players among them."""
        return {option.name: option for option in (*self.options, *self.fewer_player_options)}

    def answer(self, name: str) -> object:
        """Return the house's answer to an option, or the default; None for one that it lacks."""
        option = self.asked.get(name)
        return self.chosen_options.get(name, option and option.default)

    def by_name(self, options: Mapping[str, object]) -> dict[str, object]:
        """Return answers by the names of their options, with aliases resolved.

        Raises OptionError `bad_option` if an option is answered under both names.
        """
        names = {option.alias: option.name for option in self.options if option.alias in options}
        for alias, name in names.items():
            if name in options:
                detail = Sentence(
                    "{alias} is another name for {name}: set only one of them.",
                    alias=alias,
                    name=name,
                )
                raise OptionError("bad_option", detail)
        return {names.get(name) or name: answer for name, answer in options.items()}

    def bonus_only(self, declared: Declaration) -> bool:
        """Return whether bonus tiles alone win, with any other tiles."""
        hand = declared.hand
        if self.bonus_wins is None or hand.winning is not None:
            return False
        number = len(set(hand.bonus))
        drawn = declared.self_drawn and number >= self.bonus_wins
        return drawn or (self.bonus_robbed and number == len(BONUS_WINDS))

    def winners(self, discarder: Wind, claims: Collection[Wind]) -> tuple[Wind, ...]:
        """Return who wins of several claims on a discard, in turn after the discarder."""
        turn = (discarder.next, discarder.next.next, discarder.next.next.next)
        claimed = tuple(wind for wind in turn if wind in claims)
        return claimed if self.all_claims_win else claimed[:1]

    @cached_property
    def false_win_price(self) -> int:
        """What a false win costs in coins: for each other player, or once if the bank gets it."""
        kind, _, points = self.false_win.partition(":")
        if points:
            return self.table.in_coins(int(points))
        if kind == "none":
            return 0
        if self.everyone_scores:
            return self.limit or 0
        return self.payment.owed(self.payment.self_draw, self.points(self.cap))

    @cached_property
    def winds(self) -> tuple[Wind, ...]:
        """The winds that have a player."""
        return WINDS[: self.table.players]

    def points(self, faan: int) -> int:
        """Return what some faan pay, in coins; beyond the cap, as many limits as they contain."""
        if faan <= self.cap:
            return self.ladder.points(faan)
        sizes = {self.limit_faan(limit) for limit in self._limits}
        limit = max((size for size in sizes if faan % size == 0), default=max(sizes))
        return self.ladder.points(limit) * (faan // limit)

    @cached_property
    def _limits(self) -> tuple[Limit, ...]:
        """The values of rows that are limits."""
        values = (value for row in self.rows for value in (row.closed, row.open))
        return tuple(value for value in values if isinstance(value, Limit))

    def limit_faan(self, limit: Limit) -> int:
        """Return the faan of a limit, at most the cap.

        Where limits add up without a cap, each counts as much as the largest limit with a total.
        """
        if limit.total is not None:
            return min(self.cap, limit.total)
        if not self.each_limit or self.cap < NO_CAP:
            return self.cap
        return max((each.total or 0 for each in self._limits), default=0) or self.cap

    def worth(self, row: Row, value: Value | None, times: int = 1) -> int | None:
        """Return what a row is worth in all; None if it pays a limit and none is agreed."""
        if isinstance(value, Limit) and not self.everyone_scores:
            return self.limit_faan(value)
        if isinstance(value, Limit):
            known = [total for total in (value.total, self.most) if total is not None]
            return min(known, default=None)
        if value is None or times == 1:
            return value
        return value**times if row.part.multiplies else value * times

    def edit(self, id_: str, change: Callable[[Row], Row]) -> "RuleSet":
        """Return a copy with one row changed."""
        rows = tuple(change(row) if row.id == id_ else row for row in self.rows)
        return replace(self, rows=rows)

    def without(self, ids: Collection[str]) -> "RuleSet":
        """Return a copy without some rows, and without exclusions that name them."""
        rows = tuple(
            replace(row, excludes=tuple(other for other in row.excludes if other not in ids))
            for row in self.rows
            if row.id not in ids
        )
        return replace(self, rows=rows)


def check_winnable(rules: RuleSet) -> None:
    """Check that a win needs no more faan than a hand can count.

    If several limits add up, a hand can count more than one. Raises OptionError `bad_option`.
    """
    if rules.minimum > rules.cap and not rules.each_limit:
        detail = Sentence(
            "Nobody could ever win: a win needs {minimum} faan (minimum), but no hand counts "
            "more than {cap} (cap). Lower minimum, or raise cap.",
            minimum=rules.minimum,
            cap=rules.cap,
        )
        raise OptionError("bad_option", detail)


def check_start(rules: RuleSet) -> None:
    """Check that a game does not end before anyone can lose a point.

    Raises OptionError `bad_option`.
    """
    if rules.table.bust_ends_game and rules.table.start == 0:
        detail = Sentence(
            "Everyone would start with 0 points, so the first hand would end the game. Raise "
            "start, or set bust_ends_game to false."
        )
        raise OptionError("bad_option", detail)


def check_false_win(rules: RuleSet) -> None:
    """Check that a false win has a price unless it is free; raises OptionError `bad_option`."""
    if false_win_costs_nothing(rules):
        detail = Sentence(
            "At this table a false win would cost nothing. Choose a number of points for it, "
            "such as fixed:10, or also agree on a limit: a false win then costs what a "
            "self-drawn limit hand pays."
        )
        raise OptionError("bad_option", detail)


def false_win_costs_nothing(rules: RuleSet) -> bool:
    """Return whether the house set a price for a false win that amounts to nothing."""
    return rules.false_win != "none" and rules.false_win_price == 0
