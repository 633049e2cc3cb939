"""Reads the weights back out of an exported network, also out of a quantised or shipped one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial, reduce
from pathlib import Path
from typing import Self, TypeAlias

import numpy as np
import onnx
import torch
from onnx import GraphProto, NodeProto
from torch import Tensor

from models.training.graph import Arrays, constants
from models.training.quantisation.layout import STEM_ROUND, STEM_STEP, STEM_WEIGHT, unfold_stem
from models.training.quantisation.static import HEADS_BIAS, HEADS_PARTS, HEADS_WEIGHT
from vision.arrays import Floats

_HEADS = f"{HEADS_WEIGHT}_DequantizeLinear_Output"
# What brings stored weights back (`models.training.quantisation.weights`).
_ARITHMETIC: Mapping[str, Callable[[list[Floats]], Floats]] = {
    "Cast": lambda parts: parts[0],
    "Mul": partial(reduce, np.multiply),
    "Sub": partial(reduce, np.subtract),
    "Floor": lambda parts: np.floor(parts[0]),
    "Concat": np.concatenate,
}

Layer: TypeAlias = tuple[Tensor, Tensor]


@dataclass(frozen=True, slots=True)
class Layers:
    """Weight and bias of a file's layers.

    `named` are layers that had a bias of their own, by their name in the network; `folded` are
    convolutions that took in the normalisation after them, in the order in which they run.
    """

    named: Mapping[str, Layer]
    folded: tuple[Layer, ...]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read an ONNX file; eight bits become numbers again, joined heads are taken apart."""
        graph = onnx.load(str(path)).graph
        known = _arrays(graph)
        layers = dict(_layers(graph, known))
        return cls(
            {name: layer for name, layer in layers.items() if not name.isdigit()},
            tuple(layer for name, layer in layers.items() if name.isdigit()),
        )


def _arrays(graph: GraphProto) -> Arrays:
    """Give every constant by its name, quantised ones also as what they stand for."""
    known = constants(graph)
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and all(name in known for name in node.input):
            steps, scale, zero = (known[name].astype(np.float32) for name in node.input)
            axis = next((part.i for part in node.attribute if part.name == "axis"), 0)
            shape = [-1 if scale.ndim and place == axis else 1 for place in range(steps.ndim)]
            known[node.output[0]] = (steps - zero.reshape(shape)) * scale.reshape(shape)
        elif node.op_type == "MatMulIntegerToFloat":
            steps, scale, zero = (
                known[node.input[place]].astype(np.float32) for place in (1, 3, 5)
            )
            known[_HEADS] = (steps - zero) * scale
        elif node.op_type in _ARITHMETIC and all(name in known for name in node.input):
            # Weights alone in eight or four bits: whole numbers, made wide, times their scale.
            parts = [known[name].astype(np.float32) for name in node.input]
            known[node.output[0]] = _ARITHMETIC[node.op_type](parts)
    return known


def _layers(graph: GraphProto, known: Arrays) -> Iterator[tuple[str, Layer]]:
    """Give name, weight and bias of every layer; folded convolutions are named by a number."""
    for number, node in enumerate(graph.node):
        if node.op_type in ("Conv", "Gemm"):
            weight, bias = (torch.tensor(known[name]) for name in node.input[1:])
            own = node.input[2].endswith(".bias")
            name = node.input[2].removesuffix(".bias").removeprefix("net.")
            yield name if own else str(number), (weight, bias)
        elif node.op_type == "QLinearConv":
            own = node.input[8].endswith(".bias_quantized")
            name = node.input[8].removesuffix(".bias_quantized").removeprefix("net.")
            yield name if own else str(number), _rounded(node, known)
        elif node.op_type == "MatMul" and node.input[1] in known:
            name = _module(node.output[0])
            if f"{name}.bias" in known:  # what else is multiplied never learns
                weight = torch.tensor(np.ascontiguousarray(known[node.input[1]].T))
                yield name, (weight, torch.tensor(known[f"{name}.bias"]))
        elif node.op_type == "LayerNormalization":
            weight, bias = (torch.tensor(known[name]) for name in node.input[1:3])
            yield _module(node.output[0]), (weight, bias)
        elif HEADS_PARTS in node.input:
            yield from _heads(node, known)


def _module(output: str) -> str:
    """Give the module that made an output of this name: `/a/a.0/MatMul_output_0` is of `a.0`."""
    path = ""
    for part in output.split("/")[1:-1]:
        above, _, last = path.rpartition(".")
        within = part.startswith(f"{last}.")
        path = ".".join(name for name in (above if within else path, part) if name)
    return path


def _rounded(node: NodeProto, known: Arrays) -> Layer:
    """Give weight and bias of an integer convolution; of the first one as they were before."""
    step, weight, scale, zero, bias = (known[node.input[place]] for place in (1, 3, 4, 5, 8))
    shape = (-1, 1, 1, 1)
    weight = (weight.astype(np.float32) - zero.reshape(shape)) * scale.reshape(shape)
    bias = bias.astype(np.float32) * step * scale
    if node.input[3] == STEM_WEIGHT:
        weight = unfold_stem(weight)
        bias = bias[: len(weight)] - weight.sum(axis=(1, 2, 3)) * (STEM_ROUND - 127.5) * STEM_STEP
    return torch.tensor(weight, dtype=torch.float32), torch.tensor(bias, dtype=torch.float32)


def _heads(split: NodeProto, known: Arrays) -> Iterator[tuple[str, Layer]]:
    """Take the joined heads (inputs, outputs) apart into 1x1 convolutions, named by outputs."""
    ends = np.cumsum(known[HEADS_PARTS])[:-1]
    matrix = known[_HEADS]
    weights = np.split(np.transpose(matrix)[:, :, None, None], ends)
    biases = np.split(known[HEADS_BIAS], ends)
    for output, weight, bias in zip(split.output, weights, biases, strict=True):
        name = output.removesuffix("/Conv_output_0").split("/")[-1]
        yield name, (torch.tensor(weight), torch.tensor(bias))
