"""A network that goes on from a checkpoint begins with its weights."""

import pytest

import models
from tests import needs

torch = pytest.importorskip("torch", reason=needs.pins("torch"))

from models.training.export import load_checkpoint, save_checkpoint
from models.training.networks.crops import ClassifierNet
from models.training.networks.detector import DetectorNet
from models.training.tasks import captions, classifier, detector, roles, stacked

TASKS = {
    module.TASK.name: module.TASK for module in (captions, classifier, detector, roles, stacked)
}


def trained(seed: int) -> ClassifierNet:
    """Return a network with drawn weights and normalisations that do something."""
    torch.manual_seed(seed)
    net = ClassifierNet()
    with torch.no_grad():
        net.train()(torch.rand(4, 3, 64, 64))
    return net.eval()


def test_the_network_gives_what_it_gave_before(tmp_path):
    before, after, crops = trained(3), ClassifierNet(), torch.rand(2, 3, 64, 64)
    save_checkpoint(before, tmp_path / "net.npz")
    after.load_state_dict(load_checkpoint(tmp_path / "net.npz"))
    with torch.no_grad():
        for wanted, given in zip(before(crops), after.eval()(crops), strict=True):
            torch.testing.assert_close(given, wanted, atol=5e-3, rtol=5e-3)


def test_another_network_is_refused():
    with pytest.raises(RuntimeError, match="Missing key"):
        TASKS["detector"].start(DetectorNet(), trained(3).state_dict())


@pytest.mark.parametrize("name", models.NAMES)
def test_training_can_go_on_from_each_shipped_network(name):
    path = models.path(name).parent / "training" / "float" / f"{name}.npz"
    task = TASKS[name]
    task.start(task.network(), load_checkpoint(path))
