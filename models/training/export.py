"""Writes a trained network as ONNX with everything that reading needs in its metadata."""

import json
from collections.abc import Mapping
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

OPSET = 17


class _Reading(nn.Module):
    """The detector with its centre map as probabilities."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, photos: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        heat, corners, turned = self.net(photos)
        return heat.sigmoid(), corners, turned


def export_detector(net: nn.Module, path: Path, side: int = 640, threshold: float = 0.35) -> None:
    """Write the detector for photos of any size whose sides are multiples of 32."""
    outputs = ["centres", "corners", "turned"]
    axes = {name: {0: "n", 2: "hq", 3: "wq"} for name in outputs}
    axes["photos"] = {0: "n", 2: "h", 3: "w"}
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        _Reading(net).eval(), (torch.zeros(1, 3, 256, 320),), str(path), opset_version=OPSET,
        input_names=["photos"], output_names=outputs, dynamic_axes=axes,
        dynamo=False,
    )  # fmt: skip
    _describe(path, {"kind": "detector", "side": str(side), "threshold": str(threshold)})


def export_classifier(
    net: nn.Module, path: Path, labels: tuple[str, ...], size: int, temperature: float
) -> None:
    """Write the classifier for any number of crops (n, 3, size, size)."""
    axes = {name: {0: "n"} for name in ("crops", "names", "turns")}
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net.eval(), (torch.zeros(2, 3, size, size),), str(path), opset_version=OPSET,
        input_names=["crops"], output_names=["names", "turns"], dynamic_axes=axes, dynamo=False,
    )  # fmt: skip
    _describe(path, {"kind": "classifier", "size": str(size), "labels": json.dumps(labels),
                     "temperature": f"{temperature:.4f}"})  # fmt: skip


def export_captions(
    net: nn.Module, path: Path, labels: tuple[str, ...], size: int, border: float
) -> None:
    """Write the captions network for any number of crops (n, 3, size, size).

    `border` is the share of the tile's side that a crop shows around the tile.
    """
    _export_names(net, path, "captions", labels, size, border)


def export_closeup(
    net: nn.Module, path: Path, labels: tuple[str, ...], size: int, border: float
) -> None:
    """Write the close-up network as `export_captions` does the captions network."""
    _export_names(net, path, "closeup", labels, size, border)


def export_stacked(net: nn.Module, path: Path, size: int, span: float) -> None:
    """Write the network that tells tiles upon others, for any number of crops."""
    axes = {name: {0: "n"} for name in ("crops", "upon")}
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net.eval(), (torch.zeros(2, 3, size, size),), str(path), opset_version=OPSET,
        input_names=["crops"], output_names=["upon"], dynamic_axes=axes, dynamo=False,
    )  # fmt: skip
    _describe(path, {"kind": "stacked", "size": str(size), "span": str(span)})


def _export_names(
    net: nn.Module, path: Path, kind: str, labels: tuple[str, ...], size: int, border: float
) -> None:
    axes = {name: {0: "n"} for name in ("crops", "names")}
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net.eval(), (torch.zeros(2, 3, size, size),), str(path), opset_version=OPSET,
        input_names=["crops"], output_names=["names"], dynamic_axes=axes, dynamo=False,
    )  # fmt: skip
    _describe(path, {"kind": kind, "size": str(size), "border": str(border),
                     "labels": json.dumps(labels)})  # fmt: skip


def _describe(path: Path, facts: Mapping[str, str]) -> None:
    """Put facts and the normalisation into the file's metadata."""
    model = onnx.load(str(path))
    everything = {**facts, "normalisation": "rgb / 127.5 - 1"}
    onnx.helper.set_model_props(model, everything)
    onnx.save(model, str(path))
