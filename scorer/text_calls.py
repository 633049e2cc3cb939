"""Requests and answers as texts, for programs in other languages: a phone without a network."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from scorer.api.requests import NO_OPTIONS, Catalogue, answer, answer_with_reasons, house_rules
from scorer.api.scores import Json
from scorer.core.sentences import CodedError
from scorer.ledger.answers import entry_json, read_table, table_json
from scorer.ledger.game import Entry, step
from scorer.reports.agreement import Agreement
from scorer.reports.events import hand_event
from scorer.reports.wins import read_report
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import read_kept_file


def answer_score(text: str) -> str:
    """Answer `{"body": …, "explain": …, "houses": …}`, all as JSON.

    `body` is that of `POST /api/v1/scores`, `houses` are texts of house files by their hash.
    Returns `{"answer": …}`, with exactly the text of that call, or `{"problem": {"code",
    "detail"}}`. Raises ValueError for a text that is no JSON, KeyError without `body`.
    """

    def score(given: Json) -> Json:
        answerer = answer_with_reasons if given.get("explain") else answer
        return answerer(given["body"], _catalogue(given["body"].get("rules"), given))

    return _answer(score, text)


def answer_hand(text: str) -> str:
    """Answer `{"state": …, "body": …, "houses": …}` with what a hand does to a table.

    `state` and `body` are those of `GET /games/{id}` and of `POST …/hands`. Returns `{"answer":
    {"event": …, "state": …}}`, null if only the ledger can tell, or a `problem`. Raises ValueError
    for a text that is no JSON, LookupError if a part is missing.
    """
    return _answer(_play_hand, text)


def _play_hand(given: Json) -> Json | None:
    state = given["state"]
    chosen = {"rules": state["rules"], "options": state.get("options") or NO_OPTIONS}
    rules = house_rules(chosen, _catalogue(state["rules"], given))
    coins = round(1 / state.get("coin", 1))
    customs = replace(rules.table, coins=coins, direction=state["direction"])
    table = read_table(state, customs)
    names = tuple(player["name"] for player in state["players"])
    agreement = Agreement(names, rules, coins=coins // rules.table.coins)
    event = hand_event(agreement, table, read_report(given["body"]))
    after = step(table, event)
    coming = state.get("coming")
    if table.finished or (coming is not None and after.hand_number >= coming["from_hand"]):
        return None
    seq = state["seq"] + 1
    return {
        "event": entry_json(Entry(seq, event, table, after)),
        "state": {**state, "seq": seq, **table_json(after, names)},
    }


def _answer(run: Callable[[Json], Json | None], text: str) -> str:
    try:
        return _json_text({"answer": run(json.loads(text))})
    except CodedError as error:
        return _json_text({"problem": {"code": error.code, "detail": error.detail}})


def _catalogue(named: object, given: Mapping[str, Mapping[str, str]]) -> Catalogue:
    houses = given.get("houses") or {}
    if not isinstance(named, str) or named not in houses:
        return RULE_SETS
    return {**RULE_SETS, named: read_kept_file(houses[named])}


def _json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
