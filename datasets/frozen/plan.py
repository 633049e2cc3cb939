"""Which scenes are frozen: for each part a profile, a seed of its own, and a number of scenes.

No training and no earlier measurement used these seeds; faces are drawn ones that no training sees,
so that any machine renders the same scenes.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from datasets.synth.scenes.profile import KINDS, Profile, read_profiles

_SEEDS = 526_000  # the first part's; the others count on from it


@dataclass(frozen=True, slots=True)
class Planned:
    """A part: `count` scenes of a profile; `one_hand`: each shows exactly one hand to read.

    `no_hand`: there is no hand at all.
    """

    profile: Profile
    count: int
    seed: int
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
            **{key: value for key, value in part.items() if key in _FACTS},
        )
        for number, (name, part) in enumerate(_STORED.items())
    }
)
