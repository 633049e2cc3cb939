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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import models
import scorer

TYPES = {
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".onnx": "application/octet-stream",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
CAMERA_ADDRESS = "/static/camera"
CAMERA_RUNTIME, WASM = "runtime.mjs", "runtime.wasm"
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


@dataclass(frozen=True, slots=True)
class Part:
    """One compressed file to send, with its address folder, hash and unpacked size."""

    name: str
    folder: str
    digest: str
    size: int
    gzipped: bytes

    @classmethod
    def pack(
        cls, folder: str, name: str, plain: bytes, gzipped: bytes | None = None, digest: str = ""
    ) -> "Part":
        """Return a part, compressed here unless `gzipped` is given.

        `digest` is given for files that belong together.
        """
        return cls(
            name,
            folder,
            digest or digest_of(plain),
            len(plain),
            gzipped or gzip.compress(plain, 9, mtime=0),
        )

    @property
    def address(self) -> str:
        """Where a phone gets it."""
        return f"{self.folder}/{self.digest}/{self.name}"

    @property
    def media_type(self) -> str:
        """Its media type; KeyError for a suffix not in `TYPES`."""
        return TYPES[Path(self.name).suffix]

    def to_json(self) -> dict[str, Any]:
        """Return its address, the `bytes` over the network, and the unpacked `size`."""
        return {"address": self.address, "bytes": len(self.gzipped), "size": self.size}


def digest_of(*files: bytes) -> str:
    """Return the hash in the address of a file, or of several files that belong together."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file)
    return digest.hexdigest()[:16]


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
    paths = [folder / CAMERA_RUNTIME, folder / f"{WASM}.gz", *map(models.path, NETWORKS)]
    return _camera_parts(tuple((path, path.stat().st_mtime_ns) for path in paths))


@lru_cache(maxsize=1)
def _camera_parts(files: tuple[tuple[Path, int], ...]) -> CameraParts:
    (runtime, _), (wasm, _), *networks = files
    packed = wasm.read_bytes()
    parts = [
        Part.pack(CAMERA_ADDRESS, CAMERA_RUNTIME, runtime.read_bytes()),
        Part.pack(CAMERA_ADDRESS, WASM, gzip.decompress(packed), packed),
        *(Part.pack(CAMERA_ADDRESS, path.name, path.read_bytes()) for path, _ in networks),
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


@dataclass(frozen=True, slots=True)
class ScorerParts:
    """All parts by name; `module` is the scorer's module name in the zip."""

    parts: Mapping[str, Part]
    module: str

    def to_json(self) -> dict[str, Any]:
        """Return the parts and the scorer's module."""
        parts = {name: part.to_json() for name, part in self.parts.items()}
        return {"parts": parts, "module": self.module}


def scorer_parts(folder: Path) -> ScorerParts:
    """Return the current parts, with the runtime from a page's folder.

    Raises OSError where a file is missing, zlib.error or EOFError where a packed one is damaged.
    """
    paths = [_runtime_file(folder, name) for name in RUNTIME]
    paths += [file for file, _ in _scorer_files()]
    return _scorer_parts(folder, tuple((path, path.stat().st_mtime_ns) for path in paths))


def _runtime_file(folder: Path, name: str) -> Path:
    packed = folder / f"{name}{GZIP_SUFFIX}"
    return packed if packed.is_file() else folder / name


@lru_cache(maxsize=1)
def _scorer_parts(folder: Path, _: tuple[tuple[Path, int], ...]) -> ScorerParts:
    files = {name: _runtime_file(folder, name) for name in RUNTIME}
    packed = {
        name: place.read_bytes() if place.suffix == GZIP_SUFFIX else None
        for name, place in files.items()
    }
    plain = {
        name: files[name].read_bytes() if file is None else gzip.decompress(file)
        for name, file in packed.items()
    }
    digest = digest_of(*plain.values())
    parts = [
        Part.pack(SCORER_ADDRESS, name, file, packed[name], digest) for name, file in plain.items()
    ]
    parts.append(Part.pack(SCORER_ADDRESS, SCORER_ZIP, _zip_scorer()))
    return ScorerParts({part.name: part for part in parts}, scorer.__name__)


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
