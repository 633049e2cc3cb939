"""What the house's tests read: the tracked files and the README."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def tracked() -> Callable[..., list[Path]]:
    """List tracked files by pathspec, e.g. `tracked("*.py")`."""
    if not (ROOT / ".git").exists():
        pytest.skip("there is no list of tracked files: run it in a git checkout")

    def files(*pathspecs: str) -> list[Path]:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--", *pathspecs],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        paths = (ROOT / name for name in listing.split("\0") if name)
        return [path for path in paths if path.is_file()]

    return files
