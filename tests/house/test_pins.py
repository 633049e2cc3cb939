"""The pins are hashed, cover several Pythons, and agree with what the project declares."""

import re
import tomllib
from importlib.metadata import packages_distributions

import pytest

from service import __version__
from service.optional_dependencies import EXTRAS

LOCKS = ["base", "build", "dev", "site"]
NAME = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)")

PIN = re.compile(
    r"^(\S+)==(\S+)(?: ; [^\\\n]*[^\\\n ])?((?: \\\n\s+--hash=sha256:[0-9a-f]{64})*)", re.MULTILINE
)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def wanted(root, name: str) -> set[str]:
    """The distributions that an .in file asks for itself."""
    lines = (root / "requirements" / f"{name}.in").read_text(encoding="utf-8").splitlines()
    return {normal(match[1]) for line in lines if (match := NAME.match(line))}


def pinned(root, name: str) -> dict[str, tuple[str, int]]:
    """Distribution -> (version, number of hashes) of a lock file."""
    text = (root / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return {
        normal(dist): (version, hashes.count("sha256:"))
        for dist, version, hashes in PIN.findall(text)
    }


def declared(root) -> dict:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_base_pins_what_all_extras_depend_on(root):
    extras = declared(root)["optional-dependencies"]
    asked = {normal(NAME.match(one)[1]) for extra in extras.values() for one in extra}
    assert wanted(root, "base") == asked - {"tableside"}


def test_scoring_depends_on_nothing(root):
    assert declared(root)["dependencies"] == []


def test_the_largest_extra_has_all(root):
    extras = declared(root)["optional-dependencies"]
    (everything,) = extras["all"]
    assert set(re.findall(r"\w+", everything)) - {"tableside"} == set(extras) - {"all"}


def test_what_an_extra_brings_is_known_by_the_name_that_is_imported(root):
    """`service.optional_dependencies` says which extra a missing module is of."""
    extras = declared(root)["optional-dependencies"]
    brought = {
        (normal(NAME.match(one)[1]), extra)
        for extra, several in extras.items()
        for one in several
        if not one.startswith("tableside[")
    }
    found = packages_distributions()
    told = {(normal(name), extra) for one, extra in EXTRAS.items() for name in found.get(one, ())}
    assert brought <= told
    indirect = {normal(name) for name in ("anyio", "pydantic", "pydantic_core", "starlette")}
    assert {name for name, _ in told - brought} <= indirect


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_with_a_hash(root, lock):
    pins = pinned(root, lock)
    assert wanted(root, lock) <= set(pins)
    assert {dist for dist, (_, hashes) in pins.items() if not hashes} == set()


@pytest.mark.parametrize("dist", ["numpy", "pillow", "onnxruntime"])
def test_binary_pins_cover_several_pythons(root, dist):
    _, hashes = pinned(root, "base")[dist]
    assert hashes >= 8


@pytest.mark.parametrize("lock", ["base", "build"])
def test_dev_pins_the_same_versions(root, lock):
    dev = pinned(root, "dev")
    assert {dist: dev[dist] for dist in pinned(root, lock)} == pinned(root, lock)


def test_the_site_is_built_with_what_the_checks_have(root):
    """Both are installed into one environment."""
    dev, site = pinned(root, "dev"), pinned(root, "site")
    both = set(dev) & set(site)
    assert {dist: dev[dist] for dist in both} == {dist: site[dist] for dist in both}


def test_training_pins_torch_on_its_own(root):
    train = (root / "requirements" / "train.txt").read_text(encoding="utf-8")
    assert "torch==2.13.0" in train
    assert "torch" not in pinned(root, "dev")


def test_the_changelog_knows_the_version(root):
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{__version__}]" in changelog
    assert "## [Unreleased]" in changelog
