"""The captions network: the classifier's convolutions over a larger crop, one name of nine."""

from pathlib import Path

import torch
from torch import Tensor, nn

from models.training.classifier_data import LABELS as FACES
from models.training.classifier_net import WIDTHS, ClassifierNet
from models.training.warm_start import start_from
from vision.captions import BONUS

LABELS = len(BONUS) + 1


class CaptionsNet(nn.Module):
    """Maps crops (n, 3, 96, 96) to logits (n, 9): four flowers, four seasons, none of them."""

    def __init__(self) -> None:
        """Make the network with weights drawn from torch's generator."""
        super().__init__()
        self.eye = ClassifierNet()
        del self.eye.names, self.eye.turns
        self.drop = nn.Dropout(0.2)
        self.names = nn.Linear(2 * WIDTHS[-1], LABELS)

    @torch.no_grad()
    def start_from(self, path: Path, crops: Tensor) -> None:
        """Take over the convolutions of a classifier's file, and what it knows of bonus tiles.

        `crops` (n, 3, 96, 96) set the normalisations. Raises WarmStartError for another network.
        """
        known = ClassifierNet()
        start_from(path, known, crops)
        self.eye.trunk.load_state_dict(known.trunk.state_dict())
        for place, code in enumerate(BONUS):
            self.names.weight[place].copy_(known.names.weight[FACES.index(code)])
            self.names.bias[place].copy_(known.names.bias[FACES.index(code)])

    def forward(self, crops: Tensor) -> Tensor:
        """Name the crops by what stands in their corners, wherever that is."""
        logits: Tensor = self.names(self.drop(self.eye.embed(crops)))
        return logits
