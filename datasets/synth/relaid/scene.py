"""Photos of hands laid down anew, some with a pool, some taken from elsewhere, and their truth."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.relaid.plan import LaidPiece, Plan, compose_winning_hand, plan
from datasets.synth.relaid.row import (
    PhotographedRow,
    Piece,
    clear_row,
    cover_source,
    mask,
    paste_pieces,
    place,
)
from datasets.synth.scenes.scene import Scene, SceneTile
from vision.arrays import Floats
from vision.quads.geometry import grow, project, rotation
from vision.sets import is_bonus

_TRIES = 40
_POOLS = 0.5  # share of photos with a pool behind
_ELSEWHERE = 0.6  # share of photos taken from another place
_LIKE = 14.0  # differences of bodies in Lab between photos of like light
_GROUND = 25.0  # the same of tables, a little of which is cut out with the tiles
_RACK = 12.0  # the same, from the tiles to a rack as white as they
_CLEAR = 0.3  # of a tile's size, around all that lies there
_TABLE, _LIGHTNESS = 30.0, 0.3  # differences in Lab within a table, light falling off counted less
_OTHER = 0.03  # share of a place that may look otherwise
_AS_LARGE, _SHAPE = (0.7, 1.4), 0.06  # of tiles: ratio of heights, difference in width for height
_COPIES = 4


def donors_of(row: PhotographedRow, rows: Sequence[PhotographedRow]) -> tuple[PhotographedRow, ...]:
    """List the other photos whose tiles could lie on this table."""
    body, ground = row.body(), row.ground()
    return tuple(
        other
        for other in rows
        if other is not row
        and float(np.linalg.norm(other.body() - body)) < _LIKE
        and float(np.linalg.norm(other.ground() - ground)) < _GROUND
        and _AS_LARGE[0] < other.tile[1] / row.tile[1] < _AS_LARGE[1]
        and abs(other.tile[0] / other.tile[1] - row.tile[0] / row.tile[1]) < _SHAPE
    )


def can_be_laid(row: PhotographedRow) -> bool:
    """Return whether there is free table above a row, as high as the row, and no white rack."""
    source = cover_source(row)
    if source[..., 1].min() < 0 or not _is_free(row, source):
        return False
    return float(np.linalg.norm(row.colour(source.mean(axis=1)) - row.body())) > _RACK


def relay(
    row: PhotographedRow, donors: Sequence[PhotographedRow], rng: np.random.Generator
) -> Scene | None:
    """Lay the hand of a row down anew; None where no way was found that stays in view."""
    for _ in range(_TRIES):
        laid = plan(row, donors, rng)
        if laid is None:
            return None
        if _fits(row, laid):
            break
    else:
        return None
    pieces = [*laid.pieces]
    if rng.random() < _POOLS:
        pieces += _pool(row, donors, laid, rng)
    sun = (float(rng.uniform(-4, 4)), float(rng.uniform(0, 4)))
    image = paste_pieces(clear_row(row), [each.piece for each in pieces], sun)
    tiles = tuple(
        SceneTile(code, quad, "bonus" if is_bonus(code) else each.role, 1.0, part=each.part)
        for each in pieces
        for code, quad in zip(each.piece.codes, each.piece.quads, strict=True)
    )
    scene = Scene(image, tiles, laid.text, "relaid", row.name, tuple(row.others), ())
    return move_camera(scene, rng) if rng.random() < _ELSEWHERE else scene


def _fits(row: PhotographedRow, laid: Plan) -> bool:
    """Return whether all pieces lie in the photo, on no other tile and not on each other."""
    size = (row.image.shape[1], row.image.shape[0])
    every = [each.piece.quads for each in laid.pieces]
    quads = np.concatenate(every)
    if quads.min() < 1 or (quads.max(axis=(0, 1)) > np.array(size) - 1).any():
        return False
    own = np.array([each.role != "hand" for each in laid.pieces for _ in each.piece.tiles], bool)
    around = grow(quads, 1 + 2 * _CLEAR)
    if not _is_free(row, around[own]) or _overlap(quads, row.others, size):
        return False
    return not any(_overlap(one, other, size) for i, one in enumerate(every) for other in every[:i])


def _pool(
    row: PhotographedRow,
    donors: Sequence[PhotographedRow],
    laid: Plan,
    rng: np.random.Generator,
) -> Iterator[LaidPiece]:
    """Lay discards in loose lines of six behind all that is laid, where there is room."""
    size = (row.image.shape[1], row.image.shape[0])
    wide, tall = row.tile
    scale = float(rng.uniform(0.85, 1.0))
    used = Counter(row.codes)
    stock = [(donor, tile) for donor in donors for tile in range(len(donor.codes))]
    top = min(float((each.piece.quads @ row.up * -1).min()) for each in laid.pieces)
    start = row.quads.mean(axis=(0, 1))
    above = -top - float(start @ row.up) + float(rng.uniform(1.3, 2.0)) * tall
    aside = float(rng.uniform(-4, 1)) * wide
    taken = [np.concatenate([each.piece.quads for each in laid.pieces]), row.others]
    for number, index in enumerate(rng.permutation(len(stock))[: int(rng.integers(5, 19))]):
        donor, tile = stock[index]
        code = donor.codes[tile]
        if is_bonus(code) or used[code] >= _COPIES:
            continue
        along = aside + (number % 6) * 1.15 * wide
        up = above + (number // 6) * 1.12 * tall
        at = start + row.along * np.float32(along) + row.up * np.float32(up)
        piece = place(
            donor,
            (tile,),
            np.asarray(at + rng.normal(0, 0.05 * wide, 2), np.float32),
            turn=float(rng.normal(0, 0.06)) + np.pi * int(rng.random() < 0.3),
            scale=scale * tall / donor.tile[1],
        )
        if _has_room(piece, taken, size):
            used[code] += 1
            taken.append(piece.quads)
            yield LaidPiece(piece, "discard")


def _has_room(piece: Piece, taken: Sequence[Floats], size: tuple[int, int]) -> bool:
    quads = piece.outlines
    if quads.min() < 1 or (quads.max(axis=(0, 1)) > np.array(size) - 1).any():
        return False
    return not any(_overlap(quads, other, size) for other in taken)


def _is_free(row: PhotographedRow, quads: Floats) -> bool:
    """Return whether nothing but the table lies where quads (n, 4, 2) are."""
    size = (row.image.shape[1], row.image.shape[0])
    if _overlap(quads, row.others, size):
        return False
    lab = cv2.cvtColor(row.image, cv2.COLOR_RGB2LAB).astype(np.float32)
    own = mask(row.outlines(), size) > 0
    there = lab[(mask(quads, size) > 0) & ~own]
    away = np.abs(there - np.median(there, axis=0)) if len(there) else there
    differs = np.hypot(away[:, 1], away[:, 2]) + _LIGHTNESS * away[:, 0] > _TABLE
    return bool(differs.mean() < _OTHER) if len(there) else True


def _overlap(one: Floats, other: Floats, size: tuple[int, int]) -> bool:
    """Return whether two groups of quads share pixels."""
    return bool(((mask(one, size) > 0) & (mask(other, size) > 0)).any())


def scenes_of(
    rows: Sequence[PhotographedRow], seed: int, each: int, *, composed: bool
) -> Iterator[tuple[str, Scene]]:
    """Lay every row with free cloth down in `each` ways, and name what comes out.

    `composed`: winning hands of tiles of like photos take the place of the rows.
    """
    usable = [row for row in rows if can_be_laid(row)]
    for number, row in enumerate(usable):
        donors = donors_of(row, rows)
        for way in range(each):
            rng = np.random.default_rng((seed, number, way))
            laid = compose_winning_hand(row, donors, rng) if composed else row
            scene = None if laid is None else relay(laid, donors, rng)
            if scene is not None:
                yield f"relaid-{seed}-{number:03}-{way}", scene


_SIZES = ((960, 720), (720, 960), (800, 800), (1280, 960))
_LOWEST = 42.0  # degrees that a camera is turned down from above the table
_ASKEW = 10.0  # degrees, as a phone is held
_OPPOSITE = 0.12  # share of photos from the other side of the table
_FAR = (1.6, 3.0)  # of the old photo's side: how far the camera is
_MARGIN = (0.02, 0.1)  # of the new photo's side, around the hand
_BLUR = 0.9  # px


def move_camera(scene: Scene, rng: np.random.Generator) -> Scene:
    """Photograph a scene anew, with the hand as large as it fits in."""
    size = _SIZES[int(rng.integers(len(_SIZES)))]
    own = np.concatenate([tile.corners for tile in scene.tiles if tile.role != "discard"])
    turned = _homography(rng, scene.image.shape[1::-1])
    matrix = _fit(turned, own, size, float(rng.uniform(*_MARGIN)))
    image = cv2.warpPerspective(
        scene.image, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, _BLUR)))
    noise = rng.normal(0, float(rng.uniform(0, 5)), image.shape)
    seen = np.clip(np.round(image + noise), 0, 255).astype(np.uint8)
    tiles = [replace(tile, corners=project(tile.corners, matrix)) for tile in scene.tiles]
    inside = [t for t in tiles if t.corners.min() >= 0 and (t.corners <= size).all()]
    cut = [t.corners for t in tiles if not (t.corners.min() >= 0 and (t.corners <= size).all())]
    others = [project(quad, matrix) for quad in scene.ignored]
    return replace(scene, image=seen, tiles=tuple(inside), ignored=(*others, *cut))


def _homography(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float64]:
    """Tilt the plane of a photo of this size and turn it."""
    width, height = size
    side = float(max(size))
    tilt = np.deg2rad(rng.uniform(0, _LOWEST))
    roll = np.deg2rad(rng.normal(0, _ASKEW)) + np.pi * int(rng.random() < _OPPOSITE)
    turn, lean = np.eye(3), np.eye(3)
    turn[:2, :2], lean[1:, 1:] = rotation(roll), rotation(tilt)
    away = float(rng.uniform(*_FAR)) * side
    # A point (x, y) of the photo lies at (x, y, 0) of a plane that is leant and looked at.
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    plane = (lean @ turn)[:, :2]
    onto = np.column_stack([plane, [0, 0, away]])
    onto[2] *= -1
    onto[2, 2] = away
    return np.asarray(np.diag([away, away, 1.0]) @ onto @ centred, np.float64)


def _fit(
    matrix: NDArray[np.float64], own: Floats, size: tuple[int, int], margin: float
) -> NDArray[np.float64]:
    """Scale and shift so that points (n, 2) fill a photo of this size but for a margin."""
    points = project(own, matrix)
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.array(size) * (1 - 2 * margin)
    scale = float((room / (high - low)).min())
    shift = np.array(size) / 2 - scale * (low + high) / 2
    # What lies behind the hand is worth more of the photo than what lies before it.
    shift[1] += (size[1] - scale * (high - low)[1]) * 0.2
    return np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ matrix
