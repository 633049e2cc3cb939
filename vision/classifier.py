"""Names one rectified crop: which of 42 faces, face down, or not a tile; and which way up."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, Pixels
from vision.session import Session

FACE_DOWN = "x"
NOT_A_TILE = "-"


@dataclass(frozen=True, slots=True, eq=False)
class Classifications:
    """Probabilities (n, labels) and, by face, the corner (n,) at the face's own top left."""

    probabilities: Floats
    turns: NDArray[np.intp]


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
        """Name RGB crops (n, size, size, 3); each is looked at as it is and upside down.

        A quad starts at a corner that the detector chose, so a face may arrive on its head: both
        ways are averaged, as logarithms, and the turn is the better of the two readings' votes.
        """
        if not len(crops):
            return Classifications(
                np.zeros((0, len(self.labels)), np.float32), np.zeros(0, np.intp)
            )
        names, turns = self.session.run(prepare(crops))
        flipped_names, flipped_turns = self.session.run(prepare(crops[:, ::-1, ::-1]))
        probabilities = softmax((names + flipped_names) / np.float32(2 * self.temperature))
        votes = turns + np.roll(flipped_turns, 2, axis=1)
        return Classifications(probabilities, votes.argmax(axis=1))


def prepare(crops: Pixels) -> Floats:
    """Bring crops (n, s, s, 3) to the batch (n, 3, s, s) with values from -1 to 1."""
    values = crops.transpose(0, 3, 1, 2).astype(np.float32)
    return np.ascontiguousarray(values * np.float32(1 / 127.5) - np.float32(1))


def softmax(logits: Floats) -> Floats:
    """Turn logits (n, labels) into probabilities."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
