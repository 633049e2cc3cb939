"""The training loop of all networks: schedule, weight average, checkpoint, figures, export.

What differs between networks is a `Task`; its module is the command that trains it. Training is
seeded, and an interrupted run continues from its checkpoint.
"""

import argparse
import copy
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeAlias, TypeVar

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from datasets.command_line import command_parser
from datasets.synth.scenes.effects import Dice
from models.training.export import State, load_checkpoint, planes, save_checkpoint

WARM_UP = 150
DECAY = 0.998
CLIP = 10.0
LOSS_EVERY = 50
CHECKPOINT_EVERY = 250

Batch: TypeAlias = dict[str, Tensor]
Loss: TypeAlias = Callable[[Sequence[Tensor], Batch], dict[str, Tensor]]


class Data(Protocol):
    """Training data of a network; as text, its amount."""

    def batch(self, dice: Dice) -> Batch:
        """Draw a batch: `images` (n, h, w, 3) in bytes, and what the loss needs."""


D = TypeVar("D", bound=Data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[D]):
    """What a network learns: from which data, by which loss, and what is written of it.

    `name` is that of the network and of its files; `arguments` adds what `data` reads from the
    command line. `loss` returns parts, which are added, from the outputs in single precision;
    `inputs` are the parts of a batch that the network sees. `start` gives the network the weights
    of a checkpoint, `export` writes it as ONNX. `batch` is the pictures per step, `rate` the peak
    learning rate, `decay` the weight decay. Dense convolutions run in `bfloat16` where that is
    fast.
    """

    name: str
    arguments: Callable[[argparse.ArgumentParser], None]
    data: Callable[[argparse.Namespace], D]
    network: Callable[[], nn.Module]
    loss: Loss
    export: Callable[[nn.Module, D, Path], None]
    steps: int
    batch: int
    rate: float
    decay: float
    inputs: Callable[[Batch], tuple[Tensor, ...]] = lambda batch: (planes(batch["images"]),)
    start: Callable[[nn.Module, State], object] = nn.Module.load_state_dict
    bfloat16: bool = True


class Stream(IterableDataset[Batch]):
    """An endless stream of batches, different for each worker."""

    def __init__(self, data: Data, seed: int) -> None:
        """Keep the data."""
        self.data, self.seed = data, seed

    def __iter__(self) -> Iterator[Batch]:
        """Draw batches forever."""
        cv2.setNumThreads(1)  # the other cores belong to the network
        worker = torch.utils.data.get_worker_info()
        dice = np.random.default_rng([self.seed, 0 if worker is None else worker.id])
        while True:
            yield self.data.batch(dice)


class Run:
    """The state of a training: the network, its optimiser, the average of its weights, the steps.

    The exponential moving average reads better than the last weights.
    """

    def __init__(self, net: nn.Module, checkpoint: Path, rate: float, decay: float) -> None:
        """Restore the network from the checkpoint, if there is one."""
        self.net, self.checkpoint, self.done = net, checkpoint, 0
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
        self.average = copy.deepcopy(net).eval()
        if checkpoint.is_file():
            state = torch.load(checkpoint, weights_only=True, map_location="cpu")
            self.done = int(state["step"])
            for name, part in self._parts().items():
                part.load_state_dict(state[name])

    def whole(self) -> nn.Module:
        """Return a copy of the averaged network on the processor, for tracing and writing."""
        return copy.deepcopy(self.average).to("cpu").eval()

    def save(self) -> None:
        """Write the checkpoint, replaced atomically so that a kill leaves a whole file."""
        self.checkpoint.parent.mkdir(parents=True, exist_ok=True)
        parts = {name: part.state_dict() for name, part in self._parts().items()}
        fresh = self.checkpoint.with_suffix(".new")
        torch.save({**parts, "step": self.done}, fresh)
        fresh.replace(self.checkpoint)

    def _parts(self) -> dict[str, nn.Module | torch.optim.Optimizer]:
        return {"net": self.net, "optimiser": self.optimiser, "average": self.average}

    def step(self, loss: Tensor, rate: float) -> None:
        """Update the weights once, and their average with them."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), CLIP)
        self.optimiser.step()
        self._update_average()
        self.done += 1

    @torch.no_grad()
    def _update_average(self) -> None:
        """Move the average towards the weights."""
        keep = min(DECAY, (self.done + 1) / (self.done + 10))
        fresh = self.net.state_dict()
        for name, value in self.average.state_dict().items():
            if value.dtype.is_floating_point:
                value.lerp_(fresh[name], 1 - keep)
            else:
                value.copy_(fresh[name])


def learning_rate(step: int, steps: int, peak: float) -> float:
    """Return a rate that rises for 150 steps, then falls along a cosine to a hundredth of it."""
    if step < WARM_UP:
        return peak * (step + 1) / WARM_UP
    done = (step - WARM_UP) / max(1, steps - WARM_UP)
    return peak * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))


def to_device(device: torch.device, batch: Batch) -> Batch:
    """Return a batch on a device."""
    return {name: part.to(device, non_blocking=True) for name, part in batch.items()}


def losses(task: Task[D], net: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """Return the parts of the loss of a network for a batch, by name."""
    inputs = task.inputs(batch)
    with _arithmetic(inputs[0].device.type, bfloat16=task.bfloat16):
        outputs = net(*inputs)
    every = (outputs,) if isinstance(outputs, Tensor) else outputs
    return task.loss([output.float() for output in every], batch)


def _arithmetic(device: str, *, bfloat16: bool) -> AbstractContextManager[None]:
    """Compute in bfloat16 if the device has instructions for it, otherwise in single precision.

    With them dense convolutions take less than half the time; without, two to three times as long.
    """
    able = device != "cpu"
    if not able:
        known = torch.cpu.get_capabilities()
        able = any(bool(known.get(name, False)) for name in ("amx_bf16", "avx512_bf16"))
    return torch.autocast(device, torch.bfloat16, enabled=bfloat16 and able)


def train(task: Task[D], options: argparse.Namespace) -> None:
    """Train a new network, one of another run or an interrupted one; write its averaged weights."""
    torch.manual_seed(options.seed)
    cv2.setNumThreads(1)  # otherwise a worker waits forever for this process's threads
    net = task.network().to(memory_format=torch.channels_last)
    data = task.data(options)
    if options.start:
        task.start(net, load_checkpoint(options.start))
    device = torch.device(options.device)
    run = Run(net.to(device), options.checkpoint, options.rate, task.decay)
    print(f"{data}, from step {run.done}", flush=True)
    stream = Stream(data, options.seed + run.done)
    ahead = (
        4 if options.workers else None
    )  # prefetched batches per worker; without workers each is drawn on demand
    loader = DataLoader(stream, batch_size=None, num_workers=options.workers, prefetch_factor=ahead)
    _take_steps(task, run, loader, options)
    task.export(run.whole(), data, options.out)
    save_checkpoint(run.whole(), options.out.with_suffix(".npz"))
    print(f"wrote {options.out}", flush=True)


def _take_steps(
    task: Task[D], run: Run, loader: DataLoader[Batch], options: argparse.Namespace
) -> None:
    """Train to the last step.

    Every 50 steps the means of the loss parts are printed, with the seconds per step; every 250 and
    at the end the checkpoint is renewed.
    """
    run.net.train()
    device = torch.device(options.device)
    began, first, sums = time.monotonic(), run.done, dict[str, Tensor]()
    for step, batch in zip(range(first, options.steps), loader, strict=False):
        parts = losses(task, run.net, to_device(device, batch))
        loss = torch.stack(list(parts.values())).sum()
        run.step(loss, learning_rate(step, options.steps, options.rate))
        for name, part in parts.items():
            sums[name] = sums.get(name, torch.zeros_like(part)) + part.detach() / LOSS_EVERY
        if run.done % LOSS_EVERY == 0:
            pace = (time.monotonic() - began) / (run.done - first)
            parts_shown = " ".join(f"{name} {float(value):.4f}" for name, value in sums.items())
            print(f"step {run.done} {parts_shown} {pace:.2f} s/step", flush=True)
            sums.clear()
        if run.done % CHECKPOINT_EVERY == 0:
            run.save()
    run.save()


def main(
    task: Task[D], about: str | None, arguments: Sequence[str] | None = None, command: str = ""
) -> None:
    """Read the command line and train.

    `about` describes the command; `command` names its module and network, if not the task's name.
    """
    parser = command_parser(f"models.training.tasks.{command or task.name}", about)
    add = parser.add_argument
    task.arguments(parser)
    add("--start", type=Path, help="a checkpoint to start from")
    add("--steps", type=int, default=task.steps)
    add("--rate", type=float, default=task.rate, help="learning rate at its peak")
    add("--batch", type=int, default=task.batch, help="pictures per step")
    add("--device", default="cpu", help="what calculates, as torch names it, such as cuda")
    add("--seed", type=int, default=1)
    add("--workers", type=int, default=1)
    add("--checkpoint", type=Path, default=Path(f"checkpoints/{task.name}.pt"))
    add("--out", type=Path, default=Path(f"models/{task.name}.onnx"))
    train(task, parser.parse_args(arguments))
