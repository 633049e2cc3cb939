"""Looking back: statistics of one game or of several, and the settlement at the end."""

from typing import Annotated

from fastapi import Query
from fastapi.responses import JSONResponse, Response

from service.errors import refusals
from service.http.dependencies import GameId, StoreDep, api_router
from service.ledger import statistics
from service.schemas.statistics import LookBack, Settle, Settlement, Statistics

router = api_router("/games/{game_id}", "history")


@router.get(
    "/statistics",
    responses={200: {"model": Statistics}, **refusals(404, 410, 422, 503)},
)
def show_statistics(
    game_id: GameId, store: StoreDep, query: Annotated[LookBack, Query()]
) -> JSONResponse:
    """Show statistics of the players of these games; players are identified by their names."""
    logs = statistics.games(store, game_id, query.others, earlier=query.earlier)
    return JSONResponse(statistics.figures(logs))


@router.get(
    "/statistics.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}, **refusals(404, 410, 422, 503)},
)
def download_statistics(
    game_id: GameId, store: StoreDep, query: Annotated[LookBack, Query()]
) -> Response:
    """Download the players' statistics as a table, with the points of each game."""
    logs = statistics.games(store, game_id, query.others, earlier=query.earlier)
    headers = {"Content-Disposition": 'attachment; filename="games.csv"'}
    return Response("".join(statistics.figures_csv(logs)), media_type="text/csv", headers=headers)


@router.get(
    "/settlement",
    responses={200: {"model": Settlement}, **refusals(404, 410, 422, 503)},
)
def show_settlement(
    game_id: GameId, store: StoreDep, query: Annotated[Settle, Query()]
) -> JSONResponse:
    """Show the fewest transfers that settle these games."""
    logs = statistics.games(store, game_id, query.others, earlier=query.earlier)
    bank_roll = None if query.bank_roll is None else int(query.bank_roll)
    return JSONResponse(statistics.settlement(logs, bank_roll))
