"""The training course of the Cantonese quick reference, without a game."""

from typing import Annotated, Any

from fastapi import Body
from fastapi.responses import JSONResponse

from scorer.api.training import phases, training_answer
from service.errors import refusals
from service.http.dependencies import LanguageDep, api_router, language_headers
from service.http.openapi import json_body
from service.locale.translations import translation
from service.schemas.setup import Drill, Drilled, Phase

router = api_router("", "training")


# As for scores, the scorer checks the body itself; this is its shape for OpenAPI.
@router.get("/training", responses={200: {"model": list[Phase]}})
def list_phases(language: LanguageDep) -> JSONResponse:
    """List the phases: how many sets make a hand, and what is new."""
    return JSONResponse(phases(translation(language)), headers=language_headers(language))


@router.post(
    "/training",
    responses={200: {"model": Drilled}, **refusals(400, 413, 422)},
    openapi_extra=json_body(Drill),
)
def look_at_training_hand(
    body: Annotated[dict[str, Any], Body()], language: LanguageDep
) -> JSONResponse:
    """Say whether a hand is complete in a phase, and which tiles would complete it."""
    answer = training_answer(body, translation(language))
    return JSONResponse(answer, headers=language_headers(language))
