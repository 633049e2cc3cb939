"""What is said in each language: its catalogues, read once."""

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from service.locale.languages import FOLDER, Language, languages
from service.locale.po import Catalogue, Entry, key, read_po

TextForms: TypeAlias = "str | tuple[str, ...]"
"""A text of a language, or its plural forms."""

# The catalogues, and what of them is fetched together by the page: what is said where a game is
# played comes first, the rest with the screens that say it.
FILES = (
    *("page", "rules", "camera", "trust", "rare", "reference", "setup", "messages"),
    *("sentences", "help"),
)
PARTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "page": ("page", "rules"),
        "camera": ("camera",),
        "trust": ("trust",),
        "rare": ("rare", "reference"),
    }
)


def catalogue(tag: str, name: str) -> Catalogue:
    """Read a catalogue of a language; English has none, and neither has what is not there yet."""
    file = FOLDER / languages()[tag].tag / f"{name}.po"
    return read_po(file.read_text(encoding="utf-8")) if file.is_file() else Catalogue(Entry(""), ())


@cache
def texts(tag: str, name: str) -> Mapping[str, TextForms]:
    """What a catalogue has, by its keys; what is missing is not in it."""
    told = (each for each in catalogue(tag, name).entries if each.is_told)
    return MappingProxyType(
        {each.key: each.told[0] if each.many is None else each.told for each in told}
    )


def page_texts(tag: str, part: str) -> Mapping[str, TextForms]:
    """What a part of the page says in a language."""
    return {
        english: told
        for name in PARTS[part]
        for english, told in texts(tag, name).items()
        if told != english
    }


def is_read(language: Language) -> bool:
    """Whether a speaker has read all that the page says in a language; no machine's is left."""
    return not any({*names} & {*language.unread} for names in PARTS.values())


def say(tag: str, english: str, *names: str, context: str | None = None) -> str:
    """A text in a language by the first of some catalogues that has it, else in English."""
    wanted = key(english, context)
    told = next((found for name in names if (found := texts(tag, name).get(wanted))), english)
    return told if isinstance(told, str) else told[-1]


@cache
def plural_of(tag: str) -> Callable[[int], int]:
    """Which plural form a number takes, as the catalogue's `Plural-Forms` has it."""
    header = catalogue(tag, "page").header.told[0]
    rule = re.search(r"plural=([^;]+);", header)
    return gettext.c2py(rule[1] if rule else "n != 1")
