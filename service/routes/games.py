"""Games: start one, look at it, and add what happened; each call adds one event."""

from functools import partial
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from scorer import ledger
from scorer.ledger_events import Ended
from service import answers, requests, views
from service.deps import (
    AppendDep,
    Bearer,
    GameId,
    LinksDep,
    RecorderDep,
    ShelfDep,
    StoreDep,
    WritableGame,
)
from service.problems import described
from service.reports import corrections, hands, happenings
from service.shelf import is_hash
from service.sitting import opening
from service.store import alone
from service.successors import led_on

router = APIRouter(prefix="/api/v1/games", tags=["games"])

REFUSED = described(400, 401, 403, 404, 409, 413, 422, 503)
ADDED: dict[int | str, dict[str, Any]] = {201: {"model": answers.Added}, **REFUSED}


@router.post(
    "",
    status_code=201,
    openapi_extra={"security": [{"HTTPBearer": []}, {}]},  # with a token: to lead a table on
    responses={201: {"model": answers.Started}, **described(400, 403, 404, 413, 422, 429, 503)},
)
def start_game(
    body: requests.NewGame, bearer: Bearer, store: StoreDep, shelf: ShelfDep, links: LinksDep
) -> JSONResponse:
    """Start a game by a rule set or a house's file (`rules`: an id or a hash).

    The write token is shown this once. With a token of the game that it `follows`, the phones of
    that table are led on to it, and all who may write that game may write this one.
    """
    house = shelf.find(body.rules).toml if is_hash(body.rules) else None
    started = opening(body, house)
    along = alone
    if body.follows is not None:
        store.load(body.follows)  # refused where there is no such game
        if bearer is not None:
            along = partial(led_on, links.authorise(body.follows, bearer.credentials))
    token, log = store.create(started, along)
    answer = {"id": log.id, "write_token": token, "state": views.state(log)}
    return JSONResponse(answer, status_code=201)


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


@router.post(
    "/{game_id}/hands/preview",
    responses={200: {"model": answers.Added}, **REFUSED},
)
def preview_hand(game_id: WritableGame, body: requests.Hand, store: StoreDep) -> JSONResponse:
    """Show what a finished hand would do, payments included, and do nothing."""
    log = store.load(game_id)
    event = hands.event_of(log.game, body)
    return JSONResponse(views.added(log.add(event, log.times[-1])))


@router.post("/{game_id}/undo", status_code=201, responses=ADDED)
def undo_hand(
    game_id: WritableGame,
    append: AppendDep,
    record: RecorderDep,
    body: requests.Undo | None = None,
) -> JSONResponse:
    """Take the latest hand not yet taken back back (or false win, swap, end)."""
    del body  # checked for unknown fields; `expected_seq` travels in `append`
    return record(game_id, append, ledger.undo)


@router.post("/{game_id}/adjustments", status_code=201, responses=ADDED)
def adjust_points(
    game_id: WritableGame, body: requests.Adjustment, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Move points outside a hand, with a reason."""
    event = happenings.adjusted(body)
    return record(game_id, append, lambda _game: event)


@router.post("/{game_id}/false-wins", status_code=201, responses=ADDED)
def add_false_win(
    game_id: WritableGame, body: requests.FalseWin, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Let a player pay for a win that was none; the hand goes on or is dealt again."""
    return record(game_id, append, lambda game: happenings.false_win_of(game, body))


@router.post("/{game_id}/swaps", status_code=201, responses=ADDED)
def swap_players(
    game_id: WritableGame, body: requests.Swap, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Let players change chairs; points go with them, winds stay with the chairs."""
    event = happenings.swapped(body)
    return record(game_id, append, lambda _game: event)


@router.post("/{game_id}/end", status_code=201, responses=ADDED)
def end_game(
    game_id: WritableGame,
    append: AppendDep,
    record: RecorderDep,
    body: requests.End | None = None,
) -> JSONResponse:
    """End the game before its length is played; an undo reopens it."""
    event = Ended((body and body.reason) or "")
    return record(game_id, append, lambda _game: event)


@router.post("/{game_id}/corrections", status_code=201, responses=ADDED)
def correct_event(
    game_id: WritableGame, body: requests.Correction, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Set an older event right; what follows is settled anew, as if told so from the start."""
    return record(game_id, append, lambda game: corrections.event_of(game, body))


@router.post(
    "/{game_id}/corrections/preview",
    responses={200: {"model": answers.CorrectionPreview}, **REFUSED},
)
def preview_correction(
    game_id: WritableGame, body: requests.Correction, store: StoreDep
) -> JSONResponse:
    """Show what a correction would do, and do nothing."""
    return JSONResponse(corrections.preview(store.load(game_id), body))
