"""Hands that are complete only with tiles that hardly pass for tiles.

A plain back, a blank dragon or a face in the glare may be found and yet be taken for no tile. Where
the hand that was read is not complete, those that go on where a row ends, or fill its gaps, are
supposed to be tiles, by themselves or as backs of a kong; a supposition is believed where the hand
wins with every tile of it, and not otherwise.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.budget import ENDLESS, Budget
from vision.decode.names import Decoded, copies, most_likely
from vision.detect.eye import Seen
from vision.layout.arrangement import arrange
from vision.layout.candidates import is_complete
from vision.quads.contact import touching
from vision.quads.table import Table
from vision.sets import BLANK, FACE_DOWN

_LONGEST = 4  # doubted tiles side by side
_SHOWN = 2  # tiles of a kong beside which one lies face down that was not seen
_SINGLE = 10
_TOGETHER = 3
_STRAIGHT = 0.9  # cosine between two steps
_LOOSELY = 0.45  # tile widths from where a neighbour would lie
_HARDLY = 1e-3


def whole(decoded: Decoded) -> bool:
    """Whether the hand that was read is complete."""
    hand = decoded.layout.hand
    return hand is not None and is_complete(decoded.table, hand)


def suppose(
    seen: Seen,
    labels: Sequence[str],
    trusted: Callable[[Seen], Floats],
    budget: Budget = ENDLESS,
) -> tuple[Seen, Decoded] | None:
    """Find the likeliest doubted tiles with all of which the hand is complete; None without any.

    `trusted` says of what was seen how far each tile (n,) may be trusted; here those supposed are.
    They count as corrected, for by itself each looks like no tile.
    """
    sure = len(seen.found)
    for more in _suppositions(seen, labels):
        if budget.is_spent():
            break
        trust = trusted(more)
        trust[sure:] = 1
        names = most_likely(more.probabilities, copies(labels))
        table = Table.of(more.corners, [labels[name] for name in names], trust)
        layout = arrange(table, budget)
        hand = layout.hand
        added = set(range(sure, len(more.found)))
        if hand is not None and added <= set(hand.tiles) and is_complete(table, hand):
            alone = more.probabilities.argmax(axis=1)
            corrected = frozenset(np.flatnonzero(names != alone).tolist()) | added
            return more, Decoded(table, layout, corrected)
    return None


def add_face_down(seen: Seen, tile: int, labels: Sequence[str]) -> Seen:
    """Add one of the doubted tiles to what was seen, as its last one and face down."""
    doubted = seen.doubted
    if doubted is None:
        message = "nothing was doubted"
        raise ValueError(message)
    return _with(seen, doubted, (_Way((tile,), face_down=True),), labels)


@dataclass(frozen=True, slots=True)
class _Way:
    """Doubted tiles by their numbers that may be tiles, and whether they lie face down."""

    tiles: tuple[int, ...]
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class _Walk:
    """Doubted tiles side by side from a `start` on, up to a tile that is sure where they meet one.

    Tiles are numbered from the sure ones on; `start` is None for a row of nothing else.
    """

    start: int | None
    tiles: tuple[int, ...]
    end: int | None
    way: tuple[float, float]


def _suppositions(seen: Seen, labels: Sequence[str]) -> Iterator[Seen]:
    """Give what was seen together with some of the doubted tiles, which come last.

    The likelier come first, single groups of tiles before two of them.
    """
    doubted = seen.doubted
    if doubted is None or not len(doubted.found):
        return
    evidence = np.log((doubted.found * doubted.probabilities.max(axis=1)).clip(_HARDLY))
    found = np.log(doubted.found.clip(_HARDLY))

    def odds(way: _Way) -> float:
        return float((found if way.face_down else evidence)[list(way.tiles)].mean())

    ways = sorted(dict.fromkeys(_ways(seen, doubted, labels)), key=odds, reverse=True)[:_SINGLE]
    for way in ways:
        yield _with(seen, doubted, (way,), labels)
    for both in combinations(ways[:_TOGETHER], 2):
        if not set(both[0].tiles) & set(both[1].tiles):
            yield _with(seen, doubted, both, labels)


def _ways(seen: Seen, doubted: Seen, labels: Sequence[str]) -> Iterator[_Way]:
    """Give groups of doubted tiles, as they look and as the backs of a kong."""
    sure = len(seen.found)
    names = [labels[name] for name in seen.probabilities.argmax(axis=1)]
    likely = [labels[name] for name in doubted.probabilities.argmax(axis=1)]
    backs = np.array([name == FACE_DOWN for name in likely], np.bool_)
    corners = np.concatenate([seen.corners, doubted.corners])
    walks = list(_walks(corners, sure))
    for walk in walks:
        own = tuple(tile - sure for tile in walk.tiles)
        for count in range(len(own), 0, -1):
            if not backs[list(own[:count])].any() and (walk.start is not None or count >= 3):
                yield _Way(own[:count])
        if walk.start is not None:
            ends = [names[tile] for tile in (walk.start, walk.end) if tile is not None]
            shown = names.count(names[walk.start])
            for n in _backs(ends, shown, len(own)):
                if not _bear_one_face([likely[tile] for tile in own[:n]]):
                    yield _Way(own[:n], face_down=True)
    for one, other in combinations(walks, 2):
        if one.start is None or other.start is None or one.start == other.start:
            continue
        alike = names[one.start] == names[other.start]
        if alike and np.dot(one.way, other.way) < -_STRAIGHT:
            yield _Way((one.tiles[0] - sure, other.tiles[0] - sure), face_down=True)


def _backs(ends: Sequence[str], shown: int, count: int) -> Iterator[int]:
    """Say how many of `count` doubted tiles may be the backs of a kong.

    `ends` are the names of the sure tiles at their one end or both; of the first there are `shown`.
    """
    if ends[0] == ends[-1] and len(ends) == 2 and count <= 2:
        yield count
    elif count >= 3:
        yield 3
    if shown >= _SHOWN:
        yield 1


def _bear_one_face(names: Sequence[str]) -> bool:
    """Whether doubted tiles look like one face, as those of a pung in the glare do and no backs."""
    faces = [name for name in names if name not in (FACE_DOWN, BLANK)]
    return len(faces) > 1 and len(set(faces)) == 1


def _walks(corners: Floats, sure: int) -> Iterator[_Walk]:
    """Go from tile to tile (n, 4, 2) in one direction as long as they are doubted ones.

    The first `sure` tiles are no doubted ones.
    """
    right, left = touching(corners, corners, _LOOSELY, covered=False)
    linked = right | left | right.T | left.T
    middles = corners.mean(axis=1)
    for start in range(len(corners)):
        for first in np.flatnonzero(linked[start]):
            if first < sure:
                continue
            step = middles[first] - middles[start]
            if start >= sure and _next(linked, middles, start, -step) is not None:
                continue
            tiles, end = ([] if start < sure else [start]), None
            here: int | None = int(first)
            while here is not None and len(tiles) < _LONGEST:
                if here < sure:
                    end = here
                    break
                tiles.append(here)
                after = _next(linked, middles, here, step)
                if after is not None:
                    step = middles[after] - middles[here]
                here = after
            unit = step / max(float(np.linalg.norm(step)), 1e-6)
            way = float(unit[0]), float(unit[1])
            yield _Walk(start if start < sure else None, tuple(tiles), end, way)


def _next(linked: NDArray[np.bool_], middles: Floats, here: int, step: Floats) -> int | None:
    """Give the neighbour that lies straight on, the straightest; None without one."""
    best, way = _STRAIGHT, None
    for other in np.flatnonzero(linked[here]):
        on = middles[other] - middles[here]
        cosine = float(on @ step / max(float(np.linalg.norm(on) * np.linalg.norm(step)), 1e-6))
        if cosine > best:
            best, way = cosine, int(other)
    return way


def _with(seen: Seen, doubted: Seen, ways: Sequence[_Way], labels: Sequence[str]) -> Seen:
    """Add doubted tiles as they look or, where that is said, face down; the others stay doubted."""
    tiles = np.array([tile for way in ways for tile in way.tiles], np.intp)
    turned = np.array([way.face_down for way in ways for _ in way.tiles], np.bool_)
    probabilities = doubted.probabilities[tiles].copy()
    back = labels.index(FACE_DOWN)
    probabilities[turned, back] += probabilities[turned].max(axis=1) + _HARDLY
    probabilities[turned] /= 2
    return replace(
        seen,
        corners=np.concatenate([seen.corners, doubted.corners[tiles]]),
        probabilities=np.concatenate([seen.probabilities, probabilities]),
        steady=np.concatenate([seen.steady, doubted.steady[tiles]]),
        found=np.concatenate([seen.found, doubted.found[tiles]]),
        doubted=_without(doubted, tiles),
    )


def _without(doubted: Seen, tiles: NDArray[np.intp]) -> Seen:
    """Leave these tiles out."""
    return replace(
        doubted,
        corners=np.delete(doubted.corners, tiles, axis=0),
        probabilities=np.delete(doubted.probabilities, tiles, axis=0),
        steady=np.delete(doubted.steady, tiles),
        found=np.delete(doubted.found, tiles),
    )
