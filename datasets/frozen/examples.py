"""Freezes rendered scenes, as the shipped networks see them, for the roles network to learn from.

``python -m datasets.frozen.examples --out build/looks --count 4000`` renders scenes of all kinds
that are measured, with seeds and drawn faces that no measurement uses, and keeps the first look at
each together with the truth, a hundred scenes per file. Files already in the folder are skipped.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from zlib import crc32

import cv2
import numpy as np

from datasets.command_line import command_parser
from datasets.frozen.freeze import Freezer
from datasets.frozen.plan import PLAN
from datasets.frozen.recognisers import look_of
from datasets.frozen.scene import (
    FrozenScene,
    Look,
    Real,
    Role,
    owners_of,
    real_of_photo,
    real_of_scene,
)
from datasets.frozen.shards import save
from datasets.labels.photos import Photo as LabelledPhoto
from datasets.labels.photos import load_photos
from datasets.labels.structure import Structure, load_structures, structures_by_name
from datasets.paths import PHOTOS
from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import OutOfViewError, render_from
from vision.arrays import Pixels
from vision.photo.budget import Budget
from vision.photo.photo import Photo
from vision.reading import GroupKind, Reading
from vision.sets import FACE_DOWN, UNKNOWN_FACE, is_bonus

_TOGETHER = 100  # scenes per file
_SEED = 731_000  # of no measurement and no other training
# Drawn designs that neither the networks learned nor a measurement uses: their names are as
# doubtful as those of a table that nobody has seen before.
_DESIGNS = range(3000, 3060)
_WHOLE_TABLES = 0.25  # share of scenes
_FEWEST = 3  # fewest tiles of a row
_IN_LINE = 0.5  # of a tile's height: how far a tile may lie off the line of its row
# Most real photos of tables in play show sets close behind a standing row, and print on racks.
_MORE = MappingProxyType({"play": 3.0, "racks": 3.0})
_TURNED = 25.0  # most degrees from upright or from a quarter turn, as phones are held
_DARKEST, _BRIGHTEST = 0.3, 1.1  # relative to the photo's own light
_ROLES = {
    GroupKind.CONCEALED: Role.CONCEALED,
    GroupKind.EXPOSED: Role.EXPOSED,
    GroupKind.CONCEALED_KONG: Role.CONCEALED_KONG,
    GroupKind.BONUS: Role.BONUS,
    GroupKind.POOL: Role.DISCARD,
    GroupKind.WALL: Role.OTHER,
    GroupKind.OTHER: Role.OTHER,
}
# Scenes whose hand nobody could tell from its surroundings teach nothing about hands.
_LEFT_OUT = ("strewn",)


@cache
def _freezer() -> Freezer:
    return Freezer()


def examples(numbers: Sequence[int], seed: int) -> Iterator[FrozenScene]:
    """Yield the scenes of these numbers, rendered and frozen with the first look."""
    faces = FaceLibrary.build(["drawn"], drawn=_DESIGNS)
    parts = [name for name in PLAN if name not in _LEFT_OUT]
    shares = np.array([np.sqrt(PLAN[name].count) * _MORE.get(name, 1.0) for name in parts])
    tables = replace(
        PLAN["hands"].profile,
        layouts=MappingProxyType({"sides": 0.8, "catalogue": 0.2}),
        readable=16.0,
    )
    for number in numbers:
        rng = np.random.default_rng((seed, number))
        part = parts[int(rng.choice(len(parts), p=shares / shares.sum()))]
        profile = PLAN[part].profile
        if rng.random() < _WHOLE_TABLES:
            part, profile = "sides", tables
        try:
            scene = render_from(rng, faces, ((1.0, profile),))
        except OutOfViewError:
            continue
        no_hand = part != "sides" and PLAN[part].no_hand
        hand = "" if no_hand else scene.hand
        height, width = scene.image.shape[:2]
        look, real = _look_at(scene.image), real_of_scene(scene)
        yield FrozenScene(f"{part}-{number}", (width, height), (look,), real, hand, None, (part,))


def _look_at(pixels: Pixels) -> Look:
    freezer = _freezer()
    return look_of(freezer.recogniser.recognise(Photo.of(pixels), Budget()), freezer.stacked)


def photo_looks(photos: Sequence[LabelledPhoto], turns: int) -> Iterator[FrozenScene]:
    """Yield first looks at labelled photos, if the tiles' roles are known.

    If the reader finds a hand of exactly the labelled tiles, its groups give the roles. Otherwise,
    if all lie in one row, all belong to the hand. What lies outside of the labelled tiles is
    unlabelled and left open. Each photo is looked at `turns` more times, turned and in other light.
    If the first look saw only the labelled tiles, anything else that a turned one sees counts as no
    tile.
    """
    for photo in photos:
        pixels = photo.image()
        size = (pixels.shape[1], pixels.shape[0])
        watching, reading = _freezer().look(pixels)
        real = real_of_photo(photo, size)
        read = roles_as_read(reading, photo) if len(watching.seen) == 1 else None
        if read is None and not _is_one_row(photo):
            continue
        roles = tuple(
            Role.HIDDEN if role is Role.HIDDEN else Role.BONUS if is_bonus(code) else Role.CONCEALED
            for code, role in zip(real.codes, real.roles, strict=True)
        )
        first = FrozenScene(
            photo.path.stem,
            size,
            (look_of(watching.seen[1.0], _freezer().stacked),),
            read or replace(real, roles=roles),
            reading.hand if read else None,
            None,
            ("photo",),
            whole=False,
        )
        yield first
        rng = np.random.default_rng((_SEED, crc32(photo.path.stem.encode())))
        for number in range(turns):
            yield _turned_look(pixels, first, number, rng)


def _turned_look(
    pixels: Pixels, first: FrozenScene, number: int, rng: np.random.Generator
) -> FrozenScene:
    """Return a photo as seen turned about its centre, uncropped, in other light."""
    turn = float(rng.uniform(-_TURNED, _TURNED) + 90 * rng.choice(4, p=(0.55, 0.15, 0.15, 0.15)))
    light = float(np.exp(rng.uniform(np.log(_DARKEST), np.log(_BRIGHTEST))))
    width, height = first.size
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    across, down = np.abs(matrix[:, :2]) @ (width, height)
    size = (round(across), round(down))
    matrix[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    edge = cv2.resize(pixels, (8, 8), interpolation=cv2.INTER_AREA)[0].mean(axis=0)
    shown = cv2.warpAffine(pixels, matrix, size, flags=cv2.INTER_LINEAR, borderValue=edge.tolist())
    lit = np.asarray(cv2.convertScaleAbs(shown, alpha=light), np.uint8)
    corners = first.real.corners @ matrix[:, :2].T + matrix[:, 2]
    look = first.looks[0]
    alone = bool((owners_of(look.corners, first.real) >= 0).all())
    return replace(
        first,
        name=f"{first.name}-{number}",
        size=size,
        looks=(_look_at(lit),),
        real=replace(first.real, corners=corners.astype(np.float32)),
        whole=alone,
    )


def roles_as_read(reading: Reading, photo: LabelledPhoto) -> Real | None:
    """Return a reading's roles of the tiles if its hand has exactly the labelled ones."""
    wanted = Counter(label.tile for label in photo.tiles)
    found = Structure.parse(reading.hand or "")
    own = found.tiles
    own.pop(FACE_DOWN, None)
    if own != wanted or not wanted:
        return None
    roles = [Role.OTHER] * len(reading.tiles)
    parts = [0] * len(reading.tiles)
    for number, group in enumerate(reading.groups, 1):
        for tile in group.tiles:
            roles[tile] = _ROLES[group.kind]
            laid = group.kind in (GroupKind.EXPOSED, GroupKind.CONCEALED_KONG)
            parts[tile] = number if laid else 0
        if group.kind is GroupKind.CONCEALED and found.winning is not None:
            roles[group.tiles[-1]] = Role.WINNING
    named = [number for number, tile in enumerate(reading.tiles) if tile.tile != UNKNOWN_FACE]
    return Real(
        tuple(reading.tiles[number].tile for number in named),
        np.array([reading.tiles[number].corners for number in named], np.float32),
        tuple(roles[number] for number in named),
        tuple(parts[number] for number in named),
        np.ones(len(named), np.float32),
    )


def _is_one_row(photo: LabelledPhoto) -> bool:
    """Return whether all labelled tiles except bonus tiles lie in one line."""
    boxes = photo.boxes(1000, 1000)
    plain = [not is_bonus(label.tile) for label in photo.tiles]
    own = boxes[np.array(plain, np.bool_)]
    if photo.scene != "row" or len(own) < _FEWEST:
        return False
    middles = (own[:, :2] + own[:, 2:]) / 2
    away = middles - middles.mean(axis=0)
    across = np.linalg.svd(away, full_matrices=False)[2][1]
    return bool(abs(away @ across).max() < _IN_LINE * np.median(own[:, 3] - own[:, 1]))


def training_photos() -> list[LabelledPhoto]:
    """Return the training photos without a recorded hand; the others are for measuring."""
    measured = structures_by_name(load_structures())
    photos = load_photos(PHOTOS, split="train")
    return [each for each in photos if not each.augmented and each.path.stem not in measured]


def write(path: Path, numbers: Sequence[int], seed: int) -> Path:
    """Write the scenes of these numbers into one file, unless it exists, and return it."""
    if not path.exists():
        cv2.setNumThreads(1)
        save(path, list(examples(numbers, seed)), (*CODES, FACE_DOWN))
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.frozen.examples", __doc__)
    add = parser.add_argument
    add("--out", type=Path, required=True, help="folder of files")
    add("--count", type=int, default=0, help="how many scenes")
    add("--seed", type=int, default=_SEED)
    add("--photos", action="store_true", help="look at the labelled photos of training instead")
    add("--turns", type=int, default=0, help="turned views of each of these photos")
    add("--workers", type=int, default=1)
    given = parser.parse_args(arguments)
    if given.photos:
        looks = photo_looks(training_photos(), given.turns)
        save(given.out / "photos.npz", list(looks), _freezer().labels)
    else:
        starts = range(0, given.count, _TOGETHER)
        paths = [given.out / f"{start:06}.npz" for start in starts]
        numbers = [range(start, min(start + _TOGETHER, given.count)) for start in starts]
        with ProcessPoolExecutor(given.workers) as pool:
            for path in pool.map(partial(write, seed=given.seed), paths, numbers):
                print(path, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
