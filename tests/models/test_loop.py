"""One loop trains any task: it goes on from its checkpoint, tells figures and writes a file."""

from argparse import ArgumentParser, Namespace

import numpy as np
import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.pins("torch"))

import torch
from torch import nn

from models.training import loop


class Noise:
    """Pictures of noise, bright or dark."""

    def __str__(self) -> str:
        return "noise"

    def batch(self, dice):
        """Draw eight pictures and which of them are bright."""
        bright = dice.integers(0, 2, 8)
        images = dice.integers(0, 128, (8, 4, 4, 3)) + 127 * bright[:, None, None, None]
        return {
            "images": torch.from_numpy(images.astype(np.uint8)),
            "bright": torch.from_numpy(bright.astype(np.float32)),
        }


def network() -> nn.Module:
    return nn.Sequential(nn.Flatten(), nn.Linear(48, 1))


def loss(outputs, batch):
    logits = outputs[0][:, 0]
    return {"bright": nn.functional.binary_cross_entropy_with_logits(logits, batch["bright"])}


TASK = loop.Task(
    name="bright",
    arguments=ArgumentParser.print_usage,
    data=lambda _: Noise(),
    network=network,
    loss=loss,
    export=lambda net, _, path: torch.save(net.state_dict(), path),
    steps=6,
    batch=8,
    rate=1e-2,
    decay=0.01,
    bfloat16=False,
)


@pytest.fixture
def options(tmp_path) -> Namespace:
    return Namespace(
        start=None,
        steps=6,
        rate=1e-2,
        device="cpu",
        seed=1,
        workers=0,
        checkpoint=tmp_path / "kept.pt",
        out=tmp_path / "net.pt",
    )


@pytest.fixture(autouse=True)
def no_worker(monkeypatch) -> None:
    """Draw in this process: workers are forked, which a test may not do beside threads."""
    monkeypatch.setattr(loop, "DataLoader", lambda stream, **_: stream)


def weights(path) -> torch.Tensor:
    return torch.load(path, weights_only=True)["1.weight"]


def test_the_data_is_told_and_the_same_seed_gives_the_same_file(options, tmp_path, capsys):
    loop.train(TASK, options)
    told = capsys.readouterr().out
    assert told.startswith("noise, from step 0\n")
    again = {"checkpoint": tmp_path / "again.pt", "out": tmp_path / "again-net.pt"}
    loop.train(TASK, Namespace(**{**vars(options), **again}))
    assert torch.equal(weights(options.out), weights(again["out"]))


def test_a_run_goes_on_from_where_its_checkpoint_stands(options, capsys):
    loop.train(TASK, Namespace(**{**vars(options), "steps": 4}))
    capsys.readouterr()
    loop.train(TASK, options)
    assert capsys.readouterr().out.startswith("noise, from step 4\n")
    state = torch.load(options.checkpoint, weights_only=True)
    assert state["step"] == 6
    assert torch.equal(state["average"]["1.weight"], weights(options.out))


def test_the_rate_rises_then_falls_to_a_hundredth():
    rates = [loop.learning_rate(step, 1000, 1.0) for step in (0, 149, 150, 575, 1000)]
    assert rates == pytest.approx([1 / 150, 1.0, 1.0, 0.505, 0.01])
