"""One printed face as ink, how faces are kept once made, and ink taken from pictures of tiles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.paths import CACHE

Image = npt.NDArray[np.uint8]
FOLDER = CACHE / "faces"
_VERSION = 10  # raise when the drawing changes


@dataclass(frozen=True, eq=False)
class Face:
    """One printed face: its tile ``code``, the ``design`` it belongs to and its ink.

    ``image`` is premultiplied RGBA uint8 (h, w, 4), upright as the face is read.
    """

    code: str
    design: str
    image: Image


def cached(
    name: str, make: Callable[[], Mapping[str, list[Image]]], made_with: str = ""
) -> dict[str, tuple[Face, ...]]:
    """Return the faces of design ``name``, made once and kept in a git-ignored folder.

    ``made_with`` tells what they depend on beside the code: with something else they are made anew.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    ignore = FOLDER.parent / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n")
    path = FOLDER / f"{name.replace(':', '-')}-{made_with or 'code'}-{_VERSION}.npz"
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
