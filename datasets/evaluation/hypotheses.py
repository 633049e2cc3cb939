"""Fits what the terms of a hypothesis count, on looks that neither measured nor trained with.

``python -m datasets.evaluation.hypotheses --looks build/looks --model build/roles.onnx`` tries
other weights, one after the other, on scenes of which it is known what each tile is, and keeps
those with which more hands come out: just the hand's tiles taken, rightly named, in the right sets,
with the winning tile known where one lies apart. Half of the scenes are looked at afterwards.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import onnx

from datasets.command_line import command_parser
from datasets.frozen.recognisers import sights_of
from datasets.frozen.scene import OWN, FrozenScene, Role
from datasets.frozen.shards import load
from datasets.frozen.truths import owners_of
from vision.decode.hypotheses import Search, Weights
from vision.nets.roles import BONUS, CONCEALED, EXPOSED, Roles, RolesModel, TileFeatures
from vision.sets import FACE_DOWN

_ROUNDS = 3
_STEPS = (0.6, 0.8, 1.25, 1.6)
_SHIFTS = (-1.5, -0.6, 0.6, 1.5)
_SHIFTED = ("winning",)  # weights that may be negative


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A scene's sights with what the network says of them, and what they are.

    `names` are codes, "" for what is no tile of the hand; `sets` and `winning` are by number.
    """

    sights: TileFeatures
    roles: Roles
    names: tuple[str, ...]
    sets: frozenset[frozenset[int]]
    winning: int | None
    whole: bool


def case_of(scene: FrozenScene, model: RolesModel) -> Case:
    """Look at a scene's sights with the network."""
    sights = sights_of(scene.looks[0], scene.size)
    owners = owners_of(sights.corners, scene.real)
    real = scene.real
    mine = [real.roles[o] in OWN if o >= 0 else False for o in owners]
    names = tuple(real.codes[o] if own else "" for o, own in zip(owners, mine, strict=True))
    parts: dict[int, set[int]] = {}
    for tile, (owner, own) in enumerate(zip(owners, mine, strict=True)):
        if own and real.parts[owner] > 0:
            parts.setdefault(real.parts[owner], set()).add(tile)
    winning = [t for t, o in enumerate(owners) if o >= 0 and real.roles[o] is Role.WINNING]
    seen = set(owners.tolist())
    whole = all(o in seen for o, role in enumerate(real.roles) if role in OWN)
    return Case(
        sights,
        model.predict(sights),
        names,
        frozenset(frozenset(part) for part in parts.values()),
        winning[0] if winning else None,
        whole,
    )


def outcome(one: Case, labels: tuple[str, ...], weights: Weights) -> tuple[float, float, float]:
    """Return whether the hand's tiles are right, its sets, and its winning tile."""
    search = Search.build(one.sights, one.roles, labels, weights)
    best = search.best()[0]
    named = all(
        (name == "" and role not in (CONCEALED, EXPOSED, BONUS))
        or (name != "" and role in (CONCEALED, EXPOSED, BONUS) and labels[given] == name)
        or (name == FACE_DOWN and role == EXPOSED)
        for name, role, given in zip(one.names, best.roles, best.names, strict=True)
    )
    sets = frozenset(frozenset(each.tiles) for each in best.sets) == one.sets
    hand = search.layout(best)
    winning = (None if hand is None else hand.winning) == one.winning
    return float(named), float(named and sets), float(named and sets and winning)


def correct_shares(
    scenes: Sequence[Case], labels: tuple[str, ...], weights: Weights
) -> tuple[float, ...]:
    """Return the shares of scenes with the right tiles, sets too, winning tile too."""
    outcomes = np.array([outcome(one, labels, weights) for one in scenes])
    return tuple(map(float, outcomes.mean(axis=0)))


def _sum(scenes: Sequence[Case], labels: tuple[str, ...], weights: Weights) -> float:
    return float(np.sum([outcome(one, labels, weights) for one in scenes]))


def fit(scenes: list[Case], labels: tuple[str, ...], first: Weights, workers: int) -> Weights:
    """Try weights in turn, and keep what brings more scenes out right."""
    parts = [scenes[start::workers] for start in range(workers)]
    with ProcessPoolExecutor(workers) as pool:

        def value(weights: Weights) -> float:
            sums = pool.map(_sum, parts, [labels] * workers, [weights] * workers)
            return sum(sums) / len(scenes)

        best, most = first, value(first)
        print(f"{most:.4f} {best}", flush=True)
        for _ in range(_ROUNDS):
            before = most
            for name, old in asdict(best).items():
                others = (
                    [old + s for s in _SHIFTS] if name in _SHIFTED else [old * s for s in _STEPS]
                )
                for other in others:
                    tried = replace(best, **{name: other})
                    now = value(tried)
                    if now > most + 1e-9:
                        best, most = tried, now
                        print(f"{most:.4f} {name} {other:.3f}", flush=True)
            if most - before < 1e-3:
                break
    return best


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.evaluation.hypotheses", __doc__)
    add = parser.add_argument
    add("--looks", type=Path, nargs="+", required=True, help="of datasets.frozen.examples")
    add("--most", type=int, default=800, help="scenes, the last ones of each folder")
    add("--model", type=Path, required=True, help="the network of roles")
    add("--workers", type=int, default=2)
    add("--write", type=Path, help="the network's file that keeps them")
    given = parser.parse_args(arguments)
    model = RolesModel.load(given.model, 1)
    scenes: list[FrozenScene] = []
    labels: tuple[str, ...] = ()
    for folder in given.looks:
        own: list[FrozenScene] = []
        for path in sorted(folder.glob("*.npz"), reverse=True):
            if len(own) < given.most:
                more, labels = load(path)
                own += more[::-1]
        scenes += own[: given.most]
    every = [
        case_of(scene, model) for scene in scenes if scene.looks and len(scene.looks[0].corners)
    ]
    every = [one for one in every if one.whole]
    fitted_on, other = every[::2], every[1::2]
    first = Weights.of(model.session.metadata)
    best = fit(fitted_on, labels, first, given.workers)
    for name, weights in (("before", first), ("after", best)):
        print(
            name, "others:", *(f"{share:.3f}" for share in correct_shares(other, labels, weights))
        )
    print(best.to_json())
    if given.write:
        stored = onnx.load(str(given.write))
        facts = {entry.key: entry.value for entry in stored.metadata_props}
        onnx.helper.set_model_props(stored, {**facts, "weights": best.to_json()})
        onnx.save(stored, str(given.write))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
