"""Names one rectified crop: which of 42 faces, face down, or not a tile; and which way up."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.nets.session import Session

NOT_A_TILE = "-"

# A first look this sure of a name is not repeated: see models/JOURNAL.md.
_SURE_AT_ONCE = 0.98


@dataclass(frozen=True, slots=True, eq=False)
class Classifications:
    """Probabilities (n, labels) and, by face, the corner (n,) at the face's own top left.

    `steady` (n,) is what the first look alone gave to the name that is likeliest in the end: less
    than its probability where the look at the turned crop disagreed. `embeddings` (n, d) say what
    each crop looks like as it came, where the network tells.
    """

    probabilities: Floats
    turns: NDArray[np.intp]
    steady: Floats
    embeddings: Floats | None = None


@dataclass(frozen=True, slots=True)
class Classifier:
    """The classifier network with its labels; nothing changes by a call."""

    session: Session
    labels: tuple[str, ...]
    size: int
    temperature: float

    @classmethod
    def load(cls, path: Path, threads: int = 0) -> Self:
        """Open the classifier model; raises ModelError."""
        session = Session.load(path, "classifier", threads)
        return cls(
            session,
            session.names("labels"),
            int(session.number("size")),
            session.number("temperature"),
        )

    def classify(self, crops: Pixels) -> Classifications:
        """Name RGB crops (n, size, size, 3); where one look leaves doubt, also upside down.

        A quad starts at a corner that the detector chose, so a face may arrive on its head. A
        second look at the turned crop is averaged in, as logarithms, unless the first one is sure
        of the name; the turn is the better of the two looks' votes.
        """
        if not len(crops):
            none = np.zeros((0, len(self.labels)), np.float32)
            return Classifications(none, np.zeros(0, np.intp), np.zeros(0, np.float32))
        names, votes, *told = self.session.look(crops)
        first = softmax(names / np.float32(self.temperature))
        probabilities = first.copy()
        doubted = first.max(axis=1) < _SURE_AT_ONCE
        if doubted.any():
            again, turns, *_ = self.session.look(crops[doubted][:, ::-1, ::-1])
            both = (names[doubted] + again) / np.float32(2 * self.temperature)
            probabilities[doubted] = softmax(both)
            votes[doubted] += np.roll(turns, 2, axis=1)
        held = np.take_along_axis(first, probabilities.argmax(axis=1)[:, None], axis=1)[:, 0]
        return Classifications(probabilities, votes.argmax(axis=1), held, *told)

    def embeddings(self, crops: Pixels) -> Floats:
        """Say what RGB crops (n, size, size, 3) look like (n, d), as they come."""
        *_, told = self.session.look(crops)
        return told


def softmax(logits: Floats) -> Floats:
    """Turn logits (n, labels) into probabilities."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
