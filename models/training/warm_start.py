"""Goes on from a shipped network: its ONNX file gives a network that is ready to learn again.

Exporting folds each batch normalisation into the convolution before it. The folded weights are
taken over, and the normalisation is set from a batch so that together they give what the file
gives; the mean and the variance of a training batch are then no news to the network.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

LAYERS = ("Conv", "Gemm")

Stored: TypeAlias = list[Tensor]


class WarmStartError(ValueError):
    """A file whose network is not the one to be trained."""


@torch.no_grad()
def start_from(path: Path, net: nn.Module, images: Tensor) -> None:
    """Give the network the weights of a file; `images` (n, 3, h, w), values from -1 to 1.

    The images should be like those of training: normalisations are set by their mean and variance.
    Raises WarmStartError where the layers do not fit.
    """
    layers = iter(list(_stored(path)))
    biases: list[Tensor] = []
    hooks = [
        module.register_forward_pre_hook(_filler(layers, biases))
        for module in net.modules()
        if isinstance(module, nn.Conv2d | nn.Linear | nn.BatchNorm2d)
    ]
    try:
        net.eval()(images)
    finally:
        for hook in hooks:
            hook.remove()
        net.train()
    if next(layers, None) is not None:
        raise WarmStartError(f"{path} has more layers than the network")


def _stored(path: Path) -> Iterator[Stored]:
    """Read weight and bias of every layer, in the order in which they run."""
    graph = onnx.load(str(path)).graph
    parts = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type in LAYERS:
            yield [torch.from_numpy(parts[name].copy()) for name in node.input[1:]]


def _filler(
    layers: Iterator[Stored], biases: list[Tensor]
) -> Callable[[nn.Module, tuple[Tensor, ...]], None]:
    """Make the hook that fills a layer just before it runs."""

    def fill(module: nn.Module, given: tuple[Tensor, ...]) -> None:
        if isinstance(module, nn.BatchNorm2d):
            _normalise(module, given[0], biases.pop())
            return
        layer = next(layers, None)
        if layer is None:
            raise WarmStartError("the file has fewer layers than the network")
        weight, bias = layer
        own = module.get_parameter("weight")
        if weight.shape != own.shape:
            raise WarmStartError(f"{tuple(weight.shape)} weights for {module}")
        own.copy_(weight)
        if module.bias is None:
            biases.append(bias)
        else:
            module.get_parameter("bias").copy_(bias)

    return fill


def _normalise(module: nn.BatchNorm2d, given: Tensor, bias: Tensor) -> None:
    """Let a normalisation add the folded bias and change nothing else for a batch like this."""
    variance, mean = torch.var_mean(given.float(), dim=(0, 2, 3), correction=0)
    module.get_buffer("running_mean").copy_(mean)
    module.get_buffer("running_var").copy_(variance)
    module.weight.copy_((variance + module.eps).sqrt())
    module.bias.copy_(bias + mean)
