"""One hand under every rule set, and a house's own rule set looked at; nothing is kept."""

from typing import Annotated, Any

from fastapi import APIRouter, Body
from fastapi.responses import JSONResponse

from scorer.compare import compared
from scorer.house_file import HouseFileError, read_house_file
from scorer.identity import identity
from scorer.wire import rules_detail
from service import requests
from service.lookups import Compared, HouseFile, HouseRules
from service.problems import RefusedError, described

router = APIRouter(prefix="/api/v1", tags=["scores"])

# As for scores, the scorer checks the body itself; OpenAPI gets its shape here.
COMPARE_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": requests.Score.model_json_schema()}},
    }
}


@router.post(
    "/comparisons",
    responses={200: {"model": Compared}, **described(400, 413, 422)},
    openapi_extra=COMPARE_BODY,
)
def compare_hand(body: Annotated[dict[str, Any], Body()]) -> JSONResponse:
    """Score one hand under every rule set; options go to the rule sets that have them."""
    return JSONResponse(compared(body))


@router.post("/house-rules", responses={200: {"model": HouseRules}, **described(400, 413, 422)})
def look_at_house_file(body: HouseFile) -> JSONResponse:
    """Read a house's file: its table, version and hash, or the line that is wrong."""
    try:
        rules = read_house_file(body.toml)
    except HouseFileError as error:
        raise RefusedError("bad_house_file", str(error), line=error.line) from error
    found = identity(rules)
    detail = rules_detail(rules.id, {rules.id: rules})
    return JSONResponse({**detail, "version": found.version, "hash": found.hash})
