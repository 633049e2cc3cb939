"""Converts an exported network to 8-bit integers: `python -m models.training.quantisation.static`.

Static quantisation with onnxruntime: weights signed 8 bits per output channel, activations unsigned
8 bits with ranges from real photos. Convolutions, sums and the enlargement between levels become
integer. The first convolution, whose three channels fill no vector register, and the output layers
stay floating-point, so that corners keep their fractions of a pixel and logits their fine steps.
"""

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import onnx
from onnx import GraphProto
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.quant_utils import add_pre_process_metadata

from datasets.command_line import command_parser
from datasets.labels.photos import Photo, load_photos
from datasets.paths import PHOTOS
from models.training.graph import metadata, save, simplify
from vision.arrays import Pixels
from vision.nets import detector, faces
from vision.quads import geometry

_DETECTOR_PHOTOS = 80
_CLASSIFIER_PHOTOS = 160
_SEED = 3


class _Samples(CalibrationDataReader):
    """Feeds batches to the calibration, one after another."""

    def __init__(self, name: str, batches: Iterable[Pixels]) -> None:
        self._name = name
        self._batches = iter(batches)

    def get_next(self) -> dict[str, Pixels] | None:
        """Return the next feed, or None at the end, as onnxruntime expects."""
        batch = next(self._batches, None)
        return None if batch is None else {self._name: batch}


def quantise(path_in: Path, path_out: Path, samples: Iterable[Pixels]) -> None:
    """Write the network at `path_in` with 8-bit integers to `path_out`, with its metadata.

    `samples` are input batches of the network (n, h, w, 3): their activations set the ranges, so
    they should look like the photos to be read. The two paths may be the same. Raises ValueError
    without any sample.
    """
    model = simplify(path_in)
    add_pre_process_metadata(model)
    with TemporaryDirectory(prefix="quantise-") as folder:
        plain, ready = Path(folder) / "plain.onnx", Path(folder) / "ready.onnx"
        onnx.save(model, str(plain))
        quantize_static(
            str(plain),
            str(ready),
            _Samples(model.graph.input[0].name, samples),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["Conv", "Relu", "Add", "Resize"],
            nodes_to_exclude=_floating_point(model.graph),
        )
        save(onnx.load(str(ready)), path_out, metadata(path_in))


def _floating_point(graph: GraphProto) -> list[str]:
    """Return the convolutions that stay floating-point: the first, and those of the outputs."""
    ends = {each.name for each in graph.output}
    ends |= {node.input[0] for node in graph.node if node.op_type == "Sigmoid"}
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    last = [str(node.name) for node in convolutions if node.output[0] in ends]
    return [str(convolutions[0].name), *last]


def detector_samples(photos: Sequence[Photo], side: int) -> Iterator[Pixels]:
    """Return photos as the detector sees them, one per batch."""
    for photo in photos[:_DETECTOR_PHOTOS]:
        yield detector.prepare(photo.image(), side)[0]


def classifier_samples(photos: Sequence[Photo], found_by: Path, size: int) -> Iterator[Pixels]:
    """Return the tiles found by a detector as the classifier sees them, one photo per batch."""
    finder = detector.Detector.load(found_by)
    for photo in photos[:_CLASSIFIER_PHOTOS]:
        image = photo.image()
        quads = geometry.turn_upright(finder.detect(image).corners)
        if len(quads):
            yield geometry.rectify(image, quads, size)


def caption_samples(photos: Sequence[Photo], words: faces.Captions) -> Iterator[Pixels]:
    """Return labelled bonus tiles as the captions network sees them, one photo per batch."""
    for photo in photos:
        image = photo.image()
        boxes = photo.boxes(image.shape[1], image.shape[0])
        bonus = [tile.whole and tile.tile in faces.BONUS for tile in photo.tiles]
        quads = geometry.turn_upright(geometry.quads(boxes[bonus]))
        if len(quads):
            yield geometry.rectify_with_rim(image, quads, words.size, words.border)


def training_photos(root: Path) -> list[Photo]:
    """Return the training photos in a fixed random order; raises DatasetError."""
    photos = load_photos(root, split="train")
    random.Random(_SEED).shuffle(photos)
    return photos


def main(arguments: Sequence[str] | None = None) -> int:
    """Quantise the given networks; a classifier needs the detector that finds its tiles."""
    parser = command_parser("models.training.quantisation.static", main.__doc__)
    add = parser.add_argument
    add("--detector", type=Path, help="floating-point detector.onnx")
    add("--classifier", type=Path, help="floating-point classifier.onnx")
    add("--captions", type=Path, help="floating-point captions.onnx")
    add("--out", type=Path, default=Path("build/int8"), help="folder for the results")
    add("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    given = parser.parse_args(arguments)
    if given.classifier is not None and given.detector is None:
        parser.error("--classifier needs --detector, whose corners cut out its tiles")
    given.out.mkdir(parents=True, exist_ok=True)
    photos = training_photos(given.photos)
    jobs: list[tuple[Path, Iterator[Pixels]]] = []
    if given.detector is not None:
        side = detector.Detector.load(given.detector).side
        jobs.append((given.detector, detector_samples(photos, side)))
    if given.classifier is not None:
        size = faces.Classifier.load(given.classifier).size
        jobs.append((given.classifier, classifier_samples(photos, given.detector, size)))
    if given.captions is not None:
        words = faces.Captions.load(given.captions)
        jobs.append((given.captions, caption_samples(photos, words)))
    for source, samples in jobs:
        out = given.out / f"{metadata(source)['kind']}.onnx"
        before = source.stat().st_size
        quantise(source, out, samples)
        print(f"{out.name}: {before} bytes before, {out.stat().st_size} after")
    return 0


if __name__ == "__main__":
    sys.exit(main())
