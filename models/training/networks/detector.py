"""The detector network: a dense trunk, one level of features at a quarter of the photo's size.

Whatever rule chooses the first corner of a tile, the choice changes abruptly at some angle: a tile
turned by a quarter is the same tile with another first corner. Near that angle a network predicts
the mean of both orders, a quad of half the size. So the corners are predicted twice: in the order
of upright tiles, which is ambiguous for tiles that stand on a corner, and in the order of tiles
that stand on a corner, which is ambiguous for upright ones.
"""

import math

import torch
from torch import Tensor, nn

WIDTHS = (24, 32, 64, 96, 128)
NECK = 48
PRIOR = 0.02
START = (-4.0, -5.0, 4.0, -5.0, 4.0, 5.0, -4.0, 5.0)
START_ON_A_CORNER = (0.0, -6.0, 6.0, 0.0, 0.0, 6.0, -6.0, 0.0)


def convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """Return a 3x3 convolution with batch normalisation and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions with a skip connection."""

    def __init__(self, width: int) -> None:
        """Make a block that keeps its width and size."""
        super().__init__()
        self.first = convolution(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, values: Tensor) -> Tensor:
        """Map (n, c, h, w) to the same shape."""
        return torch.relu(values + self.second(self.first(values)))


class DetectorNet(nn.Module):
    """Corner-CenterNet: centre logits (n, 1, h/4, w/4), corner offsets (n, 8, h/4, w/4), twice."""

    def __init__(self) -> None:
        """Make the network with weights drawn from torch's generator."""
        super().__init__()
        one, two, three, four, five = WIDTHS
        self.stem = nn.Sequential(convolution(3, one, 2), convolution(one, two, 2))
        self.quarter = Residual(two)
        self.eighth = nn.Sequential(convolution(two, three, 2), Residual(three))
        self.sixteenth = nn.Sequential(convolution(three, four, 2), Residual(four), Residual(four))
        self.thirtysecond = nn.Sequential(convolution(four, five, 2), Residual(five))
        self.sides = nn.ModuleList(nn.Conv2d(width, NECK, 1) for width in (two, three, four, five))
        self.smooth = nn.ModuleList(convolution(NECK, NECK) for _ in range(3))
        self.head = convolution(NECK, 64)
        self.centre = nn.Conv2d(64, 1, 1)
        self.corners = nn.Conv2d(64, 8, 1)
        self.turned = nn.Conv2d(64, 8, 1)
        nn.init.constant_(self.centre.bias, math.log(PRIOR / (1 - PRIOR)))
        with torch.no_grad():
            for head, start in ((self.corners, START), (self.turned, START_ON_A_CORNER)):
                head.weight.mul_(0.1)
                head.bias.copy_(torch.tensor(start))

    def forward(self, photos: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Map photos (n, 3, h, w), both sides multiples of 32, values from -1 to 1.

        Returns centres, corners in the order of upright tiles, and in that of tiles on a corner.
        """
        quarter = self.quarter(self.stem(photos))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        levels = [quarter, eighth, sixteenth, self.thirtysecond(sixteenth)]
        features = self.sides[3](levels[3])
        for depth in (2, 1, 0):
            grown = nn.functional.interpolate(features, scale_factor=2.0, mode="nearest")
            features = self.smooth[depth](self.sides[depth](levels[depth]) + grown)
        features = self.head(features)
        return self.centre(features), self.corners(features), self.turned(features)
