"""What docs tell people to open and to run is there."""

import importlib.util
import re

import pytest

FOLDERS = ("scorer/", "vision/", "service/", "models/", "datasets/", "tests/", "docs/")
GUIDES = (
    "docs/adding/*.md",
    "docs/rules/README.md",
    "docs/results/README.md",
    "docs/ARCHITECTURE.md",
)
# The rule set that docs/adding makes up as its example.
EXAMPLE = re.compile(r"hk[-_]plain")


@pytest.fixture(scope="module")
def guides(root):
    paths = [path for pattern in GUIDES for path in sorted(root.glob(pattern))]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_every_file_and_folder_that_is_named_exists(root, guides):
    named = {
        (guide, code)
        for guide, text in guides.items()
        for code in re.findall(r"`([\w./-]+)`", text)
        if code.startswith(FOLDERS) and not EXAMPLE.search(code)
    }
    assert len(named) > 15
    assert {each for each in named if not (root / each[1]).exists()} == set()


def test_every_module_that_is_run_exists(guides):
    run = {
        (guide, module)
        for guide, text in guides.items()
        for module in re.findall(r"python -m ([\w.]+)", text)
    }
    assert run
    assert {each for each in run if importlib.util.find_spec(each[1]) is None} == set()
