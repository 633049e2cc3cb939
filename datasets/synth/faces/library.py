"""Tile faces by design: drawn ones, freely licensed art of the machine, and crops of real tiles.

A face is ink only: premultiplied RGBA on no body, so that a scene chooses ivory, white or green.
Whole designs are held out by name, since a face of a known set says nothing about an unknown one.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from datasets.synth.faces import art
from datasets.synth.faces import design as drawing
from datasets.synth.faces.design import CODES
from datasets.synth.faces.face import Face, Image, cached
from datasets.synth.faces.fonts import fonts_digest, installed

DRAWN_SEEDS = range(96)
HELD_OUT_SEEDS = range(900, 1000)  # never for training
# Those of them in rendered acceptance photos: every bonus tile bears its character, for where only
# a number tells, no stranger to the set could say whether it is a flower or a season.
_ACCEPTANCE_LABELS = (
    "caption",
    "caption_number",
    "number_caption",
    "chinese_number",
    "caption_only",
)


Faces = Mapping[str, tuple[Face, ...]]
_Loader = Callable[[], Faces]


@dataclass(frozen=True, eq=False)
class FaceLibrary:
    """Designs by name, each drawn or read when first asked for; ``notes``: what is absent, why."""

    loaders: Mapping[str, _Loader]
    notes: tuple[str, ...] = ()

    @classmethod
    def build(
        cls,
        sources: Iterable[str] = ("drawn", "art", "crops"),
        *,
        drawn: Iterable[int] = DRAWN_SEEDS,
    ) -> "FaceLibrary":
        """Build a library from ``sources``.

        "unseen" are drawn designs that none of the others brings: never for training.

        An absent package or folder costs its designs and leaves a note, never an error.
        Raises ``ValueError`` for an unknown source or when nothing is left.
        """
        found: dict[str, _Loader] = {}
        notes: list[str] = []
        for source in sources:
            found |= _loaders(source, drawn, notes)
        if not found:
            raise ValueError(f"no tile faces left: {'; '.join(notes)}")
        if "drawn" in sources and len(installed()) == 1:
            notes.append("drawn designs share one font: install fonts-arphic-ukai, fonts-noto-cjk")
        return cls({name: cache(load) for name, load in found.items()}, tuple(notes))

    @property
    def designs(self) -> tuple[str, ...]:
        """Names of all designs, in the order of their sources."""
        return tuple(self.loaders)

    def faces(self, design: str) -> Faces:
        """Return all faces of a design by code."""
        return self.loaders[design]()

    def pick_design(self, rng: np.random.Generator) -> str:
        """Return a random design: drawn ones and real crops twice as often as packaged art."""
        kinds: dict[str, list[str]] = {}
        for name in self.designs:
            kinds.setdefault(name.split(":")[0], []).append(name)
        likely = [kind for kind in sorted(kinds) for _ in range(1 if kind == "art" else 2)]
        kind = likely[int(rng.integers(len(likely)))]
        return kinds[kind][int(rng.integers(len(kinds[kind])))]

    def pick(
        self, rng: np.random.Generator, design: str, code: str, spare: str | None = None
    ) -> Face:
        """Return a face of ``code`` in ``design``, else in ``spare``, else in any that has it."""
        faces = self.faces(design).get(code)
        if faces is None and spare is not None:
            faces = self.faces(spare).get(code)
        if faces is None:
            others = [name for name in self.designs if code in self.faces(name)]
            if not others:
                raise KeyError(f"no design has a face for {code}: add the source 'drawn'")
            faces = self.faces(others[int(rng.integers(len(others)))])[code]
        return faces[int(rng.integers(len(faces)))]


def _loaders(source: str, drawn: Iterable[int], notes: list[str]) -> dict[str, _Loader]:
    """Return loaders by design name for one source; reasons for what is absent go to ``notes``."""
    if source == "drawn":
        return {f"drawn:{seed}": _drawn_loader(seed) for seed in drawn}
    if source == "art":
        return art.loaders(notes)
    if source == "crops":
        return art.crop_loaders(notes)
    if source == "unseen":
        return {f"drawn:{seed}": _drawn_loader(seed) for seed in acceptance_seeds()}
    raise ValueError(f"unknown source of faces {source!r}: known are drawn, art, crops and unseen")


def acceptance_seeds() -> tuple[int, ...]:
    """Return the seeds of the drawn designs in rendered acceptance photos."""
    return tuple(
        seed
        for seed in HELD_OUT_SEEDS[10:]  # the first are those of bundled photos
        if drawing.design(seed).bonus.label in _ACCEPTANCE_LABELS
    )


def _drawn_loader(seed: int) -> _Loader:
    return lambda: cached(f"drawn:{seed}", lambda: _draw_all(seed), fonts_digest())


def _draw_all(seed: int) -> dict[str, list[Image]]:
    look = drawing.design(seed)
    return {code: [drawing.draw(look, code)] for code in CODES}
