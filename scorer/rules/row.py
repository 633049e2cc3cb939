"""A row of a rule set: a pattern, its value, and its line in a score."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from scorer.core.hand import Trait
from scorer.core.tiles import Tile
from scorer.core.win import NO_CIRCUMSTANCE, Circumstance, Places, Role, Win
from scorer.patterns import bonus
from scorer.patterns.pattern import Count, Finder, earning_circumstances, needs_of, shown_by

EVERYONE = tuple(Role)
WINNER_ONLY = (Role.WINNER,)
LIMIT = "limit"


class Limit(NamedTuple):
    """A row's value to which nothing adds: `total`, or the most that a hand scores if None."""

    total: int | None = None

    def __str__(self) -> str:
        return "max" if self.total is None else str(self.total)


MAX = Limit()
Value: TypeAlias = int | Limit


class Part(Enum):
    """The part of the formula that a row goes into: (base × multiplier + added) × final.

    Faan all belong to the base, since they only add up.
    """

    BASE = "base"
    MULTIPLIER = "multiplier"
    ADDED = "added"
    FINAL = "final_multiplier"

    @property
    def multiplies(self) -> bool:
        """Whether its rows are factors."""
        return self in (Part.MULTIPLIER, Part.FINAL)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a rule set: a pattern and its value.

    `closed` and `open` are the values for a concealed and an exposed hand, None if it has none;
    `majors` are both for a set of terminals or honours, if those pay more. `excludes` are ids of
    rows that it replaces. `made_of` finds the sets that make the pattern, for customs that concern
    only those; if it `is_of_each`, each of them earns it. `closed_if` is a further condition of the
    closed value. `part` is the value's place in the formula and `who` the players whose hands earn
    it. `paid_as_draw` says when a win by it is paid as a self-draw, even on a discard. In a house's
    own row `pattern` is the one that its file names, and `names` are its names by language.
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
    majors: tuple[Value, Value] | None = None
    part: Part = Part.BASE
    who: tuple[Role, ...] = EVERYONE
    paid_as_draw: Count | None = None
    pattern: tuple[tuple[str, object], ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    is_of_each: bool = False
    needs: int = field(init=False, compare=False, repr=False)
    is_fixed: bool = field(init=False, compare=False, repr=False)
    is_of_bonus: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Look up the traits, as an integer, that a win must have to have the pattern.

        `is_fixed`: it pays the same whichever sets make the pattern. `is_of_bonus`: bonus tiles
        earn it, or having none does.
        """
        object.__setattr__(self, "needs", int(needs_of(self.made_of or self.count)))
        object.__setattr__(self, "is_fixed", self.closed is self.open and not self.majors)
        of_bonus = bool(self.needs & Trait.BONUS) or self.count is bonus.no_bonus
        object.__setattr__(self, "is_of_bonus", of_bonus)

    @property
    def value(self) -> str:
        """The value as printed in a table.

        `2`, `6 (5)` for closed (open), `1 (-)`, `max`, `×2`, and `4/8 (2/4)` if a set of terminals
        or honours pays more.
        """
        nothing = "1" if self.part.multiplies else "-"
        first, second = (
            nothing if each is None else str(each) for each in (self.closed, self.open)
        )
        if self.majors:
            first, second = f"{first}/{self.majors[0]}", f"{second}/{self.majors[1]}"
        plain = first if first == second else f"{first} ({second})"
        return f"×{plain}" if self.part.multiplies else plain

    def places(self, win: Win) -> tuple[Places, ...]:
        """Return the sets that make the pattern, once for each way; all sets if it needs all."""
        return self.made_of(win) if self.made_of else (all_places(win),)

    def tiles(self, win: Win, places: Places | None = None) -> tuple[Tile, ...]:
        """Return the tiles that earn it in a reading, or only those of the sets at some places.

        All tiles of the sets and the eyes if it needs all; none if no tile in particular earns it,
        as with going out or having no bonus tile.
        """
        if places is None and self.made_of is not None:
            places = tuple(sorted({at for found in self.made_of(win) for at in found}))
        if places is not None:
            return tuple(tile for at in places for tile in win.sets[at].tiles)
        shown = shown_by(self.count)
        return win.tiles if shown is None else shown(win)

    def value_at(self, win: Win, places: Places, closedness: "Closedness") -> Value | None:
        """Return its value for the sets at some places, or None."""
        closed = closedness.holds(win, places)
        if self.majors and True not in [win.sets[index].tile.is_simple for index in places]:
            return self.majors[not closed]
        return self.closed if closed and (not self.closed_if or self.closed_if(win)) else self.open

    def best_value(self, win: Win, closedness: "Closedness") -> Value | None:
        """Return the closed value if any of the ways to make the pattern counts as closed."""
        if self.made_of is None:
            return self.value_at(win, all_places(win), closedness)
        values = [self.value_at(win, places, closedness) for places in self.places(win)]
        return self.closed if self.closed in values else self.open


def each_set(
    labels: tuple[str, str, str, str],
    finder: Finder,
    values: tuple[Value | None, Value | None],
    *,
    majors: tuple[int, int] | None = None,
    part: Part = Part.BASE,
    who: tuple[Role, ...] = EVERYONE,
) -> Row:
    """Return a row that each set found by `finder` earns on its own.

    `labels` are id, names and wording; `values` and `majors` are for a closed and an open set.
    """
    row = Row(*labels, lambda win: len(finder(win)), *values, made_of=finder)
    return replace(row, majors=majors, part=part, who=who, is_of_each=True)


def circumstances_of_rows(rows: Iterable[Row]) -> Circumstance:
    """Return the circumstances that earn some of the rows."""
    return reduce(or_, (earning_circumstances(row.count) for row in rows), NO_CIRCUMSTANCE)


class Line(NamedTuple):  # made many times per hand: a frozen dataclass takes three times as long
    """A row as it counts in one win: `worth` is faan or points in all, or times as a factor.

    `places` are the sets that earn it in points, None if it is for the whole hand; `excluded_by` is
    a row id or `limit`.
    """

    row: Row
    times: int
    value: Value
    worth: int
    places: Places | None = None
    excluded_by: str | None = None

    @property
    def counts(self) -> bool:
        """Whether nothing swallowed it."""
        return self.excluded_by is None


def exclude(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Mark what the table's rows swallow; a swallowed row still swallows others."""
    swallowing = [line.row for line in lines if line.row.excludes]
    if not swallowing:
        return lines
    swallowers = {other: row.id for row in reversed(swallowing) for other in row.excludes}
    return tuple(
        line._replace(excluded_by=swallowers[line.row.id]) if line.row.id in swallowers else line
        for line in lines
    )


def exclude_by_limit(line: Line, swallower: str) -> Line:
    """Mark a line as swallowed by a limit, unless it is one itself."""
    if line.counts and not isinstance(line.value, Limit):
        return line._replace(excluded_by=swallower)
    return line


def tie_break(win: Win, lines: tuple[Line, ...]) -> tuple[object, ...]:
    """Return what decides between readings of equal worth (docs/rules/README.md, 2.3)."""
    counting = [line for line in lines if line.excluded_by is None]
    limits = sum([isinstance(line.value, Limit) for line in counting])
    return -limits, len(counting), win.form, tuple([part.text for part in win.sets])


def all_places(win: Win) -> Places:
    """Return the places of all sets and the eyes."""
    return tuple(range(len(win.sets)))


class Closedness(NamedTuple):
    """What makes a value the closed one: that no set lay exposed before the win.

    `claimed_opens`: a set that a discard completed is open, too. `of_pattern`: only the sets that
    make the pattern matter, not the whole hand.
    """

    of_pattern: bool = False
    claimed_opens: bool = False

    def holds(self, win: Win, places: Places) -> bool:
        """Return whether a pattern of the sets at some places counts as closed."""
        opened = win.open_places if self.claimed_opens else win.shape.exposed_places
        if self.of_pattern and opened:
            return True not in [index in opened for index in places]
        return not opened
