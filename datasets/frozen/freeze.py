"""Freezes scenes: renders or reads photos, looks at them with the networks, keeps the numbers.

``python -m datasets.frozen.freeze --keep build/frozen`` goes through the plan of
``datasets.frozen.plan`` and, where they are there, the labelled photos; what a folder has already
is not done again. ``--pack datasets/frozen/scenes`` then writes the shards. Each scene is read as
the product reads it and from its frozen form; where the two readings differ, a line names them.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

import models
from datasets.command_line import command_parser
from datasets.frozen.plan import PLAN, Planned, tags_seen
from datasets.frozen.recognisers import LookRecorder, read
from datasets.frozen.scene import FrozenScene, Real
from datasets.frozen.shards import load, save
from datasets.frozen.truths import real_of_photo, real_of_scene, tiles_of_hand, tiles_of_text
from datasets.labels.photos import Photo, load_photos
from datasets.labels.structure import load_structures, structures_by_name
from datasets.labels.wild_photos import load_wild
from datasets.paths import PHOTOS
from datasets.synth.faces.library import FaceLibrary, acceptance_seeds
from datasets.synth.scenes.photograph import render_from
from datasets.synth.scenes.scene import Scene
from vision.arrays import Pixels
from vision.decode.finder import Finder
from vision.detect.recogniser import NetworkRecogniser
from vision.nets.roles import RolesModel, Stacked
from vision.photo.photo import Photo as Opened
from vision.reader import PhotoReader
from vision.reading import Reading

_SIDE = 640  # pixels of a photo whose profile names no size
_UNSEEN = 5  # of so many rendered scenes one is judged in sums alone
_LICENCES = {
    "roboflow-mj-rethink": "CC BY 4.0",
    "roboflow-chinese-mahjong": "CC BY 4.0",
}


class Freezer:
    """The networks, with which photos are read and kept."""

    def __init__(self) -> None:
        detector, classifier, roles, captions, closeup, stacked = models.shipped()
        self.recogniser = NetworkRecogniser.open(detector, classifier, captions, closeup, 1)
        self.stacked = Stacked.load(stacked, 1)
        self.roles = RolesModel.load(roles, 1)
        self.metadata = self.recogniser.classifier.session.metadata
        self.labels = self.recogniser.labels

    def look(self, pixels: Pixels) -> tuple[LookRecorder, Reading]:
        """Read an upright photo and return what was seen of it."""
        recorder = LookRecorder(self.recogniser)
        finder = Finder.of(self.roles, self.stacked, self.labels, self.roles.session.metadata)
        reader = PhotoReader(recorder, finder, self.metadata)
        return recorder, reader.read(Opened.of(pixels))

    def freeze(  # noqa: PLR0913  (all that a scene has beside its looks)
        self,
        name: str,
        pixels: Pixels,
        real: Real,
        hand: str | None,
        tiles: tuple[str, ...] | None,
        tags: Sequence[str],
        *,
        source: str = "",
        unseen: bool = False,
    ) -> tuple[FrozenScene, Reading]:
        """Look at a photo and keep that with its truth; return what is read of it, too."""
        recorder, reading = self.look(pixels)
        looks = recorder.looks(self.stacked)
        size = (pixels.shape[1], pixels.shape[0])
        scene = FrozenScene(
            name, size, looks, real, hand, tiles, tuple(tags), not source, source, unseen
        )
        return scene, reading


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.frozen.freeze", __doc__)
    add = parser.add_argument
    add("--keep", type=Path, default=Path("build/frozen"), help="folder for one file a scene")
    add("--only", nargs="*", help="only these parts of the plan, or `real`")
    add("--most", type=int, help="only so many scenes of each part, for a quick look")
    add("--pictures", type=Path, help="write the pictures to this folder, too, to look at")
    add("--pack", type=Path, help="write what is kept to this folder, a shard a part")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    if given.pack:
        return pack(given.keep, given.pack)
    freezer = Freezer()
    parts = given.only or [*PLAN, "real"]
    for part in parts:
        folder = given.keep / part
        folder.mkdir(parents=True, exist_ok=True)
        scenes = (
            freeze_photos(freezer, folder, given.most)
            if part == "real"
            else freeze_rendered(freezer, folder, part, PLAN[part], given)
        )
        count = differ = 0
        for scene, reading in scenes:
            save(folder / f"{scene.name}.npz", [scene], freezer.labels)
            (kept,), labels = load(folder / f"{scene.name}.npz")
            again, _ = read(kept, labels, freezer.metadata, freezer.roles)
            count += 1
            if not are_alike(reading, again):
                differ += 1
                print(f"{part} {scene.name}: {reading.hand} frozen {again.hand}", file=sys.stderr)
        print(f"{part}: {count} frozen, {differ} of them read otherwise then", flush=True)
    return 0


def are_alike(one: Reading, other: Reading) -> bool:
    """Return whether two readings name the same tiles, hand, groups and doubts."""
    tiles = [[(tile.tile, tile.unsure, tile.group) for tile in each.tiles] for each in (one, other)]
    return tiles[0] == tiles[1] and one.hand == other.hand and one.groups == other.groups


def freeze_rendered(
    freezer: Freezer, folder: Path, part: str, plan: Planned, given: argparse.Namespace
) -> Iterator[tuple[FrozenScene, Reading]]:
    """Render and freeze the scenes of one part that are not there yet."""
    faces = FaceLibrary.build(["drawn"], drawn=acceptance_seeds())
    for number in range(min(plan.count, given.most or plan.count)):
        name = f"{part}-{number:04}"
        if (folder / f"{name}.npz").exists():
            continue
        rng = np.random.default_rng((plan.seed, number))
        scene = render_from(rng, faces, (_SIDE, _SIDE), ((1.0, plan.profile),))
        if given.pictures:
            given.pictures.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(given.pictures / f"{name}.jpg"), scene.image[..., ::-1])
        yield freezer.freeze(
            name,
            scene.image,
            real_of_scene(scene),
            *_hand(scene, plan),
            plan.tags,
            unseen=number % _UNSEEN == _UNSEEN - 1,
        )


def _hand(scene: Scene, plan: Planned) -> tuple[str | None, tuple[str, ...] | None]:
    """Return a scene's hand text, and the tiles of its hand, as far as they are known."""
    if plan.no_hand:
        return "", ()
    if scene.unread or not plan.one_hand:
        return None, None
    if scene.hand is not None:
        return scene.hand, tiles_of_text(scene.hand)
    return None, tiles_of_hand(real_of_scene(scene))


def freeze_photos(
    freezer: Freezer, folder: Path, most: int | None
) -> Iterator[tuple[FrozenScene, Reading]]:
    """Freeze the photos held out of training, those with a hand written down, and the wild ones."""
    structures = structures_by_name(load_structures())
    photos = load_photos(PHOTOS)
    chosen = [each for each in photos if each.split == "val" or each.path.stem in structures]
    known: list[tuple[Photo, str | None, tuple[str, ...] | None, str, tuple[str, ...]]] = []
    for photo in chosen:
        hand = structures[photo.path.stem][1] if photo.path.stem in structures else None
        codes = tuple(sorted(label.tile for label in photo.tiles))
        tiles = tiles_of_text(hand) if hand else codes if photo.scene == "row" else None
        source = f"{photo.source} ({_LICENCES[photo.source]})"
        held = ("held-out",) if photo.split == "val" else ()
        known.append((photo, hand, tiles, source, ("real", *held)))
    for wild in load_wild(PHOTOS):
        tiles = tiles_of_text(wild.hand) if wild.hand else tuple(sorted(wild.codes))
        source = f"{wild.photo.source} ({wild.licence})"
        where = ("real", wild.photo.split, wild.photo.group)
        known.append((wild.photo, wild.hand, tiles, source, where))
    for photo, hand, tiles, source, tags in known[:most]:
        name = photo.path.stem.replace(".", "_")
        if (folder / f"{name}.npz").exists():
            continue
        pixels = photo.image()
        real = real_of_photo(photo, (pixels.shape[1], pixels.shape[0]))
        yield freezer.freeze(name, pixels, real, hand, tiles, tags, source=source)


def pack(kept: Path, shards: Path) -> int:
    """Write one shard a part of what is kept, with the tags that only the looks tell."""
    total = 0
    for folder in sorted(path for path in kept.iterdir() if path.is_dir()):
        scenes: list[FrozenScene] = []
        labels: tuple[str, ...] = ()
        for path in sorted(folder.glob("*.npz")):
            (scene,), labels = load(path)
            scenes.append(tags_seen(scene))
        if scenes:
            save(shards / f"{folder.name}.npz", scenes, labels)
            total += len(scenes)
    print(f"{total} scenes in {shards}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
