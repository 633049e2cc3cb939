"""What has to be done now and then, by whichever process comes to it first."""

import logging
import threading
from collections.abc import Callable, Sequence

from sqlalchemy.exc import SQLAlchemyError

log = logging.getLogger(__name__)

EVERY_S = 600.0

Chore = Callable[[], int]


class Chores:
    """A thread that does each chore until it says 0, then rests."""

    def __init__(self, chores: Sequence[Chore], every_s: float = EVERY_S) -> None:
        self._chores = chores
        self._every_s = every_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chores", daemon=True)

    def start(self) -> None:
        """Begin, with one round at once."""
        self._thread.start()

    def stop(self) -> None:
        """End after what is being done."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            for chore in self._chores:
                try:
                    while chore() and not self._stop.is_set():
                        pass
                except SQLAlchemyError as error:
                    log.warning("left for later: %s", type(error).__name__)
            self._stop.wait(self._every_s)
