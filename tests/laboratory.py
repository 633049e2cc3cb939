"""Tests of training, synthesis and measuring, which only changes near them can break."""

import os
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ("tests/datasets", "tests/models")
NEAR = (*TESTS, "datasets", "models", "benchmarks", "tools", "vision", "requirements")
LEFT_OUT = (
    "Tests of training and synthesis were left out, as nothing near them has changed: "
    "run `make test TABLESIDE_ALL=1` for all."
)


def is_laboratory(path: Path) -> bool:
    """Return whether a path is of these tests."""
    return any(path.is_relative_to(ROOT / folder) for folder in TESTS)


@cache
def is_wanted() -> bool:
    """Return whether anything near them differs from what was published; in CI they always run."""
    if {"CI", "TABLESIDE_ALL"} & os.environ.keys() or not (ROOT / ".git").exists():
        return True
    published = next(iter(_git("merge-base", "HEAD", "@{upstream}")), "HEAD")
    changed = _git("diff", "--name-only", published)
    changed += _git("ls-files", "--others", "--exclude-standard")
    return any(name.startswith(tuple(f"{folder}/" for folder in NEAR)) for name in changed)


def _git(*asked: str) -> list[str]:
    """Return the lines of git's answer, none where it has no answer."""
    answer = subprocess.run(["git", *asked], cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stdout.splitlines()
