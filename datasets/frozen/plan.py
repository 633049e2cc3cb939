"""Which scenes are frozen: for each part a profile, a seed of its own, and how many.

Seeds are those of no training and no measurement before; faces are drawn ones that no training
sees, so that any machine renders the same scenes.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

from datasets.evaluation.matching import quad_iou
from datasets.frozen.scene import FrozenScene, Role
from datasets.synth.scenes.profile import KINDS, Profile, read_profiles
from vision.arrays import Floats
from vision.quads import geometry

_SEEDS = 526_000  # the first part's, the others count on from it
_HALF = 0.5  # overlap with its tile below which a sight is one of a half, or of two tiles
_ON_A_TILE = 0.15  # overlap from which on a sight lies on a tile at all


@dataclass(frozen=True, slots=True)
class Planned:
    """One part: `count` scenes of a profile; `one_hand`: the scene shows just one hand to read.

    `no_hand`: no hand lies there at all.
    """

    profile: Profile
    count: int
    seed: int
    tags: tuple[str, ...]
    one_hand: bool = True
    no_hand: bool = False


_FACTS = ("count", "one_hand", "no_hand")  # of a part; the other fields are its profile's
_STORED = tomllib.loads(Path(__file__).with_name("plan.toml").read_text(encoding="utf-8"))
_PROFILES = read_profiles(
    {
        name: {key: value for key, value in part.items() if key not in _FACTS}
        for name, part in _STORED.items()
    },
    KINDS,
)
PLAN: Mapping[str, Planned] = MappingProxyType(
    {
        name: Planned(
            _PROFILES[name],
            seed=_SEEDS + number,
            tags=(name,),
            **{key: value for key, value in part.items() if key in _FACTS},
        )
        for number, (name, part) in enumerate(_STORED.items())
    }
)


def tags_seen(scene: FrozenScene) -> FrozenScene:
    """Add the tag `doubled` where the first look saw a tile twice, in part, or two as one."""
    if not scene.whole or not scene.looks:
        return scene
    look, real = scene.looks[0], scene.real
    tiles = [i for i, role in enumerate(real.roles) if role not in (Role.WALL, Role.HIDDEN)]
    seen = look.corners[: look.kept]
    odd = _is_doubled(seen, real.corners[tiles])
    return replace(scene, tags=(*scene.tags, "doubled")) if odd else scene


def _is_doubled(seen: Floats, tiles: Floats) -> bool:
    """Return whether two sights (n, 4, 2) lie on one tile (m, 4, 2), or one fits none it is on."""
    boxes = geometry.box_iou(geometry.hulls(seen), geometry.hulls(tiles))
    taken: set[int] = set()
    for sight, near in zip(seen, boxes, strict=True):
        own = {int(i): quad_iou(sight, tiles[i]) for i in np.flatnonzero(near > 0)}
        best = max(own, key=lambda i: own[i], default=None)
        if best is None or own[best] < _ON_A_TILE:
            continue
        if best in taken or own[best] < _HALF:
            return True
        taken.add(best)
    return False
