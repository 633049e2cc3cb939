"""What a reader asks of an eye: to see a photo, at any scale."""

from collections.abc import MutableMapping
from typing import Protocol

from vision.budget import Budget
from vision.detect.eye import Seen
from vision.photo.photo import Photo


class Sight(Protocol):
    """An eye as a reader knows it; `vision.detect.eye.Eye` is the one with networks."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of what may lie on a table, in the order of all probabilities."""

    def at_scale(self, scale: float) -> "Sight":
        """The same eye for a photo that is so many times as large."""

    def see(self, photo: Photo, timings: MutableMapping[str, float], budget: Budget) -> Seen:
        """Find and name the tiles of a photo; `timings` are in milliseconds, by stage."""
