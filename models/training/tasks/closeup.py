"""Trains the network that takes a closer look at doubtful tiles, and writes the ONNX file.

    python -m models.training.tasks.closeup --crops build/crops.npz --held build/held.npz

The classifier names every tile of a photo and must be quick. Where it is unsure, and where a bonus
tile may lie, this larger network is asked, which sees a larger crop with a rim of the table. It
begins with weights from ImageNet.
"""

from functools import partial
from pathlib import Path

from torch import nn

from models.training.data.store import LABELS
from models.training.export import export_named
from models.training.loop import Task, main
from models.training.networks.closeup import CloseupNet
from models.training.tasks.names import (
    accuracy,
    add_crops,
    mostly_upright,
    names_and_turns,
    read_crops,
)

SIZE, BORDER = 96, 0.06  # px of what the network sees, of which the rim is a share of the tile


def export(net: nn.Module, path: Path) -> None:
    """Write the close-up network, which is asked for turns only while it learns."""
    facts = {"size": SIZE, "border": BORDER, "labels": LABELS}
    export_named(net, path, "closeup", ("names",), facts)


TASK = Task(
    name="closeup",
    arguments=add_crops,
    data=partial(read_crops, size=SIZE, border=BORDER, quarters=mostly_upright),
    network=CloseupNet,
    loss=names_and_turns,
    metrics=accuracy,
    export=lambda net, _, path: export(net, path),
    steps=3000,
    batch=64,
    rate=1e-3,
    decay=0.03,
    metrics_every=250,
    bfloat16=False,  # its convolutions have few channels each
)

if __name__ == "__main__":
    main(TASK, __doc__)
