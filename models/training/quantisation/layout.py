"""Reorders an eight-bit network for speed: same results, with a photo as it lies in memory.

With a plain quantised file onnxruntime spends time on converting values from planes to pixels and
back, on a floating-point first convolution whose result is rounded at once, and on doubling rows
and columns one by one. Measured on one core with onnxruntime 1.31.1 (AMD EPYC, 2026-11-27), the
least of 40 runs in turns: a detector over 640 x 480 takes 61.4 ms in floating point, 37.2 by
`onnxruntime.quantization` alone and 35.0 in this order, beside 7.9 ms for bringing bytes to planes
that the order saves; a classifier over 14 crops 18.6, 10.8 and 10.4. An earlier onnxruntime gained
a quarter (`models/JOURNAL.md`). Here

- the input is RGB bytes (n, h, w, 3), w a multiple of 4; 127.5 stands for 0 as before,
- the first convolution is one of integers: a stride of two over three channels fills no vector
  register, so it reads four pixels as twelve channels and gives two pixels at a time,
- everything stays channels last; what doubles a map copies whole pixels, then whole rows,
- the joined heads add their biases within their product.

Only the first convolution's weights are rounded anew, so that no sum of two products leaves 16
bits: processors without VNNI instructions add them so.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

from models.training.graph import Arrays, constants, metadata, optimise, save

_STEM_WEIGHT = "stem_weight"
_STEM_ROUND = 128  # the byte for 0 in the integer convolution, half a step too high
_STEM_STEP = 1 / 127.5
_MOST = 127  # largest weight, and largest sum of two neighbours
_LEAST = 1e-12
_BLOCK = 4  # pixels of a row read at once
_MICROSOFT = "com.microsoft"


class LayoutError(ValueError):
    """A network whose structure differs from this project's."""


def reorder(path_in: Path, path_out: Path) -> None:
    """Rewrite the quantised network at `path_in`; both paths may be the same.

    Raises LayoutError if it was not written by `models.training.quantisation.static`.
    """
    fused = optimise(path_in, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED)
    save(_Order(fused).model(), path_out, metadata(path_in))


def fold_stem(weight: NDArray[np.floating]) -> NDArray[np.float64]:
    """Turn a kernel (m, 3, 3, 3) of stride two into one (2m, 12, 3, 2) over blocks of four pixels.

    The first m outputs are the left pixel of two, the others the right one.
    """
    count = len(weight)
    folded = np.zeros((2 * count, 3 * _BLOCK, 3, 2), np.float64)
    for output, column in ((output, column) for output in range(2) for column in range(3)):
        pixel = 2 * output + column - 1
        block, inside = (1, pixel) if pixel >= 0 else (0, pixel + _BLOCK)
        part = slice(output * count, (output + 1) * count), slice(3 * inside, 3 * inside + 3)
        folded[part[0], part[1], :, block] = weight[:, :, :, column]
    return folded


class _Order:
    """Traverses a fused graph once and writes its nodes for channels last."""

    def __init__(self, fused: ModelProto) -> None:
        self.graph = fused.graph
        self.known = constants(fused.graph)
        self.added: Arrays = {}
        self.left_out: set[str] = set()
        self.same: dict[str, str] = {}

    def model(self) -> ModelProto:
        nodes = [
            made
            for node in self.graph.node
            if node.output[0] not in self.left_out
            for made in self._ordered(node)
        ]
        used = {name for node in nodes for name in node.input}
        weights = [each for each in self.graph.initializer if each.name in used]
        weights += [numpy_helper.from_array(each, name) for name, each in self.added.items()]
        (given,) = self.graph.input
        shape: list[str | int | None] = ["n", "h", "w", 3]
        photos = helper.make_tensor_value_info(given.name, TensorProto.UINT8, shape)
        graph = helper.make_graph(nodes, "lean", [photos], list(self.graph.output), weights)
        sets = [helper.make_opsetid("", 17), helper.make_opsetid(_MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=sets)
        model.ir_version = 9
        return model

    def _ordered(self, node: NodeProto) -> Iterator[NodeProto]:
        if node.op_type not in _ORDERED:
            message = f"{__name__} does not know {node.op_type}: quantise the network first"
            raise LayoutError(message)
        return _ORDERED[node.op_type](self, node)

    def constant(self, name: str, value: object, kind: type[np.generic]) -> str:
        self.added[name] = np.ascontiguousarray(np.asarray(value, kind))
        return name

    def inputs(self, node: NodeProto) -> list[str]:
        return [self.same.get(name, name) for name in node.input]

    def after(self, node: NodeProto, kind: str) -> NodeProto:
        """Return the node of this kind that follows a node, and skip it in the traversal."""
        found = [one for one in self.graph.node if node.output[0] in one.input]
        if [one.op_type for one in found] != [kind]:
            raise LayoutError(f"{node.op_type} is not followed by {kind}")
        self.left_out.add(found[0].output[0])
        return found[0]


def _stem(order: _Order, node: NodeProto) -> Iterator[NodeProto]:
    """Yield the first convolution, rounded, over blocks of pixels."""
    rounded = order.after(node, "QuantizeLinear")
    weight = fold_stem(order.known[node.input[1]].astype(np.float64))
    bias = np.tile(order.known[node.input[2]].astype(np.float64), 2)
    bias += weight.sum(axis=(1, 2, 3)) * (_STEM_ROUND - 127.5) * _STEM_STEP
    of_two = np.abs(weight[:, 0::2]) + np.abs(weight[:, 1::2])
    scale = np.maximum(of_two.max(axis=(1, 2, 3)) / _MOST, _LEAST)
    whole = np.round(weight / scale[:, None, None, None])
    blocks = order.constant("stem_blocks", [0, 0, -1, 3 * _BLOCK], np.int64)
    pixels = order.constant("stem_pixels", [0, 0, -1, len(weight) // 2], np.int64)
    yield helper.make_node("Reshape", [node.input[0], blocks], ["stem_in"], "stem_in")
    yield _convolution(
        [
            "stem_in",
            order.constant("stem_step", _STEM_STEP, np.float32),
            order.constant("stem_round", _STEM_ROUND, np.uint8),
            order.constant(_STEM_WEIGHT, whole, np.int8),
            order.constant("stem_scale", scale, np.float32),
            order.constant("stem_zero", np.zeros(len(weight)), np.int8),
            *rounded.input[1:],
            order.constant("stem_bias", np.round(bias / (scale * _STEM_STEP)), np.int32),
        ],
        "stem_out",
        {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 1, 1, 0]},
    )
    yield helper.make_node("Reshape", ["stem_out", pixels], list(rounded.output), "stem")


def _convolution(inputs: list[str], output: str, how: Mapping[str, Any]) -> NodeProto:
    return helper.make_node(
        "QLinearConv", inputs, [output], output, domain=_MICROSOFT, channels_last=1, **how
    )


def _inner_convolution(order: _Order, node: NodeProto) -> Iterator[NodeProto]:
    known = ("kernel_shape", "strides", "pads", "group", "dilations")
    yield _convolution(order.inputs(node), node.output[0], _attributes(node, *known))


def _attributes(node: NodeProto, *names: str) -> dict[str, Any]:
    return {
        each.name: helper.get_attribute_value(each) for each in node.attribute if each.name in names
    }


def _double(order: _Order, node: NodeProto) -> Iterator[NodeProto]:
    """Yield nodes that double a map (n, h, w, c): each pixel beside itself, each row below."""
    (source, *_), name = order.inputs(node), node.output[0]
    scales = next((order.known[each] for each in node.input[1:] if each in order.known), None)
    if scales is None or list(np.atleast_1d(scales))[-2:] != [2, 2]:
        raise LayoutError("a map is resized to other than twice its size")
    double = order.constant("double", [1, 2, 2, 1], np.int64)
    rows = order.constant("rows", [0, 0, 1, -1], np.int64)
    yield helper.make_node("Shape", [source], [f"{name}_size"])
    yield helper.make_node("Mul", [f"{name}_size", double], [f"{name}_doubled"])
    yield helper.make_node("Concat", [source, source], [f"{name}_wide"], axis=3)
    yield helper.make_node("Reshape", [f"{name}_wide", rows], [f"{name}_rows"])
    yield helper.make_node("Concat", [f"{name}_rows"] * 2, [f"{name}_tall"], axis=2)
    yield helper.make_node("Reshape", [f"{name}_tall", f"{name}_doubled"], [name])


def _heads(order: _Order, node: NodeProto) -> Iterator[NodeProto]:
    """Yield the product with its bias, and nodes that bring only its few maps back to planes."""
    sums = order.after(node, "Add")
    turned = order.after(sums, "Transpose")
    bias = next(name for name in sums.input if name != node.output[0])
    inputs = [*order.inputs(node), "", ""][:6]
    yield helper.make_node(
        node.op_type, [*inputs, bias], list(sums.output), node.name, domain=_MICROSOFT
    )
    yield helper.make_node("Transpose", list(sums.output), list(turned.output), perm=[0, 3, 1, 2])


def _skip(order: _Order, node: NodeProto) -> Iterator[NodeProto]:
    order.same[node.output[0]] = order.inputs(node)[0]
    return iter(())


def _reduce(order: _Order, node: NodeProto) -> Iterator[NodeProto]:
    how = {**_attributes(node, "keepdims"), "axes": [1, 2]}
    yield helper.make_node(node.op_type, order.inputs(node), list(node.output), node.name, **how)


def _copy(order: _Order, node: NodeProto) -> Iterator[NodeProto]:
    same = NodeProto()
    same.CopyFrom(node)
    same.input[:] = order.inputs(node)
    yield same


_ORDERED: Mapping[str, Callable[[_Order, NodeProto], Iterator[NodeProto]]] = MappingProxyType(
    {
        "Conv": _stem,
        "QLinearConv": _inner_convolution,
        "QLinearAdd": _copy,
        "Resize": _double,
        "Transpose": _skip,
        "MatMulIntegerToFloat": _heads,
        "Split": _copy,
        "Sigmoid": _copy,
        "DequantizeLinear": _copy,
        "ReduceMax": _reduce,
        "ReduceMean": _reduce,
        "Concat": _copy,
        "Gemm": _copy,
    }
)
