"""Profiles of what is rendered: mixtures for training, and for photos like those of users."""

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

    The following are shares of the photos: ``filling`` are taken from as near as what must fit
    allows, as people do; ``along`` from an end of the row and ``low`` from a chair, both near the
    table; ``opposite`` from the other side; in ``arms`` somebody reaches in; in ``varied`` the
    engraving differs from its design; ``felt`` lie on felt (None: the usual share) and ``ruled`` on
    ruled, chequered or tiled tops; in ``bare`` the back is thin, so that the tops of standing tiles
    look blank; in ``blank`` the white dragon is a bare body whatever the design; ``dark`` have sets
    with dark bodies. ``soft`` is the upper end of the share of ambient light. A photo has one of
    the ``sizes`` (width, height). If ``readable`` is not 0, every tile of the hand is in full view
    and at least that many px wide: other photos are taken again. ``standing`` are degrees from
    which standing tiles are seen. ``backs`` are "faded" (close to the table or the faces in
    colour), "carved" (a sign cut into a dark body) or "" for any. With ``others``, tiles of other
    players must be in view like the hand. ``wear`` is how strongly light, lens and file change the
    photo, 1 as in training.
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
    """Return profiles of rows as in `profiles.toml`, each based on an earlier or a `known` one."""
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
# Shares of how the parts of a hand lie, and of what lies in front of the players of whole tables.
PLACES: Mapping[str, Mapping[str, Mapping[str, float]]] = MappingProxyType(_STORED["places"])
DEFAULT_PROFILE, ROWS = KINDS["training"], KINDS["rows"]
# Mixtures by name: profiles with their shares.
PROFILES: Mapping[str, tuple[tuple[float, Profile], ...]] = MappingProxyType(
    {
        name: tuple((share, KINDS[kind]) for kind, share in mixture.items())
        for name, mixture in _STORED["mixtures"].items()
    }
)
