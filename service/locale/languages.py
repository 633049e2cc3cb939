"""Which languages there are, and which of them somebody asks for."""

import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = os.path.dirname(__file__)  # noqa: PTH120  (most commands load no pathlib)
ABOUT = "language.toml"
ENGLISH = "en"
# Where a shell says what language its user reads, the first that is set having the say; LANGUAGE
# names several in their order, unless these ask for no language at all, as gettext has it.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
PREFERRED = "LANGUAGE"
NO_LANGUAGE = ("C", "POSIX")
_RANGE = re.compile(r"^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d*)?)\s*)?$")
_MOST = 64  # ranges of one header; a browser sends some five


class Language(NamedTuple):
    """What a folder says of its language.

    `tag` is its BCP 47 tag, the folder's name; `name` what its readers call it. `asked` are the
    tags that ask for it, each with all that begin with it. `plurals` are the kinds of number that
    it tells apart, as CLDR calls them, in the order of the forms of a catalogue. `formats` is the
    tag by which lists and dates are written. `field` is what the scorer calls its own names in the
    language, if it has any. `comma` stands between phrases, `pause` between names in a row, `space`
    between sentences. `unread` are the catalogues with wording of a machine's that nobody has read.
    """

    tag: str
    name: str
    asked: tuple[str, ...]
    plurals: tuple[str, ...]
    formats: str
    comma: str
    pause: str
    space: str
    field: str | None = None
    unread: tuple[str, ...] = ()

    @classmethod
    def read(cls, folder: "Path") -> "Language":
        """Read `language.toml` in a folder."""
        import tomllib  # noqa: PLC0415  (a command in English reads none)

        about = tomllib.loads((folder / ABOUT).read_text(encoding="utf-8"))
        return cls(
            folder.name,
            about["name"],
            tuple(about["asked"]),
            tuple(about["plurals"]),
            about.get("formats", folder.name),
            about["comma"],
            about["pause"],
            about["space"],
            about.get("field"),
            tuple(about.get("unread", ())),
        )

    def fits(self, tag: str) -> int:
        """How many letters of a tag ask for this language: the more, the better it fits; 0: none.

        As RFC 4647 looks tags up: `zh-Hant-TW` is asked for by `zh-Hant` and by `zh`.
        """
        low = tag.replace("_", "-").lower()
        ranges = (each.lower() for each in (self.tag, *self.asked))
        return max((len(each) for each in ranges if f"{low}-".startswith(f"{each}-")), default=0)


# What the scorer and the service write. Lists have no comma before "and", so they are British;
# dates follow the reader's browser.
IN_ENGLISH = Language(ENGLISH, "English", (ENGLISH,), ("one", "other"), "en-GB", ", ", ", ", " ")


def language_tags(folder: "str | Path" = FOLDER) -> tuple[str, ...]:
    """Return the tags of English and of the languages in a folder."""
    folders = [each for each in os.scandir(folder) if each.is_dir()]
    return (ENGLISH, *sorted(each.name for each in folders if ABOUT in os.listdir(each)))  # noqa: PTH208  (most commands load no pathlib)


def find_languages(folder: "Path") -> Mapping[str, Language]:
    """Find the languages in a folder by their tags, English first."""
    _, *others = language_tags(folder)
    found = (IN_ENGLISH, *(Language.read(folder / tag) for tag in others))
    return MappingProxyType({each.tag: each for each in found})


@cache
def languages() -> Mapping[str, Language]:
    """The languages that this service speaks, by their tags, English first."""
    from pathlib import Path  # noqa: PLC0415  (a command in English reads none)

    return find_languages(Path(FOLDER))


def find_language(tag: str) -> Language | None:
    """Return the language that a tag asks for, such as `ja` or `zh-Hant`; None without one."""
    best = max(languages().values(), key=lambda each: each.fits(tag))
    return best if best.fits(tag) else None


def match_tags(tags: Iterable[str]) -> Language:
    """The language of the first tag that asks for one; English where none does."""
    for tag in filter(None, tags):
        if IN_ENGLISH.fits(tag):  # so that nobody reads about the others first
            return IN_ENGLISH
        if (found := find_language(tag)) is not None:
            return found
    return IN_ENGLISH


def match_header(header: str) -> Language:
    """The language that an `Accept-Language` header asks for most."""
    ranges = [_RANGE.match(each) for each in header.split(",", _MOST)[:_MOST]]
    weighted = [(float(each[2] or 1), each[1]) for each in ranges if each is not None]
    return match_tags(
        tag for weight, tag in sorted(weighted, key=lambda each: -each[0]) if weight > 0
    )


def shell_language(environment: Mapping[str, str] = os.environ) -> Language:
    """The language that a shell is set to, by `LANGUAGE` and `LC_ALL`, `LC_MESSAGES` or `LANG`."""
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    locale = re.split(r"[.@]", locale)[0]
    if locale in NO_LANGUAGE:
        return IN_ENGLISH
    preferred = environment.get(PREFERRED, "").split(":")
    return match_tags([*(re.split(r"[.@]", each)[0] for each in preferred), locale])


def reader_language(tag: str | None) -> Language:
    """Return the language of a tag, or without one that of the shell."""
    return shell_language() if tag is None else languages()[tag]
