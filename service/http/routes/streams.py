"""Several games in one stream, since a browser has few connections."""

from collections.abc import AsyncIterator
from typing import Annotated

import anyio.to_thread
from fastapi import Query
from fastapi.responses import Response, StreamingResponse

from service.drafts import store as draft_store
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    DraftsDep,
    NotifierDep,
    StateCacheDep,
    StoreDep,
    api_router,
    event_stream,
)
from service.ledger.store import Store
from service.live import streams
from service.schemas.fields import GameName

router = api_router("", "history")

QUIET_S = 86_400.0
MOST_FOLLOWED = 64  # per stream: more windows than anybody opens, in an address of 3 kB


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
    # The whole stream has a heartbeat: that of each game would only take time.
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
