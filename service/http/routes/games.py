"""Games: start one, look at it, and add what happened; each call adds one event."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fastapi.responses import JSONResponse, Response

from scorer.ledger import game as ledger
from scorer.ledger.events import Corrected, Ended, HandNoted
from scorer.ledger.game import Game
from scorer.reports.agreement import opening_event, renaming, rules_change
from scorer.reports.events import correction_of, event_of
from service.auth.access import authorise
from service.auth.links import migrate_access
from service.errors import refusals
from service.http.dependencies import (
    AccessDep,
    CreationDep,
    GameId,
    RecorderDep,
    ServicesDep,
    Token,
    api_router,
    serialised_write,
)
from service.ledger import views
from service.ledger.idempotency import Answer
from service.rules.house_rules import is_hash
from service.schemas import games

router = api_router("/games", "games")
game = api_router("/games/{game_id}", "games")

# How a call that adds an event is described.
ADDED: Mapping[str, Any] = MappingProxyType(
    {"status_code": 201, "response_model": games.Added, "responses": refusals(409)}
)


@router.post(
    "",
    status_code=201,
    openapi_extra={"security": [{"HTTPBearer": []}, {}]},  # with a token: to move a table on
    response_model=games.Started,
    responses=refusals(403, 404, 410, 429, 503),
)
@serialised_write
def start_game(
    *,
    body: games.NewGame,
    token: Token,
    services: ServicesDep,
    answer_once: CreationDep,
) -> JSONResponse:
    """Start a game by a rule set or a house's file (`rules`: an id or a hash).

    The write token is shown only once, and again to a call repeated with its key. With a token of
    the game that it `follows`, that table's phones move on to this game, and everybody who may
    write that game may write this one.
    """

    def start(new_token: str) -> tuple[str, Answer]:
        house = services.rules_store.find(body.rules).toml if is_hash(body.rules) else None
        started = opening_event(body.players, body.terms(house), body.follows)
        access = None
        if body.follows is not None:
            services.store.load(body.follows)  # raises where there is no such game
            if token is not None:
                access = authorise(services.database, body.follows, token)
        with services.database.write_connection() as connection:
            _, log = services.store.create(started, new_token)
            if access is not None:
                migrate_access(access, connection, log.id, services.database.clock)
        return log.id, views.started_json(log, new_token)

    answer = answer_once(body.model_dump(by_alias=True), start, "write_token")
    return JSONResponse(answer, status_code=201)


@game.get("", response_model=games.State)
def show_game(game_id: GameId, services: ServicesDep) -> JSONResponse:
    """Show the state of a game."""
    return JSONResponse(views.state(services.store.load(game_id)))


@game.delete("", status_code=204)
@serialised_write
def delete_game(
    access: AccessDep,
    services: ServicesDep,
) -> Response:
    """Delete a game with its names, photos and drafts, for good; only its owner may.

    Only the fact that it was deleted is kept: every later call is answered with it.
    """
    services.store.delete(access)
    services.feeds.note(access.game_id, deleted=True)
    return Response(status_code=204)


@game.post("/hands", **ADDED)
@serialised_write
def add_hand(body: games.Hand, record: RecorderDep) -> JSONResponse:
    """Add a finished hand, won or drawn."""
    return record(lambda game: event_of(game, body.report()))


@game.post("/hands/preview", response_model=games.Added, responses=refusals(409))
def preview_hand(access: AccessDep, body: games.Hand, services: ServicesDep) -> JSONResponse:
    """Show what a finished hand would do, payments included, without recording it."""
    log = services.store.load(access.game_id)
    event = event_of(log.game, body.report())
    return JSONResponse(views.added_json(log.add(event, log.times[-1])))


@game.post("/undo", **ADDED)
@serialised_write
def undo_hand(record: RecorderDep, body: games.Undo | None = None) -> JSONResponse:
    """Take back the latest hand (or false win, swap, end) that is not yet taken back."""
    del body  # only checked for unknown fields; `record` has `expected_seq`
    return record(ledger.undo)


@game.post("/adjustments", **ADDED)
@serialised_write
def adjust_points(body: games.Adjustment, record: RecorderDep) -> JSONResponse:
    """Move points outside a hand, with a reason."""
    return record(lambda game: event_of(game, body.report()))


@game.post("/false-wins", **ADDED)
@serialised_write
def add_false_win(body: games.FalseWin, record: RecorderDep) -> JSONResponse:
    """Make a player pay for a false win; the hand continues or is dealt again."""
    return record(lambda game: event_of(game, body.report()))


@game.post("/swaps", **ADDED)
@serialised_write
def swap_players(body: games.Swap, record: RecorderDep) -> JSONResponse:
    """Swap players' seats; points go with the players, winds stay with the seats."""
    return record(lambda game: event_of(game, body.report()))


@game.post("/rules", **ADDED)
@serialised_write
def change_rules(
    body: games.RulesChange, record: RecorderDep, services: ServicesDep
) -> JSONResponse:
    """Change the rules from this hand on, or from a later one; earlier hands stay as paid."""
    house = services.rules_store.find(body.rules).toml if is_hash(body.rules) else None
    terms = body.terms(house)
    return record(lambda game: rules_change(game, terms, body.from_hand))


@game.post("/notes", **ADDED)
@serialised_write
def note_hand(body: games.HandNote, record: RecorderDep) -> JSONResponse:
    """Write a note on a hand, also after the game; an empty one removes it."""
    return record(lambda _game: HandNoted(body.seq, body.note))


@game.post("/players", **ADDED)
@serialised_write
def name_players(body: games.PlayerNames, record: RecorderDep) -> JSONResponse:
    """Rename the players, also after the game."""
    return record(lambda _game: renaming(body.players))


@game.post("/end", **ADDED)
@serialised_write
def end_game(record: RecorderDep, body: games.End | None = None) -> JSONResponse:
    """End the game early; an undo reopens it."""
    event = Ended((body and body.reason) or "")
    return record(lambda _game: event)


@game.post("/corrections", **ADDED)
@serialised_write
def correct_event(body: games.Correction, record: RecorderDep) -> JSONResponse:
    """Correct an older event; later ones are settled again, as if it had always been so."""
    return record(lambda game: _correction(game, body))


@game.post("/corrections/preview", response_model=games.CorrectionPreview, responses=refusals(409))
def preview_correction(
    access: AccessDep, body: games.Correction, services: ServicesDep
) -> JSONResponse:
    """Show what a correction would do, without recording it."""
    log = services.store.load(access.game_id)
    return JSONResponse(views.correction_preview(log, _correction(log.game, body)))


def _correction(game: Game, body: games.Correction) -> Corrected:
    return correction_of(game, body.seq, body.report(), body.reason or "")
