"""Freezes scenes: renders or reads photos, looks at them with the networks, stores the numbers.

``python -m datasets.frozen.freeze --out datasets/frozen/scenes`` writes a shard for each part of
the plan of ``datasets.frozen.plan``, and one for the labelled photos; parts already in the folder
are skipped.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

import models
from datasets.command_line import command_parser
from datasets.frozen.plan import PLAN, Planned
from datasets.frozen.recognisers import LookRecorder
from datasets.frozen.scene import (
    FrozenScene,
    Look,
    real_of_photo,
    real_of_scene,
    tiles_of_text,
)
from datasets.frozen.shards import save
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

_UNSEEN = 5  # one in this many rendered scenes is judged only in sums
_REAL = "real"


class Freezer:
    """The networks with which photos are read and frozen."""

    def __init__(self) -> None:
        detector, classifier, roles, captions, stacked = models.shipped()
        self.recogniser = NetworkRecogniser.open(detector, classifier, captions, 1)
        self.stacked = Stacked.load(stacked, 1)
        self.roles = RolesModel.load(roles, 1)
        self.metadata = self.recogniser.classifier.session.metadata
        self.labels = self.recogniser.labels

    def look(self, pixels: Pixels) -> tuple[LookRecorder, Reading]:
        """Return what is seen of an upright photo during a reading, and the reading."""
        recorder = LookRecorder(self.recogniser)
        finder = Finder(self.roles, self.stacked, self.labels)
        reader = PhotoReader(recorder, finder, self.metadata)
        return recorder, reader.read(Photo.of(pixels))

    def looks(self, pixels: Pixels) -> tuple[Look, ...]:
        """Return all looks that a reading takes at an upright photo."""
        return self.look(pixels)[0].looks(self.stacked)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.frozen.freeze", __doc__)
    add = parser.add_argument
    add("--out", type=Path, default=Path("build/frozen"), help="folder of shards")
    add("--only", nargs="*", default=[*PLAN, _REAL], help="only these parts of the plan, or `real`")
    add("--most", type=int, help="most scenes of each part, for a quick look")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    freezer = Freezer()
    for part in given.only:
        path = given.out / f"{part}.npz"
        if path.exists():
            continue
        found = freeze_photos(freezer) if part == _REAL else freeze_rendered(freezer, part)
        scenes = list(islice(found, given.most))
        save(path, scenes, freezer.labels)
        print(f"{part}: {len(scenes)} frozen", flush=True)
    return 0


def freeze_rendered(freezer: Freezer, part: str) -> Iterator[FrozenScene]:
    """Yield the scenes of one part, rendered and frozen."""
    faces, plan = FaceLibrary.build(["drawn"], drawn=acceptance_seeds()), PLAN[part]
    for number in range(plan.count):
        rng = np.random.default_rng((plan.seed, number))
        scene = render_from(rng, faces, ((1.0, plan.profile),))
        yield FrozenScene(
            f"{part}-{number:04}",
            (scene.image.shape[1], scene.image.shape[0]),
            freezer.looks(scene.image),
            real_of_scene(scene),
            *_hand(scene, plan),
            (part,),
            unseen=number % _UNSEEN == _UNSEEN - 1,
        )


def _hand(scene: Scene, plan: Planned) -> tuple[str | None, tuple[str, ...] | None]:
    """Return a scene's hand text, and the tiles of its hand, as far as they are known."""
    if plan.no_hand:
        return "", ()
    if scene.unread or not plan.one_hand:
        return None, None
    return scene.hand, scene.held


def freeze_photos(freezer: Freezer) -> Iterator[FrozenScene]:
    """Yield photos kept from training, those with a recorded hand, and the wild ones."""
    for truth in load_truths(PHOTOS):
        photo = truth.photo
        if photo.split not in ("val", WILD) and not truth.lies:
            continue
        pixels = photo.image()
        size = (pixels.shape[1], pixels.shape[0])
        where = {"val": ("held-out",), WILD: (WILD, photo.group)}.get(photo.split, ())
        yield FrozenScene(
            photo.path.stem.replace(".", "_"),
            size,
            freezer.looks(pixels),
            real_of_photo(photo, size),
            truth.hand if truth.lies else None,
            tiles_of_text(truth.hand) if truth.hand else None,
            (_REAL, *where),
            whole=False,
            source=f"{photo.source} ({truth.licence})",
        )


if __name__ == "__main__":
    raise SystemExit(main())
