"""A game that was begun without HTTP, and who may write it."""

from service.auth.access import Access, authorise
from service.ledger.store import EventLog, Store


def begun(store: Store, started) -> tuple[Access, EventLog]:
    """Start a game; returns its owner's access and its log."""
    token, log = store.create(started)
    return authorise(store.database, log.id, token), log
