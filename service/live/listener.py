"""Changes by other processes at one database, noticed by checking all followed games at once.

A process notifies the followers of its own changes itself; those of others wait for the next check.
The notifier only says where to look: a follower reads the events itself, so a repeated notification
is harmless, and whatever happened while the database was away is found afterwards.
"""

from collections.abc import Callable

from service.ledger.store import NO_DRAFT, GameVersion, Store
from service.live.streams import Notifier

LOOK_S = 0.2  # between checks, each an indexed query of a few milliseconds for 200 games


class DatabaseListener:
    """The last known state of the followed games; `on_draft` gets the game of a changed draft."""

    def __init__(
        self,
        store: Store,
        notifier: Notifier,
        on_draft: Callable[[str], None] = lambda _game_id: None,
    ) -> None:
        self._store, self._notifier, self._on_draft = store, notifier, on_draft
        self._versions: dict[str, GameVersion] = {}

    def look(self) -> None:
        """Notify the followers of games that have changed; end the streams of deleted ones."""
        self._store.database.check_file()
        games, before = self._notifier.games, self._versions
        self._versions = self._store.versions(games) if games else {}
        for game_id, version in self._versions.items():
            self._notifier.notify(game_id, version.seq)
            if version.draft != (before[game_id].draft if game_id in before else NO_DRAFT):
                self._on_draft(game_id)
        for game_id in set(games) - set(self._versions):
            if self._store.is_deleted(game_id):
                self._store.forget(game_id)
                self._notifier.end(game_id)
