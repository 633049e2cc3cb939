"""Whose photo is read next: senders take turns, and who used more than his share waits.

Nothing here waits or looks at a clock; `service.photos.reader_pool` does the readings and says what
each took.
"""

from collections import deque
from dataclasses import dataclass

MOST_DEBT_S = 30.0  # so that a long evening of one table is made up for within a minute or so


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A reading that waits or runs: who asked for it, and how many seconds it probably takes."""

    sender: str
    cost_s: float


class ReadingQueue:
    """`at_once` readings run and `room` more wait; all times are seconds of work.

    Senders stand in a ring. A reading is taken from the first who owes nothing, else from who owes
    least, and its sender goes to the end: somebody new waits for no more than one reading of each
    other sender. What a reading takes is owed by its sender, and paid off while others are read: as
    much as each of those present would have had of that time.
    """

    def __init__(self, at_once: int, room: int) -> None:
        self._at_once, self._room = at_once, room
        self._waiting: dict[str, deque[Place]] = {}  # in the order of the ring
        self._running: set[Place] = set()
        self._debts: dict[str, float] = {}

    @property
    def running(self) -> int:
        """How many readings are under way."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(len(places) for places in self._waiting.values())

    @property
    def senders(self) -> int:
        """Of how many senders something is remembered."""
        return len({*self._waiting, *self._debts, *(one.sender for one in self._running)})

    def join(self, place: Place) -> Place | None:
        """Take a reading in; returns the one that has to go for want of room, perhaps the same.

        It is the latest of whoever has most waiting, counted in seconds; nobody loses his only one.
        """
        self._waiting.setdefault(place.sender, deque()).append(place)
        free = max(0, self._at_once - self.running)
        if self.waiting <= self._room + free:
            return None
        several = [places for places in self._waiting.values() if len(places) > 1]
        longest = max(several, key=self._weight, default=None)
        gone = place if longest is None else longest[-1]
        self.leave(gone)
        return gone

    def leave(self, place: Place) -> None:
        """Give up a reading that waits."""
        places = self._waiting.get(place.sender)
        if places is None or place not in places:
            return
        places.remove(place)
        if not places:
            del self._waiting[place.sender]

    def begin(self) -> Place | None:
        """Take the next reading out to be done; None where none waits, or none may begin yet."""
        if not self._waiting or self.running >= self._at_once:
            return None
        # The first of equals, so the ring's order holds among those who owe nothing.
        sender = min(self._waiting, key=lambda one: self._debts.get(one, 0.0))
        places = self._waiting.pop(sender)
        place = places.popleft()
        if places:
            self._waiting[sender] = places  # now at the end of the ring
        self._running.add(place)
        self._owe(sender, place.cost_s)
        return place

    def end(self, place: Place, took_s: float) -> None:
        """Say that a reading is done and what it took."""
        present = {*self._waiting, *(one.sender for one in self._running)}
        self._running.discard(place)
        self._owe(place.sender, took_s - place.cost_s)
        share = took_s / len(present | {place.sender})
        for sender in list(self._debts):
            self._owe(sender, -share)
        if not self._waiting and not self._running:
            self._debts.clear()  # nobody waited because of them

    def _owe(self, sender: str, seconds: float) -> None:
        debt = min(self._debts.get(sender, 0.0) + seconds, MOST_DEBT_S)
        if debt > 0:
            self._debts[sender] = debt
        else:
            self._debts.pop(sender, None)

    def _weight(self, places: deque[Place]) -> tuple[float, int]:
        return sum(one.cost_s for one in places), len(places)
