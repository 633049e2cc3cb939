"""What a phone downloads once to name tiles, or to score, without a network.

Neither is part of a first load. Naming tiles takes 5 MB: a runtime, three networks, and data from
their cards. Scoring takes 6.5 MB: Python for browsers, and this version of the scorer. Each file
has an address with a hash, so that a browser may keep it forever; the files of Python share one,
since they only fit together.
"""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import models
import scorer
from service.page.assets import PackedFile, digest_of

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".onnx": "application/octet-stream",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
CAMERA_ADDRESS = "/static/camera"
CAMERA_RUNTIME = ("runtime.mjs", "runtime.wasm")
NETWORKS: tuple[models.Name, ...] = ("detector", "classifier", "roles")
SCORER_ADDRESS = "/static/scorer"
SCORER_ZIP = "scorer.zip"
RUNTIME = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
_SCORER_SUFFIXES = {".py", ".toml", ".json"}
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # in a zip; a fixed time gives the same bytes for the same files


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts for one purpose by name, at addresses below `at`, and the facts a phone needs."""

    at: str
    files: Mapping[str, PackedFile]
    known: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return each part with its address, its `bytes` over the network and unpacked `size`."""
        parts = {
            name: {
                "address": f"{self.at}/{file.digest}/{name}",
                "bytes": len(file.gzipped),
                "size": file.size,
            }
            for name, file in self.files.items()
        }
        return {"parts": parts, **self.known}


@cache
def camera_parts(folder: Path) -> Parts:
    """Return the parts to name tiles, with the runtime from a page's folder.

    The facts are labels, sizes and thresholds from the networks' cards. Raises OSError if a file is
    missing, models.WeightsError if a card or its metadata is, zlib.error or EOFError if the runtime
    is damaged.
    """
    detector, classifier = _metadata("detector"), _metadata("classifier")
    known = {
        "detector": {name: json.loads(detector[name]) for name in ("side", "threshold")},
        "classifier": {
            name: json.loads(classifier[name]) for name in ("labels", "size", "temperature")
        },
    }
    paths = (*(folder / name for name in CAMERA_RUNTIME), *map(models.path, NETWORKS))
    return Parts(CAMERA_ADDRESS, {path.name: PackedFile.read(path) for path in paths}, known)


def _metadata(name: models.Name) -> Mapping[str, str]:
    """Return a network file's metadata from its card."""
    metadata = models.card(name)["metadata"]
    if not isinstance(metadata, dict):
        message = f"The card of {name} lacks its metadata: install tableside again."
        raise models.WeightsError(message)
    return metadata


@cache
def scorer_parts(folder: Path) -> Parts:
    """Return the parts to score, with the runtime from a page's folder.

    The fact is the scorer's module in its zip. Raises OSError if a file is missing, zlib.error or
    EOFError if a packed one is damaged.
    """
    runtime = {name: PackedFile.read(folder / name) for name in RUNTIME}
    together = digest_of(*(file.digest.encode() for file in runtime.values()))
    files = {name: replace(file, digest=together) for name, file in runtime.items()}
    files[SCORER_ZIP] = PackedFile.pack(_zip_scorer())
    return Parts(SCORER_ADDRESS, files, {"module": scorer.__name__})


def _scorer_files() -> Iterator[tuple[Path, str]]:
    """Yield the scorer's files with their names in the zip, as this program imports them."""
    root = Path(scorer.__file__).parent
    for path in sorted(root.rglob("*")):
        if path.suffix in _SCORER_SUFFIXES:
            name = path.relative_to(root).as_posix()
            yield path, f"{scorer.__name__.replace('.', '/')}/{name}"


def _zip_scorer() -> bytes:
    """Return the scorer as a zip, not compressed, since it is compressed as a whole when sent."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for path, name in _scorer_files():
            archive.writestr(zipfile.ZipInfo(name, _EARLIEST), path.read_bytes())
    return file.getvalue()
