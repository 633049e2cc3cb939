"""What a hand waits for, without a game."""

from typing import Annotated, Any

from fastapi import Body, Query
from fastapi.responses import JSONResponse

from scorer.api.waits import waits_answer
from service.errors import refusals
from service.http.dependencies import RulesStoreDep, api_router
from service.http.openapi import json_body
from service.schemas import scores
from service.schemas.text import option_values

router = api_router("", "waits")

# As for scores, the scorer checks the body itself; this is its shape for OpenAPI.
REFUSALS = refusals(400, 413, 422)


@router.post(
    "/waits",
    responses={200: {"model": scores.Waits}, **REFUSALS},
    openapi_extra=json_body(scores.WaitsRequest),
)
def name_waits(body: Annotated[dict[str, Any], Body()], rules_store: RulesStoreDep) -> JSONResponse:
    """List the tiles that complete a hand, how many are left, and what each would score."""
    return JSONResponse(waits_answer(body, rules_store.catalogue(body.get("rules"))))


@router.get("/waits", responses={200: {"model": scores.Waits}, **refusals(422)})
def show_waits(
    query: Annotated[scores.WaitsQuery, Query()], rules_store: RulesStoreDep
) -> JSONResponse:
    """Answer the same for a query, with `option=name=value` for each house option."""
    request: dict[str, Any] = query.model_dump(exclude={"option"}, exclude_unset=True)
    request["options"] = option_values(query.option)
    return JSONResponse(waits_answer(request, rules_store.catalogue(query.rules)))
