"""A game as one file, to keep or to play on elsewhere."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from service import gamefile, sharing
from service.deps import GameId, StoreDep
from service.problems import described

router = APIRouter(prefix="/api/v1/games/{game_id}", tags=["history"])


@router.get("/export", responses={200: {"model": sharing.GameFile}, **described(404, 503)})
def export_game(game_id: GameId, store: StoreDep) -> JSONResponse:
    """Download a game with all of its events; `tableside import` brings it in elsewhere."""
    headers = {"Content-Disposition": f'attachment; filename="game-{game_id[:8]}.json"'}
    return JSONResponse(gamefile.exported(store.database, game_id), headers=headers)
