"""Whose photo is read next: senders take turns, and those who used more than a fair share wait.

`service.photos.reader_pool` does the readings and reports how long each took.
"""

from collections import deque
from dataclasses import dataclass, field

import anyio

MOST_DEBT_S = 30.0  # so that a table's long evening is paid off within a minute or so


@dataclass(slots=True, eq=False)
class QueuedReading:
    """A reading that waits or runs: its sender, and how many seconds it will probably take.

    The pool notes when it has `begun`, by its clock, or was `refused`; either ends its `wait`.
    """

    sender: str
    cost_s: float
    begun: float | None = None
    refused: bool = False
    wait: anyio.Event = field(default_factory=anyio.Event)


class ReadingQueue:
    """At most `at_once` readings run and `room` more wait; all times are seconds of work.

    Senders stand in a ring. The next reading is taken from the first sender without debt, else from
    the one with the least debt, and its sender moves to the end: a new sender waits for no more
    than one reading of each other sender. What a reading takes is its sender's debt, which is paid
    off while others are read: by as much as each of those present would have had of that time.
    """

    def __init__(self, at_once: int, room: int) -> None:
        self._at_once, self._room = at_once, room
        self._waiting: dict[str, deque[QueuedReading]] = {}  # in ring order
        self._running: set[QueuedReading] = set()
        self._debts: dict[str, float] = {}

    @property
    def running(self) -> int:
        """How many readings are running."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """How many readings wait for their turn."""
        return sum(len(readings) for readings in self._waiting.values())

    @property
    def senders(self) -> int:
        """How many senders are remembered."""
        return len({*self._waiting, *self._debts, *(each.sender for each in self._running)})

    def join(self, reading: QueuedReading) -> QueuedReading | None:
        """Add a reading; return the one that is refused for want of room, perhaps the same.

        It is the latest of the sender with most waiting, in seconds; no sender loses an only one.
        """
        self._waiting.setdefault(reading.sender, deque()).append(reading)
        free = max(0, self._at_once - self.running)
        if self.waiting <= self._room + free:
            return None
        several = [readings for readings in self._waiting.values() if len(readings) > 1]
        longest = max(several, key=self._waiting_cost, default=None)
        refused = reading if longest is None else longest[-1]
        self.leave(refused)
        return refused

    def leave(self, reading: QueuedReading) -> None:
        """Remove a waiting reading."""
        readings = self._waiting.get(reading.sender)
        if readings is None or reading not in readings:
            return
        readings.remove(reading)
        if not readings:
            del self._waiting[reading.sender]

    def begin(self) -> QueuedReading | None:
        """Take out the next reading to run; None if none waits, or none may start yet."""
        if not self._waiting or self.running >= self._at_once:
            return None
        # The first among equals, so ring order holds among senders without debt.
        sender = min(self._waiting, key=lambda each: self._debts.get(each, 0.0))
        readings = self._waiting.pop(sender)
        reading = readings.popleft()
        if readings:
            self._waiting[sender] = readings  # moved to the end of the ring
        self._running.add(reading)
        self._add_debt(sender, reading.cost_s)
        return reading

    def end(self, reading: QueuedReading, took_s: float) -> None:
        """Note that a reading has ended, and how long it took."""
        present = {*self._waiting, *(each.sender for each in self._running)}
        self._running.discard(reading)
        self._add_debt(reading.sender, took_s - reading.cost_s)
        share = took_s / len(present | {reading.sender})
        for sender in list(self._debts):
            self._add_debt(sender, -share)
        if not self._waiting and not self._running:
            self._debts.clear()  # nobody had to wait

    def _add_debt(self, sender: str, seconds: float) -> None:
        debt = min(self._debts.get(sender, 0.0) + seconds, MOST_DEBT_S)
        if debt > 0:
            self._debts[sender] = debt
        else:
            self._debts.pop(sender, None)

    def _waiting_cost(self, readings: deque[QueuedReading]) -> tuple[float, int]:
        return sum(each.cost_s for each in readings), len(readings)
