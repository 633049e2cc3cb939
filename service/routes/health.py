"""Whether the service lives, whether it can do all of its work, and what it has counted."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from service import answers, sharing
from service.deps import BellDep, MetricsDep, ReadinessDep
from service.observing.metrics import CONTENT_TYPE

router = APIRouter(tags=["health"])
READY: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.Health} for status in (200, 503)
}


@router.get("/healthz", responses=READY)
@router.get("/healthz/ready", responses=READY)
async def ready(readiness: ReadinessDep, bell: BellDep) -> JSONResponse:
    """Answer 200 when all work can be done, 503 with the reason when requests should wait."""
    found = await readiness.report()
    checks = {**found.checks, "service": "about to stop" if bell.closed else "ok"}
    ready = found.ready and not bell.closed
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
