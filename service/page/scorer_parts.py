"""What a phone needs to score offline: Python for browsers, and this version of the scorer.

It is not part of a first load: a phone that wants it downloads 6.5 MB once. The files of Python
share one address, since they fit only each other; another version of the scorer does not change it.
"""

import gzip
import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import scorer
from service.page.parts import Part, digest_of

ADDRESS = "/static/scorer"
SCORER_ZIP = "scorer.zip"
GZIP_SUFFIX = ".gz"  # of files that are stored compressed
RUNTIME = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
_SCORER_SUFFIXES = {".py", ".toml", ".json"}
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # in a zip; a fixed time makes the same bytes of the same files


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
    parts = [Part.pack(ADDRESS, name, file, packed[name], digest) for name, file in plain.items()]
    parts.append(Part.pack(ADDRESS, SCORER_ZIP, _zip_scorer()))
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
