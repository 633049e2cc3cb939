"""Extracts the English texts of the page, the scorer and the service, by catalogue.

The texts of the page are those of the English catalogues whose ids its scripts use; that each id in
use exists is checked with the types of the page (`tools/text_ids.py`).
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import scorer
import service
import vision
from scorer.api import requests
from scorer.api.houses import patterns_list
from scorer.api.setup import guide_texts
from scorer.api.training import PHASES
from scorer.core.sentences import PluralSentence
from scorer.core.tiles import TILES
from scorer.rules.payment import RESPONSIBILITIES
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.rulesets.ready_rows import READY_ROWS
from service import page
from service.errors import STATUSES
from service.http.field_errors import KNOWN, known_sentence
from service.locale.catalogues import PAGE_FILES, key, texts
from service.locale.languages import ENGLISH
from service.locale.names import bare_question, english_pattern
from service.locale.sentences import FILES as SENTENCES
from service.locale.sentences import has_words
from service.page.assets import HTML_TEXTS

SHIPPED = (scorer, vision, service)
SCRIPTS = Path(page.__file__).with_name("static") / "js"
_ID = re.compile(r'"([a-z0-9]+(?:-[a-z0-9]+)*)"')

TILE_CODES = frozenset(tile.code for tile in TILES)  # translated by the names of the tiles


@dataclass(frozen=True, slots=True)
class Text:
    """A text by its id, with the id of its plural if it counts.

    Texts of the scorer and the service have their English as the id, the plural's for more than
    one. `english` is the English of an id. `is_named`: the scorer has it in other languages itself.
    `context` distinguishes the name of a row from that of a pattern, and both from other words.
    """

    id: str
    many: str | None = None
    is_named: bool = False
    context: str | None = None
    english: str | None = None

    @property
    def key(self) -> str:
        """Return the key it is looked up by."""
        return key(self.id, self.context)


def english_texts() -> Mapping[str, tuple[Text, ...]]:
    """Return all texts, by catalogue.

    A text of the page is in one catalogue of English, and one that no script uses is left out. A
    text of the scorer or the service is in the first of their catalogues that needs it.
    """
    used = used_ids()
    fresh = {name: tuple(_of_page(name, used)) for name in PAGE_FILES}
    extracted = {
        "rules": [*scorer_texts()],
        "patterns": [*pattern_texts()],
        "setup": [*map(Text, (*guide_texts(), *(phase.text for phase in PHASES)))],
        "messages": [Text(text) for text in _messages()],
        "sentences": [
            *(each for file in _modules() for each in module_texts(file.read_text("utf-8"))),
            *_field_texts(),
        ],
    }
    known, looked_up = set[str](), set[str]()
    for name, all_ in extracted.items():
        # Sentences are looked up only in some catalogues; those in others need their own entry.
        fresh[name] = tuple(_new_texts(all_, {*looked_up} if name == "sentences" else known))
        if name in SENTENCES:
            looked_up |= {each.key for each in fresh[name]}
    return fresh


def _of_page(name: str, used: Collection[str]) -> Iterator[Text]:
    """Yield the texts of one of the page's catalogues, in English.

    Texts for values of the service have the kind of value as their context.
    """
    for key_, forms in texts(ENGLISH, name).items():
        kind, _, id_ = key_.rpartition("|")
        if (kind or id_) in used:
            counts = not isinstance(forms, str)
            many, english = (id_, forms[0]) if counts else (None, str(forms))
            yield Text(id_, many, context=kind or None, english=english)


def script_ids(text: str) -> set[str]:
    """Return everything in a script that could be the id of a text."""
    return {*_ID.findall(text)}


def used_ids() -> set[str]:
    """Return everything in the page's scripts that could be the id of a text."""
    return {id_ for path in SCRIPTS.rglob("*.js") for id_ in script_ids(path.read_text("utf-8"))}


def _new_texts(texts: Iterable[Text], known: set[str]) -> Iterator[Text]:
    """Yield texts that are not known yet, with the plural if any of them has one."""
    plurals = {each.id: each.many for each in texts if each.many is not None}
    for each in texts:
        if each.key in known:
            continue
        known.add(each.key)
        known.update([each.many] if each.many else ())
        yield replace(each, many=plurals.get(each.id))


def _modules() -> Iterator[Path]:
    """Yield the modules that are shipped, in order."""
    for package in SHIPPED:
        yield from sorted(Path(package.__file__ or "").parent.rglob("*.py"))


def module_texts(text: str) -> Iterator[Text]:
    """Yield the sentences of a Python module, except those that consist only of places.

    A sentence is the text of a `Sentence`, or the argument of an entry's `wrong` in a house file.
    """
    if "Sentence" not in text and ".wrong(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
        patterns = [each for each in texts if isinstance(each, str) and has_words(each)]
        if called in ("Sentence", "wrong"):
            yield from map(Text, patterns[:1])
        elif called == "PluralSentence" and len(patterns) == 2:
            yield Text(patterns[0], patterns[1])


def _field_texts() -> Iterator[Text]:
    """Yield what pydantic says about wrong fields."""
    for kind, context in KNOWN.items():
        said = known_sentence(kind, context)
        if isinstance(said, PluralSentence):
            yield Text(said.one, said.english)
        else:
            yield Text(said.english)


def scorer_texts() -> Iterator[Text]:
    """Yield names of rows and ways to pay, questions and agreements."""
    for detail in requests.rules_list():
        yield from (Text(name) for name in detail["presets"])
        yield from (
            Text(bare_question(each["question"]))
            for each in detail["options"]
            if _is_question(each)
        )
    for rules in RULE_SETS.values():
        for house in _houses(rules):
            yield from (_row(row.name) for row in house.rows)
    yield from (_row(row.name) for row in READY_ROWS.values())
    for way in RESPONSIBILITIES.values():
        yield _row(way.name)
        yield Text(way.needs)


def pattern_texts() -> Iterator[Text]:
    """Yield names of the patterns from which a house can make rows, and their questions."""
    for pattern in patterns_list():
        yield Text(english_pattern(pattern["id"]), is_named=True, context="pattern")
        for argument in pattern["arguments"]:
            yield Text(argument["what"])
            answers = (each for each in argument["values"] if isinstance(each, str))
            words = [each.replace("_", " ") for each in answers if each not in TILE_CODES]
            yield from (Text(each) for each in words)


def _row(name: str) -> Text:
    return Text(name, is_named=True, context="row")


def _houses(rules: RuleSet) -> Iterator[RuleSet]:
    """Yield a rule set, and its variant for each answer to each question, since names differ."""
    yield rules
    for option in rules.options:
        for value in () if isinstance(option.values, str) else option.values:
            yield rules.house({option.name: value})


def _is_question(option: Mapping[str, object]) -> bool:
    return option["name"] != "blocks"  # of the training course


def _messages() -> Iterator[str]:
    yield from (title for title, _ in STATUSES.values())
    yield from (rules.name for rules in RULE_SETS.values())
    yield from HTML_TEXTS
