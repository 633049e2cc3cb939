"""What is rendered: mixtures of profiles, for training and like the photos that a reader is for."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Profile:
    """What is rendered: ``layouts`` with weights, tile width range in px at 640, tilt.

    A share ``filling`` of the photos is taken from as near as what must fit allows, as people do;
    a share ``along`` from an end of the row and a share ``low`` from a chair, both near the table;
    a share ``opposite`` from the other side; into a share ``arms`` somebody reaches; of a share
    ``varied`` the engraving differs from its design; a share ``felt`` lies on felt, None for as
    many as usual, and a share ``ruled`` on ruled, chequered or tiled tops; of a share ``bare`` the
    back is thin, so that the tops of standing tiles look blank, and of a share ``blank`` the white
    dragon is a bare body whatever the design draws; ``soft`` is the upper end of the share of light
    that comes from everywhere. A photo has one of the ``sizes`` (width, height).
    Where ``readable`` is not 0, every tile of the hand is in full view and at least that many px
    wide: others are photographed again. ``standing`` are degrees from which standing tiles are
    seen. ``backs`` are "faded" (hardly another colour than the table or the faces), "carved" (a
    sign cut into a dark body) or "" for any; a share ``dark`` of the sets has dark bodies. With
    ``others``, tiles of other players are as much what the photo is taken of as the hand. ``wear``
    is how strongly light, lens and file change the photo, 1 as in lessons.
    """

    layouts: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({"table": 1.0}))
    scale: tuple[float, float] = (14.0, 110.0)
    filling: float = 0.4
    elevation: tuple[float, float] = (30.0, 90.0)
    along: float = 0.15
    low: float = 0.12
    opposite: float = 0.08
    upright: float = 0.75
    wear: float = 0.7
    arms: float = 0.1
    varied: float = 0.5
    anew: float = 0.0
    felt: float | None = None
    ruled: float = 0.0
    bare: float = 0.0
    blank: float = 0.3
    soft: float = 0.0
    sizes: tuple[tuple[int, int], ...] = ((640, 640),)
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


def read_profiles(
    rows: Mapping[str, Mapping[str, Any]], known: Mapping[str, Profile] = MappingProxyType({})
) -> dict[str, Profile]:
    """Return profiles of rows as in `profiles.toml`, each like one before it or a `known` one."""
    found = dict(known)
    for name, row in rows.items():
        like = found[row["like"]] if "like" in row else Profile()
        fields: dict[str, Any] = {k: _field(k, v) for k, v in row.items() if k != "like"}
        found[name] = replace(like, **fields)
    return found


def _field(name: str, value: Any) -> object:  # noqa: ANN401  (of a file)
    match name:
        case "layouts":
            return MappingProxyType(value)
        case "sizes":
            return tuple(map(tuple, value))
    return tuple(value) if isinstance(value, list) else value


_STORED = tomllib.loads(Path(__file__).with_name("profiles.toml").read_text(encoding="utf-8"))
KINDS: Mapping[str, Profile] = MappingProxyType(read_profiles(_STORED["kinds"]))
# Shares of how the parts of a hand lie, and of what lies before the players of whole tables.
PLACES: Mapping[str, Mapping[str, Mapping[str, float]]] = MappingProxyType(_STORED["places"])
DEFAULT_PROFILE, ROWS = KINDS["training"], KINDS["rows"]
# Name of a mixture to its profiles with their shares.
PROFILES: Mapping[str, tuple[tuple[float, Profile], ...]] = MappingProxyType(
    {
        name: tuple((share, KINDS[kind]) for kind, share in mixture.items())
        for name, mixture in _STORED["mixtures"].items()
    }
)
