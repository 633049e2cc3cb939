"""Lays the wheel: our packages inside `tableside`, so that they take one name in site-packages.

In a checkout `scorer`, `vision`, `service` and `models` lie at the top, and import each other by
these names. In the wheel they lie in `tableside`, and each import of them says so.
"""

import ast
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

TOP = "tableside"
REPOSITORY = "TABLESIDE_REPOSITORY"  # a variable: where the repository can be read
PACKAGES = ("scorer", "vision", "service", "models")
LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", "*.pyc", "training", "cards", "README.md", "JOURNAL.md", "bundle.mjs", "*.d.ts",
    "built",
)  # fmt: skip
PAGE = "service/page"
NPM_CI = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
NO_NODE = (
    "Node or npm is missing: the page goes into the wheel as its plain modules, which phones load "
    "more slowly. Install nodejs and npm for a bundle."
)


def bundle_page(checkout: Path, top: Path) -> bool:
    """Bundle the page of a checkout for a package as `lay` gives it; False where Node is missing.

    The modules and sheets that it is made of leave the package. A bundle in the checkout, which a
    service may be sending at the moment, stays as it is.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    there = (checkout / "node_modules" / "esbuild").is_dir()
    if node is None or (npm is None and not there):
        return False
    if not there:
        subprocess.run([str(npm), *NPM_CI], cwd=checkout, check=True)
    bundle = [node, str(checkout / PAGE / "bundle.mjs"), str(top / PAGE / "built")]
    subprocess.run(bundle, cwd=checkout, check=True)
    for part in ("js", "css"):
        shutil.rmtree(top / PAGE / "static" / part)
    return True


def lay(checkout: Path, folder: Path) -> Path:
    """Copy the packages of a checkout into a folder as a wheel has them; gives the package."""
    top = folder / TOP
    shutil.copytree(checkout / TOP, top, ignore=LEFT_OUT)
    for name in PACKAGES:
        shutil.copytree(checkout / name, top / name, ignore=LEFT_OUT)
    for file in top.rglob("*.py"):
        file.write_text(inside(file.read_text(encoding="utf-8")), encoding="utf-8")
    return top


def inside(source: str) -> str:
    """Rewrite the imports of a module, so that they find our packages inside `tableside`.

    `import x.y` binds a name that would be another one there: ValueError, say `from x import y`.
    """
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and _is_ours(node.module or "") and not node.level:
            old, new = f"from {node.module} ", f"from {TOP}.{node.module} "
        elif isinstance(node, ast.Import) and any(_is_ours(each.name) for each in node.names):
            (each,) = node.names
            if "." in each.name:
                raise ValueError(f"line {node.lineno}: import {each.name} by 'from … import …'")
            old, new = f"import {each.name}", f"from {TOP} import {each.name}"
        else:
            continue
        # Columns are in bytes, and nothing but blanks stands before an import.
        line, start = lines[node.lineno - 1], node.col_offset
        lines[node.lineno - 1] = line[:start] + line[start:].replace(old, new, 1)
    return "".join(lines)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES


class WheelLayout(BuildHookInterface[Any]):
    """Puts the packages into the wheel as they lie in it; an editable install has the checkout."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Lay the packages out and name the folder that they are taken from."""
        if version == "editable" or self.target_name != "wheel":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="tableside-wheel-"))
        top = lay(Path(self.root), self.folder)
        if not bundle_page(Path(self.root), top):
            self.app.display_warning(NO_NODE)
        build_data["force_include"][str(top)] = TOP

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear the folder away."""
        del build_data, artifact_path
        if version != "editable" and self.target_name == "wheel":
            shutil.rmtree(self.folder)


class WholeAddresses(MetadataHookInterface):
    """The README and the project's links as an index page needs them, where the project has one.

    `TABLESIDE_REPOSITORY` is the address at which the repository can be read. Without it there are
    no links, and no pictures: what a page elsewhere cannot show is left out.
    """

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README's text and the links."""
        repository = os.environ.get(REPOSITORY, "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        page = readme_for_an_index(text, repository, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": page}
        metadata["urls"] = links(repository) if repository else {}


def links(repository: str) -> dict[str, str]:
    """Where a repository shows what people look for."""
    return {
        "Source": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
        "Documentation": f"{repository}/blob/HEAD/docs/README.md",
    }


def readme_for_an_index(text: str, repository: str, tag: str) -> str:
    """Return pictures and links whole addresses; without a repository take them out.

    Files are those of the release, so that they go on showing what was described.
    """
    if not repository:
        text = re.sub(r"^!\[[^\]]*\]\([^):]+\)\n+", "", text, flags=re.MULTILINE)
        text = re.sub(r"(?:^<img [^>]+>\n)+\n*", "", text, flags=re.MULTILINE)
        return re.sub(r"(?<!!)\[([^\]]+)\]\((?![a-z]+:)[^)]+\)", r"\1", text)
    text = re.sub(r'(!\[[^\]]*\]\(|<img src=")(?![a-z]+:)', rf"\1{repository}/raw/{tag}/", text)
    return re.sub(r"(?<!!)(\[[^\]]+\]\()(?![a-z]+:|#)", rf"\1{repository}/blob/{tag}/", text)
