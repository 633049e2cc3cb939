"""What happened in a game: as JSON, as CSV, and live."""

from typing import Annotated

import anyio.to_thread
from fastapi import Header, Query
from fastapi.responses import JSONResponse, Response, StreamingResponse

from service.errors import refusals
from service.http.dependencies import (
    GameId,
    NotifierDep,
    StateCacheDep,
    StoreDep,
    api_router,
    event_stream,
)
from service.ledger import views
from service.live import streams
from service.schemas import games

router = api_router("/games/{game_id}", "history")


@router.get("/history", responses={200: {"model": games.History}, **refusals(404, 410, 422, 503)})
def show_history(
    game_id: GameId, store: StoreDep, query: Annotated[games.Page, Query()]
) -> JSONResponse:
    """Show every event in order, or a page of them: those that follow event `after`."""
    listed = views.history(store.load(game_id), query.after, query.limit)
    return JSONResponse({"events": list(listed)})


@router.get(
    "/history.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}, **refusals(404, 410, 503)},
)
def download_history(
    game_id: GameId,
    store: StoreDep,
    query: Annotated[games.Download, Query()],
) -> Response:
    """Download every event in order as a table."""
    lines = "".join(views.history_csv(store.load(game_id), plain=query.plain))
    headers = {"Content-Disposition": f'attachment; filename="game-{game_id[:8]}.csv"'}
    return Response(lines, media_type="text/csv", headers=headers)


@router.get(
    "/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}, **refusals(404, 410, 503)},
)
async def follow_game(
    game_id: GameId,
    store: StoreDep,
    state_cache: StateCacheDep,
    notifier: NotifierDep,
    last_event_id: Annotated[str | None, Header(description="the last `seq` seen")] = None,
) -> StreamingResponse:
    """Stream the state after every event, first the newest or those after `Last-Event-ID`."""
    log = await anyio.to_thread.run_sync(store.load, game_id)
    after = streams.resume_after(last_event_id, len(log.events))
    return event_stream(streams.state_messages(state_cache, notifier, game_id, after))
