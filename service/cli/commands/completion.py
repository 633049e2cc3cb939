"""`tableside completion`: a script by which a shell completes commands and options."""

import argparse
from importlib.resources import files

from service import cli


def run(given: argparse.Namespace) -> int:
    """Print the script for a shell; `tools.completions` has written it."""
    script = files(cli) / "completions" / f"tableside.{given.shell}"
    print(script.read_text(encoding="utf-8"), end="")
    return 0
