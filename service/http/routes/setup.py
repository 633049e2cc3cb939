"""Setting up the table, without a game."""

from typing import Annotated

from fastapi import Query
from fastapi.responses import JSONResponse

from scorer.api.setup import setup_answer
from service.errors import refusals
from service.http.dependencies import (
    LanguageDep,
    RulesStoreDep,
    api_router,
    language_headers,
    rules_of_address,
)
from service.locale.translations import translation
from service.schemas.setup import Setup, SetupQuery
from service.schemas.text import dice_of, option_values

router = api_router("", "setup")


@router.get("/rules/{rules_id}/setup", responses={200: {"model": Setup}, **refusals(404, 422)})
def show_setup(
    rules_id: str,
    query: Annotated[SetupQuery, Query()],
    rules_store: RulesStoreDep,
    language: LanguageDep,
) -> JSONResponse:
    """Show how the table is set up, and for thrown dice where the wall is broken."""
    options = option_values(query.option)
    with rules_of_address():
        rule_sets = rules_store.catalogue(rules_id)
        dice = dice_of(query.dice)
        answer = setup_answer(rules_id, dice, options, rule_sets, translation(language))
        return JSONResponse(answer, headers=language_headers(language))
