"""What is rendered: mixtures of profiles, for training and like the photos that a reader is for."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from datasets.synth.scenes.effects import USUAL_WEAR, Wear


@dataclass(frozen=True)
class Profile:
    """What is rendered: ``layouts`` with weights, tile width range in px at 640, tilt, wear.

    A share ``filling`` of the photos is taken from as near as what must fit allows, as people do;
    a share ``along`` from an end of the row and a share ``low`` from a chair, both near the table;
    a share ``opposite`` from the other side; into a share ``arms`` somebody reaches; of a share
    ``varied`` the engraving differs from its design; a share ``felt`` lies on felt, None for as
    many as usual, and a share ``ruled`` on ruled, chequered or tiled tops; of a share ``bare`` the
    back is thin, so that the tops of standing tiles look blank; ``soft`` is the upper end of the
    share of light that comes from everywhere. ``sizes`` (width, height) are drawn from where given.
    Where ``readable`` is not 0, every tile of the hand is in full view and at least that many px
    wide: others are photographed again. ``standing`` are degrees from which standing tiles are
    seen. ``backs`` are "faded" (hardly another colour than the table or the faces), "carved" (a
    sign cut into a dark body) or "" for any; a share ``dark`` of the sets has dark bodies. With
    ``others``, tiles of other players are as much what the photo is taken of as the hand.
    """

    layouts: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType(
            {
                "table": 0.38,
                "hand": 0.1,
                "row": 0.16,
                "tray": 0.12,
                "heap": 0.1,
                "few": 0.07,
                "pool": 0.07,
            }
        )
    )
    scale: tuple[float, float] = (14.0, 110.0)
    filling: float = 0.4
    elevation: tuple[float, float] = (30.0, 90.0)
    turn: float = 0.25
    along: float = 0.15
    low: float = 0.12
    opposite: float = 0.08
    upright: float = 0.75
    wear: Wear = USUAL_WEAR
    arms: float = 0.1
    varied: float = 0.5
    anew: float = 0.0
    felt: float | None = None
    ruled: float = 0.0
    bare: float = 0.0
    soft: float = 0.0
    sizes: tuple[tuple[int, int], ...] = ()
    readable: float = 0.0
    standing: tuple[float, float] = (12.0, 48.0)
    backs: str = ""
    dark: float = 0.0
    others: bool = False

    def draw_layout(self, rng: np.random.Generator) -> str:
        """Draw one of the layouts by their weights."""
        names = list(self.layouts)
        weights = np.array([self.layouts[name] for name in names])
        return names[int(rng.choice(len(names), p=weights / weights.sum()))]


DEFAULT_PROFILE = Profile(anew=0.6)
_LANDSCAPE, _PORTRAIT = ((1600, 1200), (2048, 1536), (1920, 1440)), ((1200, 1600), (1536, 2048))
_HANDS = Profile(
    layouts=MappingProxyType({"table": 0.85, "hand": 0.15}),
    scale=(30.0, 110.0),
    filling=0.75,
    elevation=(38.0, 90.0),
    low=0.0,
    upright=0.85,
    wear=Wear(blur=2.2, noise=7.0, jpeg=40, light=0.85),
    arms=0.12,
    felt=0.7,
    sizes=(*_LANDSCAPE, *_LANDSCAPE, *_PORTRAIT),
    readable=24.0,
)
_LONG_ROWS = Profile(
    layouts=MappingProxyType({"long": 1.0}),
    scale=(40.0, 110.0),
    filling=1.0,
    elevation=(25.0, 75.0),
    low=0.0,
    upright=0.9,
    along=0.6,
    wear=Wear(blur=3.0, noise=7.0, jpeg=55, light=1.0),
    felt=0.5,
    sizes=((4032, 3024), (3024, 4032), (4032, 2268)),
    readable=40.0,
)
_FROM_A_CHAIR = Profile(
    layouts=MappingProxyType({"table": 0.35, "row": 0.35, "hand": 0.3}), low=0.75
)
_HARD = Wear(blur=1.6, noise=12.0, jpeg=28, light=1.2, dim=0.22, bright=0.35)
_IN_PLAY = Profile(
    layouts=MappingProxyType({"play": 1.0}),
    scale=(28.0, 110.0),
    filling=0.8,
    low=0.0,
    along=0.04,
    opposite=0.0,
    upright=0.92,
    wear=_HARD,
    arms=0.35,
    anew=0.6,
    soft=0.9,
    sizes=((640, 360), (640, 480), (640, 300), (640, 640), (960, 540)),
)
_AT_A_RACK = replace(_IN_PLAY, layouts=MappingProxyType({"racked": 1.0}), bare=0.7)
_FROM_LOW = Profile(
    layouts=MappingProxyType({"row": 0.5, "hand": 0.25, "table": 0.25}),
    scale=(22.0, 110.0),
    filling=0.55,
    low=0.85,
    along=0.08,
    wear=_HARD,
    anew=0.6,
    soft=1.0,
    sizes=((640, 480), (640, 640), (640, 360)),
)
_ASIDE = Profile(
    layouts=MappingProxyType({"aside": 1.0}),
    scale=(26.0, 110.0),
    filling=0.7,
    low=0.12,
    wear=Wear(blur=2.2, noise=8.0, jpeg=40, light=0.9),
    anew=1.0,
    felt=0.5,
    soft=0.5,
    sizes=((960, 720), (720, 960), (1280, 960)),
)
_STREWN = Profile(
    layouts=MappingProxyType({"strewn": 0.5, "near": 0.35, "heap": 0.15}),
    scale=(24.0, 230.0),
    filling=0.35,
    low=0.2,
    along=0.06,
    upright=0.8,
    wear=_HARD,
    arms=0.06,
    anew=0.5,
    ruled=0.45,
    soft=0.7,
    sizes=((640, 640), (640, 480), (480, 640), (640, 368)),
)
# Winning hands like those that a reader is measured by, with sets drawn for each, and smaller.
_HANDS_ANEW = replace(
    _HANDS, anew=0.75, varied=0.6, sizes=((1280, 960), (960, 1280), (1024, 768), (800, 600))
)
_STACKED = replace(
    _HANDS,
    layouts=MappingProxyType({"stacked": 1.0}),
    anew=0.3,
    soft=0.5,
    sizes=((1280, 960), (960, 1280), (1600, 1200)),
)
# Photos of the faces of a set in rows, from which it is learned.
ROWS = Profile(
    scale=(40.0, 54.0),
    filling=1.0,
    elevation=(50.0, 90.0),
    low=0.0,
    along=0.0,
    opposite=0.0,
    upright=1.0,
    arms=0.0,
    wear=Wear(blur=1.6, noise=7.0, jpeg=55, light=0.8),
)
# Name of a mixture to its profiles with their shares.
PROFILES: Mapping[str, tuple[tuple[float, Profile], ...]] = MappingProxyType(
    {
        "training": ((1.0, DEFAULT_PROFILE),),
        "chair": ((1.0, _FROM_A_CHAIR),),
        "play": ((0.55, _IN_PLAY), (0.45, _FROM_LOW)),
        "aside": ((1.0, _ASIDE),),
        "strewn": ((1.0, _STREWN),),
        "racked": ((1.0, _AT_A_RACK),),
        "hands": ((1.0, _HANDS_ANEW),),
        "stacked": ((1.0, _STACKED),),
        "acceptance": ((0.88, _HANDS), (0.12, _LONG_ROWS)),
    }
)
