"""Games: start one, look at it, and add what happened; each call adds one event."""

from typing import Any

from fastapi.responses import JSONResponse, Response

from scorer.ledger import game as ledger
from scorer.ledger.events import Corrected, Ended, HandNoted
from scorer.ledger.game import Game
from scorer.reports.agreement import opening_event, renaming, rules_change
from scorer.reports.events import correction_of, event_of
from service.errors import refusals
from service.http.dependencies import (
    AccessDep,
    AppendDep,
    Bearer,
    CreationDep,
    CreationsDep,
    GameId,
    LinksDep,
    NotifierDep,
    RecorderDep,
    RulesStoreDep,
    StateCacheDep,
    StoreDep,
    api_router,
    serialised_write,
)
from service.ledger import corrections, views
from service.ledger.idempotency import Answer
from service.ledger.next_game import migrate_access
from service.rules.house_rules import is_hash
from service.schemas import games

router = api_router("/games", "games")
game = api_router("/games/{game_id}", "games")

REFUSED = refusals(400, 401, 403, 404, 410, 409, 413, 422, 503)
ADDED: dict[int | str, dict[str, Any]] = {201: {"model": games.Added}, **REFUSED}


@router.post(
    "",
    status_code=201,
    openapi_extra={"security": [{"HTTPBearer": []}, {}]},  # with a token: to move a table on
    responses={
        201: {"model": games.Started},
        **refusals(400, 403, 404, 410, 413, 422, 429, 503),
    },
)
@serialised_write
def start_game(
    *,
    body: games.NewGame,
    bearer: Bearer,
    store: StoreDep,
    rules_store: RulesStoreDep,
    links: LinksDep,
    creations: CreationsDep,
    creation_request: CreationDep,
) -> JSONResponse:
    """Start a game by a rule set or a house's file (`rules`: an id or a hash).

    The write token is shown only once, and again to a call repeated with its key. With a token of
    the game that it `follows`, that table's phones move on to this game, and everybody who may
    write that game may write this one.
    """

    def start(token: str) -> tuple[str, Answer]:
        house = rules_store.find(body.rules).toml if is_hash(body.rules) else None
        started = opening_event(body.players, body.terms(house), body.follows)
        access = None
        if body.follows is not None:
            store.load(body.follows)  # raises where there is no such game
            if bearer is not None:
                access = links.authorise(body.follows, bearer.credentials)
        with store.database.write_connection() as connection:
            _, log = store.create(started, token)
            if access is not None:
                migrate_access(access, connection, log)
        return log.id, views.started_json(log, token)

    request = creation_request(body.model_dump(by_alias=True))
    return JSONResponse(creations.answer_once(request, start, "write_token"), status_code=201)


@game.get("", responses={200: {"model": games.State}, **refusals(404, 410, 503)})
def show_game(game_id: GameId, store: StoreDep) -> JSONResponse:
    """Show the state of a game."""
    return JSONResponse(views.state(store.load(game_id)))


@game.delete("", status_code=204, responses=refusals(401, 403, 404, 410, 503))
@serialised_write
def delete_game(
    access: AccessDep,
    store: StoreDep,
    notifier: NotifierDep,
    state_cache: StateCacheDep,
) -> Response:
    """Delete a game with its names, photos and drafts, for good; only its owner may.

    Only the fact that it was deleted is kept: every later call is answered with it.
    """
    store.delete(access)
    state_cache.forget(access.game_id)
    notifier.end(access.game_id)
    return Response(status_code=204)


@game.post("/hands", status_code=201, responses=ADDED)
@serialised_write
def add_hand(
    access: AccessDep, body: games.Hand, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Add a finished hand, won or drawn."""
    return record(access, append, lambda game: event_of(game, body.report()))


@game.post(
    "/hands/preview",
    responses={200: {"model": games.Added}, **REFUSED},
)
def preview_hand(access: AccessDep, body: games.Hand, store: StoreDep) -> JSONResponse:
    """Show what a finished hand would do, payments included, without recording it."""
    log = store.load(access.game_id)
    event = event_of(log.game, body.report())
    return JSONResponse(views.added_json(log.add(event, log.times[-1])))


@game.post("/undo", status_code=201, responses=ADDED)
@serialised_write
def undo_hand(
    access: AccessDep,
    append: AppendDep,
    record: RecorderDep,
    body: games.Undo | None = None,
) -> JSONResponse:
    """Take back the latest hand (or false win, swap, end) that is not yet taken back."""
    del body  # only checked for unknown fields; `append` has `expected_seq`
    return record(access, append, ledger.undo)


@game.post("/adjustments", status_code=201, responses=ADDED)
@serialised_write
def adjust_points(
    access: AccessDep, body: games.Adjustment, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Move points outside a hand, with a reason."""
    return record(access, append, lambda game: event_of(game, body.report()))


@game.post("/false-wins", status_code=201, responses=ADDED)
@serialised_write
def add_false_win(
    access: AccessDep, body: games.FalseWin, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Make a player pay for a false win; the hand continues or is dealt again."""
    return record(access, append, lambda game: event_of(game, body.report()))


@game.post("/swaps", status_code=201, responses=ADDED)
@serialised_write
def swap_players(
    access: AccessDep, body: games.Swap, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Swap players' seats; points go with the players, winds stay with the seats."""
    return record(access, append, lambda game: event_of(game, body.report()))


@game.post("/rules", status_code=201, responses=ADDED)
@serialised_write
def change_rules(
    access: AccessDep,
    body: games.RulesChange,
    append: AppendDep,
    record: RecorderDep,
    rules_store: RulesStoreDep,
) -> JSONResponse:
    """Change the rules from this hand on, or from a later one; earlier hands stay as paid."""
    house = rules_store.find(body.rules).toml if is_hash(body.rules) else None
    terms = body.terms(house)
    return record(access, append, lambda game: rules_change(game, terms, body.from_hand))


@game.post("/notes", status_code=201, responses=ADDED)
@serialised_write
def note_hand(
    access: AccessDep, body: games.HandNote, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Write a note on a hand, also after the game; an empty one removes it."""
    return record(access, append, lambda _game: HandNoted(body.seq, body.note))


@game.post("/players", status_code=201, responses=ADDED)
@serialised_write
def name_players(
    access: AccessDep, body: games.PlayerNames, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Give the players other names, also after the game."""
    return record(access, append, lambda _game: renaming(body.players))


@game.post("/end", status_code=201, responses=ADDED)
@serialised_write
def end_game(
    access: AccessDep,
    append: AppendDep,
    record: RecorderDep,
    body: games.End | None = None,
) -> JSONResponse:
    """End the game early; an undo reopens it."""
    event = Ended((body and body.reason) or "")
    return record(access, append, lambda _game: event)


@game.post("/corrections", status_code=201, responses=ADDED)
@serialised_write
def correct_event(
    access: AccessDep, body: games.Correction, append: AppendDep, record: RecorderDep
) -> JSONResponse:
    """Correct an older event; later ones are settled again, as if it had always been so."""
    return record(access, append, lambda game: _correction(game, body))


@game.post(
    "/corrections/preview",
    responses={200: {"model": games.CorrectionPreview}, **REFUSED},
)
def preview_correction(access: AccessDep, body: games.Correction, store: StoreDep) -> JSONResponse:
    """Show what a correction would do, without recording it."""
    log = store.load(access.game_id)
    return JSONResponse(corrections.preview(log, _correction(log.game, body)))


def _correction(game: Game, body: games.Correction) -> Corrected:
    return correction_of(game, body.seq, body.report(), body.reason or "")
