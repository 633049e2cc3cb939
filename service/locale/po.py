"""Catalogues of texts in gettext's PO format: an English text, and what it is in a language."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
_KEYWORD = re.compile(r"(msgid_plural|msgid|msgstr|msgctxt)(?:\[(\d+)\])?\s+")
_ESCAPES = {"n": "\n", "t": "\t"}
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


class CatalogueError(ValueError):
    """A catalogue that cannot be read, with the line."""


def key(english: str, context: str | None = None) -> str:
    """The name under which a text is looked up."""
    return english if context is None else f"{context}|{english}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One text: in English, with its plural where it counts something, and in the language.

    `told` has one text, or one for each plural form of the language; empty ones are missing.
    `comments` are the lines before it without their `#`. `context` tells it from the same English
    text of another meaning.
    """

    english: str
    told: tuple[str, ...] = ("",)
    many: str | None = None
    comments: tuple[str, ...] = ()
    context: str | None = None

    @property
    def key(self) -> str:
        """The English text, behind its context where it has one: `row|Round wind`."""
        return key(self.english, self.context)

    @property
    def is_told(self) -> bool:
        """Whether nothing of it is missing."""
        return all(self.told)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of a file in their order, and its header: the entry of the empty text."""

    header: Entry
    entries: tuple[Entry, ...]


@dataclass(slots=True)
class _Block:
    """The lines of an entry while they are read."""

    comments: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    last: str = ""

    def entry(self, line: int) -> Entry:
        if "msgid" not in self.texts:
            raise CatalogueError(f"line {line}: an entry has no msgid.")
        forms = sorted(name for name in self.texts if name.startswith("msgstr"))
        return Entry(
            self.texts["msgid"],
            tuple(self.texts[name] for name in forms) or ("",),
            self.texts.get("msgid_plural"),
            tuple(self.comments),
            self.texts.get("msgctxt"),
        )


def read_po(text: str) -> Catalogue:
    """Read a catalogue. Raises CatalogueError for a line that is none of it, or a text twice."""
    header, entries = Entry(""), list[Entry]()
    seen = set[str]()
    for line, block in _blocks(text):
        entry = block.entry(line)
        if not entry.english:
            header = entry
            continue
        if entry.key in seen:
            raise CatalogueError(f"line {line}: {entry.key!r} stands there twice.")
        seen.add(entry.key)
        entries.append(entry)
    return Catalogue(header, tuple(entries))


def _blocks(text: str) -> Iterator[tuple[int, _Block]]:
    """Yield entry by entry with the number of its last line."""
    block = _Block()
    number = 0
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.strip()
        begins = bare.startswith(("#", "msgid ", "msgctxt "))
        if (begins and "msgstr" in block.last) or not bare:
            if block.texts:
                yield number - 1, block
                block = _Block()
            if not bare:
                continue
        if bare.startswith("#"):
            block.comments.append(bare[1:].strip())
            continue
        if found := _KEYWORD.match(bare):
            block.last = found[1] + (f"[{found[2]}]" if found[2] else "")
            block.texts[block.last] = ""
            bare = bare[found.end() :]
        literal = _LITERAL.match(bare)
        if literal is None or not block.last:
            raise CatalogueError(f"line {number}: {line!r} is no line of a catalogue.")
        block.texts[block.last] += _plain(literal[1])
    if block.texts:
        yield number, block


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text)


def write_po(catalogue: Catalogue) -> str:
    """Write a catalogue, to be read again as the same."""
    return "\n".join("\n".join(_lines(each)) + "\n" for each in _all(catalogue))


def _all(catalogue: Catalogue) -> Iterable[Entry]:
    return (catalogue.header, *catalogue.entries)


def _lines(entry: Entry) -> Iterator[str]:
    yield from (f"# {comment}".rstrip() for comment in entry.comments)
    if entry.context is not None:
        yield f"msgctxt {_quoted(entry.context)}"
    yield f"msgid {_quoted(entry.english)}"
    if entry.many is None:
        yield f"msgstr {_quoted(entry.told[0])}"
        return
    yield f"msgid_plural {_quoted(entry.many)}"
    yield from (f"msgstr[{form}] {_quoted(told)}" for form, told in enumerate(entry.told))


def _quoted(text: str) -> str:
    """Quote a text; one of several lines, as the header is, line by line."""
    parts: Sequence[str] = text.splitlines(keepends=True)
    if len(parts) > 1:
        return "\n".join(['""', *(f'"{_escaped(part)}"' for part in parts)])
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return "".join(_ESCAPED.get(letter, letter) for letter in text)
