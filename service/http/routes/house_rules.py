"""House rule sets: files that are stored by the hash of their rules and offered to tables."""

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import JSONResponse

from scorer.api.houses import example_hands, house_file_detail, patterns_list
from scorer.api.requests import identity, known_rules, rules_detail
from scorer.core.sentences import Sentence
from scorer.rules.rule_set import RuleSet
from scorer.rulesets.house_file import read_house_file
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    CreationDep,
    MarkDep,
    ServicesDep,
    api_router,
    rules_of_address,
    serialised_write,
)
from service.ledger.idempotency import Answer
from service.rules.house_rules import StoredRules, write_terms
from service.schemas.rules import (
    HouseChoice,
    HouseFile,
    HousePreviewed,
    HouseRules,
    HousesQuery,
    PatternDetail,
)

router = api_router("", "house rules")


@router.post("/house-rules", response_model=HouseRules, responses=refusals(409, 429, 503))
@serialised_write
def keep_house_file(
    body: HouseFile,
    services: ServicesDep,
    sender: MarkDep,
    answer_once: CreationDep,
) -> JSONResponse:
    """Read and store a house's file; return its table, version and hash, or the wrong line.

    Instead of `toml`, the other fields can be given to have the file written.
    """

    def keep(_token: str) -> tuple[None, Answer]:
        return None, _stored_rules_json(services.rules_store.keep(_file(body), sender))

    return JSONResponse(answer_once(body.model_dump(), keep))


@router.post("/house-rules/preview", response_model=HousePreviewed)
def preview_house_rules(body: HouseFile) -> JSONResponse:
    """Show what a house's rules would be, with example hands; nothing is stored."""
    toml = _file(body)
    rules = read_house_file(toml)
    return JSONResponse({**_rules_json(rules, toml), "examples": example_hands(rules)})


@router.get("/patterns", response_model=list[PatternDetail])
def list_patterns() -> JSONResponse:
    """List the patterns that a house's own row can use, with an example hand each."""
    return JSONResponse(patterns_list())


@router.get("/house-rules", response_model=list[HouseChoice], responses=refusals(503))
def list_house_rules(
    query: Annotated[HousesQuery, Query()], services: ServicesDep, sender: MarkDep
) -> JSONResponse:
    """List house rules for a table to choose from, the latest first.

    They are those that were sent from the caller's address, and those named by `hash`.
    """
    known = services.rules_store.known_to(sender, query.hash)
    return JSONResponse([kept.model_dump(exclude={"toml"}) for kept in known])


@router.get("/house-rules/{hash}", response_model=HouseRules, responses=refusals(404, 503))
def show_house_rules(hash: str, services: ServicesDep) -> JSONResponse:
    """Show the house rules of a hash, with their file to share."""
    with rules_of_address():
        return JSONResponse(_stored_rules_json(services.rules_store.find(hash)))


def _file(body: HouseFile) -> str:
    terms = body.model_dump(exclude={"toml"}, exclude_none=True)
    if (body.toml is None) != ({"base", "name"} <= terms.keys()) or (body.toml and terms):
        detail = Sentence("Send toml, the text of a house file, or base and name to generate one.")
        raise RefusedError("one_file", detail)
    if body.toml is not None:
        return body.toml
    known_rules(terms["base"])
    return write_terms(terms)


def _stored_rules_json(kept: StoredRules) -> dict[str, Any]:
    return {**_rules_json(kept.rules, kept.toml), "hash": kept.hash, "at": kept.at}


def _rules_json(rules: RuleSet, toml: str) -> dict[str, Any]:
    identified = identity(rules)
    return {
        **rules_detail(rules.id, {rules.id: rules}),
        "base": rules.base,
        "version": identified.version,
        "hash": identified.hash,
        "toml": toml,
        **house_file_detail(toml),
    }
