"""Scenes as the roles network sees them: real looks at rendered scenes, and simulated looks.

The results of the shipped networks are taken from frozen looks: each tile of an unpainted scene
gets the record of a tile with the same face, with as much of it visible, in a photo of about the
same quality. A record says whether the tile was found at all, how it was named, and where its
corners were seen. Things that are not tiles come from those looks, too.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.frozen.recognisers import sights_of
from datasets.frozen.scene import FrozenScene, Look, Real, Role, owners_of
from datasets.frozen.shards import load
from datasets.synth.scenes.effects import Dice
from vision.arrays import Floats
from vision.nets.roles import (
    BACK,
    BONUS,
    CONCEALED,
    EXPOSED,
    NOTHING,
    OTHER,
    ROLES,
    WINNING,
    TileFeatures,
)
from vision.quads import geometry
from vision.sets import FACE_DOWN, is_bonus

OPEN = -1  # the role of a tile if unknown
DISCARD = len(ROLES)  # a tile in a pool: for the network's roles it is one of the others
_ROLE_OF = {
    Role.CONCEALED: CONCEALED,
    Role.WINNING: WINNING,
    Role.EXPOSED: EXPOSED,
    Role.CONCEALED_KONG: EXPOSED,
    Role.BONUS: BONUS,
    Role.DISCARD: DISCARD,
    Role.HIDDEN: OTHER,
}
_AROUND = 0.8  # of a tile's size around labelled tiles, where every tile was labelled
_SHOWN = (0.0, 0.6, 0.85, 1.01)  # visible shares of a tile between which its records differ
_QUALITIES = 4  # groups of looks, by how surely their tiles were found
_FAR = 8.0  # tile sizes from any tile, beyond which a thing's place tells nothing
_MOST_CLUTTER = 12  # most things in a row
_BACKS = 0.5  # share of such rows that look like backs
_PASSED = 0.6  # share of such things that pass for tiles
_BEYOND = (0.5, 8.0)  # tile sizes beyond the tiles
Counts = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class RoleScene:
    """A scene as seen, with what its tiles are: `roles` (n,) index `vision.nets.roles.ROLES`.

    A role may also be DISCARD or OPEN. `parts` (n,) number the sets that were laid down, 0 for
    tiles in none.
    """

    sights: TileFeatures
    roles: Counts
    parts: Counts


def role_scene_of(scene: FrozenScene, look: Look) -> RoleScene:
    """Return a frozen look with the true role of each of its tiles."""
    corners = look.corners
    owners = owners_of(corners, scene.real)
    known = _roles(scene.real)
    parts = np.array(scene.real.parts, np.intp)
    own = owners.clip(0)
    there = owners >= 0
    sights = sights_of(look, scene.size)
    nothing = np.full(len(corners), NOTHING)
    if not scene.whole and len(known):
        # In a real photo, only detections among the labelled tiles are known to be no tiles.
        inside = _nearby_mask(scene.real.corners, corners.mean(axis=1))
        nothing = np.where(inside, NOTHING, OPEN)
    return RoleScene(
        sights,
        np.where(there, known[own] if len(known) else NOTHING, nothing),
        np.where(there, parts[own] if len(parts) else 0, 0),
    )


def _nearby_mask(tiles: Floats, middles: Floats) -> NDArray[np.bool_]:
    """Return which middles (n, 2) lie within a tile's height of the box around tiles (m, 4, 2)."""
    low, high = tiles.min(axis=(0, 1)), tiles.max(axis=(0, 1))
    beyond = float(np.median(np.sqrt(geometry.areas(tiles)))) * _AROUND
    inside = (middles >= low - beyond) & (middles <= high + beyond)
    return np.asarray(inside.all(axis=1))


def _roles(real: Real) -> Counts:
    known = [_ROLE_OF.get(role, OTHER) for role in real.roles]
    hidden = [
        code == FACE_DOWN and role is Role.CONCEALED_KONG
        for code, role in zip(real.codes, real.roles, strict=True)
    ]
    # Nobody holds a bonus tile: one in the row has not been put aside yet.
    bonus = [
        is_bonus(code) and role in (Role.CONCEALED, Role.WINNING)
        for code, role in zip(real.codes, real.roles, strict=True)
    ]
    return np.where(hidden, BACK, np.where(bonus, BONUS, known)).astype(np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """Records of tiles by quality, face and visible share (-1: not found), and of other things."""

    labels: tuple[str, ...]
    names: NDArray[np.float16]
    numbers: Floats
    offsets: Floats
    tiles: dict[tuple[int, int, int], Counts]
    things: tuple[Counts, ...]
    per_look: tuple[Counts, ...]

    @classmethod
    def of(
        cls,
        scenes: Sequence[FrozenScene],
        labels: tuple[str, ...],
        photos: Sequence[FrozenScene] = (),
    ) -> "Bank":
        """Return the records of scenes with one look each; of photos, only those of other things.

        Labels of photos do not say exactly where a tile ends.
        """
        confidences = [_confidence(scene) for scene in scenes]
        bounds = np.quantile(confidences, np.linspace(0, 1, _QUALITIES + 1)[1:-1])
        index = {label: number for number, label in enumerate(labels)}
        names: list[Floats] = []
        numbers: list[tuple[float, ...]] = []
        offsets: list[Floats] = []
        tiles: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        things: list[list[int]] = [[] for _ in range(_QUALITIES)]
        per_look: list[list[int]] = [[] for _ in range(_QUALITIES)]

        def keep(look: Look, tile: int, offset: Floats) -> int:
            names.append(look.probabilities[tile].astype(np.float16))
            known = (look.found[tile], look.steady[tile], look.upon[tile], tile < look.kept)
            numbers.append(tuple(map(float, known)))
            offsets.append(offset.astype(np.float32))
            return len(names) - 1

        for number, scene in enumerate([*scenes, *photos]):
            real, look = scene.real, scene.looks[0]
            quality = int(np.searchsorted(bounds, _confidence(scene)))
            owners = owners_of(look.corners, real).tolist()
            if number < len(scenes):
                seen = {owner: tile for tile, owner in enumerate(owners) if owner >= 0}
                for own, code in enumerate(real.codes):
                    record = -1
                    if own in seen:
                        corners = look.corners[seen[own]]
                        record = keep(look, seen[own], _offset(corners, real.corners[own]))
                    tiles[quality, index[code], _shown(real, own)].append(record)
            spare = [tile for tile, owner in enumerate(owners) if owner < 0]
            places = (_place(look.corners[tile], real.corners) for tile in spare)
            things[quality] += map(keep, repeat(look), spare, places)
            per_look[quality].append(len(spare))
        return cls(
            labels,
            np.stack(names),
            np.array(numbers, np.float32),
            np.stack(offsets),
            {key: np.array(value, np.intp) for key, value in tiles.items()},
            tuple(np.array(each, np.intp) for each in things),
            tuple(np.array(each, np.intp) for each in per_look),
        )


def _confidence(scene: FrozenScene) -> float:
    look = scene.looks[0]
    return float(np.mean(look.found[: look.kept])) if look.kept else 0.0


def _shown(real: Real, number: int) -> int:
    """Return a tile's group by its visible share; walls and hidden tiles have their own."""
    if real.roles[number] is Role.HIDDEN:
        return -2
    if real.roles[number] is Role.WALL:
        return -1
    return int(np.searchsorted(_SHOWN, real.visible[number], side="right"))


def _offset(seen: Floats, real: Floats) -> Floats:
    """Return seen corners (4, 2) in a real tile's own axes, from its centre; turns are kept."""
    return np.asarray((seen - real.mean(axis=0)) @ np.linalg.pinv(_axes(real)), np.float32)


def _axes(quad: Floats) -> Floats:
    """Return the vectors (2, 2) along a quad in reading direction and down."""
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    return np.asarray(np.stack([right, down]), np.float32)


def _place(seen: Floats, real: Floats) -> Floats:
    """Return a seen thing in the axes of the nearest tile; `observe` randomises far ones."""
    if not len(real):
        return np.asarray((seen - seen.mean(axis=0)) / _size(seen) + _FAR, np.float32)
    nearest = int(np.linalg.norm(real.mean(axis=1) - seen.mean(axis=0), axis=1).argmin())
    return _offset(seen, real[nearest])


def _size(quad: Floats) -> float:
    return max(float(np.sqrt(geometry.areas(quad[None])[0])), 1.0)


def observe(dice: Dice, real: Real, size: tuple[int, int], bank: Bank) -> RoleScene:
    """Return an unpainted scene as if seen: every tile like some seen tile with its face."""
    quality = int(dice.integers(_QUALITIES))
    index = {label: number for number, label in enumerate(bank.labels)}
    roles = _roles(real)
    chosen, own = [], []
    for number, code in enumerate(real.codes):
        group = bank.tiles.get((quality, index[code], _shown(real, number)))
        if group is None:
            group = bank.tiles.get((quality, index[code], 3))
        if group is None:
            continue
        record = int(group[int(dice.integers(len(group)))])
        if record >= 0:
            chosen.append(record)
            own.append(number)
    quads = [_from_axes(bank.offsets[r], real.corners[n]) for r, n in zip(chosen, own, strict=True)]
    things = _things(dice, bank, quality, real)
    records = np.array([*chosen, *(record for record, _ in things)], np.intp)
    corners = np.array([*quads, *(quad for _, quad in things)], np.float32).reshape(-1, 4, 2)
    numbers = bank.numbers[records].reshape(-1, 4)
    tiles = np.array(own, np.intp)
    nothing = np.full(len(things), NOTHING)
    parts = np.array(real.parts, np.intp)
    sights = TileFeatures(
        size,
        corners,
        bank.names[records].astype(np.float32).reshape(-1, len(bank.labels)),
        numbers[:, 0],
        numbers[:, 1],
        numbers[:, 2],
        numbers[:, 3] > 0,
    )
    return RoleScene(
        sights,
        np.concatenate([roles[tiles] if len(tiles) else tiles, nothing]).astype(np.intp),
        np.concatenate([parts[tiles] if len(tiles) else tiles, np.zeros(len(things), np.intp)]),
    )


def _from_axes(offset: Floats, quad: Floats) -> Floats:
    return np.asarray(offset @ _axes(quad) + quad.mean(axis=0), np.float32)


def _things(dice: Dice, bank: Bank, quality: int, real: Real) -> list[tuple[int, Floats]]:
    """Return things that are not tiles, as many as one look had, near tiles or anywhere."""
    counts, pool = bank.per_look[quality], bank.things[quality]
    if not len(pool) or not len(real.codes):
        return []
    things = []
    for _ in range(min(int(counts[int(dice.integers(len(counts)))]), 12)):
        record = int(pool[int(dice.integers(len(pool)))])
        quad = real.corners[int(dice.integers(len(real.codes)))]
        offset = bank.offsets[record]
        middle = offset.mean(axis=0)
        if np.abs(middle).max() > _FAR - 1:
            offset = offset - middle + dice.uniform(-_FAR, _FAR, 2).astype(np.float32)
        things.append((record, _from_axes(offset, quad)))
    return things


def clutter(dice: Dice, lesson: RoleScene, bank: Bank) -> RoleScene:
    """Return a lesson with a row of books, boxes or cards beside it, each taken for a tile.

    Their names are those of real mistakes, or backs. They are of any size, vary more, and are less
    tidy than tiles: that, and their surroundings, gives them away.
    """
    seen = lesson.sights
    things = bank.things[int(dice.integers(_QUALITIES))]
    if not len(things) or not len(lesson.roles):
        return lesson
    count = int(dice.integers(1, _MOST_CLUTTER + 1))
    records = things[dice.integers(len(things), size=count)]
    names = bank.names[records].astype(np.float32)
    if dice.random() < _BACKS:
        sure = dice.uniform(0.3, 0.99, (count, 1)).astype(np.float32)
        names = names / names.sum(axis=1, keepdims=True).clip(1e-6) * (1 - sure)
        names[:, bank.labels.index(FACE_DOWN)] += sure[:, 0]
    numbers = bank.numbers[records]
    quads = _untidy_row(dice, seen.corners, count)
    on_tiles = geometry.box_iou(geometry.hulls(quads), geometry.hulls(seen.corners)) > 0
    free = ~on_tiles.any(axis=1)
    quads, names, numbers, count = quads[free], names[free], numbers[free], int(free.sum())
    found, steady, upon = numbers[:, :3].T
    passed = dice.random(count) < _PASSED
    sights = seen.append(TileFeatures(seen.size, quads, names, found, steady, upon, passed))
    return RoleScene(
        sights,
        np.concatenate([lesson.roles, np.full(count, NOTHING)]),
        np.concatenate([lesson.parts, np.zeros(count, np.intp)]),
    )


def _untidy_row(dice: Dice, tiles: Floats, count: int) -> Floats:
    """Return quads (count, 4, 2) side by side somewhere beyond the box around tiles (n, 4, 2)."""
    size = float(np.median(np.sqrt(geometry.areas(tiles)))) or 1.0
    low, high = tiles.min(axis=(0, 1)), tiles.max(axis=(0, 1))
    away = float(dice.uniform(-np.pi, np.pi))
    way = np.array([np.cos(away), np.sin(away)])
    middle = (low + high) / 2 + way * ((high - low) / 2 + size * dice.uniform(*_BEYOND))
    line = away + np.pi / 2 + float(dice.normal(0, 0.4))
    wide = size * np.exp(dice.normal(0, 0.4) + dice.normal(0, 0.25, count))
    high_of = wide * np.exp(dice.normal(0.3, 0.2) + dice.normal(0, 0.25, count))
    along = np.cumsum(wide * (1 + abs(dice.normal(0, 0.15, count))))
    turns = line + dice.normal(0, 0.12, count) + np.pi / 2 * int(dice.integers(4))
    right = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    down = np.stack([-right[:, 1], right[:, 0]], axis=1)
    steps = (along - along.mean())[:, None] * np.array([np.cos(line), np.sin(line)])
    across, deep = right * wide[:, None] / 2, down * high_of[:, None] / 2
    corners = np.stack([-across - deep, across - deep, across + deep, deep - across], axis=1)
    untidy = dice.normal(0, 0.07, corners.shape) * wide[:, None, None]
    return np.asarray(corners + untidy + (middle + steps)[:, None], np.float32)


def scenes_in(folder: Path) -> Iterator[FrozenScene]:
    """Yield the scenes of a folder's files."""
    for path in sorted(folder.glob("*.npz")):
        yield from load(path)[0]


def labels_of(folder: Path) -> tuple[str, ...]:
    """Return the labels of a folder's files."""
    return load(next(iter(sorted(folder.glob("*.npz")))))[1]


def exchange_suits(dice: Dice, names: Floats, labels: Sequence[str]) -> Floats:
    """Return probabilities (n, k) with the suits permuted: which suit is which means nothing."""
    order = dice.permutation(3)
    index = {label: number for number, label in enumerate(labels)}
    columns = np.arange(len(labels))
    for one, other in zip("mps", (("m", "p", "s")[int(i)] for i in order), strict=True):
        for rank in range(1, 10):
            columns[index[f"{rank}{one}"]] = index[f"{rank}{other}"]
    return names[:, columns]


def role_scenes_of(scenes: Iterable[FrozenScene]) -> list[RoleScene]:
    """Return all scenes that have a look, as seen."""
    return [role_scene_of(scene, scene.looks[0]) for scene in scenes]
