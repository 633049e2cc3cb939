"""Rule sets of a house: a small TOML file with a base, answers to its options and row values.

A file is read whole or refused, with the line that is wrong. What it settles is no question any
more: an option that it answers keeps that one answer for those who play by it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from scorer.core.suggestions import nearest
from scorer.rules.row import MAX, Row, Value
from scorer.rules.rule_set import Option, OptionError, RuleSet, check_false_win, check_winnable
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_money import (
    CAP,
    answered_cap,
    check_counts_faan,
    with_payment,
    with_points,
)
from scorer.rulesets.house_rows import ROW, ready_row, with_own_rows
from scorer.rulesets.house_text import (
    LARGEST_VALUE,
    LONGEST_FILE,
    HouseFileError,
    HouseText,
    Path,
    plain,
    read_text,
    shown,
)
from scorer.rulesets.ready_rows import READY_ROWS

__all__ = (
    "LONGEST_FILE",
    "HouseFileError",
    "read_house_file",
    "read_kept_file",
    "write_house_file",
)
FORMATS = (1, 2)
KEYS = ("format", "base", "name", "id", "version", "options", "rows")
KEYS_OF_2 = (*KEYS, "points", "payment", ROW)
ROW_KEYS = ("closed", "open", "major_closed", "major_open")
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NO_ROWS: Mapping[str, object] = MappingProxyType({})
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def read_house_file(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    r"""Return the rule set of a house file; HouseFileError names the line that is wrong.

    >>> text = 'format = 1\nbase = "hk-500"\nname = "Friday table"\n[options]\nminimum = 3\n'
    >>> friday = read_house_file(text)
    >>> friday.id, friday.version, friday.minimum
    ('friday-table', 1, 3)
    """
    rules = read_kept_file(text, known)
    try:
        check_winnable(rules)
    except OptionError as error:
        file = read_text(text)
        named = "minimum" if "minimum" in file.table("options") else "cap"
        file.wrong(("options", named), error.detail)
    try:
        check_false_win(rules)
    except OptionError as error:
        read_text(text).wrong(("options", "false_win"), error.detail)
    return rules


def read_kept_file(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """Return the rule set of a house file that was taken before; HouseFileError as above.

    Also of one by which nobody can win, which was not always refused: games are played by it.
    """
    file = read_text(text)
    form = _number(file, "format")
    if form not in FORMATS:
        detail = f"this program reads formats 1 to {FORMATS[-1]}; upgrade it for a later one."
        file.wrong(("format",), detail)
    _check_keys(file, form)
    base = _base(file, known)
    name = file.text("name", 80)
    id_ = _id(file, name, known)
    version = _number(file, "version")
    check_counts_faan(file, base)
    paid = with_points(file, base, _with_options(file, base))
    rules = _with_rows(file, _with_options(file, paid), ready=form > 1)
    rules = with_payment(file, with_own_rows(file, rules, partial(_worth, file)))
    document = f"{name}, from {base.id}"
    return replace(
        rules, id=id_, name=name, version=version, document=document, base=base.id, presets={}
    )


def write_house_file(
    base: RuleSet,
    name: str,
    options: Mapping[str, object],
    version: int = 1,
    rows: Mapping[str, object] = NO_ROWS,
) -> str:
    """Write the file of a house that answers some options and gives some rows other values.

    OptionError for an answer that cannot be; a row is looked at when the file is read.
    """
    base.house(options)
    lines = [
        "format = 1",
        f'base = "{base.id}"',
        f"name = {_quoted(name)}",
        f"version = {version}",
        "",
        "[options]",
        # TOML has no null, which is no answer anyway.
        *(f"{name} = {_written(value)}" for name, value in options.items() if value is not None),
        *(["", "[rows]"] if rows else []),
        *(f"{_key(id_)} = {_written(value)}" for id_, value in rows.items()),
    ]
    return "\n".join(lines) + "\n"


def _check_keys(file: HouseText, form: int) -> None:
    keys = KEYS_OF_2 if form > 1 else KEYS
    for key in file.values:
        if key in keys:
            continue
        if key in KEYS_OF_2:
            file.wrong((key,), f"format {form} has no {key}: write format = {FORMATS[-1]}.")
        file.wrong((key,), f"there is no key {key!r}; the nearest is {nearest(key, keys)!r}.")


def _base(file: HouseText, known: Mapping[str, RuleSet]) -> RuleSet:
    base = file.text("base", 80)
    if base not in known:
        detail = f"there is no rule set {base!r}; the nearest is {nearest(base, known)!r}."
        file.wrong(("base",), detail)
    return known[base]


def _id(file: HouseText, name: str, known: Mapping[str, RuleSet]) -> str:
    spelled = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    id_ = file.text("id", 40) if "id" in file.values else spelled[:40].strip("-")
    if ID.fullmatch(id_) is None:
        detail = 'give an id of small letters, digits and hyphens, such as id = "friday-table".'
        file.wrong(("id",) if "id" in file.values else ("name",), detail)
    if id_ in known:
        file.wrong(
            ("id",) if "id" in file.values else ("name",), f"{id_!r} is taken; choose another."
        )
    return id_


def _with_options(file: HouseText, base: RuleSet) -> RuleSet:
    answers = {name: plain(value) for name, value in file.table("options").items()}
    if CAP not in answers and (reached := answered_cap(file, base)) is not None:
        answers[CAP] = reached
    rules = base
    for option in base.options:
        if option.name in answers:
            try:
                rules = rules.house({option.name: answers[option.name]})
            except OptionError as error:
                file.wrong(("options", option.name), error.detail)
    known = [option.name for option in base.options]
    for name in answers:
        if name not in known:
            detail = f"{base.id} has no option {name!r}; the nearest is {nearest(name, known)!r}."
            file.wrong(("options", name), detail)
    options = (
        _settled(option, answers[option.name]) if option.name in answers else option
        for option in base.options
    )
    return replace(rules, options=tuple(options), answered={})


def _settled(option: Option, answer: object) -> Option:
    """Leave an option its house's answer, which the rules follow already."""

    def keep(rules: RuleSet, given: object) -> RuleSet:
        # 1 equals True in Python and is another answer at a table, so the type has to agree too.
        if type(given) is not type(answer) or given != answer:
            raise ValueError(f"the house has settled it, as {_written(answer)}")
        return rules

    return Option(option.name, option.question, (answer,), answer, keep)


def _with_rows(file: HouseText, rules: RuleSet, *, ready: bool) -> RuleSet:
    """The rules with other values of rows, and with `ready` rows that they lack switched on."""
    values = file.table("rows")
    for id_ in READY_ROWS if ready else ():
        if id_ in values and id_ not in [row.id for row in rules.rows]:
            rules = ready_row(file, rules, id_, values[id_], partial(_worth, file))
            values = {key: value for key, value in values.items() if key != id_}
    known = [row.id for row in rules.rows]
    for id_ in values:
        if id_ not in known:
            offered = [*known, *READY_ROWS] if ready else known
            near = f"; the nearest is {nearest(id_, offered)!r}" if offered else ""
            file.wrong(("rows", id_), f"there is no row {id_!r} here{near}.")
    rows = (
        _revalued(file, rules, row, values[row.id]) if row.id in values else row
        for row in rules.rows
    )
    return replace(rules, rows=tuple(rows))


def _revalued(file: HouseText, rules: RuleSet, row: Row, value: object) -> Row:
    path = ("rows", row.id)
    if not isinstance(value, dict):
        worth = _worth(file, path, rules, row, value)
        changed = replace(row, closed=worth, open=worth)
        return replace(changed, majors=None) if row.majors else changed
    for key in value:
        if key not in ROW_KEYS:
            near = nearest(str(key), ROW_KEYS)
            file.wrong((*path, key), f"a row has no {key!r}; the nearest is {near!r}.")
    found = {key: _worth(file, (*path, key), rules, row, worth) for key, worth in value.items()}
    changed = replace(row, closed=found.get("closed", row.closed), open=found.get("open", row.open))
    majors = [found.get(key) for key in ROW_KEYS[2:]]
    if majors == [None, None]:
        return changed
    if row.majors is None:
        file.wrong(path, f"{row.id} has no other value for terminals and honours.")
    closed, open_ = (
        new if isinstance(new, int) else old for new, old in zip(majors, row.majors, strict=True)
    )
    return replace(changed, majors=(closed, open_))


def _worth(file: HouseText, path: Path, rules: RuleSet, row: Row, value: object) -> Value | None:
    """Return a row's value; a row that adds nothing, or multiplies by 1, is not played."""
    if value == "max" and not row.part.multiplies and (rules.cap or rules.limit):
        return MAX
    nothing = 1 if row.part.multiplies else 0
    if (
        not isinstance(value, int)
        or isinstance(value, bool)
        or not nothing <= value <= LARGEST_VALUE
    ):
        most = ' or "max"' if not row.part.multiplies and (rules.cap or rules.limit) else ""
        detail = f"give a whole number from {nothing} to {LARGEST_VALUE}{most}, not {shown(value)}."
        file.wrong(path, detail)
    return None if value == nothing else value


def _number(file: HouseText, key: str) -> int:
    return file.whole((key,), file.values.get(key, 1), 1)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _written(value: object) -> str:
    """Write a value as TOML, which spells texts and truths as JSON does."""
    if isinstance(value, Mapping):
        parts = ", ".join(f"{_key(str(key))} = {_written(one)}" for key, one in value.items())
        return f"{{ {parts} }}"
    if isinstance(value, bool):
        return str(value).lower()
    return _quoted(value) if isinstance(value, str) else str(value)
