"""Whether the service is alive, whether it can record hands, and its metrics."""

import ipaddress
import secrets
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse, Response

from scorer.core.sentences import Sentence
from service.auth.access import hash_token
from service.errors import RefusedError, refusals
from service.http.dependencies import (
    ServicesDep,
    Token,
    described_router,
)
from service.monitoring.metrics import CONTENT_TYPE
from service.monitoring.readiness import is_ready
from service.schemas.fields import Answer

router = described_router("health")
PASSED_ON = ("x-forwarded-for", "forwarded", "via", "x-real-ip")  # the headers that proxies add


class Health(Answer):
    """`live` is true whenever this answers; `ready` while hands can be recorded.

    `checks` say ok, busy, or what is wrong, also of what stops no hand.
    """

    live: bool
    ready: bool
    checks: dict[str, str]


class Live(Answer):
    """The process answers."""

    live: bool


READY: dict[int | str, dict[str, Any]] = {status: {"model": Health} for status in (200, 503)}


@router.get("/healthz", responses=READY, name="show_health")
@router.get("/healthz/ready", responses=READY)
async def show_readiness(services: ServicesDep) -> JSONResponse:
    """Answer 200 when hands can be recorded, 503 with the reason when requests should wait."""
    report, closed = await services.readiness.report(), services.feeds.closed
    checks = {**report, "service": "shutting down" if closed else "ok"}
    ready = is_ready(report) and not closed
    body = {"live": True, "ready": ready, "checks": checks}
    return JSONResponse(body, status_code=200 if ready else 503)


@router.get("/healthz/live", responses={200: {"model": Live}})
async def show_liveness() -> JSONResponse:
    """Answer 200 as long as the process runs; without an answer, restart it."""
    return JSONResponse({"live": True})


@router.get(
    "/metrics",
    response_class=Response,
    openapi_extra={"security": [{"HTTPBearer": []}, {}]},  # without a token: from this computer
    responses={200: {"content": {"text/plain": {}}}, **refusals(401, 403)},
)
async def show_metrics(request: Request, services: ServicesDep, token: Token) -> Response:
    """Show the metrics in Prometheus' text format, to this computer or to holders of the token."""
    if not is_local(request):
        _check_token(services.settings.metrics_token, token)
    return Response(services.metrics.text(), media_type=CONTENT_TYPE)


def is_local(request: Request) -> bool:
    """Return whether a program of this computer asks, and not a proxy for somebody else."""
    if any(name in request.headers for name in PASSED_ON):
        return False
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False


def _check_token(wanted: str | None, given: str | None) -> None:
    if wanted is None:
        detail = Sentence(
            "Metrics are only available on the service's own computer. "
            "Request them there, or start the service with "
            "TABLESIDE_METRICS_TOKEN and send that as a bearer token."
        )
        raise RefusedError("metrics_closed", detail)
    if given is None:
        raise RefusedError(
            "no_token", Sentence("Send TABLESIDE_METRICS_TOKEN: the header Authorization: Bearer …")
        )
    if not secrets.compare_digest(hash_token(given), hash_token(wanted)):
        raise RefusedError(
            "wrong_token",
            Sentence("This is not the service's TABLESIDE_METRICS_TOKEN."),
        )
