"""Writes a trained network as ONNX with everything that reading needs in its metadata."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from vision.nets.session import EMBEDDING

OPSET = 17


def export(
    net: nn.Module,
    path: Path,
    shape: tuple[int, ...],
    axes: Mapping[str, Mapping[int, str]],
    facts: Mapping[str, object],
) -> None:
    """Write the network with facts as its metadata.

    The first of `axes` is the input, of this shape or of others where axes have names; the rest
    are the outputs.
    """
    images, *outputs = axes
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net.eval(), (torch.zeros(shape),), str(path), opset_version=OPSET, input_names=[images],
        output_names=outputs, dynamic_axes={k: dict(v) for k, v in axes.items()}, dynamo=False,
    )  # fmt: skip
    model = onnx.load(str(path))
    texts = {k: json.dumps(v) if isinstance(v, tuple) else str(v) for k, v in facts.items()}
    onnx.helper.set_model_props(model, {**texts, "normalisation": "rgb / 127.5 - 1"})
    onnx.save(model, str(path))


def export_crops(
    net: nn.Module, path: Path, kind: str, outputs: tuple[str, ...], facts: Mapping[str, object]
) -> None:
    """Write a network for any number of crops (n, 3, `size`, `size`), `size` being a fact."""
    size = int(str(facts["size"]))
    axes = {name: {0: "n"} for name in ("crops", *outputs)}
    export(net, path, (2, 3, size, size), axes, {"kind": kind, **facts})


class _Named(nn.Module):
    """What is exported of a network that names crops: some of its heads, and its features."""

    def __init__(self, net: nn.Module, heads: Sequence[str]) -> None:
        super().__init__()
        self.net, self.heads = net, heads

    def forward(self, crops: Tensor) -> tuple[Tensor, ...]:
        features = self.net.features(crops)
        return (*(self.net.get_submodule(head)(features) for head in self.heads), features)


def export_named(
    net: nn.Module, path: Path, kind: str, heads: tuple[str, ...], facts: Mapping[str, object]
) -> None:
    """Write a network that names crops, with what it names them by as one output more.

    Two tiles that look alike have that alike, whatever their name: a tile set that was shown to
    the reader is remembered by it.
    """
    export_crops(_Named(net, heads), path, kind, (*heads, EMBEDDING), facts)
