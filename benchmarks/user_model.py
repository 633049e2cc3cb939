"""A person at the page: taps what a walk asks for, and counts it.

Times are those of the keystroke-level model (Card, Moran and Newell, Communications of the ACM
23(7), 1980): pointing, half of a click, and making up one's mind.
"""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

POINT_S, PRESS_S, THINK_S = 1.1, 0.1, 1.35
PATIENCE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Effort:
    """Taps, questions to answer, and seconds of waiting."""

    taps: int
    questions: int
    waited: float

    @property
    def seconds(self) -> float:
        """Return a person's time."""
        return self.waited + self.taps * (POINT_S + PRESS_S) + self.questions * THINK_S


@dataclass
class Person:
    """Taps what has to be tapped, and counts it."""

    page: "Page"
    taps: int = 0
    questions: int = 0
    said: list[str] = field(default_factory=list)
    waits: list[tuple[str, float]] = field(default_factory=list)

    @property
    def waited(self) -> float:
        """Return the seconds waited in all."""
        return sum(seconds for _, seconds in self.waits)

    def tap(self, place: "str | Locator", *, what: str = "", think: bool = False) -> None:
        """Tap a place of the screen; `think` where a question is answered by it."""
        found = self.page.locator(place).first if isinstance(place, str) else place
        found.click()
        self.taps += 1
        self.questions += think
        if what:
            self.said.append(what)

    def wait_for(self, condition: str) -> None:
        """Wait for a condition on the page."""
        begun = time.perf_counter()
        self.page.wait_for_function(condition, timeout=PATIENCE_MS)
        self.waits.append((self.said[-1].partition(" ")[0], time.perf_counter() - begun))
