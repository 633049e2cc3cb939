"""Games: start one, look at it, and add what happened."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from scorer import ledger
from scorer.identity import identity
from scorer.ledger_events import Adjusted, GameStarted, RulesStamp
from scorer.table_seats import four
from service import answers, hands, reported, requests, views
from service.deps import AppendDep, GameId, RecorderDep, StoreDep, WritableGame
from service.problems import described

router = APIRouter(prefix="/api/v1/games", tags=["games"])

ADDED: dict[int | str, dict[str, Any]] = {
    201: {"model": answers.Added},
    **described(400, 401, 403, 404, 409, 413, 422, 503),
}


@router.post(
    "",
    status_code=201,
    responses={201: {"model": answers.Started}, **described(400, 413, 422, 503)},
)
def start_game(body: requests.NewGame, store: StoreDep) -> JSONResponse:
    """Start a game; the write token is shown this once."""
    rules = reported.rule_set(body.rules, body.options)
    east, south, west, north = body.players
    token, log = store.create(
        GameStarted(
            players=(east, south, west, north),
            rules=body.rules,
            table=rules.table,
            options=body.options,
            stamp=RulesStamp(*identity(rules)),
        )
    )
    started = {"id": log.id, "write_token": token, "state": views.state(log)}
    return JSONResponse(started, status_code=201)


@router.get("/{game_id}", responses={200: {"model": answers.State}, **described(404, 503)})
def show_game(game_id: GameId, store: StoreDep) -> JSONResponse:
    """Show the state of a game."""
    return JSONResponse(views.state(store.load(game_id)))


@router.post("/{game_id}/hands", status_code=201, responses=ADDED)
def add_hand(
    game_id: WritableGame, body: requests.Hand, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Add a finished hand: somebody won it, or nobody did."""
    return record(game_id, append, lambda game: hands.event_of(game, body))


@router.post("/{game_id}/undo", status_code=201, responses=ADDED)
def undo_hand(
    game_id: WritableGame,
    append: AppendDep,
    record: RecorderDep,
    body: requests.Undo | None = None,
) -> JSONResponse:
    """Take the latest hand not yet taken back back."""
    del body  # checked for unknown fields; `expected_seq` travels in `append`
    return record(game_id, append, ledger.undo)


@router.post("/{game_id}/adjustments", status_code=201, responses=ADDED)
def adjust_points(
    game_id: WritableGame, body: requests.Adjustment, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Move points outside a hand, with a reason."""
    event = Adjusted(four(body.changes), body.reason)
    return record(game_id, append, lambda _game: event)
