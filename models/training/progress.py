"""What every training run needs: a schedule, averaged weights, a checkpoint to go on from."""

import copy
import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import torch
from torch import Tensor, nn

WARM_UP = 150
DECAY = 0.998
CLIP = 10.0
TOLD_EVERY = 50
SAVED_EVERY = 250

Batch = dict[str, Tensor]
Losses = Callable[[nn.Module, Batch], dict[str, Tensor]]


def fast_arithmetic() -> AbstractContextManager[None]:
    """Calculate in bfloat16 where the processor has instructions for it, else in single precision.

    With them dense convolutions take less than half the time; without, two to three times as long.
    """
    known = torch.cpu.get_capabilities()
    able = any(bool(known.get(name, False)) for name in ("amx_bf16", "avx512_bf16"))
    return torch.autocast("cpu", torch.bfloat16, enabled=able)


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


class Run:
    """One training, moved step by step, that goes on from its checkpoint."""

    def __init__(
        self, net: nn.Module, checkpoint: Path, steps: int, *, rate: float, decay: float
    ) -> None:
        """Bring the network to where the checkpoint stands, if there is one."""
        self.net, self.steps, self.rate = net, steps, rate
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
        self.average = Average(net)
        self.checkpoint = Checkpoint(checkpoint, net, self.optimiser, self.average)
        self.first = self.checkpoint.load()

    def learn(self, batches: Iterable[Batch], losses: Losses) -> Iterator[int]:
        """Go on to the last step; after each, give how many are done.

        `losses` gives the parts of the loss by name, as they are added. They are told every 50
        steps as means, with the seconds a step; the checkpoint is renewed every 250 and at the end.
        """
        self.net.train()
        began, sums = time.monotonic(), dict[str, float]()
        for step, batch in zip(range(self.first, self.steps), batches, strict=False):
            parts = losses(self.net, batch)
            self._descend(step, torch.stack(list(parts.values())).sum())
            for name, part in parts.items():
                sums[name] = sums.get(name, 0.0) + part.item() / TOLD_EVERY
            done = step + 1
            if done % TOLD_EVERY == 0:
                pace = (time.monotonic() - began) / (done - self.first)
                told = " ".join(f"{name} {value:.4f}" for name, value in sums.items())
                print(f"step {done} {told} {pace:.2f} s/step", flush=True)
                sums.clear()
            if done % SAVED_EVERY == 0:
                self.checkpoint.save(done)
            yield done
        self.checkpoint.save(self.steps)

    def _descend(self, step: int, loss: Tensor) -> None:
        """Move the weights once, and their average with them."""
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate(step, self.steps, self.rate)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), CLIP)
        self.optimiser.step()
        self.average.update(self.net, step)
