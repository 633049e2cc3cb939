"""The application: routes, refusals and limits around one store and one recogniser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from service import __version__
from service.db.schema import Clock, wall_clock
from service.http import error_handlers, openapi
from service.http.limits import body_bounds, request_limits
from service.http.middleware import (
    PlainRedirect,
    RequestLimits,
    RequestLog,
    head_as_get,
    security_headers,
)
from service.http.routes import (
    drafts,
    games,
    health,
    history,
    house_rules,
    links,
    pages,
    photos,
    readings,
    scores,
    tile_sets,
)
from service.http.services import Services
from service.live.streams import LOOK_S
from service.live.workers import Worker
from service.monitoring import logs
from service.settings import Settings

if TYPE_CHECKING:
    from service.http.services import AskAuthority

ROUTES = (
    readings,
    scores,
    house_rules,
    games,
    drafts,
    links,
    photos,
    history,
    tile_sets,
)
CHORES_EVERY_S = 600.0  # between two sweeps of outdated data
WORTH_PACKING = 2000  # bytes of an answer: a table of rules or a history, but no single state


class Application(FastAPI):
    """A FastAPI application with this project's own OpenAPI description."""

    state: Services  # type: ignore[assignment]  # in place of a mapping of any names

    def openapi(self) -> dict[str, Any]:
        """Return the description of every call and every refusal."""
        return openapi.describe(self)


def create_app(
    settings: Settings | None = None,
    clock: Clock = wall_clock,
    authority: "AskAuthority | None" = None,
) -> Application:
    """Build the application; raise DatabaseError if the database cannot be opened.

    `authority` returns the authority that devices have to trust, if the service speaks https.
    """
    settings = settings or Settings.from_environment()
    logs.log_to_python()
    # FastAPI's own pages would load foreign scripts, which the page's policy forbids, and it writes
    # the description again for each request: `routes.pages` replaces both.
    app = Application(
        title="tableside",
        version=__version__,
        lifespan=_lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # a redirect would name the host that the client says
    )
    app.state = Services(settings, clock, authority)
    for router in (
        games.game,  # first, since routes are tried in order
        *(routes.router for routes in ROUTES),
        health.router,
    ):
        # Not by `include_router`: the first request would analyse every call again.
        app.routes.extend(router.routes)
    if authority is not None:
        from service.http.routes import trust  # noqa: PLC0415  (its library takes 8 MB, of which plain HTTP is spared)

        app.routes.extend(trust.router.routes)
    pages.mount(app)
    error_handlers.register(app)
    _add_middleware(app, settings, speaks_https=authority is not None)
    return app


def _add_middleware(app: Application, settings: Settings, *, speaks_https: bool) -> None:
    """Add what holds for every request; the last one added is the first to see a request."""
    # Long answers are compressed in threads.
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=6)
    app.add_middleware(
        RequestLimits,
        limits=request_limits(settings, app.state.database_folder),
        body_bound=body_bounds(settings),
        settings=settings,
    )
    app.add_middleware(head_as_get)
    if speaks_https:
        app.add_middleware(PlainRedirect)
    app.add_middleware(RequestLog, metrics=app.state.metrics)
    app.add_middleware(security_headers)


@asynccontextmanager
async def _lifespan(app: Application) -> AsyncIterator[None]:
    services: Services = app.state
    services.database.hold_file()

    def count_failure(name: str) -> None:
        services.metrics.ends.labels(name).inc()

    chores = (
        services.archive.sweep,
        services.drafts.sweep,
        services.creations.sweep,
        services.join_codes.sweep,
        services.database.empty_log_if_due,
    )
    workers = (
        Worker("listener", [services.feeds.look], LOOK_S, count_failure),
        Worker("chores", chores, CHORES_EVERY_S, count_failure),
    )
    for worker in workers:
        worker.start()
    services.readiness.workers = workers
    yield
    services.feeds.close()
    async with anyio.create_task_group() as group:  # each may wait for a hanging server
        for worker in workers:
            group.start_soon(anyio.to_thread.run_sync, worker.stop)
    await anyio.to_thread.run_sync(services.reader_pool.close)
    services.store.close()
