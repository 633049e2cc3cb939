"""What has to be done now and then, by whichever process comes to it first."""

import logging
from collections.abc import Callable, Sequence

from sqlalchemy.exc import SQLAlchemyError

from service.live.threads import Worker

log = logging.getLogger(__name__)

EVERY_S = 600.0

Chore = Callable[[], int]


class PeriodicTasks(Worker):
    """A worker that does each chore until it says 0, then rests."""

    def __init__(
        self,
        periodic_tasks: Sequence[Chore],
        every_s: float = EVERY_S,
        ended: Callable[[str], None] = lambda _name: None,
    ) -> None:
        super().__init__("chores", self._do, ended)
        self._chores = periodic_tasks
        self._every_s = every_s

    def _do(self, worker: Worker) -> None:
        while not worker.stopping.is_set():
            faults = []
            for chore in self._chores:
                try:
                    while chore() and not worker.stopping.is_set():
                        pass
                except SQLAlchemyError as error:
                    log.warning("left for later: %s", type(error).__name__)
                except Exception as error:  # noqa: BLE001  (the other tasks are done all the same)
                    faults.append(error)
            if faults:
                raise faults[0]
            worker.well()
            worker.stopping.wait(self._every_s)
