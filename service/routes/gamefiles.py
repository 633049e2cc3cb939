"""A game as one file, to keep or to play on elsewhere."""

import json
from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from service import answers, gamefile, sharing, views
from service.deps import GameId, ImportsDep, StoreDep
from service.problems import RefusedError, described
from service.store import Store

router = APIRouter(prefix="/api/v1", tags=["history"])

# Read in a thread, for a long game is a long text; OpenAPI gets its shape here.
FILE_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": sharing.GameFile.model_json_schema()}},
    }
}


@router.post(
    "/imports",
    status_code=201,
    responses={201: {"model": answers.Started}, **described(400, 409, 413, 422, 429, 501, 503)},
    openapi_extra=FILE_BODY,
)
async def import_game(
    request: Request,
    store: StoreDep,
    imports: ImportsDep,
    *,
    anew: Annotated[bool, Query(description="under an id of its own")] = False,
) -> JSONResponse:
    """Bring a game in from its file; whoever does is its owner here, with a token of his own."""
    body = await request.body()
    work = lambda: _brought_in(store, body, anew=anew)  # noqa: E731  (run_sync passes no names)
    return await anyio.to_thread.run_sync(work, limiter=imports)


def _brought_in(store: Store, body: bytes, *, anew: bool) -> JSONResponse:
    try:
        file = json.loads(body)
    except (ValueError, RecursionError) as error:
        detail = "The file is not JSON. Send what was exported, as it is."
        raise RefusedError("malformed_json", detail) from error
    log, token = gamefile.imported(store.database, file, anew=anew)
    started = {"id": log.id, "write_token": token, "state": views.state(log)}
    return JSONResponse(started, status_code=201)


@router.get(
    "/games/{game_id}/export", responses={200: {"model": sharing.GameFile}, **described(404, 503)}
)
def export_game(game_id: GameId, store: StoreDep) -> JSONResponse:
    """Download a game with all of its events; `tableside import` brings it in elsewhere."""
    headers = {"Content-Disposition": f'attachment; filename="game-{game_id[:8]}.json"'}
    return JSONResponse(gamefile.exported(store.database, game_id), headers=headers)
