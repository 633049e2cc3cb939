"""A game that was begun without HTTP, and who may write it."""

from service.access import Access
from service.links import Links
from service.log import Log
from service.store import Store


def begun(store: Store, started) -> tuple[Access, Log]:
    """Start a game; returns its owner's access and its log."""
    token, log = store.create(started)
    return Links(store.database).authorise(log.id, token), log
