"""Weights of a network in floating point, from which training goes on: `NAME.npz` beside its ONNX.

Those of the shipped networks lie in `models/training/float`. An ONNX file does not serve: exporting
folds normalisations into convolutions, and eight bits round what was learned.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import torch
from torch import Tensor, nn

State: TypeAlias = Mapping[str, Tensor]


def save_checkpoint(net: nn.Module, path: Path) -> None:
    """Write all weights and normalisations, matrices in half precision."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays = {name: value.cpu().numpy() for name, value in net.state_dict().items()}
    half = {
        name: value.astype(np.float16) if value.ndim > 1 else value
        for name, value in arrays.items()
    }
    np.savez_compressed(path, allow_pickle=False, **half)


def load_checkpoints(paths: Sequence[Path]) -> State:
    """Return the weights of a file or, of several, their mean.

    A network that went on learning from another, on other data, and the one that it came from lie
    in one valley: their mean often keeps what each can (Wortsman et al., arXiv 2109.01903). With
    normalisations in it a mean is none of these: average networks without, such as that of roles.
    """
    states = []
    for path in paths:
        with np.load(path) as arrays:
            states.append({name: torch.from_numpy(arrays[name]) for name in arrays.files})
    return {
        name: torch.stack([state[name].float() for state in states]).mean(dim=0)
        for name in states[0]
    }
