"""Files that only some phones want: each at an address that holds a hash, so that it is kept."""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TYPES = {
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".onnx": "application/octet-stream",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One file as it is sent, compressed, with its place, its hash and its size before."""

    name: str
    folder: str
    digest: str
    size: int
    gzipped: bytes

    @classmethod
    def of(
        cls, folder: str, name: str, plain: bytes, gzipped: bytes | None = None, digest: str = ""
    ) -> "Part":
        """Compress a file that does not lie there compressed; `digest` is that of several files."""
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
        """What kind of file it is, as browsers are told; KeyError for a suffix not in `TYPES`."""
        return TYPES[Path(self.name).suffix]

    def to_json(self) -> dict[str, Any]:
        """Say where it is, the `bytes` over the network, and its `size` unpacked."""
        return {"address": self.address, "bytes": len(self.gzipped), "size": self.size}


def digest_of(*files: bytes) -> str:
    """What an address says of one file, or of several that have to fit together."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file)
    return digest.hexdigest()[:16]
