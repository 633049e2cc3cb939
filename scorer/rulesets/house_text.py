"""The text of a house file: its values, the line of each, and what is said of a wrong one."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum, auto
from typing import Any, NoReturn

from scorer.core.sentences import Sentence

LONGEST_FILE = 20_000  # characters: every option and row of the largest rule set, with comments
_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\"'-]+)\s*\]")
_KEY = re.compile(r"""\s*["']?([\w-]+)["']?(?:\s*\.\s*["']?([\w-]+)["']?)?\s*=""")

Path = tuple[str, ...]


class Mistake(StrEnum):
    """What kind of mistake a file has, for those who say it in another language."""

    OTHER = auto()
    TEXT = auto()
    NUMBER = auto()
    DECIMALS = auto()
    UNKNOWN_NAME = auto()
    NAME_TAKEN = auto()
    OPTION = auto()
    NOBODY_WINS = auto()
    LADDER_FALLS = auto()
    NOBODY_PAID = auto()
    NOT_REACHED = auto()
    POINTS_UNSAID = auto()
    TOO_MUCH = auto()
    TOTAL = auto()
    NO_VALUE = auto()
    NO_LIMIT = auto()


class HouseFileError(ValueError):
    """A file that is no rule set: `line` counts from 1, None where the whole file is meant.

    `mistake` is its kind, and `at` the key that it stands at, by the tables around it.
    """

    def __init__(
        self, line: int | None, detail: str, mistake: Mistake = Mistake.OTHER, at: Path = ()
    ) -> None:
        at_line = Sentence("line {line}: {detail}", line=line, detail=detail)
        super().__init__(detail if line is None else at_line)
        self.line = line
        self.detail = detail
        self.mistake = mistake
        self.at = at


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of a file at its place, None where the file has none; decimals as they are written.

    `path` names it by the tables around it, those of `[[row]]` by their number from 0 as well;
    the whole file has an empty one. `lines` has the line of each key.
    """

    value: Any
    lines: Mapping[Path, int]
    path: Path = ()

    @property
    def key(self) -> str:
        """Its own key, empty for the whole file."""
        return self.path[-1] if self.path else ""

    def at(self, *keys: str) -> "Entry":
        """Return what stands at a key, or at one of a table in it."""
        value = self.value
        for key in keys:
            value = value[int(key)] if isinstance(value, list) else (value or {}).get(key)
        return Entry(value, self.lines, (*self.path, *keys))

    def wrong(
        self, english: str, mistake: Mistake = Mistake.OTHER, /, **values: object
    ) -> NoReturn:
        """Refuse the file for this value: `{path}` and `{value}` of a sentence are its own."""
        quoted = repr(json_value(self.value))
        self.refuse(Sentence(english, **{"path": self.key, "value": quoted, **values}), mistake)

    def refuse(self, detail: str, mistake: Mistake = Mistake.OTHER) -> NoReturn:
        """Refuse the file for this value, naming its line or that of the nearest table around."""
        around = (self.path[:end] for end in range(len(self.path), 0, -1))
        line = next((self.lines[part] for part in around if part in self.lines), None)
        raise HouseFileError(line, detail, mistake, self.path)


def read_text(text: str) -> Entry:
    """Read a file as far as it is TOML; HouseFileError for one that is none or too long."""
    if len(text) > LONGEST_FILE:
        detail = Sentence(
            "a house file has at most {most} characters; these are {characters}.",
            most=LONGEST_FILE,
            characters=len(text),
        )
        raise HouseFileError(None, detail)
    try:
        values = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)", str(error))
        line = int(found[1]) if found and found[1] else len(text.splitlines())
        raise HouseFileError(
            line, Sentence("this is not TOML: {error}.", error=str(error))
        ) from error
    except RecursionError as error:
        raise HouseFileError(None, Sentence("the file is nested too deeply.")) from error
    return Entry(values, dict(_lines(text)))


def json_value(value: object) -> object:
    """Return a value as JSON has it: decimals as numbers."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list):
        return [json_value(each) for each in value]
    if isinstance(value, dict):
        return {key: json_value(each) for key, each in value.items()}
    return value


def _lines(text: str) -> Iterator[tuple[Path, int]]:
    """Yield each key with its line, tables by their headers, and each of several by its number."""
    table: Path = ()
    numbers: dict[Path, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            named = tuple(part.strip("\"'") for part in header[2].split("."))
            if header[1] == "[[":
                numbers[named] = numbers.get(named, -1) + 1
                yield named, number
            table = _current_path(numbers, named)
            yield table, number
        elif key := _KEY.match(line):
            yield (*table, *(part for part in key.groups() if part)), number


def _current_path(numbers: Mapping[Path, int], path: Path) -> Path:
    """Return a path with the number of the latest of several tables of a name."""
    if path in numbers:
        return (*path, str(numbers[path]))
    if path[:1] in numbers:
        return (path[0], str(numbers[path[:1]]), *path[1:])
    return path
