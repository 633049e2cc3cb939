"""Frozen scenes as files: a handful of compressed arrays, and a header that tells them apart.

A shard is one numpy `.npz` file without pickles. `header` is JSON in UTF-8: the labels, and for
each scene its name, size, hand, tags and how many tiles each look and the truth have. The other
arrays hold the tiles of all looks one after another, or all real tiles:

| array | type | what |
|---|---|---|
| `corners`, `real_corners` | uint16 (n, 4, 2) | pixels, in sixteenths, from -1024 on |
| `names` | float16 (n, k) | natural logarithms of the probabilities of the labels, -11.5 at least |
| `steady`, `found` | float16 (n,) | natural log-odds |
| `upon` | uint8 (n,) | 255ths |
| `real_codes` | uint8 (m,) | index of the label |
| `real_roles`, `real_parts`, `real_visible` | uint8 (m,) | `Role`, number of the set, 255ths |

The precision lost is a thirty-second of a pixel and a thousandth of a logarithm, and names less
likely than one in 100,000 are cut off.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.frozen.scene import FrozenScene, Look, Real, Role
from vision.arrays import Floats

_FINE = 16.0  # parts of a pixel: a tile is at least 20 pixels wide
_BEYOND = 1024.0  # most pixels beyond the photo's edge for a corner
_LEAST = -11.5  # logarithm of a probability: less likely names are never chosen
_ODDS = 12.0  # greatest log-odds of a confidence; its readers stop at 9.2


def save(path: Path, scenes: Sequence[FrozenScene], labels: Sequence[str]) -> None:
    """Write scenes into one file, atomically."""
    looks = [look for scene in scenes for look in scene.looks]
    header: dict[str, Any] = {"labels": list(labels), "scenes": [_line(each) for each in scenes]}
    real = [scene.real for scene in scenes]
    index = {label: number for number, label in enumerate(labels)}
    arrays: dict[str, NDArray[Any]] = {
        "header": np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), np.uint8),
        "corners": _small_corners(_joined([each.corners for each in looks], (0, 4, 2))),
        "names": _logarithms(_joined([each.probabilities for each in looks], (0, len(labels)))),
        "steady": _odds(_joined([each.steady for each in looks], (0,))),
        "found": _odds(_joined([each.found for each in looks], (0,))),
        "upon": _parts_of_255(_joined([each.upon for each in looks], (0,))),
        "real_corners": _small_corners(_joined([each.corners for each in real], (0, 4, 2))),
        "real_codes": np.array([index[code] for each in real for code in each.codes], np.uint8),
        "real_roles": np.array([role for each in real for role in each.roles], np.uint8),
        "real_parts": np.array([part for each in real for part in each.parts], np.uint8),
        "real_visible": _parts_of_255(_joined([each.visible for each in real], (0,))),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part.npz")
    np.savez_compressed(partial, allow_pickle=False, **arrays)
    partial.replace(path)


def load(path: Path) -> tuple[list[FrozenScene], tuple[str, ...]]:
    """Return the scenes of a file, and the labels of their probabilities."""
    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files}
    header = json.loads(arrays["header"].tobytes().decode())
    labels = tuple(header["labels"])
    corners = _large_corners(arrays["corners"])
    names = np.exp(arrays["names"].astype(np.float32))
    names[arrays["names"] <= np.float16(_LEAST)] = 0
    steady, found = (_shares(arrays[name]) for name in ("steady", "found"))
    upon = arrays["upon"].astype(np.float32) / 255
    real_corners = _large_corners(arrays["real_corners"])
    scenes, at, real_at = [], 0, 0
    for line in header["scenes"]:
        looks = []
        for scale, kept, *_, count in line["looks"]:
            own = slice(at, at + count)
            seen = (corners[own], names[own], steady[own], found[own], upon[own])
            looks.append(Look(scale, kept, *seen))
            at += count
        own = slice(real_at, real_at + line["real"])
        real = Real(
            tuple(labels[code] for code in arrays["real_codes"][own]),
            real_corners[own],
            tuple(Role(role) for role in arrays["real_roles"][own]),
            tuple(int(part) for part in arrays["real_parts"][own]),
            arrays["real_visible"][own].astype(np.float32) / 255,
        )
        real_at += line["real"]
        scenes.append(_scene(line, tuple(looks), real))
    return scenes, labels


def _line(scene: FrozenScene) -> dict[str, Any]:
    line: dict[str, Any] = {
        "name": scene.name,
        "size": list(scene.size),
        "hand": scene.hand,
        "tiles": None if scene.tiles is None else " ".join(scene.tiles),
        "tags": " ".join(scene.tags),
        "looks": [[one.scale, one.kept, len(one.corners)] for one in scene.looks],
        "real": len(scene.real.codes),
    }
    if not scene.whole:
        line["whole"] = False
    if scene.source:
        line["source"] = scene.source
    if scene.unseen:
        line["unseen"] = True
    return line


def _scene(line: dict[str, Any], looks: tuple[Look, ...], real: Real) -> FrozenScene:
    width, height = line["size"]
    return FrozenScene(
        line["name"],
        (width, height),
        looks,
        real,
        line["hand"],
        None if line["tiles"] is None else tuple(line["tiles"].split()),
        tuple(line["tags"].split()),
        line.get("whole", True),
        line.get("source", ""),
        line.get("unseen", False),
    )


def _joined(parts: Iterable[Floats], empty: tuple[int, ...]) -> Floats:
    return np.concatenate([np.zeros(empty, np.float32), *parts])


def _small_corners(corners: Floats) -> NDArray[np.uint16]:
    """Return corners as integers; those too far outside are moved to the limit."""
    whole = np.clip(np.rint((corners + _BEYOND) * _FINE), 0, 2**16 - 1)
    return np.asarray(whole, np.uint16)


def _large_corners(small: NDArray[np.uint16]) -> Floats:
    return np.asarray(small.astype(np.float32) / _FINE - _BEYOND, np.float32)


def _logarithms(shares: Floats) -> NDArray[np.float16]:
    return np.log(np.maximum(shares, np.exp(_LEAST))).clip(_LEAST, 0).astype(np.float16)


def _odds(shares: Floats) -> NDArray[np.float16]:
    kept = np.clip(shares.astype(np.float64), 1e-6, 1 - 1e-6)
    return np.log(kept / (1 - kept)).clip(-_ODDS, _ODDS).astype(np.float16)


def _shares(odds: NDArray[np.float16]) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds.astype(np.float32))), np.float32)


def _parts_of_255(shares: Floats) -> NDArray[np.uint8]:
    return np.rint(np.clip(shares, 0, 1) * 255).astype(np.uint8)
