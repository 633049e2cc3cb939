"""Whether the service lives, whether it can do all of its work, and what it has counted."""

from typing import Any

import anyio.to_thread
from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError

from service import answers, sharing
from service.bell import Bell
from service.deps import BellDep, HealthDep, MetricsDep, StoreDep
from service.observing.metrics import CONTENT_TYPE
from service.recogniser import models_state
from service.store import Store

router = APIRouter(tags=["health"])
READY: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.Health} for status in (200, 503)
}


@router.get("/healthz", responses=READY)
@router.get("/healthz/ready", responses=READY)
async def ready(store: StoreDep, bell: BellDep, health: HealthDep) -> JSONResponse:
    """Answer 200 when all work can be done, 503 with the reason when requests should wait."""
    return await anyio.to_thread.run_sync(_looked, store, bell, limiter=health)


def _looked(store: Store, bell: Bell) -> JSONResponse:
    checks = {
        "database": _database(store),
        "models": models_state(),
        "service": "about to stop" if bell.closed else "ok",
    }
    ready = all(state == "ok" for state in checks.values())
    body = {"live": True, "ready": ready, "checks": checks}
    return JSONResponse(body, status_code=200 if ready else 503)


@router.get("/healthz/live", responses={200: {"model": sharing.Live}})
async def live() -> JSONResponse:
    """Answer 200 as long as the process does; who gets no answer starts it anew."""
    return JSONResponse({"live": True})


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(counted: MetricsDep) -> Response:
    """Show what was counted, in Prometheus' text form."""
    return Response(counted.text(), media_type=CONTENT_TYPE)


def _database(store: Store) -> str:
    try:
        store.ping()
    except SQLAlchemyError:
        return "the database does not answer"
    return "ok"
