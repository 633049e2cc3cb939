"""Fits the weights of unknown faces: `python -m datasets.evaluation.unknown_faces`.

Renders scenes in which a quarter of the faces are replaced by one that is none of the 42, finds the
tiles as the product does, and matches them with the truth. From this it fits the weights of
`vision.nets.faces.UnknownFace`, and the limit at which no more than one in 200 known faces counts
as unknown. Prints the results on drawn sets that no training saw.

With `--write FILE` a copy of the classifier is written that has them in its metadata.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.command_line import command_parser, explain_refusal
from datasets.evaluation.calibration import replace_metadata
from datasets.evaluation.logistic import TileColumns, fit
from datasets.evaluation.networks import add_networks
from datasets.synth.faces.library import DRAWN_SEEDS, HELD_OUT_SEEDS, FaceLibrary
from datasets.synth.scenes.photograph import lay_stage, render_stage
from datasets.synth.scenes.profile import KINDS
from datasets.synth.scenes.scene import Scene
from vision.arrays import log_odds
from vision.detect.recogniser import NetworkRecogniser, PhotoTiles
from vision.nets.faces import UnknownFace
from vision.photo.photo import Photo
from vision.quads import geometry
from vision.sets import UNKNOWN_FACE

_LAYOUTS = ("row", "hand", "table", "few")
_SIZE = (1280, 960)  # pixels of a scene
_REPLACED = 0.25  # share of a scene's faces replaced
_LOST = 0.005  # share of known faces that may count as unknown
_APART = 0.25  # of a tile's shorter side: farther from a true tile, a detection is another one
_RAW = UnknownFace(0, 1, 0, 0, 0)  # weights that pass on the network's odds unchanged


@dataclass(frozen=True, slots=True, eq=False)
class FoundFaces(TileColumns):
    """Detected tiles: features (n, 4), and which (n,) have an unknown face.

    The features are 1 and the log-odds of the network, of the likeliest name and of the detector.
    """

    features: NDArray[np.float64]
    unknown: NDArray[np.bool_]


def render(faces: FaceLibrary, seed: int, number: int) -> Scene:
    """Return one scene of a seed."""
    rng = np.random.default_rng([seed, number])
    layout = _LAYOUTS[int(rng.integers(len(_LAYOUTS)))]
    stage = lay_stage(rng, layout)
    codes = sorted({box.code for box in stage.boxes if box.is_tile and box.code == box.front})
    replaced = {code for code in codes if rng.random() < _REPLACED}
    stage.boxes = [
        replace(box, front=UNKNOWN_FACE, code=UNKNOWN_FACE) if box.code in replaced else box
        for box in stage.boxes
    ]
    return render_stage(rng, faces, stage, _SIZE, KINDS["training"], layout)


def compare(scene: Scene, seen: PhotoTiles) -> FoundFaces:
    """Return the detections at the face-up tiles of a scene."""
    middles = np.stack([tile.corners.mean(0) for tile in scene.tiles])
    sides = geometry.sides(seen.corners).min(1)
    apart = np.linalg.norm(seen.corners.mean(1)[:, None] - middles, axis=2)
    nearest = apart.argmin(1)
    unknown = np.array([tile.code == UNKNOWN_FACE for tile in scene.tiles])
    up = np.array([tile.code == UNKNOWN_FACE or tile.code[0].isdigit() for tile in scene.tiles])
    kept = (apart.min(1) < _APART * sides) & up[nearest] & seen.kept
    named = log_odds(seen.probabilities.max(1))
    ones = np.ones(len(sides))
    features = np.stack([ones, seen.unknown, named, log_odds(seen.found)], 1)
    return FoundFaces(features[kept].astype(np.float64), unknown[nearest[kept]])


def find(recogniser: NetworkRecogniser, faces: FaceLibrary, seed: int, count: int) -> FoundFaces:
    """Return the faces that a recogniser finds in some scenes."""
    found = []
    for number in range(count):
        scene = render(faces, seed, number)
        seen = recogniser.recognise(Photo.of(scene.image), {})
        if scene.tiles and len(seen.corners):
            found.append(compare(scene, seen))
    return FoundFaces.concatenate(found)


def fit_unknown_face(found: FoundFaces, lost: float) -> UnknownFace:
    """Return the weights, and the limit that a share `lost` of the known faces exceeds."""
    usual = UnknownFace()
    before = np.array([usual.constant, usual.seen, usual.named, usual.found])
    weights = fit(found.features, found.unknown, np.ones(len(found.unknown)), before)
    limit = np.quantile((found.features @ weights)[~found.unknown], 1 - lost)
    return UnknownFace(*(float(number) for number in (*weights, limit)))


def report(found: FoundFaces, fitted: UnknownFace) -> str:
    """Return the shares of the unknown and of the known faces that count as unknown."""
    weights = np.array([fitted.constant, fitted.seen, fitted.named, fitted.found])
    marked = found.features @ weights > fitted.limit
    return (
        f"unknown faces {int(found.unknown.sum())}: {float(marked[found.unknown].mean()):.3f}; "
        f"known ones {int((~found.unknown).sum())}: {float(marked[~found.unknown].mean()):.4f}"
    )


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = command_parser("datasets.evaluation.unknown_faces", __doc__)
    add_networks(parser)
    add = parser.add_argument
    add("--count", type=int, default=240, help="scenes to learn from")
    add("--held", type=int, default=70, help="scenes of sets never seen")
    add("--write", type=Path, help="write the classifier with the fit to this file")
    return parser


@explain_refusal
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    given = command_line().parse_args(arguments)
    source = given.classifier
    known = FaceLibrary.build(("drawn",), drawn=DRAWN_SEEDS)
    unseen = FaceLibrary.build(("drawn",), drawn=HELD_OUT_SEEDS[:40])
    with tempfile.TemporaryDirectory() as folder:
        given.classifier = Path(folder) / "classifier.onnx"
        replace_metadata(source, given.classifier, {_RAW.kept_as: _RAW.to_json()})
        files = (given.detector, given.classifier, given.captions, given.closeup)
        recogniser = NetworkRecogniser.open(*files)
        learned = find(recogniser, known, 32, given.count)
        held = find(recogniser, unseen, 31, given.held)
    fitted = fit_unknown_face(learned, _LOST)
    print(f"sets never seen, as shipped: {report(held, UnknownFace())}")
    print(f"sets never seen, as fitted: {report(held, fitted)}")
    print(f"{fitted.kept_as} {fitted.to_json()}")
    if given.write:
        replace_metadata(source, given.write, {fitted.kept_as: fitted.to_json()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
