"""Rule sets of a house: a small TOML file with a base, answers to its options and row values.

A file is read whole or refused, with the line that is wrong. What it settles is no question any
more: an option that it answers keeps that one answer for those who play by it.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from scorer.core.sentences import Sentence
from scorer.core.suggestions import hint
from scorer.core.win import FORM_TRAITS
from scorer.patterns import bonus
from scorer.rules.row import MAX, Row, Value
from scorer.rules.rule_set import (
    Option,
    OptionError,
    RuleSet,
    check_false_win,
    check_winnable,
    no_bonus_win,
)
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_money import (
    CAP,
    PAYMENT,
    POINTS,
    cap_of_points,
    check_counts_faan,
    with_payment,
    with_points,
)
from scorer.rulesets.house_rows import ROW, ready_row, with_exclusions, with_own_rows
from scorer.rulesets.house_text import (
    LARGEST_VALUE,
    LONGEST_FILE,
    HouseFileError,
    HouseText,
    Mistake,
    Path,
    json_value,
    quote,
    read_text,
)
from scorer.rulesets.ready_rows import READY_ROWS

__all__ = (
    "LONGEST_FILE",
    "HouseFileError",
    "HouseTerms",
    "read_house_file",
    "read_house_terms",
    "read_kept_file",
    "write_house_file",
)
FORMATS = (1, 2)
KEYS = ("format", "base", "name", "id", "version", "options", "rows")
KEYS_OF_2 = (*KEYS, POINTS, PAYMENT, ROW)
ROW_VALUES = ("closed", "open", "major_closed", "major_open")
ROW_KEYS = (*ROW_VALUES, "excludes", "excluded_by")
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
    try:
        check_winnable(rules)
    except OptionError as error:
        file = read_text(text)
        named = "minimum" if "minimum" in file.table("options") else "cap"
        file.wrong(("options", named), error.detail, Mistake.NOBODY_WINS)
    try:
        check_false_win(rules)
    except OptionError as error:
        read_text(text).wrong(("options", "false_win"), error.detail, Mistake.OPTION)
    return rules


def read_kept_file(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """Return the rule set of a house file that was taken before; HouseFileError as above.

    Also of one by which nobody can win, which was not always refused: games are played by it.
    """
    file = read_text(text)
    form = _number(file, "format")
    if form not in FORMATS:
        detail = Sentence(
            "this program reads formats 1 to {newest}; upgrade it for a later one.",
            newest=FORMATS[-1],
        )
        file.wrong(("format",), detail)
    _check_keys(file, form)
    base = _base(file, known)
    name = file.text("name", 80)
    id_ = _id(file, name, known)
    version = _number(file, "version")
    check_counts_faan(file, base)
    paid = with_points(file, base, _with_options(file, base))
    rules = _with_rows(file, _with_options(file, paid), ready=form > 1)
    rules = with_exclusions(file, with_own_rows(file, rules, partial(_worth, file)))
    rules = with_payment(file, rules)
    rules = _with_few_players(file, rules)
    document = f"{name}, from {base.id}"
    return replace(
        rules, id=id_, name=name, version=version, document=document, base=base.id, presets={}
    )


def _keys(value: object) -> set[object]:
    return {*value} if isinstance(value, Mapping) else set()


def _nothing() -> Mapping[str, object]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class HouseTerms:
    """What a house plays otherwise than its base, as its file says it; what is empty is not said.

    `points`, `payment`, `rows` and `own_rows` are the tables of the file, with numbers as JSON has
    them; only `options` are looked at before the text is read.
    """

    base: str
    name: str
    version: int = 1
    options: Mapping[str, object] = field(default_factory=_nothing)
    rows: Mapping[str, object] = field(default_factory=_nothing)
    points: Mapping[str, object] = field(default_factory=_nothing)
    payment: Mapping[str, object] = field(default_factory=_nothing)
    own_rows: Sequence[Mapping[str, object]] = ()
    id: str | None = None

    @property
    def format(self) -> int:
        """The oldest format that says all of it, which more programs read."""
        ready = any(
            id_ in READY_ROWS or value is False or {"excludes", "excluded_by"} & _keys(value)
            for id_, value in self.rows.items()
        )
        return 2 if self.points or self.payment or self.own_rows or ready else 1


def read_house_terms(text: str) -> HouseTerms:
    r"""Return what a file says that `read_kept_file` has taken; HouseFileError for what is no file.

    >>> read_house_terms('base = "hk-500"\nname = "Fri"\n[points]\nunit = 0.25').points
    {'unit': 0.25}
    """
    file = read_text(text)
    tables = {key: _plain_table(file, key) for key in ("options", "rows", POINTS, PAYMENT)}
    own = json_value(file.values.get(ROW, []))
    return HouseTerms(
        file.text("base", 80),
        file.text("name", 80),
        _number(file, "version"),
        **tables,
        own_rows=tuple(own) if isinstance(own, list) else (),
        id=file.text("id", 40) if "id" in file.values else None,
    )


def _plain_table(file: HouseText, key: str) -> Mapping[str, object]:
    return {name: json_value(value) for name, value in file.table(key).items()}


def write_house_file(terms: HouseTerms, known: Mapping[str, RuleSet] = RULE_SETS) -> str:
    """Write the file of a house, which `read_house_file` then looks at.

    OptionError for an answer that cannot be; KeyError for an unknown base.
    """
    known[terms.base].house(terms.options)
    told = [
        f"format = {terms.format}",
        f'base = "{terms.base}"',
        f"name = {_quoted(terms.name)}",
        *_lines({"id": terms.id}),
        f"version = {terms.version}",
        "",
        "[options]",
        *_lines(terms.options),
    ]
    for key, table in ((POINTS, terms.points), (PAYMENT, terms.payment), ("rows", terms.rows)):
        told += ["", f"[{key}]", *_lines(table)] if table else []
    for row in terms.own_rows:
        told += ["", f"[[{ROW}]]", *_lines(row)]
    return "\n".join(told) + "\n"


def _lines(table: Mapping[str, object]) -> Iterator[str]:
    """Yield a line for each value; TOML has no null, which says nothing anyway."""
    for name, value in _said(table):
        yield f"{_key(name)} = {_written(value)}"


def _said(table: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    return ((name, value) for name, value in table.items() if value is not None)


def _check_keys(file: HouseText, form: int) -> None:
    keys = KEYS_OF_2 if form > 1 else KEYS
    for key in file.values:
        if key in keys:
            continue
        if key in KEYS_OF_2:
            file.wrong(
                (key,),
                Sentence(
                    "format {format} has no {key}: write format = {newest}.",
                    format=form,
                    key=key,
                    newest=FORMATS[-1],
                ),
            )
        file.wrong(
            (key,),
            Sentence(
                "there is no key {key}{near}.",
                key=repr(key),
                near=hint(key, keys),
            ),
        )


def _base(file: HouseText, known: Mapping[str, RuleSet]) -> RuleSet:
    base = file.text("base", 80)
    if base not in known:
        detail = Sentence(
            "there is no rule set {base}{near}.",
            base=repr(base),
            near=hint(base, known),
        )
        file.wrong(("base",), detail)
    return known[base]


def _id(file: HouseText, name: str, known: Mapping[str, RuleSet]) -> str:
    id_ = file.text("id", 40) if "id" in file.values else _id_of(name)
    if ID.fullmatch(id_) is None:
        detail = Sentence(
            'an id has small letters, digits and hyphens, such as id = "friday-table".'
        )
        file.wrong(("id",), detail)
    if id_ in known:
        file.wrong(
            ("id",) if "id" in file.values else ("name",),
            Sentence("{id} is taken; choose another.", id=repr(id_)),
            Mistake.NAME_TAKEN,
        )
    return id_


def _id_of(name: str) -> str:
    """Return the id that a name spells; one in Chinese characters alone gets eight digits of it."""
    spelled = re.sub(r"[^a-z0-9]+", "-", name.lower())[:40].strip("-")
    return spelled or f"house-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _with_options(file: HouseText, base: RuleSet) -> RuleSet:
    answers = _answers(file, base)
    if CAP not in answers and (reached := cap_of_points(file, base)) is not None:
        answers[CAP] = reached
    rules = base
    for option in base.options:
        if option.name in answers:
            try:
                rules = rules.house({option.name: answers[option.name]})
            except OptionError as error:
                file.wrong(("options", option.name), error.detail, Mistake.OPTION)
    known = [option.name for option in (*base.options, *base.few_players)]
    for name in answers:
        if name not in known:
            detail = Sentence(
                "{id} has no option {name}{near}.",
                id=base.id,
                name=repr(name),
                near=hint(name, known),
            )
            file.wrong(("options", name), detail)
    options = (
        _settled(option, answers[option.name]) if option.name in answers else option
        for option in base.options
    )
    return replace(rules, options=tuple(options), answered={})


def _answers(file: HouseText, rules: RuleSet) -> dict[str, object]:
    told = {name: json_value(value) for name, value in file.table("options").items()}
    try:
        return rules.by_name(told)
    except OptionError as error:
        file.wrong(("options",), error.detail, Mistake.OPTION)


def _with_few_players(file: HouseText, rules: RuleSet) -> RuleSet:
    """The rules for as many players as the house says, once it is known who pays what."""
    answers = _answers(file, rules)
    told = [option for option in rules.few_players if option.name in answers]
    for option in told:
        try:
            rules = rules.house({option.name: answers[option.name]})
        except OptionError as error:
            file.wrong(("options", option.name), error.detail, Mistake.OPTION)
    options = (
        _settled(option, answers[option.name]) if option in told else option
        for option in rules.few_players
    )
    return replace(rules, few_players=tuple(options), answered={})


def _settled(option: Option, answer: object) -> Option:
    """Leave an option its house's answer, which the rules follow already."""

    def keep(rules: RuleSet, given: object) -> RuleSet:
        # 1 equals True in Python and is another answer at a table, so the type has to agree too.
        if type(given) is not type(answer) or given != answer:
            raise ValueError(
                Sentence("the house has settled it, as {written}", written=_written(answer))
            )
        return rules

    return replace(option, values=(answer,), default=answer, change=keep)


def _with_rows(file: HouseText, rules: RuleSet, *, ready: bool) -> RuleSet:
    """The rules with other values of rows, and with `ready` rows that they lack switched on."""
    values = file.table("rows")
    base = [row.id for row in rules.rows]
    offered = [*base, *READY_ROWS] if ready else base
    for id_ in values:
        if id_ not in offered:
            detail = Sentence(
                "there is no row {id} here{near}.", id=repr(id_), near=hint(id_, offered)
            )
            file.wrong(("rows", id_), detail)
    rows = (
        _revalued(file, rules, row, values[row.id]) if row.id in values else row
        for row in rules.rows
    )
    rules = _with_played_shapes(replace(rules, rows=tuple(rows)))
    for id_ in READY_ROWS if ready else ():
        if id_ in values and id_ not in base and values[id_] is not False:
            rules = ready_row(file, rules, id_, values[id_], partial(_worth, file))
    return rules


def _with_played_shapes(rules: RuleSet) -> RuleSet:
    """The rules without the shapes whose rows are not played: such a hand does not win."""

    def given_up(rows: Iterable[Row]) -> bool:
        values = {(row.closed, row.open) for row in rows}
        return values == {(None, None)}

    forms = {
        form: arranger
        for form, arranger in rules.forms.items()
        if not given_up(row for row in rules.rows if row.needs & FORM_TRAITS.get(form, 0))
    }
    if given_up(row for row in rules.rows if row.count is bonus.all_bonus):
        rules = replace(rules, bonus_only=no_bonus_win)
    return replace(rules, forms=forms)


def _revalued(file: HouseText, rules: RuleSet, row: Row, value: object) -> Row:
    path = ("rows", row.id)
    if not isinstance(value, dict):
        worth = _worth(file, path, rules, row, value)
        changed = replace(row, closed=worth, open=worth)
        return replace(changed, majors=None) if row.majors else changed
    for key in value:
        if key not in ROW_KEYS:
            file.wrong(
                (*path, key),
                Sentence("a row has no {key}{near}.", key=repr(key), near=hint(str(key), ROW_KEYS)),
            )
    found = {
        key: _worth(file, (*path, key), rules, row, worth)
        for key, worth in value.items()
        if key in ROW_VALUES
    }
    changed = replace(row, closed=found.get("closed", row.closed), open=found.get("open", row.open))
    majors = [found.get(key) for key in ROW_VALUES[2:]]
    if majors == [None, None]:
        return changed
    if row.majors is None:
        file.wrong(path, Sentence("{id} has no other value for terminals and honours.", id=row.id))
    closed, open_ = (
        new if isinstance(new, int) else old for new, old in zip(majors, row.majors, strict=True)
    )
    return replace(changed, majors=(closed, open_))


def _worth(file: HouseText, path: Path, rules: RuleSet, row: Row, value: object) -> Value | None:
    """Return a row's value; a row that adds nothing, or multiplies by 1, is not played."""
    if value is False:
        return None
    if value == "max" and not row.part.multiplies and (rules.cap or rules.limit):
        return MAX
    nothing = 1 if row.part.multiplies else 0
    if (
        not isinstance(value, int)
        or isinstance(value, bool)
        or not nothing <= value <= LARGEST_VALUE
    ):
        most = (
            Sentence(' or "max"') if not row.part.multiplies and (rules.cap or rules.limit) else ""
        )
        detail = Sentence(
            "give a whole number from {least} to {largest}{or_limit}, not {value}.",
            least=nothing,
            largest=LARGEST_VALUE,
            or_limit=most,
            value=quote(value),
        )
        file.wrong(path, detail, Mistake.NUMBER)
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
        parts = ", ".join(f"{_key(str(key))} = {_written(one)}" for key, one in _said(value))
        return f"{{ {parts} }}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(_written(one) for one in value)}]"
    return _quoted(value) if isinstance(value, str) else str(value)
