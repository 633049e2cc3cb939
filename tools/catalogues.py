"""Updates the catalogues of `service/locale` from the texts of the code.

A text of the page is written into a catalogue of English, under its id. By default each catalogue
of the other languages gets the texts that it lacks, to be translated, and nothing is removed: texts
that the code no longer has are listed; `--prune` removes them, also from English. `--add FILE
--language TAG` adds translations from a JSON object by id or, for a text without one, by its
English. With `--machine` they are marked as not yet read by anybody. `--check` changes nothing and
lists what is missing.
"""

import json
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from datasets.command_line import command_parser
from service.locale import catalogues
from service.locale.catalogues import FILES, PAGE_FILES
from service.locale.languages import ENGLISH, FOLDER, Language, languages
from tools.text_extraction import Text, english_texts

MACHINE = "machine-made, not read by a native speaker yet"
HEADER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {tag}\\n"
"Plural-Forms: {plural_forms}\\n"
"""


def read(folder: Path, name: str) -> Catalog:
    """Return a catalogue from the folder of its language; an empty one if it does not exist yet."""
    file = folder / f"{name}.po"
    if file.is_file():
        with file.open("rb") as opened:
            return read_po(opened, abort_invalid=True)
    return Catalog(Locale.parse(folder.name, sep="-"))


def write(catalog: Catalog, folder: Path, name: str) -> None:
    """Write a catalogue under its previous header, without the dates and flags that Babel adds."""
    file = folder / f"{name}.po"
    header = HEADER.format(tag=folder.name, plural_forms=catalog.plural_forms)
    if file.is_file():
        header = file.read_text(encoding="utf-8").partition("\n\n")[0] + "\n"
    for message in catalog:
        message.flags.clear()
    written = BytesIO()
    write_po(written, catalog, width=0, omit_header=True, ignore_obsolete=True)
    entries = written.getvalue().decode().strip("\n")
    file.write_text(f"{header}\n{entries}\n", encoding="utf-8")


def messages(catalog: Catalog) -> Iterator[Message]:
    """Yield the messages of a catalogue in order, without its header."""
    return (message for message in catalog if message.id)


def forms(message: Message) -> tuple[str, ...]:
    """Return the translation in each plural form, or in its only one; empty if missing."""
    text = message.string or ""
    return (text,) if isinstance(text, str) else tuple(text)


def key(message: Message) -> str:
    """Return the key under which the service looks a message up."""
    id_ = message.id if isinstance(message.id, str) else message.id[0]
    return catalogues.key(id_, message.context)


def update(
    catalog: Catalog, texts: Iterable[Text], known: Mapping[str, Message], gone: Collection[str]
) -> None:
    """Append the texts that a catalogue lacks, keeping the order of those it has.

    A text that has become a plural, or stopped being one, keeps its translation, and so does one
    that was in another catalogue of the language: `known` are the messages of all. Those in `gone`
    are removed unless they are among the texts. Messages with an id have the English as a comment.
    """
    fresh = {each.key: each for each in texts}
    for message in [*messages(catalog)]:
        text = fresh.pop(key(message), None)
        if text is not None:
            _set_shape(message, text, catalog.num_plurals)
            message.auto_comments = _english(text)
        elif key(message) in gone:
            catalog.delete(message.id, message.context)
    for text in fresh.values():
        old = known.get(text.key, Message(text.id))
        entry = Message(
            old.id, old.string, (), (), _english(text), old.user_comments, context=text.context
        )
        _set_shape(entry, text, catalog.num_plurals)
        catalog[entry.id] = entry


def _english(text: Text) -> list[str]:
    return [] if text.english is None else [text.english]


def _set_shape(message: Message, text: Text, plurals: int) -> None:
    if message.pluralizable == (text.many is not None):
        return
    last = forms(message)[-1]
    message.id = text.id if text.many is None else (text.id, text.many)
    message.string = last if text.many is None else (last,) * plurals


def add_translations(
    catalog: Catalog,
    given: Mapping[str, str | list[str]],
    language: Language,
    *,
    machine: bool = False,
) -> int:
    """Add translations and return how many; a machine's replace none that somebody has read."""
    added = 0
    for message in messages(catalog):
        new, old = _translation(message, given, language), forms(message)
        is_read = all(old) and MACHINE not in message.user_comments
        if new and new != old and not (machine and is_read):
            message.string = new if message.pluralizable else new[0]
            comments = [each for each in message.user_comments if each != MACHINE]
            message.user_comments = [*comments, MACHINE] if machine else comments
            added += 1
    return added


def _translation(
    message: Message, given: Mapping[str, str | list[str]], language: Language
) -> tuple[str, ...] | None:
    """Return the given forms of a message; a list has all forms of an id."""
    if not isinstance(message.id, str):
        one, many = map(given.get, message.id)
        if isinstance(many, list):
            return tuple(many)
        if not many or isinstance(one, list):
            return None
        return tuple((one or many) if kind == "one" else many for kind in language.plurals)
    # A word with another meaning stands in only until the name has a translation.
    other = None if message.context and message.string else given.get(message.id)
    text = given.get(key(message)) or other
    return (text,) if isinstance(text, str) and text else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Update all catalogues, add translations, or list what is missing."""
    asked = command_parser("tools.catalogues", __doc__)
    asked.add_argument(
        "--check", action="store_true", help="change nothing; 1 if texts are missing"
    )
    asked.add_argument("--prune", action="store_true", help="remove unused texts")
    asked.add_argument("--add", type=Path, metavar="FILE", help="translations: a JSON object")
    asked.add_argument("--language", metavar="TAG", choices=[*languages()], help="of the FILE")
    asked.add_argument("--machine", action="store_true", help="mark as not yet read")
    given = asked.parse_args(arguments)
    if (given.add is None) != (given.language is None):
        asked.error("--add and --language belong together")
    added = {} if given.add is None else json.loads(given.add.read_text(encoding="utf-8"))
    texts = english_texts()
    missing, unused, number = list[str](), list[str](), 0
    for language in languages().values():
        mine = added if language.tag == given.language else {}
        for name, catalog in _updated_catalogues(language, texts, prune=given.prune).items():
            number += add_translations(catalog, mine, language, machine=given.machine)
            keys = {each.key for each in needed_texts(language, texts[name])}
            for message in messages(catalog):
                where = f"{language.tag}/{name}.po: {key(message)!r}"
                missing += [] if all(forms(message)) else [where]
                unused += [] if key(message) in keys else [where]
            folder = Path(FOLDER) / language.tag
            if not given.check and (len(catalog) or (folder / f"{name}.po").is_file()):
                write(catalog, folder, name)
    known = {
        each for all_ in texts.values() for one in all_ for each in (one.id, one.key, one.many)
    }
    unused += [f"{given.add}: {english!r}" for english in added if english not in known]
    for heading, found in (("not translated", missing), ("unused", unused)):
        for where in found:
            print(f"{heading}: {where}", file=sys.stderr)
    if given.add is not None:
        print(f"{number} translations added")
    print(f"{len(missing)} not translated, {len(unused)} unused")
    return int(bool(missing) and given.check)


def needed_texts(language: Language, texts: Iterable[Text]) -> list[Text]:
    """Return the texts that a language needs, except names that the scorer has in it."""
    return [each for each in texts if not (each.is_named and language.field)]


def _updated_catalogues(
    language: Language, texts: Mapping[str, Sequence[Text]], *, prune: bool
) -> Mapping[str, Catalog]:
    """Return the catalogues of a language, updated."""
    files = PAGE_FILES if language.tag == ENGLISH else FILES
    catalogs = {name: read(Path(FOLDER) / language.tag, name) for name in files}
    known = {key(each): each for catalog in catalogs.values() for each in messages(catalog)}
    said = {each.key for all_ in texts.values() for each in needed_texts(language, all_)}
    for name, catalog in catalogs.items():
        mine = needed_texts(language, texts[name])
        if language.tag == ENGLISH:
            mine = [replace(each, english=None) for each in mine]
        update(catalog, mine, known, gone=known if prune else said)
    return catalogs


if __name__ == "__main__":
    sys.exit(main())
