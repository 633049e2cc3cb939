"""`tableside rules`: the rule sets, or one with its rows and house options."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scorer.api import requests
from scorer.api.houses import patterns_list
from scorer.api.requests import RequestError, identity
from scorer.core.sentences import Sentence
from scorer.ledger.table import RulesStamp
from scorer.rules.rule_set import RuleSet
from scorer.rulesets.house_file import (
    HouseFileError,
    read_house_file,
    write_house_file,
)
from scorer.rulesets.ready_rows import READY_ROWS
from service.cli import house_files
from service.cli.commands import print_answer
from service.files import write_new
from service.locale.catalogues import say as catalogue_text
from service.locale.languages import Language, reader_language
from service.locale.names import is_english, pattern_name, question, row_name, rules_name
from service.locale.sentences import translator
from service.schemas.text import option_values

PATTERNS = Sentence("Patterns for a house's own rows ([[row]] in its file, with format = 2):")
READY = Sentence("Ready-made rows, switched on under [rows] with true or with a value:")


def run(given: argparse.Namespace) -> int:
    """Print the list or one rule set; RequestError for an unknown one."""
    language = reader_language(given.language)
    if given.patterns:
        print_answer(given, patterns_list(), _patterns(language))
        return 0
    if given.id is not None and given.file is not None:
        raise RequestError("bad_value", "give ID or --file FILE, not both.")
    if given.id is None and given.file is None:
        rules = requests.rules_list()
        lines = (f"{one['id']:<20}{rules_name(language, one['name'])}" for one in rules)
        print_answer(given, rules, lines)
        return 0
    if given.save is not None or given.name is not None or given.option:
        return _save(given)
    id_, known = (
        house_files.find_rules(given.id) if given.file is None else _from_file(Path(given.file))
    )
    detail = requests.rules_detail(id_, known)
    print_answer(given, detail, _table(detail, language))
    return 0


def _patterns(language: Language) -> Iterator[str]:
    """Yield the patterns that custom rows can use and the ready-made rows, as text."""
    say = translator(language)
    yield say(PATTERNS)
    for one in patterns_list():
        name = one["what"] if is_english(language) else pattern_name(language, one)
        yield from ("", f"{one['id']}: {name}")
        for argument in one["arguments"]:
            values = ", ".join(json.dumps(value) for value in argument["values"])
            what = catalogue_text(language.tag, argument["what"], "patterns")
            yield f"  {argument['name']}: {what}; {values}"
        example = one["example"]
        choices = [f"{name} = {json.dumps(value)}" for name, value in one["told"].items()]
        circumstances = [example[name] for name in ("win", "seat") if name in example]
        circumstances += [*example.get("events", []), *choices]
        shown = ", ".join([example["hand"], *circumstances])
        yield f"  {say(Sentence('such as {example}', example=shown))}"
    yield from ("", say(READY), "")
    for row in READY_ROWS.values():
        named = {"name": row.name, "zh": row.zh}
        name = f"{row.name} {row.zh}" if is_english(language) else row_name(language, named)
        closed, opened = ("–" if value is None else str(value) for value in (row.closed, row.open))
        yield f"  {row.id:<24}{closed:>4}{opened:>4}  {name}"


def _from_file(path: Path) -> tuple[str, Mapping[str, RuleSet]]:
    """Read a house file, and print on standard error exactly which rules it makes."""
    rules = house_files.read(path)
    print(_version(identity(rules)), file=sys.stderr)
    return rules.id, {rules.id: rules}


def _version(found: RulesStamp) -> str:
    return f"{found.id}, version {found.version}, {found.hash}"


def _save(given: argparse.Namespace) -> int:
    """Write a house file that answers some options, as a start for other values."""
    if given.id is None or given.name is None or given.save is None:
        detail = "give ID (the rule set to start from), --name and --save FILE."
        raise RequestError("missing_field", detail)
    base = requests.known_rules(given.id).id
    text = write_house_file(
        {"base": base, "name": given.name, "options": option_values(given.option)}
    )
    try:
        found = identity(read_house_file(text))
    except HouseFileError as error:
        raise RequestError("bad_house_file", str(error)) from error
    write_new(Path(given.save), text.encode())
    print(f"{given.save}: {_version(found)}")
    return 0


def _payments(rules: dict[str, Any], language: Language) -> Iterator[str]:
    """Yield what each faan pays, from the minimum on, and when one player pays for all."""
    steps = _payment_steps(rules)
    if not steps:
        return
    say = translator(language)
    yield ""
    yield say(Sentence("Payments: faan, points, then on a discard and on a self-draw"))
    for step in steps:
        discard, drawn = step["discard"], step["self_draw"]
        on_discard = f"{discard['discarder']} + 2 × {discard['each_other']} = {discard['total']}"
        on_self_draw = f"3 × {drawn['each_other']} = {drawn['total']}"
        yield f"  {step['faan']:>3}  {step['points']:>8}  {on_discard:<24}{on_self_draw}"
    house = rules.get("payment", {})
    if house.get("dealer", 1) != 1:
        yield "  " + say(Sentence("East pays and receives {n} times as much.", n=house["dealer"]))
    if house.get("most") is not None:
        yield "  " + say(Sentence("Nobody pays more than {n} for one hand.", n=house["most"]))
    for way in house.get("responsibility", []):
        name = way["zh"] if is_english(language) else row_name(language, way)
        needs = catalogue_text(language.tag, way["needs"], "rules")
        yield "  " + say(_responsibility(way, needs=needs, name=name))


def _responsibility(way: Mapping[str, Any], **values: str) -> str:
    """Return when one player pays for all, how much, and who decides it."""
    match way["pays"] == "self_draw", way["decides"] == "rules":
        case True, True:
            return Sentence(
                "One player pays what a self-draw would bring if {needs} ({name}; the rules "
                "decide who).",
                **values,
            )
        case True, False:
            return Sentence(
                "One player pays what a self-draw would bring if {needs} ({name}; the table "
                "decides who).",
                **values,
            )
        case False, True:
            return Sentence(
                "One player pays what all of them owe if {needs} ({name}; the rules decide who).",
                **values,
            )
    return Sentence(
        "One player pays what all of them owe if {needs} ({name}; the table decides who).", **values
    )


def _payment_steps(rules: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the payments that a hand can bring: from the minimum to the cap of these rules."""
    answers = {one["name"]: one["default"] for one in rules["options"]}
    least, most = answers.get("minimum", 0), answers.get("cap", 0)
    steps = [
        step for step in rules["payments"] if not isinstance(most, int) or step["faan"] <= most
    ]
    below = [step["faan"] for step in steps if step["faan"] <= least]
    return [step for step in steps if not below or step["faan"] >= max(below)]


def _table(rules: dict[str, Any], language: Language) -> Iterator[str]:
    """Yield the rows and options of a rule set as text; the wordings are its document's."""
    say = translator(language)
    yield f"{rules['id']}: {rules_name(language, rules['name'])}"
    yield say(Sentence("from {document}", document=rules["document"]))
    yield ""
    rows = rules["rows"]
    width = max(len(row["value"]) for row in rows)
    for row in rows:
        name = "" if is_english(language) else f"{row_name(language, row)}: "
        yield f"  {row['id']:<24}{row['value']:>{width}}  {name}{row['wording']}"
    yield from _payments(rules, language)
    yield from ("", say(Sentence("House options (default first; set with --option NAME=VALUE):")))
    answers = {one["name"]: _answers(one) for one in rules["options"]}
    width = max(map(len, answers.values()), default=0)
    for one in rules["options"]:
        asked = question(language, one["question"])
        yield f"  {one['name']:<31}{answers[one['name']]:<{width}}  {asked}"
    if rules["presets"]:
        yield from ("", say(Sentence("Presets:")))
    for name, preset in rules["presets"].items():
        agreed = (f"--option {option}={json.dumps(value)}" for option, value in preset.items())
        yield f"  {name:<31}{' '.join(agreed)}"


def _answers(option: Mapping[str, Any]) -> str:
    """Return an option's answers as `--option` takes them; "…" if there are too many to list."""
    default, values = option["default"], option["values"]
    others = ["…"] if isinstance(values, str) else [each for each in values if each != default]
    return ", ".join(
        each if isinstance(each, str) else json.dumps(each) for each in (default, *others)
    )
