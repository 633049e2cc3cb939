"""The application: routes, refusals and limits around one store and one recogniser."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from service import __version__
from service.auth.join_codes import JoinCodes
from service.auth.links import Links
from service.db.database import Database
from service.db.identity import real_path
from service.db.schema import Clock, wall_clock
from service.db.sqlite_file import file_of
from service.drafts.store import Drafts
from service.files import MEBIBYTE
from service.http import error_handlers, openapi
from service.http.bodies import BodyPace
from service.http.connections import Connections
from service.http.dependencies import Services
from service.http.limits import body_bounds, request_limits
from service.http.middleware import (
    HeadAsGet,
    PlainRedirect,
    RequestLimits,
    RequestLog,
    SecurityHeaders,
)
from service.http.rate_limits import DAY_S, Allowance
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
from service.http.write_queue import WriteQueue
from service.ledger.idempotency import Creations
from service.ledger.store import Store
from service.live.listener import LOOK_S, DatabaseListener
from service.live.streams import Notifier, StateFeeds
from service.live.workers import Worker
from service.monitoring import logs
from service.monitoring.metrics import Metrics
from service.monitoring.readiness import Check, DatabaseCheck, Readiness, room_check
from service.photos.archive import PhotoArchive
from service.photos.reader_pool import ReaderPool
from service.photos.tile_sets import TileSets
from service.rules.house_rules import RulesStore
from service.settings import Settings

if TYPE_CHECKING:
    from service.certificates.authority import Authority

    AskAuthority = Callable[[], Authority]

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
# Codes that one address may try, such as the phones of a club behind one router, and that all may.
# Of 85 million codes, at 200 a day, one of a hundred valid ones is guessed once in 11 years.
CODES_PER_MINUTE, CODES_PER_DAY, ALL_CODES_PER_MINUTE = 20, 200, 60
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
    app.state = _services(settings, clock, authority)
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
    file = file_of(app.state.database.engine.url)
    app.add_middleware(
        RequestLimits,
        limits=request_limits(settings, None if file is None else real_path(file).parent),
        body_bound=body_bounds(settings),
        pace=BodyPace(
            settings.body_s, settings.silence_s, settings.grace_s, settings.body_bytes_per_s
        ),
    )
    app.add_middleware(HeadAsGet)
    if speaks_https:
        app.add_middleware(PlainRedirect)
    app.add_middleware(RequestLog, metrics=app.state.metrics)
    app.add_middleware(SecurityHeaders)


def _services(settings: Settings, clock: Clock, authority: "AskAuthority | None") -> Services:
    """Return what the calls of a new application share."""
    database, notifier = Database.open(settings.address), Notifier()
    reader_pool = ReaderPool(
        settings.readings_at_once,
        settings.readings_waiting,
        seconds=settings.reading_s,
        memory=settings.decode_mebibytes * MEBIBYTE,
    )
    readiness = Readiness(
        _readiness_checks(settings, database, reader_pool), DatabaseCheck(database)
    )
    metrics = Metrics(
        {
            "tableside_connections": ("Connections that are open", lambda: len(connections)),
            "tableside_followers": (
                "Phones that follow a game here",
                lambda: notifier.follower_count,
            ),
            "tableside_readings_running": ("Photos being read", lambda: reader_pool.running),
            "tableside_readings_waiting": ("Photos in the queue", lambda: reader_pool.waiting),
            "tableside_listener_running": (
                "Whether events of other processes are heard of",
                lambda: readiness.is_running("listener"),
            ),
            "tableside_chores_running": (
                "Whether what is out of date is cleared away",
                lambda: readiness.is_running("chores"),
            ),
        }
    )
    connections = Connections(
        settings, lambda method: metrics.requests.labels(method, "unknown", 503).inc()
    )
    store = Store(database, clock, count=lambda kind: metrics.events.labels(kind).inc())
    return Services(
        settings=settings,
        database=database,
        store=store,
        notifier=notifier,
        rules_store=RulesStore(database, clock),
        links=Links(database, clock),
        join_codes=JoinCodes(database, clock),
        code_allowances=(
            Allowance(CODES_PER_MINUTE),
            Allowance(CODES_PER_DAY, period_s=DAY_S),
        ),
        all_codes_allowance=Allowance(ALL_CODES_PER_MINUTE),
        creations=Creations(database, clock),
        drafts=Drafts(database, store, notifier, clock),
        archive=PhotoArchive(database, settings.photos_kept, clock),
        tile_sets=TileSets(database, clock),
        state_feeds=StateFeeds(store),
        write_queue=WriteQueue(),
        # Importing a long game takes a second or so, and nobody is playing it meanwhile.
        imports=WriteQueue(at_once=1, waiting=8, turn_s=20),
        reader_pool=reader_pool,
        photo_allowance=Allowance(settings.photos_per_minute),
        frame_allowance=Allowance(settings.frames_per_minute),
        connections=connections,
        metrics=metrics,
        readiness=readiness,
        authority=authority,
    )


def _readiness_checks(
    settings: Settings, database: Database, reader_pool: ReaderPool
) -> dict[str, Check]:
    """Return the readiness checks by name, besides those of the database and the threads."""
    free = settings.free_mebibytes * MEBIBYTE
    checks: dict[str, Check] = {
        "models": lambda: reader_pool.state,
        "uploads": room_check(lambda: Path(tempfile.gettempdir()), free),
    }
    if (file := file_of(database.engine.url)) is not None:
        checks["room"] = room_check(lambda: real_path(file).parent, free)
        checks["disk"] = room_check(lambda: real_path(file).parent)
    return checks


@asynccontextmanager
async def _lifespan(app: Application) -> AsyncIterator[None]:
    services: Services = app.state
    services.database.hold_file()

    def count_failure(name: str) -> None:
        services.metrics.ends.labels(name).inc()

    listener = DatabaseListener(
        services.store, services.notifier, on_draft=services.drafts.announce
    )
    chores = (
        services.archive.sweep,
        services.drafts.sweep,
        services.creations.sweep,
        services.join_codes.sweep,
        services.database.empty_log_if_due,
    )
    workers = (
        Worker("listener", [listener.look], LOOK_S, count_failure),
        Worker("chores", chores, CHORES_EVERY_S, count_failure),
    )
    for worker in workers:
        worker.start()
    services.readiness.workers = workers
    yield
    services.notifier.close()
    async with anyio.create_task_group() as group:  # each may wait for a hanging server
        for worker in workers:
            group.start_soon(anyio.to_thread.run_sync, worker.stop)
    await anyio.to_thread.run_sync(services.reader_pool.close)
    services.store.close()
