"""No file is large, and nothing of one machine or one registry is written into them."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

Tracked = Callable[..., list[Path]]

MAX_BYTES = 6_000_000
MACHINE_PATH = re.compile(r"(?<![\w.-])/(?:work|farm|root|opt/(?:pypi|wheels)|home/\w+)/")
SLEEP = re.compile(r"wait_for_timeout|time\.sleep")
ADDRESS = re.compile(r"(?:https?|file)://")
BINARY = {
    ".onnx",
    ".jpg",
    ".jpeg",
    ".png",
    ".webp",
    ".heic",
    ".npz",
    ".ttf",
    ".otf",
    ".woff2",
    ".gz",
    ".zip",
}


def matches(paths: Iterable[Path], pattern: re.Pattern[str]) -> list[str]:
    """Say where a pattern stands, as `path:line: text`."""
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_committed_file_is_large(tracked: Tracked):
    sizes = {path: path.stat().st_size for path in tracked()}
    assert {path: size for path, size in sizes.items() if size > MAX_BYTES} == {}


def test_no_machine_path_is_named(tracked: Tracked):
    texts = [path for path in tracked() if path.suffix.lower() not in BINARY]
    assert matches(texts, MACHINE_PATH) == []


def test_pins_and_checks_carry_no_address(tracked: Tracked):
    assert matches(tracked("requirements", ".ci", "Makefile", "*package-lock.json"), ADDRESS) == []


def test_tests_of_the_page_wait_for_what_they_ask_for(tracked: Tracked):
    """A nap is too short on a busy machine and too long on any other."""
    assert matches(tracked("tests/page/*.py"), SLEEP) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("reads " + "/work" + "/main/x", True),
        ("--photos=" + "/root" + "/photos", True),
        ("/home" + "/someone/photos", True),
        ("../shared/photos", False),
        ("models/work/x", False),
    ],
)
def test_the_search_for_machine_paths_finds_them(tmp_path, line, found):
    text = tmp_path / "text"
    text.write_text(line, encoding="utf-8")
    assert bool(matches([text], MACHINE_PATH)) is found
