"""Requests and answers as texts: what a program in another language hands over and gets."""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from scorer.api.next_state import play_hand
from scorer.api.requests import Catalogue, RequestError, answer, answer_with_reasons
from scorer.api.scores import Json
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import HouseFileError, read_kept_file


def answer_score(text: str) -> str:
    """Answer `{"body": …, "explain": …, "houses": …}`, all as JSON.

    `body` is that of `POST /api/v1/scores`, `houses` are texts of house files by their hash. Gives
    `{"answer": …}`, with the very characters of that call, or `{"problem": {"code", "detail"}}`
    for a RequestError or HouseFileError. Raises ValueError for a text that is no JSON, KeyError
    without `body`.
    """

    def score(given: Json) -> Json:
        asked = answer_with_reasons if given.get("explain") else answer
        return asked(given["body"], _catalogue(given["body"].get("rules"), given))

    return _answer(score, text)


def answer_hand(text: str) -> str:
    """Answer `{"state": …, "events": …, "body": …, "houses": …}` by what a hand does to a table.

    Gives `{"answer": …}` of `play_hand`, null where only the ledger can tell, or a `problem`.
    Raises ValueError for a text that is no JSON, KeyError where a part is missing.
    """

    def move(given: Json) -> Json | None:
        known = _catalogue(given["state"]["rules"], given)
        return play_hand(given["state"], given["events"], given["body"], known)

    return _answer(move, text)


def _answer(run: Callable[[Json], Json | None], text: str) -> str:
    try:
        return _json_text({"answer": run(json.loads(text))})
    except RequestError as error:
        return _json_text({"problem": {"code": error.code, "detail": error.detail}})
    except HouseFileError as error:
        return _json_text({"problem": {"code": "bad_house_file", "detail": error.detail}})


def _catalogue(named: object, given: Mapping[str, Mapping[str, str]]) -> Catalogue:
    houses = given.get("houses") or {}
    if not isinstance(named, str) or named not in houses:
        return RULE_SETS
    return MappingProxyType({**RULE_SETS, named: read_kept_file(houses[named])})


def _json_text(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
