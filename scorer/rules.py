"""What a rule set is: a table of rows and the customs around it, all of them values.

A house option is a function from one rule set to another, so a variant is a value too and nothing
that scores ever asks which rule set it works for.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from scorer.arrange import Arranger, Form
from scorer.names import nearest
from scorer.table import TableRules
from scorer.tiles import Tile, Wind
from scorer.win import Circumstance, Declaration, Win

Places: TypeAlias = tuple[int, ...]
Count: TypeAlias = Callable[[Win], int]
Finder: TypeAlias = Callable[[Win], tuple[Places, ...]]


@dataclass(frozen=True, slots=True)
class Limit:
    """A row's value to which nothing adds: `faan` in all, or the most a hand can score if None."""

    faan: int | None = None

    def __str__(self) -> str:
        return "max" if self.faan is None else str(self.faan)


MAX = Limit()
Value: TypeAlias = int | Limit


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: a pattern and what this rule set pays for it.

    `closed` and `open` are the values for a closed and an open hand, None where it pays nothing.
    `excludes` are ids of rows that it swallows. `made_of` finds the sets that make the pattern, for
    customs that ask about those alone. `closed_if` is what the closed value needs besides.
    """

    id: str
    name: str
    zh: str
    wording: str
    count: Count
    closed: Value | None
    open: Value | None
    excludes: tuple[str, ...] = ()
    made_of: Finder | None = None
    closed_if: Count | None = None

    @property
    def value(self) -> str:
        """The value as a table prints it: `2`, `6 (5)` for closed (open), `1 (-)`, `max`."""
        if self.closed == self.open:
            return _printed(self.closed)
        return f"{_printed(self.closed)} ({_printed(self.open)})"

    def places(self, win: Win) -> tuple[Places, ...]:
        """Return the sets that make the pattern, once for each way; all sets if it needs all."""
        return self.made_of(win) if self.made_of else (all_places(win),)


def _printed(value: Value | None) -> str:
    return "-" if value is None else str(value)


def all_places(win: Win) -> Places:
    """Return the places of all sets and the eyes."""
    return tuple(range(len(win.sets)))


def whole_hand(win: Win, _: Places) -> Places:
    """Ask of the whole hand whether it is closed."""
    return all_places(win)


def pattern_sets(_: Win, places: Places) -> Places:
    """Ask only of the sets that make the pattern whether they are closed."""
    return places


def exposed(win: Win, index: int) -> bool:
    """Say that a set is open if it lay exposed before the win."""
    return win.sets[index].is_exposed


def exposed_or_claimed(win: Win, index: int) -> bool:
    """Say that a set is open if it lay exposed or was completed by a discard."""
    return exposed(win, index) or win.is_claimed(index)


def once(limits: int) -> int:
    """Pay one limit, however many rows reach it."""
    return min(limits, 1)


def each(limits: int) -> int:
    """Pay a limit for each row that reaches it."""
    return limits


def first_in_turn(discarder: Wind, claims: Collection[Wind]) -> tuple[Wind, ...]:
    """Of several who win on one discard, the next in turn after the discarder wins."""
    return everyone(discarder, claims)[:1]


def everyone(discarder: Wind, claims: Collection[Wind]) -> tuple[Wind, ...]:
    """All who win on one discard win, in turn after the discarder."""
    turn = (discarder.next, discarder.next.next, discarder.next.next.next)
    return tuple(wind for wind in turn if wind in claims)


def pays_nothing(_: "RuleSet") -> int:
    """A false win costs nothing."""
    return 0


def pays_limit(rules: "RuleSet") -> int:
    """A false win costs for each other player what each would owe for a self-drawn limit."""
    return rules.payment.self_draw * rules.points(rules.cap)


def never(_: Declaration) -> bool:
    """Bonus tiles alone do not win."""
    return False


def eighth_drawn(declared: Declaration) -> bool:
    """All eight bonus tiles win with any other tiles, as a draw."""
    hand = declared.hand
    return hand.winning is None and declared.self_drawn and len(set(hand.bonus)) == 8


def eighth_drawn_or_robbed(declared: Declaration) -> bool:
    """All eight bonus tiles win, also when the eighth is taken from the player who drew it."""
    return eighth_drawn(replace(declared, self_drawn=True))


@dataclass(frozen=True, slots=True)
class Closedness:
    """What makes a value the closed one: of which sets it is asked, and what opens a set."""

    scope: Callable[[Win, Places], Places] = whole_hand
    opens: Callable[[Win, int], bool] = exposed

    def holds(self, win: Win, places: Places) -> bool:
        """Whether a pattern of the sets at some places counts as closed."""
        return not any(self.opens(win, index) for index in self.scope(win, places))


@dataclass(frozen=True, slots=True)
class Ladder:
    """Turns faan into the points a table pays: pairs of (least faan, points), rising."""

    steps: tuple[tuple[int, int], ...]

    def points(self, faan: int) -> int:
        """Return the points for some faan."""
        return max(points for least, points in self.steps if faan >= least)


@dataclass(frozen=True, slots=True)
class Payment:
    """How many times the points each player pays: on a discard, and on a self-draw."""

    discarder: int = 2
    others: int = 1
    self_draw: int = 2


@dataclass(frozen=True, slots=True)
class Line:
    """One row as it counts in one win: `faan` in all, `excluded_by` a row id or `limit`."""

    row: Row
    count: int
    value: Value
    faan: int
    excluded_by: str | None = None

    @property
    def counts(self) -> bool:
        """Whether nothing swallowed it."""
        return self.excluded_by is None


Resolution: TypeAlias = Callable[["RuleSet", Win, tuple[Line, ...]], tuple[Line, ...]]
"""A custom that drops lines after the table's own exclusions, by setting their `excluded_by`."""


class OptionError(ValueError):
    """An unknown house option (`unknown_option`) or an impossible value (`bad_option`)."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Option:
    """A house option: the question for the table, what may be answered, and what it changes.

    `values` are the possible answers, or a sentence on them where there are too many. `change`
    raises ValueError for an answer outside them and leaves the rule set alone for the default.
    """

    name: str
    question: str
    values: tuple[object, ...] | str
    default: object
    change: Callable[["RuleSet", object], "RuleSet"]


@dataclass(frozen=True)
class RuleSet:
    """A rule set: its table, its customs and the options that change them.

    `events` are the circumstances that earn something, `contradictions` those that cannot hold
    together. `forms` are the shapes a hand may take. `bonus_winds` gives each bonus tile in play
    its seat; `minimum_ignores` are rows that do not count towards the minimum. `customs` are
    answers to options that change no score, where they are not the default.

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
    bonus_winds: Mapping[Tile, Wind]
    ladder: Ladder
    minimum: int
    cap: int
    payment: Payment = Payment()
    table: TableRules = field(default_factory=TableRules)
    closedness: Closedness = Closedness()
    resolutions: tuple[Resolution, ...] = ()
    limits_counted: Callable[[int], int] = once
    minimum_ignores: frozenset[str] = frozenset()
    false_win: Callable[["RuleSet"], int] = pays_nothing
    winners: Callable[[Wind, Collection[Wind]], tuple[Wind, ...]] = first_in_turn
    roles: tuple[str, ...] = ("winner",)
    customs: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    options: tuple[Option, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a table that contradicts itself."""
        ids = [row.id for row in self.rows]
        twice = {id_ for id_ in ids if ids.count(id_) > 1}
        unknown = {other for row in self.rows for other in row.excludes} - set(ids)
        if twice or unknown:
            raise ValueError(f"{self.id}: rows twice {twice}, exclusions of no row {unknown}")

    def house(self, options: Mapping[str, object]) -> "RuleSet":
        """Return the rule set as a house plays it, with some options answered.

        Raises OptionError `unknown_option` or `bad_option`.
        """
        known = [option.name for option in self.options]
        for name in options:
            if name not in known:
                detail = (
                    f"{self.id} has no option {name!r}; the nearest is {nearest(name, known)!r}."
                )
                raise OptionError("unknown_option", detail)
        rules = self
        for option in self.options:
            if option.name in options:
                rules = _answered(rules, option, options[option.name])
        return rules

    def points(self, faan: int) -> int:
        """Return the points for some faan; beyond the cap, for as many limits as they are."""
        if faan <= self.cap:
            return self.ladder.points(faan)
        values = (value for row in self.rows for value in (row.closed, row.open))
        limit = max(self.faan(value, 1) for value in values if isinstance(value, Limit))
        return self.ladder.points(limit) * (faan // limit)

    def worth(self, row: Row, win: Win, places: Places) -> Value | None:
        """Return what a row pays for the sets at some places, None if nothing."""
        closed = self.closedness.holds(win, places)
        if closed and (row.closed_if is None or row.closed_if(win)):
            return row.closed
        return row.open

    def faan(self, value: Value, count: int) -> int:
        """Return the faan of a value that counts some times; a limit counts once, to the cap."""
        if isinstance(value, Limit):
            return self.cap if value.faan is None else min(self.cap, value.faan)
        return value * count

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


def _answered(rules: RuleSet, option: Option, answer: object) -> RuleSet:
    try:
        return option.change(rules, answer)
    except ValueError as error:
        detail = f"Option {option.name}: {error}."
        raise OptionError("bad_option", detail) from error
