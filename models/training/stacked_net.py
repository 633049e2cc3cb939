"""The network that tells tiles upon others: six small convolutions over a tile's surroundings."""

import torch
from torch import Tensor, nn

from models.training.detector_net import convolution

WIDTHS = (12, 16, 24, 24, 32, 32)
STRIDES = (2, 1, 2, 1, 2, 1)
_LEAST = 0.1  # spread of values that counts as contrast


class StackedNet(nn.Module):
    """Maps crops (n, 3, 64, 64) to one logit each (n, 1): whether the tile lies upon another."""

    def __init__(self) -> None:
        """Make the network with weights drawn from torch's generator."""
        super().__init__()
        widths = (3, *WIDTHS)
        self.trunk = nn.Sequential(
            *(
                convolution(inputs, outputs, stride)
                for inputs, outputs, stride in zip(widths, WIDTHS, STRIDES, strict=False)
            )
        )
        self.head = nn.Linear(2 * WIDTHS[-1], 1)

    def forward(self, crops: Tensor) -> Tensor:
        """Look at crops, values from -1 to 1; their brightness and contrast do not count."""
        away = crops - crops.mean(dim=(1, 2, 3), keepdim=True)
        spread = away.square().mean(dim=(1, 2, 3), keepdim=True).sqrt()
        features = self.trunk(away / (spread + _LEAST))
        return self.head(torch.cat([features.mean(dim=(2, 3)), features.amax(dim=(2, 3))], dim=1))
