"""Converts an exported network to 8-bit integers: `python -m models.training.quantisation.static`.

Static quantisation with onnxruntime: weights signed 8 bits per output channel, activations unsigned
8 bits with ranges from real photos. Convolutions, sums and the enlargement between levels become
integer; the output layers stay floating-point, so that corners keep their fractions of a pixel and
logits their fine steps. The first convolution, which gains nothing as it is, is left to
`models.training.quantisation.layout`, which the command runs afterwards.
"""

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import GraphProto, ModelProto, NodeProto, helper, numpy_helper
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
from models.training.graph import constants, metadata, save, simplify
from models.training.quantisation.layout import reorder
from vision.nets import detector, faces
from vision.nets.session import planes
from vision.quads import geometry

Batch = NDArray[np.float32]

_INTEGER = ["Conv", "Relu", "Add", "Resize", "MatMul"]
_DETECTOR_PHOTOS = 80
_CLASSIFIER_PHOTOS = 160
_SEED = 3
_HEADS_WEIGHT, _HEADS_BIAS, _HEADS_PARTS = "heads_weight", "heads_bias", "heads_parts"


class _Samples(CalibrationDataReader):
    """Feeds batches to the calibration, one after another."""

    def __init__(self, name: str, batches: Iterable[Batch]) -> None:
        self._name = name
        self._batches = iter(batches)

    def get_next(self) -> dict[str, Batch] | None:
        """Return the next feed, or None at the end, as onnxruntime expects."""
        batch = next(self._batches, None)
        return None if batch is None else {self._name: batch}


def quantise(path_in: Path, path_out: Path, samples: Iterable[Batch]) -> None:
    """Write the network at `path_in` with 8-bit integers to `path_out`, with its metadata.

    `samples` are input batches of the network (n, 3, h, w), values -1 to 1: their activations set
    the ranges, so they should look like the photos to be read. The two paths may be the same.
    Raises ValueError without any sample.
    """
    model = simplify(path_in)
    heads = _heads_as_products(model)
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
            op_types_to_quantize=_INTEGER,
            nodes_to_exclude=[_first_convolution(model.graph), *heads],
            extra_options={"OpTypesToExcludeOutputQuantization": ["MatMul"]},
        )
        save(onnx.load(str(ready)), path_out, metadata(path_in))


def _first_convolution(graph: GraphProto) -> str:
    """Return the convolution that sees the photo: its three channels fill no vector register."""
    return next(str(node.name) for node in graph.node if graph.input[0].name in node.input)


def _heads_as_products(model: ModelProto) -> list[str]:
    """Turn 1x1 convolutions that end the graph into one matrix product with floating-point output.

    As convolutions their outputs would be rounded to 256 steps over the whole range of corners; a
    product of integer matrices keeps its exact sum. Returns the names of nodes to be left alone.
    """
    graph = model.graph
    heads = [node for node in graph.node if _ends_in_a_point(graph, node)]
    if not heads:
        return []
    known = constants(graph)
    weights = [known[node.input[1]] for node in heads]
    biases = [known[node.input[2]] for node in heads]
    matrix = np.concatenate([weight[:, :, 0, 0] for weight in weights]).T.astype(np.float32)
    graph.initializer.extend(
        [
            numpy_helper.from_array(np.ascontiguousarray(matrix), _HEADS_WEIGHT),
            numpy_helper.from_array(np.concatenate(biases).astype(np.float32), _HEADS_BIAS),
            numpy_helper.from_array(np.array([len(each) for each in biases]), _HEADS_PARTS),
        ]
    )
    outputs = [str(node.output[0]) for node in heads]
    made = [
        _node("Transpose", [str(heads[0].input[0])], ["heads_in"], perm=[0, 2, 3, 1]),
        _node("MatMul", ["heads_in", _HEADS_WEIGHT], ["heads_product"]),
        _node("Add", ["heads_product", _HEADS_BIAS], ["heads_sum"]),
        _node("Transpose", ["heads_sum"], ["heads_out"], perm=[0, 3, 1, 2]),
        _node("Split", ["heads_out", _HEADS_PARTS], outputs, axis=1),
    ]
    after = [node for node in graph.node if set(node.input) & set(outputs)]
    others = [node for node in graph.node if node not in heads and node not in after]
    replaced = {name for node in heads for name in node.input[1:]}
    kept = [each for each in graph.initializer if each.name not in replaced]
    del graph.node[:], graph.initializer[:]
    graph.node.extend([*others, *made, *after])
    graph.initializer.extend(kept)
    onnx.checker.check_model(model)
    return ["heads_sum"]


def _node(kind: str, inputs: list[str], outputs: list[str], **attributes: object) -> NodeProto:
    """Return a node named after its first output."""
    return helper.make_node(kind, inputs, outputs, name=outputs[0], **attributes)  # type: ignore[arg-type]  # attributes are any


def _ends_in_a_point(graph: GraphProto, node: NodeProto) -> bool:
    """Return whether a node is a 1x1 convolution before an output or its sigmoid."""
    if node.op_type != "Conv":
        return False
    kernel = next(tuple(each.ints) for each in node.attribute if each.name == "kernel_shape")
    outputs = {each.name for each in graph.output}
    after = [other for other in graph.node if node.output[0] in other.input]
    ends = node.output[0] in outputs or (
        len(after) == 1 and after[0].op_type == "Sigmoid" and after[0].output[0] in outputs
    )
    return kernel == (1, 1) and ends


def detector_samples(photos: Sequence[Photo], side: int) -> Iterator[Batch]:
    """Return photos as the detector sees them, one per batch."""
    for photo in photos[:_DETECTOR_PHOTOS]:
        yield planes(detector.prepare(photo.image(), side)[0])


def classifier_samples(photos: Sequence[Photo], found_by: Path, size: int) -> Iterator[Batch]:
    """Return the tiles found by a detector as the classifier sees them, one photo per batch."""
    finder = detector.Detector.load(found_by)
    for photo in photos[:_CLASSIFIER_PHOTOS]:
        image = photo.image()
        quads = geometry.turn_upright(finder.detect(image).corners)
        if len(quads):
            yield planes(geometry.rectify(image, quads, size))


def caption_samples(photos: Sequence[Photo], words: faces.Captions) -> Iterator[Batch]:
    """Return labelled bonus tiles as the captions network sees them, one photo per batch."""
    for photo in photos:
        image = photo.image()
        boxes = photo.boxes(image.shape[1], image.shape[0])
        bonus = [tile.whole and tile.tile in faces.BONUS for tile in photo.tiles]
        quads = geometry.turn_upright(geometry.quads(boxes[bonus]))
        if len(quads):
            yield planes(geometry.rectify_with_rim(image, quads, words.size, words.border))


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
    jobs: list[tuple[Path, Iterator[Batch]]] = []
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
        reorder(out, out)
        print(f"{out.name}: {before} bytes before, {out.stat().st_size} after")
    return 0


if __name__ == "__main__":
    sys.exit(main())
