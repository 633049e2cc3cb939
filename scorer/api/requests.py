"""The public forms: a request in, an answer out, and rule sets as people look them up.

Everything is plain dicts, lists, strings and numbers, as in JSON.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TypeAlias, TypeVar

from scorer.api.scores import Json, explained_json, in_points, row_labels, score_json
from scorer.core.hand import read_hand
from scorer.core.sentences import CodedError, Sentence, unknown
from scorer.core.tiles import Wind
from scorer.core.win import (
    CIRCUMSTANCES,
    NEEDS,
    SEAT_EAST,
    Circumstance,
    Declaration,
    Role,
    circumstances_of,
)
from scorer.ledger.table import PLAYERS, RulesStamp
from scorer.rules.payment import ON_A_LIMIT, RESPONSIBILITIES, Payment, due_faan
from scorer.rules.row import Row
from scorer.rules.rule_set import Option, OptionError, RuleSet, check_false_win, check_winnable
from scorer.rulesets import RULE_SETS
from scorer.scoring.score import Request, score

Catalogue: TypeAlias = Mapping[str, RuleSet]
"""The rule sets that a request may name, by id."""
T = TypeVar("T", bound=StrEnum)
D = TypeVar("D")


class RequestError(CodedError, ValueError):
    """A request with an error: `code` is stable, `detail` says what to write instead.

    Codes: `unknown_rules`, `unknown_option`, `bad_option`, `unknown_event`, `unknown_field`,
    `missing_field`, `bad_value`, `unknown_responsibility`.
    """


class Source(StrEnum):
    """Where the winning tile comes from."""

    DISCARD = "discard"
    SELF_DRAW = "self-draw"


NO_OPTIONS: Mapping[str, object] = {}
ALL = "all"  # stands for every rule set where an id is expected
FIELDS = (
    *("hand", "rules", "role", "seat", "round", "win", "from", "events", "options", "losers"),
    *("responsible", "responsibility"),
)
FALSE_WIN = {"false_win", "limit"}  # the options that decide what a false win costs


def answer(body: Mapping[str, object], known: Catalogue = RULE_SETS) -> Json:
    """Score the hand of a request (the body of `POST /api/v1/scores`); null means absent.

    A hand that does not win gives `"valid": false` with `problems` by name, and under `details` a
    sentence for each. Raises RequestError for names and values that are unknown or impossible.
    """
    return score_json(score(request_of(body, known)))


def answer_with_reasons(body: Mapping[str, object], known: Catalogue = RULE_SETS) -> Json:
    """Answer a request as `answer` does, with more for a person who asks why.

    `refused` are the rows that the hand narrowly misses, each with `why`; `text` is everything in
    words.
    """
    return explained_json(score(request_of(body, known)))


def request_of(body: Mapping[str, object], known: Catalogue = RULE_SETS) -> Request:
    """Return the request that a body describes; null means absent.

    Raises RequestError for names and values that are unknown or impossible. An unreadable hand
    raises nothing: its findings say why.
    """
    given = given_fields(body, FIELDS, ("hand", "rules"))
    rules, losers = house_rules(given, known), _losers(given)
    declared = Declaration(
        role=_choice(given, "role", Role, Role.WINNER),
        hand=read_hand(checked_text(given["hand"], "hand")),
        seat=_choice(given, "seat", Wind, Wind.EAST),
        round=_choice(given, "round", Wind, Wind.EAST),
        self_drawn=_choice(given, "win", Source, Source.DISCARD) is Source.SELF_DRAW,
        discarder=_choice(given, "from", Wind, None),
        circumstances=_events(given),
    )
    return Request(
        rules,
        declared.as_lost(declared.seat, declared.hand) if declared.role is Role.LOSER else declared,
        {wind: declared.as_lost(wind, read_hand(text)) for wind, text in losers.items()},
        responsible=_choice(given, "responsible", Wind, None),
        way=_way(given),
    )


def _way(given: Mapping[str, object]) -> str | None:
    """Return the reason for which one player pays for all, if the request names one."""
    if "responsibility" not in given:
        return None
    name = checked_text(given["responsibility"], "responsibility")
    if name not in RESPONSIBILITIES:
        raise _unknown("responsibility", Sentence("way to pay for all"), name, RESPONSIBILITIES)
    if "responsible" not in given:
        raise RequestError(
            "missing_field",
            Sentence('"responsibility" needs "responsible": the player who pays for all.'),
        )
    return name


def rules_list() -> list[Json]:
    """Return every rule set with its table and options (`GET /api/v1/rules`)."""
    return [rules_detail(id_) for id_ in RULE_SETS]


def rules_detail(
    id_: str, known: Catalogue = RULE_SETS, options: Mapping[str, object] = NO_OPTIONS
) -> Json:
    """Return a rule set with its table, options and events, as a table with `options` plays it.

    Raises RequestError `unknown_rules`, `unknown_option` or `bad_option`.
    """
    rules = house_rules({"rules": id_, "options": options}, known)
    fewer = rules.fewer_player_options if rules.table.players < PLAYERS else ()
    return {
        "id": rules.id,
        "name": rules.name,
        "document": rules.document,
        "roles": [str(role) for role in rules.roles],
        "limit": rules.limit,
        "rows": [_row(row, rules) for row in rules.rows],
        "options": [_option(option) for option in (*rules.options, *fewer)],
        "events": [each.public for each in rules.events],
        "circumstances": [_circumstance(each, rules) for each in rules.events],
        "payments": [_payment(faan, rules) for faan, _ in rules.ladder.steps],
        **_paying(rules),
        **_settling(rules),
        "presets": {name: dict(answers) for name, answers in rules.presets.items()},
    }


def _payment(faan: int, rules: RuleSet) -> Json:
    """Return what is owed for each number of faan, for tables that agree on a number without tiles.

    It applies between players who are not East: `payment` says what differs for East.
    """
    reached = replace(rules, cap=max(rules.cap, faan))  # the ladder as printed, even beyond the cap
    return {
        "faan": faan,
        "points": rules.table.in_points(reached.points(faan)),
        "discard": in_points(due_faan(faan, reached, self_drawn=False), rules),
        "self_draw": in_points(due_faan(faan, reached, self_drawn=True), rules),
    }


def _paying(rules: RuleSet) -> Json:
    """Return how many shares each player pays, if the house differs from its document."""
    pays, table = rules.payment, rules.table
    if pays == Payment() and table.coins == 1:
        return {}
    return {
        "payment": {
            "discard": {"discarder": pays.discarder, "others": pays.others},
            "self_draw": {"others": pays.self_draw},
            "dealer": pays.dealer,
            "most": None if pays.most is None else table.in_points(pays.most),
            "coin": table.in_points(1),
            "responsibility": [{**kind.public, "pays": str(paid)} for kind, paid in pays.for_all],
        }
    }


# The winner, South, has less than one loser and more than the others, so that the schemes give
# different results.
_EXAMPLE = {Wind.EAST: 40, Wind.SOUTH: 24, Wind.WEST: 8, Wind.NORTH: 2}


def _settling(rules: RuleSet) -> Json:
    """Return the scheme by which the scores of a hand are paid, with an example by seat wind."""
    if not rules.everyone_scores:
        return {}
    scores = {wind: _EXAMPLE[wind] for wind in rules.winds}
    moved = rules.settle(scores, Wind.SOUTH)
    return {
        "settlement": {
            "scheme": rules.settle.name,
            "winner": str(Wind.SOUTH),
            "scores": {str(wind): score for wind, score in scores.items()},
            "changes": {str(wind): moved[wind] for wind in scores},
        }
    }


def _circumstance(circumstance: Circumstance, rules: RuleSet) -> Json:
    """Return what a circumstance requires, and which others it contradicts."""
    needs = [need.name for need in NEEDS[circumstance]]
    if circumstance in rules.dealer_only_events and SEAT_EAST.name not in needs:
        needs.append(SEAT_EAST.name)
    others = [pair ^ circumstance for pair in rules.contradictions if circumstance in pair]
    return {
        "event": circumstance.public,
        "needs": needs,
        "contradicts": [other.public for other in others if other in rules.events],
    }


def _row(row: Row, rules: RuleSet) -> Json:
    return {
        **row_labels(row),
        "excludes": list(row.excludes),
        "who": [str(role) for role in row.who if role in rules.roles],
        "part": row.part.value,
        **({"pattern": dict(row.pattern)} if row.pattern else {}),
    }


def _option(option: Option) -> Json:
    values = option.values if isinstance(option.values, str) else list(option.values)
    return {
        "name": option.name,
        "values": values,
        "default": option.default,
        "question": option.question,
    }


def known_rules(id_: str, known: Catalogue = RULE_SETS) -> RuleSet:
    """Return the rule set of an id; raises RequestError `unknown_rules` with the nearest id."""
    if id_ not in known:
        raise _unknown("rules", Sentence("rule set"), id_, known)
    return known[id_]


def _unknown(code: str, what: str, name: str, known: Collection[str]) -> RequestError:
    return RequestError(f"unknown_{code}", unknown(what, name, known))


def given_fields(
    body: Mapping[str, object], fields: Collection[str], required: Iterable[str]
) -> dict[str, object]:
    """Return the fields of a request that are not null.

    Raises RequestError `unknown_field` with the nearest name, or `missing_field`.
    """
    given = {name: value for name, value in body.items() if value is not None}
    for name in given:
        if name not in fields:
            raise _unknown("field", Sentence("field"), str(name), fields)
    for name in required:
        if name not in given:
            raise RequestError(
                "missing_field", Sentence("The request needs {name}.", name=repr(name))
            )
    return given


def house_rules(given: Mapping[str, object], known: Catalogue = RULE_SETS) -> RuleSet:
    """Return the rule set that a request names, with its `options` answered.

    Raises RequestError `unknown_rules`, `unknown_option`, `bad_option` or `bad_value`.
    """
    rules = known_rules(checked_text(given["rules"], "rules"), known)
    options = _object(given.get("options", {}), "options")
    try:
        house = rules.house(options)
        if options:  # only new options are checked: a house file accepted before stays accepted
            check_winnable(house)
        if FALSE_WIN & options.keys():
            check_false_win(house)
    except OptionError as error:
        raise RequestError(error.code, error.detail) from error
    return house


def _events(given: Mapping[str, object]) -> Circumstance:
    names = given.get("events", [])
    if not isinstance(names, list | tuple):
        raise RequestError(
            "bad_value", Sentence("events must be a list of names, such as ['first-draw'].")
        )
    for each in names:
        name = checked_text(each, Sentence("each of events"))
        if name not in CIRCUMSTANCES:
            raise _unknown("event", Sentence("event"), name, CIRCUMSTANCES)
    return circumstances_of(names)


def _losers(given: Mapping[str, object]) -> dict[Wind, str]:
    """Return the hands in `losers`; they count only beside a winner's, where everyone scores."""
    return {
        _choice({"losers": seat}, "losers", Wind, Wind.EAST): checked_text(
            hand, Sentence("the hand of {seat} in losers", seat=seat)
        )
        for seat, hand in _object(given.get("losers", {}), "losers").items()
        if hand is not None  # unknown, as if left out
    }


def _choice(given: Mapping[str, object], name: str, kind: type[T], default: D) -> T | D:
    if name not in given:
        return default
    try:
        return kind(str(given[name]))
    except ValueError as error:
        detail = Sentence(
            "{name} must be one of {known}, not {value}.",
            name=name,
            known=", ".join(kind),
            value=repr(given[name]),
        )
        raise RequestError("bad_value", detail) from error


def checked_text(value: object, name: str) -> str:
    """Return a text; RequestError `bad_value` for any other value of this name."""
    if not isinstance(value, str):
        raise RequestError(
            "bad_value", Sentence("{name} must be text, not {value}.", name=name, value=repr(value))
        )
    return value


def _object(value: object, name: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise RequestError(
            "bad_value",
            Sentence(
                "{name} must be an object of names and values, not {value}.",
                name=name,
                value=repr(value),
            ),
        )
    return value


HASHED_FIELDS = {"rows": ("id", "value", "excludes"), "options": ("name", "default")}


def identity(rules: RuleSet) -> RulesStamp:
    """Return the identity of a rule set, by which a ledger can tell how a hand was scored.

    The hash covers id, version, the rows with values and exclusions, the options with their
    defaults, the house's answers to them and the payments. Names and wording may be corrected
    without changing it.
    """
    import hashlib  # noqa: PLC0415  (nothing that scores loads its libraries)

    detail = rules_detail(rules.id, {rules.id: rules})
    table = {
        part: [{name: one.get(name) for name in names} for one in detail[part]]
        for part, names in HASHED_FIELDS.items()
    }
    for one, row in zip(table["rows"], detail["rows"], strict=True):
        if "pattern" in row:  # the house's own row, which no document has
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
    return RulesStamp(rules.id, rules.version, hashlib.sha256(text.encode()).hexdigest())
