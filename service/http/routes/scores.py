"""Scoring a hand without a game, and the rule sets for it."""

from typing import Annotated, Any

from fastapi import Body, Query
from fastapi.responses import JSONResponse

from scorer.api import requests
from scorer.api.comparison import compare
from service.errors import refusals
from service.http.dependencies import RulesStoreDep, api_router, rules_of_address
from service.http.openapi import json_body
from service.schemas import rules, scores
from service.schemas.rules import RulesQuery
from service.schemas.text import option_values

router = api_router("", "scores")


# The scorer checks the bodies, for the command line and HTTP alike; OpenAPI gets their shapes here.
@router.post(
    "/scores",
    responses={200: {"model": scores.Scored}, **refusals(400, 413, 422)},
    openapi_extra=json_body(scores.ScoreRequest),
)
def score_hand(
    body: Annotated[dict[str, Any], Body()],
    rules_store: RulesStoreDep,
    *,
    explain: Annotated[
        bool, Query(description="add nearly earned rows, and explanations in words")
    ] = False,
) -> JSONResponse:
    """Score one hand: rows with their reasons, and who pays what."""
    answer = requests.answer_with_reasons if explain else requests.answer
    return JSONResponse(answer(body, rules_store.catalogue(body.get("rules"))))


@router.post(
    "/comparisons",
    responses={200: {"model": scores.Compared}, **refusals(400, 413, 422)},
    openapi_extra=json_body(scores.ScoreRequest),
)
def compare_hand(body: Annotated[dict[str, Any], Body()]) -> JSONResponse:
    """Score one hand under every rule set; options go to the rule sets that have them."""
    return JSONResponse(compare(body))


@router.get("/rules", responses={200: {"model": list[rules.Rules]}})
def list_rules() -> JSONResponse:
    """List the rule sets with their tables and house options."""
    return JSONResponse(requests.rules_list())


@router.get("/rules/{rules_id}", responses={200: {"model": rules.Rules}, **refusals(404, 422)})
def show_rules(
    rules_id: str, query: Annotated[RulesQuery, Query()], rules_store: RulesStoreDep
) -> JSONResponse:
    """Show a rule set with its table and house options, by its id or a house's hash.

    With `option` it is shown as a table plays it that has agreed on these options.
    """
    options = option_values(query.option)
    with rules_of_address():
        rule_sets = rules_store.catalogue(rules_id)
        return JSONResponse(requests.rules_detail(rules_id, rule_sets, options))
