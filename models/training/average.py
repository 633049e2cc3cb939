"""Averages two exported networks of one training line, weight by weight.

    python -m models.training.average first.onnx second.onnx --out mean.onnx

A network that went on learning from another, on other data, and the one it came from lie in one
valley: their mean often keeps what each can (Wortsman et al., arXiv 2109.01903).
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import GraphProto, TensorProto, numpy_helper


class AverageError(ValueError):
    """Two files whose weights do not correspond."""


def average(first: Path, second: Path, share: float, out: Path) -> None:
    """Write the mean of two networks, `share` (0 to 1) of the second; metadata is the second's.

    What the second one has besides, at its end, is taken as it is. Only floating-point files:
    raises AverageError for others and for different networks.
    """
    before, mean = onnx.load(str(first)), onnx.load(str(second))
    mine, theirs = _weights(before.graph), _weights(mean.graph)
    common = theirs[: len(mine)]
    if [tuple(part.dims) for part in mine] != [tuple(part.dims) for part in common]:
        raise AverageError(f"{first} and {second} are different networks")
    if any(node.op_type == "DequantizeLinear" for node in mean.graph.node):
        raise AverageError(f"{second} is quantised: average the exported files, then quantise")
    for old, part in zip(mine, common, strict=True):
        left, right = numpy_helper.to_array(old), numpy_helper.to_array(part)
        if left.dtype == np.float32:
            between = (left * (1 - share) + right * share).astype(np.float32)
            part.CopyFrom(numpy_helper.from_array(between, part.name))
    out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(mean, str(out))


def _weights(graph: GraphProto) -> list[TensorProto]:
    """List the constants in the order in which they are used, whatever they are called."""
    constants = {tensor.name: tensor for tensor in graph.initializer}
    return [constants[name] for node in graph.node for name in node.input if name in constants]


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and average."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the second")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    average(options.first, options.second, options.share, options.out)


if __name__ == "__main__":
    main()
