"""Stores a network's weights in eight bits; it still computes with floating-point numbers.

    python -m models.training.quantisation.weights closeup.onnx --out build/int8/closeup.onnx

The close-up network sees few tiles, so its size matters more than its speed, and its thin
convolutions lose names when their activations are rounded. Each output channel has a scale of its
own; onnxruntime restores the weights once, when the file is opened. The largest may be stored in
four bits: a layer whose outputs are averaged over many inputs loses little by that.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper

from datasets.command_line import command_parser
from models.training.graph import constants, metadata, save, simplify

_MOST = 127
_MOST_OF_FOUR, _MIDDLE = 7, 8  # of four bits, from -7 to 7, stored as 1 to 15
_CLIPPED = (1.0, 0.9, 0.8, 0.7, 0.6)  # shares of the largest weight that the scales cover
_LEAST = 1e-12
_WORTH_IT = 1024  # numbers; smaller weights stay as they are
_WEIGHED = ("Conv", "Gemm", "MatMul")


Stored = tuple[dict[str, NDArray[Any]], Iterator[NodeProto]]


def quantise_weights(path_in: Path, path_out: Path, half: int = 0) -> None:
    """Write the network at `path_in` with weights of eight bits, `half` of the largest in four.

    Both paths may be the same.
    """
    model = simplify(path_in)
    graph = model.graph
    weights = constants(graph)
    large = {
        name: weights[name]
        for name in (node.input[1] for node in graph.node if node.op_type in _WEIGHED)
        if name in weights and weights[name].size >= _WORTH_IT
    }
    nodes: list[NodeProto] = []
    kept = [each for each in graph.initializer if each.name not in large]
    for number, name in enumerate(sorted(large, key=lambda name: -large[name].size)):
        store = _in_four_bits if number < half else _in_eight_bits
        arrays, made = store(name, large[name].astype(np.float64))
        kept += [numpy_helper.from_array(each, f"{name}_{part}") for part, each in arrays.items()]
        nodes += made
    nodes += graph.node
    del graph.node[:], graph.initializer[:], graph.value_info[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    onnx.checker.check_model(model)
    save(model, path_out, metadata(path_in))


def _in_eight_bits(name: str, values: NDArray[np.float64]) -> Stored:
    """Return integers and scales of a weight, and the nodes that multiply them again."""
    flat = values.reshape(len(values), -1)
    scale = np.maximum(np.abs(flat).max(axis=1) / _MOST, _LEAST)
    scale = scale.reshape(-1, *[1] * (values.ndim - 1))
    whole = np.round(values / scale).astype(np.int8)
    return {"whole": whole, "scale": scale.astype(np.float32)}, _bring_back(name)


def _bring_back(name: str) -> Iterator[NodeProto]:
    yield helper.make_node("Cast", [f"{name}_whole"], [f"{name}_wide"], to=TensorProto.FLOAT)
    yield helper.make_node("Mul", [f"{name}_wide", f"{name}_scale"], [name], f"{name}_product")


def _in_four_bits(name: str, values: NDArray[np.float64]) -> Stored:
    """Return the two halves of the channels (c, ...) packed together, and all their scales.

    Each output channel gets the scale that changes its weights the least.
    """
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
    arrays: dict[str, NDArray[Any]] = {
        "whole": (whole[:half] * 16 + whole[half:]).reshape(half, *values.shape[1:]),
        "scale": scale.reshape(-1, *[1] * (values.ndim - 1)),
        "part": np.array(1 / 16, np.float32),
        "sixteen": np.array(16, np.float32),
        "middle": np.array(_MIDDLE, np.float32),
    }
    return arrays, _unpack(name)


def _unpack(name: str) -> Iterator[NodeProto]:
    """Yield the nodes that unpack weights: high halves, low halves, then the scale."""
    steps: tuple[tuple[str, list[str], str], ...] = (
        ("Mul", ["wide", "part"], "shifted"),
        ("Floor", ["shifted"], "high"),
        ("Mul", ["high", "sixteen"], "raised"),
        ("Sub", ["wide", "raised"], "low"),
    )
    yield helper.make_node("Cast", [f"{name}_whole"], [f"{name}_wide"], to=TensorProto.FLOAT)
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
    parser.add_argument(
        "--half", type=int, default=0, help="how many of the largest to store in four"
    )
    options = parser.parse_args(arguments)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    quantise_weights(options.file, options.out, options.half)
    print(f"{options.file.stat().st_size} bytes before, {options.out.stat().st_size} after")


if __name__ == "__main__":
    main()
