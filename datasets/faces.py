"""Tile faces by design: drawn ones, freely licensed art of the machine, and crops of real tiles.

A face is ink only: premultiplied RGBA on no body, so that a scene chooses ivory, white or green.
Whole designs are held out by name, since a face of a known set says nothing about an unknown one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from datasets import faces_drawn
from datasets.faces_drawn import CODES

Image = npt.NDArray[np.uint8]
CACHE = Path(__file__).parent / ".cache" / "faces"
CACHE_VERSION = 7  # raise when the drawing changes
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


@dataclass(frozen=True, eq=False)
class Face:
    """One printed face: its tile ``code``, the ``design`` it belongs to and its ink.

    ``image`` is premultiplied RGBA uint8 (h, w, 4), upright as the face is read.
    """

    code: str
    design: str
    image: Image


_Loader = Callable[[], Mapping[str, tuple[Face, ...]]]


class _Shelf(Mapping[str, Mapping[str, tuple[Face, ...]]]):
    """Designs by name, each drawn or read when it is first asked for."""

    def __init__(self, loaders: Mapping[str, _Loader]) -> None:
        self._loaders = dict(loaders)
        self._loaded: dict[str, Mapping[str, tuple[Face, ...]]] = {}

    def __getitem__(self, name: str) -> Mapping[str, tuple[Face, ...]]:
        if name not in self._loaded:
            self._loaded[name] = self._loaders[name]()
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)


@dataclass(frozen=True, eq=False)
class FaceLibrary:
    """Faces by design and code; ``notes`` says which sources were absent and why."""

    faces: Mapping[str, Mapping[str, tuple[Face, ...]]]
    notes: tuple[str, ...] = field(default=())

    @classmethod
    def build(
        cls,
        sources: Iterable[str] = ("drawn", "art", "crops"),
        exclude: Collection[str] = frozenset(),
        *,
        drawn: Iterable[int] = DRAWN_SEEDS,
    ) -> "FaceLibrary":
        """Build a library from ``sources``, without the designs named in ``exclude``.

        "unseen" are drawn designs and art that none of the others brings: never for training.

        An absent package or folder costs its designs and leaves a note, never an error.
        Raises ``ValueError`` for an unknown source or when nothing is left.
        """
        found: dict[str, _Loader] = {}
        notes: list[str] = []
        for source in sources:
            kept = _loaders(source, drawn, notes)
            found |= {name: load for name, load in kept.items() if name not in exclude}
        if not found:
            raise ValueError(
                f"no tile faces left: {'; '.join(notes) or 'every design is excluded'}"
            )
        return cls(_Shelf(found), tuple(notes))

    @property
    def designs(self) -> tuple[str, ...]:
        """Names of all designs, in the order of their sources."""
        return tuple(self.faces)

    def pick_design(self, rng: np.random.Generator) -> str:
        """Return a random design: drawn ones and real crops twice as often as packaged art."""
        kinds: dict[str, list[str]] = {}
        for name in self.faces:
            kinds.setdefault(name.split(":")[0], []).append(name)
        likely = [kind for kind in sorted(kinds) for _ in range(1 if kind == "art" else 2)]
        kind = likely[int(rng.integers(len(likely)))]
        return kinds[kind][int(rng.integers(len(kinds[kind])))]

    def pick(
        self, rng: np.random.Generator, design: str, code: str, spare: str | None = None
    ) -> Face:
        """Return a face of ``code`` in ``design``, else in ``spare``, else in any that has it."""
        faces = self.faces[design].get(code)
        if faces is None and spare is not None:
            faces = self.faces[spare].get(code)
        if faces is None:
            others = [name for name in self.faces if code in self.faces[name]]
            if not others:
                raise KeyError(f"no design has a face for {code}: add the source 'drawn'")
            faces = self.faces[others[int(rng.integers(len(others)))]][code]
        return faces[int(rng.integers(len(faces)))]


def _loaders(source: str, drawn: Iterable[int], notes: list[str]) -> dict[str, _Loader]:
    """Return loaders by design name for one source; reasons for what is absent go to ``notes``."""
    if source == "drawn":
        return {f"drawn:{seed}": _drawn_loader(seed) for seed in drawn}
    if source == "art":
        from datasets import art  # noqa: PLC0415 (art needs this module's values)

        return art.loaders(notes)
    if source == "crops":
        from datasets import art_crops  # noqa: PLC0415 (the same)

        return art_crops.loaders(notes)
    if source == "unseen":
        from datasets import art_unseen  # noqa: PLC0415 (the same)

        unseen = {f"drawn:{seed}": _drawn_loader(seed) for seed in acceptance_seeds()}
        return unseen | art_unseen.loaders(notes)
    raise ValueError(f"unknown source of faces {source!r}: known are drawn, art, crops and unseen")


def acceptance_seeds() -> tuple[int, ...]:
    """Return the seeds of the drawn designs in rendered acceptance photos."""
    return tuple(
        seed
        for seed in HELD_OUT_SEEDS[10:]  # the first are those of bundled photos
        if faces_drawn.design(seed).bonus.label in _ACCEPTANCE_LABELS
    )


def _drawn_loader(seed: int) -> _Loader:
    return lambda: cached(f"drawn:{seed}", lambda: _draw_all(seed))


def _draw_all(seed: int) -> dict[str, list[Image]]:
    look = faces_drawn.design(seed)
    return {code: [faces_drawn.draw(look, code)] for code in CODES}


def cached(name: str, make: Callable[[], Mapping[str, list[Image]]]) -> dict[str, tuple[Face, ...]]:
    """Return the faces of design ``name``, made once and kept in a git-ignored folder."""
    CACHE.mkdir(parents=True, exist_ok=True)
    ignore = CACHE.parent / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n")
    path = CACHE / f"{name.replace(':', '-')}-{CACHE_VERSION}.npz"
    if not path.exists():
        arrays = {
            f"{code}/{i}": image
            for code, images in make().items()
            for i, image in enumerate(images)
        }
        partial = path.with_suffix(f".{np.random.default_rng().integers(1 << 62)}.npz")
        np.savez(partial, allow_pickle=False, **arrays)
        partial.replace(path)  # two processes may both make it; the last whole file stays
    faces: dict[str, list[Face]] = {}
    with np.load(path) as stored:
        for key in stored.files:
            code = key.split("/")[0]
            faces.setdefault(code, []).append(Face(code, name, stored[key]))
    return {code: tuple(same) for code, same in faces.items()}


def ink_of(image: Image, *, body: npt.NDArray[np.float32] | None = None) -> Image:
    """Turn an opaque RGB face (h, w, 3) into ink: what is darker than the body, premultiplied RGBA.

    The body colour is taken from the brighter pixels unless given.
    """
    colours = image.astype(np.float32)
    if body is None:
        light = colours.sum(axis=2)
        body = np.median(colours[light >= np.percentile(light, 55)], axis=0).astype(np.float32)
    ratio = np.clip(colours / np.maximum(body, 1), 0, 1)
    ratio = np.clip((ratio - 0.04) / 0.86, 0, 1)  # scanner grain and soft light are body, not ink
    clear = ratio.min(axis=2, keepdims=True)
    ink = (ratio - clear) * 255
    return np.concatenate([ink, (1 - clear) * 255], axis=2).round().astype(np.uint8)
