"""What is made while a wheel is built."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "service/page"
NO_NODE = (
    "Node or npm is missing: the page goes into the wheel as its plain modules, which phones load "
    "more slowly. Install nodejs and npm for a bundle."
)
TOOLS = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")


class WheelHook(BuildHookInterface[Any]):
    """Makes what a wheel has and a checkout has not."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files of a wheel are collected."""
        del build_data
        if self.target_name == "wheel" and version != "editable":
            self.with_bundled_page()

    def with_bundled_page(self) -> None:
        """The page as one bundle in place of its modules and sheets; without Node, these."""
        root = Path(self.root)
        if bundle_page(root):
            left_out = [f"{PAGE}/static/{part}" for part in ("js", "css")]
            self.build_config.target_config.setdefault("exclude", []).extend(left_out)
        else:
            self.app.display_warning(NO_NODE)


def bundle_page(root: Path) -> bool:
    """Bundle the page into the folder that the wheel takes it from; False where Node is missing."""
    shutil.rmtree(root / PAGE / "built", ignore_errors=True)
    node, npm = shutil.which("node"), shutil.which("npm")
    there = (root / "node_modules" / "esbuild").is_dir()
    if node is None or (npm is None and not there):
        return False
    if not there:
        subprocess.run([str(npm), *TOOLS[1:]], cwd=root, check=True)  # noqa: S603  (our own lock file)
    subprocess.run([node, str(root / PAGE / "bundle.mjs")], cwd=root, check=True)  # noqa: S603
    return True
