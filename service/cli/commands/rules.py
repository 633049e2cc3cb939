"""`tableside rules`: the rule sets, or one with its table and house options."""

import argparse
import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from scorer.api import requests
from scorer.api.fingerprint import identity
from scorer.api.patterns import patterns_list
from scorer.api.requests import RequestError
from scorer.rules.row import Value
from scorer.rules.rule_set import RuleSet
from scorer.rulesets.house_file import (
    HouseFileError,
    HouseTerms,
    read_house_file,
    write_house_file,
)
from scorer.rulesets.ready_rows import READY_ROWS
from service.cli import house_files
from service.cli.words import (
    EAST_PAYS,
    FROM,
    NOBODY_PAYS,
    ONE_PAYS,
    OPTIONS,
    PAID,
    PRESETS,
    reading,
    told,
)
from service.files import write_new
from service.locale.catalogues import say as said
from service.locale.languages import Language
from service.locale.names import is_english, question, row_name
from service.schemas.text import option_values


def run(given: argparse.Namespace) -> int:
    """Print the list or one rule set; RequestError for an unknown one."""
    if given.patterns:
        print(json.dumps(patterns_list(), ensure_ascii=False) if given.json else _patterns())
        return 0
    if given.id is not None and given.file is not None:
        both = "give ID, or --file FILE, which brings its own; not both."
        raise RequestError("bad_value", both)
    language = reading(given)
    if given.id is None and given.file is None:
        rules = requests.rules_list()
        text = "\n".join(f"{one['id']:<20}{told(language.tag, one['name'])}" for one in rules)
        print(json.dumps(rules, ensure_ascii=False) if given.json else text)
        return 0
    if given.save is not None or given.name is not None or given.option:
        return _save(given)
    id_, known = house_files.named(given.id) if given.file is None else _from_file(given.file)
    detail = requests.rules_detail(id_, known)
    print(json.dumps(detail, ensure_ascii=False) if given.json else table(detail, language))
    return 0


def _patterns() -> str:
    """The patterns that a house may make rows of, and the rows that are ready, as text."""
    lines = ["Patterns for rows of a house's own ([[row]] in its file, with format = 2):"]
    for one in patterns_list():
        lines += ["", f"{one['id']}: {one['what']}"]
        for argument in one["arguments"]:
            values = ", ".join(json.dumps(value) for value in argument["values"])
            lines.append(f"  {argument['name']}: {argument['what']}; {values}")
        example = one["example"]
        told = [f"{name} = {json.dumps(value)}" for name, value in one["told"].items()]
        said = [example[name] for name in ("win", "seat") if name in example]
        said += [*example.get("events", []), *told]
        lines.append(f"  such as {', '.join([example['hand'], *said])}")
    lines += ["", "Rows that are ready, switched on under [rows] by true or by a value:", ""]
    lines += [
        f"  {row.id:<24}{_worth(row.closed):>4}{_worth(row.open):>4}  {row.name} {row.zh}"
        for row in READY_ROWS.values()
    ]
    return "\n".join(lines)


def _worth(value: Value | None) -> str:
    return "–" if value is None else str(value)


def _from_file(path: Path) -> tuple[str, Mapping[str, RuleSet]]:
    """Read a house file, and say on the side which rules exactly it makes."""
    rules = house_files.read(path)
    found = identity(rules)
    print(f"{found.id}, version {found.version}, {found.hash}", file=sys.stderr)
    return rules.id, {rules.id: rules}


def _save(given: argparse.Namespace) -> int:
    """Write a house's file that answers some options, for other values to be put into."""
    if given.id is None or given.name is None or given.save is None:
        detail = "give ID, the rule set to begin with, --name, and the file to --save it in."
        raise RequestError("missing_field", detail)
    base = requests.known_rules(given.id).id
    text = write_house_file(HouseTerms(base, given.name, options=option_values(given.option)))
    try:
        found = identity(read_house_file(text))
    except HouseFileError as error:
        raise RequestError("bad_house_file", str(error)) from error
    write_new(given.save, text.encode())
    print(f"{given.save}: {found.id}, version {found.version}, {found.hash}")
    return 0


def _answers(preset: dict[str, Any]) -> str:
    return " ".join(f"--option {name}={json.dumps(value)}" for name, value in preset.items())


def _payments(rules: dict[str, Any], language: Language) -> list[str]:
    """What each faan pays, from the least that wins, and who pays for all."""
    steps = _played(rules)
    if not steps:
        return []
    say = partial(told, language.tag)
    lines = ["", say(PAID)]
    for step in steps:
        discard, drawn = step["discard"], step["self_draw"]
        thrown = f"{discard['discarder']} + 2 × {discard['each_other']} = {discard['total']}"
        drew = f"3 × {drawn['each_other']} = {drawn['total']}"
        lines.append(f"  {step['faan']:>3}  {step['points']:>8}  {thrown:<24}{drew}")
    house = rules.get("payment", {})
    if house.get("dealer", 1) != 1:
        lines.append("  " + say(EAST_PAYS, n=house["dealer"]))
    if house.get("most") is not None:
        lines.append("  " + say(NOBODY_PAYS, n=house["most"]))
    for way in house.get("responsibility", []):
        line = ONE_PAYS[way["pays"] == "self_draw", way["decides"] == "rules"]
        name = way["zh"] if is_english(language) else row_name(language, way)
        lines.append("  " + say(line, needs=said(language.tag, way["needs"], "rules"), name=name))
    return lines


def _called(row: Mapping[str, Any], language: Language) -> str:
    return "" if is_english(language) else f"{row_name(language, row)}: "


def _played(rules: dict[str, Any]) -> list[dict[str, Any]]:
    """The payments that a hand can bring: from the minimum to the cap of these rules."""
    answers = {one["name"]: one["default"] for one in rules["options"]}
    least, most = answers.get("minimum", 0), answers.get("cap", 0)
    steps = [
        step for step in rules["payments"] if not isinstance(most, int) or step["faan"] <= most
    ]
    below = [step["faan"] for step in steps if step["faan"] <= least]
    return [step for step in steps if not below or step["faan"] >= max(below)]


def table(rules: dict[str, Any], language: Language) -> str:
    """The rows and options of a rule set as text; a row's wording is its document's."""
    say = partial(told, language.tag)
    lines = [f"{rules['id']}: {say(rules['name'])}", say(FROM, document=rules["document"]), ""]
    rows = rules["rows"]
    width = max(len(row["value"]) for row in rows)
    lines += [
        f"  {row['id']:<24}{row['value']:>{width}}  {_called(row, language)}{row['wording']}"
        for row in rows
    ]
    lines += _payments(rules, language)
    lines += ["", say(OPTIONS)]
    lines += [
        f"  {one['name']:<31}{json.dumps(one['default']):<22}{question(language, one['question'])}"
        for one in rules["options"]
    ]
    if rules["presets"]:
        lines += ["", say(PRESETS)]
        lines += [f"  {name:<31}{_answers(preset)}" for name, preset in rules["presets"].items()]
    return "\n".join(lines)
