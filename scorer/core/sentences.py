"""Sentences for people: in English, with the parts needed to say them in other languages.

Whoever makes one gives its pattern and the values for its places. A translator looks up the
pattern, translates the values in the same way, and fills them in.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial, reduce
from typing import Any, Self, TypeAlias
from unicodedata import east_asian_width

_PLACES = re.compile(r"\{(\w+)\}")
_PATTERN = re.compile(r"(?:[^{}]|\{\{|\}\}|\{[^\W\d]\w*\})*")

LONG = 2000  # characters: this project's longest sentences have some hundreds
MOST_REPEATED = 200  # characters of a value that are kept in a sentence that is too long

Say: TypeAlias = Callable[[str], str]
"""How a text is said in a language; `str` says it in English."""


class Sentence(str):
    """An English text that keeps its pattern (`english`) and its `values`, to be translated.

    >>> sentence = Sentence("There is no tile {tile!r}.", tile="0m")
    >>> sentence, sentence.english, sentence.values
    ("There is no tile '0m'.", 'There is no tile {tile!r}.', {'tile': '0m'})
    """

    __slots__ = ("english", "values")
    english: str
    values: Mapping[str, object]

    def __new__(cls, english: str, /, **values: object) -> Self:
        """Fill the places of a pattern; literal braces in it are doubled.

        If a value makes the text very long, such as a megabyte sent by a caller, it is shortened.
        """
        text = english.format(**values)
        if len(text) > LONG:
            values = {name: _shortened(value) for name, value in values.items()}
            text = english.format(**values)
        made = super().__new__(cls, text)
        made.english, made.values = english, values
        return made

    def __str__(self) -> str:
        """Return the sentence itself: an error made from a sentence keeps it as its text."""
        return self

    def __reduce__(self) -> tuple[Callable[[], "Sentence"], tuple[()]]:
        """Support pickling, so that a sentence can be sent to another process."""
        return partial(Sentence, self.english, **self.values), ()


def _shortened(value: object) -> object:
    """Return a value as a sentence repeats it: a sentence whole, the beginning of a text."""
    if isinstance(value, str) and not isinstance(value, Sentence) and len(value) > MOST_REPEATED:
        return f"{value[:MOST_REPEATED]}…"
    return value


class PluralSentence(Sentence):
    """A sentence that counts `number` things, in the place {n}: `one` is the form for one.

    >>> PluralSentence(2, "{n} tile left", "{n} tiles left")
    '2 tiles left'
    """

    __slots__ = ("number", "one")
    number: int
    one: str

    def __new__(cls, number: int, one: str, many: str, /, **values: object) -> Self:
        """Fill the places of the pattern for this number."""
        pattern = one if number == 1 else many
        made = super().__new__(cls, pattern, **{**values, "n": number})
        made.number, made.one = number, one
        return made

    def __reduce__(self) -> tuple[Callable[[], Sentence], tuple[()]]:
        """Support pickling, so that another process can translate it with other plurals."""
        return partial(PluralSentence, self.number, self.one, self.english, **self.values), ()


def points_text(points: float) -> Sentence:
    """Return how many points there are, as a table says it.

    >>> points_text(1), points_text(2), points_text(0.5)
    ('1 point', '2 points', '0.5 points')
    """
    if isinstance(points, int):
        return PluralSentence(points, "{n} point", "{n} points")
    return Sentence("{n} points", n=points)


class RowName(str):
    """The name of a row within a sentence, with its English and its Chinese name.

    `names` are a house's own, by language.

    >>> RowName("half flush", "混一色", "Half flush").english
    'Half flush'
    """

    __slots__ = ("chinese", "english", "names")
    chinese: str
    english: str
    names: Mapping[str, str]

    def __new__(
        cls,
        written: str,
        chinese: str,
        english: str | None = None,
        names: Mapping[str, str] | None = None,
    ) -> Self:
        """Keep all names; the sentence shows `written`, which is English unless that is given."""
        made = super().__new__(cls, written)
        made.chinese, made.english, made.names = chinese, english or written, names or {}
        return made

    def __str__(self) -> str:
        """Return the name itself, with all of them."""
        return self

    def __reduce__(self) -> tuple[Callable[..., "RowName"], tuple[object, ...]]:
        """Support pickling with all names."""
        return RowName, ("".join(self), self.chinese, self.english, self.names)


class CodedError(Exception):
    """An error with a stable `code` and a `detail` that says what is wrong and what to do."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[str, str]]:
        """Support pickling, so that another process can raise it."""
        return type(self), (self.code, self.detail)


class RefusedError(CodedError):
    """A refused request; `extra` holds what a program can use, such as `problems`."""

    def __init__(
        self, code: str, detail: str, *, problems: Iterable[str] = (), **extra: object
    ) -> None:
        super().__init__(code, detail)
        self.extra = {**extra, **({"problems": list(problems)} if problems else {})}

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, as the process that reads photos needs."""
        again: Callable[..., RefusedError] = type(self)
        return partial(again, **self.extra), (self.code, self.detail)


def sentence_json(text: str) -> object:
    """Return a sentence that counts nothing as JSON; a plain text as it is.

    For a process that takes nothing else, as it opens what strangers send.

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


def read_sentence(value: object) -> str:
    """Return the sentence of a `sentence_json`; a pattern with unusual places is plain text.

    >>> read_sentence({"english": "No {thing}.", "values": {"thing": "tile"}})
    'No tile.'
    >>> read_sentence({"english": "{wide:9}", "values": {"wide": "tile"}})
    '{wide:9}'
    """
    if not isinstance(value, Mapping):
        return str(value)
    english, given = str(value.get("english")), value.get("values")
    if not isinstance(given, Mapping) or not _has_all_values(english, given):
        return english
    return Sentence(english, **{str(name): read_sentence(each) for name, each in given.items()})


def _has_all_values(pattern: str, values: Mapping[str, object]) -> bool:
    """Return whether a text is a pattern all of whose places have a value."""
    places = _PLACES.findall(re.sub(r"\{\{|\}\}", "", pattern))
    return _PATTERN.fullmatch(pattern) is not None and {*places} <= values.keys()


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes; a Chinese or Japanese letter takes two.

    >>> columns("3 faan 混一色")
    13
    """
    return sum(2 if east_asian_width(letter) in "FW" else 1 for letter in text)


def join_with_or(names: Iterable[str]) -> str:
    """Return names joined by "or".

    >>> join_with_or(["S", "W", "N"])
    'S or W or N'
    """
    return reduce(lambda left, right: Sentence("{left} or {right}", left=left, right=right), names)


def join_with_and(names: Iterable[str]) -> str:
    """Return names joined by "and".

    >>> join_with_and(["hand", "faan"])
    'hand and faan'
    """
    return reduce(lambda left, right: Sentence("{left} and {right}", left=left, right=right), names)


def join_with_commas(names: Iterable[str]) -> str:
    """Return names joined by commas.

    >>> join_with_commas(["S", "W", "N"])
    'S, W, N'
    """
    return reduce(lambda left, right: Sentence("{left}, {right}", left=left, right=right), names)


def join_sentences(sentences: Iterable[str]) -> Sentence:
    """Return sentences joined by blanks.

    >>> join_sentences([Sentence("It rains."), Sentence("It pours.")]).english
    '{part0} {part1}'
    """
    parts = {f"part{number}": each for number, each in enumerate(sentences)}
    return Sentence(" ".join(f"{{{name}}}" for name in parts), **parts)


LONGEST = 100  # characters: far beyond any name, since comparing takes the square of them
NEAR = 0.6  # difflib's ratio from which two words count as close
LEAST_BEGINNING = 4  # letters: with three, too many names share two
FEW = 6  # most names listed in a sentence


def nearest(name: str, known: Collection[str]) -> str | None:
    """Return the known name that is most like `name`, or None.

    Only the beginning of `name` is compared, with known names and with their beginnings, of which a
    short one has to be the same.

    >>> nearest("frist-draw", ["last-discard", "first-draw"])
    'first-draw'
    """
    from difflib import SequenceMatcher  # noqa: PLC0415  (for mistakes only)

    given = name[:LONGEST].lower()

    def likeness(each: str) -> float:
        whole = each.lower()
        begins = len(given) >= LEAST_BEGINNING or whole.startswith(given)
        ends = (whole, whole[: len(given)]) if begins else (whole,)
        return max(SequenceMatcher(None, given, end).ratio() for end in ends)

    best = max(known, key=likeness, default=None)
    return None if best is None or likeness(best) < NEAR else best


def hint(name: str, known: Collection[str]) -> str:
    """Return the end of a sentence that names the nearest, or the known ones if they are few.

    >>> hint("frist-draw", ["last-discard", "first-draw"])
    "; the nearest is 'first-draw'"
    >>> hint("role", ["open", "closed"])
    '; choose one of open, closed'
    """
    if near := nearest(name, known):
        return Sentence("; the nearest is {nearest}", nearest=repr(near))
    if 0 < len(known) <= FEW:
        return Sentence("; choose one of {known}", known=", ".join(known))
    return ""


def unknown(what: str, name: str, known: Collection[str]) -> Sentence:
    """Return the sentence that refuses a name, with the nearest known one.

    >>> unknown("event", "frist-draw", ["last-discard", "first-draw"])
    "There is no event 'frist-draw'; the nearest is 'first-draw'."
    """
    return Sentence(
        "There is no {what} {name}{near}.", what=what, name=repr(name), near=hint(name, known)
    )
