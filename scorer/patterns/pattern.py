"""Patterns: functions of a win that return how often the win has them.

`needs` lists the traits that a win must have, so that most rows of a table are skipped quickly, and
the tiles that a table can name; `Pattern` offers the function to house files under its name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

from scorer.core.hand import Meld, Trait
from scorer.core.tiles import Tile
from scorer.core.win import NO_CIRCUMSTANCE, Circumstance, Places, Win, circumstances_of

Count: TypeAlias = Callable[[Win], int]
Finder: TypeAlias = Callable[[Win], tuple[Places, ...]]
Shown: TypeAlias = Callable[[Win], tuple[Tile, ...]]
Function = TypeVar("Function", bound=Callable[..., object])

NO_TRAIT = Trait(0)
FLAG = (False, True)  # the values of a yes-or-no argument
# Example hands shared by several patterns.
SIMPLES = "234m 567m 345p 678s 8s +8s"
PUNGS = "111m 222p (333s) 444m 5z +5z"


class Argument(NamedTuple):
    """An argument of a pattern: `values` are the possible ones, the default first.

    The default None cannot be written: it applies if a house leaves the argument out. `example` is
    the value in the example of the pattern, None for the default.
    """

    name: str
    what: str
    values: tuple[object, ...]
    example: object = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that custom rows can use, as a decorator of its function.

    `zh` is its Chinese name, `hand` an example that has it: won with the `arguments`, perhaps
    `drawn`, in a `seat`, with `events`. `finder` returns the sets that make the pattern and `shown`
    the tiles. `asks` are circumstances that earn it beside those of the example; those of
    `every_seat` then count for every seat, even if the rule set counts them for East alone.
    """

    zh: str
    hand: str
    needs: Trait = NO_TRAIT
    drawn: bool = False
    seat: str | None = None
    events: tuple[str, ...] = ()
    arguments: tuple[Argument, ...] = ()
    finder: Finder | None = None
    shown: Shown | None = None
    asks: Circumstance = NO_CIRCUMSTANCE
    every_seat: Circumstance = NO_CIRCUMSTANCE
    function: Callable[..., int] = field(init=False)

    def __call__(self, function: Function) -> Function:
        """Register a function; its name is the id of the pattern."""
        object.__setattr__(self, "function", function)
        vars(function)["pattern"] = self
        asks = circumstances_of(self.events) | self.asks | self.every_seat
        return needs(self.needs, shown=self.shown, asks=asks)(function)

    @property
    def id(self) -> str:
        """The name of the function."""
        return self.function.__name__

    @property
    def what(self) -> str:
        """The first line of the docstring, which describes the pattern."""
        return (self.function.__doc__ or "").split("\n", maxsplit=1)[0]

    @property
    def example(self) -> dict[str, object]:
        """A request as `scorer.api.requests` takes it, without rules."""
        won = {"win": "self-draw" if self.drawn else None, "seat": self.seat}
        values = {"hand": self.hand, **won, "events": [*self.events]}
        return {name: value for name, value in values.items() if value}

    @property
    def given(self) -> dict[str, object]:
        """The arguments of the example."""
        return {each.name: each.example for each in self.arguments if each.example is not None}

    def count(self, given: Mapping[str, object]) -> Count:
        """Return the count for some arguments; the others have their defaults."""
        if not self.arguments:
            return self.function
        defaults = {each.name: each.values[0] for each in self.arguments}
        return with_arguments(self.function, **{**defaults, **given})


def needs(
    traits: Trait = NO_TRAIT, *, shown: Shown | None = None, asks: Circumstance = NO_CIRCUMSTANCE
) -> Callable[[Function], Function]:
    """Mark a function as true only of wins with some traits, or in circumstances that it asks for.

    And with the tiles it shows.
    """

    def mark(function: Function) -> Function:
        vars(function).update(needs=traits | (Trait.EVENT if asks else 0), shown=shown, asks=asks)
        return function

    return mark


def needs_of(function: Callable[..., object]) -> Trait:
    """Return the traits without which a pattern is never present."""
    found: Trait = getattr(function, "needs", NO_TRAIT)
    return found


def earning_circumstances(function: Callable[..., object]) -> Circumstance:
    """Return the circumstances that earn a pattern."""
    asked: Circumstance = getattr(function, "asks", NO_CIRCUMSTANCE)
    return asked


def with_arguments(function: Callable[..., int], **given: object) -> Count:
    """Return a pattern with some of its arguments."""
    mark = needs(needs_of(function), shown=shown_by(function), asks=earning_circumstances(function))
    return mark(partial(function, **given))


def only_if(count: Count, fact: Callable[[Win], object]) -> Count:
    """Return a pattern that a win has only if a further pattern or fact holds."""

    def counting(win: Win) -> int:
        return count(win) if fact(win) else 0

    asks = earning_circumstances(count) | earning_circumstances(fact)
    return needs(needs_of(count) | needs_of(fact), shown=shown_by(count), asks=asks)(counting)


def each_or_once(found: int, least: int | None) -> int:
    """Return one for each found, or one in all from a number on."""
    return found if least is None else found >= least


def shown_by(function: Callable[..., object]) -> Shown | None:
    """Return the function that finds a pattern's tiles, None if all sets make it."""
    found: Shown | None = getattr(function, "shown", None)
    return found


def no_tiles(_: Win) -> tuple[Tile, ...]:
    """Return no tiles, for a pattern that no particular tile earns."""
    return ()


def last_tile(win: Win) -> tuple[Tile, ...]:
    """Return the last tile, if it is marked."""
    tile = win.declared.hand.winning
    return () if tile is None else (tile,)


def shown_sets(fact: Callable[[Win, Meld], bool]) -> Shown:
    """Return a function that returns the tiles of sets and eyes for which a fact holds."""
    return lambda win: tuple(tile for meld in win.sets if fact(win, meld) for tile in meld.tiles)


def shown_bonus(fact: Callable[[Win, Tile], bool]) -> Shown:
    """Return a function that returns the flowers and seasons for which a fact holds."""
    return lambda win: tuple(tile for tile in win.bonus if fact(win, tile))
