"""Tile faces by design: drawn ones, and crops of real tiles from the folder of labelled photos.

A face is only ink: premultiplied RGBA (160, 120, 4) without a body, so that a scene chooses ivory,
white or green. Whole designs are held out by name, since a face of a known set says nothing about
an unknown one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.labels.photos import INDEX, load_tile_crops
from datasets.paths import PHOTOS
from datasets.synth.faces import design as drawing
from datasets.synth.faces.design import CODES, FACE_SIZE
from datasets.synth.faces.fonts import installed

DRAWN_SEEDS = range(96)
HELD_OUT_SEEDS = range(900, 1000)  # never for training
# The layouts used in rendered acceptance photos: every bonus tile has its character, since with
# only a number nobody new to the set could tell a flower from a season.
_ACCEPTANCE_LABELS = (
    "caption",
    "caption_number",
    "number_caption",
    "chinese_number",
    "caption_only",
)
_INSET = 0.045  # crops include the rounded edge and often a neighbour's

Image = npt.NDArray[np.uint8]
Faces = Mapping[str, Sequence[Image]]
_Loader = Callable[[], Faces]


@dataclass(frozen=True, eq=False)
class FaceLibrary:
    """Designs by name, each drawn or read when first used; ``notes`` say what is absent, and why.

    ``grounds`` are photos without a tile (h, w, 3) on which some scenes lie instead of a table.
    """

    loaders: Mapping[str, _Loader]
    notes: tuple[str, ...] = ()
    grounds: tuple[Image, ...] = ()

    @classmethod
    def build(
        cls,
        sources: Iterable[str] = ("drawn", "crops"),
        *,
        drawn: Iterable[int] = DRAWN_SEEDS,
        grounds: Path | None = None,
    ) -> "FaceLibrary":
        """Build a library from ``sources``, with the photos of the folder ``grounds``.

        "unseen" are drawn designs in none of the other sources: never for training. An absent
        folder loses its designs and leaves a note, but is no error. Raises ``ValueError`` for an
        unknown source, if nothing is left, or if ``grounds`` has no photo.
        """
        found: dict[str, _Loader] = {}
        notes: list[str] = []
        for source in sources:
            found |= _loaders(source, drawn, notes)
        if not found:
            raise ValueError(f"no tile faces left: {'; '.join(notes)}")
        if "drawn" in sources and len(installed()) == 1:
            notes.append("drawn designs share one font: install fonts-arphic-ukai, fonts-noto-cjk")
        photos = () if grounds is None else tuple(_read_photos(grounds))
        if grounds is not None and not photos:
            raise ValueError(f"no photos for scenes in {grounds}: name a folder of pictures")
        return cls(found, tuple(notes), photos)

    @property
    def designs(self) -> tuple[str, ...]:
        """Return the names of all designs, in the order of their sources."""
        return tuple(self.loaders)

    def faces(self, design: str) -> Faces:
        """Return all faces of a design by code."""
        return self.loaders[design]()

    def pick_design(self, rng: np.random.Generator) -> str:
        """Return a random design; each source is equally likely."""
        kinds: dict[str, list[str]] = {}
        for name in self.designs:
            kinds.setdefault(name.split(":")[0], []).append(name)
        names = kinds[sorted(kinds)[int(rng.integers(len(kinds)))]]
        return names[int(rng.integers(len(names)))]

    def pick(
        self, rng: np.random.Generator, design: str, code: str, spare: str | None = None
    ) -> Image:
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
    """Return one source's loaders by design name; reasons for absences are added to ``notes``."""
    if source == "drawn":
        return {f"drawn:{seed}": partial(_draw_all, seed) for seed in drawn}
    if source == "crops":
        return crop_loaders(notes)
    if source == "unseen":
        return _loaders("drawn", acceptance_seeds(), notes)
    raise ValueError(f"unknown source of faces {source!r}: known are drawn, crops and unseen")


def acceptance_seeds() -> tuple[int, ...]:
    """Return the seeds of the drawn designs in rendered acceptance photos."""
    return tuple(
        seed
        for seed in HELD_OUT_SEEDS[10:]  # the first ten are those of bundled photos
        if drawing.design(seed).bonus.label in _ACCEPTANCE_LABELS
    )


@cache
def _draw_all(seed: int) -> Faces:
    look = drawing.design(seed)
    return {code: [drawing.draw(look, code)] for code in CODES}


def crop_loaders(notes: list[str], root: Path = PHOTOS) -> dict[str, _Loader]:
    """Return a loader for each tile set in ``root``, named ``crops:`` and the set."""
    if not (root / INDEX).exists():
        notes.append(
            "designs from crops skipped: no shared folder with tiles.jsonl beside the checkout"
        )
        return {}
    files: dict[str, dict[str, list[Path]]] = {}
    for crop in load_tile_crops(root):
        files.setdefault(crop.set, {}).setdefault(crop.tile, []).append(crop.path)
    return {
        f"crops:{name}": cache(partial(_read, by_code)) for name, by_code in sorted(files.items())
    }


def _read(files: Mapping[str, Sequence[Path]]) -> Faces:
    images = {
        code: [cv2.imread(str(path), cv2.IMREAD_COLOR_RGB) for path in files[code]]
        for code in CODES
        if code in files
    }
    inks = {
        code: [_crop_ink(np.asarray(image, np.uint8)) for image in same if image is not None]
        for code, same in images.items()
    }
    return {code: same for code, same in inks.items() if same}


def _read_photos(folder: Path) -> Iterator[Image]:
    """Yield the pictures (h, w, 3) of a folder."""
    for path in sorted(folder.glob("*")):
        image = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
        if image is not None:
            yield np.asarray(image, np.uint8)


def _crop_ink(pixels: Image) -> Image:
    """Return the ink of a picture of a tile (h, w, 3), cut clear of its edge."""
    h, w = pixels.shape[:2]
    inner = pixels[
        round(h * _INSET) : h - round(h * _INSET), round(w * _INSET) : w - round(w * _INSET)
    ]
    shrink = cv2.INTER_AREA if inner.shape[1] > FACE_SIZE[0] else cv2.INTER_CUBIC
    return ink_of(np.asarray(cv2.resize(inner, FACE_SIZE, interpolation=shrink), np.uint8))


def ink_of(image: Image) -> Image:
    """Return the ink of an opaque RGB face (h, w, 3): what is darker than the body, as RGBA.

    The body colour is taken from the brighter pixels.
    """
    colours = image.astype(np.float32)
    light = colours.sum(axis=2)
    body = np.median(colours[light >= np.percentile(light, 55)], axis=0).astype(np.float32)
    ratio = np.clip(colours / np.maximum(body, 1), 0, 1)
    ratio = np.clip((ratio - 0.04) / 0.86, 0, 1)  # scanner grain and soft light are body, not ink
    clear = ratio.min(axis=2, keepdims=True)
    ink = (ratio - clear) * 255
    return np.concatenate([ink, (1 - clear) * 255], axis=2).round().astype(np.uint8)
