"""A game as one file, to keep or to continue elsewhere."""

import json
from hashlib import sha256
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import JSONResponse
from sqlalchemy.engine import Connection

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
from service.ledger.event_log import EventLog
from service.ledger.idempotency import Answer, Attempt
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

    def import_file(attempt: Attempt) -> Answer:
        def extra_write(connection: Connection, log: EventLog) -> None:
            attempt.keep(connection, log.id, views.started_json(log, attempt.token))

        log, _ = game_file.import_game(
            store.database, _file(body), anew=anew, extra_write=extra_write, token=attempt.token
        )
        return views.started_json(log, attempt.token)

    def work() -> Answer:
        return creations.answer_once(
            creation_request(sha256(body).hexdigest()), import_file, "write_token"
        )

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
