"""A hand as it lies on a photo: which tiles are concealed, laid down, winning, or bonus tiles."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from vision.reading import Group, GroupKind


@dataclass(frozen=True, slots=True)
class HandLayout:
    """Tiles of a hand by what they are, as indexes; `winning` is no part of `concealed`."""

    concealed: tuple[int, ...]
    concealed_kongs: tuple[tuple[int, ...], ...] = ()
    exposed: tuple[tuple[int, ...], ...] = ()
    small_kongs: tuple[tuple[int, ...], ...] = ()
    winning: int | None = None
    bonus: tuple[int, ...] = ()

    @property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """All sets laid down."""
        return (*self.concealed_kongs, *self.exposed, *self.small_kongs)

    @property
    def held(self) -> tuple[int, ...]:
        """The concealed tiles together with the winning one."""
        return self.concealed if self.winning is None else (*self.concealed, self.winning)

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles of the hand."""
        return (*self.held, *chain.from_iterable(self.sets), *self.bonus)

    @property
    def counted(self) -> int:
        """How many tiles a player counts: a kong as three, bonus tiles not at all."""
        return len(self.held) + 3 * len(self.sets)

    def groups(self) -> Iterator[Group]:
        """Give the groups as a reading lists them."""
        if self.held:
            yield Group(GroupKind.CONCEALED, self.held)
        for kong in self.concealed_kongs:
            yield Group(GroupKind.CONCEALED_KONG, kong)
        for laid in (*self.exposed, *self.small_kongs):
            yield Group(GroupKind.EXPOSED, laid)
        if self.bonus:
            yield Group(GroupKind.BONUS, self.bonus)
