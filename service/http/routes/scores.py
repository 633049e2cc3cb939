"""Answers of the scorer without a game: scores, waits, rule sets, the set-up, and training."""

from typing import Annotated, Any

from fastapi import Body, Query
from fastapi.responses import JSONResponse

from scorer.api import requests
from scorer.api.comparison import compare
from scorer.api.setup import setup_answer
from scorer.api.training import phases, training_answer
from scorer.api.waits import waits_answer
from service.errors import refusals
from service.http.dependencies import (
    LanguageDep,
    ServicesDep,
    api_router,
    language_headers,
    rules_of_address,
)
from service.http.openapi import body_of
from service.locale.translations import with_languages
from service.schemas import rules, scores
from service.schemas.rules import RulesQuery
from service.schemas.setup import Drilled, Phase, Setup, SetupQuery, TrainingHand
from service.schemas.text import dice_of, option_values

router = api_router("", "scores")
waits = api_router("", "waits")
setup = api_router("", "setup")
training = api_router("", "training")


# The scorer checks the bodies, for the command line and HTTP alike; OpenAPI gets their shapes here.
@router.post("/scores", openapi_extra=body_of(scores.ScoreRequest), response_model=scores.Scored)
def score_hand(
    body: Annotated[dict[str, Any], Body()],
    services: ServicesDep,
    *,
    explain: Annotated[
        bool, Query(description="add nearly earned rows, and explanations in words")
    ] = False,
) -> JSONResponse:
    """Score one hand: rows with their reasons, and who pays what."""
    answer = requests.answer_with_reasons if explain else requests.answer
    return JSONResponse(answer(body, services.rules_store.catalogue(body.get("rules"))))


@router.post(
    "/comparisons",
    openapi_extra=body_of(scores.ScoreRequest),
    response_model=scores.Compared,
)
def compare_hand(body: Annotated[dict[str, Any], Body()]) -> JSONResponse:
    """Score one hand under every rule set; options go to the rule sets that have them."""
    return JSONResponse(compare(body))


@router.get("/rules", response_model=list[rules.Rules])
def list_rules() -> JSONResponse:
    """List the rule sets with their tables and house options."""
    return JSONResponse(requests.rules_list())


@router.get("/rules/{rules_id}", response_model=rules.Rules, responses=refusals(404))
def show_rules(
    rules_id: str, query: Annotated[RulesQuery, Query()], services: ServicesDep
) -> JSONResponse:
    """Show a rule set with its table and house options, by its id or a house's hash.

    With `option` it is shown as a table plays it that has agreed on these options.
    """
    options = option_values(query.option)
    with rules_of_address():
        rule_sets = services.rules_store.catalogue(rules_id)
        return JSONResponse(requests.rules_detail(rules_id, rule_sets, options))


@waits.post("/waits", openapi_extra=body_of(scores.WaitsRequest), response_model=scores.Waits)
def name_waits(body: Annotated[dict[str, Any], Body()], services: ServicesDep) -> JSONResponse:
    """List the tiles that complete a hand, how many are left, and what each would score."""
    return JSONResponse(waits_answer(body, services.rules_store.catalogue(body.get("rules"))))


@waits.get("/waits", response_model=scores.Waits)
def show_waits(query: Annotated[scores.WaitsQuery, Query()], services: ServicesDep) -> JSONResponse:
    """Answer the same for a query, with `option=name=value` for each house option."""
    request: dict[str, Any] = query.model_dump(exclude={"option"}, exclude_unset=True)
    request["options"] = option_values(query.option)
    return JSONResponse(waits_answer(request, services.rules_store.catalogue(query.rules)))


@setup.get("/rules/{rules_id}/setup", response_model=Setup, responses=refusals(404))
def show_setup(
    rules_id: str,
    query: Annotated[SetupQuery, Query()],
    services: ServicesDep,
    language: LanguageDep,
) -> JSONResponse:
    """Show how the table is set up, and for thrown dice where the wall is broken."""
    options = option_values(query.option)
    with rules_of_address():
        rule_sets = services.rules_store.catalogue(rules_id)
        dice = dice_of(query.dice)
        answer = with_languages(setup_answer(rules_id, dice, options, rule_sets), language)
        return JSONResponse(answer, headers=language_headers(language))


@training.get("/training", response_model=list[Phase])
def list_phases(language: LanguageDep) -> JSONResponse:
    """List the phases: how many sets make a hand, and what is new."""
    course = [with_languages(phase, language) for phase in phases()]
    return JSONResponse(course, headers=language_headers(language))


@training.post("/training", openapi_extra=body_of(TrainingHand), response_model=Drilled)
def look_at_training_hand(
    body: Annotated[dict[str, Any], Body()], language: LanguageDep
) -> JSONResponse:
    """Return whether a hand is complete in a phase, and which tiles would complete it."""
    answer = with_languages(training_answer(body), language)
    return JSONResponse(answer, headers=language_headers(language))


router.routes.extend([*waits.routes, *setup.routes, *training.routes])
