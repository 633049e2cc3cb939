"""What a rule set is: a table of rows and the customs around it, all of them values.

A house option is a function from one rule set to another, so a variant is a value too and nothing
that scores ever asks which rule set it works for.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, Union

from scorer.core.arrangements import Arranger, Form, held_sets
from scorer.core.hand import TILES_IN_A_HAND, Meld, Refusal
from scorer.core.sentences import CodedError, Sentence, hint
from scorer.core.tiles import TILES, Tile, Wind
from scorer.core.win import NO_CIRCUMSTANCE, Circumstance, Declaration, Role, Win
from scorer.ledger.table import WINDS, TableRules
from scorer.rules.payment import Payment
from scorer.rules.point_payments import Scheme, keep_scores
from scorer.rules.row import Closedness, Limit, Line, Row

if TYPE_CHECKING:
    from scorer.rules.faan import FaanCount
    from scorer.rules.points import PointCount


def one_limit(limits: int) -> int:
    """Pay one limit, however many rows reach it."""
    return min(limits, 1)


def limit_per_row(limits: int) -> int:
    """Pay a limit for each row that reaches it."""
    return limits


def first_in_turn(discarder: Wind, claims: Collection[Wind]) -> tuple[Wind, ...]:
    """Return the first of several claims on a discard, in turn after the discarder."""
    return all_claims_win(discarder, claims)[:1]


def all_claims_win(discarder: Wind, claims: Collection[Wind]) -> tuple[Wind, ...]:
    """Return all claims on a discard, in turn after the discarder."""
    turn = (discarder.next, discarder.next.next, discarder.next.next.next)
    return tuple(wind for wind in turn if wind in claims)


def pays_nothing(_: "RuleSet") -> int:
    """A false win costs nothing."""
    return 0


def pays_limit(rules: "RuleSet") -> int:
    """A false win costs for each other player what each would owe for a self-drawn limit."""
    return rules.payment.owed(rules.payment.self_draw, rules.points(rules.cap))


def no_bonus_win(_: Declaration) -> bool:
    """Bonus tiles alone do not win."""
    return False


def bonus_drawn(declared: Declaration, least: int) -> bool:
    """So many bonus tiles win with any other tiles, as a draw."""
    hand = declared.hand
    return hand.winning is None and declared.self_drawn and len(set(hand.bonus)) >= least


def eighth_drawn(declared: Declaration) -> bool:
    """All eight bonus tiles win with any other tiles, as a draw."""
    return bonus_drawn(declared, 8)


def eighth_drawn_or_robbed(declared: Declaration) -> bool:
    """All eight bonus tiles win, also when the eighth is taken from the player who drew it."""
    return eighth_drawn(replace(declared, self_drawn=True))


class Ladder(NamedTuple):
    """What a table pays for faan: pairs of (least faan, coins), rising.

    A coin is a point, or a part of one where points are money (`TableRules.coins`).
    """

    steps: tuple[tuple[int, int], ...]

    def points(self, faan: int) -> int:
        """Return what is paid for some faan, in coins."""
        return next(points for least, points in reversed(self.steps) if faan >= least)


NO_STEPS = Ladder(())
BONUS_WINDS = {tile: WINDS[tile.rank - 1] for tile in TILES if tile.is_bonus}


AnyCount: TypeAlias = Union["FaanCount", "PointCount"]
"""One reading as a rule set counts it, in faan or in points."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a rule set counts in: how a reading is counted, and the public names of the result."""

    count: Callable[["RuleSet", Win], AnyCount]
    figures: tuple[str, ...]


Resolution: TypeAlias = Callable[["RuleSet", Win, tuple[Line, ...]], tuple[Line, ...]]
"""A custom that drops lines after the table's own exclusions, by setting their `excluded_by`."""


class OptionError(CodedError, ValueError):
    """An unknown house option (`unknown_option`) or an impossible value (`bad_option`)."""


class Option(NamedTuple):
    """A house option: the question for the table, what may be answered, and what it changes.

    `values` are the possible answers, or a sentence on them where there are too many. `change`
    raises ValueError for an answer outside them and leaves the rule set alone for the default.
    `alias` is another name by which it may be answered.
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
    East alone, `contradictions` those that cannot hold together. `forms` are the shapes a hand may
    take, of `size` tiles. `bonus_winds` maps each bonus tile in play to its seat; rows of
    `minimum_ignores` do not count towards the minimum. `false_win` is what a false win costs for
    each other player, or once, paid to the bank, with `penalty_to_bank`. `customs` are answers to
    options that change no score, where they are not the default. `presets` are named sets of
    answers that a table may begin with; `chosen_options` are the answers of the house.
    `fewer_player_options` are asked only where fewer than four play. `version` grows with every
    change that changes a score. `base` is the id of the rule set that a house began with, empty for
    the rule sets of the documents.

    Raises ValueError for two rows of one id and for exclusions that name no row.
    """

    id: str
    name: str
    document: str
    rows: tuple[Row, ...]
    events: Circumstance
    contradictions: tuple[Circumstance, ...]
    forms: Mapping[Form, Arranger]
    bonus_only: Callable[[Declaration], bool]
    grammar: Grammar
    bonus_winds: Mapping[Tile, Wind] = field(default_factory=lambda: BONUS_WINDS)
    ladder: Ladder = NO_STEPS
    minimum: int = 0
    cap: int = 0
    payment: Payment = field(default_factory=Payment)
    table: TableRules = field(default_factory=TableRules)
    closedness: Closedness = field(default_factory=Closedness)
    resolutions: tuple[Resolution, ...] = ()
    limits_counted: Callable[[int], int] = one_limit
    minimum_ignores: frozenset[str] = frozenset()
    false_win: Callable[["RuleSet"], int] = pays_nothing
    penalty_to_bank: bool = False
    winners: Callable[[Wind, Collection[Wind]], tuple[Wind, ...]] = first_in_turn
    roles: tuple[Role, ...] = (Role.WINNER,)
    limit: int | None = None
    held: Callable[[tuple[Tile, ...]], Iterator[tuple[Meld, ...]]] = held_sets
    settle: Scheme = keep_scores
    refused: tuple[Refusal[Declaration], ...] = ()
    unlawful: tuple[Refusal[Win], ...] = ()
    customs: Mapping[str, object] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    fewer_player_options: tuple[Option, ...] = ()
    chosen_options: Mapping[str, object] = field(default_factory=dict)
    dealer_only_events: Circumstance = NO_CIRCUMSTANCE
    version: int = 1
    base: str = ""
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
    def everyone_scores(self) -> bool:
        """Whether the hands of those who did not win score too."""
        return Role.LOSER in self.roles

    def house(self, options: Mapping[str, object]) -> "RuleSet":
        """Return the rule set as a house plays it, with some options answered.

        Raises OptionError `unknown_option` or `bad_option`.
        """
        if not options:
            return self
        asked = (*self.options, *self.fewer_player_options)
        known = [option.name for option in asked]
        options = self.by_name(options)
        for name in options:
            if name not in known:
                detail = Sentence(
                    "{id} has no option {name}{near}.",
                    id=self.id,
                    name=repr(name),
                    near=hint(name, known),
                )
                raise OptionError("unknown_option", detail)
        rules = self
        for option in (option for option in asked if option.name in options):
            try:
                rules = option.change(rules, options[option.name])
            except ValueError as error:
                detail = Sentence("Option {name}: {error}.", name=option.name, error=str(error))
                raise OptionError("bad_option", detail) from error
        defaults = {option.name: option.default for option in asked}
        chosen = {
            name: answer
            for name, answer in {**self.chosen_options, **options}.items()
            if name not in defaults or answer != defaults[name]
        }
        return replace(rules, chosen_options=chosen)

    def by_name(self, options: Mapping[str, object]) -> dict[str, object]:
        """Return answers by the names of their options, where some are by an alias.

        Raises OptionError `bad_option` for an option that is answered by both.
        """
        names = {option.alias: option.name for option in self.options if option.alias in options}
        for alias, name in names.items():
            if name in options:
                detail = Sentence(
                    "{alias} is another name of {name}: answer it once.", alias=alias, name=name
                )
                raise OptionError("bad_option", detail)
        return {names.get(name) or name: answer for name, answer in options.items()}

    @cached_property
    def winds(self) -> tuple[Wind, ...]:
        """The winds that somebody sits at."""
        return WINDS[: self.table.players]

    def points(self, faan: int) -> int:
        """Return what some faan pay, in coins; beyond the cap, for as many limits as they are."""
        if faan <= self.cap:
            return self.ladder.points(faan)
        values = (value for row in self.rows for value in (row.closed, row.open))
        limit = max(self.limit_faan(value) for value in values if isinstance(value, Limit))
        return self.ladder.points(limit) * (faan // limit)

    def limit_faan(self, limit: Limit) -> int:
        """Return the faan of a limit, at most the cap."""
        return self.cap if limit.total is None else min(self.cap, limit.total)

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
    """Check that a win needs no more faan than a hand counts at most.

    Where several limits add up, a hand counts more than one of them. Raises OptionError
    `bad_option`.
    """
    if rules.minimum > rules.cap and rules.limits_counted is one_limit:
        detail = Sentence(
            "Nobody could ever win: a win needs {minimum} faan (minimum), and no hand "
            "counts more than {cap} (cap). Lower minimum, or raise cap.",
            minimum=rules.minimum,
            cap=rules.cap,
        )
        raise OptionError("bad_option", detail)


def check_false_win(rules: RuleSet) -> None:
    """Check that a false win that costs something has a price; OptionError `bad_option`."""
    if false_win_costs_nothing(rules):
        detail = Sentence(
            "Option false_win: a false win would cost nothing at this table. Choose "
            "none, fixed:n with n from 1 on, or agree on a limit too, which says how "
            "much pay_max_selfdraw_each is."
        )
        raise OptionError("bad_option", detail)


def false_win_costs_nothing(rules: RuleSet) -> bool:
    """Whether a house agreed on what a false win costs, and it comes to nothing there."""
    return rules.false_win is not pays_nothing and rules.false_win(rules) == 0
