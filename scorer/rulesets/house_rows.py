"""Rows of a house's own: `[[row]]` of known patterns, and ready rows switched on in `[rows]`."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from scorer.core.arrangements import ARRANGERS
from scorer.core.sentences import Sentence
from scorer.core.suggestions import hint
from scorer.core.win import FORM_TRAITS, Declaration, Role, Win
from scorer.patterns.catalogue import FINDERS, PATTERNS
from scorer.patterns.pattern import Argument, Count, Pattern, needs_of
from scorer.rules.row import EVERYONE, MAX, WINNER_ONLY, Part, Row, Value
from scorer.rules.rule_set import RuleSet, bonus_drawn
from scorer.rulesets.house_text import HouseText, Mistake, Path, is_name, quote
from scorer.rulesets.ready_rows import READY_ROWS, ReadyRow

ROW = "row"
MOST_ROWS = 40  # of a house's own: more than the longest table has
LONGEST_NAME = 80
MOST_NAMES = 20  # languages of a row's name: every page and stored game carries them
OWN_KEYS = (
    *("id", "name", "pattern", "value", "closed", "open", "excludes", "excluded_by", "made_of"),
    *("all_of", "part", "who", "at_any_time"),
)
WHO: Mapping[str, tuple[Role, ...]] = MappingProxyType(
    {"winner": WINNER_ONLY, "everyone": EVERYONE, "losers": (Role.LOSER,)}
)
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")  # a tag, as BCP 47 writes it
Worth = Callable[[Path, RuleSet, Row, object], Value | None]


def with_own_rows(file: HouseText, rules: RuleSet, worth: Worth) -> RuleSet:
    """Return the rules with the rows of `[[row]]` at the end of the table.

    `worth` reads the value of a row; HouseFileError names the line that is wrong.
    """
    told = file.values.get(ROW, [])
    if not isinstance(told, list) or not all(isinstance(each, dict) for each in told):
        file.wrong(
            (ROW,), Sentence("write [[row]] above each row of the house's own, with two brackets.")
        )
    if len(told) > MOST_ROWS:
        file.wrong(
            (ROW, str(MOST_ROWS)),
            Sentence("a house has at most {most} rows of its own.", most=MOST_ROWS),
        )
    for number, each in enumerate(told):
        rules = _with_row(file, rules, (ROW, str(number)), each, worth)
    for number, each in enumerate(told):
        rules = _swallowing(file, rules, (ROW, str(number)), each)
    return rules


def _with_row(
    file: HouseText, rules: RuleSet, path: Path, told: Mapping[str, object], worth: Worth
) -> RuleSet:
    id_ = _id(file, rules, path, told)
    name, zh, names = _names(file, path, told)
    patterns, count = _count(file, path, told)
    made_of = _finder(file, path, told, patterns)
    row = Row(
        id_,
        name,
        zh,
        "; ".join(each.what for each in patterns),
        count,
        None,
        None,
        made_of=None if rules.everyone_scores else made_of,
        part=_part(file, rules, path, told),
        who=_who(file, rules, path, told),
        shown=patterns[0].shown if len(patterns) == 1 else None,
        pattern=_described(told),
        names=names,
    )
    row = _valued(file, rules, path, told, row, worth)
    if "at_any_time" in told:
        rules = _winning_alone(file, rules, path, told)
    return _with_needs(replace(rules, rows=(*rules.rows, row)), patterns)


def _id(file: HouseText, rules: RuleSet, path: Path, told: Mapping[str, object]) -> str:
    if "id" not in told:
        file.wrong(path, Sentence('a row needs an id, such as id = "seven_flowers".'))
    id_ = file.line((*path, "id"), told["id"], 40)
    if not id_.replace("_", "").isalnum() or not id_.isascii() or id_ != id_.lower():
        file.wrong(
            (*path, "id"),
            Sentence('an id has small letters, digits and _, such as "seven_flowers".'),
        )
    if id_ in [row.id for row in rules.rows]:
        detail = Sentence(
            "there is a row {id} already: give another id, or its value under [rows].",
            id=repr(id_),
        )
        file.wrong((*path, "id"), detail, Mistake.NAME_TAKEN)
    return id_


def _names(
    file: HouseText, path: Path, told: Mapping[str, object]
) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """The English and the Chinese name, and all by language."""
    place, name = (*path, "name"), told.get("name", told["id"])
    if not isinstance(name, dict):
        text = file.line(place, name, LONGEST_NAME)
        return text, text, ()
    if len(name) > MOST_NAMES:
        file.wrong(place, Sentence("give a row at most {most} names.", most=MOST_NAMES))
    for tag in name:
        if not isinstance(tag, str) or not LANGUAGE.fullmatch(tag):
            detail = Sentence(
                "{tag} is no language: write its tag, such as en, zh-Hant, zh-Hans or ja.",
                tag=repr(tag),
            )
            file.wrong((*place, str(tag)), detail, Mistake.UNKNOWN_NAME)
    names = {tag: file.line((*place, tag), text, LONGEST_NAME) for tag, text in name.items()}
    if not names:
        file.wrong(
            place,
            Sentence('give a name, such as {{ en = "Seven flowers", "zh-Hant" = "七朵花" }}.'),
        )
    first = next(iter(names.values()))
    chinese = names.get("zh-Hant", names.get("zh-Hans", first))
    return names.get("en", first), chinese, tuple(sorted(names.items()))


def _count(
    file: HouseText, path: Path, told: Mapping[str, object]
) -> tuple[tuple[Pattern, ...], Count]:
    """The patterns of a row, and the count of wins that have all of them."""
    if "pattern" not in told and "all_of" not in told:
        detail = Sentence(
            'a row needs a pattern, such as pattern = "bonus_tiles" ({help}).', help=_HELP
        )
        file.wrong(path, detail)
    patterns: list[Pattern] = []
    counts: list[Count] = []
    if "pattern" in told:
        pattern = _pattern(file, (*path, "pattern"), told["pattern"])
        patterns.append(pattern)
        counts.append(pattern.count(_answers(file, path, told, pattern.arguments)))
    else:
        file.check_keys(path, told, OWN_KEYS)
    others = told.get("all_of", [])
    if not isinstance(others, list) or ("all_of" in told and not others):
        file.wrong(
            (*path, "all_of"), Sentence('all_of is a list of patterns, such as ["four_pungs"].')
        )
    for each in others:
        pattern = _pattern(file, (*path, "all_of"), each)
        patterns.append(pattern)
        counts.append(pattern.count({}))
    return tuple(patterns), counts[0] if len(counts) == 1 else _together(tuple(counts))


_HELP = Sentence("tableside rules --patterns lists them")


def _pattern(file: HouseText, path: Path, name: object) -> Pattern:
    if not is_name(name, PATTERNS):
        detail = Sentence(
            "there is no pattern {name}{near} ({help}).",
            name=quote(name),
            near=hint(str(name), PATTERNS),
            help=_HELP,
        )
        file.wrong(path, detail, Mistake.UNKNOWN_NAME)
    return PATTERNS[str(name)]


def _together(counts: tuple[Count, ...]) -> Count:
    """Count a win once that has all of some patterns."""

    def count(win: Win) -> int:
        return all(each(win) for each in counts)

    return count


def _answers(
    file: HouseText, path: Path, told: Mapping[str, object], arguments: tuple[Argument, ...]
) -> Mapping[str, object]:
    """What a pattern is told: arguments that it has, with values that it takes."""
    known = {each.name: each for each in arguments}
    file.check_keys(path, told, (*OWN_KEYS, *known))
    for name, argument in known.items():
        said = told.get(name, argument.values[0])
        # 1 equals True in Python, and a number of tiles is no yes.
        if not any(type(said) is type(each) and said == each for each in argument.values):
            values = ", ".join(str(each) for each in argument.values if each is not None)
            detail = Sentence(
                "{name} ({what}) is one of {values}, not {said}.",
                name=name,
                what=argument.what,
                values=values.lower(),
                said=quote(said),
            )
            file.wrong((*path, name), detail)
    return {name: told[name] for name in known if name in told}


def _finder(
    file: HouseText, path: Path, told: Mapping[str, object], patterns: tuple[Pattern, ...]
) -> Callable[[Win], tuple[tuple[int, ...], ...]] | None:
    """What finds the sets that make the row: what the file says, or the one pattern itself."""
    if "made_of" not in told:
        return patterns[0].finder if len(patterns) == 1 else None
    name = told["made_of"]
    if not is_name(name, FINDERS):
        detail = Sentence(
            "no pattern {name} names the sets that make it{near}.",
            name=quote(name),
            near=hint(str(name), FINDERS),
        )
        file.wrong((*path, "made_of"), detail)
    return FINDERS[str(name)]


def _part(file: HouseText, rules: RuleSet, path: Path, told: Mapping[str, object]) -> Part:
    """The part of the formula, where hands count in points."""
    if "part" not in told:
        return Part.BASE
    return Part(_of_points(file, rules, path, told, "part", [part.value for part in Part]))


def _who(
    file: HouseText, rules: RuleSet, path: Path, told: Mapping[str, object]
) -> tuple[Role, ...]:
    """Whose hands earn the row; where hands count in faan, the winner's."""
    if told.get("who", Role.WINNER) == Role.WINNER:
        return WINNER_ONLY
    return WHO[_of_points(file, rules, path, told, "who", [*WHO])]


def _of_points(
    file: HouseText,
    rules: RuleSet,
    path: Path,
    told: Mapping[str, object],
    key: str,
    known: Sequence[str],
) -> str:
    """What is said by a key that only rule sets in points have."""
    if told[key] not in known or not rules.everyone_scores:
        said = (
            Sentence("one of {known}", known=", ".join(known))
            if rules.everyone_scores
            else Sentence("for rule sets in points")
        )
        file.wrong(
            (*path, key),
            Sentence("{key} is {said}, not {told}.", key=key, said=said, told=quote(told[key])),
        )
    return str(told[key])


def _winning_alone(
    file: HouseText, rules: RuleSet, path: Path, told: Mapping[str, object]
) -> RuleSet:
    """The rules by which so many bonus tiles win with whatever other tiles, as a self-draw."""
    least, alone = told.get("count"), told.get("pattern") == "bonus_tiles" and "all_of" not in told
    if told["at_any_time"] is not True or not isinstance(least, int) or not alone:
        detail = Sentence(
            "at_any_time is true or left out, and goes with a number of bonus tiles alone: "
            'pattern = "bonus_tiles", count = 7.'
        )
        file.wrong((*path, "at_any_time"), detail)
    others = rules.bonus_only

    def wins(declared: Declaration) -> bool:
        return others(declared) or bonus_drawn(declared, least)

    return replace(rules, bonus_only=wins)


def _valued(
    file: HouseText,
    rules: RuleSet,
    path: Path,
    told: Mapping[str, object],
    row: Row,
    worth: Worth,
) -> Row:
    if "value" in told and ("closed" in told or "open" in told):
        file.wrong(
            (*path, "value"), Sentence("give value for every hand, or closed and open; not both.")
        )
    values = {
        key: worth((*path, key), rules, row, told[key])
        for key in ("value", "closed", "open")
        if key in told
    }
    if all(value is None for value in values.values()):
        detail = Sentence(
            "the row {id} has no value: write value = 1, or closed and open.", id=row.id
        )
        file.wrong(path, detail, Mistake.NO_VALUE)
    both = values.get("value")
    return replace(row, closed=values.get("closed", both), open=values.get("open", both))


def _described(told: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    """What makes the row, for the hash of the rules: all that it says but its names."""
    kept = {key: value for key, value in told.items() if key not in ("name", "excluded_by")}
    return tuple(sorted((key, _frozen(value)) for key, value in kept.items()))


def _frozen(value: object) -> object:
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value


def _swallowing(file: HouseText, rules: RuleSet, path: Path, told: Mapping[str, object]) -> RuleSet:
    """The rules with what a row swallows, and by which rows it is swallowed."""
    own = str(told["id"])
    swallowed = _rows(file, rules, (*path, "excludes"), told.get("excludes", []), own)
    by = _rows(file, rules, (*path, "excluded_by"), told.get("excluded_by", []), own)
    rows = (
        replace(row, excludes=(*row.excludes, *swallowed))
        if row.id == own
        else replace(row, excludes=(*row.excludes, own))
        if row.id in by
        else row
        for row in rules.rows
    )
    return replace(rules, rows=tuple(rows))


def with_exclusions(file: HouseText, rules: RuleSet) -> RuleSet:
    """The rules with what rows of the base swallow, and what swallows them, as `[rows]` says it."""
    for id_, told in file.table("rows").items():
        if not isinstance(told, dict):
            continue
        excluding = {row.id: row.excludes for row in rules.rows}
        if "excludes" in told:
            path = ("rows", id_, "excludes")
            excluding[id_] = _rows(file, rules, path, told["excludes"], id_)
        if "excluded_by" in told:
            by = _rows(file, rules, ("rows", id_, "excluded_by"), told["excluded_by"], id_)
            for other, excluded in excluding.items():
                kept = tuple(each for each in excluded if each != id_)
                excluding[other] = (*kept, id_) if other in by else kept
        rows = (replace(row, excludes=excluding[row.id]) for row in rules.rows)
        rules = replace(rules, rows=tuple(rows))
    return rules


def _rows(file: HouseText, rules: RuleSet, path: Path, told: object, own: str) -> tuple[str, ...]:
    known = [row.id for row in rules.rows if row.id != own]
    if not isinstance(told, list):
        file.wrong(
            path,
            Sentence(
                "{path} is a list of rows, such as [{known}].", path=path[-1], known=repr(known[0])
            ),
        )
    for id_ in told:
        if id_ not in known:
            file.wrong(
                path,
                Sentence(
                    "there is no other row {id}{near}.",
                    id=quote(id_),
                    near=hint(str(id_), known),
                ),
            )
    return tuple(str(id_) for id_ in told)


def _with_needs(rules: RuleSet, patterns: tuple[Pattern, ...]) -> RuleSet:
    """The rules with the shapes and circumstances that some patterns ask for, beside their own."""
    for pattern in patterns:
        needed = needs_of(pattern.function)
        forms = {form: ARRANGERS[form] for form, trait in FORM_TRAITS.items() if needed & trait}
        rules = replace(
            rules,
            forms={**forms, **rules.forms},
            events=rules.events | pattern.circumstances,
            easts_only=rules.easts_only & ~pattern.every_seat,
        )
    return rules


def ready_row(file: HouseText, rules: RuleSet, id_: str, value: object, worth: Worth) -> RuleSet:
    """Return the rules with a ready row, for its usual value (`true`) or for another."""
    ready = READY_ROWS[id_]
    pattern = PATTERNS[ready.pattern]
    known = [row.id for row in rules.rows]
    row = Row(
        id_,
        ready.name,
        ready.zh,
        pattern.what,
        pattern.count(ready.told),
        None,
        None,
        excludes=tuple(other for other in ready.excludes if other in known),
        made_of=None if rules.everyone_scores and not ready.points else pattern.finder,
        who=WINNER_ONLY,
        shown=pattern.shown,
        pattern=(("pattern", ready.pattern), *sorted(ready.told.items())),
    )
    path = ("rows", id_)
    if value is True and rules.everyone_scores and ready.points:
        simples, majors = ready.points
        row = replace(row, closed=simples, open=simples, majors=(majors, majors))
    elif isinstance(value, dict):
        file.check_keys(path, value, ("closed", "open"))
        found = {key: worth((*path, key), rules, row, each) for key, each in value.items()}
        row = replace(row, closed=found.get("closed"), open=found.get("open"))
    elif value is True:
        closed, opened = _usual(file, rules, ready, path, row, worth)
        row = replace(row, closed=closed, open=opened)
    else:
        both = worth(path, rules, row, value)
        # In points a discard may open what cannot lie exposed, such as pairs.
        opens = ready.open is not None or rules.everyone_scores
        row = replace(row, closed=both, open=both if opens else None)
    return _with_needs(replace(rules, rows=(*rules.rows, row)), (pattern,))


def _usual(
    file: HouseText, rules: RuleSet, ready: ReadyRow, path: Path, row: Row, worth: Worth
) -> tuple[Value | None, Value | None]:
    """The usual values of a ready row, for a closed and for an open hand."""
    if rules.everyone_scores:
        if not ready.is_limit:
            detail = Sentence(
                "{id} has a usual value in faan only: give its points here.", id=ready.id
            )
            file.wrong(path, detail, Mistake.NO_VALUE)
        if rules.limit is None:
            detail = Sentence(
                "{id} is worth the limit, and none is agreed: write limit = 1000 under "
                "[options], or give its points here.",
                id=ready.id,
            )
            file.wrong(path, detail, Mistake.NO_LIMIT)
        # A discard may open what cannot lie exposed.
        return MAX, MAX

    def read(value: Value | None) -> Value | None:
        if value is None:
            return None
        return worth(path, rules, row, value if isinstance(value, int) else str(value))

    return read(ready.closed), read(ready.open)
