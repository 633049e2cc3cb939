"""Trains the branch of the classifier that recognises tiles with none of the 42 faces.

    python -m models.training.tasks.unknown --crops build/crops.npz build/unknown.npz \
        --start models/training/float/classifier.npz --classifier build/int8/classifier.onnx

The branch uses maps that the classifier computes anyway, and does not change its names. It is added
in floating point to a file that is already in eight bits.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import GraphProto, TensorProto, helper
from torch import Tensor, nn

from models.training.data.store import HIDDEN, STORED, Crops, CropStore
from models.training.export import export as write
from models.training.graph import metadata, save
from models.training.loop import Batch, Task, main
from models.training.networks.crops import WIDTHS, ClassifierNet, UnknownBranch
from models.training.tasks.classifier import SIZE, any_quarters
from vision.nets.faces import NOT_A_TILE
from vision.nets.session import UNKNOWN
from vision.sets import UNKNOWN_FACE

SHARE = 0.4  # of crops with none of the 42 faces: far more than in photos, to learn from


@dataclass(frozen=True, eq=False)
class UnknownCrops(Crops):
    """Crops of which a share has none of the 42 faces, and the `classifier` to add to."""

    classifier: Path = Path()

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """Return the probability (n,) of drawing each crop; those that show no tile have none."""
        unknown = self.store.labels == STORED.index(UNKNOWN_FACE)
        tiles = self.store.labels != STORED.index(NOT_A_TILE)
        known = super().chances * (tiles & ~unknown)
        return np.asarray(SHARE * unknown / unknown.sum() + (1 - SHARE) * known / known.sum())


class UnknownNet(nn.Module):
    """The branch with its classifier, whose weights stay fixed."""

    def __init__(self) -> None:
        """Make the branch with weights drawn from torch's generator."""
        super().__init__()
        self.eye, self.branch = ClassifierNet(), UnknownBranch()

    def train(self, mode: bool = True) -> "UnknownNet":  # noqa: FBT001, FBT002  (as torch calls it)
        """Set training mode for the branch only."""
        super().train(mode)
        self.eye.eval()
        return self

    def forward(self, crops: Tensor) -> Tensor:
        """Return the log-odds (n,) of crops (n, 3, 64, 64)."""
        with torch.no_grad():
            maps = self.eye.maps(crops)
        return self.branch(maps)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to learn from and the file to add to."""
    parser.add_argument("--crops", type=Path, nargs="+", default=[Path("build/unknown.npz")])
    parser.add_argument("--classifier", type=Path, required=True, help="classifier in eight bits")


def read(options: argparse.Namespace) -> UnknownCrops:
    """Return the crops that the command line names."""
    store = CropStore.load(*options.crops)
    how = (options.batch, SIZE, 0, any_quarters, HIDDEN)
    return UnknownCrops(store, *how, options.classifier)


def loss(outputs: Sequence[Tensor], batch: Batch) -> dict[str, Tensor]:
    """Return the loss of distinguishing known from unknown faces."""
    (odds,) = outputs
    unknown = (batch["labels"] == STORED.index(UNKNOWN_FACE)).float()
    return {"unknown": nn.functional.binary_cross_entropy_with_logits(odds, unknown)}


def export(net: UnknownNet, data: UnknownCrops, path: Path) -> None:
    """Write the eight-bit classifier with the branch's output added."""
    model = onnx.load(str(data.classifier))
    facts = metadata(data.classifier)
    with TemporaryDirectory(prefix="branch-") as folder:
        file = Path(folder) / "branch.onnx"
        maps = {"maps": torch.rand(2, WIDTHS[2], SIZE // 8, SIZE // 8)}
        write(net.branch, file, maps, {name: {0: "n"} for name in ("maps", UNKNOWN)}, {})
        branch = onnx.load(str(file))
    _drop_branch(model.graph)
    # The maps are what the last convolution but one sees (`ClassifierNet.maps`).
    seen = [node.input[0] for node in model.graph.node if node.op_type == "Conv"][-2]
    model.graph.output.append(helper.make_tensor_value_info(seen, TensorProto.FLOAT, None))
    branch.ir_version = model.ir_version
    branch = onnx.compose.add_prefix(branch, f"{UNKNOWN}/", rename_outputs=False)
    whole = onnx.compose.merge_models(model, branch, io_map=[(seen, f"{UNKNOWN}/maps")])
    save(whole, path, facts)


def _drop_branch(graph: GraphProto) -> None:
    """Remove the branch of an earlier training."""
    for parts in (graph.node, graph.initializer, graph.value_info, graph.output):
        kept = [each for each in parts if not each.name.startswith(UNKNOWN)]
        del parts[:]
        parts.extend(kept)


TASK = Task(
    name="unknown",
    arguments=add_arguments,
    data=read,
    network=UnknownNet,
    start=lambda net, state: net.get_submodule("eye").load_state_dict(state),
    loss=loss,
    export=export,
    steps=2500,
    batch=128,
    rate=2e-3,
    decay=0.05,
    bfloat16=False,
)

if __name__ == "__main__":
    main(TASK, __doc__)
