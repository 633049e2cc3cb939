"""The networks over the crop of one tile: dense convolutions, the mean and the peak of each map."""

import torch
from torch import Tensor, nn

from models.training.data.store import LABELS
from models.training.networks.detector import Residual, convolution
from vision.nets.faces import BONUS

WIDTHS = (32, 64, 96, 128)
STACKED_WIDTHS, STACKED_STRIDES = (12, 16, 24, 24, 32, 32), (2, 1, 2, 1, 2, 1)
TURNS = 4
BRANCH_WIDTH = 24  # maps of the branch: as many as keep all networks below 6 MB
_LEAST = 0.1  # standard deviation that counts as contrast


def embed(maps: Tensor) -> Tensor:
    """Return the means and maxima (n, 2 c) of maps (n, c, h, w)."""
    return torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1)


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
        self.names = nn.Linear(2 * four, len(LABELS))
        self.turns = nn.Linear(2 * four, TURNS)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Name the crops and predict which corner is the face's own top left."""
        features = self.drop(self.features(crops))
        return self.names(features), self.turns(features)

    def features(self, crops: Tensor) -> Tensor:
        """Return the features (n, 256) by which the crops are named."""
        return embed(self.trunk(crops))

    def maps(self, crops: Tensor) -> Tensor:
        """Return the maps (n, 96, h / 8, w / 8) that feed the last layers."""
        return self.trunk[:-2](crops)


class UnknownBranch(nn.Module):
    """Maps the classifier's maps (n, 96, h, w) to log-odds (n,) of none of the 42 faces."""

    def __init__(self) -> None:
        """Make the branch with weights drawn from torch's generator."""
        super().__init__()
        self.trunk = nn.Sequential(
            nn.BatchNorm2d(WIDTHS[2]),
            convolution(WIDTHS[2], BRANCH_WIDTH),
            nn.MaxPool2d(2),
            convolution(BRANCH_WIDTH, BRANCH_WIDTH),
        )
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(2 * BRANCH_WIDTH, 1)

    def forward(self, maps: Tensor) -> Tensor:
        """Map maps of any size."""
        return self.head(self.drop(embed(self.trunk(maps))))[:, 0]


class CaptionsNet(nn.Module):
    """Maps crops (n, 3, h, w) to logits (n, 9): four flowers, four seasons, none of them.

    Its convolutions are the classifier's, over a larger crop.
    """

    def __init__(self) -> None:
        """Make the network with weights drawn from torch's generator."""
        super().__init__()
        self.eye = ClassifierNet()
        del self.eye.names, self.eye.turns
        self.drop = nn.Dropout(0.2)
        self.names = nn.Linear(2 * WIDTHS[-1], len(BONUS) + 1)

    @torch.no_grad()
    def take_over(self, known: ClassifierNet) -> None:
        """Copy the convolutions of a classifier, and its weights for bonus tiles."""
        self.eye.trunk.load_state_dict(known.trunk.state_dict())
        for place, code in enumerate(BONUS):
            self.names.weight[place].copy_(known.names.weight[LABELS.index(code)])
            self.names.bias[place].copy_(known.names.bias[LABELS.index(code)])

    def forward(self, crops: Tensor) -> Tensor:
        """Name the crops by the words in their corners, wherever these are."""
        return self.names(self.drop(self.features(crops)))

    def features(self, crops: Tensor) -> Tensor:
        """Return the features (n, 256) by which the crops are named."""
        return embed(self.eye.trunk(crops))


class StackedNet(nn.Module):
    """Maps crops (n, 3, 64, 64) to a logit each (n, 1): whether the tile lies on another."""

    def __init__(self) -> None:
        """Make the network with weights drawn from torch's generator."""
        super().__init__()
        inputs = (3, *STACKED_WIDTHS)
        layers = zip(inputs, STACKED_WIDTHS, STACKED_STRIDES, strict=False)
        self.trunk = nn.Sequential(*(convolution(*layer) for layer in layers))
        self.head = nn.Linear(2 * STACKED_WIDTHS[-1], 1)

    def forward(self, crops: Tensor) -> Tensor:
        """Map crops with values from -1 to 1; their brightness and contrast do not matter."""
        away = crops - crops.mean(dim=(1, 2, 3), keepdim=True)
        spread = away.square().mean(dim=(1, 2, 3), keepdim=True).sqrt()
        return self.head(embed(self.trunk(away / (spread + _LEAST))))
