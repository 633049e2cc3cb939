"""Stores a network's weights in eight bits; it calculates with floating-point numbers as before.

    python -m models.training.quantisation.weights closeup.onnx --out build/int8/closeup.onnx

The close-up network is asked of few tiles, so its size counts more than its speed, and its thin
convolutions lose names when their activations are rounded. Each output channel has a scale of its
own; onnxruntime brings the weights back once, when the file is opened. The largest may be stored in
four bits: of a layer whose outputs are averaged over many inputs little is lost by that.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper

from datasets.command_line import command_parser
from models.training.graph import metadata, save, simplify

_MOST = 127
_MOST_OF_FOUR, _MIDDLE = 7, 8  # of four bits, from -7 to 7, kept as 1 to 15
_CLIPPED = (1.0, 0.9, 0.8, 0.7, 0.6)  # shares of the largest weight that the scales reach
_LEAST = 1e-12
_WORTH_IT = 1024  # numbers; fewer stay as they are
_WEIGHED = ("Conv", "Gemm", "MatMul")


def quantise_weights(path_in: Path, path_out: Path) -> None:
    """Write the network at `path_in` with weights of eight bits; both paths may be the same."""
    model = simplify(path_in)
    graph = model.graph
    weights = {each.name: each for each in graph.initializer}
    large = {
        node.input[1]: weights[node.input[1]]
        for node in graph.node
        if node.op_type in _WEIGHED
        and node.input[1] in weights
        and np.prod(weights[node.input[1]].dims) >= _WORTH_IT
    }
    stored = [_store(each) for each in large.values()]
    kept = [each for each in graph.initializer if each.name not in large]
    nodes = [node for _, made in stored for node in made] + list(graph.node)
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend([*kept, *(part for parts, _ in stored for part in parts)])
    onnx.checker.check_model(model)
    save(model, path_out, metadata(path_in))


def _store(weight: TensorProto) -> tuple[list[TensorProto], list[NodeProto]]:
    """Return whole numbers and scales of a weight, and the nodes that multiply them again."""
    values = numpy_helper.to_array(weight).astype(np.float64)
    shape = (-1, *[1] * (values.ndim - 1))
    scale = np.maximum(np.abs(values).reshape(len(values), -1).max(axis=1) / _MOST, _LEAST)
    scale = scale.reshape(shape)
    whole, factor, wide = (f"{weight.name}_{part}" for part in ("whole", "scale", "wide"))
    parts = [
        numpy_helper.from_array(np.round(values / scale).astype(np.int8), whole),
        numpy_helper.from_array(scale.astype(np.float32), factor),
    ]
    return parts, list(_dequantise_nodes(whole, factor, wide, weight.name))


def _dequantise_nodes(whole: str, factor: str, wide: str, name: str) -> Iterator[NodeProto]:
    yield helper.make_node("Cast", [whole], [wide], wide, to=TensorProto.FLOAT)
    yield helper.make_node("Mul", [wide, factor], [name], f"{name}_product")


def halve_weights(path: Path, count: int) -> None:
    """Store the `count` largest weights of eight bits in four, two in a byte, in the same file.

    Of each output channel the scale is taken with which its weights change least.
    """
    model = onnx.load(str(path))
    graph = model.graph
    every = {each.name: each for each in graph.initializer}
    names = [name.removesuffix("_whole") for name in every if name.endswith("_whole")]
    names.sort(key=lambda name: -int(np.prod(every[f"{name}_whole"].dims)))
    for name in names[:count]:
        whole, factor = every[f"{name}_whole"], every[f"{name}_scale"]
        values = numpy_helper.to_array(whole) * numpy_helper.to_array(factor)
        packed, scale = _in_four_bits(values.astype(np.float64))
        graph.initializer.remove(whole)
        graph.initializer.remove(factor)
        graph.initializer.extend(
            [
                numpy_helper.from_array(packed, f"{name}_packed"),
                numpy_helper.from_array(scale, f"{name}_scale"),
                numpy_helper.from_array(np.array(1 / 16, np.float32), f"{name}_part"),
                numpy_helper.from_array(np.array(16, np.float32), f"{name}_sixteen"),
                numpy_helper.from_array(np.array(_MIDDLE, np.float32), f"{name}_middle"),
            ]
        )
        gone = [node for node in graph.node if node.output[0] in (name, f"{name}_wide")]
        nodes = [*_unpack(name), *(node for node in graph.node if node not in gone)]
        del graph.node[:]
        graph.node.extend(nodes)
    onnx.checker.check_model(model)
    save(model, path, metadata(path))


def _in_four_bits(
    values: NDArray[np.float64],
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return the two halves of the channels (c, ...) packed together, and all their scales."""
    flat = values.reshape(len(values), -1)
    largest = np.maximum(np.abs(flat).max(axis=1, keepdims=True), _LEAST)
    scales = [largest * share / _MOST_OF_FOUR for share in _CLIPPED]
    tried = [np.round(flat / scale).clip(-_MOST_OF_FOUR, _MOST_OF_FOUR) for scale in scales]
    errors = [((own * by - flat) ** 2).sum(axis=1) for own, by in zip(tried, scales, strict=True)]
    best = np.argmin(errors, axis=0)
    rows = np.arange(len(flat))
    whole = (np.stack(tried)[best, rows] + _MIDDLE).astype(np.uint8)
    scale = np.stack(scales)[best, rows].astype(np.float32)
    half = len(whole) // 2
    packed = (whole[:half] * 16 + whole[half:]).reshape(half, *values.shape[1:])
    return packed, scale.reshape(-1, *[1] * (values.ndim - 1))


def _unpack(name: str) -> Iterator[NodeProto]:
    """Make the nodes that bring packed weights back: high halves, low halves, then the scale."""
    steps: tuple[tuple[str, list[str], str], ...] = (
        ("Mul", ["wide", "part"], "shifted"),
        ("Floor", ["shifted"], "high"),
        ("Mul", ["high", "sixteen"], "raised"),
        ("Sub", ["wide", "raised"], "low"),
    )
    yield helper.make_node("Cast", [f"{name}_packed"], [f"{name}_wide"], to=TensorProto.FLOAT)
    for kind, taken, given in steps:
        yield helper.make_node(kind, [f"{name}_{each}" for each in taken], [f"{name}_{given}"])
    yield helper.make_node("Concat", [f"{name}_high", f"{name}_low"], [f"{name}_both"], axis=0)
    yield helper.make_node("Sub", [f"{name}_both", f"{name}_middle"], [f"{name}_signed"])
    yield helper.make_node("Mul", [f"{name}_signed", f"{name}_scale"], [name])


def main(arguments: Sequence[str] | None = None) -> None:
    """Store an exported network with weights of eight bits."""
    parser = command_parser("models.training.quantisation.weights", main.__doc__)
    parser.add_argument("file", type=Path, help="exported network")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--half", type=int, default=0, help="store so many of the largest in four")
    options = parser.parse_args(arguments)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    quantise_weights(options.file, options.out)
    halve_weights(options.out, options.half)
    print(f"{options.file.stat().st_size} bytes before, {options.out.stat().st_size} after")


if __name__ == "__main__":
    main()
