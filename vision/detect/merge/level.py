"""What the sights of a level strip say together: at each place lies one tile, the next beside it.

A face of few wide lines, as a nine of dots, is often seen as a tile for every line: they are as
tall together as their neighbours are alone. And a tile in glare, or a blank one, is seen faintly.
All sights are in the strip's pixels, in which the tiles of a row have about one size.
"""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.nets.detector import Detections
from vision.quads import geometry

_ABOVE = 0.5  # tile widths between the middles of parts of one tile, at most
_AS_TALL = (0.75, 1.35)  # heights of its neighbours that all parts together have
_WHOLE = 0.8  # of that height: a sight so tall is the tile, not a part of it
_FEWEST = 3  # tiles seen alone that tell how tall a tile is
_FAINT = 0.2  # of the detector: the least that may be the next tile of a row
_NEXT = (0.8, 1.25)  # widths from its neighbour's middle, and sizes of its neighbour
_OUT_OF_LINE = 0.15  # heights
_CLEAR = 0.6  # widths to another one beside the same neighbour


def join_parts(seen: Detections) -> Detections:
    """Put one tile in the place of sights that lie one above another, if it fits its neighbours."""
    boxes = geometry.hulls(seen.corners)
    groups = _above_each_other(boxes)
    alone = np.array([group[0] for group in groups if len(group) == 1], np.intp)
    if len(alone) == len(groups) or len(alone) < _FEWEST:
        return seen
    middles, tall = boxes[:, [0, 2]].mean(axis=1), boxes[:, 3] - boxes[:, 1]
    kept: list[tuple[Floats, float]] = []
    for group in groups:
        near = np.argsort(np.abs(middles[alone] - middles[group].mean()), kind="stable")[:_FEWEST]
        height = float(boxes[group, 3].max() - boxes[group, 1].min())
        as_tall = height / max(float(np.median(tall[alone[near]])), 1e-6)
        best = max(group, key=lambda tile: tall[tile])
        if len(group) == 1 or not _AS_TALL[0] < as_tall < _AS_TALL[1]:
            kept += [(seen.corners[tile], seen.confidences[tile]) for tile in group]
        elif tall[best] > _WHOLE * height:
            kept.append((seen.corners[best], seen.confidences[best]))
        else:
            downwards = sorted(group, key=lambda tile: boxes[tile, 1])
            kept.append((_span(seen.corners[downwards]), seen.confidences[group].max()))
    corners, confidences = zip(*kept, strict=True)
    return Detections(np.stack(corners), np.array(confidences, np.float32))


def find_next_tiles(seen: Detections, faint: Detections) -> NDArray[np.bool_]:
    """Tell which `faint` sights lie just where the next tile of the `seen` ones would."""
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
            and not (np.abs(others[fits, 0] - others[tile, 0]) < _CLEAR * wide).any()
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
    """Give the quad (4, 2) from the top of the first to the bottom of the last part (n, 4, 2)."""
    return np.concatenate([_from_top_left(parts[0])[:2], _from_top_left(parts[-1])[2:]])


def _from_top_left(quad: Floats) -> Floats:
    first = int((quad - quad.mean(axis=0)).sum(axis=1).argmin())
    return np.roll(quad, -first, axis=0)


def _sizes(corners: Floats) -> Floats:
    """Give width and height (n, 2) of the boxes around quads (n, 4, 2), 1 at least."""
    boxes = geometry.hulls(corners)
    return np.asarray((boxes[:, 2:] - boxes[:, :2]).clip(1), np.float32)
