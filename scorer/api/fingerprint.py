"""Which rules exactly: an id, a version, and a hash of everything that decides a score."""

import hashlib
import json
from typing import NamedTuple

from scorer.api.requests import rules_detail
from scorer.rules.payment import ON_A_LIMIT, Payment
from scorer.rules.rule_set import RuleSet

HASHED_FIELDS = {"rows": ("id", "value", "excludes"), "options": ("name", "default")}


class Identity(NamedTuple):
    """A rule set by its public id, its version, and the SHA-256 of its table in hexadecimal."""

    id: str
    version: int
    hash: str


def identity(rules: RuleSet) -> Identity:
    """Name a rule set so that a ledger can say later by which table a hand was scored.

    The hash covers id, version, the rows with values and exclusions, the options with their
    defaults, the house's answers to them and the payments. Names and wording may be corrected
    without changing it.
    """
    detail = rules_detail(rules.id, {rules.id: rules})
    table = {
        part: [{name: one.get(name) for name in names} for one in detail[part]]
        for part, names in HASHED_FIELDS.items()
    }
    for one, row in zip(table["rows"], detail["rows"], strict=True):
        if "pattern" in row:  # of a house's own row, which no document has
            one["pattern"] = row["pattern"]
    decides: dict[str, object] = {
        **table,
        "id": rules.id,
        "version": rules.version,
        "pays": detail.get("payments"),
        "answered": dict(rules.chosen_options),
    }
    if rules.table.coins != 1 or rules.payment not in (Payment(), Payment(responsible=ON_A_LIMIT)):
        decides["payment"] = detail["payment"]
    text = json.dumps(decides, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return Identity(rules.id, rules.version, hashlib.sha256(text.encode()).hexdigest())
