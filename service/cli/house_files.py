"""House files named where a rule set is asked for: `--rules friday.toml`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scorer.api.requests import RequestError
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from service import files

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".toml"
LONGEST = files.MEBIBYTE  # bytes, as for a request to the service


def is_file(rules: str) -> bool:
    """Return whether a text names a house file instead of a rule set's id."""
    return rules.endswith(SUFFIX)


def find_rules(rules: str) -> tuple[str, Mapping[str, RuleSet]]:
    """Return the id that a request is to use and the rule sets to look it up in.

    Raises RequestError `bad_house_file` for a house file that cannot be read or is no rule set.
    """
    if not is_file(rules):
        return rules, RULE_SETS
    from pathlib import Path  # noqa: PLC0415  (most hands are scored by a rule set's id)

    house = read(Path(rules))
    return house.id, {**RULE_SETS, house.id: house}


def read(path: "Path") -> RuleSet:
    """Return the rule set of a house file; RequestError `bad_house_file` names file and line."""
    from scorer.rulesets.house_file import HouseFileError, read_house_file  # noqa: PLC0415  (most hands are scored without one)

    try:
        return read_house_file(text(path))
    except HouseFileError as error:
        raise RequestError("bad_house_file", f"{path}, {error}") from error


def text(path: "Path") -> str:
    """Return the text of a house file; RequestError `bad_house_file` if it cannot be read."""
    try:
        return files.read(path, LONGEST).decode()
    except OSError as error:
        raise RequestError("bad_house_file", files.unreadable(str(path), error)) from error
    except UnicodeDecodeError as error:
        raise RequestError(
            "bad_house_file", f"{path} is not UTF-8 text. Save it as UTF-8."
        ) from error
