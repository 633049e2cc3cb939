"""Rows of a house: values of `[rows]`, ready rows switched on there, and its own `[[row]]`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, TypeAlias

from scorer.core.sentences import RowName, Sentence
from scorer.core.win import Role, Win
from scorer.patterns import bonus
from scorer.patterns.catalogue import FINDERS, PATTERNS
from scorer.patterns.pattern import Count, Pattern, earning_circumstances, needs, needs_of
from scorer.rules.options import no_bonus_win
from scorer.rules.row import EVERYONE, MAX, WINNER_ONLY, Part, Row, Value
from scorer.rules.rule_set import BONUS_WINDS, RuleSet
from scorer.rulesets.house_schema import (
    LARGEST_VALUE,
    Entry,
    Reader,
    Table,
    anything,
    list_of,
    named,
    one_of,
    read_table,
    text,
)
from scorer.rulesets.ready_rows import READY_ROWS, ReadyRow

ROWS, ROW = "rows", "row"
EXCLUSIONS = ("excludes", "excluded_by")
MOST_ROWS = 40  # own rows of a house: more than the longest table has
LONGEST_NAME = 80
MOST_NAMES = 20  # languages of a row's name: every page and stored game carries them
WHO: Mapping[str, tuple[Role, ...]] = {
    "winner": WINNER_ONLY,
    "everyone": EVERYONE,
    "losers": (Role.LOSER,),
}
Names: TypeAlias = tuple[str, str, tuple[tuple[str, str], ...]]
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")  # a tag by BCP 47
_HELP = Sentence("tableside rules --patterns lists them")
_PATTERN = named(PATTERNS, Sentence("pattern"), _HELP)


def _names(entry: Entry) -> Names:
    """Return the English and the Chinese name of a row, and all by language."""
    name = entry.value
    if not isinstance(name, dict):
        written = text(LONGEST_NAME)(entry)
        return written, written, ()
    if len(name) > MOST_NAMES:
        entry.wrong("a row can have at most {most} names.", most=MOST_NAMES)
    for tag in name:
        if not LANGUAGE.fullmatch(tag):
            entry.at(tag).wrong(
                "{tag} is not a language: write a language tag, such as en, zh-Hant, zh-Hans "
                "or ja.",
                tag=repr(tag),
            )
    if not name:
        entry.wrong(
            'the row needs a name, such as {{ en = "Seven flowers", "zh-Hant" = "七朵花" }}.'
        )
    names = {tag: text(LONGEST_NAME)(entry.at(tag)) for tag in name}
    first = next(iter(names.values()))
    chinese = names.get("zh-Hant", names.get("zh-Hans", first))
    return names.get("en", first), chinese, tuple(sorted(names.items()))


def _id(entry: Entry) -> str:
    """Return the id of a row."""
    id_ = str(text(40)(entry))
    if not id_.replace("_", "").isalnum() or not id_.isascii() or id_ != id_.lower():
        entry.wrong('an id may contain lowercase letters, digits and _, such as "seven_flowers".')
    return id_


# Values and exclusions are read once the other rows are known.
OWN_ROW: Mapping[str, Reader] = {
    "id": _id,
    "name": _names,
    "pattern": _PATTERN,
    "all_of": list_of(_PATTERN, '["four_pungs"]'),
    "made_of": named(FINDERS, Sentence("pattern made of certain sets")),
    "part": one_of([part.value for part in Part]),
    "who": one_of([*WHO]),
    **dict.fromkeys(("value", "closed", "open", *EXCLUSIONS, "at_any_time"), anything),
}
READY_ROW = Table(dict.fromkeys(("closed", "open"), anything))
BASE_ROW = Table(
    {
        **READY_ROW.keys,
        **dict.fromkeys(("major_closed", "major_open", *EXCLUSIONS), anything),
    }
)


def with_rows(file: Entry, rules: RuleSet) -> RuleSet:
    """Return the rules with the values of `[rows]` and the rows of `[[row]]`.

    Which rows swallow which is read last, once all are known.
    """
    rules = _with_base_rows(file, rules)
    own = [file.at(ROW, str(number)) for number in range(len(file.value.get(ROW, ())))]
    for entry in own:
        rules = _with_own_row(entry, rules)
    for entry in own:
        rules = _with_row_exclusions(entry, rules, _id(entry.at("id")), own=True)
    for id_, value in read_table(file.at(ROWS)).items():
        if isinstance(value, dict):
            rules = _with_row_exclusions(file.at(ROWS, id_), rules, id_)
    settled = {**{entry.value["id"]: True for entry in own}, **read_table(file.at(ROWS))}
    return replace(rules, settled_rows=frozenset(_settled_fields(settled)))


def check_exclusions(file: Entry, rules: RuleSet) -> None:
    """Refuse two rows of which each excludes the other, so that a hand with both has neither."""
    excluding = {row.id: row.excludes for row in rules.rows}
    own = [file.at(ROW, str(number)) for number in range(len(file.value.get(ROW, ())))]
    given = [(entry.value["id"], entry) for entry in own]
    given += [(id_, file.at(ROWS, id_)) for id_ in read_table(file.at(ROWS))]
    for id_, entry in reversed(given):
        keys = [key for key in EXCLUSIONS if isinstance(entry.value, dict) and key in entry.value]
        for other in excluding[id_] if keys else ():
            if id_ in excluding[other]:
                entry.at(keys[0]).wrong(
                    "{id} and {other} exclude each other, so that neither would count: let only "
                    "one of them exclude the other.",
                    id=repr(id_),
                    other=repr(other),
                )


def _settled_fields(given: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the fields of rows that a file gives, by their ids with what it gives for each."""
    for id_, value in given.items():
        for name in value if isinstance(value, dict) else ("closed", "open"):
            yield id_, name


def _with_base_rows(file: Entry, rules: RuleSet) -> RuleSet:
    """Return the rules with the values of `[rows]`, some of which switch on ready rows."""
    entry = file.at(ROWS)
    base = [row.id for row in rules.rows]
    known = named([*base, *READY_ROWS], Sentence("row"))
    given = {id_: known(replace(entry.at(id_), value=id_)) for id_ in read_table(entry)}
    rows = (
        _with_values(entry.at(row.id), rules, row) if row.id in given else row for row in rules.rows
    )
    rules = replace(rules, rows=tuple(rows))
    treasures = [row for row in rules.rows if row.count is bonus.all_bonus]
    if treasures and all(row.closed is row.open is None for row in treasures):
        rules = no_bonus_win(len(BONUS_WINDS) - 1)(rules)
    for id_, row in READY_ROWS.items():
        if id_ in given and id_ not in base and entry.value[id_] is not False:
            rules = _with_ready_row(entry.at(id_), rules, row)
    return rules


def own_rows(entry: Entry) -> list[Any]:
    """Return the tables of `[[row]]`."""
    rows = entry.value
    if not isinstance(rows, list) or not all(isinstance(each, dict) for each in rows):
        entry.wrong("write [[row]], with two brackets, above each of the house's own rows.")
    if len(rows) > MOST_ROWS:
        entry.at(str(MOST_ROWS)).wrong(
            "a house can have at most {most} rows of its own.", most=MOST_ROWS
        )
    return rows


def _worth(rules: RuleSet, part: Part) -> Reader:
    """Return a reader of a row's value, None if the row adds nothing or multiplies by 1."""
    least = 1 if part.multiplies else 0
    takes_max = not part.multiplies and (rules.cap or rules.limit)

    def read(entry: Entry) -> Value | None:
        value = entry.value
        if value is False:
            return None
        if value == "max" and takes_max:
            return MAX
        if type(value) is not int or not least <= value <= LARGEST_VALUE:
            entry.wrong(
                "must be a whole number from {least} to {largest}{or_limit}, not {value}.",
                least=least,
                largest=LARGEST_VALUE,
                or_limit=Sentence(' or "max"') if takes_max else "",
            )
        return None if value == least else value

    return read


def _with_values(entry: Entry, rules: RuleSet, row: Row, keys: Table = BASE_ROW) -> Row:
    """Return a row with one value for every hand, or with values for some kinds of hands."""
    read = _worth(rules, row.part)
    if not isinstance(entry.value, dict):
        both = read(entry)
        return replace(row, closed=both, open=both, majors=None)
    values = {key: read(entry.at(key)) for key in keys(entry) if not key.startswith("exclude")}
    row = replace(row, closed=values.get("closed", row.closed), open=values.get("open", row.open))
    majors = ("major_closed", "major_open")
    if values.keys().isdisjoint(majors):
        return row
    if row.majors is None:
        entry.wrong("{id} has no separate value for terminals and honours.", id=row.id)
    closed, open_ = (values.get(key, old) or 0 for key, old in zip(majors, row.majors, strict=True))
    return replace(row, majors=(closed, open_))


def _with_ready_row(entry: Entry, rules: RuleSet, ready: ReadyRow) -> RuleSet:
    """Return the rules with a ready row, with its usual value (`true`) or another."""
    pattern = PATTERNS[ready.pattern]
    known = [row.id for row in rules.rows]
    row = Row(
        ready.id,
        ready.name,
        ready.zh,
        pattern.what,
        pattern.count(ready.given),
        None,
        None,
        excludes=tuple(other for other in ready.excludes if other in known),
        made_of=None if rules.everyone_scores and not ready.points else pattern.finder,
        is_of_each=rules.everyone_scores and bool(ready.points),
        who=WINNER_ONLY,
        pattern=(("pattern", ready.pattern), *sorted(ready.given.items())),
    )
    if entry.value is True:
        row = _with_usual_value(entry, rules, ready, row)
    else:
        row = _with_values(entry, rules, row, READY_ROW)
        # In points, a discard may open even what cannot lie exposed, such as pairs.
        if ready.open is None and not (rules.everyone_scores or isinstance(entry.value, dict)):
            row = replace(row, open=None)
    return _with_row(rules, row, [pattern])


def _with_usual_value(entry: Entry, rules: RuleSet, ready: ReadyRow, row: Row) -> Row:
    """Return a ready row with its usual value."""
    usual = ready.usual(in_faan=not rules.everyone_scores)
    if usual is None:
        entry.wrong(
            "{id} only has a usual value in faan: write its points here.",
            id=ready.id,
        )
    closed, opened = usual
    if not rules.everyone_scores:
        return replace(row, closed=closed, open=opened)
    if ready.is_limit and rules.limit is None:
        entry.wrong(
            "{id} is worth the limit, but no limit is set: write limit = 1000 under [options], "
            "or its points here.",
            id=ready.id,
        )
    majors = (ready.points[1], ready.points[1]) if ready.points else None
    return replace(row, closed=closed, open=closed, majors=majors)


def _with_own_row(entry: Entry, rules: RuleSet) -> RuleSet:
    """Return the rules with a row of patterns at the end of the table."""
    chosen = PATTERNS.get(_PATTERN(entry.at("pattern"))) if "pattern" in entry.value else None
    arguments = chosen.arguments if chosen else ()
    of_pattern = {each.name: one_of(each.values) for each in arguments}
    values = Table({**OWN_ROW, **of_pattern}, {"id": '"seven_flowers"'})(entry)
    if values["id"] in [row.id for row in rules.rows]:
        entry.at("id").wrong(
            "there is already a row {id}: choose another id, or set its value under [rows].",
            id=repr(values["id"]),
        )
    given = {name: values[name] for name in of_pattern if name in values}
    others = [PATTERNS[id_] for id_ in values.get("all_of", [])]
    counts = [*([chosen.count(given)] if chosen else []), *(each.count({}) for each in others)]
    patterns = [*([chosen] if chosen else []), *others]
    if not patterns:
        entry.wrong('a row needs a pattern, such as pattern = "bonus_tiles" ({help}).', help=_HELP)
    for key in ("part", "who"):
        if key in values and not rules.everyone_scores and values[key] != "winner":
            entry.at(key).wrong("{key} only applies to rule sets that count in points.", key=key)
    is_alone = len(patterns) == 1
    made_of = patterns[0].finder if is_alone and not rules.everyone_scores else None
    if "made_of" in values:
        made_of = FINDERS[values["made_of"]]
    name, zh, names = values.get("name", (values["id"], values["id"], ()))
    row = Row(
        values["id"],
        name,
        zh,
        "; ".join(each.what for each in patterns),
        counts[0] if is_alone else _all_of(counts),
        None,
        None,
        made_of=made_of,
        part=Part(values.get("part", Part.BASE)),
        who=WHO[values.get("who", "winner")],
        pattern=_identifying_values(entry.value),
        names=names,
    )
    row = _own_value(entry, rules, row)
    if "at_any_time" in values:
        rules = _with_bonus_win(entry, rules)
    return _with_row(rules, row, patterns)


def _own_value(entry: Entry, rules: RuleSet, row: Row) -> Row:
    """Return a house's own row with one value, or with one for closed and one for open hands."""
    read = _worth(rules, row.part)
    keys = [key for key in ("value", "closed", "open") if key in entry.value]
    if "value" in keys and len(keys) > 1:
        entry.at("value").wrong("write either value for every hand, or closed and open, not both.")
    values = {key: read(entry.at(key)) for key in keys}
    if all(value is None for value in values.values()):
        entry.wrong(
            "the row {id} has no value: write value = 1, or closed and open.",
            id=RowName(row.name, row.zh),
        )
    both = values.get("value")
    return replace(row, closed=values.get("closed", both), open=values.get("open", both))


def _all_of(counts: Sequence[Count]) -> Count:
    """Return a pattern that a win has once if it has all of some patterns."""

    def count(win: Win) -> int:
        return all(each(win) for each in counts)

    mark = needs(
        reduce(or_, map(needs_of, counts)), asks=reduce(or_, map(earning_circumstances, counts))
    )
    return mark(count)


def _with_bonus_win(entry: Entry, rules: RuleSet) -> RuleSet:
    """Return the rules by which so many bonus tiles win with any other tiles, as a self-draw."""
    row = entry.value
    least, alone = row.get("count"), row.get("pattern") == "bonus_tiles" and "all_of" not in row
    if row["at_any_time"] is not True or not isinstance(least, int) or not alone:
        entry.at("at_any_time").wrong(
            "at_any_time must be true or left out, and is only for a number of bonus tiles: "
            'pattern = "bonus_tiles", count = 7.'
        )
    fewest = least if rules.bonus_wins is None else min(least, rules.bonus_wins)
    return replace(rules, bonus_wins=fewest)


def _identifying_values(row: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    """Return what identifies the row in the hash of the rules: everything but its names."""
    kept = {key: value for key, value in row.items() if key not in ("name", "excluded_by")}
    return tuple(
        sorted((key, tuple(each) if isinstance(each, list) else each) for key, each in kept.items())
    )


def _with_row_exclusions(entry: Entry, rules: RuleSet, id_: str, *, own: bool = False) -> RuleSet:
    """Return the rules with what a row swallows, and which rows swallow it.

    A row of the base then swallows nothing else; one of the house's `own` swallowed nothing before.
    """
    others = [row.id for row in rules.rows if row.id != id_]
    read = list_of(named(others, Sentence("other row")), f"[{next(iter(others), id_)!r}]")
    excluding = {row.id: row.excludes for row in rules.rows}
    if "excludes" in entry.value:
        kept = excluding[id_] if own else ()
        excluding[id_] = (*kept, *read(entry.at("excludes")))
    if "excluded_by" in entry.value:
        by = read(entry.at("excluded_by"))
        for other, excluded in excluding.items():
            kept = tuple(each for each in excluded if own or each != id_)
            excluding[other] = (*kept, id_) if other in by else kept
    rows = (replace(row, excludes=excluding[row.id]) for row in rules.rows)
    return replace(rules, rows=tuple(rows))


def _with_row(rules: RuleSet, row: Row, patterns: Iterable[Pattern]) -> RuleSet:
    """Return the rules with a row made of some patterns, and with what earns it."""
    every_seat = reduce(or_, (pattern.every_seat for pattern in patterns))
    return replace(
        rules,
        rows=(*rules.rows, row),
        events=rules.events | earning_circumstances(row.count),
        dealer_only_events=rules.dealer_only_events & ~every_seat,
    )
