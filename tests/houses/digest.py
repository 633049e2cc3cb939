"""One digest for each house of this folder of what seeded hands score and pay by it.

`python -m tests.houses.digest --write` keeps the digests of now, once a change is one that was
meant.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from scorer.api.requests import answer
from scorer.rules.rule_set import RuleSet
from scorer.rulesets.house_file import read_house_file
from tests import golden

FOLDER = Path(__file__).parent
KEPT = FOLDER / "golden.json"
HANDS = 400


def houses() -> dict[str, RuleSet]:
    """Return the house of each file, by the name of the file."""
    files = sorted(FOLDER.glob("*.toml"))
    named = {file.stem: file for file in files if not file.stem.endswith(".hands")}
    return {name: read_house_file(file.read_text("utf-8")) for name, file in named.items()}


def lines(rules: RuleSet, number: int) -> Iterator[str]:
    """Yield a line for each hand: what was asked, and all that the house answers in figures."""
    known = {rules.id: rules}
    for request in golden.requests(number):
        said = answer({**request, "rules": rules.id}, known)
        figures = [said.get(name) for name in ("faan", "points", "due", "payments", "problems")]
        rows = [[row["id"], row["count"], row["faan"], row["excluded_by"]] for row in said["rows"]]
        yield json.dumps([list(request.values()), figures, rows], separators=(",", ":"))


def digest(rules: RuleSet, number: int = HANDS) -> str:
    """Return the SHA-256 of all lines in hexadecimal."""
    found = hashlib.sha256()
    for line in lines(rules, number):
        found.update(line.encode() + b"\n")
    return found.hexdigest()


if __name__ == "__main__":
    found = {name: digest(rules) for name, rules in houses().items()}
    if "--write" in sys.argv:
        KEPT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    else:
        sys.stdout.write(json.dumps(found, indent=2) + "\n")
