"""A game as one file, to keep or to continue elsewhere."""

import json
from hashlib import sha256
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import JSONResponse

from scorer.core.sentences import Sentence
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    CreationDep,
    CreationsDep,
    GameId,
    ImportsDep,
    StoreDep,
    api_router,
)
from service.http.openapi import json_body
from service.ledger import game_file, views
from service.ledger.idempotency import Answer
from service.schemas import games

router = api_router("", "history")


# Parsed in a thread, since a long game is a long text; this is its shape for OpenAPI.
@router.post(
    "/imports",
    status_code=201,
    responses={
        201: {"model": games.Started},
        **refusals(400, 409, 410, 413, 422, 429, 501, 503),
    },
    openapi_extra=json_body(games.GameFile),
)
async def import_game(
    request: Request,
    store: StoreDep,
    imports: ImportsDep,
    creations: CreationsDep,
    creation_request: CreationDep,
    *,
    anew: Annotated[bool, Query(description="import under a new id")] = False,
) -> JSONResponse:
    """Import a game from its file; the importer owns it here, with a new token."""
    body = await request.body()

    def work() -> Answer:
        log = game_file.read_game(_file(body), anew=anew)

        def import_log(token: str) -> tuple[str, Answer]:
            game_file.store_game(store.database, log, token)
            return log.id, views.started_json(log, token)

        call = creation_request(sha256(body).hexdigest())
        return creations.answer_once(call, import_log, "write_token")

    answer = await imports.run(work)
    return JSONResponse(answer, status_code=201)


def _file(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        detail = Sentence("The file is not JSON. Send the exported file unchanged.")
        raise RefusedError("malformed_json", detail) from error


@router.get(
    "/games/{game_id}/export",
    responses={200: {"model": games.GameFile}, **refusals(404, 410, 503)},
)
def export_game(game_id: GameId, store: StoreDep) -> JSONResponse:
    """Download a game with all of its events; `tableside import` imports it elsewhere."""
    headers = {"Content-Disposition": f'attachment; filename="game-{game_id[:8]}.json"'}
    return JSONResponse(game_file.export_game(store.database, game_id), headers=headers)
