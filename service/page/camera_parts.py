"""What a phone needs to name tiles offline: a runtime, three networks, and data of their cards.

It is not part of a first load: a phone that wants it downloads 5 MB once. Each part has an address
that changes with its content, so that a browser may keep it for good.
"""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import models
from service.page.parts import Part

ADDRESS = "/static/camera"
RUNTIME, WASM = "runtime.mjs", "runtime.wasm"
NETWORKS: tuple[models.Name, ...] = ("detector", "classifier", "roles")


@dataclass(frozen=True, slots=True)
class CameraParts:
    """All parts by name, and the labels, sizes and thresholds from the networks' cards."""

    parts: Mapping[str, Part]
    detector: Mapping[str, Any]
    classifier: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return each part with its `bytes` over the network and its unpacked `size`."""
        return {
            "parts": {name: part.to_json() for name, part in self.parts.items()},
            "detector": self.detector,
            "classifier": self.classifier,
        }


def camera_parts(folder: Path) -> CameraParts:
    """Return the current parts, with the runtime from a page's folder.

    Raises OSError where a file is missing, models.WeightsError where a card or its metadata is,
    zlib.error or EOFError where the runtime is damaged.
    """
    paths = [folder / RUNTIME, folder / f"{WASM}.gz", *map(models.path, NETWORKS)]
    return _camera_parts(tuple((path, path.stat().st_mtime_ns) for path in paths))


@lru_cache(maxsize=1)
def _camera_parts(files: tuple[tuple[Path, int], ...]) -> CameraParts:
    (runtime, _), (wasm, _), *networks = files
    packed = wasm.read_bytes()
    parts = [
        Part.pack(ADDRESS, RUNTIME, runtime.read_bytes()),
        Part.pack(ADDRESS, WASM, gzip.decompress(packed), packed),
        *(Part.pack(ADDRESS, path.name, path.read_bytes()) for path, _ in networks),
    ]
    detector, classifier = _metadata("detector"), _metadata("classifier")
    return CameraParts(
        {part.name: part for part in parts},
        {name: json.loads(detector[name]) for name in ("side", "threshold")},
        {name: json.loads(classifier[name]) for name in ("labels", "size", "temperature")},
    )


def _metadata(name: models.Name) -> Mapping[str, str]:
    """Return a network file's metadata from its card."""
    metadata = models.card(name)["metadata"]
    if not isinstance(metadata, dict):
        message = f"The card of {name} lacks its metadata: install tableside again."
        raise models.WeightsError(message)
    return metadata
