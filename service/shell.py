"""What a phone keeps of the page to open it without a connection: the files, under a version."""

import hashlib
from pathlib import Path

WORKER = "sw.js"
# Devices fetch what they need of these when the page is installed.
NOT_KEPT = ("icons", WORKER)


def worker(static: Path) -> str:
    """The service worker of the page in folder `static`, for the files as they are now.

    A browser compares it byte by byte: with any file changed it is another one, keeps all files
    anew and forgets the older ones.
    """
    paths = sorted(path for path in static.rglob("*") if path.is_file())
    kept = [path for path in paths if path.relative_to(static).parts[0] not in NOT_KEPT]
    digest = hashlib.sha256()
    for path in (*kept, static / WORKER):
        digest.update(f"{path.relative_to(static)} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    names = ["/", *(f"/static/{path.relative_to(static).as_posix()}" for path in kept)]
    files = "".join(f'  "{name}",\n' for name in names if not name.endswith("/index.html"))
    before = f'const VERSION = "{digest.hexdigest()[:16]}";\nconst FILES = [\n{files}];\n\n'
    return before + (static / WORKER).read_text(encoding="utf-8")
