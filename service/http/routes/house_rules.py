"""Rule sets of houses: a file is read, kept by the hash of its rules, and offered to tables."""

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import JSONResponse

from scorer.api.requests import known_rules, rules_detail
from scorer.rulesets.house_file import write_house_file
from service.errors import RefusedError, described
from service.http.dependencies import (
    CreationDep,
    CreationsDep,
    MarkDep,
    RulesStoreDep,
    api_router,
    writes,
)
from service.ledger.idempotency import Answer, Attempt
from service.rules.house_rules import StoredRules
from service.schemas.rules import HouseChoice, HouseFile, HouseRules, HousesQuery

router = api_router("", "house rules")


@router.post(
    "/house-rules",
    responses={200: {"model": HouseRules}, **described(400, 409, 413, 422, 429, 503)},
)
@writes
def keep_house_file(
    body: HouseFile,
    rules_store: RulesStoreDep,
    sender: MarkDep,
    creations: CreationsDep,
    creation: CreationDep,
) -> JSONResponse:
    """Read a house's file and keep it: its table, version and hash, or the line that is wrong.

    Instead of `toml`, `base`, `name`, `options` and `rows` have the file written.
    """

    def keep(attempt: Attempt) -> Answer:
        answer = _shown(rules_store.keep(_file(body), sender))
        creations.keep(attempt, answer)  # after the file: who repeats the call finds it kept
        return answer

    return JSONResponse(creations.once(creation(body.model_dump()), keep))


@router.get("/house-rules", responses={200: {"model": list[HouseChoice]}, **described(422, 503)})
def list_house_rules(
    query: Annotated[HousesQuery, Query()], rules_store: RulesStoreDep, sender: MarkDep
) -> JSONResponse:
    """List house rules for a table to choose from, the latest first.

    They are those that were sent from where the list is asked for, and those named by `hash`.
    """
    offered = rules_store.offered(sender, query.hash)
    names = ("hash", "id", "name", "base", "version", "at")
    return JSONResponse([{name: getattr(kept, name) for name in names} for kept in offered])


@router.get(
    "/house-rules/{hash}", responses={200: {"model": HouseRules}, **described(404, 422, 503)}
)
def show_house_rules(hash: str, rules_store: RulesStoreDep) -> JSONResponse:  # noqa: A002  (its public name)
    """Show the house rules of a hash, with their file to share."""
    try:
        kept = rules_store.find(hash)
    except RefusedError as error:
        raise RefusedError("no_such_rules", error.detail) from error
    return JSONResponse(_shown(kept))


def _file(body: HouseFile) -> str:
    asked = (body.base, body.name, body.version, body.options, body.rows)
    if (body.toml is None) == (body.base is None or body.name is None) or (
        body.toml is not None and any(asked)
    ):
        detail = "Give toml, the text of a file, or base and name to have one written."
        raise RefusedError("one_file", detail)
    if body.toml is not None:
        return body.toml
    base = known_rules(body.base or "")
    return write_house_file(
        base, body.name or "", body.options or {}, body.version or 1, rows=body.rows or {}
    )


def _shown(kept: StoredRules) -> dict[str, Any]:
    rules = kept.rules
    return {
        **rules_detail(rules.id, {rules.id: rules}),
        "base": kept.base,
        "version": kept.version,
        "hash": kept.hash,
        "toml": kept.toml,
        "at": kept.at,
    }
