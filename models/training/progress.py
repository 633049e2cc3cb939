"""What every training run needs: a schedule, averaged weights, a checkpoint to go on from."""

import copy
import math
from pathlib import Path

import torch
from torch import nn

WARM_UP = 150
DECAY = 0.998


def learning_rate(step: int, steps: int, peak: float) -> float:
    """Rise for 150 steps, then fall along a cosine to a hundredth of the peak."""
    if step < WARM_UP:
        return peak * (step + 1) / WARM_UP
    share = (step - WARM_UP) / max(1, steps - WARM_UP)
    return peak * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, share))))


class Average:
    """An exponential moving average of a network's weights, which reads better than the last."""

    def __init__(self, net: nn.Module) -> None:
        """Start from a copy of the network."""
        self.copy = copy.deepcopy(net).eval()

    @torch.no_grad()
    def update(self, net: nn.Module, step: int) -> None:
        """Take in the network's weights after a step."""
        keep = min(DECAY, (step + 1) / (step + 10))
        mine, others = self.copy.state_dict(), net.state_dict()
        for name, value in mine.items():
            if value.dtype.is_floating_point:
                value.lerp_(others[name], 1 - keep)
            else:
                value.copy_(others[name])

    def network(self) -> nn.Module:
        """Give the averaged network, ready to export."""
        return self.copy.eval()


class Checkpoint:
    """Where a run stands, on disk, replaced in one move so that a kill leaves a whole file."""

    def __init__(
        self, path: Path, net: nn.Module, optimiser: torch.optim.Optimizer, average: Average
    ) -> None:
        """Name the parts that are saved together."""
        self.path, self.net, self.optimiser, self.average = path, net, optimiser, average

    def load(self) -> int:
        """Bring back the parts, and give the step to go on from: 0 without a file."""
        if not self.path.is_file():
            return 0
        state = torch.load(self.path, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.average.copy.load_state_dict(state["average"])
        return int(state["step"])

    def save(self, step: int) -> None:
        """Write all parts and the number of steps done."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        state = {
            "net": self.net.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "average": self.average.copy.state_dict(),
            "step": step,
        }
        fresh = self.path.with_suffix(".new")
        torch.save(state, fresh)
        fresh.replace(self.path)
