"""`tableside rules`: the rule sets, or one with its table and house options."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorer.api import requests
from scorer.api.fingerprint import identity
from scorer.api.requests import RequestError
from scorer.rules.rule_set import RuleSet
from scorer.rulesets.house_file import HouseFileError, read_house_file, write_house_file
from service.cli import house_files
from service.files import write_new
from service.schemas.text import option_values


def run(given: argparse.Namespace) -> int:
    """Print the list or one rule set; RequestError for an unknown one."""
    if given.id is not None and given.file is not None:
        both = "give ID, or --file FILE, which brings its own; not both."
        raise RequestError("bad_value", both)
    if given.id is None and given.file is None:
        rules = requests.rules_list()
        text = "\n".join(f"{one['id']:<20}{one['name']}" for one in rules)
        print(json.dumps(rules, ensure_ascii=False) if given.json else text)
        return 0
    if given.save is not None or given.name is not None or given.option:
        return _save(given)
    id_, known = house_files.named(given.id) if given.file is None else _from_file(given.file)
    detail = requests.rules_detail(id_, known)
    print(json.dumps(detail, ensure_ascii=False) if given.json else table(detail))
    return 0


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
    text = write_house_file(requests.known_rules(given.id), given.name, option_values(given.option))
    try:
        found = identity(read_house_file(text))
    except HouseFileError as error:
        raise RequestError("bad_house_file", str(error)) from error
    write_new(given.save, text.encode())
    print(f"{given.save}: {found.id}, version {found.version}, {found.hash}")
    return 0


def _answers(preset: dict[str, Any]) -> str:
    return " ".join(f"--option {name}={json.dumps(value)}" for name, value in preset.items())


def table(rules: dict[str, Any]) -> str:
    """The rows and options of a rule set as text."""
    lines = [f"{rules['id']}: {rules['name']}", f"from {rules['document']}", ""]
    rows = rules["rows"]
    width = max(len(row["value"]) for row in rows)
    lines += [f"  {row['id']:<24}{row['value']:>{width}}  {row['wording']}" for row in rows]
    lines += ["", "House options (default first; set with --option NAME=VALUE):"]
    lines += [
        f"  {one['name']:<31}{json.dumps(one['default']):<22}{one['question']}"
        for one in rules["options"]
    ]
    if rules["presets"]:
        lines += ["", "Presets:"]
        lines += [f"  {name:<31}{_answers(preset)}" for name, preset in rules["presets"].items()]
    return "\n".join(lines)
