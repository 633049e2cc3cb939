"""What the calls of an application share, one of each."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from service.auth.join_codes import JoinCodes
from service.auth.links import Links
from service.db.database import Database
from service.db.identity import real_path
from service.db.schema import Clock
from service.db.sqlite_file import file_of
from service.drafts.store import Drafts
from service.files import MEBIBYTE
from service.http.connections import Connections
from service.http.write_queue import WriteQueue
from service.ledger.idempotency import Creations
from service.ledger.store import Store
from service.live.streams import Feeds
from service.monitoring.metrics import Metrics
from service.monitoring.readiness import Check, Readiness, room_check
from service.page.assets import PackedFile
from service.photos.archive import PhotoArchive
from service.photos.reader_pool import ReaderPool
from service.photos.tile_sets import TileSets
from service.rules.house_rules import RulesStore
from service.settings import Settings

if TYPE_CHECKING:
    from service.certificates.authority import Authority

    AskAuthority = Callable[[], Authority]


class Services:
    """The `state` of an application; DatabaseError if the database cannot be opened."""

    def __init__(self, settings: Settings, clock: Clock, authority: "AskAuthority | None") -> None:
        self.settings = settings
        self.authority = authority  # which devices must trust for https
        self.description: PackedFile | None = None  # the OpenAPI document, once it was asked for
        self.database = database = Database.open(settings.address, clock=clock)
        self.reader_pool = ReaderPool(
            settings.readings_at_once,
            settings.readings_waiting,
            seconds=settings.reading_s,
            memory=settings.decode_mebibytes * MEBIBYTE,
        )
        self.readiness = Readiness(self._readiness_checks(), database)
        self.metrics = Metrics(self._gauges())
        self.connections = Connections(
            settings, lambda method: self.metrics.requests.labels(method, "unknown", 503).inc()
        )
        self.store = Store(database, lambda kind: self.metrics.events.labels(kind).inc())
        self.rules_store = RulesStore(database)
        self.links = Links(database)
        self.join_codes = JoinCodes(database)
        self.creations = Creations(database)
        self.drafts = Drafts(database, self.store)
        self.feeds = Feeds(self.store, self.drafts.current)
        self.archive = PhotoArchive(database, settings.photos_kept)
        self.tile_sets = TileSets(database)
        self.write_queue = WriteQueue()
        # Importing a long game takes a second or so, and nobody is playing it meanwhile.
        self.imports = WriteQueue(at_once=1, waiting=8, turn_s=20)

    @property
    def database_folder(self) -> Path | None:
        """The folder of an SQLite database, None for a server."""
        file = file_of(self.database.engine.url)
        return None if file is None else real_path(file).parent

    def _readiness_checks(self) -> dict[str, Check]:
        """Return the readiness checks by name, besides those of the database and the threads."""
        free = self.settings.free_mebibytes * MEBIBYTE
        checks: dict[str, Check] = {
            "models": lambda: self.reader_pool.state,
            "uploads": room_check(lambda: Path(tempfile.gettempdir()), free),
        }
        if (folder := self.database_folder) is not None:
            checks["room"] = room_check(lambda: folder, free)
            checks["disk"] = room_check(lambda: folder)
        return checks

    def _gauges(self) -> dict[str, tuple[str, Callable[[], float]]]:
        """Return what is measured when the metrics are read: by name, a description and how."""
        return {
            "tableside_connections": ("Open connections", lambda: len(self.connections)),
            "tableside_followers": (
                "Streams that follow a game",
                lambda: self.feeds.follower_count,
            ),
            "tableside_readings_running": (
                "Photos being read",
                lambda: self.reader_pool.queue.running,
            ),
            "tableside_readings_waiting": (
                "Photos that wait to be read",
                lambda: self.reader_pool.queue.waiting,
            ),
            "tableside_listener_running": (
                "Whether changes by other processes are noticed",
                lambda: self.readiness.is_running("listener"),
            ),
            "tableside_chores_running": (
                "Whether outdated data is deleted",
                lambda: self.readiness.is_running("chores"),
            ),
        }
