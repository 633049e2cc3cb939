"""Goes on from a shipped network: its ONNX file gives a network that is ready to learn again.

Exporting folds each batch normalisation into the convolution before it. The folded weights are
taken over, and the normalisation is set from a batch so that together they give what the file
gives; the mean and the variance of a training batch are then no news to the network.
"""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeAlias

import torch
from torch import Tensor, nn
from torch.nn.utils import fuse_conv_bn_eval

from models.training.layers import Layer, Layers

Filler: TypeAlias = Callable[[nn.Module, tuple[Tensor, ...]], None]


class WarmStartError(ValueError):
    """A file whose network is not the one to be trained."""


@torch.no_grad()
def start_from(path: Path, net: nn.Module, *inputs: Tensor, spare: Collection[str] = ()) -> None:
    """Give the network the weights of a file; `inputs` are what it is shown of one batch.

    Images should be like those of training: normalisations are set by their mean and variance.
    A quantised file gives its weights to within half a step of eight bits. Layers named in `spare`
    are used by training only: where the file lacks them they begin anew.
    Raises WarmStartError where the layers do not fit.
    """
    stored = Layers.read(path)
    named = dict(stored.named)
    for name, module in net.named_modules():
        if isinstance(module, nn.Conv2d | nn.Linear | nn.LayerNorm) and module.bias is not None:
            if name not in named and name in spare:
                continue
            if name not in named:
                raise WarmStartError(f"{path} has no layer {name}")
            weight, bias = named.pop(name)
            _take(module, weight)
            module.bias.copy_(bias)
    # A network that was trained without normalisations has kept the names of all its layers.
    folded = list(reversed([*stored.folded, *named.values()]))
    fill = _filler(folded)
    hooks = [
        module.register_forward_pre_hook(fill)
        for module in net.modules()
        if isinstance(module, nn.BatchNorm2d)
        or (isinstance(module, nn.Conv2d) and module.bias is None)
    ]
    try:
        net.eval()(*inputs)
    finally:
        for hook in hooks:
            hook.remove()
        net.train()
    if folded:
        raise WarmStartError(f"{path} has more layers than the network")


def fold(net: nn.Module) -> None:
    """Put every normalisation into the convolution before it, as exporting does.

    A network that goes on at a low rate needs them no more; a step takes a sixth less time, and
    what it learned about means and variances does not hang on the next few pictures.
    """
    was = net.training
    net.eval()
    for part in net.modules():
        if isinstance(part, nn.Sequential):
            for place in range(len(part) - 1):
                before, after = part[place], part[place + 1]
                if isinstance(before, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
                    part[place] = fuse_conv_bn_eval(before, after)
                    part[place + 1] = nn.Identity()
    net.train(was)


def _filler(folded: list[Layer]) -> Filler:
    """Make the hook that fills a convolution and its normalisation just before they run."""
    biases: list[Tensor] = []

    def fill(module: nn.Module, given: tuple[Tensor, ...]) -> None:
        if isinstance(module, nn.BatchNorm2d):
            _normalise(module, given[0], biases.pop())
            return
        if not folded:
            raise WarmStartError("the file has fewer layers than the network")
        weight, bias = folded.pop()
        _take(module, weight)
        biases.append(bias)

    return fill


def _take(module: nn.Module, weight: Tensor) -> None:
    own = module.get_parameter("weight")
    if weight.shape != own.shape:
        raise WarmStartError(f"{tuple(weight.shape)} weights for {module}")
    own.copy_(weight)


def _normalise(module: nn.BatchNorm2d, given: Tensor, bias: Tensor) -> None:
    """Let a normalisation add the folded bias and change nothing else for a batch like this."""
    variance, mean = torch.var_mean(given.float(), dim=(0, 2, 3), correction=0)
    module.get_buffer("running_mean").copy_(mean)
    module.get_buffer("running_var").copy_(variance)
    module.weight.copy_((variance + module.eps).sqrt())
    module.bias.copy_(bias + mean)
