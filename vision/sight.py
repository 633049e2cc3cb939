"""What a reader asks of an eye: to see a photo, at any scale, and to look again at its rows."""

from collections.abc import MutableMapping
from typing import Protocol

from vision.budget import Budget
from vision.eye import Seen
from vision.photo import Photo
from vision.surroundings import Table


class Sight(Protocol):
    """An eye as a reader knows it; `vision.eye.Eye` is the one with networks."""

    @property
    def labels(self) -> tuple[str, ...]: ...  # noqa: D102  (as `Eye` says)

    def at_scale(self, scale: float) -> "Sight": ...  # noqa: D102

    def see(  # noqa: D102
        self, photo: Photo, timings: MutableMapping[str, float], budget: Budget
    ) -> Seen: ...

    def look_again(self, seen: Seen, table: Table) -> Seen: ...  # noqa: D102
