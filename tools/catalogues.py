"""Keeps the catalogues of `service/locale` up to date with what is said.

Without more, each catalogue gets the texts that it lacks, to be translated, and nothing is taken
out: what nobody says any more is named, and goes with `--prune`. `--add FILE --language TAG` puts
translations in: from a JSON object, or from lines of JavaScript such as `"Try again": "再試一次",`.
With `--machine` they say that nobody has read them yet. `--check` only says what is missing.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from datasets.command_line import command_parser
from service.locale.catalogues import FILES, catalogue
from service.locale.languages import ENGLISH, FOLDER, Language, languages
from service.locale.po import Catalogue, Entry, write_po
from tools.text_extraction import Text, english_texts

MACHINE = "machine-made, not read by a native speaker yet"
CATEGORIES = {
    ("other",): "nplurals=1; plural=0;",
    ("one", "other"): "nplurals=2; plural=(n != 1);",
}
_PAIR = re.compile(
    r"^\s*(?:\"((?:[^\"\\]|\\.)*)\"|([A-Za-z]\w*)):\s*\"((?:[^\"\\]|\\.)*)\",?\s*$", re.MULTILINE
)


@dataclass(slots=True)
class Report:
    """What was found: texts without a translation, texts that nobody says, what was put in."""

    missing: list[str] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    added: int = 0


def header(language: Language) -> Entry:
    """The head of a new catalogue, for the tools of translators."""
    plurals = CATEGORIES.get(language.plurals, f"nplurals={len(language.plurals)}; plural=0;")
    lines = (
        "Content-Type: text/plain; charset=UTF-8",
        f"Language: {language.tag}",
        f"Plural-Forms: {plurals}",
    )
    return Entry("", ("".join(f"{line}\n" for line in lines),))


def update_catalogue(
    old: Catalogue,
    wanted: Iterable[Text],
    language: Language,
    elsewhere: Mapping[str, Entry],
    *,
    prune: bool = False,
) -> Catalogue:
    """A catalogue in its order, with what it lacks after it; what a language has is never lost.

    A text that has become a plural, or none any more, keeps its translation, and so does one that
    was in another catalogue of the language: `elsewhere` are the entries of all.
    """
    by_key = {each.key: each for each in wanted}
    kept = [
        _shape(entry, by_key[entry.key], language) if entry.key in by_key else entry
        for entry in old.entries
        if not prune or entry.key in by_key
    ]
    there = {entry.key for entry in kept}
    fresh = [
        _shape(elsewhere.get(each.key, Entry(each.english, context=each.context)), each, language)
        for each in by_key.values()
        if each.key not in there
    ]
    top = old.header if old.header.told[0] else header(language)
    return Catalogue(top, (*kept, *fresh))


def _shape(entry: Entry, wanted: Text, language: Language) -> Entry:
    if wanted.many == entry.many:
        return entry
    last = entry.told[-1]
    told = (last,) if wanted.many is None else (last,) * len(language.plurals)
    return replace(entry, many=wanted.many, told=told)


def add_translations(
    old: Catalogue, given: Mapping[str, str], language: Language, *, machine: bool = False
) -> tuple[Catalogue, int]:
    """A catalogue with translations put in, and how many: what somebody has read stays."""
    entries, added = [], 0
    for entry in old.entries:
        told = _told(entry, given, language)
        unread = not entry.is_told or MACHINE in entry.comments
        if told is None or told == entry.told or (machine and not unread):
            entries.append(entry)
            continue
        comments = [each for each in entry.comments if each != MACHINE]
        entries.append(
            replace(entry, told=told, comments=(*comments, *((MACHINE,) if machine else ())))
        )
        added += 1
    return Catalogue(old.header, tuple(entries)), added


def _told(entry: Entry, given: Mapping[str, str], language: Language) -> tuple[str, ...] | None:
    if entry.many is None:
        # The same word of another meaning stands in only until the name has a translation.
        other = None if entry.context and entry.is_told else given.get(entry.english)
        told = given.get(entry.key) or other
        return (told,) if told else None
    one, many = given.get(entry.english), given.get(entry.many)
    if not many:
        return None
    return tuple((one or many) if kind == "one" else many for kind in language.plurals)


def pairs(text: str) -> dict[str, str]:
    """English texts and translations: a JSON object, or lines of a JavaScript table."""
    if text.lstrip().startswith("{"):
        try:
            told: dict[str, str] = json.loads(text)
        except ValueError:
            pass  # a table of JavaScript may begin so, too
        else:
            return told
    joined = re.sub(r"\":\n\s+\"", '": "', text)  # the formatter breaks long lines after the colon
    joined = re.sub(r"^(\s*\w+):\n\s+\"", r'\1: "', joined, flags=re.MULTILINE)
    return {
        _unescape(quoted or bare): _unescape(told) for quoted, bare, told in _PAIR.findall(joined)
    }


def _unescape(text: str) -> str:
    return str(json.loads(f'"{text}"'))


def main(arguments: Sequence[str] | None = None) -> int:
    """Bring all catalogues up to date, or put translations in, or say what is missing."""
    asked = command_parser("tools.catalogues", __doc__)
    asked.add_argument(
        "--check", action="store_true", help="change nothing; 1 if texts are missing"
    )
    asked.add_argument("--prune", action="store_true", help="take out what nobody says")
    asked.add_argument("--add", type=Path, metavar="FILE", help="translations: JSON or JavaScript")
    asked.add_argument("--language", metavar="TAG", choices=[*languages()], help="of the FILE")
    asked.add_argument("--machine", action="store_true", help="nobody has read them yet")
    given = asked.parse_args(arguments)
    if (given.add is None) != (given.language is None):
        asked.error("--add and --language belong together")
    added = {} if given.add is None else pairs(given.add.read_text(encoding="utf-8"))
    report = Report()
    texts = english_texts()
    for language in languages().values():
        if language.tag != ENGLISH:
            mine = added if language.tag == given.language else {}
            _language(language, texts, mine, given, report)
    known = {
        each for all_ in texts.values() for one in all_ for each in (one.english, one.key, one.many)
    }
    report.unsaid += [f"{given.add}: {english!r}" for english in added if english not in known]
    _print(report, given)
    return int(bool(report.missing) and given.check)


def _language(
    language: Language,
    texts: Mapping[str, Sequence[Text]],
    added: Mapping[str, str],
    given: argparse.Namespace,
    report: Report,
) -> None:
    wanted_in = {
        name: [each for each in texts[name] if not (each.is_named and language.field)]
        for name in FILES
    }
    homes: dict[str, set[str]] = {}  # what is said in two meanings has two
    for name, all_ in wanted_in.items():
        for each in all_:
            homes.setdefault(each.key, set()).add(name)
    olds = {name: catalogue(language.tag, name) for name in FILES}
    elsewhere = {entry.key: entry for old in olds.values() for entry in old.entries}
    for name, wanted in wanted_in.items():
        stays = tuple(each for each in olds[name].entries if name in homes.get(each.key, (name,)))
        old = replace(olds[name], entries=stays)
        new = update_catalogue(old, wanted, language, elsewhere, prune=given.prune)
        new, number = add_translations(new, added, language, machine=given.machine)
        report.added += number
        keys = {each.key for each in wanted}
        for entry in new.entries:
            where = f"{language.tag}/{name}.po: {entry.key!r}"
            if not entry.is_told:
                report.missing.append(where)
            if entry.key not in keys:
                report.unsaid.append(where)
        file = FOLDER / language.tag / f"{name}.po"
        if not given.check and (new.entries or file.is_file()):
            file.write_text(write_po(new), encoding="utf-8")


def _print(report: Report, given: argparse.Namespace) -> None:
    for heading, found in (("not translated", report.missing), ("said by nobody", report.unsaid)):
        for where in found:
            print(f"{heading}: {where}", file=sys.stderr)
    if given.add is not None:
        print(f"{report.added} translations put in")
    print(f"{len(report.missing)} not translated, {len(report.unsaid)} said by nobody")


if __name__ == "__main__":
    sys.exit(main())
