"""The schema of a house file: what each key may hold, read or refused with what to write instead.

A reader takes an entry of a file and returns its value, or refuses the file. The message, its line
and the nearest known name follow from what the reader allows. What depends on the rules around it,
such as the value of a row, is read where those are known.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeAlias

from scorer.core.sentences import Sentence, hint
from scorer.rulesets.house_text import Entry, Mistake

LARGEST_VALUE = 10_000  # faan, points or shares: far beyond any table
LARGEST_PAYMENT = 1_000_000  # points that a hand may bring from one player: far beyond any table
CENTS = 100  # parts of a point, the least that is paid where points are money
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")  # half a letter is no text either

Reader: TypeAlias = Callable[[Entry], Any]


def anything(entry: Entry) -> object:
    """Return a value as it is, to be read where more is known."""
    return entry.value


def text(longest: int) -> Reader:
    """Return a reader of one line of text."""

    def read(entry: Entry) -> str:
        value = entry.value
        if not isinstance(value, str) or not value.strip() or len(value) > longest:
            entry.wrong(
                "{path} is a text of at most {longest} characters, not {value}.",
                Mistake.TEXT,
                longest=longest,
            )
        if _CONTROL.search(value):
            entry.wrong("{path} is one line of text without control characters.", Mistake.TEXT)
        return value.strip()

    return read


def whole(least: int = 0, most: int = LARGEST_VALUE) -> Reader:
    """Return a reader of a whole number."""

    def read(entry: Entry) -> int:
        value = entry.value
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            entry.wrong(
                "{path} is a whole number from {least} to {most}, not {value}.",
                Mistake.NUMBER,
                least=least,
                most=most,
            )
        return value

    return read


def amount(entry: Entry) -> Decimal:
    """Return an amount that is paid: points, or money to the cent."""
    value = entry.value
    is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
    number = Decimal(value) if is_number else Decimal("NaN")
    if not number.is_finite() or not 0 <= number <= LARGEST_PAYMENT:
        entry.wrong(
            "{path} is a number from 0 to {most}, not {value}.",
            Mistake.NUMBER,
            most=f"{LARGEST_PAYMENT:_}".replace("_", " "),
        )
    if (number * CENTS) % 1:
        entry.wrong("{path} has at most two decimals, as 0.25 has, not {value}.", Mistake.DECIMALS)
    return number


def one_of(known: Collection[object]) -> Reader:
    """Return a reader of one of a few values."""

    def read(entry: Entry) -> object:
        # 1 equals True in Python, and a number of tiles is no yes.
        if not any(type(entry.value) is type(each) and entry.value == each for each in known):
            values = ", ".join(str(each).lower() for each in known if each is not None)
            entry.wrong("{name} is one of {known}, not {value}.", name=entry.key, known=values)
        return entry.value

    return read


def named(known: Collection[str], what: Sentence, more: str = "") -> Reader:
    """Return a reader of a name of something, such as a pattern; `more` says where to look."""

    def read(entry: Entry) -> str:
        # A list or a table is no name, and cannot be looked up.
        if not isinstance(entry.value, str) or entry.value not in known:
            near = hint(str(entry.value), known)
            entry.wrong(
                "there is no {what} {value}{near}.",
                Mistake.UNKNOWN_NAME,
                what=what,
                near=Sentence("{near} ({more})", near=near, more=more) if more else near,
            )
        return entry.value

    return read


def list_of(reader: Reader, example: str) -> Reader:
    """Return a reader of a list; what is wrong in it stands at the key of the list."""

    def read(entry: Entry) -> list[Any]:
        if not isinstance(entry.value, list):
            entry.wrong("{path} is a list, such as {example}.", example=example)
        return [reader(Entry(each, entry.lines, entry.path)) for each in entry.value]

    return read


@dataclass(frozen=True, slots=True)
class Table:
    """A reader of a table: what each key holds, and those that it `needs`, with an example each.

    `example` is one of a table that is written in a line.
    """

    keys: Mapping[str, Reader]
    needs: Mapping[str, str] = field(default_factory=dict)
    example: str = ""

    def __call__(self, entry: Entry) -> dict[str, Any]:
        """Return the values of the keys that the table has, none where the file has no table."""
        given = read_table(entry, self.example)
        where = f"[{'.'.join(entry.path)}]" if entry.path else Sentence("the file")
        for key in given:
            if key not in self.keys:
                entry.at(key).wrong(
                    "{where} has no key {key}{near}.",
                    Mistake.UNKNOWN_NAME,
                    where=where,
                    key=repr(key),
                    near=hint(key, self.keys),
                )
        for key, example in self.needs.items():
            if key not in given:
                entry.wrong(
                    "{where} needs {key}, such as {key} = {example}.",
                    where=where,
                    key=key,
                    example=example,
                )
        return {key: self.keys[key](entry.at(key)) for key in given}


def read_table(entry: Entry, example: str = "") -> Mapping[str, object]:
    """Return a table with whatever keys, an empty one where the file has none."""
    given = {} if entry.value is None else entry.value
    if not isinstance(given, dict):
        if example:
            entry.wrong("{path} is a table, such as {example}.", example=example)
        entry.wrong("{path} is a table: write [{path}] and a line for each below it.")
    return given
