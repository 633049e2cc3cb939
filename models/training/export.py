"""Writes trained networks: as ONNX with the metadata that reading needs, and as checkpoints.

A checkpoint has the weights in floating point, from which training continues: `NAME.npz` beside its
ONNX, those of the shipped networks in `models/training/float`. An ONNX file would not do: exporting
folds normalisations into convolutions, and eight bits round what was learned.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from vision.nets.session import EMBEDDING

OPSET = 17
OF_PIXELS = {"normalisation": "rgb / 127.5 - 1"}  # metadata of networks that see pixels


def export(
    net: nn.Module,
    path: Path,
    shapes: Mapping[str, tuple[int, ...]],
    axes: Mapping[str, Mapping[int, str]],
    facts: Mapping[str, object],
) -> None:
    """Write the network with facts as its metadata.

    Its inputs have these `shapes`, with variable dimensions where `axes` name them; the other names
    in `axes` are the outputs.
    """
    outputs = [name for name in axes if name not in shapes]
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net.eval(), tuple(map(torch.rand, shapes.values())), str(path), opset_version=OPSET,
        input_names=list(shapes), output_names=outputs,
        dynamic_axes={k: dict(v) for k, v in axes.items()}, dynamo=False,
    )  # fmt: skip
    model = onnx.load(str(path))
    texts = {k: json.dumps(v) if isinstance(v, tuple) else str(v) for k, v in facts.items()}
    onnx.helper.set_model_props(model, texts)
    onnx.save(model, str(path))


def export_crops(
    net: nn.Module, path: Path, kind: str, outputs: tuple[str, ...], facts: Mapping[str, object]
) -> None:
    """Write a network for any number of crops (n, 3, `size`, `size`) with `size` as metadata."""
    size = int(str(facts["size"]))
    axes = {name: {0: "n"} for name in ("crops", *outputs)}
    export(net, path, {"crops": (2, 3, size, size)}, axes, {"kind": kind, **facts, **OF_PIXELS})


class _Named(nn.Module):
    """The exported part of a network that names crops: some of its heads, and its features."""

    def __init__(self, net: nn.Module, heads: Sequence[str]) -> None:
        super().__init__()
        self.net, self.heads = net, heads

    def forward(self, crops: Tensor) -> tuple[Tensor, ...]:
        features = self.net.features(crops)
        return (*(self.net.get_submodule(head)(features) for head in self.heads), features)


def export_named(
    net: nn.Module, path: Path, kind: str, heads: tuple[str, ...], facts: Mapping[str, object]
) -> None:
    """Write a network that names crops, with the features behind the names as one more output.

    Tiles that look alike have similar features, whatever their name: a tile set shown to the reader
    is recognised by them.
    """
    export_crops(_Named(net, heads), path, kind, (*heads, EMBEDDING), facts)


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
