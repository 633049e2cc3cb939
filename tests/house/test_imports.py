"""The import arrow of docs/ARCHITECTURE.md holds, and the scorer needs nothing but Python."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests import needs


def imported(path: Path) -> Iterator[str]:
    """Yield the dotted names that a file imports, wherever in the file it does so."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def test_every_import_contract_is_kept(root):
    needs.package("importlinter.cli")
    # In a process of its own: it switches off the loggers that it finds.
    code = "import importlinter.cli as c, sys; sys.exit(c.lint_imports(no_cache=True))"
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_scorer_imports_the_standard_library_only(root):
    foreign = {
        f"{path.relative_to(root)}: {name}"
        for path in (root / "scorer").rglob("*.py")
        for name in imported(path)
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "scorer", ""}
    }
    assert foreign == set()


def test_torch_is_imported_by_training_code_only(root):
    users = {
        path.relative_to(root).parts[:2]
        for package in ("scorer", "vision", "service", "models", "datasets", "benchmarks", "tools")
        for path in (root / package).rglob("*.py")
        if any(name.partition(".")[0] == "torch" for name in imported(path))
    }
    assert users <= {("models", "training")}
