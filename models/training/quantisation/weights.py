"""Stores a network's weights in eight bits; it calculates with floating-point numbers as before.

    python -m models.training.quantisation.weights closeup.onnx --out build/int8/closeup.onnx

The close-up network is asked of few tiles, so its size counts more than its speed, and its thin
convolutions lose names when their activations are rounded. Each output channel has a scale of its
own; onnxruntime brings the weights back once, when the file is opened.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

from models.training.graph import metadata, save, simplified

_MOST = 127
_LEAST = 1e-12
_WORTH_IT = 1024  # numbers; fewer stay as they are
_WEIGHED = ("Conv", "Gemm")


def quantise_weights(path_in: Path, path_out: Path) -> None:
    """Write the network at `path_in` with weights of eight bits; both paths may be the same."""
    model = simplified(path_in)
    graph = model.graph
    weights = {each.name: each for each in graph.initializer}
    large = {
        node.input[1]: weights[node.input[1]]
        for node in graph.node
        if node.op_type in _WEIGHED
        and node.input[1] in weights
        and np.prod(weights[node.input[1]].dims) >= _WORTH_IT
    }
    stored = [_stored(each) for each in large.values()]
    kept = [each for each in graph.initializer if each.name not in large]
    nodes = [node for _, made in stored for node in made] + list(graph.node)
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend([*kept, *(part for parts, _ in stored for part in parts)])
    onnx.checker.check_model(model)
    save(model, path_out, metadata(path_in))


def _stored(weight: TensorProto) -> tuple[list[TensorProto], list[NodeProto]]:
    """Give whole numbers and scales of a weight, and the nodes that multiply them again."""
    values = numpy_helper.to_array(weight).astype(np.float64)
    shape = (-1, *[1] * (values.ndim - 1))
    scale = np.maximum(np.abs(values).reshape(len(values), -1).max(axis=1) / _MOST, _LEAST)
    scale = scale.reshape(shape)
    whole, factor, wide = (f"{weight.name}_{part}" for part in ("whole", "scale", "wide"))
    parts = [
        numpy_helper.from_array(np.round(values / scale).astype(np.int8), whole),
        numpy_helper.from_array(scale.astype(np.float32), factor),
    ]
    return parts, list(_brought_back(whole, factor, wide, weight.name))


def _brought_back(whole: str, factor: str, wide: str, name: str) -> Iterator[NodeProto]:
    yield helper.make_node("Cast", [whole], [wide], wide, to=TensorProto.FLOAT)
    yield helper.make_node("Mul", [wide, factor], [name], f"{name}_product")


def main(arguments: Sequence[str] | None = None) -> None:
    """Store an exported network with weights of eight bits."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.quantisation.weights", description=main.__doc__
    )
    parser.add_argument("file", type=Path, help="exported network")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    quantise_weights(options.file, options.out)
    print(f"{options.file.stat().st_size} bytes before, {options.out.stat().st_size} after")


if __name__ == "__main__":
    main()
