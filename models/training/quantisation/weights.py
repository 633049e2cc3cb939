"""Stores a network's weights in eight bits; it still computes with floating-point numbers.

    python -m models.training.quantisation.weights roles.onnx --out build/int8/roles.onnx

The networks of roles and of stacked tiles are small and fast, and lose accuracy when activations
are rounded too. Each output channel has a scale of its own; onnxruntime restores the weights once,
when the file is opened.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

from datasets.command_line import command_parser
from models.training.graph import constants, metadata, save, simplify

_MOST = 127
_LEAST = 1e-12
_WORTH_IT = 1024  # numbers; smaller weights stay as they are
_WEIGHED = ("Conv", "Gemm", "MatMul")


def quantise_weights(path_in: Path, path_out: Path) -> None:
    """Write the network at `path_in` with weights of eight bits; both paths may be the same."""
    model = simplify(path_in)
    graph = model.graph
    weights = constants(graph)
    large = {
        name
        for name in (node.input[1] for node in graph.node if node.op_type in _WEIGHED)
        if name in weights and weights[name].size >= _WORTH_IT
    }
    nodes: list[NodeProto] = []
    kept = [each for each in graph.initializer if each.name not in large]
    for name in sorted(large):
        values = weights[name].astype(np.float64)
        by_channel = np.abs(values.reshape(len(values), -1)).max(axis=1)
        scale = np.maximum(by_channel / _MOST, _LEAST).reshape(-1, *[1] * (values.ndim - 1))
        whole = np.round(values / scale).astype(np.int8)
        kept += [
            numpy_helper.from_array(whole, f"{name}_whole"),
            numpy_helper.from_array(scale.astype(np.float32), f"{name}_scale"),
        ]
        wide, product = f"{name}_wide", f"{name}_product"
        nodes += [
            helper.make_node("Cast", [f"{name}_whole"], [wide], to=TensorProto.FLOAT),
            helper.make_node("Mul", [wide, f"{name}_scale"], [name], product),
        ]
    nodes += graph.node
    del graph.node[:], graph.initializer[:], graph.value_info[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    onnx.checker.check_model(model)
    save(model, path_out, metadata(path_in))


def main(arguments: Sequence[str] | None = None) -> None:
    """Store an exported network with weights of eight bits."""
    parser = command_parser("models.training.quantisation.weights", main.__doc__)
    parser.add_argument("file", type=Path, help="exported network")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    quantise_weights(options.file, options.out)
    print(f"{options.file.stat().st_size} bytes before, {options.out.stat().st_size} after")


if __name__ == "__main__":
    main()
