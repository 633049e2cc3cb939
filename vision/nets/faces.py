"""The networks that name a face: the classifier, and the words on bonus tiles.

The classifier names a rectified crop: which of 42 faces, face down, or not a tile, and which way
up. The captions network reads the number or character that tells which flower or season a bonus
tile is. How their opinions are combined was fitted on rendered hands: see models/JOURNAL.md.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels, log_odds
from vision.nets.logistic import Numbers
from vision.nets.session import EMBEDDING, UNKNOWN, Session

NOT_A_TILE = "-"


def tile_measures(found: Floats, nothing: Floats) -> Numbers:
    """Return the columns (n, 3) that say whether a detection is a tile.

    They are ones and the log-odds of two probabilities, each (n,): the detector's, and the
    classifier's that it is no tile.
    """
    return np.stack([np.ones(len(found)), log_odds(found), log_odds(nothing)], axis=1)


def unknown_measures(seen: Floats, named: Floats, found: Floats) -> Numbers:
    """Return the columns (n, 4) that say whether a tile has none of the 42 faces.

    They are ones, the log-odds `seen` by the classifier, and those of two probabilities: of the
    final likeliest name, and of the detector. As a lost face costs a hand and a joker taken for a
    face one correction, the model has a limit. How it was fitted: models/JOURNAL.md.
    """
    return np.stack([np.ones(len(seen)), seen, log_odds(named), log_odds(found)], axis=1)


# A first look this sure of a name is not repeated upside down: see models/JOURNAL.md.
_SURE_AT_ONCE = 0.98


@dataclass(frozen=True, slots=True, eq=False)
class Classifications:
    """Probabilities (n, labels) and, by face, the corner (n,) at the face's own top left.

    `steady` (n,) is the first look's probability of the final likeliest name, less than the final
    one if the look at the turned crop disagreed. If the network has them, `embeddings` (n, d) are
    those of the crops as they came, and `unknown` (n,) the log-odds that a tile has none of the 42
    faces.
    """

    probabilities: Floats
    turns: NDArray[np.intp]
    steady: Floats
    embeddings: Floats | None = None
    unknown: Floats | None = None

    def rename(self, tiles: NDArray[np.intp], probabilities: Floats) -> Self:
        """Return the same with other `probabilities` (m, labels) of some `tiles` (m,)."""
        every, steady = self.probabilities.copy(), self.steady.copy()
        every[tiles], steady[tiles] = probabilities, probabilities.max(axis=1)
        return replace(self, probabilities=every, steady=steady)


@dataclass(frozen=True, slots=True)
class Classifier:
    """The classifier network with its labels; calls change nothing."""

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
        """Name RGB crops (n, size, size, 3), doubtful ones also upside down.

        A quad starts at a corner that the detector chose, so a face may arrive upside down. Unless
        the first look is sure of the name, the logits of a look at the turned crop are averaged in;
        the turn is the one with most votes of both looks.
        """
        if not len(crops):
            none = np.zeros((0, len(self.labels)), np.float32)
            return Classifications(none, np.zeros(0, np.intp), np.zeros(0, np.float32))
        seen = self.session.run_named(crops)
        names, votes = seen["names"], seen["turns"]
        first = softmax(names / np.float32(self.temperature))
        probabilities = first.copy()
        doubted = first.max(axis=1) < _SURE_AT_ONCE
        if doubted.any():
            again = self.session.run_named(crops[doubted][:, ::-1, ::-1])
            both = (names[doubted] + again["names"]) / np.float32(2 * self.temperature)
            probabilities[doubted] = softmax(both)
            votes[doubted] += np.roll(again["turns"], 2, axis=1)
            if UNKNOWN in seen:
                seen[UNKNOWN][doubted] = (seen[UNKNOWN][doubted] + again[UNKNOWN]) / 2
        held = np.take_along_axis(first, probabilities.argmax(axis=1)[:, None], axis=1)[:, 0]
        more = seen.get(EMBEDDING), seen.get(UNKNOWN)
        return Classifications(probabilities, votes.argmax(axis=1), held, *more)

    def embeddings(self, crops: Pixels) -> Floats:
        """Return the embeddings (n, d) of RGB crops (n, size, size, 3) as they come."""
        return self.session.run_named(crops)[EMBEDDING]


def softmax(logits: Floats) -> Floats:
    """Turn logits (n, labels) into probabilities."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


@dataclass(frozen=True, slots=True)
class Captions:
    """The captions network, which reads the words on bonus tiles; calls change nothing.

    A crop is square with `size` pixels and shows `border` of the tile's side around the tile.
    """

    session: Session
    labels: tuple[str, ...]
    size: int
    border: float

    @classmethod
    def load(cls, path: Path, threads: int = 0) -> Self:
        """Open the model file; raises ModelError."""
        session = Session.load(path, "captions", threads)
        size, border = session.number("size"), session.number("border")
        return cls(session, session.names("labels"), int(size), border)

    def predict(self, crops: Pixels) -> Floats:
        """Return probabilities (n, labels) for RGB crops (n, size, size, 3).

        Crops are also seen upside down, as the turn of a painted picture is easily mistaken; the
        logits of both looks are added.
        """
        if not len(crops):
            return np.zeros((0, len(self.labels)), np.float32)
        upright, *_ = self.session.run(crops)
        turned, *_ = self.session.run(crops[:, ::-1, ::-1])
        return softmax(upright + turned)


BONUS = tuple(f"{rank}{suit}" for suit in "fg" for rank in range(1, 5))
NONE = "-"

# How the two opinions are combined, fitted on rendered hands: see models/JOURNAL.md.
_ASKED = 0.02  # least probability of a bonus tile by the classifier
# A name this sure is not read again. Wrong names of sets never seen were surer than .99.
_SURE_BONUS = 0.999
_BY_CAPTION, _BY_FACE = 1.0, 0.3  # weights of the logarithms
_TAUGHT_NONE = 0.12  # share of crops in training that show no bonus tile
_LEAST_READ = 1e-4
_MOST_READ = 40  # most tiles read in a photo, likeliest bonus tiles first; a set has eight


def bonus_columns(labels: tuple[str, ...]) -> list[int]:
    """Return the places of the bonus tiles among `labels`, in the order of `BONUS`."""
    return [labels.index(code) for code in BONUS]


def find_doubtful_bonus(probabilities: Floats, labels: tuple[str, ...]) -> NDArray[np.intp]:
    """Return possible bonus tiles without a sure name by probabilities (n, k) of `labels`."""
    doubted = probabilities.max(axis=1, initial=0.0) < _SURE_BONUS
    bonus = probabilities[:, bonus_columns(labels)].sum(axis=1)
    found = np.flatnonzero(doubted & (bonus >= _ASKED))
    return np.sort(found[np.argsort(-bonus[found], kind="stable")][:_MOST_READ])


def combine_captions(probabilities: Floats, read: Floats, labels: tuple[str, ...]) -> Floats:
    """Return the probabilities (n, k) of tiles, bonus tiles weighed by the words `read` (n, 9).

    The probability of being a bonus tile at all changes with the words too.
    """
    columns = bonus_columns(labels)
    scaled = probabilities.astype(np.float64)
    faces = np.maximum(scaled[:, columns], _LEAST_READ)
    shares = faces**_BY_FACE * np.maximum(read[:, :-1], _LEAST_READ) ** _BY_CAPTION
    none = np.clip(read[:, -1:], _LEAST_READ, 1 - _LEAST_READ)
    bonus = scaled[:, columns].sum(axis=1, keepdims=True) * (1 - none) / (1 - _TAUGHT_NONE)
    scaled *= none / _TAUGHT_NONE
    scaled[:, columns] = bonus * shares / shares.sum(axis=1, keepdims=True)
    return np.asarray(scaled / scaled.sum(axis=1, keepdims=True), np.float32)
