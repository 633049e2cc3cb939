"""Writes trained networks: as ONNX with the metadata that reading needs, and as checkpoints.

A checkpoint has the weights in floating point, from which training continues: `NAME.npz` beside its
ONNX, those of the shipped networks in `models/training/float`. An ONNX file would not do: exporting
folds normalisations into convolutions, and eight bits round what was learned.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from vision.nets.session import EMBEDDING

OPSET = 17
Predict: TypeAlias = Callable[[nn.Module, Tensor], object]


def planes(pixels: Tensor) -> Tensor:
    """Return pixels (n, h, w, 3) as planes (n, 3, h, w) from -1 to 1, as networks see them."""
    scaled = pixels.permute(0, 3, 1, 2).float() / 127.5 - 1
    return scaled.contiguous(memory_format=torch.channels_last)


def export(
    net: nn.Module,
    path: Path,
    inputs: Mapping[str, Tensor],
    axes: Mapping[str, Mapping[int, str]],
    facts: Mapping[str, object],
) -> None:
    """Write the network with facts as its metadata.

    Its inputs are like these, with variable dimensions where `axes` name them; the other names in
    `axes` are the outputs.
    """
    outputs = [name for name in axes if name not in inputs]
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net.eval(), tuple(inputs.values()), str(path), opset_version=OPSET,
        input_names=list(inputs), output_names=outputs,
        dynamic_axes={k: dict(v) for k, v in axes.items()}, dynamo=False,
    )  # fmt: skip
    model = onnx.load(str(path))
    texts = {k: json.dumps(v) if isinstance(v, tuple) else str(v) for k, v in facts.items()}
    onnx.helper.set_model_props(model, texts)
    onnx.save(model, str(path))


class _OfPixels(nn.Module):
    """A network that takes pixels (n, h, w, 3) in bytes, as photos lie in memory."""

    def __init__(self, net: nn.Module, predict: Predict) -> None:
        super().__init__()
        self.net, self.predict = net, predict

    def forward(self, pixels: Tensor) -> object:
        return self.predict(self.net, planes(pixels))


def export_of_pixels(
    net: nn.Module,
    path: Path,
    axes: Mapping[str, Mapping[int, str]],
    facts: Mapping[str, object],
    size: tuple[int, int],
    predict: Predict = nn.Module.__call__,
) -> None:
    """Write a network for pictures of this height and width; the first of the axes is its input.

    Its outputs are those of `predict`, called with the network and planes (n, 3, h, w).
    """
    pixels = torch.zeros((2, *size, 3), dtype=torch.uint8)
    facts = {**facts, "normalisation": "rgb / 127.5 - 1"}
    export(_OfPixels(net, predict), path, {next(iter(axes)): pixels}, axes, facts)


def export_crops(
    net: nn.Module,
    path: Path,
    outputs: tuple[str, ...],
    facts: Mapping[str, object],
    predict: Predict = nn.Module.__call__,
) -> None:
    """Write a network for any number of square crops of `size` pixels, as its metadata says."""
    size = int(str(facts["size"]))
    axes = {name: {0: "n"} for name in ("crops", *outputs)}
    export_of_pixels(net, path, axes, facts, (size, size), predict)


def export_named(
    net: nn.Module, path: Path, heads: tuple[str, ...], facts: Mapping[str, object]
) -> None:
    """Write a network that names crops, with the features behind the names as one more output.

    Tiles that look alike have similar features, whatever their name: a tile set shown to the reader
    is recognised by them.
    """

    def named_outputs(net: nn.Module, crops: Tensor) -> tuple[Tensor, ...]:
        features = net.features(crops)
        return (*(net.get_submodule(head)(features) for head in heads), features)

    export_crops(net, path, (*heads, EMBEDDING), facts, named_outputs)


State: TypeAlias = Mapping[str, Tensor]


def save_checkpoint(net: nn.Module, path: Path) -> None:
    """Write all weights and normalisations, matrices in half precision."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays = {name: value.cpu().numpy() for name, value in net.state_dict().items()}
    half = {
        name: value.astype(np.float16) if value.ndim > 1 else value
        for name, value in arrays.items()
    }
    np.savez_compressed(path, allow_pickle=False, **half)


def load_checkpoint(path: Path) -> State:
    """Return the weights of a file."""
    with np.load(path) as arrays:
        return {name: torch.from_numpy(arrays[name]).float() for name in arrays.files}
