"""One hand under every rule set."""

from typing import Annotated, Any

from fastapi import Body
from fastapi.responses import JSONResponse

from scorer.api.comparison import compare
from service.errors import refusals
from service.http.dependencies import api_router
from service.http.openapi import json_body
from service.schemas import scores
from service.schemas.scores import Compared

router = api_router("", "scores")


# As for scores, the scorer checks the body itself; this is its shape for OpenAPI.
@router.post(
    "/comparisons",
    responses={200: {"model": Compared}, **refusals(400, 413, 422)},
    openapi_extra=json_body(scores.ScoreRequest),
)
def compare_hand(body: Annotated[dict[str, Any], Body()]) -> JSONResponse:
    """Score one hand under every rule set; options go to the rule sets that have them."""
    return JSONResponse(compare(body))
