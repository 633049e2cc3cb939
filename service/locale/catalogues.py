"""The texts of each language: its catalogues, in gettext's PO format, read once."""

import gettext
import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from service.locale.languages import FOLDER, Language, languages

TextForms: TypeAlias = "str | tuple[str, ...]"
"""A text of a language, or its plural forms."""

# The catalogues of the page's own texts, keyed by an id; English has these, too. The others hold
# what the scorer and the service write, keyed by the English itself.
PAGE_FILES = ("page", "screens", "camera", "trust", "rare", "reference")
FILES = (*PAGE_FILES, "rules", "patterns", "setup", "messages", "sentences")
# Which of them the page fetches together: the texts of the first screen come with it, the rest with
# the screens that need them.
PARTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "page": ("page",),
        "screens": ("screens", "camera", "rules"),
        "rare": ("rare", "trust", "reference", "patterns"),
    }
)


_FIELD = re.compile(r'^(msg\w+)(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)', re.MULTILINE)


def key(english: str, context: str | None = None) -> str:
    """Return the key of a text: `row|Round wind` if it has a context."""
    return english if context is None else f"{context}|{english}"


def read_po(text: str) -> dict[str, TextForms]:
    """Return the translations of a catalogue by their keys, its header under "".

    Entries are separated by empty lines, as Babel writes them; those without a translation are
    left out. Babel itself reads catalogues only in `tools`: it would add 33 MB to a service.
    """
    texts_of_file = dict[str, TextForms]()
    for entry in text.split("\n\n"):
        found = [
            (name, "".join(json.loads(line) for line in quoted.splitlines()))
            for name, quoted in _FIELD.findall(entry)
        ]
        fields, forms = dict(found), tuple(each for name, each in found if name == "msgstr")
        if forms and all(forms):
            english = key(fields["msgid"], fields.get("msgctxt"))
            texts_of_file[english] = forms if "msgid_plural" in fields else forms[0]
    return texts_of_file


def _read(tag: str, name: str) -> dict[str, TextForms]:
    """Read a catalogue of a language; a missing one, or one keyed by English, is empty."""
    from pathlib import Path  # noqa: PLC0415  (a command in English reads none)

    file = Path(FOLDER) / languages()[tag].tag / f"{name}.po"
    return read_po(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def texts(tag: str, name: str) -> Mapping[str, TextForms]:
    """Return the texts of a catalogue by their keys, without untranslated ones."""
    return MappingProxyType(
        {english: text for english, text in _read(tag, name).items() if english}
    )


def page_texts(tag: str, part: str) -> Mapping[str, TextForms]:
    """Return the texts of a part of the page in a language, by ids and by the scorer's English."""
    return {
        key: text for name in PARTS[part] for key, text in texts(tag, name).items() if text != key
    }


def is_read(language: Language) -> bool:
    """Return whether a speaker has read all the page's texts in a language."""
    return not any({*names} & {*language.unread} for names in PARTS.values())


def say(tag: str, english: str, *names: str, context: str | None = None) -> str:
    """Return a text from the first catalogue that has it, or else in English."""
    wanted = key(english, context)
    text = next((found for name in names if (found := texts(tag, name).get(wanted))), english)
    return text if isinstance(text, str) else text[-1]


@cache
def plural_of(tag: str) -> Callable[[int], int]:
    """Return the plural form of a number, by the catalogue's `Plural-Forms`."""
    header = _read(tag, "page").get("", "")
    rule = re.search(r"plural=([^;]+);", str(header))
    return gettext.c2py(rule[1] if rule else "n != 1")
