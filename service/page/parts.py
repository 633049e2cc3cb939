"""Files that only some phones need, each at an address with a hash, so that it can be cached."""

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
