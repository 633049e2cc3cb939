"""The application: routes, refusals and limits around one store and one recogniser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import anyio.to_thread
from fastapi import FastAPI

from service import openapi, refusals
from service.bell import Bell
from service.links import Links
from service.middleware import BodyLimit, SecurityHeaders
from service.recogniser import Recogniser
from service.routes import games, health, history, pages, readings, scores, setup, training, waits
from service.settings import Settings
from service.store import Store
from service.stream import Newsroom
from service.watch import Watch


class Application(FastAPI):
    """FastAPI with our own words in its description."""

    def openapi(self) -> dict[str, Any]:
        """Describe every call and every refusal."""
        return openapi.describe(self)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the application; raises DatabaseError where the database cannot be opened."""
    settings = settings or Settings.from_environment()
    store, bell = Store.open(settings.database), Bell()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        watch = Watch(store, bell, settings.pace.look_s)
        watch.start()
        yield
        bell.close()
        await anyio.to_thread.run_sync(watch.stop)
        store.close()

    # The interactive pages would load scripts from elsewhere, which the page's policy forbids.
    app = Application(
        title="tableside", version=_version(), lifespan=lifespan, docs_url=None, redoc_url=None
    )
    app.state.settings = settings
    app.state.store = store
    app.state.bell = bell
    app.state.links = Links(store.database)
    app.state.newsroom = Newsroom(store)
    app.state.recogniser = Recogniser(settings.readings_at_once, settings.readings_waiting)
    for routes in (readings, scores, waits, setup, training, games, history, health):
        app.include_router(routes.router)
    pages.mount(app)
    refusals.register(app)
    app.add_middleware(
        BodyLimit,
        limit=lambda path: (
            settings.photos_bytes if path == "/api/v1/readings" else settings.body_bytes
        ),
    )
    app.add_middleware(SecurityHeaders)
    return app


def _version() -> str:
    try:
        return version("tableside")
    except PackageNotFoundError:
        return "0"
