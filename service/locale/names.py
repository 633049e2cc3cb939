"""The names of rows, patterns, rule sets and questions in a language."""

import re
from collections.abc import Mapping
from typing import Any

from service.locale.catalogues import say
from service.locale.languages import ENGLISH, Language, match_tags

# The reference of an option's question into the rules: "(A7)".
_REFERENCE = re.compile(r" \((?:[A-Z]\d+|包)\)$")


def row_name(language: Language, row: Mapping[str, Any]) -> str:
    """Return the name of an answer's row: the house's own, the scorer's own, or the translation."""
    own = {match_tags([tag]): name for tag, name in row.get("names", {}).items()}
    if language in own:
        return str(own[language])
    if language.field is not None and language.field in row:
        return str(row[language.field])
    return say(language.tag, row["name"], "rules", context="row")


def pattern_name(language: Language, pattern: Mapping[str, Any]) -> str:
    """Return the name of a pattern for a house's rows: the scorer's own, or the translation."""
    if language.field is not None and language.field in pattern:
        return str(pattern[language.field])
    return say(language.tag, english_pattern(pattern["id"]), "patterns", context="pattern")


def english_pattern(id_: str) -> str:
    """Return the English name of a pattern, which the page derives from its id."""
    return id_[0].upper() + id_[1:].replace("_", " ")


def rules_name(language: Language, name: str) -> str:
    """Return the name of a rule set; a house's own stays as it is."""
    return say(language.tag, name, "messages")


def question(language: Language, text: str) -> str:
    """Return the question of a house option, with its reference into the rules."""
    bare = bare_question(text)
    return say(language.tag, bare, "rules") + text.removeprefix(bare)


def bare_question(text: str) -> str:
    """Return a question as the page asks it, without its reference into the rules."""
    return _REFERENCE.sub("", text)


def is_english(language: Language) -> bool:
    """Return whether a language is the one in which everything is written."""
    return language.tag == ENGLISH
