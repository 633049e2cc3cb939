"""What the network of roles learns from, and that a tile more in the batch changes nothing."""

from dataclasses import replace

import numpy as np
import pytest

from datasets.frozen.scene import FrozenScene, Look, Role
from datasets.synth.faces.design import CODES
from datasets.synth.sights import see
from tests import needs

torch = pytest.importorskip("torch", reason=needs.pins("torch"))

import models
from models.training.data.sights import (
    DISCARD,
    Bank,
    RoleScene,
    clutter,
    exchange_suits,
    observe,
    role_scene_of,
)
from models.training.export import load_checkpoint
from models.training.networks.roles import measure
from models.training.tasks.roles import (
    TASK,
    collate,
    drop_tiles,
    example_of,
    loss,
    turn,
)
from vision.arrays import Floats
from vision.nets.roles import NOTHING, OTHER, ROLES, RolesModel

LABELS = (*CODES, "x")


def looked_at(number: int) -> FrozenScene:
    """See a scene that nobody painted, every tile but hidden ones just as it lies."""
    real, size = see(np.random.default_rng((9, number)))
    seen = [i for i, shown in enumerate(real.visible) if shown > 0.9]
    names = np.full((len(seen), len(LABELS)), 1e-4, np.float32)
    names[np.arange(len(seen)), [LABELS.index(real.codes[i]) for i in seen]] = 0.99
    every = np.full(len(seen), 0.9, np.float32)
    look = Look(1.0, len(seen), real.corners[seen], names, every, every, every * 0)
    return FrozenScene(str(number), size, (look,), real, None, None, ())


def pairs_of(lesson: RoleScene) -> Floats:
    """Return how tiles lie to each other, as the network measures it."""
    inputs = {name: torch.from_numpy(one) for name, one in lesson.sights.inputs().items()}
    return measure(**inputs)[1].numpy()


SCENES = [looked_at(number) for number in range(12)]


def test_what_was_seen_of_a_tile_has_its_role() -> None:
    for scene in SCENES:
        lesson = role_scene_of(scene, scene.looks[0])
        assert len(lesson.roles) == scene.looks[0].kept
        assert NOTHING not in lesson.roles


def test_discards_are_tiles_of_others_that_lie_in_a_pool() -> None:
    lessons = [role_scene_of(scene, scene.looks[0]) for scene in SCENES]
    lying = sum(one.real.roles.count(Role.DISCARD) for one in SCENES)
    seen = sum(int((one.roles == DISCARD).sum()) for one in lessons)
    assert 0 < seen <= lying
    batch = collate([example_of(one) for one in lessons], LABELS, None)
    with torch.no_grad():
        outputs = TASK.network().eval()(*TASK.inputs(batch))
    discarded = batch["roles"] == DISCARD
    laid = {**batch, "roles": torch.where(discarded, OTHER, batch["roles"])}
    one, other = loss(outputs, batch), loss(outputs, laid)
    assert torch.allclose(one["roles"], other["roles"])
    assert torch.allclose(one["sets"], other["sets"])
    assert not torch.allclose(one["pools"], other["pools"])


def test_scenes_without_a_look_are_seen_as_others_were() -> None:
    bank = Bank.of(SCENES, LABELS)
    dice = np.random.default_rng(1)
    lesson = observe(dice, SCENES[0].real, SCENES[0].size, bank)
    assert 0 < len(lesson.roles) <= len(SCENES[0].real.codes)
    assert lesson.sights.names.shape == (len(lesson.roles), len(LABELS))


def test_suits_change_places_and_nothing_else_does() -> None:
    names = SCENES[0].looks[0].probabilities
    turned = exchange_suits(np.random.default_rng(2), names, LABELS)
    assert np.allclose(np.sort(turned, axis=1), np.sort(names, axis=1))
    honours = [i for i, label in enumerate(LABELS) if label[-1] not in "mps"]
    assert np.array_equal(turned[:, honours], names[:, honours])


def test_a_photo_is_turned_and_how_tiles_lie_to_each_other_stays() -> None:
    lesson = role_scene_of(SCENES[1], SCENES[1].looks[0])
    turned = turn(lesson, 30.0)
    assert np.allclose(pairs_of(turned), pairs_of(lesson), atol=1e-3)
    assert (turned.sights.corners >= -1).all()
    assert (turned.sights.corners <= np.array(turned.sights.size) + 1).all()
    around = turn(turn(turn(turn(lesson, 90.0), 90.0), 90.0), 90.0)
    assert around.sights.size == lesson.sights.size
    assert np.allclose(around.sights.corners, lesson.sights.corners, atol=1e-2)


def test_books_beside_the_tiles_are_none_and_lie_on_none() -> None:
    things = [replace(each, real=replace(each.real, corners=each.real.corners + 2000))
              for each in SCENES]  # fmt: skip
    bank = Bank.of(SCENES, LABELS, things)
    dice = np.random.default_rng(5)
    added = 0
    for scene in SCENES:
        lesson = role_scene_of(scene, scene.looks[0])
        count = len(lesson.roles)
        fuller = clutter(dice, lesson, bank)
        added += len(fuller.roles) - count
        assert np.array_equal(fuller.roles[:count], lesson.roles)
        assert (fuller.roles[count:] == NOTHING).all()
        assert len(fuller.sights.corners) == len(fuller.sights.names) == len(fuller.roles)
    assert added > len(SCENES)


def test_training_goes_on_from_what_is_shipped() -> None:
    path = models.verify("roles")
    net = TASK.network()
    lesson = role_scene_of(SCENES[2], SCENES[2].looks[0])
    batch = collate([example_of(lesson)], LABELS, None)
    TASK.start(net, load_checkpoint(path.parent / "training" / "float" / "roles.npz"))
    with torch.no_grad():
        said = net.eval()(*TASK.inputs(batch))[0][0].log_softmax(dim=1).numpy()
    assert np.allclose(said, RolesModel.load(path, 1).predict(lesson.sights).roles, atol=0.02)


def test_the_network_tells_tiles_of_a_batch_as_it_tells_them_alone() -> None:
    torch.manual_seed(3)
    net = TASK.network().eval()
    lessons = [example_of(role_scene_of(scene, scene.looks[0])) for scene in SCENES[:3]]
    with torch.no_grad():
        together = net(*TASK.inputs(collate(lessons, LABELS, None)))[0]
        for row, one in zip(together, lessons, strict=True):
            alone = net(*TASK.inputs(collate([one], LABELS, None)))[0][0]
            assert alone.shape == (len(one.lesson.roles), len(ROLES))
            assert torch.allclose(row[: len(alone)], alone, atol=1e-4)


def test_a_few_steps_bring_the_loss_down() -> None:
    torch.manual_seed(4)
    net = TASK.network()
    lessons = [role_scene_of(scene, scene.looks[0]) for scene in SCENES]
    batch = collate([example_of(drop_tiles(one, np.array([0]))) for one in lessons], LABELS, None)
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3)
    told = []
    for _ in range(25):
        total = torch.stack(list(loss(net(*TASK.inputs(batch)), batch).values())).sum()
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
        told.append(total.item())
    assert told[-1] < 0.8 * told[0]
