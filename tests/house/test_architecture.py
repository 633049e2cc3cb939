"""docs/ARCHITECTURE.md has the contracts of the imports, and names code that is there."""

import re
import tomllib
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def text(root):
    return (root / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def linter(root):
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]


def packages(linter):
    """Our packages; training is one of its own, as the contracts have it."""
    layers = [
        contract["layers"] for contract in linter["contracts"] if contract["type"] == "layers"
    ]
    named = {name.strip("()") for layer in layers for name in layer}
    return {*linter["root_packages"], *(each for each in named if each == "models.training")}


def allowed(linter):
    """What each package may import by the contracts; a part that they leave open counts."""
    may = {each: packages(linter) - {each} for each in packages(linter)}
    for contract in linter["contracts"]:
        if contract["type"] == "layers" and "containers" not in contract:
            order = [name.strip("()") for name in contract["layers"]]
            for place, name in enumerate(order):
                if name in may:
                    may[name] -= set(order[:place])
        elif contract["type"] == "forbidden":
            left_open = {
                edge.split(" -> ")[1].split(".")[0] for edge in contract.get("ignore_imports", ())
            }
            for source in contract["source_modules"]:
                if source in may:
                    may[source] -= set(contract["forbidden_modules"]) - left_open
    return may


def test_the_table_says_what_the_contracts_allow(text, linter):
    table = text.partition("| package | may import |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `([\w.]+)` \| (.+) \|$", table, re.MULTILINE)
    written = {name: set(re.findall(r"`([\w.]+)`", cell)) for name, cell in rows}
    assert written == allowed(linter)


def test_the_order_inside_a_package_is_told(text, linter):
    written = dict(re.findall(r"^\| `([\w.]+)` \| (.+ <- .+) \|$", text, re.MULTILINE))
    ordered = {
        package: " <- ".join(
            ", ".join(part.strip(" ()") for part in layer.split("|"))
            for layer in reversed(contract["layers"])
        )
        for contract in linter["contracts"]
        for package in contract.get("containers", ())
    }
    assert written == ordered


def test_every_contract_is_named(text, linter):
    named = re.findall(r"^\| ([^|`]+) \|$", text.partition("| contract |")[2], re.MULTILINE)
    assert named == [contract["name"] for contract in linter["contracts"]]


def test_imports_that_a_contract_leaves_open_are_named(text, linter):
    left_open = {
        edge.split(" -> ")[1]
        for contract in linter["contracts"]
        for edge in contract.get("ignore_imports", ())
    }
    assert {each for each in left_open if f"`{each}`" not in text} == set()


def module_of(root, dotted):
    """The file of a module, and the name that is meant in it, if any."""
    parts = dotted.split(".")
    path = root.joinpath(*parts)
    if path.is_dir() or path.with_suffix(".py").is_file():
        return path, None
    return root.joinpath(*parts[:-1]).with_suffix(".py"), parts[-1]


def test_all_code_that_is_named_is_there(root, text):
    roots = r"(?:scorer|vision|service|models|datasets|benchmarks|tools|tableside)"
    missing = []
    for dotted in set(re.findall(rf"`({roots}\.[\w.]+)`", text)):
        path, name = module_of(root, dotted)
        found = path.exists() or path.with_suffix(".py").exists()
        if name is not None and found:
            source = Path(path).read_text(encoding="utf-8")
            found = re.search(rf"^(?:async def|def|class) {name}\b|^{name}\b", source, re.MULTILINE)
        if not found:
            missing.append(dotted)
    assert missing == []


def test_all_types_that_are_named_are_there(root, text):
    sources = "\n".join(
        path.read_text(encoding="utf-8")
        for package in ("scorer", "vision", "service")
        for path in (root / package).rglob("*.py")
    )
    tables = "\n".join(line for line in text.splitlines() if line.startswith("| "))
    types = set(re.findall(r"`([A-Z][a-z]\w+)`", tables))
    assert len(types) > 20
    assert {
        each for each in types if not re.search(rf"^class {each}\b", sources, re.MULTILINE)
    } == set()
