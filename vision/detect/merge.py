"""What several sights say of one place: one tile, two, or none.

A four of dots may be seen as two tiles side by side, each of two dots, where tiles are squeezed or
small. Real ones lie beside each other, so that their middles are never that near. Without a seam in
sight, a pair passes for one wide tile.

In a level strip at each place lies one tile, the next beside it. A face of few wide lines, as a
nine of dots, is often seen as a tile for every line: they are as tall together as their neighbours
are alone. And a tile in glare, or a blank one, is seen faintly. All sights are in the strip's
pixels, in which the tiles of a row have about one size.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.nets.detector import Detections
from vision.quads import geometry
from vision.quads.geometry import Quads

_SURELY = 1e-4  # how near to 0 and 1 a confidence is believed
_TOO_NEAR = 0.6  # usual short sides between two middles
_HALVES_NEAR = 0.8  # the same, of halves of a tall face
_USUAL = 6  # tiles that tell what is usual
_FEWEST = 5
_TOGETHER = (0.75, 1.3)  # of a neighbour's width and height: the two together
_WHOLE = 0.75  # of both: a sight so large is the tile, not a half of it

AreTiles: TypeAlias = Callable[[Floats], NDArray[np.bool_]]


def weigh_evidence(sights: Detections, threshold: float) -> float:
    """Return how much of a photo sights explain: log-odds that they exist, by area.

    Pixels times natural logarithms, from those of the threshold on. One tile outweighs its own
    parts, and tiles the print upon them.
    """
    odds = _log_odds(sights.confidences) - _log_odds(np.float32(threshold))
    return float((geometry.areas(sights.corners) * odds.clip(0)).sum())


def _log_odds(confidences: Floats | np.float32) -> Floats:
    sure = np.clip(confidences, _SURELY, 1 - _SURELY)
    return np.asarray(np.log(sure / (1 - sure)), np.float32)


def join_halves(found: Detections) -> Detections:
    """Put one tile in the place of each two sights that together are as large as a neighbour."""
    return _join(found, -1.0, _TOO_NEAR, None)


def join_tall_halves(found: Detections, are_tiles: AreTiles) -> Detections:
    """Do the same with sights one above the other, where `are_tiles` says so of the two together.

    They lie farther apart, as tiles of a steep row do, too.
    """
    return _join(found, _TOO_NEAR, _HALVES_NEAR, are_tiles)


def _join(found: Detections, near: float, far: float, are_tiles: AreTiles | None) -> Detections:
    """Join sights that lie from `near` to `far` usual short sides apart."""
    count = len(found)
    if count < _FEWEST:
        return found
    middles = found.corners.mean(axis=1)
    short = geometry.sides(found.corners).min(axis=1)
    apart = geometry.distances(middles, middles)
    np.fill_diagonal(apart, np.inf)
    nearest = apart.argmin(axis=1)
    corners, confidences = found.corners.copy(), found.confidences.copy()
    kept = np.ones(count, np.bool_)
    for one, other in enumerate(nearest.tolist()):
        if other < one or nearest[other] != one:
            continue
        around = np.argsort(apart[one], kind="stable")[1 : _USUAL + 1]
        usual = float(np.median(short[around]))
        if not near * usual < apart[one, other] <= far * usual:
            continue
        pair = np.array([one, other])
        frames = (_joined_quad(found.corners[pair], found.corners[tile]) for tile in around)
        quad, shares = next((both for both in frames if both is not None), (None, None))
        if quad is None or shares is None:
            continue
        if are_tiles is not None and (shares.max() > _WHOLE or not are_tiles(quad[None])[0]):
            continue
        if shares.max() > _WHOLE:
            kept[pair[1 - int(shares.argmax())]] = False
        else:
            kept[other] = False
            corners[one], confidences[one] = quad, found.confidences[pair].max()
    return Detections(corners[kept], confidences[kept])


def _joined_quad(pair: Floats, neighbour: Floats) -> tuple[Floats, Floats] | None:
    """Return the quad (4, 2) around two in a neighbour's frame, and how much of it each is (2,).

    None where it is not as large as the neighbour.
    """
    axes = Quads(neighbour).axes
    if abs(np.linalg.det(axes)) < 1:
        return None
    flat = (pair @ np.linalg.inv(axes)).astype(np.float32)
    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    if not ((high - low > _TOGETHER[0]) & (high - low < _TOGETHER[1])).all():
        return None
    box = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    sizes = flat.max(axis=1) - flat.min(axis=1)
    return (box @ axes).astype(np.float32), np.asarray((sizes / (high - low)).min(axis=1))


_AROUND = 3  # neighbours: a sight must be twice as large as each of them
_AS_LARGE = (0.8, 1.25)  # of a neighbour, across the pair
_TWICE = (1.55, 2.4)  # of a neighbour, along it

Sure = Callable[[Floats], NDArray[np.bool_]]


def split_doubles(found: Detections, sure: Sure) -> Detections:
    """Put two tiles in the place of each sight as large as two, where both then have a sure name.

    `sure` tells of quads (n, 4, 2) whether what lies there is surely a tile.
    """
    if len(found) < _FEWEST:
        return found
    middles = found.corners.mean(axis=1)
    away = geometry.distances(middles, middles)
    np.fill_diagonal(away, np.inf)
    near = np.argsort(away, axis=1, kind="stable")[:, :_AROUND]
    areas = geometry.areas(found.corners)
    large = areas > _AS_LARGE[0] * _TWICE[0] * areas[near].max(axis=1)
    split = {}
    for tile in np.flatnonzero(large).tolist():
        ways = [_split_quad(found.corners[tile], other) for other in found.corners[near[tile]]]
        fitting = [halves for halves in ways if halves is not None]
        if len(fitting) == _AROUND:
            split[tile] = fitting[0]
    if not split:
        return found
    named = sure(np.concatenate(list(split.values()))).reshape(-1, 2)
    chosen = [tile for tile, both in zip(split, named, strict=True) if both.all()]
    if not chosen:
        return found
    corners, rest = np.concatenate([split[tile] for tile in chosen]), np.ones(len(found), np.bool_)
    rest[chosen] = False
    halves = Detections(geometry.turn_upright(corners), np.repeat(found.confidences[chosen], 2))
    return found[rest].append(halves)


def _split_quad(quad: Floats, neighbour: Floats) -> Floats | None:
    """Divide a quad (4, 2) as large as two of its neighbour side by side: (2, 4, 2), else None."""
    axes = Quads(neighbour).axes
    if abs(np.linalg.det(axes)) < 1:
        return None
    flat = quad @ np.linalg.inv(axes)
    size = np.ptp(flat, axis=0)
    for along in (0, 1):
        across = size[1 - along]
        if not (_AS_LARGE[0] < across < _AS_LARGE[1] and _TWICE[0] < size[along] < _TWICE[1]):
            continue
        edges = np.roll(flat, -1, axis=0) - flat
        start = int(edges[:, along].argmax())
        one, two, three, four = np.roll(quad, -start, axis=0)
        first, last = (one + two) / 2, (four + three) / 2
        return np.asarray([[one, first, last, four], [first, two, three, last]], np.float32)
    return None


_ABOVE = 0.5  # tile widths between the middles of parts of one tile, at most
_AS_TALL = (0.75, 1.35)  # heights of its neighbours that all parts together have
_WHOLLY = 0.8  # of that height: a sight so tall is the tile, not a part of it
_FEWEST_ALONE = 3  # tiles seen alone that tell how tall a tile is
_FAINT = 0.2  # of the detector: the least that may be the next tile of a row
_NEXT = (0.8, 1.25)  # widths from its neighbour's middle, and sizes of its neighbour
_OUT_OF_LINE = 0.15  # heights


def join_parts(seen: Detections) -> Detections:
    """Put one tile in the place of sights that lie one above another, if it fits its neighbours."""
    boxes = geometry.hulls(seen.corners)
    groups = _above_each_other(boxes)
    alone = np.array([group[0] for group in groups if len(group) == 1], np.intp)
    if len(alone) == len(groups) or len(alone) < _FEWEST_ALONE:
        return seen
    middles, tall = boxes[:, [0, 2]].mean(axis=1), boxes[:, 3] - boxes[:, 1]
    kept: list[tuple[Floats, float]] = []
    for group in groups:
        near = np.argsort(np.abs(middles[alone] - middles[group].mean()), kind="stable")[
            :_FEWEST_ALONE
        ]
        height = float(boxes[group, 3].max() - boxes[group, 1].min())
        as_tall = height / max(float(np.median(tall[alone[near]])), 1e-6)
        best = max(group, key=lambda tile: tall[tile])
        if len(group) == 1 or not _AS_TALL[0] < as_tall < _AS_TALL[1]:
            kept += [(seen.corners[tile], seen.confidences[tile]) for tile in group]
        elif tall[best] > _WHOLLY * height:
            kept.append((seen.corners[best], seen.confidences[best]))
        else:
            downwards = sorted(group, key=lambda tile: boxes[tile, 1])
            kept.append((_span(seen.corners[downwards]), seen.confidences[group].max()))
    corners, confidences = zip(*kept, strict=True)
    return Detections(np.stack(corners), np.array(confidences, np.float32))


def find_next_tiles(seen: Detections, faint: Detections) -> NDArray[np.bool_]:
    """Return which `faint` sights lie just where the next tile of the `seen` ones would."""
    middles, others = seen.corners.mean(axis=1), faint.corners.mean(axis=1)
    sizes, own = _sizes(seen.corners), _sizes(faint.corners)
    fits = np.zeros(len(faint), np.bool_)
    for tile in np.argsort(-faint.confidences, kind="stable") if len(seen) else ():
        away = np.abs(others[tile] - middles)
        near = away[:, 0].argmin()
        wide, tall = sizes[near]
        shape = (away[near, 0] / wide, own[tile, 0] / wide, own[tile, 1] / tall)
        fits[tile] = (
            faint.confidences[tile] >= _FAINT
            and all(_NEXT[0] < ratio < _NEXT[1] for ratio in shape)
            and away[near, 1] < _OUT_OF_LINE * tall
        )
    return fits


def _above_each_other(boxes: Floats) -> list[list[int]]:
    """Group boxes (n, 4) x0 y0 x1 y1 of a strip by their place along it."""
    middles = boxes[:, [0, 2]].mean(axis=1)
    wide = float(np.median(boxes[:, 2] - boxes[:, 0]))
    groups: list[list[int]] = []
    for tile in np.argsort(middles, kind="stable").tolist():
        if groups and middles[tile] - middles[groups[-1]].mean() < _ABOVE * wide:
            groups[-1].append(tile)
        else:
            groups.append([tile])
    return groups


def _span(parts: Floats) -> Floats:
    """Return the quad (4, 2) from the top of the first to the bottom of the last part (n, 4, 2)."""
    return np.concatenate([_from_top_left(parts[0])[:2], _from_top_left(parts[-1])[2:]])


def _from_top_left(quad: Floats) -> Floats:
    first = int((quad - quad.mean(axis=0)).sum(axis=1).argmin())
    return np.roll(quad, -first, axis=0)


def _sizes(corners: Floats) -> Floats:
    """Return width and height (n, 2) of the boxes around quads (n, 4, 2), 1 at least."""
    boxes = geometry.hulls(corners)
    return np.asarray((boxes[:, 2:] - boxes[:, :2]).clip(1), np.float32)
