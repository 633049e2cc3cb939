"""Sentences for people: in English, and with what they are made of, to be said in other languages.

Whoever gives one writes its pattern and what goes into its places. Who speaks other languages
looks the pattern up, says what goes into its places in the same way, and puts it in.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Self, TypeAlias
from unicodedata import east_asian_width

_PLACES = re.compile(r"\{(\w+)\}")
_PATTERN = re.compile(r"(?:[^{}]|\{\{|\}\}|\{[^\W\d]\w*\})*")

Say: TypeAlias = Callable[[str], str]
"""How a text is said in a language; `str` says it in English."""


class Sentence(str):
    """A text in English that knows its pattern, in `english`, and the `values` in its places.

    >>> told = Sentence("There is no tile {tile!r}.", tile="0m")
    >>> told, told.english, told.values
    ("There is no tile '0m'.", 'There is no tile {tile!r}.', {'tile': '0m'})
    """

    __slots__ = ("english", "values")
    english: str
    values: Mapping[str, object]

    def __new__(cls, english: str, /, **values: object) -> Self:
        """Fill the places of a pattern, in which braces that are none are doubled."""
        made = super().__new__(cls, english.format(**values))
        made.english, made.values = english, values
        return made

    def __str__(self) -> str:
        """Keep what it knows: the text of an error is a sentence if the error was given one."""
        return self

    def __reduce__(self) -> tuple[Callable[..., "Sentence"], tuple[str, Mapping[str, object]]]:
        """Let another process have it."""
        return _again, (self.english, self.values)


class Counted(Sentence):
    """A sentence that counts `number` things, in the place {n}: of one it says `one`.

    >>> Counted(2, "{n} tile left", "{n} tiles left")
    '2 tiles left'
    """

    __slots__ = ("number", "one")
    number: int
    one: str

    def __new__(cls, number: int, one: str, many: str, /, **values: object) -> Self:
        """Fill the places of the pattern that English has for the number."""
        pattern = one if number == 1 else many
        made = str.__new__(cls, pattern.format(n=number, **values))
        made.english, made.values = pattern, {"n": number, **values}
        made.number, made.one = number, one
        return made


class RowName(str):
    """What a row is called, as a sentence has it: `english` is its name, `chinese` its Chinese one.

    >>> RowName("half flush", "混一色", "Half flush").english
    'Half flush'
    """

    __slots__ = ("chinese", "english")
    chinese: str
    english: str

    def __new__(cls, written: str, chinese: str, english: str | None = None) -> Self:
        """Keep all names; the one that is written is the English one unless that is given."""
        made = super().__new__(cls, written)
        made.chinese, made.english = chinese, english or written
        return made

    def __str__(self) -> str:
        """Keep all of them."""
        return self

    def __reduce__(self) -> tuple[Callable[..., "RowName"], tuple[str, str, str]]:
        """Let another process have all of them."""
        return RowName, ("".join(self), self.chinese, self.english)


def _again(english: str, values: Mapping[str, object]) -> Sentence:
    return Sentence(english, **values)


def sentence_json(text: str) -> object:
    """Return a sentence as JSON, for a process that takes nothing else; a plain text as it is.

    >>> sentence_json(Sentence("No {thing}.", thing=Sentence("tile")))
    {'english': 'No {thing}.', 'values': {'thing': {'english': 'tile', 'values': {}}}}
    """
    if not isinstance(text, Sentence):
        return text
    values = {
        name: sentence_json(value if isinstance(value, str) else str(value))
        for name, value in text.values.items()
    }
    return {"english": text.english, "values": values}


def read_sentence(told: object) -> str:
    """Read what `sentence_json` gives, whoever sends it: a pattern with other places is a text.

    >>> read_sentence({"english": "No {thing}.", "values": {"thing": "tile"}})
    'No tile.'
    >>> read_sentence({"english": "{wide:9}", "values": {"wide": "tile"}})
    '{wide:9}'
    """
    if not isinstance(told, Mapping):
        return str(told)
    english, values = str(told.get("english")), told.get("values")
    if not isinstance(values, Mapping) or _PATTERN.fullmatch(english) is None:
        return english
    if not {*_PLACES.findall(re.sub(r"\{\{|\}\}", "", english))} <= values.keys():
        return english
    return Sentence(english, **{str(name): read_sentence(value) for name, value in values.items()})


def columns(text: str) -> int:
    """How many columns of a terminal a text takes; a Chinese or Japanese letter takes two.

    >>> columns("3 faan 混一色")
    13
    """
    return sum(2 if east_asian_width(letter) in "FW" else 1 for letter in text)


def either(names: Iterable[str]) -> str:
    """Name several, of which one is meant.

    >>> either(["S", "W", "N"])
    'S or W or N'
    """
    return reduce(lambda left, right: Sentence("{left} or {right}", left=left, right=right), names)


def both(names: Iterable[str]) -> str:
    """Name several, all of which are meant.

    >>> both(["hand", "faan"])
    'hand and faan'
    """
    return reduce(lambda left, right: Sentence("{left} and {right}", left=left, right=right), names)


def listed(names: Iterable[str]) -> str:
    """Name several, one after another.

    >>> listed(["S", "W", "N"])
    'S, W, N'
    """
    return reduce(lambda left, right: Sentence("{left}, {right}", left=left, right=right), names)


def together(sentences: Iterable[str]) -> Sentence:
    """Put sentences one after another.

    >>> together([Sentence("It rains."), Sentence("It pours.")]).english
    '{part0} {part1}'
    """
    parts = {f"part{number}": each for number, each in enumerate(sentences)}
    return Sentence(" ".join(f"{{{name}}}" for name in parts), **parts)
