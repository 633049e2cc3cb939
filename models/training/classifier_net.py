"""The classifier network: dense convolutions over a rectified crop, a name and a turn."""

import torch
from torch import Tensor, nn

from models.training.detector_net import Residual, convolution

WIDTHS = (32, 64, 96, 128)
LABELS = 44
TURNS = 4


class ClassifierNet(nn.Module):
    """Maps crops (n, 3, 64, 64) to name logits (n, 44) and turn logits (n, 4)."""

    def __init__(self) -> None:
        """Make the network with weights drawn from torch's generator."""
        super().__init__()
        one, two, three, four = WIDTHS
        self.trunk = nn.Sequential(
            convolution(3, one, 2),
            Residual(one),
            convolution(one, two, 2),
            Residual(two),
            convolution(two, three, 2),
            Residual(three),
            convolution(three, four, 2),
            convolution(four, four),
        )
        self.drop = nn.Dropout(0.1)
        self.names = nn.Linear(2 * four, LABELS)
        self.turns = nn.Linear(2 * four, TURNS)

    def embed(self, crops: Tensor) -> Tensor:
        """Give the features (n, 256): the mean and the strongest of each of 128 maps."""
        maps = self.trunk(crops)
        return torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Name the crops and tell which corner is the face's own top left."""
        features = self.drop(self.embed(crops))
        return self.names(features), self.turns(features)
