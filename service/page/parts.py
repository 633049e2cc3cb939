"""What a phone downloads once to name tiles, or to score, without a network.

Neither is part of a first load. To name tiles takes 5 MB: a runtime, three networks, and data of
their cards. To score takes 6.5 MB: Python for browsers, and this version of the scorer. Each file
has an address with a hash, so that a browser may keep it for good; the files of Python share one,
since they fit only each other.
"""

import gzip
import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import models
import scorer

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
GZIP_SUFFIX = ".gz"  # of files that are stored compressed
RUNTIME = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
_SCORER_SUFFIXES = {".py", ".toml", ".json"}
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # in a zip; a fixed time makes the same bytes of the same files

DatedFiles: TypeAlias = tuple[tuple[Path, int], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One compressed file to send, with its address, the hash in it, and its unpacked size."""

    address: str
    digest: str
    size: int
    gzipped: bytes

    def to_json(self) -> dict[str, Any]:
        """Return its address, the `bytes` over the network, and the unpacked `size`."""
        return {"address": self.address, "bytes": len(self.gzipped), "size": self.size}


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts for one purpose by name, and what a phone has to know of them."""

    parts: Mapping[str, Part]
    known: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return each part with its `bytes` over the network and its unpacked `size`."""
        return {"parts": {name: part.to_json() for name, part in self.parts.items()}, **self.known}


def _pack(folder: str, paths: Iterable[Path], *, together: bool = False) -> dict[str, Part]:
    """Return files as parts by name; files that belong `together` share the hash of them all."""
    contents: dict[str, tuple[bytes, bytes]] = {}
    for path in paths:
        stored = path.read_bytes()
        contents[path.name.removesuffix(GZIP_SUFFIX)] = (
            (gzip.decompress(stored), stored)
            if path.suffix == GZIP_SUFFIX
            else (stored, gzip.compress(stored, 9, mtime=0))
        )
    shared = _digest(*(plain for plain, _ in contents.values())) if together else ""
    return {
        name: Part(f"{folder}/{digest}/{name}", digest, len(plain), gzipped)
        for name, (plain, gzipped) in contents.items()
        for digest in (shared or _digest(plain),)
    }


def _digest(*files: bytes) -> str:
    return hashlib.sha256(b"".join(files)).hexdigest()[:16]


def _dated(paths: Iterable[Path]) -> DatedFiles:
    return tuple((path, path.stat().st_mtime_ns) for path in paths)


def _runtime_file(folder: Path, name: str) -> Path:
    packed = folder / f"{name}{GZIP_SUFFIX}"
    return packed if packed.is_file() else folder / name


def camera_parts(folder: Path) -> Parts:
    """Return the parts to name tiles, with the runtime from a page's folder.

    What is known are labels, sizes and thresholds from the networks' cards. Raises OSError where a
    file is missing, models.WeightsError where a card or its metadata is, zlib.error or EOFError
    where the runtime is damaged.
    """
    runtime = (_runtime_file(folder, name) for name in CAMERA_RUNTIME)
    return _camera_parts(_dated([*runtime, *map(models.path, NETWORKS)]))


@lru_cache(maxsize=1)
def _camera_parts(files: DatedFiles) -> Parts:
    detector, classifier = _metadata("detector"), _metadata("classifier")
    known = {
        "detector": {name: json.loads(detector[name]) for name in ("side", "threshold")},
        "classifier": {
            name: json.loads(classifier[name]) for name in ("labels", "size", "temperature")
        },
    }
    return Parts(_pack(CAMERA_ADDRESS, [path for path, _ in files]), known)


def _metadata(name: models.Name) -> Mapping[str, str]:
    """Return a network file's metadata from its card."""
    metadata = models.card(name)["metadata"]
    if not isinstance(metadata, dict):
        message = f"The card of {name} lacks its metadata: install tableside again."
        raise models.WeightsError(message)
    return metadata


def scorer_parts(folder: Path) -> Parts:
    """Return the parts to score, with the runtime from a page's folder.

    What is known is the scorer's module in its zip. Raises OSError where a file is missing,
    zlib.error or EOFError where a packed one is damaged.
    """
    runtime = _dated(_runtime_file(folder, name) for name in RUNTIME)
    return _scorer_parts(runtime, _dated(path for path, _ in _scorer_files()))


@lru_cache(maxsize=1)
def _scorer_parts(runtime: DatedFiles, _scorer: DatedFiles) -> Parts:
    parts = _pack(SCORER_ADDRESS, [path for path, _ in runtime], together=True)
    zipped = _zip_scorer()
    digest = _digest(zipped)
    parts[SCORER_ZIP] = Part(
        f"{SCORER_ADDRESS}/{digest}/{SCORER_ZIP}",
        digest,
        len(zipped),
        gzip.compress(zipped, 9, mtime=0),
    )
    return Parts(parts, {"module": scorer.__name__})


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
