"""Every task has its make target, and the README names none that does not exist."""

import re
import subprocess

import pytest

EXPECTED = {"demo", "test", "serve", "bench", "train", "own", "evaluate", "lint", "check", "wheel"}


@pytest.fixture(scope="module")
def targets(root) -> set[str]:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))


def test_the_expected_targets_exist(targets):
    assert targets >= EXPECTED


def test_every_target_is_phony_and_explained(root, targets):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, flags=re.MULTILINE)[1].split())
    explained = set(re.findall(r"^([a-z-]+):.*## \S", makefile, flags=re.MULTILINE))
    assert phony == explained == targets


def test_documents_name_only_targets_that_exist(root, targets):
    named = {
        (path.relative_to(root).as_posix(), target)
        for path in [root / "README.md", *root.glob("*/README.md")]
        for target in re.findall(
            r"^(?: {4}|`)?make ([a-z-]+)|`make ([a-z-]+)",
            path.read_text(encoding="utf-8"),
            flags=re.MULTILINE,
        )
        for target in target
        if target
    }
    assert {(path, target) for path, target in named if target not in targets} == set()
    assert ("README.md", "demo") in named
    assert ("README.md", "test") in named


@pytest.mark.parametrize(("target", "least"), [("all", 30), ("own", 10)])
def test_the_training_stages_are_whole(root, tmp_path, target, least):
    """Each stage's inputs are made by a stage, and its command is there; nothing is run."""
    (tmp_path / "hands.jsonl").touch()
    stages = ["make", "--dry-run", "--always-make", "-f", "models/training/stages.mk"]
    given = [target, f"PHOTOS={tmp_path}"]
    listed = subprocess.run(
        [*stages, *given], cwd=root, check=True, capture_output=True, text=True
    ).stdout
    modules = re.findall(r" -m ([\w.]+)", listed)
    assert len(modules) > least
    assert {m for m in modules if not (root / f"{m.replace('.', '/')}.py").is_file()} == set()
