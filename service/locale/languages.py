"""The available languages, and which of them somebody asks for."""

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
# Where a shell names its user's language; the first one that is set counts. LANGUAGE lists several
# in order, but is ignored if the others ask for no language at all, as in gettext.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
PREFERRED = "LANGUAGE"
NO_LANGUAGE = ("C", "POSIX")
_RANGE = re.compile(r"^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d*)?)\s*)?$")
_MOST = 64  # most ranges of one header; a browser sends some five


class Language(NamedTuple):
    """A language as described by its folder.

    `tag` is its BCP 47 tag, the folder's name; `name` what its readers call it. `asked` are the
    tags that select it, each including all that begin with it. `plurals` are its plural categories,
    as in CLDR, in the order of the forms of a catalogue. `formats` is the tag for formatting lists
    and dates. `field` is the scorer's key for its own names in the language, if it has any. `comma`
    separates phrases, `pause` names in a list, `space` sentences. `unread` are the catalogues with
    machine-made wording that nobody has reviewed.
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
        """Return how many letters of a tag select this language: more letters fit better; 0: none.

        Tags are looked up as in RFC 4647: `zh-Hant-TW` is selected by `zh-Hant` and by `zh`.
        """
        low = tag.replace("_", "-").lower()
        ranges = (each.lower() for each in (self.tag, *self.asked))
        return max((len(each) for each in ranges if f"{low}-".startswith(f"{each}-")), default=0)


# For what the scorer and the service write. Lists have no comma before "and", so they are British;
# dates follow the reader's browser.
IN_ENGLISH = Language(ENGLISH, "English", (ENGLISH,), ("one", "other"), "en-GB", ", ", ", ", " ")


def language_tags(folder: "str | Path" = FOLDER) -> tuple[str, ...]:
    """Return the tags of English and of the languages in a folder."""
    folders = [each for each in os.scandir(folder) if each.is_dir()]
    return (ENGLISH, *sorted(each.name for each in folders if ABOUT in os.listdir(each)))  # noqa: PTH208  (most commands load no pathlib)


def find_languages(folder: "Path") -> Mapping[str, Language]:
    """Return the languages in a folder by their tags, English first."""
    _, *others = language_tags(folder)
    found = (IN_ENGLISH, *(Language.read(folder / tag) for tag in others))
    return MappingProxyType({each.tag: each for each in found})


@cache
def languages() -> Mapping[str, Language]:
    """Return the languages of this service by their tags, English first."""
    from pathlib import Path  # noqa: PLC0415  (a command in English reads none)

    return find_languages(Path(FOLDER))


def find_language(tag: str) -> Language | None:
    """Return the language that a tag selects, such as `ja` or `zh-Hant`; None if there is none."""
    best = max(languages().values(), key=lambda each: each.fits(tag))
    return best if best.fits(tag) else None


def match_tags(tags: Iterable[str]) -> Language:
    """Return the language of the first tag that selects one; otherwise English."""
    for tag in filter(None, tags):
        if IN_ENGLISH.fits(tag):  # so that English readers load no other language
            return IN_ENGLISH
        if (found := find_language(tag)) is not None:
            return found
    return IN_ENGLISH


def match_header(header: str) -> Language:
    """Return the language that an `Accept-Language` header prefers."""
    ranges = [_RANGE.match(each) for each in header.split(",", _MOST)[:_MOST]]
    weighted = [(float(each[2] or 1), each[1]) for each in ranges if each is not None]
    return match_tags(
        tag for weight, tag in sorted(weighted, key=lambda each: -each[0]) if weight > 0
    )


def shell_language(environment: Mapping[str, str] = os.environ) -> Language:
    """Return a shell's language, by `LANGUAGE` and `LC_ALL`, `LC_MESSAGES` or `LANG`."""
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    locale = re.split(r"[.@]", locale)[0]
    if locale in NO_LANGUAGE:
        return IN_ENGLISH
    preferred = environment.get(PREFERRED, "").split(":")
    return match_tags([*(re.split(r"[.@]", each)[0] for each in preferred), locale])


def reader_language(tag: str | None) -> Language:
    """Return the language of a tag or, without one, of the shell."""
    return shell_language() if tag is None else languages()[tag]
