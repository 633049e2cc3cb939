"""What happened in a game: as JSON, as CSV, and live, also of several games in one stream."""

from collections.abc import AsyncIterator
from typing import Annotated

import anyio.to_thread
from fastapi import Header, Query
from fastapi.responses import JSONResponse, Response, StreamingResponse

from service.drafts import store as draft_store
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    DraftsDep,
    GameId,
    NotifierDep,
    StateCacheDep,
    StoreDep,
    api_router,
    event_stream,
)
from service.ledger import views
from service.ledger.store import Store
from service.live import streams
from service.schemas import games
from service.schemas.fields import GameName

router = api_router("", "history")

QUIET_S = 86_400.0  # between heartbeats of a game in a stream of several, which has its own
MOST_FOLLOWED = 64  # per stream: more windows than anybody opens, in an address of 3 kB


@router.get(
    "/games/{game_id}/history",
    responses={200: {"model": games.History}, **refusals(404, 410, 422, 503)},
)
def show_history(
    game_id: GameId, store: StoreDep, query: Annotated[games.Page, Query()]
) -> JSONResponse:
    """Show every event in order, or a page of them: those that follow event `after`."""
    listed = views.history(store.load(game_id), query.after, query.limit)
    return JSONResponse({"events": list(listed)})


@router.get(
    "/games/{game_id}/history.csv",
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
    "/games/{game_id}/events",
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


@router.get(
    "/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}, **refusals(404, 422, 429, 503)},
)
async def follow_games(
    *,
    game: Annotated[
        list[GameName],
        Query(min_length=1, max_length=MOST_FOLLOWED, description="a game's id, repeated"),
    ],
    store: StoreDep,
    state_cache: StateCacheDep,
    notifier: NotifierDep,
    drafts: DraftsDep,
) -> StreamingResponse:
    """Stream the newest state and the draft of each game, then every change.

    The event of a message names its kind and game: `state:ID`, `draft:ID`, and `refused:ID` with a
    `code` where there is no such game, or no longer.
    """
    parts = []
    for game_id in dict.fromkeys(game):
        seq = await anyio.to_thread.run_sync(_last_seq, store, game_id)
        if isinstance(seq, RefusedError):
            parts.append(_refusal_stream(game_id, seq.code))
            continue
        states = streams.state_messages(state_cache, notifier, game_id, seq - 1, QUIET_S)
        parts.append(streams.label_messages(states, "state", game_id))
        parts.append(
            streams.label_messages(
                draft_store.draft_states(drafts, game_id, QUIET_S), "draft", game_id
            )
        )
    return event_stream(streams.merge_streams(parts))


def _last_seq(store: Store, game_id: str) -> int | RefusedError:
    """Return the number of a game's last event, or the refusal if it cannot be followed."""
    try:
        return len(store.load(game_id).events)
    except RefusedError as refusal:
        return refusal


async def _refusal_stream(game_id: str, code: str) -> AsyncIterator[str]:
    """Yield one message that a game cannot be followed."""
    yield streams.refusal(game_id, code)
