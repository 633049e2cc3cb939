"""Translates sentences of the scorer, the service and the commands, part by part."""

import re
from functools import partial

from scorer.core.sentences import PluralSentence, RowName, Say, Sentence
from service.locale.catalogues import plural_of, texts
from service.locale.languages import Language
from service.locale.names import is_english, row_name

FILES = ("sentences", "messages", "rules", "patterns", "setup")  # the first with a text counts
_PLACES = re.compile(r"(?:\{\w+\} ?)+")


def translate(language: Language, text: str) -> str:
    """Return a text with its values in a language, in English if no catalogue has it."""
    if isinstance(text, RowName):
        names = {"name": text.english, "zh": text.chinese, "names": text.names}
        return row_name(language, names)
    if not isinstance(text, Sentence) or is_english(language):
        return text
    values = {
        name: translate(language, value) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    if not has_words(text.english):
        return language.space.join(text.english.split(" ")).format(**values)
    return (_pattern(language, text) or text.english).format(**values)


def is_translated(language: Language, text: str) -> bool:
    """Return whether all of a text is translated, except values that have no translation."""
    if not isinstance(text, Sentence) or is_english(language):
        return is_english(language)
    parts = (each for each in text.values.values() if isinstance(each, Sentence))
    known = not has_words(text.english) or _pattern(language, text) is not None
    return known and all(is_translated(language, each) for each in parts)


def translate_json(language: Language, value: object) -> object:
    """Return a JSON value with its sentences in a language."""
    if isinstance(value, str):
        return translate(language, value)
    if isinstance(value, dict):
        return {name: translate_json(language, each) for name, each in value.items()}
    if isinstance(value, list):
        return [translate_json(language, each) for each in value]
    return value


def translator(language: Language) -> Say:
    """Return a translator into a language; for English it changes nothing."""
    return str if is_english(language) else partial(translate, language)


def has_words(pattern: str) -> bool:
    """Return whether a pattern has words of its own, not only places and blanks."""
    return _PLACES.fullmatch(pattern) is None


def _pattern(language: Language, text: Sentence) -> str | None:
    """Return the pattern of a sentence in a language, in the plural form of its number."""
    key = text.one if isinstance(text, PluralSentence) else text.english
    known = (texts(language.tag, name).get(key) for name in FILES)
    found = next((each for each in known if each is not None), None)
    if found is None or isinstance(found, str):
        return found
    number = text.number if isinstance(text, PluralSentence) else 1
    return found[plural_of(language.tag)(number)]
