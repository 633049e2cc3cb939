"""The schema of a house file: what each key may hold, or what to write instead.

A reader takes an entry of a file and returns its value, or refuses the file. The message, its line
and the nearest known name follow from what the reader allows. What depends on the rules around it,
such as the value of a row, is read once those are known.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NoReturn, TypeAlias

from scorer.core.sentences import RefusedError, Sentence, hint

LONGEST_FILE = 20_000  # characters: every option and row of the largest rule set, with comments
LEVELS = 32  # of tables and lists in each other: a house has four
BYTE_ORDER_MARK = "\ufeff"  # with which some programs begin a text
_HEADER = re.compile(r"\s*(\[\[?)([\w\s.\"'-]+)\]")
_KEY = re.compile(r"([\w\s.\"'-]+)=")

Path = tuple[str, ...]


class HouseFileError(RefusedError):
    """A file that is no rule set: `line` counts from 1, None if the whole file is meant.

    `reason` is the detail without the line, `at` the key that is wrong, with the tables around it.
    """

    def __init__(self, line: int | None, reason: str, at: Path = ()) -> None:
        at_line = Sentence("line {line}: {detail}", line=line, detail=reason)
        detail = reason if line is None else at_line
        super().__init__("bad_house_file", detail, line=line, at=list(at))
        self.line, self.reason, self.at = line, reason, at

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, so that another process can raise it."""
        return type(self), (self.line, self.reason, self.at)


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of a file and its place; None if the file lacks it, decimals as written.

    `path` names it by the tables around it, those of `[[row]]` also by their number from 0; the
    whole file has an empty one. `lines` has the line of each key.
    """

    value: Any
    lines: Mapping[Path, int]
    path: Path = ()

    @property
    def key(self) -> str:
        """Its own key, empty for the whole file."""
        return self.path[-1] if self.path else ""

    def at(self, *keys: str) -> "Entry":
        """Return the entry at a key, or at a key of a table within."""
        value = self.value
        for key in keys:
            value = value[int(key)] if isinstance(value, list) else (value or {}).get(key)
        return Entry(value, self.lines, (*self.path, *keys))

    def wrong(self, english: str, /, **values: object) -> NoReturn:
        """Refuse the file for this value; a sentence may name its `{path}` and `{value}`."""
        quoted = repr(json_value(self.value))
        self.refuse(Sentence(english, **{"path": self.key, "value": quoted, **values}))

    def refuse(self, detail: str) -> NoReturn:
        """Refuse the file for this value, naming its line or that of the nearest table.

        For `a` that is the line of `[a.b]` if nothing else names `a`.
        """
        around = (self.path[:end] for end in range(len(self.path), 0, -1))
        lines = (
            line
            for part in around
            for path, line in self.lines.items()
            if path[: len(part)] == part
        )
        raise HouseFileError(next(lines, None), detail, self.path)


def read_text(text: str) -> Entry:
    """Read a file as TOML; raises HouseFileError if it is not TOML or too long."""
    if len(text) > LONGEST_FILE:
        detail = Sentence(
            "a house file can have at most {most} characters; this one has {characters}.",
            most=LONGEST_FILE,
            characters=len(text),
        )
        raise HouseFileError(None, detail)
    try:
        values = tomllib.loads(text.removeprefix(BYTE_ORDER_MARK), parse_float=Decimal)
        repr(json_value(values))  # what no message could show is refused here
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)", str(error))
        line = int(found[1]) if found and found[1] else len(text.splitlines())
        raise HouseFileError(
            line, Sentence("this is not TOML: {error}.", error=str(error))
        ) from error
    except RecursionError as error:
        raise HouseFileError(None, Sentence("the file is nested too deeply.")) from error
    except (ArithmeticError, ValueError) as error:
        raise HouseFileError(None, Sentence("a number has too many digits.")) from error
    return Entry(values, dict(_lines(text)))


def json_value(value: object, levels: int = LEVELS) -> object:
    """Return a value for JSON: decimals become numbers. RecursionError beyond so many levels."""
    if not levels:
        raise RecursionError
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list):
        return [json_value(each, levels - 1) for each in value]
    if isinstance(value, dict):
        return {key: json_value(each, levels - 1) for key, each in value.items()}
    return value


def _lines(text: str) -> Iterator[tuple[Path, int]]:
    """Yield each key with its line, tables by their headers, and repeated ones by their number."""
    table: Path = ()
    numbers: dict[Path, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            named = _parts(header[2])
            if header[1] == "[[":
                numbers[named] = numbers.get(named, -1) + 1
                yield named, number
            table = _current_path(numbers, named)
            yield table, number
        elif key := _KEY.match(line):
            yield (*table, *_parts(key[1])), number


def _parts(name: str) -> Path:
    return tuple(part.strip(" \t\"'") for part in name.split("."))


def _current_path(numbers: Mapping[Path, int], path: Path) -> Path:
    """Return a path with the number of the latest of several tables of the same name."""
    if path in numbers:
        return (*path, str(numbers[path]))
    if path[:1] in numbers:
        return (path[0], str(numbers[path[:1]]), *path[1:])
    return path


LARGEST_VALUE = 10_000  # faan, points or shares: far beyond any table
LARGEST_PAYMENT = 1_000_000  # points that a hand may bring from one player: far beyond any table
CENTS = 100  # per point; the smallest payment if points are money
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")  # half of a surrogate pair is no text either

Reader: TypeAlias = Callable[[Entry], Any]


def anything(entry: Entry) -> object:
    """Return a value as it is, to be read once more is known."""
    return entry.value


def text(longest: int) -> Reader:
    """Return a reader of one line of text."""

    def read(entry: Entry) -> str:
        value = entry.value
        if not isinstance(value, str) or not value.strip() or len(value) > longest:
            entry.wrong(
                "{path} must be text of at most {longest} characters, not {value}.",
                longest=longest,
            )
        if _CONTROL.search(value):
            entry.wrong("{path} must be one line of text without control characters.")
        return value.strip()

    return read


def whole(least: int = 0, most: int = LARGEST_VALUE) -> Reader:
    """Return a reader of a whole number."""

    def read(entry: Entry) -> int:
        value = entry.value
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            entry.wrong(
                "{path} must be a whole number from {least} to {most}, not {value}.",
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
            "{path} must be a number from 0 to {most}, not {value}.",
            most=f"{LARGEST_PAYMENT:_}".replace("_", " "),
        )
    if (number * CENTS) % 1:
        entry.wrong("{path} can have at most two decimals, such as 0.25, not {value}.")
    return number


def one_of(known: Collection[object]) -> Reader:
    """Return a reader of one of a few values."""

    def read(entry: Entry) -> object:
        # 1 equals True in Python, but a number of tiles is no yes.
        if not any(type(entry.value) is type(each) and entry.value == each for each in known):
            values = ", ".join(str(each).lower() for each in known if each is not None)
            entry.wrong("{name} must be one of {known}, not {value}.", name=entry.key, known=values)
        return entry.value

    return read


def named(known: Collection[str], what: Sentence, more: str = "") -> Reader:
    """Return a reader of the name of something, such as a pattern; `more` says where to look."""

    def read(entry: Entry) -> str:
        # A list or a table is no name, and cannot be looked up.
        if not isinstance(entry.value, str) or entry.value not in known:
            near = hint(str(entry.value), known)
            entry.wrong(
                "there is no {what} {value}{near}.",
                what=what,
                near=Sentence("{near} ({more})", near=near, more=more) if more else near,
            )
        return entry.value

    return read


def list_of(reader: Reader, example: str) -> Reader:
    """Return a reader of a list; errors in it are reported at the key of the list."""

    def read(entry: Entry) -> list[Any]:
        if not isinstance(entry.value, list):
            entry.wrong("{path} must be a list, such as {example}.", example=example)
        return [reader(Entry(each, entry.lines, entry.path)) for each in entry.value]

    return read


@dataclass(frozen=True, slots=True)
class Table:
    """A reader of a table: what each key holds, and those that it `needs`, each with an example.

    `example` is that of a table written on one line.
    """

    keys: Mapping[str, Reader]
    needs: Mapping[str, str] = field(default_factory=dict)
    example: str = ""

    def __call__(self, entry: Entry) -> dict[str, Any]:
        """Return the values of the keys that the table has, none if the file has no table."""
        given = read_table(entry, self.example)
        where = f"[{'.'.join(entry.path)}]" if entry.path else Sentence("the file")
        for key in given:
            if key not in self.keys:
                entry.at(key).wrong(
                    "{where} has no key {key}{near}.",
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
    """Return a table with any keys, an empty one if the file has none."""
    given = {} if entry.value is None else entry.value
    if not isinstance(given, dict):
        if example:
            entry.wrong("{path} must be a table, such as {example}.", example=example)
        entry.wrong("{path} must be a table: write [{path}], with a line for each entry below it.")
    return given
