"""What the two networks have in common that see a tile with a rim of the table around it."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

from vision.nets.session import Session


@dataclass(frozen=True, slots=True)
class RimmedNet:
    """A network with its labels; nothing changes by a call.

    A crop is square with `size` pixels and shows `border` of the tile's side around the tile.
    """

    kind: ClassVar[str]
    session: Session
    labels: tuple[str, ...]
    size: int
    border: float

    @classmethod
    def load(cls, path: Path, threads: int = 0) -> Self:
        """Open the model file, which must be of this kind; raises ModelError."""
        session = Session.load(path, cls.kind, threads)
        size, border = session.number("size"), session.number("border")
        return cls(session, session.names("labels"), int(size), border)
