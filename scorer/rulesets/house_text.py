"""The text of a house file: its values, and the line on which each stands."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum, auto
from typing import NoReturn

from scorer.core.sentences import Sentence
from scorer.core.suggestions import hint

LONGEST_FILE = 20_000  # characters: every option and row of the largest rule set, with comments
LARGEST_VALUE = 10_000  # faan, points or shares: far beyond any table
LARGEST_PAYMENT = 1_000_000  # points that a hand may bring from one player: far beyond any table
CENTS = 100  # parts of a point, the least that is paid where points are money
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")  # half a letter is no text either
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


def is_name(value: object, known: Collection[str]) -> bool:
    """Whether a value is one of some names; a list or a table is none, and cannot be looked up."""
    return isinstance(value, str) and value in known


@dataclass(frozen=True, slots=True)
class HouseText:
    """A file's values, with decimals as they are written, and the line of each key.

    Keys are named by the tables around them, those of `[[row]]` by their number from 0 as well.
    """

    values: Mapping[str, object]
    lines: Mapping[Path, int]

    def wrong(self, path: Path, detail: str, mistake: Mistake = Mistake.OTHER) -> NoReturn:
        """Refuse the file for what stands at a key, or in what is around it."""
        around = (path[:end] for end in range(len(path), 0, -1))
        line = next((self.lines[part] for part in around if part in self.lines), None)
        raise HouseFileError(line, detail, mistake, path)

    def table(self, key: str) -> Mapping[str, object]:
        """The table of a name, empty where the file has none."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.wrong(
                (key,),
                Sentence("{key} is a table: write [{key}] and a line for each below it.", key=key),
            )
        return value

    def check_keys(self, path: Path, given: Mapping[str, object], known: Collection[str]) -> None:
        """Refuse a key that a table does not know, with the nearest one."""
        where = Sentence("[{path}] has", path=".".join(path)) if path else Sentence("there is")
        for key in given:
            if key not in known:
                detail = Sentence(
                    "{where} no key {key}{near}.",
                    where=where,
                    key=repr(key),
                    near=hint(str(key), known),
                )
                self.wrong((*path, str(key)), detail, Mistake.UNKNOWN_NAME)

    def text(self, key: str, longest: int) -> str:
        """A line of text that the file needs; HouseFileError where it is not one."""
        value = self.values.get(key)
        if value is None:
            raise HouseFileError(
                None, Sentence('the file needs {key}, such as {key} = "…".', key=key)
            )
        return self.line((key,), value, longest)

    def line(self, path: Path, value: object, longest: int) -> str:
        """A value that is one line of text."""
        if not isinstance(value, str) or not value.strip() or len(value) > longest:
            detail = Sentence(
                "{path} is a text of at most {longest} characters, not {value}.",
                path=path[-1],
                longest=longest,
                value=quote(value),
            )
            self.wrong(path, detail, Mistake.TEXT)
        if _CONTROL.search(value):
            detail = Sentence(
                "{path} is one line of text without control characters.", path=path[-1]
            )
            self.wrong(path, detail, Mistake.TEXT)
        return value.strip()

    def whole(self, path: Path, value: object, least: int = 0, most: int = LARGEST_VALUE) -> int:
        """A value that is a whole number within bounds."""
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            detail = Sentence(
                "{path} is a whole number from {least} to {most}, not {value}.",
                path=path[-1],
                least=least,
                most=most,
                value=quote(value),
            )
            self.wrong(path, detail, Mistake.NUMBER)
        return value

    def amount(self, path: Path, value: object) -> Decimal:
        """An amount that is paid: points, or money to the cent."""
        number = value if isinstance(value, Decimal) else None
        if isinstance(value, int) and not isinstance(value, bool):
            number = Decimal(value)
        if number is None or not number.is_finite() or not 0 <= number <= LARGEST_PAYMENT:
            most = f"{LARGEST_PAYMENT:_}".replace("_", " ")
            detail = Sentence(
                "{path} is a number from 0 to {most}, not {value}.",
                path=path[-1],
                most=most,
                value=quote(value),
            )
            self.wrong(path, detail, Mistake.NUMBER)
        if (number * CENTS) % 1:
            detail = Sentence(
                "{path} has at most two decimals, as 0.25 has, not {value}.",
                path=path[-1],
                value=quote(value),
            )
            self.wrong(path, detail, Mistake.DECIMALS)
        return number


def read_text(text: str) -> HouseText:
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
    return HouseText(values, dict(_lines(text)))


def json_value(value: object) -> object:
    """A value as JSON has it: decimals as numbers."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list):
        return [json_value(each) for each in value]
    if isinstance(value, dict):
        return {key: json_value(each) for key, each in value.items()}
    return value


def quote(value: object) -> str:
    """A value as a sentence quotes it."""
    return repr(json_value(value))


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
            table = _under(numbers, named)
            yield table, number
        elif key := _KEY.match(line):
            yield (*table, *(part for part in key.groups() if part)), number


def _under(numbers: Mapping[Path, int], path: Path) -> Path:
    """Name the latest of several tables of a name by its number."""
    if path in numbers:
        return (*path, str(numbers[path]))
    if path[:1] in numbers:
        return (path[0], str(numbers[path[:1]]), *path[1:])
    return path
