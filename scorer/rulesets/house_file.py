"""Rule sets of a house: a small TOML file with a base, answers to its options and row values.

A file is read completely or refused, with the line that is wrong. What it settles is no longer a
question: an option that it answers keeps that one answer for those who play by it.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.core.sentences import Sentence
from scorer.ledger.table import PLAYERS
from scorer.rules.options import refit_to_players
from scorer.rules.payment import Payment
from scorer.rules.rule_set import (
    Option,
    OptionError,
    RuleSet,
    check_false_win,
    check_winnable,
)
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_money import (
    CAP,
    PAYMENT,
    POINTS,
    check_counts_faan,
    read_points,
    with_payment,
    with_points,
)
from scorer.rulesets.house_rows import ROW, ROWS, check_exclusions, own_rows, with_rows
from scorer.rulesets.house_schema import (
    LONGEST_FILE,
    Entry,
    HouseFileError,
    Reader,
    Table,
    json_value,
    named,
    read_table,
    read_text,
    text,
    whole,
)

__all__ = (
    "LONGEST_FILE",
    "HouseFileError",
    "read_house_file",
    "read_house_terms",
    "read_kept_file",
    "write_house_file",
)
NEWEST = 2
OPTIONS, ROUNDS = "options", "rounds"
MONEY = (POINTS, PAYMENT)
HEAD = ("base", "name", "id", "version")
TERMS = (*HEAD, OPTIONS, *MONEY, ROW, ROWS)
KEYS: Mapping[str, Reader] = {
    "format": whole(1),
    "base": text(80),
    "name": text(80),
    "id": text(40),
    "version": whole(1),
    **dict.fromkeys((OPTIONS, ROWS, *MONEY), read_table),
    ROW: own_rows,
}
NEEDED: Mapping[str, str] = dict.fromkeys(("base", "name"), '"…"')
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def read_house_file(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    r"""Return the rule set of a house file; HouseFileError names the line that is wrong.

    >>> text = 'format = 1\nbase = "hk-500"\nname = "Friday table"\n[options]\nminimum = 3\n'
    >>> friday = read_house_file(text)
    >>> friday.id, friday.version, friday.minimum
    ('friday-table', 1, 3)
    """
    rules = read_kept_file(text, known)
    file = read_text(text)
    check_exclusions(file, rules)
    options = file.at(OPTIONS)
    minimum = "minimum" if "minimum" in (options.value or {}) else CAP
    for check, option in ((check_winnable, minimum), (check_false_win, "false_win")):
        try:
            check(rules)
        except OptionError as error:
            options.at(option).refuse(error.detail)
    return rules


def read_kept_file(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """Return the rule set of a house file accepted before; HouseFileError as above.

    This includes files by which nobody can win, or whose rows exclude each other, once accepted,
    since games are played by them.
    """
    file = read_text(text)
    given = _read_keys(file)
    base = known[named(known, Sentence("rule set"))(file.at("base"))]
    name = given["name"]
    id_ = _id(file, given.get("id") or _id_of(name), known)
    check_counts_faan(file, base)
    answers = _answers(file, base)
    # Answered once it is known who pays what, for the house's number of players.
    later = {
        each.name: answers[each.name] for each in base.fewer_player_options if each.name in answers
    }
    first = {name: answer for name, answer in answers.items() if name not in later}
    rules = with_points(file, base, _with_answers(file, base, first))
    rules = with_rows(file, _with_answers(file, rules, first))
    rules = with_payment(file, rules)
    shares, rules = rules.payment, _with_answers(file, rules, later)
    fewer = _options_of_house(base.fewer_player_options, answers)
    options = _options_of_house(base.options, answers)
    if rules.table.players < PLAYERS:
        fewer = tuple(_refitting(option, shares) for option in fewer)
        options = tuple(
            _refitting(option, shares) if option.name == ROUNDS else option for option in options
        )
    return replace(
        rules,
        id=id_,
        name=name,
        version=given.get("version", 1),
        document=base.id,
        base=base.id,
        presets={},
        options=tuple(_reaching(option, file, base) for option in options),
        fewer_player_options=fewer,
    )


def _read_keys(file: Entry) -> dict[str, Any]:
    """Return the values of the keys of a file."""
    if "format" in file.value and KEYS["format"](file.at("format")) > NEWEST:
        file.at("format").wrong(
            "this version reads formats 1 to {newest}; upgrade tableside to read a later one.",
            newest=NEWEST,
        )
    return Table(KEYS, NEEDED)(file)


def read_house_terms(text: str) -> dict[str, Any]:
    r"""Return the contents of an accepted house file by their keys, as JSON.

    Empty tables are left out. Raises HouseFileError for an invalid file.

    >>> read_house_terms('base = "hk-500"\nname = "Fri"\n[points]\nunit = 0.25')["points"]
    {'unit': 0.25}
    """
    values = {"version": 1, **Table(KEYS, NEEDED)(read_text(text))}
    return {key: json_value(values[key]) for key in TERMS if values.get(key)}


def write_house_file(terms: Mapping[str, Any], known: Mapping[str, RuleSet] = RULE_SETS) -> str:
    """Return the file with a house's terms, as `read_house_terms` returns them.

    Only `options` are checked, before `read_house_file` checks the text. Raises OptionError for an
    impossible answer, KeyError for an unknown base.
    """
    options = terms.get(OPTIONS, {})
    known[terms["base"]].house(options)
    head = {"format": NEWEST, "version": 1}
    head |= {key: terms[key] for key in HEAD if key in terms}
    lines = [*_lines(head), "", f"[{OPTIONS}]", *_lines(options)]
    for key in (*MONEY, ROWS):
        lines += ["", f"[{key}]", *_lines(terms[key])] if terms.get(key) else []
    for row in terms.get(ROW, ()):
        lines += ["", f"[[{ROW}]]", *_lines(row)]
    return "\n".join(lines) + "\n"


def _lines(table: Mapping[str, object]) -> list[str]:
    """Return a line for each value; null, which TOML lacks, means nothing and is left out."""
    return [
        f"{_key(str(name))} = {_toml(value)}" for name, value in table.items() if value is not None
    ]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _toml(name)


def _toml(value: object) -> str:
    """Return a value as TOML, which writes texts and booleans as JSON does."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_lines(value))} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(one) for one in value)}]"
    if isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


def _id(file: Entry, id_: str, known: Mapping[str, RuleSet]) -> str:
    """Return the id of a house, which must differ from all rule sets'."""
    entry = file.at("id" if "id" in file.value else "name")
    if ID.fullmatch(id_) is None:
        entry.wrong(
            'an id may contain lowercase letters, digits and hyphens, such as id = "friday-table".'
        )
    if id_ in known:
        entry.wrong("{id} is taken; choose another.", id=repr(id_))
    return id_


def _id_of(name: str) -> str:
    """Return the id that a name spells; without Latin letters, eight digits of its hash."""
    spelled = re.sub(r"[^a-z0-9]+", "-", name.lower())[:40].strip("-")
    return spelled or f"house-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _answers(file: Entry, base: RuleSet) -> dict[str, object]:
    """Return the house's answers by the names of the options; `[points]` may add a cap."""
    entry = file.at(OPTIONS)
    try:
        written = {name: json_value(value) for name, value in read_table(entry).items()}
        answers = base.by_name(written)
    except OptionError as error:
        entry.refuse(error.detail)
    if CAP not in answers and (reached := read_points(file).ladder_cap(base)) is not None:
        answers[CAP] = reached
    return answers


def _with_answers(file: Entry, rules: RuleSet, answers: Mapping[str, object]) -> RuleSet:
    """Return the rules as the house answers some options."""
    try:
        return replace(rules.house(answers), chosen_options={})
    except OptionError as error:
        file.at(OPTIONS, *error.options).refuse(error.detail)


def _options_of_house(known: Sequence[Option], answers: Mapping[str, object]) -> tuple[Option, ...]:
    """Return the options; those that the house has answered have only that answer."""
    return tuple(
        _with_one_answer(option, answers[option.name]) if option.name in answers else option
        for option in known
    )


def _with_one_answer(option: Option, answer: object) -> Option:
    """Return an option with only the house's answer, which the rules already follow."""

    def keep(rules: RuleSet, given: object) -> RuleSet:
        # 1 equals True in Python but is another answer at a table, so the type must agree, too.
        if type(given) is not type(answer) or given != answer:
            raise ValueError(
                Sentence("the house rules already set it to {written}", written=_toml(answer))
            )
        return rules

    return option._replace(values=(answer,), default=answer, change=keep)


def _reaching(option: Option, file: Entry, base: RuleSet) -> Option:
    """Return an option after which the house's ladder pays all that a hand can count."""
    if option.name not in ("minimum", CAP) or POINTS not in file.value:
        return option
    points = read_points(file)

    def change(rules: RuleSet, answer: object) -> RuleSet:
        return points.reach(base, option.change(rules, answer))

    return option._replace(change=change)


def _refitting(option: Option, shares: Payment) -> Option:
    """Return an option after which the rules are fitted again to the house's few players.

    `shares` are those with four players; a table's answers to other options may have changed what
    fewer players need.
    """

    def change(rules: RuleSet, answer: object) -> RuleSet:
        return refit_to_players(option.change(rules, answer), shares)

    return option._replace(change=change)
