"""Whether the service lives and can do all of its work."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError

from service import answers
from service.deps import StoreDep
from service.recogniser import models_state
from service.store import Store

router = APIRouter(tags=["health"])


@router.get("/healthz", responses={200: {"model": answers.Health}, 503: {"model": answers.Health}})
def health(store: StoreDep) -> JSONResponse:
    """Answer 200 when database and models are ready, 503 with the reason when one is not."""
    checks = {"database": _database(store), "models": models_state()}
    ready = all(state == "ok" for state in checks.values())
    body = {"live": True, "ready": ready, "checks": checks}
    return JSONResponse(body, status_code=200 if ready else 503)


def _database(store: Store) -> str:
    try:
        store.ping()
    except SQLAlchemyError:
        return "the database does not answer"
    return "ok"
