"""Freezes scenes: renders or reads photos, looks at them with the networks, keeps the numbers.

``python -m datasets.frozen.freeze --out datasets/frozen/scenes`` writes a shard for each part of
the plan of ``datasets.frozen.plan``, and one for the labelled photos; a part that the folder has
already is not done again. Each scene is read as the product reads it and from its frozen form;
where the two readings differ, a line names them.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

import models
from datasets.command_line import command_parser
from datasets.frozen.plan import PLAN, Planned, tags_seen
from datasets.frozen.recognisers import LookRecorder, read
from datasets.frozen.scene import (
    FrozenScene,
    Real,
    real_of_photo,
    real_of_scene,
    tiles_of_hand,
    tiles_of_text,
)
from datasets.frozen.shards import load, save
from datasets.labels.truths import WILD, load_truths
from datasets.paths import PHOTOS
from datasets.synth.faces.library import FaceLibrary, acceptance_seeds
from datasets.synth.scenes.photograph import render_from
from datasets.synth.scenes.scene import Scene
from vision.arrays import Pixels
from vision.decode.finder import Finder
from vision.detect.recogniser import NetworkRecogniser
from vision.nets.roles import RolesModel, Stacked
from vision.photo.photo import Photo
from vision.reader import PhotoReader
from vision.reading import Reading

_SIDE = 640  # pixels of a photo whose profile names no size
_UNSEEN = 5  # of so many rendered scenes one is judged in sums alone
_REAL = "real"
Frozen = Iterator[tuple[FrozenScene, Reading]]


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
        return recorder, reader.read(Photo.of(pixels))

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
        return tags_seen(scene), reading

    def differing(self, path: Path, readings: Sequence[Reading]) -> Iterator[str]:
        """Yield the scenes of a shard that are read otherwise than their photos were."""
        scenes, labels = load(path)
        for scene, reading in zip(scenes, readings, strict=True):
            again, _ = read(scene, labels, self.metadata, self.roles)
            if _essence(again) != _essence(reading):
                yield f"{scene.name}: {reading.hand} frozen {again.hand}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.frozen.freeze", __doc__)
    add = parser.add_argument
    add("--out", type=Path, default=Path("build/frozen"), help="folder of shards")
    add("--only", nargs="*", default=[*PLAN, _REAL], help="only these parts of the plan, or `real`")
    add("--most", type=int, help="only so many scenes of each part, for a quick look")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    freezer = Freezer()
    for part in given.only:
        path = given.out / f"{part}.npz"
        if path.exists():
            continue
        found = freeze_photos(freezer) if part == _REAL else freeze_rendered(freezer, part)
        frozen = [one for one, _ in zip(found, range(given.most or sys.maxsize), strict=False)]
        save(path, [scene for scene, _ in frozen], freezer.labels)
        differing = list(freezer.differing(path, [reading for _, reading in frozen]))
        print("\n".join([f"{part}: {len(frozen)} frozen", *differing]), flush=True)
    return 0


def _essence(reading: Reading) -> object:
    """Return what must be the same in two readings: names, doubts, hand and groups."""
    tiles = [(tile.tile, tile.unsure, tile.group) for tile in reading.tiles]
    return tiles, reading.hand, reading.groups


def freeze_rendered(freezer: Freezer, part: str) -> Frozen:
    """Render and freeze the scenes of one part."""
    faces, plan = FaceLibrary.build(["drawn"], drawn=acceptance_seeds()), PLAN[part]
    for number in range(plan.count):
        rng = np.random.default_rng((plan.seed, number))
        scene = render_from(rng, faces, (_SIDE, _SIDE), ((1.0, plan.profile),))
        yield freezer.freeze(
            f"{part}-{number:04}",
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


def freeze_photos(freezer: Freezer) -> Frozen:
    """Freeze the photos held out of training, those with a hand written down, and the wild ones."""
    for truth in load_truths(PHOTOS):
        photo = truth.photo
        if photo.split not in ("val", WILD) and not truth.lies:
            continue
        pixels = photo.image()
        where = {"val": ("held-out",), WILD: (WILD, photo.group)}.get(photo.split, ())
        yield freezer.freeze(
            photo.path.stem.replace(".", "_"),
            pixels,
            real_of_photo(photo, (pixels.shape[1], pixels.shape[0])),
            truth.hand if truth.lies else None,
            tiles_of_text(truth.hand) if truth.hand else None,
            (_REAL, *where),
            source=f"{photo.source} ({truth.licence})",
        )


if __name__ == "__main__":
    raise SystemExit(main())
