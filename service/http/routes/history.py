"""What happened in games: live, as JSON and CSV, as statistics, and as a file to move a game."""

import json
from hashlib import sha256
from typing import Annotated, Literal

import anyio.to_thread
from fastapi import Header, Query, Request
from fastapi.responses import JSONResponse

from scorer.core.sentences import Sentence
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    CreationDep,
    CsvFile,
    EventStream,
    GameId,
    ServicesDep,
    api_router,
)
from service.http.openapi import body_of, stream_of
from service.ledger import game_file, statistics, views
from service.ledger.idempotency import Answer
from service.live.streams import Part, resume_after
from service.schemas import games
from service.schemas.fields import GameName
from service.schemas.statistics import LookBack, Settle, Settlement, Statistics

router = api_router("", "history")

MOST_FOLLOWED = 64  # per stream: more windows than anybody opens, in an address of 3 kB


@router.get("/games/{game_id}/history", response_model=games.History)
def show_history(
    game_id: GameId, services: ServicesDep, query: Annotated[games.Page, Query()]
) -> JSONResponse:
    """Show every event in order, or a page of them: those that follow event `after`."""
    listed = views.history(services.store.load(game_id), query.after, query.limit)
    return JSONResponse({"events": list(listed)})


@router.get("/games/{game_id}/history.csv", response_class=CsvFile)
def download_history(
    game_id: GameId,
    services: ServicesDep,
    query: Annotated[games.Download, Query()],
) -> CsvFile:
    """Download every event in order as a table."""
    return CsvFile(
        views.history_csv(services.store.load(game_id), plain=query.plain), f"game-{game_id[:8]}"
    )


@router.get("/games/{game_id}/events", response_class=EventStream, responses=stream_of("State"))
async def follow_game(
    game_id: GameId,
    services: ServicesDep,
    last_event_id: Annotated[str | None, Header(description="the last `seq` seen")] = None,
) -> EventStream:
    """Stream the state after every event, first the newest or those after `Last-Event-ID`."""
    log = await anyio.to_thread.run_sync(services.store.load, game_id)
    after = resume_after(last_event_id, len(log.events))
    return EventStream(services.feeds.stream(Part(game_id, "state", after)))


@router.get(
    "/events",
    response_class=EventStream,
    responses=stream_of("State") | refusals(404, 429, 503),
)
async def follow_games(
    *,
    game: Annotated[
        list[GameName],
        Query(min_length=1, max_length=MOST_FOLLOWED, description="a game's id, repeated"),
    ],
    services: ServicesDep,
) -> EventStream:
    """Stream the newest state and the draft of each game, then every change.

    The event of a message names its kind and game: `state:ID`, `draft:ID`, and `refused:ID` with a
    `code` where there is no such game, or no longer.
    """
    kinds: tuple[Literal["state", "draft"], ...] = ("state", "draft")
    parts = [Part(game_id, kind) for game_id in dict.fromkeys(game) for kind in kinds]
    return EventStream(services.feeds.stream(*parts, labelled=True))


@router.get("/games/{game_id}/statistics", response_model=Statistics)
def show_statistics(
    game_id: GameId, services: ServicesDep, query: Annotated[LookBack, Query()]
) -> JSONResponse:
    """Show statistics of the players of these games; players are identified by their names."""
    logs = statistics.games(services.store, game_id, query.others, earlier=query.earlier)
    return JSONResponse(statistics.figures(logs))


@router.get("/games/{game_id}/statistics.csv", response_class=CsvFile)
def download_statistics(
    game_id: GameId, services: ServicesDep, query: Annotated[LookBack, Query()]
) -> CsvFile:
    """Download the players' statistics as a table, with the points of each game."""
    logs = statistics.games(services.store, game_id, query.others, earlier=query.earlier)
    return CsvFile(statistics.figures_csv(logs), "games")


@router.get("/games/{game_id}/settlement", response_model=Settlement)
def show_settlement(
    game_id: GameId, services: ServicesDep, query: Annotated[Settle, Query()]
) -> JSONResponse:
    """Show the fewest transfers that settle these games."""
    logs = statistics.games(services.store, game_id, query.others, earlier=query.earlier)
    bank_roll = None if query.bank_roll is None else int(query.bank_roll)
    return JSONResponse(statistics.settlement(logs, bank_roll))


# Parsed in a thread, since a long game is a long text; this is its shape for OpenAPI.
@router.post(
    "/imports",
    status_code=201,
    openapi_extra=body_of(games.GameFile),
    response_model=games.Started,
    responses=refusals(409, 410, 429, 501, 503),
)
async def import_game(
    request: Request,
    services: ServicesDep,
    answer_once: CreationDep,
    *,
    anew: Annotated[bool, Query(description="import under a new id")] = False,
) -> JSONResponse:
    """Import a game from its file; the importer owns it here, with a new token."""
    body = await request.body()

    def work() -> Answer:
        log = game_file.read_game(_file(body), anew=anew)

        def import_log(token: str) -> tuple[str, Answer]:
            game_file.store_game(services.database, log, token)
            return log.id, views.started_json(log, token)

        return answer_once(sha256(body).hexdigest(), import_log, "write_token")

    answer = await services.imports.run(work)
    return JSONResponse(answer, status_code=201)


def _file(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        detail = Sentence("The file is not JSON. Send the exported file unchanged.")
        raise RefusedError("malformed_json", detail) from error


@router.get("/games/{game_id}/export", response_model=games.GameFile)
def export_game(game_id: GameId, services: ServicesDep) -> JSONResponse:
    """Download a game with all of its events; `tableside import` imports it elsewhere."""
    headers = {"Content-Disposition": f'attachment; filename="game-{game_id[:8]}.json"'}
    return JSONResponse(game_file.export_game(services.database, game_id), headers=headers)
