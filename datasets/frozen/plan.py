"""Which scenes are frozen: for each part a profile, a seed of its own, and how many.

Seeds are those of no training and no measurement before; faces are drawn ones that no training
sees, so that any machine renders the same scenes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from datasets.evaluation.matching import quad_iou
from datasets.frozen.scene import FrozenScene, Role
from datasets.synth.scenes.profile import PROFILES, Profile
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


def _usual(name: str) -> Profile:
    return PROFILES[name][0][1]


_STEEP = replace(
    PROFILES["acceptance"][1][1],
    layouts=MappingProxyType({"long": 0.5, "table": 0.5}),
    along=0.9,
    elevation=(22.0, 50.0),
    readable=18.0,
    sizes=((1280, 960), (960, 1280), (1280, 720)),
)
_SMALL = ((800, 600), (600, 800))
_WON = replace(
    _usual("hands"), layouts=MappingProxyType({"table": 1.0}), sizes=_SMALL, readable=18.0
)
_IN_TIGHT_ROWS = replace(_usual("strewn").wear, dim=0.0, bright=0.6)


# Other players' tiles are far away: in larger photos all of them can be read. From across the
# table nobody could say whose hand was meant.
_LARGE = ((1600, 1200), (1200, 1600))


def _rare(layout: str) -> Profile:
    return replace(_WON, layouts=MappingProxyType({layout: 1.0}))


_PARTS: tuple[tuple[str, Profile, int, Mapping[str, bool]], ...] = (
    ("hands", replace(_usual("hands"), sizes=((960, 720), (720, 960), (1024, 768))), 300, {}),
    ("small-kongs", replace(_usual("stacked"), sizes=((1280, 960), (960, 1280))), 80, {}),
    ("play", _usual("play"), 90, {}),
    ("racks", _usual("racked"), 80, {}),
    ("aside", replace(_usual("aside"), sizes=((960, 720), (720, 960))), 60, {}),
    ("strewn", _usual("strewn"), 60, {"one_hand": False}),
    ("steep-rows", _STEEP, 80, {}),
    ("faded-backs", replace(_rare("backs"), backs="faded"), 60, {}),
    ("carved-backs", replace(_rare("backs"), backs="carved"), 60, {}),
    ("dark", replace(_WON, dark=1.0), 70, {}),
    ("whites", _rare("whites"), 70, {}),
    ("tight", replace(_rare("tight"), soft=1.0, wear=_IN_TIGHT_ROWS), 80, {}),
    ("loose-sets", _rare("loose"), 70, {}),
    ("rim", _rare("rim"), 70, {}),
    (
        "others-bonus",
        replace(_rare("beside bonus"), others=True, sizes=_LARGE, opposite=0.0),
        70,
        {},
    ),
    ("close-pools", _rare("close pool"), 80, {}),
    ("tops", replace(_rare("tops"), bare=1.0, standing=(32.0, 62.0)), 70, {}),
    ("two-hands", replace(_rare("two"), others=True, sizes=_LARGE, opposite=0.0), 70, {}),
    ("no-hand", replace(_rare("nothing"), readable=0.0), 70, {"no_hand": True}),
)
PLAN: Mapping[str, Planned] = MappingProxyType(
    {
        name: Planned(profile, count, _SEEDS + number, (name,), **facts)
        for number, (name, profile, count, facts) in enumerate(_PARTS)
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
